// The names in the SDKs of every language: each once in its scope, over the whole registry, or the SDK is refused.
import { describe, expect, it } from 'vitest'
import type { ApiDocument, PathOperation, Schema } from '../document.ts'
import { LANGUAGES, type LanguageName, languages } from '../languages.ts'
import { makeSdk, toSource } from '../sdk-package.ts'
import { allModules, document, makeFiles, request } from '../test-support.ts'
import { checkNames } from './check.ts'
import { distinct, valueWords } from './names.ts'

const text: Schema = { type: 'string' }

const operation = (operationId: string, answer: Schema = text): PathOperation => ({
  operationId,
  summary: `Does ${operationId}.`,
  tags: ['things'],
  responses: { 200: { content: { 'application/json': { schema: answer } } } },
})

const documentOf = (
  operations: readonly PathOperation[],
  schemas: Readonly<Record<string, Schema>> = {},
): ApiDocument => ({
  info: { title: 'Made', version: '1.0.0' },
  tags: [{ name: 'things', description: 'Things.' }],
  paths: Object.fromEntries(operations.map((get, index) => [`/api/${index}`, { get }])),
  components: { schemas },
})

const make = (language: LanguageName, from: ApiDocument) =>
  makeSdk(from, request(language, { modules: ['things'] }))

const record = (name: string): Schema => ({ type: 'object', properties: { [name]: text } })

/** The same for all languages. */
const whole = toSource(document, request('typescript', { modules: allModules }))

describe.each(LANGUAGES)('the names in the SDK for %s', (language) => {
  it('are unique over the whole registry', () => {
    const all = languages[language].scopes(whole)
    expect(all.flatMap(({ names }) => names).length).toBeGreaterThan(2_000)
    expect(() => checkNames(language, all)).not.toThrow()
  })

  it('cannot collide: the SDK is refused, with both operations', () => {
    const broken = documentOf([operation('thing.get_all'), operation('thing.get.all')])
    expect(() => make(language, broken)).toThrow(
      /thing\.get_all.*thing\.get\.all|thing\.get\.all.*thing\.get_all/,
    )
  })
})

it.each(['java', 'csharp', 'php'] as const)(
  'types in %s do not differ by case alone, because each has a file',
  (language) => {
    const broken = documentOf(
      [
        operation('thing.get', { $ref: '#/components/schemas/Thing' }),
        operation('thing.list', { $ref: '#/components/schemas/THING' }),
      ],
      { Thing: record('a'), THING: record('b') },
    )
    expect(() => make(language, broken)).toThrow('Thing stands for type THING and for type Thing')
  },
)

describe('the method that reads every page', () => {
  const page: Schema = {
    type: 'object',
    properties: {
      data: { type: 'array', items: text },
      meta: { type: 'object', properties: { last_page: { type: 'integer' } } },
    },
  }
  const paged = (id: string): PathOperation => ({
    ...operation(id, page),
    parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
  })
  const pagesOf = (...operations: readonly PathOperation[]) =>
    toSource(documentOf(operations), request('go', { modules: ['things'] }))
      .shapes.modules.flatMap(({ calls }) => calls)
      .map(({ pagesWords }) => pagesWords?.join('_'))

  it('is called all, unless the bank has a call of that name', () => {
    expect(pagesOf(paged('thing.list'))).toEqual(['list_all'])
    expect(pagesOf(paged('thing.list'), operation('thing.list_all'))).toEqual([
      'list_each',
      undefined,
    ])
    expect(pagesOf(paged('thing.list_all'))).toEqual(['list_all_each'])
  })

  it('is refused if the bank has calls of both names', () => {
    const calls = [paged('thing.list'), operation('thing.list_all'), operation('thing.list_each')]
    for (const language of LANGUAGES.filter((one) => one !== 'typescript'))
      expect(() => make(language, documentOf(calls))).toThrow(/the pages of thing\.list/)
  })
})

describe('names that the wire tells apart', () => {
  it('end with an underscore where a language does not', () => {
    expect(distinct(['paymentId', 'amount', 'paymentId', 'paymentId'])).toEqual([
      'paymentId',
      'amount',
      'paymentId_',
      'paymentId__',
    ])
  })

  it('say the sign of a value', () => {
    expect(['-amount', 'amount', '*', '24h'].map(valueWords)).toEqual([
      ['minus', 'amount'],
      ['amount'],
      ['star'],
      ['24h'],
    ])
  })
})

describe('the route of a call', () => {
  const routeOf = (from: ApiDocument, module: string, id: string): string | undefined =>
    toSource(from, request('go', { modules: [module] }))
      .shapes.modules.flatMap(({ calls }) => calls)
      .find((call) => call.id === id)?.path

  it('is the current one: account.create opens as account.open does', () => {
    expect(routeOf(document, 'accounts', 'account.create')).toBe('/api/v2/accounts')
    for (const language of LANGUAGES) {
      const sources = [...makeFiles(language, { modules: ['accounts'] }).values()].join('\n')
      expect(sources).not.toMatch(/["'`]\/api\/accounts["'`]/)
    }
  })

  const post = (id: string, fields: readonly string[], change: Partial<PathOperation> = {}) => ({
    ...operation(id),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: fields,
            properties: Object.fromEntries(fields.map((name) => [name, text])),
          },
        },
      },
    },
    ...change,
  })
  const withRoutes = (older: PathOperation, newer: PathOperation): ApiDocument => ({
    ...documentOf([]),
    paths: { '/api/things': { post: older }, '/api/v2/things': { post: newer } },
  })
  const old = post('thing.create', ['name'])

  it.each([
    ['newer one, which does the same', post('thing.open', ['name']), '/api/v2/things'],
    ['own one if the newer one needs more', post('thing.open', ['name', 'size']), '/api/things'],
    ['own one if the newer one takes less', post('thing.open', []), '/api/things'],
    [
      'own one if the newer one is for other callers',
      post('thing.open', ['name'], { security: [] }),
      '/api/things',
    ],
    [
      'own one if the newer one answers otherwise',
      post('thing.open', ['name'], { responses: operation('x', { type: 'integer' }).responses }),
      '/api/things',
    ],
  ])('is the %s', (_what, newer, path) => {
    expect(routeOf(withRoutes(old, newer), 'things', 'thing.create')).toBe(path)
    expect(routeOf(withRoutes(old, newer), 'things', 'thing.open')).toBe('/api/v2/things')
  })
})

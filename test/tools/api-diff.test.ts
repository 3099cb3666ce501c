// The comparison of the API with that of a release: every kind of change that breaks a client is found, and no other
// counts as one. The documents are made here; the real one is compared with itself, and with ever fewer of its parts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Change } from '../../tools/api-diff/change.ts'
import { findChanges, judgeApi } from '../../tools/api-diff/index.ts'
import { compareOpenApi } from '../../tools/api-diff/openapi.ts'
import { checkout, findRelease, gitIn, readCurrent } from '../../tools/api-diff/release.ts'
import { type Direction, type Schema, SchemaComparison } from '../../tools/api-diff/schemas.ts'
import { compareSurfaces } from '../../tools/api-diff/surface.ts'
import { judge } from '../../tools/api-diff/verdict.ts'

const toText = ({ isBreaking, where, what }: Change): string =>
  `${isBreaking ? 'breaks' : 'fine'}: ${where}: ${what}`

const nowhere = (ref: string): never => {
  throw new Error(ref)
}
const compare = (old: Schema, now: Schema, direction: Direction): string[] =>
  new SchemaComparison(nowhere, nowhere).compare('it', old, now, direction).map(toText)

const text = { type: 'string' }
const object = (properties: object, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})

describe('a schema', () => {
  type Verdict = 'breaks' | 'fine'
  /** Before, after, and what that means for what clients send and for what they receive. */
  const cases: readonly (readonly [string, Schema, Schema, Verdict, Verdict])[] = [
    ['another type', text, { type: 'integer' }, 'breaks', 'breaks'],
    ['a wider type', { type: 'integer' }, { type: 'number' }, 'fine', 'breaks'],
    ['a narrower type', { type: 'number' }, { type: 'integer' }, 'breaks', 'fine'],
    ['any type', text, {}, 'fine', 'breaks'],
    ['one type of any', {}, text, 'breaks', 'fine'],
    ['null as well', text, { ...text, nullable: true }, 'fine', 'breaks'],
    ['null no more', { ...text, nullable: true }, text, 'breaks', 'fine'],
    ['a value less', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }, 'breaks', 'breaks'],
    ['a value more', { ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] }, 'fine', 'fine'],
    ['any value', { ...text, enum: ['a'] }, text, 'fine', 'fine'],
    ['some values only', text, { ...text, enum: ['a'] }, 'breaks', 'fine'],
    ['a lower maximum', { maximum: 9 }, { maximum: 8 }, 'breaks', 'fine'],
    ['a higher maximum', { maximum: 8 }, { maximum: 9 }, 'fine', 'fine'],
    ['a first maximum', {}, { maxLength: 9 }, 'breaks', 'fine'],
    ['no maximum', { maxItems: 9 }, {}, 'fine', 'fine'],
    ['a higher minimum', { minLength: 1 }, { minLength: 2 }, 'breaks', 'fine'],
    ['a lower minimum', { minimum: 2 }, { minimum: 1 }, 'fine', 'fine'],
    ['a strict bound', { minimum: 0 }, { minimum: 0, exclusiveMinimum: true }, 'breaks', 'fine'],
    ['no strict bound', { exclusiveMinimum: true }, {}, 'fine', 'fine'],
    ['a first pattern', text, { ...text, pattern: '^a' }, 'breaks', 'fine'],
    ['another pattern', { pattern: '^a' }, { pattern: '^b' }, 'breaks', 'fine'],
    ['no pattern', { pattern: '^a' }, {}, 'fine', 'fine'],
    ['a first format', text, { ...text, format: 'uuid' }, 'breaks', 'fine'],
    ['another format', { format: 'date' }, { format: 'date-time' }, 'breaks', 'breaks'],
    ['no format', { ...text, format: 'uuid' }, text, 'fine', 'breaks'],
    ['another default', { ...text, default: 'a' }, { ...text, default: 'b' }, 'breaks', 'fine'],
    ['a field less', object({ a: text, b: text }), object({ a: text }), 'breaks', 'breaks'],
    ['a field more', object({ a: text }), object({ a: text, b: text }), 'fine', 'fine'],
    ['a required field more', object({}), object({ b: text }, ['b']), 'breaks', 'fine'],
    ['a field required now', object({ a: text }), object({ a: text }, ['a']), 'breaks', 'fine'],
    ['a field optional now', object({ a: text }, ['a']), object({ a: text }), 'fine', 'breaks'],
    [
      'a change within a field',
      object({ a: { maxLength: 9 } }),
      object({ a: { maxLength: 8 } }),
      'breaks',
      'fine',
    ],
    [
      'a change within a list',
      { type: 'array', items: { type: 'integer' } },
      { type: 'array', items: { type: 'number' } },
      'fine',
      'breaks',
    ],
    [
      'further fields refused',
      object({}),
      { ...object({}), additionalProperties: false },
      'breaks',
      'fine',
    ],
    [
      'further fields of another type',
      { additionalProperties: text },
      { additionalProperties: { type: 'integer' } },
      'breaks',
      'breaks',
    ],
    ['a variant less', { oneOf: [text, { type: 'integer' }] }, text, 'breaks', 'fine'],
    ['a variant more', text, { anyOf: [text, { type: 'integer' }] }, 'fine', 'breaks'],
    [
      'the same in parts',
      object({ a: text, b: text }, ['b']),
      { allOf: [object({ a: text }), object({ b: text }, ['b'])] },
      'fine',
      'fine',
    ],
  ]

  it.each(cases)('with %s', (_name, old, now, sent, received) => {
    const verdict = (direction: Direction): Verdict =>
      compare(old, now, direction).some((one) => one.startsWith('breaks')) ? 'breaks' : 'fine'
    expect({ sent: verdict('sent'), received: verdict('received') }).toEqual({ sent, received })
  })

  it('is named with what changed in it', () => {
    const old = object({
      a: { type: 'array', items: object({ b: { ...text, enum: ['x', 'y'] } }) },
    })
    const now = object({
      a: { type: 'array', items: object({ b: { ...text, enum: ['y', 'z'] } }) },
    })
    expect(compare(old, now, 'received')).toEqual([
      'breaks: it.a[].b: value "x" removed',
      'fine: it.a[].b: value "z" new',
    ])
  })

  it('that contains itself is compared once', () => {
    const tree = (leaf: Schema): Schema => ({
      ...object({ leaf, inner: { $ref: '#/components/schemas/Tree' } }),
    })
    const schemas = new SchemaComparison(
      () => tree({ type: 'integer' }),
      () => tree(text),
    )
    const ref = { $ref: '#/components/schemas/Tree' }
    expect(schemas.compare('it', ref, ref, 'sent').map(toText)).toEqual([
      'breaks: Tree (sent).leaf: type integer became string',
    ])
    expect(schemas.compare('it', ref, ref, 'sent')).toEqual([])
  })

  const schemas = fc.letrec<{ readonly schema: Schema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Schema>(text, { type: 'integer' }, { ...text, nullable: true }),
      fc.record({ type: fc.constant('string'), maxLength: fc.nat(50), enum: fc.constant(['a']) }),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc
        .dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'))
        .chain((fields) => fc.subarray(Object.keys(fields)).map((some) => object(fields, some))),
    ),
  })).schema

  it('never differs from itself; a type that breaks one direction breaks the other on the way back', () => {
    fc.assert(
      fc.property(schemas, schemas, (one, other) => {
        expect(compare(one, one, 'sent')).toEqual([])
        expect(compare(one, one, 'received')).toEqual([])
        // A type that is wider for what is sent is wider for what is received.
        const typesOf = (old: Schema, now: Schema, direction: Direction): string[] =>
          compare(old, now, direction)
            .filter((line) => line.includes(': type '))
            .map((line) => line.replace(/: type .*/, ''))
            .toSorted()
        expect(typesOf(one, other, 'received')).toEqual(typesOf(other, one, 'sent'))
      }),
      { numRuns: 300 },
    )
  })
})

const operation = {
  operationId: 'bike.rent',
  security: [{ bearer: [] }],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: text },
    { name: 'colour', in: 'query', required: false, schema: { ...text, maxLength: 9 } },
  ],
  requestBody: {
    required: false,
    content: { 'application/json': { schema: object({ a: text }) } },
  },
  responses: {
    201: {
      headers: { 'X-Rented': {} },
      content: { 'application/json': { schema: object({ a: text, b: text }, ['a']) } },
    },
    422: { content: { 'application/json': { schema: object({ gone: text }) } } },
  },
}
const documentOf = (one: object, more: object = {}): Schema => ({
  security: [{ bearer: [] }],
  paths: { '/bikes/{id}': { post: one }, ...more },
})
const route = 'POST /bikes/{id}'
const withParameter = (change: object): object => ({
  ...operation,
  parameters: [operation.parameters[0], { ...operation.parameters[1], ...change }],
})
const withAnswer = (status: number, answer: object): object => ({
  ...operation,
  responses: { [status]: answer },
})

describe('a document', () => {
  const created = operation.responses[201]
  it.each<[object, string]>([
    [
      { ...operation, operationId: 'bike.hire' },
      `breaks: ${route}: named bike.hire instead of bike.rent`,
    ],
    [
      { ...operation, security: [{ bearer: [], partnerKey: [] }] },
      `breaks: ${route}: bearer no longer suffices`,
    ],
    [
      { ...operation, parameters: operation.parameters.slice(0, 1) },
      `breaks: ${route}, query colour: removed`,
    ],
    [withParameter({ required: true }), `breaks: ${route}, query colour: required now`],
    [
      withParameter({ schema: { ...text, maxLength: 8 } }),
      `breaks: ${route}, query colour: maxLength 9 became 8`,
    ],
    [
      {
        ...operation,
        parameters: [
          ...operation.parameters,
          { name: 'X', in: 'header', required: true, schema: text },
        ],
      },
      `breaks: ${route}, header X: new and required`,
    ],
    [
      {
        ...operation,
        parameters: [...operation.parameters, { name: 'x', in: 'query', schema: text }],
      },
      `fine: ${route}, query x: new`,
    ],
    [
      { ...operation, requestBody: { ...operation.requestBody, required: true } },
      `breaks: ${route}, body: required now`,
    ],
    [
      { ...operation, requestBody: { content: { 'application/xml': {} } } },
      `breaks: ${route}, body: application/json removed`,
    ],
    [
      withAnswer(201, { ...created, headers: {} }),
      `breaks: ${route}, 201: header X-Rented removed`,
    ],
    [
      withAnswer(201, {
        ...created,
        content: { 'application/json': { schema: object({ a: text }, ['a']) } },
      }),
      `breaks: ${route}, 201.b: removed`,
    ],
    [
      withAnswer(201, { ...created, content: {} }),
      `breaks: ${route}, 201: application/json removed`,
    ],
  ])('with %j', (changed, line) => {
    expect(compareOpenApi(documentOf(operation), documentOf(changed)).map(toText)).toEqual([line])
  })

  it('whose answer has another status breaks clients; errors are compared as a catalogue', () => {
    expect(
      compareOpenApi(documentOf(operation), documentOf(withAnswer(200, created))).map(toText),
    ).toEqual([`breaks: ${route}, 201: removed`, `fine: ${route}, 200: new`])
    expect(compareOpenApi(documentOf(operation), documentOf(withAnswer(201, created)))).toEqual([])
  })

  it('loses routes and gains others', () => {
    const more = { '/bikes': { get: { operationId: 'bike.list', responses: {} } } }
    const [few, many] = [documentOf(operation), documentOf(operation, more)]
    expect(compareOpenApi(many, few).map(toText)).toEqual(['breaks: GET /bikes: removed'])
    expect(compareOpenApi(few, many).map(toText)).toEqual(['fine: GET /bikes: new'])
  })

  it('that asks for a credential where it asked for none, and that asks for less', () => {
    const [open, closed] = [documentOf({ ...operation, security: [] }), documentOf(operation)]
    expect(compareOpenApi(open, closed).map(toText)).toEqual([
      `breaks: ${route}: no credential no longer suffices`,
    ])
    expect(compareOpenApi(closed, open)).toEqual([])
    const either = documentOf({ ...operation, security: [{ agent: [] }, { bearer: [] }] })
    expect(compareOpenApi(closed, either)).toEqual([])
    expect(compareOpenApi(either, closed).map(toText)).toEqual([
      `breaks: ${route}: agent no longer suffices`,
    ])
  })
})

describe('the surface of this bank', () => {
  const current = readCurrent(checkout)

  it('is that of the files, and does not differ from itself', () => {
    expect(Object.keys(current)).toEqual(expect.arrayContaining(['openapi.json', 'errors.json']))
    expect(compareSurfaces(current, current)).toEqual([])
  })

  it('breaks clients when an error, an event, a tool or a field of GraphQL is gone', () => {
    const small = {
      'openapi.json': '{}',
      'errors.json': '[{"code":"A","status":422},{"code":"B","status":409}]',
      'events.json': '[{"type":"a.b","version":1,"data":{"type":"object","properties":{"x":{}}}}]',
      'mcp.json': '{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{}}}]}',
      'schema.graphql': 'type Query { a: Int b: Int }',
      'graphql/more.graphql': 'extend type Query { c: Int }',
    }
    const changes = compareSurfaces(small, {
      ...small,
      'errors.json': '[{"code":"A","status":400},{"code":"C","status":409}]',
      'events.json': '[{"type":"a.b","version":1,"data":{"type":"object","properties":{}}}]',
      'mcp.json':
        '{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"y":{}},"required":["y"]}}]}',
      'schema.graphql': 'type Query { a: String b: Int }',
      'graphql/more.graphql': '',
    })
    expect(changes.map(toText)).toEqual([
      'breaks: GraphQL: Query.c was removed',
      'breaks: GraphQL: Query.a changed type from Int to String',
      'breaks: tool t.y: new and required',
      'breaks: event a.b 1.x: removed',
      'breaks: error A: status 422 became 400',
      'breaks: error B: removed',
      'fine: error C: new',
    ])
    expect(
      compareSurfaces(small, { ...small, 'events.json': '[]', 'mcp.json': '{}' }).map(toText),
    ).toEqual(['breaks: tool t: removed', 'breaks: event a.b 1: removed'])
  })

  it('finds any route, any field of an answer and any value of a list that is taken out', () => {
    const document = JSON.parse(current['openapi.json']!) as Schema
    const component = (name: string): Record<string, unknown> =>
      (document['components'] as Record<string, Record<string, Record<string, unknown>>>)[
        'schemas'
      ]![name]!
    const transfer = component('Transfer')
    const without = (change: () => () => void): string[] => {
      const undo = change()
      const found = compareOpenApi(JSON.parse(current['openapi.json']!) as Schema, document)
      undo()
      return found.map(toText)
    }
    const take = (owner: Record<string, unknown>, name: string) => () => {
      const kept = owner[name]
      // oxlint-disable-next-line typescript/no-dynamic-delete -- the document is a tree of names
      delete owner[name]
      return () => void (owner[name] = kept)
    }
    const fields = transfer['properties'] as Record<string, Record<string, unknown>>
    expect(without(take(fields, 'status'))).toEqual(['breaks: Transfer (received).status: removed'])
    const paths = document['paths'] as Record<string, unknown>
    expect(without(take(paths, '/api/v2/transfers'))).toEqual([
      'breaks: POST /api/v2/transfers: removed',
    ])
    expect(without(() => () => {})).toEqual([])
  })
})

describe('the verdict', () => {
  const changes: Change[] = [
    { isBreaking: true, where: 'POST /x', what: 'removed' },
    { isBreaking: false, where: 'POST /y', what: 'new' },
  ]
  const given = { tag: 'v1.2.0', version: '1.3.0', allowed: {} }

  it('refuses what breaks clients, except by a reason or in a major version', () => {
    expect(judge(changes, given)).toEqual({
      isAllowed: false,
      text: 'Compared with v1.2.0: 1 breaking, 1 compatible changes.\n  breaks clients of v1.2.0: POST /x: removed',
    })
    expect(judge(changes.slice(1), given).isAllowed).toBe(true)
    expect(judge(changes, { ...given, version: '2.0.0' }).isAllowed).toBe(true)
    expect(
      judge(changes, { ...given, allowed: { 'POST /x: removed': 'never worked' } }).isAllowed,
    ).toBe(true)
  })

  it('refuses a reason for what did not happen', () => {
    const { isAllowed, text: says } = judge([], {
      ...given,
      allowed: { 'POST /x: removed': 'why' },
    })
    expect(isAllowed).toBe(false)
    expect(says).toContain('is allowed but did not happen: POST /x: removed')
  })
})

describe('the release to compare with', () => {
  /** A repository with a surface of one error. */
  function makeRepository(): {
    readonly folder: string
    readonly git: (...args: string[]) => void
  } {
    const folder = mkdtempSync(join(tmpdir(), 'florin-diff-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const who = { NAME: 'a', EMAIL: 'a@example.com' }
    const env = Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) =>
        Object.entries(who).map(([name, value]) => [`GIT_${role}_${name}`, value]),
      ),
    )
    const git = (...args: string[]): void =>
      void execFileSync('git', args, {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      })
    mkdirSync(join(folder, 'api'))
    git('init')
    return { folder, git }
  }
  const write = (folder: string, code: string): void => {
    writeFileSync(join(folder, 'api/errors.json'), `[{"code":"${code}","status":409}]`)
    writeFileSync(join(folder, 'api/openapi.json'), '{}')
  }

  it('is the newest tag of a version, and there may be none', () => {
    const { folder, git } = makeRepository()
    write(folder, 'OLD')
    git('add', '.')
    git('commit', '--message', 'first')
    expect(judgeApi(folder)).toMatchObject({
      isAllowed: true,
      text: expect.stringContaining('no release'),
    })
    for (const tag of ['v1.9.0', 'v1.10.0', 'v1.10.1-rc1', 'vnext']) git('tag', tag)
    expect(findRelease(gitIn(folder))).toBe('v1.10.0')
    write(folder, 'NEW')
    expect(findChanges(folder)?.changes.map(toText)).toEqual([
      'breaks: error OLD: removed',
      'fine: error NEW: new',
    ])
    expect(judgeApi(folder, '1.11.0').isAllowed).toBe(false)
    expect(judgeApi(folder, '2.0.0').isAllowed).toBe(true)
  })

  it('is not needed outside of a clone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-diff-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expect(findRelease(gitIn(folder))).toBeUndefined()
  })
})

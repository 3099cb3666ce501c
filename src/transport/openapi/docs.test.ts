// The description, the catalogue of errors and the pages of the reference as the server sends them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declare, describeForTests } from '../../../test/harness/describe.ts'
import { systemClock } from '../../kernel/clock.ts'
import { defineError } from '../../operation/error.ts'
import { defineOperation } from '../../operation/operation.ts'
import { makeRegistry, type Registry } from '../../operation/registry.ts'
import { MemoryLimiter } from '../../platform/limiter.ts'
import { addFiles, type BuiltFiles, openFiles } from '../console/files.ts'
import { makeServer } from '../rest/server.ts'
import { listCatalogue } from './catalogue.ts'
import { type OpenApiDocument, toOpenApi } from './document.ts'
import { type ReferenceIndex, toIndex, toPart } from './parts.ts'
import { withProtocols } from './protocols.ts'
import { serveReference } from './docs.ts'

const Tired = defineError('TIRED', 503, () => 'Too tired to answer.', { advice: 'Let it sleep.' })
const Bored = defineError<{ by: string }>('BORED', 409, ({ by }) => `Bored by ${by}.`, {
  advice: 'Tell it something else.',
})
const ping = defineOperation({
  name: 'system.ping',
  kind: 'query',
  summary: 'Answers.',
  auth: 'public',
  input: Type.Object({}),
  output: Type.Object({ pong: Type.Boolean() }),
  errors: [Tired, Bored],
  rest: [{ route: 'GET /api/ping', envelope: 'bare' }],
  handler: () => ({ pong: true }),
})
const registry = makeRegistry([
  declare({ name: 'system', area: 'Operations', summary: 'The service.', operations: [ping] }),
])

const REFERENCE = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g
const PAGE_BYTES_MAX = 100_000

let folder: string
let app: FastifyInstance
let bare: FastifyInstance
let addressesAsked = 0

async function serve(
  files: BuiltFiles | undefined,
  described: Registry = registry,
): Promise<FastifyInstance> {
  const server = makeServer({
    registry,
    run: async () => ({ output: { pong: true }, replayed: false }),
    log: pino({ level: 'silent' }),
    clock: systemClock,
    authenticate: () => undefined,
    limits: {
      limiter: new MemoryLimiter(),
      current: () => ({ known: [], users: [], strangers: [] }),
    },
    trustedProxies: [],
    isReady: () => true,
    onFinished: () => {},
    baseUrl: () => 'https://bank.test',
  })
  const baseUrl = () => {
    addressesAsked++
    return 'https://bank.test'
  }
  serveReference(server, { registry: described, baseUrl, files })
  addFiles(server, files)
  await server.ready()
  return server
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-reference-'))
  await writeFile(
    join(folder, 'build.json'),
    JSON.stringify({ pages: [], assets: [], guides: ['changelog', 'guides/webhooks'] }),
  )
  const guide = { name: 'webhooks', title: 'Webhooks', group: 'Integrate', summary: 'receiving' }
  const other = { name: 'nodes', title: 'Nodes', group: 'Operate', summary: 'several' }
  await writeFile(
    join(folder, 'guides.json'),
    JSON.stringify([
      { ...guide, text: '# Webhooks\n\nThey come.\n' },
      { ...other, text: '# Nodes\n\nThey go.\n' },
    ]),
  )
  await writeFile(join(folder, 'reference.html'), '<title>The reference</title>')
  app = await serve(openFiles(folder))
  bare = await serve(undefined)
})
afterAll(async () => {
  await Promise.all([app.close(), bare.close()])
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

describe('GET /api/openapi.json', () => {
  it('gives the description, made once, grouped by area', async () => {
    const first = await get('/api/openapi.json')
    const second = await get('/api/openapi.json')
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(first.json()).toMatchObject({
      openapi: '3.0.0',
      servers: [{ url: 'https://bank.test' }],
      'x-tagGroups': [{ name: 'Operations', tags: ['system'] }, { name: 'Protocols' }],
      paths: {
        '/api/ping': { get: { operationId: 'system.ping' } },
        '/api/graphql': { post: { operationId: 'graphql.execute' } },
      },
    })
    expect(second.body).toBe(first.body)
    expect(addressesAsked).toBe(1)
  })

  it('is compressed as the caller accepts, and the same in every encoding', async () => {
    const plain = (await get('/api/openapi.json')).rawPayload
    const small = await get('/api/openapi.json', { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(small.headers.vary).toBe('Accept-Encoding')
    expect(brotliDecompressSync(small.rawPayload)).toEqual(plain)
    const zipped = await get('/api/openapi.json', { 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload)).toEqual(plain)
  })

  it('is not sent again to a client that has it', async () => {
    const tag = String((await get('/api/openapi.json')).headers.etag)
    const again = await get('/api/openapi.json', { 'if-none-match': tag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const other = await get('/api/openapi.json', { 'if-none-match': 'W/"other"' })
    expect(other.statusCode).toBe(200)
  })
})

describe('the document in parts', () => {
  it('has an index of all operations, fields and errors', async () => {
    const answer = await get('/api/docs/index.json')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const index = answer.json() as ReferenceIndex
    const [first] = index.operations
    expect(index.areas[0]).toEqual({ name: 'Operations', domains: ['system'] })
    expect(index.domains[0]).toEqual({ name: 'system', summary: 'The service.' })
    expect(index.operations.find(({ id }) => id === 'system.ping')).toEqual({
      id: 'system.ping',
      method: 'GET',
      path: '/api/ping',
      summary: 'Answers.',
      domain: 'system',
    })
    expect(first!.path).toBe('/.well-known/oauth-authorization-server')
    expect(index.fields['pong']!.map((place) => index.operations[place]!.id)).toEqual([
      'system.ping',
    ])
    expect(index.errors).toContainEqual({
      code: 'TIRED',
      status: 503,
      meaning: 'Too tired to answer.',
    })
    const tag = String(answer.headers.etag)
    const again = await get('/api/docs/index.json', { 'if-none-match': tag })
    expect(again.statusCode).toBe(304)
  })

  it('has a document for each domain, and none for others', async () => {
    const answer = await get('/api/docs/domains/system.json', { 'accept-encoding': 'br' })
    expect(answer.headers['content-encoding']).toBe('br')
    const part = JSON.parse(brotliDecompressSync(answer.rawPayload).toString())
    expect(Object.keys(part.paths)).toEqual(['/api/ping'])
    expect((await get('/api/docs/domains/mcp.json')).statusCode).toBe(200)
    expect((await get('/api/docs/domains/other.json')).statusCode).toBe(404)
  })

  it('loses nothing that an operation of the bank refers to, and is small', () => {
    const registryOfBank = describeForTests()
    const document = withProtocols(toOpenApi(registryOfBank, 'https://bank.test'))
    const index = toIndex(document, listCatalogue(registryOfBank))
    const sizeOf = (value: object): number => gzipSync(JSON.stringify(value)).length
    const indexSize = sizeOf(index)
    const lost: string[] = []
    const large: string[] = []
    let operations = 0
    for (const { name } of index.domains) {
      const part = toPart(document, name) as unknown as OpenApiDocument
      for (const [, group, component] of JSON.stringify(part).matchAll(REFERENCE)) {
        const [kept, whole] = [part, document].map(
          ({ components }) => components[group as 'schemas'][component!],
        )
        if (kept === undefined || kept !== whole) lost.push(`${name}: ${component}`)
      }
      for (const [path, methods] of Object.entries(part.paths))
        for (const [method, operation] of Object.entries(methods)) {
          if (operation !== document.paths[path]![method as 'get']) lost.push(`${method} ${path}`)
          operations++
        }
      // The page of an operation loads both. This is the larger of the encodings.
      if (indexSize + sizeOf(part) > PAGE_BYTES_MAX) large.push(name)
    }
    expect({ lost, large }).toEqual({ lost: [], large: [] })
    expect(operations).toBe(index.operations.length)
  })
})

describe('the catalogue of errors', () => {
  it('says of every code what it means and what to do', async () => {
    const answer = await get('/api/docs/errors.json')
    const entries = answer.json() as { code: string }[]
    const of = (code: string) => entries.find((entry) => entry.code === code)
    expect(of('TIRED')).toEqual({
      code: 'TIRED',
      status: 503,
      meaning: 'Too tired to answer.',
      advice: 'Let it sleep.',
      pipeline: false,
      transport: false,
      operations: ['system.ping'],
    })
    expect(of('BORED')).toMatchObject({
      meaning: 'Bored by {by}.',
      advice: 'Tell it something else.',
    })
    expect(of('METHOD_NOT_ALLOWED')).toMatchObject({ status: 405, transport: true, operations: [] })
  })

  it('has a meaning in words and an advice for every code of the bank', () => {
    const entries = listCatalogue(describeForTests())
    expect(entries.length).toBeGreaterThan(200)
    for (const { code, meaning, advice } of entries) {
      expect(meaning, code).toMatch(/^\S.*[.!?}]$/s)
      expect(advice, code).toMatch(/^[A-Z].* .*\.$/)
    }
  })
})

describe('the page of an error', () => {
  it('says what to do, as text, and a browser is led to the list', async () => {
    const answer = await get('/api/docs/errors/BORED', { accept: '*/*' })
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(answer.body).toBe(
      '# BORED\n\nHTTP status 409. Bored by {by}.\n\n## What to do\n\nTell it something else.\n\n' +
        'These operations may answer it: `system.ping`.\n',
    )
    const shown = await get('/api/docs/errors/BORED', { accept: 'text/html,*/*' })
    expect([shown.statusCode, shown.headers.location]).toEqual([302, '/api/docs/errors#BORED'])
    // Where there is no page to lead to, a browser gets the text as well.
    const unbuilt = { url: '/api/docs/errors/BORED', headers: { accept: 'text/html' } }
    expect((await bare.inject(unbuilt)).body).toBe(answer.body)
    expect((await get('/api/docs/errors/NONE')).statusCode).toBe(404)
  })

  it('is where every error leads', async () => {
    for (const [method, url, code] of [
      ['GET', '/nowhere', 'NOT_FOUND'],
      ['POST', '/api/ping', 'METHOD_NOT_ALLOWED'],
      ['GET', '/%zz', 'INVALID_REQUEST'],
    ] as const) {
      const { headers } = await app.inject({ method, url })
      expect(headers.link).toBe(`</api/docs/errors/${code}>; rel="help"`)
      expect((await get(`/api/docs/errors/${code}`)).statusCode).toBe(200)
    }
    expect((await get('/api/ping')).headers).not.toHaveProperty('link')
  })

  it('is there for every code of the bank, and says what to do next', async () => {
    const whole = await serve(undefined, describeForTests())
    const entries = listCatalogue(describeForTests())
    expect(entries.length).toBeGreaterThan(200)
    for (const { code, status, advice } of entries) {
      const answer = await whole.inject(`/api/docs/errors/${code}`)
      expect(answer.statusCode, code).toBe(200)
      expect(answer.body).toContain(`# ${code}\n\nHTTP status ${status}. `)
      expect(answer.body).toContain(`## What to do\n\n${advice}\n`)
    }
    await whole.close()
  })
})

describe('the index for models', () => {
  const linksOf = (text: string): string[] =>
    [...text.matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(([, url]) => url!)

  it('has the form of llmstxt.org', async () => {
    const { headers, body } = await get('/llms.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const [title, quote, text, ...sections] = body.trim().split('\n\n')
    expect(title).toBe('# Florin')
    expect(quote).toMatch(/^> A multi-asset core bank/)
    expect(text).toContain('`https://bank.test/mcp`')
    const headings = sections.filter((_part, index) => index % 2 === 0)
    expect(headings).toEqual([
      '## Interfaces',
      '## Operations: Operations',
      '## Operations: Protocols',
      '## Guides',
      '## Optional',
    ])
    // A section has links and nothing else.
    for (const list of sections.filter((_part, index) => index % 2 === 1))
      expect(linksOf(list)).toHaveLength(list.split('\n').length)
    expect(linksOf(body)).toEqual(
      expect.arrayContaining([
        'https://bank.test/api/openapi.json',
        'https://bank.test/api/docs/domains/system.json',
        'https://bank.test/api/docs/guides/webhooks.md',
      ]),
    )
  })

  it('has the guides behind it in the full text, and each as Markdown', async () => {
    const { body } = await get('/llms-full.txt')
    expect(body).toBe(
      `${(await get('/llms.txt')).body}\n# Webhooks\n\nThey come.\n\n# Nodes\n\nThey go.\n`,
    )
    const guide = await get('/api/docs/guides/webhooks.md')
    expect(guide.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(guide.body).toBe('# Webhooks\n\nThey come.\n')
    expect((await get('/api/docs/guides/other.md')).statusCode).toBe(404)
  })

  it('lists no guide where none is built', async () => {
    const { body } = await bare.inject('/llms.txt')
    expect(body).toContain('## Interfaces')
    expect(body).not.toContain('guides/')
  })
})

describe('GET /api/docs', () => {
  it.each([
    '/api/docs',
    '/api/docs/',
    '/api/docs/errors',
    '/api/docs/domains/system',
    '/api/docs/changelog',
    '/api/docs/guides/webhooks',
  ])('%s is a page, under a policy without exceptions', async (url) => {
    const page = await get(url)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toMatch(/unsafe|http/)
    expect(page.body).toBe('<title>The reference</title>')
  })

  it('has a page for each operation, and none for others', async () => {
    expect((await get('/api/docs/operations/system.ping')).statusCode).toBe(200)
    const lost = [
      'nothing',
      'operations/system.pong',
      'operations/',
      'domains/other',
      'guides/other',
      'operations/system.ping/more',
      'reference.html',
      '..%2f..%2fpackage.json',
    ]
    for (const url of lost.map((name) => `/api/docs/${name}`)) {
      const answer = await get(url)
      expect(answer.statusCode, url).toBe(404)
      expect(answer.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
      expect(answer.headers['x-request-id']).toBe(answer.json().request_id)
    }
    // A browser shows the page that says so.
    const shown = await get('/api/docs/operations/system.pong', { accept: 'text/html,*/*' })
    expect([shown.statusCode, shown.body]).toEqual([404, '<title>The reference</title>'])
    const posted = await app.inject({ method: 'POST', url: '/api/docs' })
    expect(posted.statusCode).toBe(405)
  })

  it('says how to build it where it is not built', async () => {
    for (const url of ['/', '/api/docs', '/api/docs/operations/system.ping']) {
      const page = await bare.inject(url)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('npm run build')
      expect(page.body).toContain('/api/openapi.json')
    }
    expect((await bare.inject('/api/docs/nothing')).statusCode).toBe(404)
  })
})

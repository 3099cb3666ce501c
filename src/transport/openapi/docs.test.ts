// The description and its page as the server gives them out.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { declare } from '../../../test/harness/describe.ts'
import { defineOperation } from '../../operation/operation.ts'
import { makeRegistry } from '../../operation/registry.ts'
import { MemoryLimiter } from '../../platform/limiter.ts'
import { makeServer } from '../rest/server.ts'
import { serveOpenApi } from './docs.ts'

const ping = defineOperation({
  name: 'system.ping',
  kind: 'query',
  summary: 'Answers.',
  auth: 'public',
  input: Type.Object({}),
  output: Type.Object({ pong: Type.Boolean() }),
  errors: [],
  rest: [{ route: 'GET /api/ping', envelope: 'bare' }],
  handler: () => ({ pong: true }),
})
const registry = makeRegistry([
  declare({ name: 'system', summary: 'The service.', operations: [ping] }),
])

let app: FastifyInstance
let addressesAsked = 0
beforeAll(async () => {
  app = makeServer({
    registry,
    run: async () => ({ output: { pong: true }, replayed: false }),
    log: pino({ level: 'silent' }),
    clock: systemClock,
    authenticate: () => undefined,
    limits: { limiter: new MemoryLimiter(), known: [], users: [], strangers: [] },
    trustedProxies: [],
    isReady: () => true,
    onFinished: () => {},
    baseUrl: () => 'https://bank.test',
  })
  serveOpenApi(app, registry, () => {
    addressesAsked++
    return 'https://bank.test'
  })
  await app.ready()
})
afterAll(() => app.close())

const get = (url: string) => app.inject({ method: 'GET', url })

describe('GET /api/openapi.json', () => {
  it('gives the description, made once', async () => {
    const first = await get('/api/openapi.json')
    const second = await get('/api/openapi.json')
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(first.json()).toMatchObject({
      openapi: '3.0.0',
      servers: [{ url: 'https://bank.test' }],
      paths: { '/api/ping': { get: { operationId: 'system.ping' } } },
    })
    expect(second.body).toBe(first.body)
    expect(addressesAsked).toBe(1)
  })
})

describe('GET /api/docs', () => {
  it('is a page of our own host alone, under a policy that says so', async () => {
    const page = await get('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'self';")
    expect(page.body).toContain('<title>Florin API</title>')
    expect(page.body).not.toMatch(/https?:\/\//)
  })

  it('finds everything that it asks for', async () => {
    const page = await get('/api/docs')
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
    expect(assets.length).toBeGreaterThan(4)
    for (const asset of assets) expect((await get(asset)).statusCode, asset).toBe(200)
  })

  it('describes the server that it came from, whatever its name', async () => {
    const description = await get('/api/docs/json')
    expect(description.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(description.json()).toMatchObject({ openapi: '3.0.0', servers: [{ url: '/' }] })
  })

  it('asks nobody else whether the description is valid', async () => {
    const script = await get('/api/docs/static/swagger-initializer.js')
    expect(script.body).toContain('validatorUrl: null')
  })

  it('leaves what is not there to our own envelope', async () => {
    const lost = ['nothing', 'yaml', 'static/', 'static/no.js', 'static/..%2f..%2fpackage.json']
    for (const url of lost.map((name) => `/api/docs/${name}`)) {
      const answer = await get(url)
      expect(answer.statusCode, url).toBe(404)
      expect(answer.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
      expect(answer.headers['x-request-id']).toBe(answer.json().request_id)
    }
    const posted = await app.inject({ method: 'POST', url: '/api/docs' })
    expect(posted.statusCode).toBe(405)
  })
})

// What callers and probes get while the bank is starting or without its database: an outage is not counted against any
// limit, and a probe waits for no limiter.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { declare } from '../../../test/harness/describe.ts'
import { systemClock } from '../../kernel/clock.ts'
import { anonymousCaller, type Caller } from '../../operation/caller.ts'
import { defineOperation } from '../../operation/operation.ts'
import { makeRegistry } from '../../operation/registry.ts'
import { type Limiter, MemoryLimiter, type Window } from '../../platform/limiter.ts'
import { addProbes } from './health.ts'
import { makeServer } from './server.ts'

const open = defineOperation({
  name: 'open.get',
  kind: 'query',
  summary: 'For all callers.',
  auth: 'public',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: [],
  rest: [{ route: 'GET /api/open', envelope: 'bare' }],
  handler: () => ({}),
})
const registry = makeRegistry([declare({ name: 'open', operations: [open] })])

const LIMIT = 2
const windows: Window[] = [{ limit: LIMIT, seconds: 60 }]

let app: FastifyInstance
let limiter: Limiter
let isReady: boolean
let isDown: boolean
let isDraining: boolean
let reports: number
/** What the lookup of a bearer, or the operation, meets. */
let failure: Error | undefined

const refused = (): Error => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

beforeEach(() => {
  limiter = new MemoryLimiter()
  isReady = true
  isDown = isDraining = false
  reports = 0
  failure = undefined
  app = makeServer({
    registry,
    run: async () => {
      if (failure) throw failure
      return { output: {}, replayed: false }
    },
    log: pino({ level: 'silent' }),
    clock: systemClock,
    authenticate: async (bearer, address): Promise<Caller> => {
      if (failure) throw failure
      return {
        ...anonymousCaller(address),
        user: bearer,
        credential: { kind: 'login', id: bearer },
      }
    },
    limits: {
      limiter: { take: (...args) => limiter.take(...args) },
      current: () => ({ known: windows, users: [], strangers: windows }),
    },
    database: {
      get isDown() {
        return isDown
      },
      report: () => void reports++,
    },
    trustedProxies: [],
    isReady: () => isReady,
    isDraining: () => isDraining,
    onFinished: () => {},
    baseUrl: () => 'https://bank.test',
  })
  addProbes(app, {
    isStarted: () => isReady,
    isDraining: () => isDraining,
    isDatabaseUp: async () => !isDown,
    metrics: { contentType: 'text/plain', render: async () => '' },
    metricsFor: 'all',
    recognize: async () => undefined,
  })
})
afterEach(() => app.close())

const call = (url: string, bearer?: string) =>
  app.inject({ url, headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` } })

/** More calls than the limit. */
async function callOften(url: string, bearer?: string) {
  const answers = []
  for (let calls = 0; calls < LIMIT + 2; calls++) answers.push(await call(url, bearer))
  return answers
}

describe('an outage of the database', () => {
  it('is 503 however often a caller asks whose credential cannot be looked up', async () => {
    failure = refused()
    for (const answer of await callOften('/api/open', 'anna')) {
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } })
      expect(answer.headers).toMatchObject({
        'retry-after': '1',
        'x-ratelimit-remaining': expect.any(String) as string,
      })
    }
    expect(reports).toBe(LIMIT + 2)
    // None of these calls was counted, neither as the caller's nor as those of the address.
    failure = undefined
    for (const bearer of ['anna', undefined]) {
      const statuses = (await callOften('/api/open', bearer)).map(({ statusCode }) => statusCode)
      expect(statuses).toEqual([200, 200, 429, 429])
    }
  })

  it('is 503 for anonymous callers, too', async () => {
    failure = refused()
    isDown = true
    for (const answer of await callOften('/api/open')) expect(answer.statusCode).toBe(503)
  })

  it('is answered only if it is one: other refusals are counted', async () => {
    failure = new Error('a defect')
    const statuses = (await callOften('/api/open', 'anna')).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([500, 500, 429, 429])
    expect(reports).toBe(0)
  })
})

describe('a start', () => {
  it('is 503 however often a caller asks', async () => {
    isReady = false
    for (const answer of await callOften('/api/open')) expect(answer.statusCode).toBe(503)
  })
})

describe('a bank that drains', () => {
  it('is not ready, still answers, and asks clients to leave their connections', async () => {
    isDraining = true
    const ready = await call('/health/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ message: expect.stringMatching(/stopping/) as string })
    expect((await call('/health/live')).statusCode).toBe(200)
    const answer = await call('/api/open', 'anna')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.connection).toBe('close')
  })
})

describe('a probe', () => {
  it('has no limit', async () => {
    for (const path of ['/health/live', '/health/ready'])
      for (const answer of await callOften(path)) expect(answer.statusCode).toBe(200)
  })

  it('is not the metrics, whose token could be guessed', async () => {
    const statuses = (await callOften('/metrics')).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  it('waits for no limiter', async () => {
    limiter = { take: () => new Promise(() => {}) }
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await call(path)
      expect(answer.statusCode).toBe(200)
      // Headers of limits are on every answer.
      expect(answer.headers).toHaveProperty('x-ratelimit-limit')
    }
  })
})

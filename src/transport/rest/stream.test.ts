// What a client of a stream gets while the bank cannot serve it: a standard EventSource gives up for good at any status
// but 200.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { EventSource } from 'eventsource'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { declare } from '../../../test/harness/describe.ts'
import { systemClock } from '../../kernel/clock.ts'
import { anonymousCaller, type Caller } from '../../operation/caller.ts'
import { Unauthenticated } from '../../operation/error.ts'
import type { FinishedCall } from '../../operation/finished-call.ts'
import { KeepAlive } from '../../operation/keep-alive.ts'
import { defineOperation, defineSubscription } from '../../operation/operation.ts'
import { makeRegistry } from '../../operation/registry.ts'
import { MemoryLimiter } from '../../platform/limiter.ts'
import { Admission } from './admission.ts'
import { makeServer, portOf } from './server.ts'

const Item = Type.Object({ id: Type.String(), event_type: Type.String() })

async function* items() {
  yield new KeepAlive('place_1')
  yield { id: 'place_2', event_type: 'news' }
}

const follow = defineSubscription({
  name: 'news.follow',
  summary: 'One item.',
  auth: 'public',
  input: Type.Object({ after: Type.Optional(Type.String()) }),
  output: Item,
  errors: [],
  rest: [{ route: 'GET /api/news/stream', envelope: 'stream' }],
  handler: async () => items(),
})
const tail = defineSubscription({
  ...follow,
  name: 'news.tail',
  input: Type.Object({}),
  rest: [{ route: 'GET /api/news/tail', envelope: 'stream' }],
  handler: async () => items(),
})
const list = defineOperation({
  name: 'news.list',
  kind: 'query',
  summary: 'All items.',
  auth: 'public',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: [],
  rest: [{ route: 'GET /api/news', envelope: 'bare' }],
  handler: () => ({}),
})
const registry = makeRegistry([declare({ name: 'news', operations: [follow, tail, list] })])

let app: FastifyInstance
let url: string
let isReady: boolean
let isOverloaded: boolean
let isRefused: boolean
let inputs: unknown[]
let finished: FinishedCall[]

beforeEach(async () => {
  isReady = true
  isOverloaded = isRefused = false
  inputs = []
  finished = []
  const admission = new Admission({ underWayMin: 1 })
  admission.isFull = () => isOverloaded
  app = makeServer({
    registry,
    run: async (op, { input }) => {
      if (isRefused) throw Unauthenticated({})
      inputs.push(input)
      return { output: await op.handler(input, undefined as never, undefined), replayed: false }
    },
    admission,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    authenticate: (user, address): Caller => ({ ...anonymousCaller(address), user }),
    limits: {
      limiter: new MemoryLimiter(),
      current: () => ({ known: [], users: [], strangers: [{ limit: 3, seconds: 60 }] }),
    },
    trustedProxies: [],
    isReady: () => isReady,
    onFinished: (call) => void finished.push(call),
    baseUrl: () => 'https://bank.test',
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${portOf(app)}/api/news`
})
afterEach(() => app.close())

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url + path, { headers: { Accept: 'text/event-stream', ...headers } })

describe('a stream that cannot be served now', () => {
  it.each<[string, () => void, string]>([
    ['starts', () => (isReady = false), 'UNAVAILABLE'],
    ['is overloaded', () => (isOverloaded = true), 'OVERLOADED'],
  ])('ends at once, and says when to come back, while the bank %s', async (_what, set, code) => {
    set()
    // More often than the limit of strangers allows, at which they would get 429.
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/stream')))
    const waits = new Set<number>()
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const [, ms] = /^retry: (\d+)\n: .+\n\n$/.exec(await answer.text())!
      waits.add(Number(ms))
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000)
    expect(Math.max(...waits)).toBeLessThan(3_000)
    // They do not all come back at once.
    expect(waits.size).toBeGreaterThan(1)
    // Operators see what happened.
    expect(finished.map(({ status, errorCode }) => [status, errorCode])).toEqual(
      answers.map(() => [503, expect.stringContaining(code)]),
    )
  })

  it('is refused with 503 to clients that do not ask for a stream, like other calls', async () => {
    isReady = false
    expect((await ask('/stream', { Accept: '*/*' })).status).toBe(503)
    expect((await ask('')).status).toBe(503)
  })

  it('is refused for good where waiting does not help', async () => {
    isRefused = true
    expect((await ask('/stream')).status).toBe(401)
  })

  it('is opened again by an EventSource, from the place where the first one began', async () => {
    isReady = false
    const source = new EventSource(`${url}/stream`)
    await new Promise((resolve) => source.addEventListener('error', resolve))
    expect(source.readyState).toBe(source.CONNECTING)
    isReady = true
    const { lastEventId } = await new Promise<MessageEvent>((resolve) =>
      source.addEventListener('news', resolve),
    )
    expect(lastEventId).toBe('place_2')
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }))
    source.close()
    expect(inputs.slice(0, 2)).toEqual([{}, { after: 'place_2' }])
  })
})

describe('Last-Event-ID', () => {
  it('is the place to resume from, and ignored by a stream that cannot resume', async () => {
    await (await ask('/stream', { 'Last-Event-ID': 'place_1' })).text()
    await (await ask('/tail', { 'Last-Event-ID': 'place_1' })).text()
    expect(inputs).toEqual([{ after: 'place_1' }, {}])
  })

  it('is sent to clients before the first event', async () => {
    expect(await (await ask('/stream')).text()).toMatch(
      /^retry: \d+\n\n: still here\nid: place_1\n\nid: place_2\nevent: news\n/,
    )
  })
})

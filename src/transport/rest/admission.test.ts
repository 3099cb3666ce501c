// Tests overload: at a server of two operations over HTTP, whose calls are in progress until the test ends them, and at
// the clock of the bound itself.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { declare } from '../../../test/harness/describe.ts'
import { systemClock } from '../../kernel/clock.ts'
import { type Caller, anonymousCaller } from '../../operation/caller.ts'
import { defineOperation } from '../../operation/operation.ts'
import { makeRegistry } from '../../operation/registry.ts'
import { MemoryLimiter } from '../../platform/limiter.ts'
import { Admission } from './admission.ts'
import { makeServer, portOf } from './server.ts'

const BOUND = 3

const work = defineOperation({
  name: 'work.do',
  kind: 'query',
  summary: 'Takes as long as the test wants.',
  auth: 'public',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: [],
  rest: [{ route: 'POST /api/work', envelope: 'bare' }],
  handler: () => ({}),
})
const health = defineOperation({
  ...work,
  name: 'work.health',
  rest: [{ route: 'GET /api/health', envelope: 'bare', alwaysAnswered: true }],
})
const registry = makeRegistry([declare({ name: 'work', operations: [work, health] })])

const callerOf = (user: string, address: string): Caller => ({
  user,
  scopes: new Set(user === 'operator' ? ['admin'] : []),
  environment: 'live',
  address,
})

let app: FastifyInstance
let url: string
/** Ends the calls in progress, the oldest first. */
let underWay: (() => void)[]
/** Notified whenever a call begins. */
let onBegin: () => void
/** Ends the lookups of slow credentials. */
let lookups: (() => void)[]

beforeEach(async () => {
  underWay = []
  lookups = []
  onBegin = () => {}
  app = makeServer({
    registry,
    run: async (op) => {
      if (op.name === 'work.do')
        await new Promise<void>((resolve) => {
          underWay.push(resolve)
          onBegin()
        })
      return { output: {}, replayed: false }
    },
    admission: new Admission({ underWayMin: BOUND }),
    log: pino({ level: 'silent' }),
    clock: systemClock,
    authenticate: (bearer, address) =>
      bearer.startsWith('slow')
        ? new Promise((resolve) => {
            lookups.push(() => resolve(callerOf(bearer, address)))
            onBegin()
          })
        : callerOf(bearer, address),
    limits: {
      limiter: new MemoryLimiter(),
      current: () => ({ known: [], users: [], strangers: [] }),
    },
    trustedProxies: [],
    isReady: () => true,
    onFinished: () => {},
    baseUrl: () => 'https://bank.test',
  })
  app.get('/health/live', { config: { isProbe: true } }, () => ({ status: 'ok' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${portOf(app)}`
})
afterEach(async () => {
  letGo(underWay.length)
  await app.close()
})

const letGo = (count: number): void => {
  for (const end of underWay.splice(0, count)) end()
}

const send = (user: string): Promise<Response> =>
  fetch(`${url}/api/work`, { method: 'POST', headers: { Authorization: `Bearer ${user}` } })

/** Sends a call that is admitted, and returns its pending answer once it is in progress. */
async function begin(user: string): Promise<{ readonly answer: Promise<Response> }> {
  const begun = new Promise<void>((resolve) => {
    onBegin = resolve
  })
  const answer = send(user)
  await begun
  return { answer }
}

/** Sends as many calls as one caller may have in progress. */
async function fill(user: string): Promise<{ readonly answers: readonly Promise<Response>[] }> {
  const answers: Promise<Response>[] = []
  for (let number = 0; number < BOUND; number++) answers.push((await begin(user)).answer)
  return { answers }
}

describe('an overloaded bank', () => {
  it('rejects with 503 and Retry-After, and admits calls again by itself', async () => {
    const { answers: taken } = await fill('anna')
    const refused = await send('anna')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).toBe('1')
    expect(await refused.json()).toMatchObject({
      success: false,
      error: { code: 'OVERLOADED' },
      request_id: refused.headers.get('X-Request-ID'),
    })
    expect(underWay).toHaveLength(BOUND)

    letGo(1)
    expect((await taken[0]!).status).toBe(200)
    const { answer } = await begin('anna')
    letGo(BOUND)
    const answers = await Promise.all([...taken, answer])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  it('does not let one caller starve the others', async () => {
    await fill('anna')
    const { answer } = await begin('bob')
    expect((await send('anna')).status).toBe(503)
    // Of three calls Bob may have as many as Anna, rounded up; then he is refused as well.
    await begin('bob')
    expect((await send('bob')).status).toBe(503)
    letGo(underWay.length)
    expect((await answer).status).toBe(200)
  })

  it('has a last bound, however many callers there are', async () => {
    await fill('anna')
    for (const user of ['bob', 'carl', 'dora']) await begin(user)
    expect((await send('emil')).status).toBe(503)
    expect(underWay).toHaveLength(2 * BOUND)
  })

  it('still answers operators, probes and health', async () => {
    await fill('anna')
    for (const user of ['bob', 'carl', 'dora']) await begin(user)
    const { answer } = await begin('operator')
    for (const path of ['/health/live', '/api/health'])
      expect((await fetch(url + path)).status).toBe(200)
    letGo(underWay.length)
    expect((await answer).status).toBe(200)
  })

  it('looks up no more credentials than it can take calls', async () => {
    const { answers: taken } = await fill('slow')
    const refused = await send('anybody')
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: { code: 'OVERLOADED' } })
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    for (const found of lookups) found()
    // They are in progress one after the other now, as many as one caller may have.
    while (underWay.length < BOUND)
      await new Promise<void>((resolve) => {
        onBegin = resolve
      })
    letGo(BOUND)
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(lookups).toHaveLength(BOUND)
  })
})

describe('the bound', () => {
  it('is the number of calls that the bank answers in half a second', async () => {
    let now = 0
    const admission = new Admission({ underWayMin: BOUND, now: () => now })
    const run = admission.count(async () => ({ output: {}, replayed: false }))
    const answer = () =>
      run(work, { caller: anonymousCaller('10.0.0.1'), input: {}, requestId: 'r' })
    expect(admission.bound).toBe(BOUND)
    for (let second = 0; second < 5; second++)
      for (let count = 0; count < 640; count++) {
        now += 1000 / 640
        await answer()
      }
    expect(admission.bound).toBeGreaterThan(310)
    expect(admission.bound).toBeLessThan(330)

    // A bank that has become ten times slower has the smaller bound soon after.
    for (let count = 0; count < 128; count++) {
      now += 1000 / 64
      await answer()
    }
    expect(admission.bound).toBeLessThan(50)
  })
})

describe('refusals', () => {
  it('leave most of the time for the admitted calls', async () => {
    let now = 0
    let answered = 0
    const admission = new Admission({ underWayMin: BOUND, now: () => now })
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    for (let count = 0; count < 100; count++)
      admission.refuse(() => {
        answered++
        now += 0.5
      })
    expect(answered).toBe(0)
    await turn()
    // A millisecond in any case, or a tenth of the time since the last turn.
    expect(answered).toBe(2)
    now += 50
    await turn()
    expect(answered).toBe(2 + 10)
    for (let turns = 0; turns < 100; turns++) await turn()
    expect(answered).toBe(100)
  })
})

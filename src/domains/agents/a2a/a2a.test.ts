// Tasks through HTTP, jobs and PostgreSQL: each runs its operation once; every state and every
// forbidden step; recovery after a crash.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { registerAgent, signIn, type TestAgent } from '../agents/test-support.ts'
import { type TaskAction, taskLife, type TaskState } from './life-cycle.ts'
import type { Performer } from './ports.ts'
import { TaskRunner } from './runner.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { Type } from 'typebox'
import { AppError, Invalid, NotFound, RequestInProgress } from '../../../operation/error.ts'

let bank: Bank
let database: Database
let person: Person
let agent: TestAgent
let account: string

beforeAll(async () => {
  bank = await startBank()
  database = openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
  person = await bank.person()
  agent = await registerAgent(bank, person)
  const opened = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Trading', initial_balance: 100_000 },
    person,
  )
  account = opened.body.data.uuid
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

const order = () => ({
  account_uuid: account,
  type: 'buy',
  order_type: 'limit',
  base_currency: 'EUR',
  quote_currency: 'USD',
  amount: '10',
  price: '1.00',
})

const send = (input: object, more: object = {}, by: object = person): Promise<Answer> =>
  bank.call(
    'POST /api/agent-protocol/tasks/send',
    { sender_did: agent.did, skill_id: 'trading', input, ...more },
    by,
  )
const get = async (id: string) =>
  (await bank.call(`GET /api/agent-protocol/tasks/${id}`, undefined, person)).body.data
const act = (id: string, action: string, body: object = {}, by: Person = person) =>
  bank.call(`POST /api/agent-protocol/tasks/${id}/${action}`, body, by)
const reach = async (id: string, state: TaskState) => {
  await expect.poll(async () => (await get(id)).state, { timeout: 120_000 }).toBe(state)
  return get(id)
}
const ordersOf = async (): Promise<number> =>
  (await bank.sql('select id from exchange.orders where account_id = $1', [account])).length

function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
}

describe('a2a.card', () => {
  it('lists exactly the skills that the bank has operations for', async () => {
    const { body } = await bank.call('GET /.well-known/agent.json')
    const has = (name: string) => bank.app.registry.operations.some((op) => op.name === name)
    const expected = [
      ['payment', 'agent_payment.initiate'],
      ['escrow', 'escrow.create'],
      ['sms', 'sms.send'],
      ['trading', 'exchange.trade'],
    ].flatMap(([id, operation]) => (has(operation!) ? [id] : []))
    expect(body.skills.map((skill: { id: string }) => skill.id)).toEqual(expected)
    expect(expected).toContain('trading')
    expect(body).toMatchObject({
      name: 'Florin',
      url: `${bank.url}/api/agent-protocol/a2a`,
      version: '1.0.0',
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
      authentication: { schemes: ['bearer', 'apiKey'] },
    })
    // Every scheme that is required is described, in the forms of both versions.
    for (const way of body.security) expect(body.securitySchemes).toHaveProperty(Object.keys(way))
    expect(body.securityRequirements.map((way: { schemes: object }) => way.schemes)).toEqual([
      { bearer: { list: [] } },
      { agentSession: { list: [] } },
    ])
    expect(body.securitySchemes.bearer).toMatchObject({
      type: 'http',
      scheme: 'bearer',
      httpAuthSecurityScheme: { scheme: 'bearer' },
    })
    const trading = body.skills.find((skill: { id: string }) => skill.id === 'trading')
    expect(trading.inputSchema.required).toContain('order_type')
    // A validator refuses a card in which two schemas have the same id.
    expect(JSON.stringify(body)).not.toContain('"$id"')
    expect((await bank.call('GET /.well-known/agent-card.json')).body).toEqual(body)
  })

  it('names only interfaces that answer', async () => {
    const { body } = await bank.call('GET /.well-known/agent-card.json')
    const methods: Record<string, string> = { '0.3': 'tasks/get', '1.0': 'GetTask' }
    expect(body.supportedInterfaces).toHaveLength(2)
    for (const { url, protocolBinding, protocolVersion } of body.supportedInterfaces) {
      expect(protocolBinding).toBe('JSONRPC')
      const call = { jsonrpc: '2.0', id: 1, method: methods[protocolVersion], params: { id: 'x' } }
      const answer = await bank.call(`POST ${new URL(url).pathname}`, call, person)
      expect(answer.body).toMatchObject({ id: 1, error: { code: -32001 } })
    }
    for (const { url } of body.additionalInterfaces) expect(url).toBe(body.url)
  })
})

describe('task.send', () => {
  it('runs the operation and returns its output', async () => {
    const before = await ordersOf()
    const { status, body } = await send(order(), { metadata: { note: 'mine' } })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      sender_did: agent.did,
      skill_id: 'trading',
      state: 'submitted',
      input: order(),
      output: null,
      error: null,
      metadata: { note: 'mine' },
    })
    const done = await reach(body.data.id, 'completed')
    expect(done.output).toMatchObject({ order_id: expect.any(String) })
    expect(await ordersOf()).toBe(before + 1)
    const emitted = await bank.sql<{ data: { from: string; to: string } }>(
      `select data from platform.events
       where type = 'task.state_changed' and data->>'task_id' = $1 and user_uuid = $2
       order by position`,
      [body.data.id, person.uuid],
    )
    expect(emitted.map(({ data }) => [data.from, data.to])).toEqual([
      [null, 'submitted'],
      ['submitted', 'working'],
      ['working', 'completed'],
    ])
  })

  it('fails with the error of the operation', async () => {
    const { body } = await send({ ...order(), account_uuid: randomUUID() })
    const task = await reach(body.data.id, 'failed')
    expect(task.error).toMatchObject({ code: 'NOT_FOUND', message: expect.any(String) })
  })

  it('runs with the permissions of its sender only', async () => {
    const permissions = ['read', 'write']
    const key = await bank.call('POST /api/v2/api-keys', { name: 'Key', permissions }, person)
    const { body } = await send(order(), {}, { token: key.body.data.api_key })
    await reach(body.data.id, 'completed')
    // The exchange is for users; an agent's own session is not one.
    const own = await send(order(), {}, { headers: await signIn(bank, agent) })
    expect((await reach(own.body.data.id, 'failed')).error.code).toBe('UNAUTHORIZED')
  })

  it('rejects unknown skills and senders', async () => {
    expectRefused(await send(order(), { skill_id: 'compliance' }), 422, 'VALIDATION_ERROR')
    expectRefused(await send(order(), { sender_did: 'nonsense' }), 400, 'INVALID_DID')
    expectRefused(await send(order(), {}, await bank.person()), 403, 'FORBIDDEN')
    const tired = await registerAgent(bank, person)
    const rest = { status: 'inactive' }
    await bank.call(`PUT /api/agent-protocol/agents/${tired.did}/status`, rest, person)
    expectRefused(await send(order(), { sender_did: tired.did }), 400, 'AGENT_NOT_ACTIVE')
  })
})

describe('input-required', () => {
  it('names the missing input, accepts it, and continues', async () => {
    const { amount: _left, ...incomplete } = order()
    const { body } = await send(incomplete)
    const asking = await reach(body.data.id, 'input-required')
    expect(asking.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: { amount: ['The amount field is required.'] },
    })
    const answered = await act(body.data.id, 'input', { input: { amount: '-1' } })
    expect(answered.body.data).toMatchObject({ state: 'working', error: null })
    await reach(body.data.id, 'input-required')
    await act(body.data.id, 'input', { input: { amount: '12' } })
    const done = await reach(body.data.id, 'completed')
    expect(done.input).toEqual({ ...order(), amount: '12' })
    expect(done.error).toBeNull()
  })

  it('can be canceled instead', async () => {
    const { body } = await send({})
    await reach(body.data.id, 'input-required')
    expect((await act(body.data.id, 'cancel')).body.data.state).toBe('canceled')
    expectRefused(await act(body.data.id, 'cancel'), 422, 'TASK_STATE_CONFLICT')
  })

  it('fails when no input arrives for a week', async () => {
    const { body } = await send({})
    await reach(body.data.id, 'input-required')
    await bank.sql(
      `update a2a.tasks set updated_at = updated_at - interval '8 days' where id = $1`,
      [body.data.id],
    )
    expect(bank.getJob('a2a.sweep').cron).toBe('* * * * *')
    await bank.runJob('a2a.sweep')
    expect(await get(body.data.id)).toMatchObject({ state: 'failed', error: { code: 'TIMED_OUT' } })
  })
})

describe('a text message', () => {
  const text = () => ({ to: '+37060012345', message: `Hello ${randomUUID()}` })
  const countMessages = async (): Promise<number> =>
    (await bank.sql<{ n: number }>('select count(*)::int as n from sms.messages'))[0]!.n
  const proofOf = (asked: { challenge_id: string }, spt: string): string => {
    const { challenge_id } = asked
    const credential = { challenge_id, rail: 'stripe', proof_of_payment: { spt } }
    return `Payment ${Buffer.from(JSON.stringify(credential)).toString('base64url')}`
  }

  it.each(['owner', 'agent'] as const)(
    'is sent once, and only after payment: requested by the %s',
    async (by) => {
      const as = by === 'owner' ? person : { headers: await signIn(bank, agent) }
      const before = await countMessages()
      const { body } = await send(text(), { skill_id: 'sms' }, as)
      const asking = await reach(body.data.id, 'input-required')
      expect(asking.error).toMatchObject({
        code: 'PAYMENT_REQUIRED',
        payment: { challenge: { resource_id: 'POST:api/v1/sms/send' }, pricing: { parts: 1 } },
      })
      expect(await countMessages()).toBe(before)
      // An invented proof does not pay for it.
      await act(body.data.id, 'input', { input: { payment_authorization: 'Payment abc' } })
      const still = await reach(body.data.id, 'input-required')
      expect(still.error.code).toBe('PAYMENT_REQUIRED')
      expect(await countMessages()).toBe(before)
      const proof = proofOf(still.error.payment, `spt_a2a_${by}_0001`)
      await act(body.data.id, 'input', { input: { payment_authorization: proof } })
      const done = await reach(body.data.id, 'completed')
      expect(done.output).toMatchObject({ message_id: expect.stringMatching(/^sms_/), parts: 1 })
      expect(await countMessages()).toBe(before + 1)
      const [payment] = await bank.sql<{ n: number }>(
        'select count(*)::int as n from sms.messages where payment_receipt is not null',
      )
      expect(payment!.n).toBeGreaterThan(0)
      // The same proof pays for no other message.
      const other = await send({ ...text(), payment_authorization: proof }, { skill_id: 'sms' }, as)
      const refused = await reach(other.body.data.id, 'input-required')
      expect(refused.error.code).toBe('PAYMENT_REQUIRED')
      expect(await countMessages()).toBe(before + 1)
    },
  )
})

describe('task.list', () => {
  it('filters by sender and state; other callers see nothing', async () => {
    const second = await registerAgent(bank, person)
    const { body } = await send({}, { sender_did: second.did })
    await reach(body.data.id, 'input-required')
    const list = async (query: string, by: object = person) =>
      (await bank.call(`GET /api/agent-protocol/tasks?${query}`, undefined, by)).body.data
    const ids = (tasks: { id: string }[]) => tasks.map(({ id }) => id)
    expect(ids(await list(`sender_did=${second.did}`))).toEqual([body.data.id])
    expect(await list(`sender_did=${second.did}&state=completed`)).toEqual([])
    expect(await list('limit=2')).toHaveLength(2)
    expect(ids(await list('', { headers: await signIn(bank, second) }))).toEqual([body.data.id])
    const other = await bank.person()
    expect(await list('', other)).toEqual([])
    expectRefused(await act(body.data.id, 'cancel', {}, other), 404, 'NOT_FOUND')
    expectRefused(await act(body.data.id, 'input', { input: {} }, other), 404, 'NOT_FOUND')
    const path = `GET /api/agent-protocol/tasks/${body.data.id}`
    expectRefused(await bank.call(path, undefined, other), 404, 'NOT_FOUND')
  })
})

/** A task in this state, written directly to the table, without a job. */
async function taskIn(state: TaskState, change: object = {}): Promise<string> {
  const id = randomUUID()
  const row = { round: 1, tries: 0, is_cancel_requested: false, ...change }
  await bank.sql(
    `insert into a2a.tasks (id, environment, sender_uuid, sender_did, owner_uuid, skill_id, state,
       input, metadata, caller, round, tries, is_cancel_requested, created_at, updated_at)
     values ($1, 'live', $2, $3, $4, 'trading', $5, '{"amount":"1"}', '{}', $6, $7, $8, $9, $10, $10)`,
    [
      id,
      agent.agent_id,
      agent.did,
      person.uuid,
      state,
      JSON.stringify({ user: person.uuid, scopes: ['read', 'write'], address: '127.0.0.1' }),
      row.round,
      row.tries,
      row.is_cancel_requested,
      bank.clock.now(),
    ],
  )
  return id
}

const anyOperation = defineOperation({
  name: 'thing.do',
  kind: 'command',
  summary: 'Does a thing.',
  auth: 'public',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: [],
  rest: [],
  handler: () => ({}),
})

/** A runner whose operation does what the test says. */
function runnerWith(perform: Performer['perform']) {
  const jobs = {
    start: vi.fn(),
    send: vi.fn(() => Promise.resolve()),
    stop: vi.fn(),
    runSent: vi.fn(),
  }
  const runner = new TaskRunner({
    performer: { findOperation: () => anyOperation, perform },
    jobs,
    clock: bank.clock,
    invalidate: () => {},
  })
  return { runner, jobs, run: (id: string) => runner.run(id, database.write) }
}

describe('the life of a task', () => {
  const refusal = (error: AppError) => () => Promise.reject(error)
  /** What causes each step. */
  const doing: Record<TaskAction, (id: string) => Promise<unknown>> = {
    start: async (id) => {
      const running = runnerWith(() => Promise.reject(new Error('The power fails.')))
      await expect(running.run(id)).rejects.toThrow('The power fails.')
    },
    complete: (id) => runnerWith(() => Promise.resolve({ done: true })).run(id),
    ask: (id) => runnerWith(refusal(Invalid({ errors: { amount: ['More.'] } }))).run(id),
    fail: (id) => runnerWith(refusal(NotFound({ what: 'thing', id: '1' }))).run(id),
    cancel: (id) => act(id, 'cancel'),
    answer: (id) => act(id, 'input', { input: { amount: '2' } }),
  }
  const pairs = taskLife.states.flatMap((state) =>
    taskLife.actions.map((action) => ({ state, action })),
  )

  it.each(pairs.filter(({ action }) => action === 'cancel' || action === 'answer'))(
    '$state: $action by its sender',
    async ({ state, action }) => {
      const id = await taskIn(state, state === 'working' ? { tries: 1 } : {})
      const answer = (await doing[action](id)) as Answer
      const next = taskLife.next(state, action)
      if (next === undefined) {
        expectRefused(answer, 422, 'TASK_STATE_CONFLICT')
        expect(answer.body.error.message).toContain(`is ${state};`)
        return
      }
      expect(answer.status).toBe(200)
      if (state === 'working') {
        // It may be done already: it is canceled only if the operation fails.
        expect(answer.body.data).toMatchObject({ state: 'working', is_cancel_requested: true })
        await runnerWith(refusal(NotFound({ what: 'thing', id: '1' }))).run(id)
        expect((await get(id)).state).toBe('canceled')
      } else expect(answer.body.data.state).toBe(next)
    },
  )

  it.each(
    pairs.filter(
      ({ state, action }) => /complete|ask|fail/.test(action) && !['submitted'].includes(state),
    ),
  )('$state: $action by the bank', async ({ state, action }) => {
    const id = await taskIn(state)
    await doing[action](id)
    const next = state === 'working' ? taskLife.next(state, action)! : state
    expect((await get(id)).state).toBe(next)
  })

  it('is working as soon as it is begun', async () => {
    const id = await taskIn('submitted')
    await doing.start(id)
    expect((await get(id)).state).toBe('working')
  })

  it('has no step out of a final state', () => {
    for (const state of ['completed', 'canceled', 'failed'] as const)
      for (const action of taskLife.actions) expect(taskLife.next(state, action)).toBeUndefined()
  })

  it('fails without being begun when its sender is deleted', async () => {
    const id = await taskIn('submitted')
    const perform = vi.fn<Performer['perform']>()
    await bank.sql(
      `update a2a.tasks set caller = jsonb_set(caller, '{user}', to_jsonb($2::text)) where id = $1`,
      [id, randomUUID()],
    )
    await runnerWith(perform).run(id)
    expect(await get(id)).toMatchObject({ state: 'failed', error: { code: 'FORBIDDEN' } })
    expect(perform).not.toHaveBeenCalled()
  })

  it('fails without being begun when the key that sent it is revoked', async () => {
    const made = await bank.call('POST /api/v2/api-keys', { name: 'Sender' }, person)
    const { uuid } = made.body.data
    const sentBy = async (credential: object): Promise<string> => {
      const id = await taskIn('submitted')
      await bank.sql(
        `update a2a.tasks set caller = jsonb_set(caller, '{credential}', $2) where id = $1`,
        [id, JSON.stringify(credential)],
      )
      return id
    }
    const perform = vi.fn<Performer['perform']>(() => Promise.resolve({ done: true }))
    const before = await sentBy({ id: uuid, kind: 'api_key' })
    await runnerWith(perform).run(before)
    expect((await get(before)).state).toBe('completed')
    const after = await sentBy({ id: uuid, kind: 'api_key' })
    await bank.call(`DELETE /api/v2/api-keys/${uuid}`, undefined, person)
    await runnerWith(perform).run(after)
    expect(await get(after)).toMatchObject({ state: 'failed', error: { code: 'FORBIDDEN' } })
    expect(perform).toHaveBeenCalledTimes(1)
    // A user's sign-out does not affect the task.
    const signedOut = await sentBy({ id: randomUUID(), kind: 'login' })
    await runnerWith(perform).run(signedOut)
    expect((await get(signedOut)).state).toBe('completed')
  })

  it('is canceled before a round begins, and completed if the operation succeeded', async () => {
    const perform = vi.fn<Performer['perform']>(() => Promise.resolve({ done: true }))
    const early = await taskIn('working', { round: 2, is_cancel_requested: true })
    await runnerWith(perform).run(early)
    expect((await get(early)).state).toBe('canceled')
    expect(perform).not.toHaveBeenCalled()
    const late = await taskIn('working', { tries: 1, is_cancel_requested: true })
    await runnerWith(perform).run(late)
    expect(await get(late)).toMatchObject({ state: 'completed', output: { done: true } })
  })

  it('is retried after an undeclared error, and fails when the retries run out', async () => {
    const id = await taskIn('submitted')
    const busy = runnerWith(refusal(RequestInProgress({})))
    for (let i = 0; i < 8; i++) await expect(busy.run(id)).rejects.toThrow(AppError)
    expect((await get(id)).state).toBe('working')
    await busy.run(id)
    expect(await get(id)).toMatchObject({ state: 'failed', error: { code: 'INTERNAL_ERROR' } })
  })

  it('is restarted when its job was lost', async () => {
    const id = await taskIn('working', { tries: 1 })
    const { runner, jobs } = runnerWith(() => Promise.resolve({}))
    await runner.sweep(database.write)
    expect(jobs.send).not.toHaveBeenCalledWith(expect.anything(), 'a2a.run', { task: id })
    await bank.sql(
      `update a2a.tasks set updated_at = updated_at - interval '3 minutes' where id = $1`,
      [id],
    )
    await runner.sweep(database.write)
    expect(jobs.send).toHaveBeenCalledWith(expect.anything(), 'a2a.run', { task: id })
  })
})

describe('a crash between the operation and recording it', () => {
  it('does nothing twice', async () => {
    const before = await ordersOf()
    const { body } = await send(order())
    const done = await reach(body.data.id, 'completed')
    // As if the last transaction had been lost: the job comes again.
    await bank.sql(`update a2a.tasks set state = 'working', output = null where id = $1`, [done.id])
    // Either of them may come second, and then fails because the first is in progress.
    await Promise.allSettled([
      bank.runJob('a2a.run', { task: done.id }),
      bank.runJob('a2a.run', { task: done.id }),
    ])
    const again = await reach(done.id, 'completed')
    expect(again.output).toEqual(done.output)
    expect(await ordersOf()).toBe(before + 1)
  })
})

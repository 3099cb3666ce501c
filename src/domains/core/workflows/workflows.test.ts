// Workflows through HTTP: a transfer as a workflow while it runs, when it ends, when it fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { newEntryId } from '../ledger/index.ts'
import { toWorkflowId } from '../transfers/index.ts'

let bank: Bank
let ada: Person
let bob: Person
let eve: Person
let operator: Person
let from: string
let to: string
let closed: { workflow: string; transfer: string }
let failed: { workflow: string; transfer: string }

const get = (path: string, person: Person) => bank.call(`GET ${path}`, undefined, person)

async function openAccount(person: Person, cents = 0): Promise<string> {
  const { body } = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Test', initial_balance: cents },
    person,
  )
  return body.data.uuid
}

async function transfer(amount: string, reference: string) {
  const { body } = await bank.call(
    'POST /api/v2/transfers',
    {
      from_account: from,
      to_account: to,
      amount,
      asset_code: 'USD',
      reference,
      metadata: { a: 1 },
    },
    ada,
  )
  return { workflow: body.data.workflow_id as string, transfer: body.data.uuid as string }
}

const statusOf = async (workflow: string, person = ada) =>
  (await get(`/api/workflows/${workflow}`, person)).body.data?.workflow.status

/**
 * A pending transfer, as left by a node that stopped after it reserved the money. It is written
 * directly because a running node completes its own at once.
 */
async function leaveBehind(amount: bigint, destination: string) {
  const id = newEntryId(bank.clock.now())
  await bank.sql(
    `with reserved as (
       update ledger.balances set held = held + $3, version = version + 1
       where account_id = $2 and asset = 'USD' returning 1)
     insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, reference,
       user_uuid, created_at)
     select $1, 'live', 'transfer', $2, $4, 'USD', $3, 'Left behind', $5, $6 from reserved`,
    [id, from, amount.toString(), destination, ada.uuid, bank.clock.now()],
  )
  return { workflow: toWorkflowId(id), transfer: id }
}

async function balanceOf(person: Person, account: string) {
  const { body } = await get(`/api/v2/accounts/${account}/balances`, person)
  const { total_balance, reserved_balance } = body.data.balances[0]
  return { total_balance, reserved_balance }
}

beforeAll(async () => {
  bank = await startBank()
  ada = await bank.person()
  bob = await bank.person()
  eve = await bank.person()
  operator = await bank.operator()
  from = await openAccount(ada, 100_000)
  to = await openAccount(bob)
})
afterAll(() => bank.stop())

describe('workflow.get', () => {
  it('shows a transfer that is completed, with its steps', async () => {
    closed = await transfer('12.50', 'Rent for May')
    await expect.poll(() => statusOf(closed.workflow)).toBe('completed')
    const { body } = await get(`/api/v2/workflows/${closed.workflow}`, ada)
    const at = bank.clock.now().toISOString()
    expect(body.data).toEqual({
      workflow: {
        id: closed.workflow,
        workflow_name: 'transfer',
        status: 'completed',
        input_data: {
          from_account: from,
          to_account: to,
          amount: '12.50',
          fee: '0.00',
          asset_code: 'USD',
          reference: 'Rent for May',
          metadata: { a: 1 },
        },
        output_data: { transfer_uuid: closed.transfer, status: 'completed', completed_at: at },
        error: null,
        started_at: at,
        completed_at: at,
        duration_ms: 0,
        steps: [
          {
            name: 'reserve_funds',
            status: 'completed',
            started_at: at,
            completed_at: at,
            error: null,
          },
          {
            name: 'move_funds',
            status: 'completed',
            started_at: at,
            completed_at: at,
            error: null,
          },
        ],
      },
      exceptions: [],
      compensation_info: { has_compensation: false, compensation_logs: [], compensation_count: 0 },
      execution_timeline: [
        { timestamp: at, index: 0, class: 'reserve_funds', result: 'completed' },
        { timestamp: at, index: 1, class: 'move_funds', result: 'completed' },
      ],
    })
  })

  it('runs while the money is reserved, and is undone when the destination refuses it', async () => {
    bank.clock.advance(1)
    const frozen = await openAccount(bob)
    await bank.call(`POST /api/accounts/${frozen}/freeze`, { reason: 'Lost' }, bob)
    const before = await balanceOf(ada, from)
    failed = await leaveBehind(4_000n, frozen)
    const started = bank.clock.now().toISOString()
    expect(await balanceOf(ada, from)).toMatchObject({ reserved_balance: '40.00' })

    const running = await get(`/api/workflows/${failed.workflow}`, ada)
    expect(running.body.data.workflow).toMatchObject({
      status: 'running',
      completed_at: null,
      duration_ms: null,
      output_data: null,
      steps: [{ status: 'completed' }, { status: 'running', completed_at: null }],
    })
    expect(running.body.data.execution_timeline).toHaveLength(1)
    const listed = await get('/api/workflows?status=running', ada)
    expect(listed.body.data.map((one: { id: string }) => one.id)).toEqual([failed.workflow])

    bank.clock.advance(2)
    await expect
      .poll(() => statusOf(failed.workflow), { timeout: 120_000, interval: 100 })
      .toBe('failed')
    const ended = bank.clock.now().toISOString()
    const { body } = await get(`/api/workflows/${failed.workflow}`, ada)
    const error = `The account ${frozen} is frozen; unfreeze it first.`
    expect(body.data).toMatchObject({
      workflow: {
        status: 'failed',
        error,
        duration_ms: 2_000,
        output_data: null,
        steps: [
          { name: 'reserve_funds', status: 'compensated' },
          { name: 'move_funds', status: 'failed', error },
        ],
      },
      exceptions: [{ class: 'move_funds', message: error, timestamp: ended }],
      compensation_info: {
        has_compensation: true,
        compensation_count: 1,
        compensation_logs: [
          {
            step: 'reserve_funds',
            action: `released 40.00 USD reserved on ${from}`,
            timestamp: ended,
          },
        ],
      },
      execution_timeline: [
        { timestamp: started, index: 0, class: 'reserve_funds', result: 'completed' },
        { timestamp: ended, index: 1, class: 'move_funds', result: 'failed' },
        { timestamp: ended, index: 2, class: 'release_funds', result: 'completed' },
      ],
    })
    expect(await balanceOf(ada, from)).toEqual(before)
  })

  it('is visible to both sides and to operators only', async () => {
    for (const person of [ada, bob, operator])
      expect(await statusOf(closed.workflow, person)).toBe('completed')
    expect((await get(`/api/workflows/${closed.workflow}`, eve)).status).toBe(404)
  })

  it('has no workflow for a transfer that was made without one', async () => {
    const { body } = await bank.call(
      'POST /api/transfers',
      { from_account: from, to_account: to, amount: 1, asset_code: 'USD', workflow_enabled: false },
      ada,
    )
    expect((await get(`/api/workflows/${toWorkflowId(body.data.uuid)}`, ada)).status).toBe(404)
  })
})

const idsOf = (answer: { body: { data: { id: string }[] } }) =>
  answer.body.data.map((one) => one.id)

describe('workflow.list', () => {
  it('lists newest first with counts, only the caller’s own', async () => {
    const { body } = await get('/api/workflows', ada)
    expect(idsOf({ body })).toEqual([failed.workflow, closed.workflow])
    expect(body.meta).toMatchObject({ total: 2, per_page: 15, current_page: 1, last_page: 1 })
    expect(body.links.first).toContain('/api/workflows?page=1')
    expect(body.stats).toMatchObject({
      total_workflows: 2,
      by_status: { completed: 1, failed: 1, running: 0 },
    })
    const nothing = await get('/api/v2/workflows', eve)
    expect(nothing.body).toMatchObject({ data: [], stats: { total_workflows: 0 } })
    expect(nothing.body.stats.avg_execution_time).toBeNull()
    expect(idsOf(await get('/api/workflows', bob))).toEqual([failed.workflow, closed.workflow])
    expect(idsOf(await get('/api/workflows', operator))).toEqual([failed.workflow, closed.workflow])
  })

  it('shows a managed account to its manager', async () => {
    const customer = 'b3c1f6a0-5f0e-4a7b-9d53-0d3c8f0e1a11'
    const { body } = await bank.call(
      'POST /api/accounts',
      { user_uuid: customer, name: 'Customer', initial_balance: 500 },
      eve,
    )
    const made = await bank.call(
      'POST /api/v2/transfers',
      { from_account: body.data.uuid, to_account: to, amount: '1.00', asset_code: 'USD' },
      eve,
    )
    const id = made.body.data.workflow_id
    await expect.poll(() => statusOf(id, eve)).toBe('completed')
    expect(idsOf(await get('/api/workflows', eve))).toEqual([id])
    expect(idsOf(await get('/api/workflows', ada))).not.toContain(id)
  })

  it.each([
    ['status=failed', () => [failed.workflow]],
    ['status=waiting', () => []],
    ['class=Transfer', () => [failed.workflow, closed.workflow]],
    ['class=Interest', () => []],
    ['search=rent%20FOR', () => [closed.workflow]],
    ['search=frozen', () => [failed.workflow]],
    ['search=100%25', () => []],
    ['created_from=2026-03-01&created_to=2026-03-01', () => [failed.workflow, closed.workflow]],
    ['created_to=2026-02-28', () => []],
    ['created_from=2026-03-02', () => []],
    ['created_to=2026-03-01T11:59:59Z', () => []],
    ['created_to=2026-03-01T12:00:00Z', () => [closed.workflow]],
    ['per_page=1', () => [failed.workflow]],
    ['per_page=1&page=2', () => [closed.workflow]],
  ])('?%s', async (query, expected) => {
    expect(idsOf(await get(`/api/workflows?${query}`, ada))).toEqual(expected())
  })

  it.each(['created_from=yesterday', 'created_to=2026-02-30', 'status=gone', 'per_page=101'])(
    '422 for ?%s',
    async (query) => {
      const { status, body } = await get(`/api/workflows?${query}`, ada)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]])
    },
  )
})

describe('workflow.stats and workflow.metrics', () => {
  it('count what is there, and how long it took', async () => {
    const stats = await get('/api/workflows/stats', ada)
    expect(stats.body.data).toMatchObject({
      total_workflows: 2,
      recent_executions: 2,
      avg_execution_time: 1_000,
    })
    const metrics = await get('/api/v2/workflows/metrics', ada)
    const period = { total_executions: 2, successful: 1, failed: 1, average_duration: 1_000 }
    expect(metrics.body.data).toEqual({
      execution_metrics: { last_24_hours: period, last_7_days: period },
      workflow_types: [
        { class: 'transfer', total_executions: 2, running: 0, successful: 1, failed: 1 },
      ],
      performance_metrics: {
        median_duration: 1_000,
        p95_duration: 1_900,
        p99_duration: 1_980,
        max_duration: 2_000,
        success_rate: 50,
      },
    })
  })
})

describe('workflow.search', () => {
  it.each([
    ['query=Rent', () => [closed.workflow]],
    ['query=Rent&type=arguments', () => [closed.workflow]],
    ['query=Rent&type=exception', () => []],
    ['query=is+frozen&type=exception', () => [failed.workflow]],
    ['query=is+frozen&type=output', () => []],
  ])('?%s', async (query, expected) => {
    expect(idsOf(await get(`/api/workflows/search?${query}`, ada))).toEqual(expected())
  })

  it('finds by output and by id, within the caller’s own', async () => {
    const byOutput = `/api/workflows/search?query=${closed.transfer}&type=output`
    expect(idsOf(await get(byOutput, ada))).toEqual([closed.workflow])
    expect(idsOf(await get(`/api/workflows/search?query=${failed.workflow}`, ada))).toEqual([
      failed.workflow,
    ])
    expect(idsOf(await get(byOutput, eve))).toEqual([])
  })

  it.each(['query=a', 'query=ab&per_page=51', 'query=ab&type=all', 'type=class'])(
    '422 for ?%s',
    async (query) => {
      expect((await get(`/api/workflows/search?${query}`, ada)).status).toBe(422)
    },
  )
})

describe('workflow.list_by_status', () => {
  it('lists one state, and answers 400 for an unknown one', async () => {
    expect(idsOf(await get('/api/workflows/status/failed', ada))).toEqual([failed.workflow])
    expect(idsOf(await get('/api/v2/workflows/status/compensated', ada))).toEqual([])
    const { status, body } = await get('/api/workflows/status/nonsense', ada)
    expect([status, body.error.code]).toEqual([400, 'INVALID_STATUS'])
  })
})

describe('workflow.list_failed and workflow.list_compensations', () => {
  it('show what failed and what was undone', async () => {
    const listed = await get('/api/workflows/failed', ada)
    expect(idsOf(listed)).toEqual([failed.workflow])
    expect(listed.body.meta.per_page).toBe(20)
    const { body } = await get('/api/workflows/compensations', ada)
    expect(body.data).toMatchObject([
      {
        id: failed.workflow,
        compensation_count: 1,
        compensation_logs: [{ action: `released 40.00 USD reserved on ${from}` }],
      },
    ])
  })
})

async function signInAgain(person: Person): Promise<Person> {
  const { email, password } = person
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  return { ...person, token: body.data.access_token }
}

describe('workflow.stats and workflow.metrics, later', () => {
  it('leave out old workflows', async () => {
    bank.clock.advance(2 * 3_600)
    ada = await signInAgain(ada)
    expect((await get('/api/workflows/stats', ada)).body.data.recent_executions).toBe(0)
    bank.clock.advance(2 * 86_400)
    ada = await signInAgain(ada)
    const ended = await transfer('1.00', 'Later')
    await expect.poll(() => statusOf(ended.workflow)).toBe('completed')
    const { last_24_hours, last_7_days } = (await get('/api/workflows/metrics', ada)).body.data
      .execution_metrics
    expect([last_24_hours.total_executions, last_7_days.total_executions]).toEqual([1, 3])
  })
})

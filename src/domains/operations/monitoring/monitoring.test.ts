// Compares the figures of the dashboard with the operations that were performed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { ResponseCounts } from './response-counts.ts'

let bank: Bank
let person: Person
let operator: Person
beforeAll(async () => {
  bank = await startBank()
  person = await bank.person()
  operator = await bank.operator()
})
afterAll(() => bank.stop())

/** Sessions end while the clock moves on. */
async function pass(seconds: number): Promise<void> {
  bank.clock.advance(seconds)
  const { email, password } = person
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  person = { ...person, token: body.data.access_token }
  operator = await bank.operator()
}

const look = async (what: string, who = operator) => {
  const path = `GET /api/v1/live-dashboard/${what}`
  const { status, body } = await bank.call(path, undefined, who)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** Every event there is, by type, from the log itself. */
async function countLog({ token } = operator): Promise<Record<string, number>> {
  const { body } = await bank.call('GET /api/v2/events?limit=500', undefined, { token })
  expect(body.meta.has_more).toBe(false)
  const types = body.data.map((event: { event_type: string }) => event.event_type)
  return Object.fromEntries(
    [...Map.groupBy(types as string[], (type) => type)].map(([type, all]) => [type, all.length]),
  )
}

const total = (counts: Record<string, number>, ...prefixes: string[]): number =>
  Object.entries(counts)
    .filter(([type]) => prefixes.some((prefix) => type.startsWith(prefix)))
    .reduce((sum, [, count]) => sum + count, 0)

const openAccount = () => {
  const account = { user_uuid: person.uuid, name: 'Purse', initial_balance: 5_000 }
  return bank.call('POST /api/accounts', account, person)
}

describe('the live dashboard', () => {
  it('counts the events of the log, and forgets the hour after an hour', async () => {
    for (let i = 0; i < 3; i++) await openAccount()
    const counts = await countLog()
    const all = total(counts, '')
    await expect.poll(async () => (await look('projector-lag')).total_events).toBe(all)
    expect(await look('event-throughput')).toMatchObject({
      last_hour: all,
      last_24h: all,
      avg_per_minute: Number((all / 60).toFixed(2)),
      status: 'active',
      per_domain: { accounts: total(counts, 'account.', 'balance.'), webhooks: 0 },
    })
    const domains = await look('domain-health')
    expect(domains.transactions).toEqual({
      total_records: total(counts, 'transaction.'),
      last_hour: total(counts, 'transaction.'),
      recent_errors: 0,
      status: 'healthy',
    })
    await pass(3_700)
    expect(await look('event-throughput')).toMatchObject({
      last_hour: 0,
      last_24h: all,
      status: 'idle',
    })
    await pass(86_400)
    expect(await look('event-throughput')).toMatchObject({ last_24h: 0 })
    expect((await look('domain-health')).accounts.total_records).toBe(
      total(counts, 'account.', 'balance.'),
    )
  })

  it('shows how far readers are behind, while they are', async () => {
    const lagOf = async (name: string) =>
      (await look('projector-lag')).projectors.find((one: { name: string }) => one.name === name)
    await expect.poll(async () => (await lagOf('dashboard')).lag).toBe(0)
    await bank.sql(
      `create trigger broken before insert on monitoring.event_counts
       for each row execute function platform.refuse_change()`,
    )
    try {
      await openAccount()
      await expect.poll(async () => (await lagOf('dashboard')).lag).toBeGreaterThan(0)
      await expect
        .poll(async () => {
          const { account } = await look('stream-status')
          const group = (name: string) =>
            account.consumer_groups.find((one: { name: string }) => one.name === name)
          return [group('dashboard').pending > 0, group('webhooks').pending, account.pending > 0]
        })
        .toEqual([true, 0, true])
      await pass(3_601)
      expect((await lagOf('dashboard')).status).toBe('stale')
      expect((await look('projector-lag')).status).toBe('degraded')
    } finally {
      await bank.sql('drop trigger broken on monitoring.event_counts')
    }
    await expect.poll(async () => (await lagOf('dashboard')).lag).toBe(0)
    expect(await lagOf('prover')).toMatchObject({ domain: 'ledger' })
  })

  it('shows the process it is asked from, and everything at once', async () => {
    const metrics = await look('metrics')
    expect(metrics.timestamp).toBe(bank.clock.now().toISOString())
    expect(metrics.system_health).toMatchObject({
      runtime_version: process.version,
      queue_connection: 'postgresql',
      cache_driver: 'memory',
      nodes: 1,
      open_streams: 0,
    })
    expect(metrics.system_health.memory_usage_mb).toBeGreaterThan(10)
    expect(metrics.system_health.uptime_seconds).toBeGreaterThan(90_000)
    expect(metrics.error_rate).toBe(0)
    expect(metrics.domain_health).toEqual(await look('domain-health'))
    expect(Object.keys(metrics.stream_status)).toContain('transfer')
  })
})

describe('the live dashboard of a customer', () => {
  const PARTS = ['metrics', 'domain-health', 'event-throughput', 'stream-status', 'projector-lag']
  const lookAtAll = async (who: Person) => {
    const [metrics, ...rest] = await Promise.all(PARTS.map((part) => look(part, who)))
    return [{ ...metrics, timestamp: null }, ...rest]
  }

  const isAtRest = async () => {
    const { projectors } = await look('projector-lag')
    return projectors.every(({ lag }: { lag: number }) => lag === 0)
  }

  /** Payments at once and in steps, one that fails, and accounts. */
  async function doMuch(): Promise<Person> {
    const one = await bank.person()
    const other = await bank.person()
    const open = async ({ uuid, token }: Person, cents: number) => {
      const account = { user_uuid: uuid, name: 'Purse', initial_balance: cents }
      return (await bank.call('POST /api/accounts', account, { token })).body.data.uuid
    }
    const [from, to, theirs] = [await open(one, 9_000), await open(one, 0), await open(other, 50)]
    const pay = async (to_account: string, amount: string, workflow_enabled: boolean) => {
      const transfer = { from_account: from, to_account, amount, asset_code: 'USD' }
      const { status } = await bank.call(
        'POST /api/v2/transfers',
        { ...transfer, workflow_enabled },
        one,
      )
      expect(status).toBe(201)
    }
    await pay(to, '1.00', false)
    await pay(theirs, '85.00', false)
    await pay(theirs, '0.50', true)
    await expect.poll(async () => (await countLog(one))['workflow.completed']).toBe(1)
    await bank.call(`POST /api/v2/accounts/${theirs}/freeze`, { reason: 'court' }, other)
    // As if the destination had been frozen between the reservation and the completion.
    await bank.sql(
      `with held as (update ledger.balances set held = held + 101, version = version + 1
         where account_id = $1 and asset = 'USD')
       insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, fee,
         user_uuid, request_id, created_at)
       values (gen_random_uuid(), 'live', 'transfer', $1, $2, 'USD', 101, 1, $3, 'req-1', $4)`,
      [from, theirs, one.uuid, bank.clock.now()],
    )
    bank.clock.advance(1)
    await expect.poll(async () => (await countLog(one))['workflow.compensation_executed']).toBe(1)
    return one
  }

  it('counts their own events', async () => {
    const one = await doMuch()
    const counts = await countLog(one)
    const own = total(counts, '')
    expect(own).toBeGreaterThan(20)
    expect(await look('event-throughput', one)).toMatchObject({ last_hour: own, last_24h: own })
    expect((await look('projector-lag', one)).total_events).toBe(own)
    const streams = await look('stream-status', one)
    for (const [name, stream] of Object.entries(streams) as [string, { length: number }][])
      expect([name, stream.length]).toEqual([name, total(counts, `${name}.`)])
    expect((await look('metrics', one)).events_processed).toBe(own)
    const newest = (await bank.call('GET /api/v2/events?limit=500', undefined, one)).body.data.at(
      -1,
    )
    expect((await look('projector-lag', one)).last_event_id).toBe(newest.id)
  })

  it('does not change with the activity of other users', async () => {
    const one = await doMuch()
    await expect.poll(isAtRest).toBe(true)
    const before = await lookAtAll(one)
    await doMuch()
    const shown = await lookAtAll(one)
    expect(shown).toEqual(before)
    await expect.poll(isAtRest).toBe(true)
    expect(await lookAtAll(one)).toEqual(before)
    expect(await look('event-throughput')).not.toEqual(before[2])
  })

  it('reveals nothing about the process, its readers and its nodes', async () => {
    const metrics = await look('metrics', person)
    expect(metrics.system_health).toEqual({
      memory_usage_mb: null,
      memory_peak_mb: null,
      uptime_seconds: null,
      runtime_version: null,
      queue_connection: null,
      cache_driver: null,
      nodes: null,
      open_streams: 0,
    })
    expect(metrics.error_rate).toBeNull()
    expect((await look('projector-lag', person)).projectors).toEqual([])
    const streams: { consumer_groups: object[] }[] = Object.values(
      await look('stream-status', person),
    )
    for (const { consumer_groups } of streams)
      expect(consumer_groups).toEqual([
        {
          name: 'live-streams',
          consumers: 0,
          pending: 0,
          last_delivered_id: null,
          status: 'healthy',
        },
      ])
  })
})

describe('answers', () => {
  it('count for an hour, errors by operation', () => {
    const counts = new ResponseCounts()
    const at = (minutes: number) => new Date(1_790_000_000_000 + minutes * 60_000)
    counts.record('a.b', 200, at(0))
    counts.record('a.b', 503, at(1))
    counts.record('c.d', 500, at(30))
    counts.record('c.d', 404, at(30))
    expect(counts.lastHour(at(30))).toEqual({
      answers: 4,
      errors: new Map([
        ['a.b', 1],
        ['c.d', 1],
      ]),
    })
    expect(counts.lastHour(at(75))).toEqual({ answers: 2, errors: new Map([['c.d', 1]]) })
    counts.record('c.d', 500, at(76), 'ada')
    counts.record('c.d', 500, at(77), 'ada')
    counts.record('c.d', 500, at(77), 'eve')
    counts.record('a.b', 200, at(77), 'eve')
    expect(counts.errorsOf('ada', at(80))).toEqual(new Map([['c.d', 2]]))
    expect(counts.errorsOf('eve', at(80))).toEqual(new Map([['c.d', 1]]))
    expect(counts.errorsOf('bob', at(80))).toEqual(new Map())
    counts.record('a.b', 200, at(200))
    expect(counts.errorsOf('ada', at(200))).toEqual(new Map())
    expect(counts.lastHour(at(200))).toEqual({ answers: 1, errors: new Map() })
  })
})

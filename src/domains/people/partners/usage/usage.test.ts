// Usage: every call of a partner is counted once, on whatever node, and nothing is lost when a node stops.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank, TestClock } from '../../../../../test/harness/bank.ts'
import { openDatabase } from '../../../../platform/database.ts'
import { callAs, callInSandbox, onboard } from '../test-support.ts'
import { monthOf, UsageCounter } from './counter.ts'
import { warnOfUsage } from './warnings.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const usage = 'GET /api/partner/v1/usage'
const tier = 'GET /api/partner/v1/tier'

describe('partner_usage.get', () => {
  it('counts calls in parallel, failed ones too, and leaves the sandbox out', async () => {
    const partner = await onboard(bank)
    await Promise.all(Array.from({ length: 20 }, () => callAs(bank, partner, tier)))
    await callAs(bank, partner, 'GET /api/v2/partner/tenants/nonsense')
    await callInSandbox(bank, partner, tier)
    const { body } = await callAs(bank, partner, usage)
    expect(body.data).toMatchObject({
      period_start: '2026-03-01',
      period_end: '2026-03-31',
      summary: {
        api_calls: { total: 21, successful: 20, failed: 1, success_rate: 95.24 },
        billable_calls: 21,
        daily_records: 1,
      },
      limit: { exceeded: false, current: 21, limit: 100_000, percentage: 0.02 },
    })
    const play = await callInSandbox(bank, partner, usage)
    expect(play.body.data.summary.api_calls.total).toBe(1)
  })

  it('counts what two nodes serve, and loses nothing when one stops', async () => {
    const partner = await onboard(bank)
    const second = await startBank({ address: bank.address, clock: bank.clock })
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        callAs(index % 2 === 0 ? bank : second, partner, tier),
      ),
    )
    await second.stop()
    const { body } = await callAs(bank, partner, usage)
    expect(body.data.summary.api_calls.total).toBe(10)
    const days = await callAs(bank, partner, 'GET /api/partner/v1/usage/history')
    expect(days.body.data).toMatchObject([{ date: '2026-03-01', api_calls: { total: 11 } }])
  })
})

describe('the counter', () => {
  it('keeps the counts of a write that failed for the next one', async () => {
    const partner = await onboard(bank)
    const database = openDatabase(bank.address, { connectionsMax: 1, onError: () => undefined })
    let isDown = true
    const broken = new Proxy(database.write, {
      get(target, name) {
        if (isDown && name === 'getExecutor') throw new Error('down')
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    const counter = new UsageCounter({ db: broken, clock: new TestClock('2026-02-10T10:00:00Z') })
    const caller = {
      partner: partner.id,
      environment: 'live' as const,
      scopes: new Set<string>(),
      address: '',
    }
    counter.countCall({ caller, status: 200 })
    await expect(counter.flush()).rejects.toThrow('down')
    for (const status of [200, 404, 429, 503]) counter.countCall({ caller, status })
    isDown = false
    await Promise.all([counter.flush(), counter.flush()])
    const rows = await bank.sql(
      `select day::text, calls::int, failed::int, billable::int from partners.usage
       where partner_uuid = $1 and day = '2026-02-10'`,
      [partner.id],
    )
    expect(rows).toEqual([{ day: '2026-02-10', calls: 5, failed: 3, billable: 3 }])
    await database.close()
  })

  it.each([
    ['2026-01-31T23:59:59Z', '2026-01-01', '2026-01-31'],
    ['2028-02-01T00:00:00Z', '2028-02-01', '2028-02-29'],
    ['2026-12-15T00:00:00Z', '2026-12-01', '2026-12-31'],
  ])('knows the month of %s', (now, first, last) => {
    expect(monthOf(new Date(now))).toEqual({ first, last })
  })
})

describe('warnings', () => {
  it('come once for each threshold that is reached', async () => {
    const partner = await onboard(bank, { tier: 'starter' })
    const database = openDatabase(bank.address, { connectionsMax: 2, onError: () => undefined })
    const { runAsSystem } = await import('../../../../operation/system-work.ts')
    const { systemCaller } = await import('../../../../operation/caller.ts')
    const warned = async (calls: number) => {
      await bank.sql(
        `insert into partners.usage (partner_uuid, environment, day, calls, billable)
         values ($1, 'live', '2026-03-01', $2, $2)
         on conflict (partner_uuid, environment, day) do update set calls = $2, billable = $2`,
        [partner.id, calls],
      )
      await warnOfUsage(database.write, {
        clock: bank.clock,
        work: (environment, operation, work) =>
          runAsSystem(
            {
              db: database.write,
              now: bank.clock.now(),
              caller: systemCaller(environment),
              operation,
              invalidate: () => undefined,
            },
            work,
          ),
      })
      const rows = await bank.sql<{ percent: number }>(
        `select (data->>'percent')::int as percent from platform.events
         where type = 'partner.usage_warned' and data->>'partner_id' = $1 order by 1`,
        [partner.id],
      )
      return rows.map((row) => row.percent)
    }
    expect(await warned(7_499)).toEqual([])
    expect(await warned(7_500)).toEqual([75])
    expect(await warned(8_000)).toEqual([75])
    expect(await warned(12_000)).toEqual([75, 100])
    expect(await warned(13_000)).toEqual([75, 100])
    await database.close()
  })
})

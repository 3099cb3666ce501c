// Baskets over HTTP: compositions, values over time, composing, decomposing, rebalancing.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAll } from '../../../../test/contract/ask-all.ts'
import { type Bank, createDatabase, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import type { Database } from '../../../platform/database.ts'
import { systemAccount } from '../../core/ledger/index.ts'
import { applyComposition, currentComposition } from './index.ts'
import { nextRebalance, type RebalanceContext } from './rebalancing.ts'
import {
  DAY,
  HOUR,
  open,
  openAccount,
  plenty,
  reconcile,
  sumOfEverything,
  treasury,
  unitsOf,
} from './test-support.ts'

const codes = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'XAU']
const exchange = (bank: Bank, person: { token: string }, account: string) => ({
  compose: (amount: unknown, basket_code: unknown = 'GCU') =>
    bank.call(`POST /api/v2/accounts/${account}/baskets/compose`, { basket_code, amount }, person),
  decompose: (amount: unknown, basket_code: unknown = 'GCU') =>
    bank.call(
      `POST /api/v2/accounts/${account}/baskets/decompose`,
      { basket_code, amount },
      person,
    ),
})

const eventsOf = (bank: Bank, type: string) =>
  bank.sql<{
    environment: string
    user_uuid: string | null
    account_uuid: string | null
    data: never
  }>(
    'select environment, user_uuid, account_uuid, data from platform.events where type = $1 order by position',
    [type],
  )

/** Applies weights as a passed vote does. */
const applyWeights = (
  bank: Bank,
  database: Database,
  composition: Record<string, string | number>,
) =>
  database.write.transaction().execute((tx) => {
    const ctx: RebalanceContext = {
      tx,
      now: bank.clock.now(),
      invalidate: () => {},
      requestId: 'a-request',
      operation: 'governance.close',
    }
    return applyComposition(ctx, composition)
  })

// Tests that do not need a bank of their own share one. The order matters: first a new bank, then tests that change
// money and baskets, then tests that move the clock, last those that fill the history with meaningless rows.
let bank: Bank
let database: Database
let stopAll: () => Promise<void>
beforeAll(async () => {
  const created = await createDatabase()
  const { address } = created
  const nodes = await Promise.all([startBank({ address }), startBank({ address })])
  bank = nodes[0]
  database = open(bank)
  stopAll = async () => {
    await database.close()
    for (const node of nodes) await node.stop()
    await created.drop()
  }
})
afterAll(() => stopAll())

describe('two nodes that start at once', () => {
  it('launch one composition and fill the history once', async () => {
    const [row] = await bank.sql<{ compositions: number; values: number; rates: number }>(
      `select (select count(*) from baskets.compositions)::int as compositions,
         (select count(*) from baskets.values)::int as values,
         (select count(*) from assets.rates where from_asset = 'GCU' and provider = 'basket')::int as rates`,
    )
    expect(row).toEqual({ compositions: 1, values: 91, rates: 91 })
  })
})

describe('a fresh bank', () => {
  it('basket.list and basket.get: the GCU, worth a dollar, with fixed amounts of its parts', async () => {
    const { body } = await bank.call('GET /api/v2/baskets')
    expect(body.data).toHaveLength(1)
    const units = {
      USD: '0.400000000000',
      EUR: '0.276497695852',
      GBP: '0.118110236220',
      CHF: '0.091996320147',
      JPY: '4.477611940506',
      XAU: '0.000010000000',
    }
    expect(body.data[0]).toMatchObject({
      code: 'GCU',
      name: 'Global Currency Unit',
      type: 'dynamic',
      rebalance_frequency: 'monthly',
      last_rebalanced_at: '2026-03-01T12:00:00.000Z',
      next_rebalance_at: '2026-04-01T12:00:00.000Z',
      is_active: true,
      latest_value: { value: 1, calculated_at: '2026-03-01T00:00:00.000Z' },
    })
    expect(body.data[0].components).toEqual(
      [
        ['USD', 'US Dollar', 40, 30, 50],
        ['EUR', 'Euro', 30, 20, 40],
        ['GBP', 'British Pound', 15, 10, 20],
        ['CHF', 'Swiss Franc', 10, 5, 15],
        ['JPY', 'Japanese Yen', 3, 0, 10],
        ['XAU', 'Gold (Troy Ounce)', 2, 0, 5],
      ].map(([asset_code, asset_name, weight, min_weight, max_weight]) => ({
        asset_code,
        asset_name,
        weight,
        min_weight,
        max_weight,
        units: units[asset_code as 'USD'],
        is_active: true,
      })),
    )
    const detail = await bank.call('GET /api/v2/baskets/gcu')
    const { recent_values, ...rest } = detail.body.data
    expect(rest).toEqual(body.data[0])
    expect(recent_values).toHaveLength(10)
    expect(recent_values[0]).toEqual({
      value: 1,
      calculated_at: '2026-03-01T00:00:00.000Z',
      generated: true,
    })
    expect(recent_values[9].calculated_at).toBe('2026-02-20T00:00:00.000Z')
    expect((await bank.call('GET /api/v2/baskets?type=fixed')).body.data).toEqual([])
    expect((await bank.call('GET /api/v2/baskets?active=false')).body.data).toEqual([])
    expect((await bank.call('GET /api/v2/baskets/EUR')).status).toBe(404)
  })

  it('has 90 days of values and today, one a day, each computed from the rates of that day', async () => {
    const rows = await reconcile(bank)
    expect(rows).toHaveLength(91)
    expect(rows[0]!.at).toMatch(/^2025-12-01 00:00:00/)
    expect(rows.at(-1)!.at).toMatch(/^2026-03-01 00:00:00/)
    for (const row of rows) {
      expect(row.value).toBe(row.expected)
      expect(row.rate).toBe(row.value)
      expect(row.generated).toBe(true)
    }
    // The values must differ, or the test would prove nothing.
    expect(new Set(rows.map((row) => row.value)).size).toBeGreaterThan(20)
  })

  it('agrees to four decimals with the answers of the rate routes', async () => {
    const { body } = await bank.call('GET /api/v2/baskets/GCU/history?days=90')
    expect(body.data.period).toEqual({
      start: '2025-12-01T12:00:00.000Z',
      end: '2026-03-01T12:00:00.000Z',
    })
    expect(body.data.values).toHaveLength(90)
    const histories = new Map<string, Map<string, number>>()
    for (const code of codes.slice(1)) {
      const { body: said } = await bank.call(
        `GET /api/v1/exchange-providers/historical?from=${code}&to=USD&start_date=2025-12-01&end_date=2026-03-01`,
      )
      histories.set(
        code,
        new Map(
          said.data.rates.map((row: { date: string; rate: string }) => [
            row.date,
            Number(row.rate),
          ]),
        ),
      )
    }
    const gcu = await bank.call(
      'GET /api/v1/exchange-providers/historical?from=GCU&to=USD&start_date=2025-12-01&end_date=2026-03-01',
    )
    for (const { value, calculated_at, components } of body.data.values) {
      const day = calculated_at.slice(0, 10)
      const expected = components.reduce(
        (sum: number, part: { asset_code: string; units: string }) =>
          sum + Number(part.units) * (histories.get(part.asset_code)?.get(day) ?? 1),
        0,
      )
      expect(value.toFixed(4)).toBe(expected.toFixed(4))
      const rate = gcu.body.data.rates.find((row: { date: string }) => row.date === day)
      expect(Number(rate.rate).toFixed(4)).toBe(value.toFixed(4))
      expect(rate.generated).toBe(true)
    }
  })

  it('basket.value: part by part, at this moment', async () => {
    const { body } = await bank.call('GET /api/v2/baskets/gcu/value')
    expect(body.data).toMatchObject({
      basket_code: 'GCU',
      value: 1,
      currency: 'USD',
      calculated_at: '2026-03-01T12:00:00.000Z',
    })
    expect(body.data.component_values.JPY).toEqual({
      asset_code: 'JPY',
      asset_name: 'Japanese Yen',
      value: 0.0067,
      weight: 3,
      units: '4.477611940506',
      weighted_value: 0.03,
      currency: 'USD',
    })
    expect(Object.keys(body.data.component_values).toSorted()).toEqual(codes.toSorted())
  })

  it('fills nothing twice: a second start, a second node, the schedule', async () => {
    const count = async () =>
      (await bank.sql<{ n: number }>('select count(*)::int as n from baskets.values'))[0]!.n
    const second = await startBank({ address: bank.address, clock: bank.clock })
    await second.stop()
    await bank.runJob('baskets.value')
    expect(await count()).toBe(91)
  })

  it.each([
    '1d',
    '7d',
    '30d',
    '90d',
    '1y',
    'hour',
    'day',
    'week',
    'month',
    'quarter',
    'year',
    'all_time',
  ])('basket.performance over %s', async (period) => {
    const { body } = await bank.call(`GET /api/v2/baskets/GCU/performance?period=${period}`)
    const days =
      { '1d': 1, '7d': 7, '30d': 30, hour: 1 / 24, day: 1, week: 7, month: 30 }[period] ?? 90
    const from = new Date(bank.clock.now().getTime() - days * DAY * 1000)
    const rows = await bank.sql<{ value: string }>(
      `select value::text from baskets.values where basket_code = 'GCU' and calculated_at >= coalesce((
         select max(calculated_at) from baskets.values where calculated_at <= $1), '-infinity') order by calculated_at`,
      [days === 90 && period !== '90d' && period !== 'quarter' ? new Date(0) : from],
    )
    const values = rows.map((row) => Number(row.value))
    const { data } = body
    expect(data).toMatchObject({
      basket_code: 'GCU',
      period_type: period,
      period_end: '2026-03-01T12:00:00.000Z',
      start_value: values[0],
      end_value: values.at(-1),
      high_value: Math.max(...values),
      low_value: Math.min(...values),
      value_count: values.length,
    })
    expect(data.return_value).toBeCloseTo(values.at(-1)! - values[0]!, 8)
    expect(data.return_percentage).toBeCloseTo((values.at(-1)! / values[0]! - 1) * 100, 1)
    expect(data.max_drawdown).toBeGreaterThanOrEqual(0)
    const explained = data.components.reduce(
      (sum: number, part: { contribution_percentage: number }) =>
        sum + part.contribution_percentage,
      0,
    )
    expect(Math.abs(explained - data.return_percentage)).toBeLessThan(0.05)
  })

  it('basket.components, basket.top_performers and basket.worst_performers: in their order', async () => {
    const read = async (path: string) =>
      (await bank.call(`GET /api/v2/baskets/GCU/performance/${path}`)).body.data as {
        asset_code: string
        return_percentage: number
        start_price_usd: number
        end_price_usd: number
      }[]
    const all = await read('components?period=90d')
    expect(all).toHaveLength(6)
    expect(all.map((part) => part.return_percentage)).toEqual(
      all.map((part) => part.return_percentage).toSorted((a, b) => b - a),
    )
    for (const part of all)
      expect(part.return_percentage).toBeCloseTo(
        (part.end_price_usd / part.start_price_usd - 1) * 100,
        1,
      )
    expect(await read('top-performers?period=90d&limit=2')).toEqual(all.slice(0, 2))
    expect(await read('worst-performers?period=90d&limit=2')).toEqual(all.toReversed().slice(0, 2))
    expect((await bank.call('GET /api/v2/baskets/GCU/performance?period=2d')).status).toBe(422)
    expect(
      (await bank.call('GET /api/v2/baskets/GCU/performance/top-performers?limit=21')).status,
    ).toBe(422)
  })
})

describe('account.compose_basket and account.decompose_basket', () => {
  let person: Person
  beforeAll(async () => {
    person = await bank.person()
  })

  it('take the parts rounded up and give them back rounded down, in one entry each', async () => {
    const account = await openAccount(bank, person)
    const before = await unitsOf(bank, account)
    const { compose, decompose } = exchange(bank, person, account)
    const composed = await compose('100.5')
    expect(composed.status).toBe(200)
    expect(composed.body.data).toEqual({
      basket_code: 'GCU',
      account_uuid: account,
      basket_amount: '100.5000',
      transaction_id: expect.any(String),
      components_used: {
        USD: '40.20',
        EUR: '27.79', // 27.788018…
        GBP: '11.88', // 11.870078…
        CHF: '9.25', // 9.245630…
        JPY: '451', // 450.000000020853
        XAU: '0.001005',
      },
      // One percent of each, rounded up.
      fees: {
        USD: '0.41',
        EUR: '0.28',
        GBP: '0.12',
        CHF: '0.10',
        JPY: '5',
        XAU: '0.000011',
      },
      rounding: 'up',
      composed_at: '2026-03-01T12:00:00.000Z',
    })
    const after = await unitsOf(bank, account)
    expect(after.GCU).toBe(1_005_000n)
    expect(before.EUR! - after.EUR!).toBe(2_779n + 28n)
    const moves = await bank.sql<{ asset: string; subtype: string }>(
      `select asset, subtype from ledger.moves where entry_id = (
         select entry_id from ledger.moves where asset = 'GCU' and to_account = $1)`,
      [account],
    )
    const subtypes = moves.map((move) => move.subtype)
    expect(subtypes.filter((subtype) => subtype === 'basket_compose')).toHaveLength(7)
    expect(subtypes.filter((subtype) => subtype === 'fee')).toHaveLength(6)
    expect(subtypes).toHaveLength(13)
    const transaction = await bank.call(
      `GET /api/v2/transactions/${composed.body.data.transaction_id}`,
      undefined,
      person,
    )
    expect(transaction.body.data).toMatchObject({
      account_uuid: account,
      asset_code: 'GCU',
      amount: '100.5000',
      direction: 'incoming',
    })

    const decomposed = await decompose(100.5)
    expect(decomposed.body.data).toMatchObject({
      basket_amount: '100.5000',
      components: {
        USD: '40.20',
        EUR: '27.78',
        GBP: '11.87',
        CHF: '9.24',
        JPY: '450',
        XAU: '0.001005',
      },
      rounding: 'down',
      decomposed_at: '2026-03-01T12:00:00.000Z',
    })
    const [event] = await eventsOf(bank, 'basket.composed')
    expect(event).toMatchObject({
      environment: 'live',
      user_uuid: person.uuid,
      account_uuid: account,
      data: {
        basket_code: 'GCU',
        basket_amount: '100.5000',
        transaction_id: composed.body.data.transaction_id,
        components: composed.body.data.components_used,
      },
    })
    const [undone] = await eventsOf(bank, 'basket.decomposed')
    expect(undone).toMatchObject({
      account_uuid: account,
      data: { components: decomposed.body.data.components },
    })
  })

  it('there and back, for any amounts, nothing is created and a leg loses at most one unit and its fee', async () => {
    await bank.sql("update identity.users set kyc_level = 'full' where uuid = $1", [person.uuid])
    const account = await openAccount(bank, person)
    const { compose, decompose } = exchange(bank, person, account)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2_300, max: 50_000_000 }), async (units) => {
        const before = await unitsOf(bank, account)
        const treasuryBefore = await unitsOf(bank, treasury)
        const amount = `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`
        const composed = await compose(amount)
        expect(composed.status).toBe(200)
        expect((await decompose(amount)).status).toBe(200)
        const after = await unitsOf(bank, account)
        const treasuryAfter = await unitsOf(bank, treasury)
        for (const code of [...codes, 'GCU']) {
          const fee = BigInt((composed.body.data.fees[code] ?? '0').replace('.', ''))
          const lost = (before[code] ?? 0n) - (after[code] ?? 0n) - fee
          expect(fee > 0n).toBe(code !== 'GCU')
          expect(lost >= 0n && lost <= (code === 'GCU' ? 0n : 1n)).toBe(true)
          expect((treasuryAfter[code] ?? 0n) - (treasuryBefore[code] ?? 0n)).toBe(lost)
        }
      }),
      { numRuns: rounds(5, 25) },
    )
    expect(await sumOfEverything(bank)).toEqual([])
  })

  it('never overdraw a part under concurrent requests', async () => {
    const account = await openAccount(bank, person, { ...plenty, XAU: '0.000055' })
    const { compose } = exchange(bank, person, account)
    // Each takes ten millionths of an ounce, and one as the fee: there is gold for five.
    const answers = await Promise.all(Array.from({ length: 9 }, () => compose('1')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4)
    const after = await unitsOf(bank, account)
    expect(after).toMatchObject({ XAU: 0n, GCU: 50_000n })
    expect(await sumOfEverything(bank)).toEqual([])
  })

  it('refuse when a single part is short, and nothing changes', async () => {
    await askAll(
      codes.map((code) => ({ at: code })),
      async ({ at: code }) => {
        const { [code]: _left, ...rest } = plenty
        const account = await openAccount(bank, person, rest)
        const before = await unitsOf(bank, account)
        const { compose, decompose } = exchange(bank, person, account)
        const answer = await compose('1')
        expect(answer.status).toBe(422)
        expect(answer.body.error).toMatchObject({
          code: 'INSUFFICIENT_FUNDS',
          details: { asset_code: code },
        })
        expect((await decompose('1')).body.error.code).toBe('INSUFFICIENT_FUNDS')
        expect(await unitsOf(bank, account)).toEqual(before)
      },
    )
  })

  it('refuse invalid requests, and nothing changes', async () => {
    const account = await openAccount(bank, person)
    const { compose, decompose } = exchange(bank, person, account)
    const before = await unitsOf(bank, account)
    for (const amount of ['0', '-1', '1.00001', '1e3', 'much', 0]) {
      const answer = await compose(amount)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({
        error: { code: 'VALIDATION_ERROR' },
        errors: { amount: [expect.any(String)] },
      })
    }
    expect((await compose('1', 'EUR')).body.errors).toEqual({
      basket_code: ['There is no basket EUR; see the list of baskets.'],
    })
    expect((await compose('1', 'NONE')).status).toBe(422)
    const foreign = exchange(bank, await bank.person(), account)
    expect((await foreign.compose('1')).status).toBe(403)
    const unknown = exchange(bank, person, '0197a000-0000-7000-8000-000000000000')
    expect((await unknown.compose('1')).status).toBe(404)
    expect(await unitsOf(bank, account)).toEqual(before)
    // Less than the smallest unit of every part but the yen: 0.0003 GCU are 0.0013 yen.
    await compose('1')
    expect((await decompose('0.0003')).body.errors.amount[0]).toContain('smallest unit')
    // Nor is it composed: it could not be decomposed again.
    const held = await unitsOf(bank, account)
    expect((await compose('0.0003')).body.errors.amount).toEqual([
      '0.0003 GCU is less than the smallest unit of any of its parts; use a larger amount.',
    ])
    expect(await unitsOf(bank, account)).toEqual(held)
    await bank.call(`POST /api/accounts/${account}/freeze`, { reason: 'Lost' }, person)
    expect((await compose('1')).body.error.code).toBe('ACCOUNT_FROZEN')
  })

  it('refuse a basket that is not active', async () => {
    const account = await openAccount(bank, person)
    const { compose } = exchange(bank, person, account)
    await bank.sql(`update baskets.baskets set is_active = false where code = 'GCU'`)
    expect((await compose('1')).body.error.code).toBe('BASKET_INACTIVE')
    await bank.sql(`update baskets.baskets set is_active = true where code = 'GCU'`)
    expect((await compose('1')).status).toBe(200)
    const operator = await bank.operator()
    const components = [
      { asset_code: 'USD', weight: 50 },
      { asset_code: 'EUR', weight: 50 },
    ]
    const basket = { code: 'SHORT', name: 'Short-lived', type: 'fixed', components }
    expect((await bank.call('POST /api/v2/baskets', basket, operator)).status).toBe(201)
    expect((await bank.call('DELETE /api/v2/assets/SHORT', undefined, operator)).status).toBe(200)
    await expect
      .poll(async () => (await compose('1', 'SHORT')).body.error?.code)
      .toBe('BASKET_INACTIVE')
  })

  it('account.baskets: the holdings at their value', async () => {
    const account = await openAccount(bank, person)
    const read = async () =>
      (await bank.call(`GET /api/v2/accounts/${account}/baskets`, undefined, person)).body.data
    expect(await read()).toEqual({
      account_uuid: account,
      basket_holdings: [],
      total_value: 0,
      currency: 'USD',
      calculated_at: '2026-03-01T12:00:00.000Z',
    })
    await exchange(bank, person, account).compose('12.3456')
    expect(await read()).toMatchObject({
      basket_holdings: [
        {
          basket_code: 'GCU',
          basket_name: 'Global Currency Unit',
          balance: '12.3456',
          unit_value: 1,
          total_value: 12.35,
          last_calculated: '2026-03-01T12:00:00.000Z',
        },
      ],
      total_value: 12.35,
    })
  })

  it('in the sandbox, with the sandbox’s own treasury', async () => {
    const sandbox = await bank.sandboxKey(person)
    const account = await openAccount(bank, sandbox)
    const live = await unitsOf(bank, treasury)
    expect((await exchange(bank, sandbox, account).compose('2')).status).toBe(200)
    expect(await unitsOf(bank, treasury)).toEqual(live)
    expect(await unitsOf(bank, systemAccount('sandbox', 'treasury:gcu'))).toMatchObject({
      GCU: -20_000n,
      USD: 80n,
    })
  })
})

describe('basket.create', () => {
  let operator: Person
  beforeAll(async () => {
    operator = await bank.operator()
  })

  const create = (change: object) =>
    bank.call(
      'POST /api/v2/baskets',
      {
        code: 'METALS',
        name: 'Metals and money',
        type: 'dynamic',
        rebalance_frequency: 'weekly',
        components: [
          { asset_code: 'XAU', weight: 33.33, min_weight: 10, max_weight: 50 },
          { asset_code: 'eur', weight: '33.33' },
          { asset_code: 'BTC', weight: 33.33 },
        ],
        ...change,
      },
      operator,
    )

  it('is worth a dollar at first, can be held, composed and converted to dollars', async () => {
    const answer = await create({ description: 'Three thirds' })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      code: 'METALS',
      description: 'Three thirds',
      latest_value: { value: 1, calculated_at: '2026-03-01T12:00:00.000Z' },
      next_rebalance_at: '2026-03-08T12:00:00.000Z',
    })
    // A hundredth was missing: the first of the largest has it, and together they are a hundred.
    expect(answer.body.data.components.map((one: { weight: number }) => one.weight)).toEqual([
      33.34, 33.33, 33.33,
    ])
    const events = (await eventsOf(bank, 'basket.created')).slice(-2)
    expect(events).toMatchObject(
      ['live', 'sandbox'].map((environment) => ({
        environment,
        data: { basket_code: 'METALS', type: 'dynamic' },
      })),
    )
    const person = await bank.person()
    const account = await openAccount(bank, person, { ...plenty, BTC: '1.00000000' })
    const { compose, decompose } = exchange(bank, person, account)
    expect((await compose('3', 'METALS')).body.data.components_used).toEqual({
      XAU: '0.000501', // 0.0005001
      EUR: '0.93', // 0.921566…
      BTC: '0.00002222', // exactly
    })
    expect((await decompose('3', 'METALS')).status).toBe(200)
    expect((await bank.call('GET /api/exchange-rates/METALS/USD')).body.data.rate).toBe(
      '1.0000000000',
    )
    const rows = await reconcile(bank, 'METALS')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ value: '1.0000', expected: '1.0000', generated: false })
  })

  it('refuses weights that do not sum to 100, and creates nothing', async () => {
    for (const weights of [
      [50, 49.98],
      [50, 50.02],
      [100, 100],
    ]) {
      const answer = await create({
        code: 'WRONG',
        components: weights.map((weight, index) => ({ asset_code: codes[index], weight })),
      })
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({
        error: { code: 'INVALID_WEIGHTS' },
        errors: { components: [expect.stringContaining('must sum to 100')] },
      })
    }
    expect((await bank.call('GET /api/v2/baskets/WRONG')).status).toBe(404)
    expect((await bank.call('GET /api/v1/assets/WRONG')).status).toBe(404)
  })

  const refusals: [what: string, components: object[], field: string][] = [
    [
      'an unknown part',
      [
        { asset_code: 'NOPE', weight: 50 },
        { asset_code: 'USD', weight: 50 },
      ],
      'components.0.asset_code',
    ],
    [
      'a part that is not active',
      [
        { asset_code: 'FCRYPTO', weight: 50 },
        { asset_code: 'USD', weight: 50 },
      ],
      'components.0.asset_code',
    ],
    [
      'a basket as a part',
      [
        { asset_code: 'USD', weight: 50 },
        { asset_code: 'GCU', weight: 50 },
      ],
      'components.1.asset_code',
    ],
    [
      'a part twice',
      [
        { asset_code: 'USD', weight: 50 },
        { asset_code: 'usd', weight: 50 },
      ],
      'components.1.asset_code',
    ],
    [
      'three decimals',
      [
        { asset_code: 'USD', weight: 50.005 },
        { asset_code: 'EUR', weight: 49.995 },
      ],
      'components.0.weight',
    ],
    [
      'no weight',
      [
        { asset_code: 'USD', weight: 100 },
        { asset_code: 'EUR', weight: 0 },
      ],
      'components.1.weight',
    ],
    [
      'a weight out of its bounds',
      [
        { asset_code: 'USD', weight: 60, max_weight: 50 },
        { asset_code: 'EUR', weight: 40 },
      ],
      'components.0.weight',
    ],
    ['a single part', [{ asset_code: 'USD', weight: 100 }], 'components'],
  ]
  it('refuses invalid parts', async () => {
    const things = refusals.map(([at, components, field]) => ({ at, components, field }))
    await askAll(things, async ({ components, field }) => {
      const answer = await create({ code: 'WRONG', components })
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toHaveProperty([field])
    })
    expect((await bank.call('GET /api/v1/assets/WRONG')).status).toBe(404)
  })

  it('refuses the code of an asset, a part without a price, and callers other than operators', async () => {
    expect((await create({ code: 'EUR' })).body.error.code).toBe('BASKET_EXISTS')
    expect((await create({ code: 'GCU' })).status).toBe(409)
    await bank.call(
      'POST /api/v2/assets',
      { code: 'UNPRICED', name: 'Unpriced', type: 'custom', precision: 2 },
      operator,
    )
    const components = [
      { asset_code: 'USD', weight: 50 },
      { asset_code: 'UNPRICED', weight: 50 },
    ]
    await expect
      .poll(async () => (await create({ code: 'WRONG', components })).body.error.code)
      .toBe('BASKET_VALUE_UNAVAILABLE')
    expect((await bank.call('GET /api/v2/baskets/WRONG')).status).toBe(404)
    const answer = await bank.call('POST /api/v2/baskets', {}, await bank.person())
    expect(answer.status).toBe(403)
  })
})

describe('applyComposition and currentComposition', () => {
  const apply = (composition: Record<string, string | number>) =>
    applyWeights(bank, database, composition)
  const launch = { USD: 40, EUR: 30, GBP: 15, CHF: 10, JPY: 3, XAU: 2 }

  it('set the weights, keep the value, and add and remove parts', async () => {
    expect(await currentComposition(database.read)).toEqual(launch)
    const done = await apply({ USD: '35.5', EUR: 30, GBP: 15, CHF: 10, BTC: 9.5 })
    expect(done.adjustments).toContainEqual({
      asset: 'BTC',
      current_weight: 0,
      target_weight: 9.5,
      adjustment: 9.5,
      action: 'increase',
    })
    expect(await currentComposition(database.read)).toEqual({
      ...launch,
      USD: 35.5,
      JPY: 0,
      XAU: 0,
      BTC: 9.5,
    })
    const { body } = await bank.call('GET /api/v2/baskets/GCU/value')
    expect(body.data.value).toBe(1)
    expect(body.data.component_values.BTC).toMatchObject({ weight: 9.5, weighted_value: 0.095 })
    expect(body.data.component_values.JPY.units).toBe('0.000000000000')
    const person = await bank.person()
    const account = await openAccount(bank, person, { ...plenty, BTC: '1.00000000' })
    const composed = await exchange(bank, person, account).compose('10')
    expect(composed.body.data.components_used).toMatchObject({ JPY: '0', BTC: '0.00002112' })
    await apply(launch)
    expect((await currentComposition(database.read)).BTC).toBe(0)
    const rows = await eventsOf(bank, 'basket.rebalanced')
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatchObject({ user_uuid: null, account_uuid: null })
  })

  it('refuse weights that do not sum to 100 and unknown assets, and change nothing', async () => {
    const before = await bank.call('GET /api/v2/baskets/GCU')
    await expect(apply({ USD: 50, EUR: 49 })).rejects.toThrow('must sum to 100')
    await expect(apply({ USD: 50, NOPE: 50 })).rejects.toThrow('NOPE')
    await expect(apply({ USD: 50, GCU: 50 })).rejects.toThrow('GCU')
    await expect(apply({ USD: 50, FCRYPTO: 50 })).rejects.toThrow('FCRYPTO')
    await expect(apply({ USD: -10, EUR: 110 })).rejects.toThrow('0 to 100')
    await expect(apply({})).rejects.toThrow('must sum to 100')
    expect((await bank.call('GET /api/v2/baskets/GCU')).body).toEqual(before.body)
  })

  it('weights sum to 100 for any vote, and the database enforces it', async () => {
    const vote = fc
      .array(fc.integer({ min: 0, max: 5_000 }), { minLength: 6, maxLength: 6 })
      .map((list) => Object.fromEntries(list.map((weight, index) => [codes[index]!, weight / 100])))
    await fc.assert(
      fc.asyncProperty(vote, async (composition) => {
        const sum = Math.round(Object.values(composition).reduce((a, b) => a + b, 0) * 100)
        if (Math.abs(sum - 10_000) > 1) await expect(apply(composition)).rejects.toThrow('sum')
        const rest = Math.max(0, 100 - (sum - composition.USD! * 100) / 100)
        const mended = { ...composition, USD: Math.round(rest * 100) / 100 }
        if (sum - composition.USD! * 100 <= 10_000) await apply(mended)
        const now = Object.values(await currentComposition(database.read))
        expect(Math.round(now.reduce((a, b) => a + b, 0) * 100)).toBe(10_000)
      }),
      { numRuns: rounds(8, 25) },
    )
    await apply(launch)
    await expect(
      bank.sql(`update baskets.components set weight = weight + 1 where asset_code = 'USD'`),
    ).rejects.toThrow('do not sum to 100')
  })
})

describe('values over time', () => {
  const times = async () => (await reconcile(bank)).map(({ at }) => at.slice(0, 16))
  const expectReconciled = async () => {
    for (const row of await reconcile(bank)) {
      expect(row.value).toBe(row.expected)
      expect(row.rate).toBe(row.value)
    }
  }

  it('get a row a day, also for missed days, at the rates of those days', async () => {
    bank.clock.advance(3 * DAY)
    await bank.runJob('baskets.value')
    expect((await times()).slice(-4)).toEqual([
      '2026-03-01 00:00',
      '2026-03-02 00:00',
      '2026-03-03 00:00',
      '2026-03-04 00:00',
    ])
    const rows = await reconcile(bank)
    expect(rows.slice(-3).map(({ generated }) => generated)).toEqual([false, false, false])
    await expectReconciled()
  })

  it('get a row for each hour in which a price has changed, and no others', async () => {
    const operator = await bank.operator()
    const before = await times()
    bank.clock.advance(HOUR)
    await bank.runJob('baskets.value')
    expect(await times()).toEqual(before)
    await bank.call('POST /api/v2/exchange-rates', { from_asset: 'XAU', rate: '2500' }, operator)
    bank.clock.advance(HOUR + 180)
    await bank.runJob('baskets.value')
    expect(await times()).toEqual([...before, '2026-03-04 14:00'])
    await expectReconciled()
    const { body } = await bank.call('GET /api/exchange-rates/GCU/USD')
    expect(Number(body.data.rate)).toBeCloseTo(1.005, 2)
    expect(body.data.metadata).toMatchObject({ provider: 'basket' })
  })

  it('still agree with the rates after the basket was rebalanced', async () => {
    const operator = await bank.operator()
    const before = await bank.call('GET /api/v2/baskets/GCU/value')
    const done = await bank.call('POST /api/v2/baskets/GCU/rebalance', {}, operator)
    expect(done.status).toBe(200)
    const after = await bank.call('GET /api/v2/baskets/GCU/value')
    expect(after.body.data.value).toBeCloseTo(before.body.data.value, 7)
    expect(after.body.data.value).toBeLessThanOrEqual(before.body.data.value)
    expect(after.body.data.component_values.XAU.units).not.toBe(
      before.body.data.component_values.XAU.units,
    )
    bank.clock.advance(2 * DAY)
    await bank.runJob('baskets.value')
    expect(await times()).toHaveLength(97)
    await expectReconciled()
  })

  it('that were missed before a rebalancing use the composition of that time', async () => {
    bank.clock.advance(3 * DAY)
    await applyWeights(bank, database, { XAU: 90, JPY: 10 })
    bank.clock.advance(DAY)
    await bank.runJob('baskets.value')
    expect(await times()).toHaveLength(101)
    await expectReconciled()
  })

  it('are rebalanced at today’s prices, also before the scheduled job has loaded them', async () => {
    bank.clock.advance(2 * DAY)
    const operator = await bank.operator()
    expect((await bank.call('POST /api/v2/baskets/GCU/rebalance', {}, operator)).status).toBe(200)
    const [rate] = await bank.sql<{ day: string }>(
      `select max(valid_at)::date::text as day from assets.rates where from_asset = 'EUR'`,
    )
    expect(rate!.day).toBe(bank.clock.now().toISOString().slice(0, 10))
  })

  it('are append-only', async () => {
    await expect(bank.sql('update baskets.values set value = 2')).rejects.toThrow('append-only')
    await expect(bank.sql('delete from baskets.compositions')).rejects.toThrow('append-only')
  })
})

describe('basket.history over a long period', () => {
  it('has the first and the last value, and a bounded number between them', async () => {
    await bank.sql(
      `insert into baskets.values (basket_code, calculated_at, value, generated, parts)
         select basket_code, $1::timestamptz - n * interval '61 minutes', value, generated, parts
         from (select * from baskets.values where basket_code = 'GCU' limit 1) v,
           generate_series(1, 5000) n
         on conflict do nothing`,
      [bank.clock.now()],
    )
    const [ends] = await bank.sql<{ first: Date; last: Date; n: number }>(
      `select min(calculated_at) as first, max(calculated_at) as last, count(*)::int as n
         from baskets.values where basket_code = 'GCU' and calculated_at >= $1`,
      [new Date(bank.clock.now().getTime() - 366 * 86_400_000)],
    )
    expect(ends!.n).toBeGreaterThan(5_000)
    const { status, body } = await bank.call('GET /api/v2/baskets/GCU/history?days=366')
    expect(status).toBe(200)
    const times = body.data.values.map((one: { calculated_at: string }) => one.calculated_at)
    expect(times.length).toBeGreaterThan(1_200)
    expect(times.length).toBeLessThanOrEqual(2_402)
    expect([times[0], times.at(-1)]).toEqual([ends!.first.toISOString(), ends!.last.toISOString()])
    expect(times).toEqual(times.toSorted())
    const daily = await bank.call('GET /api/v2/baskets/GCU/history?days=90&interval=daily')
    const days = await bank.sql<{ last: Date }>(
      `select max(calculated_at) as last from baskets.values where basket_code = 'GCU' and calculated_at >= $1
         group by (calculated_at at time zone 'UTC')::date order by 1`,
      [new Date(bank.clock.now().getTime() - 90 * 86_400_000)],
    )
    expect(
      daily.body.data.values.map((one: { calculated_at: string }) => one.calculated_at),
    ).toEqual(days.map(({ last }) => last.toISOString()))
    expect(days.length).toBeGreaterThan(85)
  })
})

describe('basket.rebalance', () => {
  let other: Bank
  let person: Person
  beforeAll(async () => {
    other = await startBank()
    person = await other.person()
  })
  afterAll(() => other.stop())

  /** The amounts that the treasury must hold: the parts of all issued GCU, rounded up. */
  async function expectBacked(): Promise<void> {
    const held = await unitsOf(other, treasury)
    const { body } = await other.call('GET /api/v2/baskets/GCU')
    const places: Record<string, number> = { JPY: 0, XAU: 6 }
    for (const part of body.data.components) {
      const units = BigInt(part.units.replace('.', ''))
      const scale = 10n ** BigInt(16 - (places[part.asset_code] ?? 2))
      const exact = -held.GCU! * units
      expect(held[part.asset_code] ?? 0n).toBe((exact + scale - 1n) / scale)
    }
  }

  it('simulates for any user and changes nothing; only an operator rebalances', async () => {
    const operator = await other.operator()
    await other.call('POST /api/v2/exchange-rates', { from_asset: 'XAU', rate: '8000' }, operator)
    other.clock.advance(1)
    const before = await other.call('GET /api/v2/baskets/GCU')
    const answer = await other.call(
      'POST /api/v2/baskets/gcu/rebalance',
      { simulate: true },
      person,
    )
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      status: 'simulated',
      basket: 'GCU',
      needs_rebalancing: true,
      current_value: 1.06,
      rebalanced_at: null,
      simulated_at: '2026-03-01T12:00:01.000Z',
    })
    const { adjustments } = answer.body.data
    expect(answer.body.data.adjustments_count).toBe(adjustments.length)
    expect(adjustments.find((one: { asset: string }) => one.asset === 'XAU')).toEqual({
      asset: 'XAU',
      current_weight: 7.55,
      target_weight: 2,
      adjustment: -5.55,
      action: 'decrease',
    })
    expect(await other.call('GET /api/v2/baskets/GCU')).toMatchObject({ body: before.body })
    const refused = await other.call('POST /api/v2/baskets/GCU/rebalance', {}, person)
    expect(refused.body.error.code).toBe('FORBIDDEN')
    expect(await eventsOf(other, 'basket.rebalanced')).toEqual([])
  })

  it('keeps the value, sets the amounts, and the treasury holds the parts of issued baskets', async () => {
    const account = await openAccount(other, person)
    const { compose, decompose } = exchange(other, person, account)
    await compose('1000.1234')
    const answer = await other.call(
      'POST /api/v2/baskets/GCU/rebalance',
      {},
      await other.operator(),
    )
    expect(answer.body.data).toMatchObject({
      status: 'completed',
      rebalanced_at: '2026-03-01T12:00:01.000Z',
      simulated_at: null,
      current_value: 1.06,
    })
    const { body } = await other.call('GET /api/v2/baskets/GCU/value')
    expect(body.data.value).toBe(1.06)
    expect(body.data.component_values.XAU).toMatchObject({
      units: '0.000002650000',
      weighted_value: 0.0212,
    })
    await expectBacked()
    expect(await sumOfEverything(other)).toEqual([])
    const events = await eventsOf(other, 'basket.rebalanced')
    expect(events.map(({ environment }) => environment)).toEqual(['live', 'sandbox'])
    expect(events[0]).toMatchObject({
      user_uuid: null,
      account_uuid: null,
      data: { basket_code: 'GCU', value: 1.06, adjustments: answer.body.data.adjustments },
    })
    // Decomposing now returns the new amounts: less gold, more of all other parts.
    const { body: given } = await decompose('1000.1234')
    expect(given.data.components).toMatchObject({ USD: '424.05', XAU: '0.002650' })
  })

  it('runs by schedule when it is due, once', async () => {
    const count = async () => (await eventsOf(other, 'basket.rebalanced')).length / 2
    const before = await count()
    other.clock.advance(20 * DAY)
    await other.runJob('baskets.value')
    expect(await count()).toBe(before)
    other.clock.advance(12 * DAY)
    await other.runJob('baskets.value')
    await other.runJob('baskets.value')
    expect(await count()).toBe(before + 1)
    const { body } = await other.call('GET /api/v2/baskets/GCU')
    expect(body.data).toMatchObject({
      last_rebalanced_at: '2026-04-02T12:00:01.000Z',
      next_rebalance_at: '2026-05-02T12:00:01.000Z',
    })
    await expectBacked()
  })

  it('refuses a fixed basket and an unknown one', async () => {
    const operator = await other.operator()
    const fixed = {
      code: 'FIXED',
      name: 'Fixed',
      type: 'fixed',
      components: [
        { asset_code: 'USD', weight: 50 },
        { asset_code: 'EUR', weight: 50 },
      ],
    }
    const created = await other.call('POST /api/v2/baskets', fixed, operator)
    expect(created.body.data).toMatchObject({
      rebalance_frequency: 'never',
      next_rebalance_at: null,
    })
    const answer = await other.call('POST /api/v2/baskets/FIXED/rebalance', {}, operator)
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'BASKET_NOT_DYNAMIC' } } })
    const nothing = await other.call('POST /api/v2/baskets/NONE/rebalance', {}, operator)
    expect(nothing.status).toBe(404)
  })
})

describe('nextRebalance', () => {
  const at = (
    rebalance_frequency: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'never',
    last: string,
  ) =>
    nextRebalance({ type: 'dynamic', rebalance_frequency, last_rebalanced_at: last })?.toISOString()
  it('is a day, a week, a month or a quarter later', () => {
    expect(at('daily', '2026-02-28T05:00:00.000Z')).toBe('2026-03-01T05:00:00.000Z')
    expect(at('weekly', '2026-12-28T00:00:00.000Z')).toBe('2027-01-04T00:00:00.000Z')
    expect(at('monthly', '2026-01-31T00:00:00.000Z')).toBe('2026-02-28T00:00:00.000Z')
    expect(at('quarterly', '2026-11-30T00:00:00.000Z')).toBe('2027-02-28T00:00:00.000Z')
    expect(at('never', '2026-01-31T00:00:00.000Z')).toBeUndefined()
  })
})

describe('a production bank without a feed', () => {
  it('has no GCU until every part has a price, and invents no history', async () => {
    const env = {
      FLORIN_MODE: 'production',
      FLORIN_SECRET: 'x'.repeat(32),
      FUNDING: 'open',
    }
    const production = await startBank({ env })
    const operator = await production.operator()
    const { body } = await production.call('GET /api/v2/baskets/GCU')
    expect(body.data).toMatchObject({ latest_value: null, last_rebalanced_at: null })
    expect((await production.call('GET /api/v2/baskets/GCU/value')).body.error.code).toBe(
      'BASKET_VALUE_UNAVAILABLE',
    )
    expect((await production.call('GET /api/v2/baskets/GCU/performance')).status).toBe(422)
    const person = await production.person()
    const account = await openAccount(production, person)
    expect((await exchange(production, person, account).compose('1')).status).toBe(503)
    for (const [from_asset, rate] of Object.entries({
      EUR: '1.1',
      GBP: '1.3',
      CHF: '1.2',
      JPY: '0.007',
    }))
      await production.call('POST /api/v2/exchange-rates', { from_asset, rate }, operator)
    await production.runJob('baskets.value')
    expect((await production.call('GET /api/v2/baskets/GCU/value')).status).toBe(503)
    await production.call(
      'POST /api/v2/exchange-rates',
      { from_asset: 'XAU', rate: '2500' },
      operator,
    )
    await production.runJob('baskets.value')
    expect((await production.call('GET /api/v2/baskets/GCU/value')).body.data.value).toBe(1)
    const rows = await reconcile(production)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ value: '1.0000', expected: '1.0000', generated: false })
    expect((await exchange(production, person, account).compose('1')).status).toBe(200)
    await production.stop()
  })
})

// The GCU over HTTP: information, composition, history, quotes, buying, selling, limits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../test/harness/bank.ts'
import { holdTransaction } from '../../../../test/harness/held.ts'
import {
  DAY,
  HOUR,
  openAccount,
  signIn,
  sumOfEverything,
  treasury,
  unitsOf,
} from '../baskets/test-support.ts'
import { systemAccount } from '../../core/ledger/index.ts'
import { bucketStart, intervals, periods } from './history.ts'

const fees = systemAccount('live', 'fees')

/** The last stored value a number of days before the test's noon. */
async function storedValue(bank: Bank, daysAgo: number): Promise<number> {
  const at = new Date(bank.clock.now().getTime() - daysAgo * DAY * 1000)
  const [row] = await bank.sql<{ value: string }>(
    `select value::text from baskets.values where basket_code = 'GCU' and calculated_at <= $1
     order by calculated_at desc limit 1`,
    [at],
  )
  return Number(row!.value)
}

async function storedPrice(bank: Bank, code: string, daysAgo: number): Promise<number> {
  const at = new Date(bank.clock.now().getTime() - daysAgo * DAY * 1000)
  const [row] = await bank.sql<{ rate: string }>(
    `select rate::text from assets.rates where from_asset = $1 and is_active and valid_at <= $2
     order by valid_at desc limit 1`,
    [code, at],
  )
  return Number(row?.rate ?? 1)
}

const percent = (before: number, after: number): number => (after / before - 1) * 100

describe('information about the GCU', () => {
  let bank: Bank
  beforeAll(async () => {
    bank = await startBank()
    bank.clock.advance(2 * DAY + 3 * HOUR)
    await bank.runJob('baskets.value')
    // A day with several values, and after it a day that the scheduled job has not reached yet.
    const operator = await bank.operator()
    for (const rate of ['2100', '2200']) {
      await bank.call('POST /api/v2/exchange-rates', { from_asset: 'XAU', rate }, operator)
      bank.clock.advance(HOUR)
      await bank.runJob('baskets.value')
    }
    bank.clock.advance(9 * HOUR)
  })
  afterAll(() => bank.stop())

  it('gcu.composition: every field of the specification, reconciled with the stored history', async () => {
    const { status, body } = await bank.call('GET /api/v2/gcu/composition')
    expect(status).toBe(200)
    const { data } = body
    expect(Object.keys(data).toSorted()).toEqual([
      'basket_code',
      'composition',
      'last_updated',
      'performance',
      'rebalancing',
      'total_value_usd',
    ])
    const now = await storedValue(bank, 0)
    expect(data).toMatchObject({
      basket_code: 'GCU',
      last_updated: '2026-03-03T16:00:00.000Z',
      total_value_usd: Number(now.toFixed(4)),
      rebalancing: {
        frequency: 'monthly',
        last_rebalanced: '2026-03-01T12:00:00.000Z',
        next_rebalance: '2026-04-01T12:00:00.000Z',
        automatic: true,
      },
    })
    expect(data.composition.map((part: { asset_code: string }) => part.asset_code)).toEqual([
      'USD',
      'EUR',
      'GBP',
      'CHF',
      'JPY',
      'XAU',
    ])
    const basket = await bank.call('GET /api/v2/baskets/GCU')
    for (const [index, part] of data.composition.entries()) {
      const { units, weight, asset_name } = basket.body.data.components[index]
      const price = await storedPrice(bank, part.asset_code, 0)
      const worth = Number(units) * price
      expect(part).toMatchObject({ asset_name, weight: weight / 100 })
      expect(part.asset_type).toBe(part.asset_code === 'XAU' ? 'commodity' : 'fiat')
      expect(part.current_price_usd).toBeCloseTo(price, 9)
      expect(Math.abs(part.value_contribution_usd - worth)).toBeLessThan(0.0001)
      expect(Math.abs(part.percentage_of_basket - (worth / now) * 100)).toBeLessThan(0.01)
      for (const [field, days] of Object.entries({ '24h_change': 1, '7d_change': 7 })) {
        const before = await storedPrice(bank, part.asset_code, days)
        expect(Math.abs(part[field] - percent(before, price))).toBeLessThan(0.0051)
      }
    }
    const sum = (field: string, places: number) =>
      data.composition
        .reduce((all: number, part: Record<string, number>) => all + part[field]!, 0)
        .toFixed(places)
    expect(sum('weight', 4)).toBe('1.0000')
    expect(sum('percentage_of_basket', 2)).toBe('100.00')
    expect(sum('value_contribution_usd', 4)).toBe(data.total_value_usd.toFixed(4))
    for (const [name, days] of Object.entries({ '24h': 1, '7d': 7, '30d': 30 })) {
      const before = await storedValue(bank, days)
      expect(before).not.toBe(now)
      expect(data.performance[`${name}_change_usd`]).toBe(Number((now - before).toFixed(4)))
      expect(
        Math.abs(data.performance[`${name}_change_percent`] - percent(before, now)),
      ).toBeLessThan(0.0051)
    }
    expect(Object.keys(data.performance)).toHaveLength(6)
  })

  it('gcu.get: value, changes, supply and holders', async () => {
    const first = await bank.call('GET /api/v2/gcu')
    const now = await storedValue(bank, 0)
    expect(first.body.data).toMatchObject({
      code: 'GCU',
      name: 'Global Currency Unit',
      symbol: 'Ǥ',
      current_value: Number(now.toFixed(4)),
      value_currency: 'USD',
      last_rebalanced: '2026-03-01T12:00:00.000Z',
      next_rebalance: '2026-04-01T12:00:00.000Z',
      statistics: { total_supply: '0.0000', holders_count: 0 },
    })
    expect(first.body.data.composition[1]).toEqual({
      asset_code: 'EUR',
      asset_name: 'Euro',
      weight: 0.3,
      value_contribution: expect.any(Number),
    })
    for (const [field, days] of Object.entries({
      '24h_change': 1,
      '7d_change': 7,
      '30d_change': 30,
    })) {
      const change = percent(await storedValue(bank, days), now)
      expect(Math.abs(first.body.data.statistics[field] - change)).toBeLessThan(0.0051)
    }
    const person = await bank.person()
    const account_uuid = await openAccount(bank, person, { USD: '500.00' })
    const bought = await bank.call(
      'POST /api/v2/gcu/buy',
      { amount: '200', currency: 'USD', account_uuid },
      person,
    )
    bank.clock.advance(6)
    const { body } = await bank.call('GET /api/v2/gcu')
    expect(body.data.statistics).toMatchObject({
      total_supply: bought.body.data.received_amount.toFixed(4),
      holders_count: 1,
    })
  })

  const combinations = periods.flatMap((period) =>
    intervals.map((interval) => ({ period, interval })),
  )

  it.each(combinations)('gcu.value_history: $period $interval', async ({ period, interval }) => {
    const { status, body } = await bank.call(
      `GET /api/v2/gcu/value-history?period=${period}&interval=${interval}`,
    )
    expect(status).toBe(200)
    const now = bank.clock.now()
    const days = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, '1y': 365, all: 9_999 }[period]
    const [first] = await bank.sql<{ at: string }>(
      `select to_char(min(calculated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from baskets.values`,
    )
    const start = new Date(Math.max(now.getTime() - days * DAY * 1000, Date.parse(first!.at)))
    // Every bucket from the first to the current one, each the mean of its stored values.
    const rows = await bank.sql<{ at: string; value: string }>(
      `select to_char(calculated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, value::text
       from baskets.values where basket_code = 'GCU' order by calculated_at`,
    )
    const values = rows.map((row) => ({ at: new Date(row.at), value: Number(row.value) }))
    const starts: string[] = []
    for (let at = bucketStart(start, interval); at <= now; ) {
      starts.push(at.toISOString())
      const inside = values.filter(
        (row) => row.at >= start && bucketStart(row.at, interval).getTime() === at.getTime(),
      )
      const earlier = values.findLast((row) => row.at <= (at < start ? start : at))!.value
      const mean = inside.length
        ? inside.reduce((sum, row) => sum + row.value, 0) / inside.length
        : earlier
      const shown = body.data[starts.length - 1]
      expect(shown.timestamp).toBe(at.toISOString())
      expect(Math.abs(shown.value - mean)).toBeLessThan(0.000051)
      expect(shown.value_usd).toBe(shown.value)
      const before = body.data[starts.length - 2]?.value
      const change = before === undefined ? 0 : percent(before, shown.value)
      expect(Math.abs(shown.change - change)).toBeLessThan(0.0051)
      // Finds the next bucket hour by hour, since buckets differ in length.
      let next = at.getTime()
      while (bucketStart(new Date(next), interval).getTime() === at.getTime()) next += HOUR * 1000
      at = new Date(next)
    }
    expect(body.data).toHaveLength(starts.length)
    const [one, last] = [body.data[0].value, body.data.at(-1).value]
    expect(body.meta).toMatchObject({ period, interval, start_value: one, end_value: last })
    expect(body.meta.total_change).toBeCloseTo(last - one, 6)
    expect(Math.abs(body.meta.total_change_percent - percent(one, last))).toBeLessThan(0.0051)
  })

  it('gcu.value_history: 30 days by the day by default, and unlisted values are refused', async () => {
    const { body } = await bank.call('GET /api/v2/gcu/value-history')
    expect(body.meta).toMatchObject({ period: '30d', interval: 'daily' })
    expect(body.data).toHaveLength(31)
    for (const query of ['period=2d', 'interval=yearly', 'period=', 'period=30D']) {
      const answer = await bank.call(`GET /api/v2/gcu/value-history?${query}`)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toHaveProperty(query.split('=')[0]!)
    }
  })

  it('buckets begin at the UTC hour, day, Monday and first of the month', () => {
    // A Sunday.
    const time = new Date('2026-03-01T23:59:59.999Z')
    expect(intervals.map((interval) => bucketStart(time, interval).toISOString())).toEqual([
      '2026-03-01T23:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
      '2026-02-23T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ])
  })

  it('gcu.supported_banks: three, among which all money is spread', async () => {
    const { body } = await bank.call('GET /api/v2/gcu/supported-banks')
    expect(body.data.map((one: { code: string }) => one.code)).toEqual([
      'PAYSERA',
      'DEUTSCHE',
      'SANTANDER',
    ])
    const sum = body.data.reduce(
      (all: number, one: { default_allocation: number }) => all + one.default_allocation,
      0,
    )
    expect(sum).toBe(100)
    expect(body.data[0]).toMatchObject({
      country: 'LT',
      deposit_protection: true,
      deposit_protection_amount: 100_000,
      deposit_protection_currency: 'EUR',
      status: 'unknown',
    })
  })
})

// The following tests share one bank: first trades at the prices of its first day, then limits, which advance the
// clock, last a price that an operator sets.
let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const post = (side: 'buy' | 'sell', order: object, caller: CallOptions) =>
  bank.call(`POST /api/v2/gcu/${side}`, order, caller)
const askQuote = (query: string, caller: CallOptions) =>
  bank.call(`GET /api/v2/gcu/quote?${query}`, undefined, caller)

describe('buying and selling', () => {
  let person: Person
  beforeAll(async () => {
    person = await bank.person()
  })

  const buy = (order: object, caller: CallOptions = person) => post('buy', order, caller)
  const sell = (order: object, caller: CallOptions = person) => post('sell', order, caller)
  const quote = (query: string, caller: CallOptions = person) => askQuote(query, caller)

  it('gcu.buy: one percent is the fee, the rest is GCU rounded down; all in one entry', async () => {
    const account = await openAccount(bank, person, { EUR: '1000.00' })
    const before = await unitsOf(bank, fees)
    const answer = await buy({ amount: '123.45', currency: 'eur', account_uuid: account })
    expect(answer.status).toBe(200)
    // Fee 1.2345 → 1.24; 122.21 € × 1.085 = 132.59785 GCU.
    expect(answer.body).toEqual({
      message: '132.5978 GCU bought for 123.45 EUR.',
      data: {
        transaction_id: expect.any(String),
        account_uuid: account,
        spent_amount: 123.45,
        spent_currency: 'EUR',
        received_amount: 132.5978,
        received_currency: 'GCU',
        exchange_rate: 1.085,
        fee_amount: 1.24,
        fee_currency: 'EUR',
        new_gcu_balance: 132.5978,
        rounding: expect.any(String),
        timestamp: '2026-03-01T12:00:00.000Z',
      },
    })
    expect(await unitsOf(bank, account)).toEqual({ EUR: 87_655n, GCU: 1_325_978n })
    expect((await unitsOf(bank, fees)).EUR! - (before.EUR ?? 0n)).toBe(124n)
    const moves = await bank.sql<{ subtype: string; asset: string; units: string }>(
      `select subtype, asset, units from ledger.moves where entry_id = (
         select entry_id from ledger.moves where asset = 'GCU' and to_account = $1) order by line`,
      [account],
    )
    expect(moves).toEqual([
      { subtype: 'gcu_buy', asset: 'EUR', units: '12221' },
      { subtype: 'fee', asset: 'EUR', units: '124' },
      { subtype: 'gcu_buy', asset: 'GCU', units: '1325978' },
    ])
    const [event] = await bank.sql<{ user_uuid: string; account_uuid: string; data: object }>(
      `select user_uuid, account_uuid, data from platform.events where type = 'gcu.bought' and account_uuid = $1`,
      [account],
    )
    expect(event).toMatchObject({
      user_uuid: person.uuid,
      data: {
        transaction_id: answer.body.data.transaction_id,
        gcu_amount: '132.5978',
        amount: '123.45',
        fee_amount: '1.24',
        currency: 'EUR',
        exchange_rate: '1.085000',
      },
    })
    expect(await sumOfEverything(bank)).toEqual([])
  })

  it('gcu.sell: the other way round, one percent of the money is the fee', async () => {
    const account = await openAccount(bank, person, { USD: '200.00' })
    await buy({ amount: 200, currency: 'USD', account_uuid: account })
    const answer = await sell({ amount: '99.9999', currency: 'GBP', account_uuid: account })
    expect(answer.status).toBe(200)
    // 99.9999 ÷ 1.27 = 78.74007… → 78.74; fee 0.7874 → 0.79.
    expect(answer.body.data).toMatchObject({
      sold_amount: 99.9999,
      sold_currency: 'GCU',
      received_amount: 77.95,
      received_currency: 'GBP',
      exchange_rate: 1.27,
      fee_amount: 0.79,
      fee_currency: 'GBP',
      new_gcu_balance: 98.0001,
    })
    expect(await unitsOf(bank, account)).toEqual({ USD: 0n, GBP: 7_795n, GCU: 980_001n })
    const transaction = await bank.call(
      `GET /api/v2/transactions/${answer.body.data.transaction_id}`,
      undefined,
      person,
    )
    expect(transaction.body.data).toMatchObject({ asset_code: 'GCU', amount: '99.9999' })
    const events = await bank.sql(
      `select 1 from platform.events where type = 'gcu.sold' and account_uuid = $1`,
      [account],
    )
    expect(events).toHaveLength(1)
    expect(await sumOfEverything(bank)).toEqual([])
  })

  it('a round trip never makes money, for any amount and currency', async () => {
    const trader = await bank.person()
    const account_uuid = await openAccount(bank, trader, {
      EUR: '5000.00',
      USD: '5000.00',
      GBP: '5000.00',
      CHF: '5000.00',
    })
    for (const [index, currency] of ['EUR', 'USD', 'GBP', 'CHF'].entries()) {
      const amount = `${100 + index * 37}.${11 + index}`
      const bought = await buy({ amount, currency, account_uuid }, trader)
      const { received_amount } = bought.body.data
      const sold = await sell({ amount: received_amount, currency, account_uuid }, trader)
      const back = sold.body.data.received_amount
      expect(back).toBeLessThan(Number(amount) * 0.9801 + 0.000001)
      expect(back).toBeGreaterThan(Number(amount) * 0.9801 - 0.05)
    }
    expect((await unitsOf(bank, account_uuid)).GCU).toBe(0n)
    expect(await sumOfEverything(bank)).toEqual([])
  })

  it('a retry with the same key buys once', async () => {
    const account_uuid = await openAccount(bank, person, { USD: '300.00' })
    const order = { amount: '100', currency: 'USD', account_uuid }
    const first = await buy(order, { ...person, key: 'buy-once' })
    const again = await buy(order, { ...person, key: 'buy-once' })
    expect(again.body).toEqual(first.body)
    expect((await unitsOf(bank, account_uuid)).USD).toBe(20_000n)
    const other = await buy({ ...order, amount: '101' }, { ...person, key: 'buy-once' })
    expect(other.body.error.code).toBe('IDEMPOTENCY_CONFLICT')
  })

  it('without an account_uuid: the oldest account of the caller, or NO_ACCOUNT', async () => {
    const trader = await bank.person()
    const { body: list } = await bank.call('GET /api/v2/accounts', undefined, trader)
    const main = list.data[0].uuid
    await bank.call(
      `POST /api/v2/accounts/${main}/deposit`,
      { amount: '100.00', asset_code: 'USD' },
      trader,
    )
    bank.clock.advance(1)
    await openAccount(bank, trader, {})
    const answer = await buy({ amount: '100', currency: 'USD' }, trader)
    expect(answer.body.data.account_uuid).toBe(main)
    const made = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Play', permissions: ['*'], environment: 'sandbox' },
      trader,
    )
    const none = await buy({ amount: '100', currency: 'USD' }, { token: made.body.data.api_key })
    expect(none).toMatchObject({ status: 422, body: { error: { code: 'NO_ACCOUNT' } } })
  })

  it('refuse invalid requests, and nothing changes', async () => {
    const account_uuid = await openAccount(bank, person, { USD: '5000.00', EUR: '50.00' })
    await buy({ amount: '100', currency: 'USD', account_uuid })
    const before = await unitsOf(bank, account_uuid)
    const wrong = [
      [buy, { amount: '99.99', currency: 'USD' }, 'amount'],
      [buy, { amount: '1000000.01', currency: 'USD' }, 'amount'],
      [buy, { amount: '100.001', currency: 'USD' }, 'amount'],
      [buy, { amount: '-100', currency: 'USD' }, 'amount'],
      [buy, { amount: '100', currency: 'JPY' }, 'currency'],
      [buy, { amount: '100', currency: 'GCU' }, 'currency'],
      [sell, { amount: '9.9999', currency: 'USD' }, 'amount'],
      [sell, { amount: '100000.0001', currency: 'USD' }, 'amount'],
      [sell, { amount: '10.00001', currency: 'USD' }, 'amount'],
      [sell, { amount: '10', currency: 'XAU' }, 'currency'],
    ] as const
    for (const [trade, order, field] of wrong) {
      const answer = await trade({ ...order, account_uuid })
      expect(answer.status).toBe(422)
      expect(answer.body.error.code).toBe('VALIDATION_ERROR')
      expect(answer.body.errors).toHaveProperty(field)
    }
    const short = await buy({ amount: '100', currency: 'EUR', account_uuid })
    expect(short.body.error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { asset_code: 'EUR' },
    })
    expect((await sell({ amount: '500', currency: 'EUR', account_uuid })).body.error.code).toBe(
      'INSUFFICIENT_FUNDS',
    )
    const outsider = await bank.person()
    const order = { amount: '100', currency: 'USD', account_uuid }
    expect((await buy(order, outsider)).status).toBe(403)
    expect((await buy({ ...order, account_uuid: 'nonsense' })).status).toBe(404)
    await bank.call(`POST /api/accounts/${account_uuid}/freeze`, { reason: 'Lost' }, person)
    expect((await buy(order)).body.error.code).toBe('ACCOUNT_FROZEN')
    expect(await unitsOf(bank, account_uuid)).toEqual(before)
  })

  it('gcu.quote: the terms, and a trade on the quote has exactly these', async () => {
    const { body } = await quote('operation=buy&amount=123.45&currency=EUR')
    expect(body.data).toEqual({
      quote_id: expect.any(String),
      operation: 'buy',
      input_amount: 123.45,
      input_currency: 'EUR',
      output_amount: 132.5978,
      output_currency: 'GCU',
      exchange_rate: 1.085,
      fee_amount: 1.24,
      fee_currency: 'EUR',
      fee_percentage: 1,
      minimum_amount: 100,
      maximum_amount: 1_000_000,
      rounding: expect.any(String),
      quote_valid_until: new Date(bank.clock.now().getTime() + 300_000).toISOString(),
    })
    const selling = await quote('operation=sell&amount=99.9999&currency=gbp')
    expect(selling.body.data).toMatchObject({
      input_currency: 'GCU',
      output_amount: 77.95,
      output_currency: 'GBP',
      minimum_amount: 10,
      maximum_amount: 100_000,
    })
    for (const query of [
      'operation=sell&amount=0.0099&currency=EUR',
      'operation=buy&amount=0&currency=EUR',
      'operation=buy&amount=1000000.01&currency=EUR',
      'operation=hold&amount=1&currency=EUR',
      'operation=buy&amount=100&currency=JPY',
    ])
      expect((await quote(query)).status).toBe(422)
  })
})

describe('gcu.trading_limits', () => {
  const limitsOf = async (caller: CallOptions) =>
    (await bank.call('GET /api/v2/gcu/trading-limits', undefined, caller)).body.data
  const rich = { EUR: '2000000.00', USD: '2000000.00' }
  const buy = (amount: string, account_uuid: string, caller: CallOptions, currency = 'EUR') =>
    bank.call('POST /api/v2/gcu/buy', { amount, currency, account_uuid }, caller)
  const sell = (amount: string, account_uuid: string, caller: CallOptions, currency = 'EUR') =>
    bank.call('POST /api/v2/gcu/sell', { amount, currency, account_uuid }, caller)

  it.each([
    ['not_started', null, 2, 10_000, 100_000],
    ['approved', 'basic', 2, 10_000, 100_000],
    ['approved', 'enhanced', 3, 50_000, 500_000],
    ['approved', 'full', 4, 1_000_000, 10_000_000],
    ['expired', 'full', 1, 1_000, 10_000],
    ['rejected', null, 0, 0, 0],
  ])('of a user whose verification is %s, %s', async (status, level, kyc_level, daily, monthly) => {
    const person = await bank.person()
    await bank.sql('update identity.users set kyc_status = $2, kyc_level = $3 where uuid = $1', [
      person.uuid,
      status,
      level,
    ])
    expect(await limitsOf(person)).toEqual({
      daily_buy_limit: daily,
      daily_sell_limit: daily,
      monthly_buy_limit: monthly,
      monthly_sell_limit: monthly,
      daily_buy_used: 0,
      daily_sell_used: 0,
      monthly_buy_used: 0,
      monthly_sell_used: 0,
      minimum_buy_amount: 100,
      minimum_sell_amount: 10,
      kyc_level,
      limits_currency: 'EUR',
    })
    const account = await openAccount(bank, person, rich)
    const over = await buy(`${daily + 100}`, account, person)
    if (daily + 100 > 1_000_000) return expect(over.status).toBe(422)
    expect(over.body.error).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: { period: 'daily', side: 'buy', limit: `${daily}.00`, used: '0.00' },
    })
    expect((await unitsOf(bank, account)).GCU ?? 0n).toBe(0n)
    if (daily > 0) expect((await buy(`${daily}`, account, person)).status).toBe(200)
  })

  it('are used up in euros, by day and by month, separately for buying and selling', async () => {
    const person = await bank.person()
    const account = await openAccount(bank, person, rich)
    // 1,085 dollars are 1,000 euros.
    expect((await buy('1085.00', account, person, 'USD')).status).toBe(200)
    expect((await buy('8999.99', account, person)).status).toBe(200)
    expect(await limitsOf(person)).toMatchObject({
      daily_buy_used: 9_999.99,
      monthly_buy_used: 9_999.99,
      daily_sell_used: 0,
    })
    const over = await buy('100', account, person)
    expect(over.status).toBe(422)
    expect(over.body.error.details).toEqual({
      period: 'daily',
      side: 'buy',
      limit: '10000.00',
      used: '9999.99',
      requested: '100.00',
    })
    // 1,085 GCU are 1,000 euros before the fee.
    expect((await sell('1085', account, person)).status).toBe(200)
    expect(await limitsOf(person)).toMatchObject({
      daily_sell_used: 1_000,
      daily_buy_used: 9_999.99,
    })
    bank.clock.advance(DAY)
    const next = await signIn(bank, person)
    expect(await limitsOf(next)).toMatchObject({ daily_buy_used: 0, monthly_buy_used: 9_999.99 })
    // The trade loads the prices of the new day, whether or not the scheduled job has run.
    expect((await buy('9000', account, next)).status).toBe(200)
    expect(await limitsOf(next)).toMatchObject({
      daily_buy_used: 9_000,
      monthly_buy_used: 18_999.99,
    })
    bank.clock.advance(31 * DAY)
    expect(await limitsOf(await signIn(bank, person))).toMatchObject({
      daily_buy_used: 0,
      monthly_buy_used: 0,
    })
  })

  it('end at the month: ten days at the daily limit, and no more', async () => {
    const person = await bank.person()
    const account = await openAccount(bank, person, rich)
    let caller = await signIn(bank, person)
    // From the beginning of a month.
    const now = bank.clock.now()
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
    bank.clock.advance((first - now.getTime()) / 1000)
    for (let day = 0; day < 10; day++) {
      caller = await signIn(bank, person)
      expect((await buy('10000', account, caller)).status).toBe(200)
      bank.clock.advance(DAY)
    }
    caller = await signIn(bank, person)
    const over = await buy('100', account, caller)
    expect(over.body.error).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: { period: 'monthly', limit: '100000.00', used: '100000.00' },
    })
  })

  it('hold against concurrent trades from several accounts', async () => {
    const person = await bank.person()
    const caller = await signIn(bank, person)
    const accounts = [
      await openAccount(bank, caller, rich),
      await openAccount(bank, caller, rich),
      await openAccount(bank, caller, rich),
    ]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => buy('3000', accounts[index % 3]!, caller)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.error.code]).toEqual([422, 'LIMIT_EXCEEDED'])
    expect(await limitsOf(caller)).toMatchObject({ daily_buy_used: 9_000 })
    expect(await sumOfEverything(bank)).toEqual([])
  })

  it('hold against a pending trade of another kind', async () => {
    const person = await bank.person()
    const account = await openAccount(bank, person, rich)
    expect((await buy('1000', account, person)).status).toBe(200)
    const other = await holdTransaction(bank.address)
    await other.query('select 1 from gcu_terms.traders where user_uuid = $1 for update', [
      person.uuid,
    ])
    await other.query(
      `insert into gcu_terms.uses (id, environment, user_uuid, side, way, euro_cents, created_at)
       select gen_random_uuid(), environment, user_uuid, side, 'exchange', 700000, created_at
       from gcu_terms.uses where user_uuid = $1`,
      [person.uuid],
    )
    const buying = buy('3000', account, person)
    await other.untilWaitedFor(buying)
    await other.commit()
    expect((await buying).body.error).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: { used: '8000.00', requested: '3000.00' },
    })
    expect(await limitsOf(person)).toMatchObject({ daily_buy_used: 8_000 })
  })

  it('the limits are those of the account’s owner, not of the caller', async () => {
    const person = await bank.person()
    const account = await openAccount(bank, await signIn(bank, person), rich)
    const operator = await bank.operator()
    expect((await buy('10000', account, operator)).status).toBe(200)
    expect(await limitsOf(await signIn(bank, person))).toMatchObject({ daily_buy_used: 10_000 })
    expect((await buy('100', account, operator)).body.error.code).toBe('LIMIT_EXCEEDED')
  })
})

describe('a quote', () => {
  it('guarantees its price for five minutes, to its caller, for one trade on its terms', async () => {
    const operator = await bank.operator()
    const [person, trader] = [await bank.person(), await bank.person()]
    const account_uuid = await openAccount(bank, trader, { EUR: '5000.00' })
    const order = { amount: '100.00', currency: 'EUR', account_uuid }
    const ask = async () =>
      (await askQuote('operation=buy&amount=100.00&currency=EUR', trader)).body.data
    const asked = await ask()
    bank.clock.advance(10)
    await bank.call('POST /api/v2/exchange-rates', { from_asset: 'EUR', rate: '1.2' }, operator)
    bank.clock.advance(1)
    const { quote_id } = asked
    const theirs = { ...order, account_uuid: await openAccount(bank, person, {}), quote_id }
    const foreign = await post('buy', theirs, person)
    expect(foreign.body.errors.quote_id[0]).toContain('no such quote')
    const refused = [
      await post('buy', { ...order, amount: '100.01', quote_id }, trader),
      await post('buy', { ...order, currency: 'USD', quote_id }, trader),
      await post('sell', { ...order, amount: '100', quote_id }, trader),
      await post('buy', { ...order, quote_id: 'made-up' }, trader),
      await post('buy', { ...order, quote_id: `${quote_id}AA` }, trader),
    ]
    for (const answer of refused) {
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toHaveProperty('quote_id')
    }
    const kept = await post('buy', { ...order, quote_id }, trader)
    expect(kept.body.data).toMatchObject({
      received_amount: asked.output_amount,
      exchange_rate: asked.exchange_rate,
    })
    const twice = await post('buy', { ...order, quote_id }, trader)
    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'QUOTE_USED' } } })
    // The rise of the euro raises the basket too, but by less.
    const dearer = await post('buy', order, trader)
    expect(dearer.body.data.received_amount).toBeGreaterThan(asked.output_amount)
    const late = await ask()
    bank.clock.advance(300)
    const answer = await post('buy', { ...order, quote_id: late.quote_id }, trader)
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'QUOTE_EXPIRED' } } })
    expect((await unitsOf(bank, account_uuid)).EUR).toBe(480_000n)
  })
})

describe('a production bank without a feed', () => {
  it('sells no GCU without a price, nor at a price two days old', async () => {
    const env = {
      FLORIN_MODE: 'production',
      FLORIN_SECRET: 'x'.repeat(32),
      FUNDING: 'open',
    }
    const production = await startBank({ env })
    const person = await production.person()
    const account_uuid = await openAccount(production, person, { USD: '1000.00' })
    const order = { amount: '100', currency: 'USD', account_uuid }
    const expectNone = async (caller: CallOptions) => {
      for (const answer of [
        await production.call('POST /api/v2/gcu/buy', order, caller),
        await production.call(
          'GET /api/v2/gcu/quote?operation=buy&amount=100&currency=EUR',
          undefined,
          caller,
        ),
      ])
        expect(answer).toMatchObject({
          status: 503,
          body: { error: { code: 'GCU_VALUE_UNAVAILABLE' } },
        })
    }
    await expectNone(person)
    expect((await production.call('GET /api/v2/gcu')).status).toBe(503)
    expect((await production.call('GET /api/v2/gcu/composition')).status).toBe(503)
    expect((await production.call('GET /api/v2/gcu/value-history')).body).toEqual({
      data: [],
      meta: {
        period: '30d',
        interval: 'daily',
        start_value: null,
        end_value: null,
        total_change: null,
        total_change_percent: null,
      },
    })
    const operator = await production.operator()
    const prices = { EUR: '1.1', GBP: '1.3', CHF: '1.2', JPY: '0.007', XAU: '2500' }
    for (const [from_asset, rate] of Object.entries(prices))
      await production.call('POST /api/v2/exchange-rates', { from_asset, rate }, operator)
    await production.runJob('baskets.value')
    const { body } = await production.call('GET /api/v2/gcu')
    expect(body.data).toMatchObject({ current_value: 1, statistics: { '24h_change': null } })
    expect((await production.call('POST /api/v2/gcu/buy', order, person)).status).toBe(200)
    expect((await unitsOf(production, treasury)).USD).toBe(9_900n)
    production.clock.advance(25 * HOUR + 1)
    await expectNone(await signIn(production, person))
    await production.stop()
  })
})

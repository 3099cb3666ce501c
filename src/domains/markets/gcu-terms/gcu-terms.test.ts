// A limit covers all acquired GCU: at the counter, by composing, and by an order that is incoming,
// waiting or triggered; one after the other, and concurrently.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import {
  findViolations,
  type TradingFixture,
  makeTradingFixture,
  limit,
  market,
  type Trader,
} from '../exchange/test-support.ts'

let bank: Bank
let floor: TradingFixture
beforeAll(async () => {
  bank = await startBank()
  floor = makeTradingFixture(bank)
})
afterAll(() => bank.stop())

const plenty = {
  USD: '200000.00',
  EUR: '200000.00',
  GBP: '200000.00',
  CHF: '200000.00',
  JPY: '9000000',
  XAU: '100.000000',
}
const euroPair = { base_currency: 'EUR', quote_currency: 'GCU' }

const buy = (trader: Trader, amount: string) =>
  bank.call(
    'POST /api/v2/gcu/buy',
    { amount, currency: 'EUR', account_uuid: trader.account },
    trader,
  )
const compose = (trader: Trader, amount: string) =>
  bank.call(
    `POST /api/v2/accounts/${trader.account}/baskets/compose`,
    { basket_code: 'GCU', amount },
    trader,
  )
const usedBy = async (trader: Trader): Promise<number> =>
  (await bank.call('GET /api/v2/gcu/trading-limits', undefined, trader)).body.data.daily_buy_used

const exceeded = { code: 'LIMIT_EXCEEDED', details: { period: 'daily', side: 'buy' } }

describe('the limit to buy GCU', () => {
  it('counts purchases from the house, and refuses an order that exceeds it', async () => {
    const trader = await floor.trader(plenty)
    await floor.place(trader, market('sell', '9000', euroPair))
    // At the bank's rate, not at the price paid: one percent less than was paid.
    expect(await usedBy(trader)).toBeCloseTo(8910, 0)
    const refused = await floor.order(trader, market('sell', '2000', euroPair))
    expect(refused.status).toBe(422)
    expect(refused.body.error).toMatchObject(exceeded)
    expect(refused.body.message).toContain('10000.00 EUR')
    expect((await buy(trader, '2000')).body.error).toMatchObject(exceeded)
    expect((await compose(trader, '2000')).body.error).toMatchObject(exceeded)
    expect((await floor.balance(trader, 'EUR')).available).toBe('191000.00')
  })

  it('counts composed GCU with its fee, combined with every other way', async () => {
    const trader = await floor.trader(plenty)
    expect((await compose(trader, '10000')).status).toBe(200)
    // 10,100 dollars.
    expect(await usedBy(trader)).toBeCloseTo(10_100 / 1.085, 0)
    expect((await compose(trader, '1000')).body.error).toMatchObject(exceeded)
    expect((await floor.order(trader, market('sell', '1000', euroPair))).body.error).toMatchObject(
      exceeded,
    )
    expect((await buy(trader, '1000')).body.error).toMatchObject(exceeded)
    expect((await buy(trader, '500')).status).toBe(200)
  })

  it('counts purchases of a waiting order; one that exceeds it is cancelled when it matches', async () => {
    const [giver, trader] = [
      await floor.trader({ GCU: '50000.0000' }),
      await floor.trader({ ...plenty, BTC: '10.00000000' }),
    ]
    const waiting = await floor.place(trader, limit('sell', '5000', '1.0851', euroPair))
    const other = await floor.place(trader, limit('sell', '6000', '1.0852', euroPair))
    await floor.place(giver, limit('buy', '5000', '1.0851', euroPair))
    expect(await floor.get(trader, waiting.order_id)).toMatchObject({ status: 'filled' })
    expect(await usedBy(trader)).toBeCloseTo(5000, -1)
    const met = await floor.place(giver, limit('buy', '6000', '1.0852', euroPair))
    expect(met).toMatchObject({ status: 'open', filled_amount: '0.00' })
    await floor.cancel(giver, met.order_id)
    expect(await floor.get(trader, other.order_id)).toMatchObject({
      status: 'cancelled',
      reason: 'limit_exceeded',
    })
    expect((await floor.balance(trader, 'EUR')).reserved).toBe('0.00')
    expect(await usedBy(trader)).toBeCloseTo(5000, -1)
  })

  it('is shared by all waiting orders: of two that match at once, the second exceeds it', async () => {
    const [giver, trader] = [await floor.trader({ GCU: '50000.0000' }), await floor.trader(plenty)]
    const orders = [
      await floor.place(trader, limit('sell', '6000', '1.0851', euroPair)),
      await floor.place(trader, limit('sell', '6000', '1.0852', euroPair)),
    ]
    const bid = limit('buy', '12000', '1.0852', { ...euroPair, time_in_force: 'IOC' })
    expect(await floor.place(giver, bid)).toMatchObject({ filled_amount: '6000.00' })
    const [first, second] = await Promise.all(
      orders.map(({ order_id }) => floor.get(trader, order_id)),
    )
    expect(first).toMatchObject({ status: 'filled' })
    expect(second).toMatchObject({ status: 'cancelled', reason: 'limit_exceeded' })
    expect(await usedBy(trader)).toBeLessThan(10_000)
  })

  it('is checked again when a stop is triggered', async () => {
    const [giver, trader] = [await floor.trader({ GCU: '50000.0000' }), await floor.trader(plenty)]
    const others = [await floor.trader({ GCU: '100.0000' }), await floor.trader({ EUR: '100.00' })]
    const tradeAt = async (price: string) => {
      await floor.place(others[1]!, limit('sell', '10', price, euroPair))
      await floor.place(others[0]!, limit('buy', '10', price, euroPair))
    }
    await tradeAt('1.0850')
    const stop = { ...market('sell', '6000', euroPair), order_type: 'stop', stop_price: '1.0840' }
    const first = await floor.place(trader, stop)
    const second = await floor.place(trader, { ...stop, stop_price: '1.0839' })
    expect([first.status, second.status]).toEqual(['pending', 'pending'])
    await tradeAt('1.0835')
    expect(await floor.get(trader, first.order_id)).toMatchObject({ status: 'filled' })
    expect(await floor.get(trader, second.order_id)).toMatchObject({
      status: 'cancelled',
      reason: 'limit_exceeded',
    })
    expect((await floor.balance(trader, 'EUR')).reserved).toBe('0.00')
    expect((await floor.balance(giver, 'GCU')).available).toBe('50000.0000')
  })

  it('holds when all ways are used concurrently', async () => {
    const trader = await floor.trader(plenty)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => [
        buy(trader, '3000'),
        compose(trader, '3200'),
        floor.order(trader, market('sell', '3000', euroPair)),
        floor.order(trader, market('sell', '3000', { ...euroPair, base_currency: 'GBP' })),
      ]).flat(),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { body } of refused) expect(body.error).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(2)
    const used = await usedBy(trader)
    expect(used).toBeLessThanOrEqual(10_000)
    expect(used).toBeGreaterThan(5_000)
    // The counted amount equals the acquired amount: one row for each entry that credited GCU.
    const [row] = await bank.sql<{ came: string; counted: string }>(
      `select (select count(distinct entry_id) from ledger.moves where asset = 'GCU' and to_account = $1) as came,
         (select count(*) from gcu_terms.uses where user_uuid = $2) as counted`,
      [trader.account, trader.uuid],
    )
    expect(row!.came).toBe(row!.counted)
    await floor.clear()
  })

  it('does not count refused or waiting orders', async () => {
    const trader = await floor.trader({ EUR: '20000.00' })
    const order = await floor.place(trader, limit('sell', '5000', '1.2', euroPair))
    expect(await usedBy(trader)).toBe(0)
    await floor.cancel(trader, order.order_id)
    const short = await floor.trader({ EUR: '100.00' })
    expect((await floor.order(short, market('sell', '200', euroPair))).status).toBe(422)
    expect((await compose(short, '10')).body.error.code).toBe('INSUFFICIENT_FUNDS')
    expect(await usedBy(short)).toBe(0)
    await floor.clear()
  })

  it('does not apply to other baskets and other pairs', async () => {
    const trader = await floor.trader({ USD: '500000.00' })
    await floor.place(trader, market('buy', '100000'))
    expect(await usedBy(trader)).toBe(0)
  })
})

describe('the fee of one percent', () => {
  it('is paid by composing, and never twice', async () => {
    const trader = await floor.trader(plenty)
    const { body } = await compose(trader, '1000')
    expect(body.data.fees.USD).toBe('4.00')
    const { body: apart } = await bank.call(
      `POST /api/v2/accounts/${trader.account}/baskets/decompose`,
      { basket_code: 'GCU', amount: '1000' },
      trader,
    )
    expect(apart.data.components.USD).toBe('400.00')
    expect((await floor.balance(trader, 'USD')).available).toBe('199996.00')
  })

  it('is contained in the quotes of the house, which are never cheaper than the counter', async () => {
    const [one, other] = [await floor.trader(plenty), await floor.trader(plenty)]
    await floor.place(one, market('sell', '1000', euroPair))
    expect((await buy(other, '1000')).status).toBe(200)
    const [there, here] = await Promise.all([
      floor.balance(one, 'GCU'),
      floor.balance(other, 'GCU'),
    ])
    expect(Number(there.available)).toBeLessThan(Number(here.available))
    expect(await findBrokenBooks()).toEqual({})
  })
})

/** Fees of composing are not fees of trades, so that rule does not apply here. */
async function findBrokenBooks(): Promise<object> {
  const { 'fees are what the trades took': _fees, ...broken } = await findViolations(bank)
  return broken
}

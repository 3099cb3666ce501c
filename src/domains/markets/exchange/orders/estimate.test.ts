// An estimate is what the order would do: each is compared with the order that is placed after it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import {
  limit,
  makeTradingFixture,
  market,
  type Trader,
  type TradingFixture,
} from '../test-support.ts'

let bank: Bank
let floor: TradingFixture
let buyer: Trader
let seller: Trader
beforeAll(async () => {
  bank = await startBank()
  floor = makeTradingFixture(bank)
})
beforeEach(async () => {
  buyer = await floor.trader({ USD: '10000.00' })
  seller = await floor.trader({ EUR: '10000.00' })
})
afterEach(() => floor.clear())
afterAll(() => bank.stop())

const ask = (trader: Trader, query: object) => {
  const input = { base_currency: 'EUR', quote_currency: 'USD', amount: '100', ...query }
  const text = new URLSearchParams(Object.entries(input)).toString()
  return bank.call(`GET /api/exchange/estimate?${text}`, undefined, trader)
}

/** The estimate, after the order that follows it did the same. */
async function estimateAndPlace(trader: Trader, type: 'buy' | 'sell', amount: string) {
  const { status, body } = await ask(trader, { type, amount })
  expect(status, JSON.stringify(body)).toBe(200)
  const { filled_amount, cancelled_amount, reason, average_price, fee_amount } = body.data
  expect(await floor.place(trader, market(type, amount))).toMatchObject({
    filled_amount,
    remaining_amount: cancelled_amount,
    reason,
    average_price,
    fee_amount,
  })
  return body.data
}

// The house buys at 1.08391 and sells at 1.08609.
describe('exchange.estimate', () => {
  it('of a purchase from customers and the house: value, fee, worst price, and a bound', async () => {
    await floor.place(seller, limit('sell', '30', '1.084'))
    await floor.place(seller, limit('sell', '50', '1.085'))
    // Neither is met: one is dearer than the house, the other waits for its stop price.
    await floor.place(seller, limit('sell', '50', '1.09'))
    const stop = { order_type: 'stop_limit', stop_price: '0.9' }
    await floor.place(seller, { ...limit('sell', '50', '1.08'), ...stop })
    expect(await estimateAndPlace(buyer, 'buy', '100')).toMatchObject({
      filled_amount: '100.00',
      cancelled_amount: '0.00',
      reason: null,
      average_price: '1.08500000',
      worst_price: '1.08609',
      limit_price: '1.09152',
      value: '108.50',
      fee_amount: '0.22',
      total: '108.72',
      needed_amount: '108.72',
      needed_currency: 'USD',
    })
  })

  it('of a sale: what is received after the fee, and the least that the bound allows', async () => {
    await floor.place(buyer, limit('buy', '40', '1.085'))
    expect(await estimateAndPlace(seller, 'sell', '100')).toMatchObject({
      filled_amount: '100.00',
      worst_price: '1.08391',
      limit_price: '1.07850',
      value: '108.43',
      fee_amount: '0.22',
      total: '108.21',
      needed_amount: '100.00',
      needed_currency: 'EUR',
    })
  })

  it('bounds the order when it is given as a limit', async () => {
    const { body } = await ask(buyer, { type: 'buy' })
    const bounded = limit('buy', '100', body.data.limit_price, { time_in_force: 'IOC' })
    expect(await floor.place(buyer, bounded)).toMatchObject({
      status: 'filled',
      average_price: body.data.average_price,
    })
  })

  it('of a limit order: what trades at once, what waits, and what is reserved for both', async () => {
    await floor.place(seller, limit('sell', '30', '1.084'))
    const { body } = await ask(buyer, { type: 'buy', price: '1.085' })
    expect(body.data).toMatchObject({
      filled_amount: '30.00',
      waiting_amount: '70.00',
      cancelled_amount: '0.00',
      limit_price: '1.08500',
      total: '32.59',
      // 75.95 and a fee of 0.1 % for the part that waits, 0.2 % for the part that trades, rounded up once.
      needed_amount: '108.62',
    })
    const before = await floor.balance(buyer, 'USD')
    expect(await floor.place(buyer, limit('buy', '100', '1.085'))).toMatchObject({
      filled_amount: '30.00',
      remaining_amount: '70.00',
    })
    const { available } = await floor.balance(buyer, 'USD')
    expect((Number(before.available) - Number(available)).toFixed(2)).toBe(body.data.needed_amount)
  })

  it('stops at an order of the caller’s own, of whichever account', async () => {
    await floor.place(buyer, limit('buy', '10', '1.085'))
    expect((await ask(buyer, { type: 'sell' })).body.data).toMatchObject({
      filled_amount: '0.00',
      cancelled_amount: '100.00',
      reason: 'self_match',
      average_price: null,
      worst_price: null,
      limit_price: null,
      total: '0.00',
    })
  })

  it('changes nothing', async () => {
    await floor.place(seller, limit('sell', '30', '1.084'))
    const rows = () => bank.sql('select * from exchange.orders order by id')
    const before = await rows()
    await ask(buyer, { type: 'buy' })
    expect(await rows()).toEqual(before)
    expect(await floor.balance(buyer, 'USD')).toEqual({ available: '10000.00', reserved: '0.00' })
  })

  it('refuses the amounts and pairs that an order may not have, and accounts of others', async () => {
    for (const wrong of [{ amount: '1' }, { amount: '100.001' }, { quote_currency: 'XAU' }])
      expect((await ask(buyer, { type: 'buy', ...wrong })).status, JSON.stringify(wrong)).toBe(422)
    expect((await ask(buyer, { type: 'buy', account_uuid: buyer.account })).status).toBe(200)
    expect((await ask(buyer, { type: 'buy', account_uuid: seller.account })).status).toBe(403)
  })
})

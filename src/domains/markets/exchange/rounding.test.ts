// Rounding cannot be exploited: a cycle of trades that once gained money, and random round trips over
// HTTP. The same over many more sizes and rates, without a bank, is in no-arbitrage.test.ts.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import {
  findViolations,
  type TradingFixture,
  makeTradingFixture,
  limit,
  market,
  type Trader,
} from './test-support.ts'

let bank: Bank
let floor: TradingFixture
beforeAll(async () => {
  bank = await startBank()
  floor = makeTradingFixture(bank)
})
afterAll(() => bank.stop())

const convert = (trader: Trader, from_currency: string, to_currency: string, amount: string) => {
  const body = { account_uuid: trader.account, from_currency, to_currency, amount }
  return bank.call('POST /api/exchange/convert', body, trader)
}

describe('the cycle', () => {
  it('of many small purchases and one conversion ends with less than it began with', async () => {
    const trader = await floor.trader({ GBP: '1000.00' })
    const pair = { base_currency: 'ETH', quote_currency: 'GBP' }
    for (let time = 0; time < rounds(40, 201); time++) {
      const { status } = await floor.order(trader, market('buy', '0.001268675652', pair))
      if (status !== 200) break
    }
    const { available } = await floor.balance(trader, 'ETH')
    expect((await convert(trader, 'ETH', 'GBP', available)).status).toBe(200)
    expect(Number((await floor.balance(trader, 'GBP')).available)).toBeLessThan(1000)
    expect(await findViolations(bank)).toEqual({})
  })
})

describe('an order', () => {
  it('worth less than one unit of the quote is refused, and the message shows its value', async () => {
    const trader = await floor.trader({ ETH: '1', USD: '100.00' })
    const pair = { base_currency: 'ETH', quote_currency: 'USD' }
    const { status, body } = await floor.order(trader, limit('sell', '0.001', '9.99', pair))
    expect(status).toBe(422)
    expect(body.errors.price).toEqual([
      '0.001000000000000000 ETH at 9.99 is worth less than 0.01 USD, the smallest payable amount; raise the amount or the price.',
    ])
  })

  it('whose rest is worth less leaves the book, and its reserve is released', async () => {
    const pair = { base_currency: 'ETH', quote_currency: 'USD' }
    const [seller, buyer] = [
      await floor.trader({ ETH: '1' }),
      await floor.trader({ USD: '100.00' }),
    ]
    const ask = await floor.place(seller, limit('sell', '0.001000000000000001', '2500', pair))
    expect(await floor.place(buyer, limit('buy', '0.001', '2500', pair))).toMatchObject({
      status: 'filled',
      fee_amount: '0.01',
    })
    expect(await floor.get(seller, ask.order_id)).toMatchObject({
      status: 'cancelled',
      reason: 'too_small',
      remaining_amount: '0.000000000000000001',
    })
    expect((await floor.balance(seller, 'ETH')).reserved).toBe('0.000000000000000000')
  })

  it('with a reserve pays for every rounding from the reserve, and never more', async () => {
    const pair = { base_currency: 'ETH', quote_currency: 'USD' }
    const [seller, other] = [
      await floor.trader({ ETH: '1' }),
      await floor.trader({ USD: '100.00' }),
    ]
    // Ten sellers at one price, each worth 2.501002…: a stop that matches them pays 2.51 to each.
    const owners: Trader[] = []
    for (let time = 0; time < 10; time++) owners.push(await floor.trader({ ETH: '1' }))
    await floor.place(seller, limit('sell', '0.001', '2500', pair))
    await floor.place(other, limit('buy', '0.001', '2500', pair))
    const input = { ...limit('buy', '0.01000001', '2501', pair), stop_price: '2501' }
    const stopper = await floor.trader({ USD: '100.00' })
    const stop = await floor.place(stopper, { ...input, order_type: 'stop-limit' })
    expect((await floor.balance(stopper, 'USD')).reserved).toBe('25.08')
    for (const owner of owners) await floor.place(owner, limit('sell', '0.001000001', '2501', pair))
    await floor.place(other, limit('buy', '0.001000001', '2501', pair))
    // Nine of the ten are left; the reserve no longer covers all of the rest.
    expect(await floor.get(stopper, stop.order_id)).toMatchObject({
      status: 'partially_filled',
      filled_amount: '0.009000009000000000',
    })
    await floor.place(seller, limit('sell', '0.001000001', '2501', pair))
    const last = await floor.get(stopper, stop.order_id)
    expect(last).toMatchObject({ status: 'cancelled', reason: 'reserve_used_up' })
    expect(Number(last.filled_amount)).toBeGreaterThan(0.0099)
    const { available, reserved } = await floor.balance(stopper, 'USD')
    expect(reserved).toBe('0.00')
    expect(Number(available)).toBeGreaterThanOrEqual(74.92)
    await floor.clear()
    expect(await findViolations(bank)).toEqual({})
  })
})

/** The total holdings of two traders, in dollars times 10^48, at current rates. */
async function worthOf(traders: readonly Trader[]): Promise<bigint> {
  const balances = await bank.sql<{ asset: string; units: string; precision: number }>(
    `select b.asset, sum(b.units)::text as units, a.precision
     from ledger.balances b join assets.assets a on a.code = b.asset
     where b.account_id = any($1::uuid[]) group by 1, 3`,
    [traders.map(({ account }) => account)],
  )
  const rates = await bank.sql<{ from_asset: string; rate: string }>(
    `select distinct on (from_asset) from_asset, rate::text from assets.rates
     where to_asset = 'USD' and is_active and valid_at <= $1 order by from_asset, valid_at desc`,
    [bank.clock.now()],
  )
  const [composition] = await bank.sql<{ parts: { asset_code: string; units: string }[] }>(
    `select parts from baskets.compositions where basket_code = 'GCU' order by valid_at desc limit 1`,
  )
  const scaled = (text: string, digits: number): bigint => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(digits, '0'))
  }
  const prices = new Map(rates.map(({ from_asset, rate }) => [from_asset, scaled(rate, 18)]))
  prices.set('USD', 10n ** 18n)
  const nav = composition!.parts.reduce(
    (sum, part) => sum + scaled(part.units, 12) * prices.get(part.asset_code)!,
    0n,
  )
  return balances.reduce((sum, { asset, units, precision }) => {
    const price = asset === 'GCU' ? nav : prices.get(asset)! * 10n ** 12n
    return sum + BigInt(units) * 10n ** BigInt(18 - precision) * price
  }, 0n)
}

const pairs = [
  'ETH/GBP',
  'ETH/USD',
  'BTC/EUR',
  'ETH/BTC',
  'EUR/GCU',
  'ETH/GCU',
  'EUR/USD',
  'GBP/USD',
]
const smallest: Readonly<Record<string, number>> = { ETH: 0.001, BTC: 0.0001, EUR: 10, GBP: 10 }
const money = ['EUR', 'USD', 'GBP', 'ETH', 'BTC', 'JPY']

interface Step {
  readonly kind: 'order' | 'meet' | 'convert' | 'buy' | 'sell' | 'compose' | 'decompose'
  readonly who: number
  readonly side: 'buy' | 'sell'
  readonly pair: string
  readonly size: number
  readonly from: string
  readonly to: string
}

const steps = fc.record<Step>({
  kind: fc.constantFrom('order', 'order', 'meet', 'convert', 'buy', 'sell', 'compose', 'decompose'),
  who: fc.nat(1),
  side: fc.constantFrom('buy', 'sell'),
  pair: fc.constantFrom(...pairs),
  // Often near the smallest order, where a unit weighs most.
  size: fc.oneof(
    fc.double({ min: 1, max: 1.3, noNaN: true }),
    fc.double({ min: 1, max: 40, noNaN: true }),
  ),
  from: fc.constantFrom(...money),
  to: fc.constantFrom(...money),
})

describe('two colluding traders, at constant rates', () => {
  it('hold no more value after any step, in every way that the bank offers', async () => {
    const plenty = {
      USD: '50000.00',
      EUR: '50000.00',
      GBP: '50000.00',
      CHF: '50000.00',
      JPY: '500000',
      XAU: '10.000000',
      BTC: '1.00000000',
      ETH: '10',
      GCU: '5000.0000',
    }
    const friends = [await floor.trader(plenty), await floor.trader(plenty)]
    for (const { uuid } of friends)
      await bank.sql("update identity.users set kyc_level = 'full' where uuid = $1", [uuid])
    let before = await worthOf(friends)
    const start = before
    let done = 0
    const numRuns = rounds(40, 120)
    for (const step of fc.sample(steps, { numRuns, seed: 14 })) {
      const answers = await take(step, friends)
      done += answers.filter(({ status }) => status === 200).length
      for (const { status, body } of answers)
        expect([200, 422], JSON.stringify(body)).toContain(status)
      const after = await worthOf(friends)
      expect(after, JSON.stringify(step)).toBeLessThanOrEqual(before)
      before = after
    }
    expect(done).toBeGreaterThan(0.7 * numRuns)
    expect(before).toBeLessThan(start)
  })
})

async function take(step: Step, friends: readonly Trader[]): Promise<Answer[]> {
  const [who, friend] = [friends[step.who]!, friends[1 - step.who]!]
  const [base_currency = '', quote_currency = ''] = step.pair.split('/')
  const pair = { base_currency, quote_currency }
  const places = ['EUR', 'GBP'].includes(base_currency) ? 2 : 8
  const amount = (smallest[base_currency]! * step.size).toFixed(places)
  const gcu = (step.size * 3).toFixed(4)
  const basket = (verb: string): Promise<Answer> => {
    const path = `POST /api/v2/accounts/${who.account}/baskets/${verb}`
    return bank.call(path, { basket_code: 'GCU', amount: gcu }, who)
  }
  if (step.kind === 'order') return [await floor.order(who, market(step.side, amount, pair))]
  if (step.kind === 'meet') {
    const { body } = await bank.call(`GET /api/exchange/orderbook/${step.pair}`)
    const waits = limit(step.side, amount, body.data.mid_price, pair)
    const comes = market(step.side === 'buy' ? 'sell' : 'buy', amount, pair)
    return [await floor.order(friend, waits), await floor.order(who, comes)]
  }
  if (step.kind === 'convert') {
    if (step.from === step.to) return []
    const units = step.from === 'JPY' ? String(Math.ceil(step.size)) : step.size.toFixed(2)
    const small = ['ETH', 'BTC'].includes(step.from) ? (step.size / 1_000).toFixed(8) : units
    return [await convert(who, step.from, step.to, small)]
  }
  if (step.kind === 'compose' || step.kind === 'decompose') return [await basket(step.kind)]
  const given = step.kind === 'buy' ? (step.size * 100).toFixed(2) : (step.size * 10).toFixed(4)
  const order = { amount: given, currency: 'EUR', account_uuid: who.account }
  return [await bank.call(`POST /api/v2/gcu/${step.kind}`, order, who)]
}

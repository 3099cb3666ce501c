// A connected client trades without being counted, so its orders must not give value away: they lie
// within five percent of the bank's rate, and where there is none they are refused.
import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { Match, OrderSide } from '../../markets/exchange/matching/order-book.ts'
import { Pairs } from '../../markets/exchange/pairs.ts'
import { findBounds, findOffRate } from '../../markets/exchange/matching/program-guard.ts'
import {
  type TradingFixture,
  makeTradingFixture,
  limit,
  market,
  type Trader,
} from '../../markets/exchange/test-support.ts'
import { connectFor } from './test-support.ts'

let bank: Bank
let floor: TradingFixture
let victim: Trader
let accomplice: Trader
let program: Client

beforeAll(async () => {
  bank = await startBank()
  floor = makeTradingFixture(bank)
  victim = await floor.trader({ USD: '20000.00', EUR: '20000.00', ETH: '10' })
  accomplice = await floor.trader({ USD: '20000.00', EUR: '20000.00', ETH: '10' })
  const signedIn = await bank.call('POST /api/auth/login', victim)
  const person = { ...victim, token: signedIn.body.data.access_token }
  program = await connectFor(bank, person, { limit: '5000' })
})
afterAll(() => bank.stop())

interface Called {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent: Record<string, unknown>
}

const trade = async (wish: object): Promise<Called> =>
  (await program.callTool({
    name: 'exchange.trade',
    arguments: { account_uuid: victim.account, idempotency_key: randomUUID(), ...wish },
  })) as unknown as Called

const has = async () => ({
  usd: await floor.balance(victim, 'USD'),
  eur: await floor.balance(victim, 'EUR'),
  eth: await floor.balance(victim, 'ETH'),
})

const ether = { base_currency: 'ETH', quote_currency: 'USD' }

/** As if ether had no recent rate; the house quotes nothing then. */
async function forgetRate(): Promise<void> {
  await bank.sql(
    "update assets.rates set expires_at = valid_at + interval '1 second' where from_asset = 'ETH'",
  )
  await reload(0)
}

async function recallRate(): Promise<void> {
  await bank.sql("update assets.rates set expires_at = null where from_asset = 'ETH'")
  await reload(1)
}

async function reload(quotes: number): Promise<void> {
  await bank.sql("select pg_notify('florin_nodes', 'assets.changed all')")
  const read = async () => (await bank.call('GET /api/exchange/orderbook/ETH/USD')).body.data.asks
  await expect.poll(read).toHaveLength(quotes)
}

describe('a price that a client names', () => {
  // The rate is 1.085: from 1.03075 to 1.13925.
  it.each([
    ['buy', '1.13926'],
    ['buy', '1.03074'],
    ['sell', '1.03074'],
    ['sell', '1.13926'],
    ['buy', '900'],
    ['sell', '0.00200'],
  ])('to %s at %s is refused, with what would do', async (side, price) => {
    const before = await has()
    const refused = await trade(limit(side, '100.00', price))
    expect(refused.isError).toBe(true)
    expect(refused.content[0]!.text).toContain('1.03075 to 1.13925')
    expect(refused.content[0]!.text).toContain('1.08500')
    expect(refused.content[0]!.text).toContain(price)
    const stop = { ...limit(side, '100.00', price), order_type: 'stop-limit', stop_price: '1.085' }
    expect((await trade(stop)).isError).toBe(true)
    expect(await has()).toEqual(before)
  })

  it('may lie on the bounds', async () => {
    for (const [side, price] of [
      ['buy', '1.03075'],
      ['buy', '1.13925'],
      ['sell', '1.03075'],
      ['sell', '1.13925'],
    ] as const)
      expect((await trade(limit(side, '10.00', price))).isError).toBeFalsy()
    await floor.clear()
  })

  it('is unrestricted when the user names it', async () => {
    const order = await floor.place(victim, limit('sell', '10', '2'))
    expect(order.status).toBe('open')
    await floor.cancel(victim, order.order_id)
  })
})

describe('where the bank has no current rate', () => {
  it('a client buys nothing from an accomplice, at whatever price', async () => {
    await forgetRate()
    const before = await has()
    const ask = await floor.place(accomplice, limit('sell', '1', '9000', ether))
    for (const wish of [market('buy', '1', ether), limit('buy', '1', '9000', ether)]) {
      const refused = await trade(wish)
      expect(refused.isError).toBe(true)
      expect(refused.content[0]!.text).toContain('no current rate for ETH/USD')
    }
    expect(await has()).toEqual(before)
    expect(await floor.get(accomplice, ask.order_id)).toMatchObject({ status: 'open' })
    await floor.cancel(accomplice, ask.order_id)
    await recallRate()
  })

  it('a triggered stop order of a client is cancelled, and gives nothing away', async () => {
    const stop = { ...market('sell', '5', ether), order_type: 'stop', stop_price: '2400' }
    const placed = await trade(stop)
    expect(placed.structuredContent).toMatchObject({ status: 'pending' })
    const before = await floor.balance(victim, 'USD')
    await forgetRate()
    // Two friends trade at a price of their own, which sets it off; a low bid waits for it.
    const friend = await floor.trader({ ETH: '1' })
    await floor.place(accomplice, limit('buy', '0.001', '20', ether))
    const bid = await floor.place(accomplice, limit('buy', '5', '10', ether))
    await floor.place(friend, limit('sell', '0.001', '20', ether))
    expect(await floor.get(victim, String(placed.structuredContent.order_id))).toMatchObject({
      status: 'cancelled',
      reason: 'off_rate',
      filled_amount: '0.000000000000000000',
    })
    expect(await floor.balance(victim, 'USD')).toEqual(before)
    expect((await floor.balance(victim, 'ETH')).reserved).toBe('0.000000000000000000')
    expect(await floor.get(accomplice, bid.order_id)).toMatchObject({ status: 'open' })
    await floor.cancel(accomplice, bid.order_id)
    await recallRate()
  })

  it('an old rate is none', async () => {
    bank.clock.advance(26 * 3_600)
    const { body } = await bank.call('POST /api/auth/login', victim)
    program = await connectFor(bank, { ...victim, token: body.data.access_token })
    const refused = await trade(market('buy', '10.00'))
    expect(refused.content[0]!.text).toContain('no current rate for EUR/USD')
  })
})

describe('the prices that a client meets', () => {
  it('are judged one by one, and only against it: five percent worse is too much', () => {
    const rates = fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n })
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n })
    const sides = fc.constantFrom<OrderSide>('buy', 'sell')
    fc.assert(
      fc.property(
        rates,
        rates,
        fc.array(price, { maxLength: 5 }),
        sides,
        (base, quote, met, side) => {
          const precisions: Readonly<Record<string, number>> = { ETH: 18, BTC: 8 }
          const assets = {
            get: (code: string) => ({ code, precision: precisions[code] ?? 2 }),
            findValidRate: (code: string) => (code === 'BTC' ? base : quote),
            isRateCurrent: () => true,
          } as unknown as AssetCatalogue
          const pair = new Pairs(assets).get('BTC/EUR')
          const bounds = findBounds(pair, assets, new Date(0))!
          const fills = met.map((ticks) => ({
            price: ticks,
            maker: null,
            amount: 1n,
            value: 1n,
            exhausts: false,
          }))
          const match: Match = { fills, dropped: [], left: 0n, end: 'filled', reason: null }
          // A price of two places, exactly: ticks ÷ 100 against base ÷ quote.
          const isOff = (ticks: bigint): boolean =>
            side === 'buy' ? ticks * quote > 105n * base : ticks * quote < 95n * base
          expect(findOffRate(match, side, bounds)).toBe(met.find(isOff))
        },
      ),
      { numRuns: 500 },
    )
  })
})

// The exchange over HTTP: the kinds of orders, their fees, and errors.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askAll } from '../../../../test/contract/ask-all.ts'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { findBrokenRules } from '../../../../test/simulation/invariants.ts'
import {
  type TradingFixture,
  findViolations,
  makeTradingFixture,
  limit,
  market,
  type Trader,
} from './test-support.ts'

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
afterAll(async () => {
  expect(await findViolations(bank)).toEqual({})
  expect(await findBrokenRules((text, values) => bank.sql(text, values))).toEqual({})
  await bank.stop()
})

// The house quotes EUR/USD at 1.0850 ± 0.1 %: 1.08391 and 1.08609. Between them customers trade.

describe('exchange.trade, limit', () => {
  it('rests until cancelled, with its money reserved', async () => {
    const order = await floor.place(buyer, limit('buy', '100', '1.08'))
    expect(order).toMatchObject({
      status: 'open',
      type: 'buy',
      order_type: 'limit',
      time_in_force: 'GTC',
      amount: '100.00',
      filled_amount: '0.00',
      remaining_amount: '100.00',
      price: '1.08000',
      average_price: null,
      account_uuid: buyer.account,
    })
    // 108.00 and a maker's tenth of a percent.
    expect(await floor.balance(buyer, 'USD')).toEqual({ available: '9891.89', reserved: '108.11' })
    const { status, body } = await floor.cancel(buyer, order.order_id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, order_id: order.order_id })
    expect(await floor.balance(buyer, 'USD')).toEqual({ available: '10000.00', reserved: '0.00' })
    expect(await floor.get(buyer, order.order_id)).toMatchObject({
      status: 'cancelled',
      reason: 'cancelled_by_owner',
      cancelled_at: expect.any(String),
    })
  })

  it('trades at the maker’s price, and both pay their fee', async () => {
    const ask = await floor.place(seller, limit('sell', '100', '1.085'))
    const bid = await floor.place(buyer, limit('buy', '100', '1.086'))
    expect(bid).toMatchObject({
      status: 'filled',
      filled_amount: '100.00',
      average_price: '1.08500000',
      fee_amount: '0.22',
      fee_currency: 'USD',
    })
    expect(await floor.balance(buyer, 'USD')).toEqual({ available: '9891.28', reserved: '0.00' })
    expect(await floor.balance(buyer, 'EUR')).toEqual({ available: '100.00', reserved: '0.00' })
    expect(await floor.balance(seller, 'USD')).toEqual({ available: '108.39', reserved: '0.00' })
    expect(await floor.get(seller, ask.order_id)).toMatchObject({
      status: 'filled',
      fee_amount: '0.11',
      filled_at: expect.any(String),
    })
  })

  it('does not tell either side whom it traded with', async () => {
    await floor.place(seller, limit('sell', '100', '1.085'))
    await floor.place(buyer, limit('buy', '100', '1.086'))
    for (const trader of [buyer, seller]) {
      const { body } = await bank.call('GET /api/v2/transactions', undefined, trader)
      const trades = body.data.filter((row: { subtype: string }) => row.subtype === 'trade')
      expect(trades).toHaveLength(2)
      for (const trade of trades)
        expect(trade).toMatchObject({ related_account_uuid: null, counterparty_name: null })
    }
  })

  it('fills the best price first, and the oldest at the same price', async () => {
    const third = await floor.trader({ EUR: '100.00' })
    const late = await floor.place(seller, limit('sell', '10', '1.0855'))
    const first = await floor.place(seller, limit('sell', '10', '1.0845'))
    const second = await floor.place(third, limit('sell', '10', '1.0845'))
    // Two trades, each slightly above 1.084, because the taker pays for the rounding.
    const bid = await floor.place(buyer, limit('buy', '15', '1.0855'))
    expect(bid).toMatchObject({ status: 'filled', average_price: '1.08533333' })
    expect(await floor.get(seller, first.order_id)).toMatchObject({ status: 'filled' })
    expect(await floor.get(third, second.order_id)).toMatchObject({
      status: 'partially_filled',
      filled_amount: '5.00',
    })
    expect(await floor.get(seller, late.order_id)).toMatchObject({ status: 'open' })
  })

  it('IOC fills what it can and cancels the rest', async () => {
    await floor.place(seller, limit('sell', '10', '1.085'))
    const bid = await floor.place(buyer, limit('buy', '25', '1.085', { time_in_force: 'IOC' }))
    expect(bid).toMatchObject({
      status: 'cancelled',
      reason: 'immediate_or_cancel',
      filled_amount: '10.00',
    })
    expect((await floor.balance(buyer, 'USD')).reserved).toBe('0.00')
  })

  it('FOK is filled wholly or not at all', async () => {
    const ask = await floor.place(seller, limit('sell', '10', '1.085'))
    const killed = await floor.place(buyer, limit('buy', '25', '1.085', { time_in_force: 'FOK' }))
    expect(killed).toMatchObject({
      status: 'cancelled',
      reason: 'fill_or_kill',
      filled_amount: '0.00',
    })
    expect(await floor.balance(buyer, 'USD')).toEqual({ available: '10000.00', reserved: '0.00' })
    expect(await floor.get(seller, ask.order_id)).toMatchObject({ status: 'open' })
    const filled = await floor.place(buyer, limit('buy', '10', '1.085', { time_in_force: 'FOK' }))
    expect(filled).toMatchObject({ status: 'filled' })
  })

  it('GTD expires at its time, and does not match afterwards', async () => {
    const expires_at = new Date(bank.clock.now().getTime() + 60_000).toISOString()
    const input = limit('sell', '10', '1.085', { time_in_force: 'GTD', expires_at })
    const ask = await floor.place(seller, input)
    expect(ask).toMatchObject({ status: 'open', expires_at })
    bank.clock.advance(60)
    const bid = await floor.place(buyer, limit('buy', '10', '1.085', { time_in_force: 'IOC' }))
    expect(bid).toMatchObject({ status: 'cancelled', filled_amount: '0.00' })
    expect(await floor.get(seller, ask.order_id)).toMatchObject({ status: 'expired' })
    expect((await floor.balance(seller, 'EUR')).reserved).toBe('0.00')
  })

  it('is filled by the house where its price is good enough', async () => {
    const bid = await floor.place(buyer, limit('buy', '100', '1.09'))
    expect(bid).toMatchObject({ status: 'filled', average_price: '1.08610000' })
  })
})

describe('exchange.trade, market', () => {
  it('trades with the house on a fresh bank, both ways', async () => {
    const pair = { base_currency: 'BTC', quote_currency: 'USD' }
    const bought = await floor.place(buyer, market('buy', '0.1', pair))
    // 45,000 and a tenth of a percent: 4,504.50, and 0.2 % of it.
    expect(bought).toMatchObject({
      status: 'filled',
      average_price: '45045.00000000',
      fee_amount: '9.01',
      price: null,
    })
    expect((await floor.balance(buyer, 'USD')).available).toBe('5486.49')
    const sold = await floor.place(buyer, market('sell', '0.1', pair))
    expect(sold).toMatchObject({ status: 'filled', average_price: '44955.00000000' })
    // 4,495.50 less 8.991, rounded up.
    expect((await floor.balance(buyer, 'USD')).available).toBe('9972.99')
    expect((await floor.balance(buyer, 'BTC')).available).toBe('0.00000000')
  })

  it('matches customers before the house at better or equal prices', async () => {
    const better = await floor.place(seller, limit('sell', '10', '1.085'))
    const same = await floor.place(seller, limit('sell', '10', '1.08609'))
    const bought = await floor.place(buyer, market('buy', '30'))
    expect(bought).toMatchObject({ status: 'filled', filled_amount: '30.00' })
    for (const { order_id } of [better, same])
      expect(await floor.get(seller, order_id)).toMatchObject({ status: 'filled' })
    const { body } = await bank.call('GET /api/exchange/trades', undefined, buyer)
    expect(body.data.map((trade: { price: string }) => trade.price)).toEqual([
      '1.08609',
      '1.08609',
      '1.08500',
    ])
  })

  it('never waits: the unfilled rest is cancelled', async () => {
    await setEtherExpiry("valid_at + interval '1 second'", 0)
    const pair = { base_currency: 'ETH', quote_currency: 'BTC' }
    const owner = await floor.trader({ ETH: '1' })
    await floor.place(owner, limit('sell', '0.001', '0.06', pair))
    const rich = await floor.trader({ BTC: '1.00000000' })
    const bought = await floor.place(rich, market('buy', '0.003', pair))
    expect(bought).toMatchObject({
      status: 'cancelled',
      reason: 'no_liquidity',
      filled_amount: '0.001000000000000000',
    })
    expect((await floor.balance(rich, 'BTC')).reserved).toBe('0.00000000')
    await setEtherExpiry('null', 1)
  })

  it('does not trade with the house at an expired rate, even before the expiry is announced', async () => {
    const until = new Date(bank.clock.now().getTime() + 60_000).toISOString()
    // Once the house quotes again, the new expiry of the rate is known.
    await setEtherExpiry("valid_at + interval '1 second'", 0)
    await setEtherExpiry(`'${until}'`, 1)
    const pair = { base_currency: 'ETH', quote_currency: 'BTC' }
    const rich = await floor.trader({ BTC: '1.00000000' })
    expect(await floor.place(rich, market('buy', '0.001', pair))).toMatchObject({
      status: 'filled',
    })
    bank.clock.advance(60)
    expect(await floor.place(rich, market('buy', '0.001', pair))).toMatchObject({
      status: 'cancelled',
      reason: 'no_liquidity',
    })
    await setEtherExpiry('null', 1)
  })

  it('FOK needs money only for its actual cost', async () => {
    const poor = await floor.trader({ USD: '10.89' })
    // 10.8609 and 0.2 %, both rounded up: 10.87 and 0.03, a cent more than there is.
    const short = await floor.order(poor, market('buy', '10', { time_in_force: 'FOK' }))
    expect(short.status).toBe(422)
    expect(short.body.error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { asset_code: 'USD', current_balance: '1089', requested_amount: '1090' },
    })
    const exact = await floor.trader({ USD: '10.90' })
    await floor.place(exact, market('buy', '10', { time_in_force: 'FOK' }))
    expect((await floor.balance(exact, 'USD')).available).toBe('0.00')
  })
})

/** Changes the rate as another node would, and waits until the house quotes this many prices. */
async function setEtherExpiry(expression: string, quotes: number): Promise<void> {
  await bank.sql(`update assets.rates set expires_at = ${expression} where from_asset = 'ETH'`)
  await bank.sql("select pg_notify('florin_nodes', 'assets.changed all')")
  const readAsks = async () =>
    (await bank.call('GET /api/exchange/orderbook/ETH/BTC')).body.data.asks
  await expect.poll(readAsks).toHaveLength(quotes)
}

describe('exchange.trade, stop', () => {
  const stop = (type: string, amount: string, stop_price: string, more: object = {}) => ({
    ...market(type, amount),
    order_type: 'stop',
    stop_price,
    ...more,
  })

  beforeEach(() => floor.tradeAt('1.085'))

  it('waits with its money reserved until a trade reaches its price, then trades like a market order', async () => {
    const stopped = await floor.place(buyer, stop('buy', '10', '1.0858'))
    expect(stopped).toMatchObject({ status: 'pending', stop_price: '1.08580', triggered_at: null })
    // A tenth above the stop, and 0.2 %, both rounded up: 11.95 and 0.03.
    expect((await floor.balance(buyer, 'USD')).reserved).toBe('11.98')
    const other = await floor.trader({ USD: '1000.00' })
    await floor.place(seller, limit('sell', '10', '1.0855'))
    await floor.place(other, limit('buy', '10', '1.0855'))
    expect(await floor.get(buyer, stopped.order_id)).toMatchObject({ status: 'pending' })
    await floor.place(seller, limit('sell', '10', '1.0858'))
    await floor.place(other, limit('buy', '10', '1.0858'))
    expect(await floor.get(buyer, stopped.order_id)).toMatchObject({
      status: 'filled',
      filled_amount: '10.00',
      triggered_at: expect.any(String),
    })
    expect((await floor.balance(buyer, 'USD')).reserved).toBe('0.00')
  })

  it('triggers other stops in turn', async () => {
    const other = await floor.trader({ USD: '1000.00', EUR: '1000.00' })
    const last = await floor.trader({ EUR: '1000.00' })
    const [first, second] = [
      await floor.place(seller, stop('sell', '10', '1.0847')),
      await floor.place(last, stop('sell', '10', '1.0845')),
    ]
    await floor.place(buyer, limit('buy', '10', '1.0846'))
    await floor.place(buyer, limit('buy', '10', '1.0844'))
    // Trades at 1.0846, which triggers the first; that gets 1.0844, which triggers the second.
    await floor.place(other, limit('sell', '10', '1.0846'))
    expect(await floor.get(seller, first.order_id)).toMatchObject({
      status: 'filled',
      average_price: '1.08400000',
    })
    expect(await floor.get(last, second.order_id)).toMatchObject({ status: 'filled' })
  })

  it('with a limit becomes a limit order, by either spelling', async () => {
    const input = { ...limit('sell', '10', '1.0850'), stop_price: '1.0848' }
    const stopped = await floor.place(seller, { ...input, order_type: 'stop-limit' })
    expect(stopped).toMatchObject({ status: 'pending', order_type: 'stop_limit' })
    const other = await floor.trader({ EUR: '1000.00' })
    await floor.place(buyer, limit('buy', '10', '1.0848'))
    await floor.place(other, limit('sell', '10', '1.0848'))
    expect(await floor.get(seller, stopped.order_id)).toMatchObject({ status: 'open' })
    expect((await floor.balance(seller, 'EUR')).reserved).toBe('10.00')
    // Below the last price already: triggered at once.
    const again = await floor.place(other, { ...input, order_type: 'stop_limit' })
    expect(again).toMatchObject({ status: 'open', triggered_at: expect.any(String) })
  })

  it('can be cancelled before it is triggered, and expires with GTD', async () => {
    const stopped = await floor.place(seller, stop('sell', '10', '0.9'))
    expect((await floor.cancel(seller, stopped.order_id)).status).toBe(200)
    expect((await floor.balance(seller, 'EUR')).reserved).toBe('0.00')
    const expires_at = new Date(bank.clock.now().getTime() + 30_000).toISOString()
    const timed = await floor.place(
      seller,
      stop('sell', '10', '0.9', { time_in_force: 'GTD', expires_at }),
    )
    bank.clock.advance(31)
    await floor.place(seller, limit('sell', '10', '1.2'))
    expect(await floor.get(seller, timed.order_id)).toMatchObject({ status: 'expired' })
  })
})

describe('exchange.trade refuses', () => {
  const cases: [what: string, input: object, field: string][] = [
    ['a pair that is not traded', market('buy', '10', { quote_currency: 'JPY' }), 'base_currency'],
    [
      'a pair the wrong way round',
      market('buy', '10', { base_currency: 'USD', quote_currency: 'EUR' }),
      'base_currency',
    ],
    ['less than the minimum', market('buy', '9.99'), 'amount'],
    ['more than the maximum', market('buy', '1000000.01'), 'amount'],
    ['more places than the base has', market('buy', '10.001'), 'amount'],
    ['a limit order without a price', { ...limit('buy', '10', '1'), price: undefined }, 'price'],
    ['a price between ticks', limit('buy', '10', '1.000001'), 'price'],
    ['a price of nothing', limit('buy', '10', '0'), 'price'],
    ['a negative price', limit('buy', '10', '-1'), 'price'],
    ['a price too large', limit('buy', '10', '99999999999999999'), 'price'],
    ['an order worth less than a cent', limit('buy', '10', '0.00001'), 'price'],
    [
      'a stop order without a stop price',
      { ...market('buy', '10'), order_type: 'stop' },
      'stop_price',
    ],
    ['GTD without a time', limit('buy', '10', '1', { time_in_force: 'GTD' }), 'expires_at'],
    [
      'GTD in the past',
      limit('buy', '10', '1', { time_in_force: 'GTD', expires_at: '2020-01-01T00:00:00Z' }),
      'expires_at',
    ],
    [
      'a time without GTD',
      limit('buy', '10', '1', { expires_at: '2099-01-01T00:00:00Z' }),
      'expires_at',
    ],
  ]
  it('invalid orders, and reserves nothing', async () => {
    const things = cases.map(([at, input, field]) => ({ at, input, field }))
    await askAll(things, async ({ input, field }) => {
      const { status, body } = await floor.order(buyer, input)
      expect(status).toBe(422)
      expect(body.error.code).toBe('VALIDATION_ERROR')
      expect(Object.keys(body.errors)).toEqual([field])
    })
    expect(await floor.balance(buyer, 'USD')).toEqual({ available: '10000.00', reserved: '0.00' })
  })

  it('what the account cannot pay, in either currency', async () => {
    for (const input of [
      limit('buy', '10000', '1.08'),
      market('buy', '10000'),
      market('sell', '10'),
    ]) {
      const { status, body } = await floor.order(buyer, input)
      expect([status, body.error.code]).toEqual([422, 'INSUFFICIENT_FUNDS'])
    }
    const { body } = await bank.call('GET /api/exchange/orders', undefined, buyer)
    expect(body.meta.total).toBe(0)
  })

  it('accounts that are frozen, unknown, or of another customer', async () => {
    const theirs = await floor.order(buyer, {
      ...market('sell', '10'),
      account_uuid: seller.account,
    })
    expect([theirs.status, theirs.body.error.code]).toEqual([403, 'FORBIDDEN'])
    for (const account_uuid of ['0197a000-0000-7000-8000-000000000000', 'nonsense'])
      expect((await floor.order(buyer, { ...market('buy', '10'), account_uuid })).status).toBe(404)
    await bank.call(`POST /api/accounts/${buyer.account}/freeze`, { reason: 'Lost' }, buyer)
    const frozen = await floor.order(buyer, market('buy', '10'))
    expect([frozen.status, frozen.body.error.code]).toEqual([422, 'ACCOUNT_FROZEN'])
  })
})

describe('counterparties', () => {
  it('exclude the owner’s own orders: the rest of the newer order is cancelled', async () => {
    const both = await floor.trader({ USD: '1000.00', EUR: '1000.00' })
    await floor.place(seller, limit('sell', '10', '1.0845'))
    const own = await floor.place(both, limit('sell', '10', '1.085'))
    await floor.place(seller, limit('sell', '10', '1.0855'))
    const bid = await floor.place(both, limit('buy', '30', '1.0855'))
    expect(bid).toMatchObject({ status: 'cancelled', reason: 'self_match', filled_amount: '10.00' })
    expect(await floor.get(both, own.order_id)).toMatchObject({ status: 'open' })
  })

  it('exclude orders of frozen accounts, which leave the book', async () => {
    const ask = await floor.place(seller, limit('sell', '10', '1.0845'))
    await bank.call(`POST /api/accounts/${seller.account}/freeze`, { reason: 'Lost' }, seller)
    const bid = await floor.place(buyer, limit('buy', '10', '1.085'))
    expect(bid).toMatchObject({ status: 'open' })
    expect(await floor.get(seller, ask.order_id)).toMatchObject({
      status: 'cancelled',
      reason: 'account_unavailable',
    })
    expect((await floor.balance(seller, 'EUR')).reserved).toBe('0.00')
  })

  it('include the house: it fills waiting orders that the rate has passed, at their price', async () => {
    const bid = await floor.place(buyer, limit('buy', '10', '1.08'))
    const ask = await floor.place(seller, limit('sell', '10', '1.12'))
    const setRate = async (rate: string): Promise<void> => {
      await bank.sql(
        "insert into assets.rates (from_asset, to_asset, rate, source, valid_at) values ('EUR', 'USD', $1, 'manual', $2)",
        [rate, bank.clock.now()],
      )
      await bank.sql("select pg_notify('florin_nodes', 'assets.changed all')")
    }
    bank.clock.advance(1)
    await setRate('1.0700')
    await expect
      .poll(() => floor.get(buyer, bid.order_id))
      .toMatchObject({ status: 'filled', average_price: '1.08000000', fee_amount: '0.02' })
    expect(await floor.get(seller, ask.order_id)).toMatchObject({ status: 'open' })
    bank.clock.advance(1)
    await setRate('1.0850')
    await expect
      .poll(async () => (await bank.call('GET /api/exchange/orderbook/EUR/USD')).body.data.bids[0])
      .toEqual({ price: '1.08391', amount: '1000000.00' })
  })
})

describe('exchange.cancel_order', () => {
  it('is 404 for another customer and 400 for an order that is no longer open', async () => {
    const order = await floor.place(seller, limit('sell', '10', '1.085'))
    expect((await floor.cancel(buyer, order.order_id)).status).toBe(404)
    await floor.place(buyer, limit('buy', '10', '1.085'))
    const late = await floor.cancel(seller, order.order_id)
    expect([late.status, late.body.error.code]).toEqual([400, 'ORDER_NOT_OPEN'])
    const killed = await floor.place(buyer, limit('buy', '10', '1', { time_in_force: 'FOK' }))
    expect((await floor.cancel(buyer, killed.order_id)).status).toBe(400)
  })

  it('is allowed to operators too, and releases the rest of a partly filled order', async () => {
    const order = await floor.place(seller, limit('sell', '30', '1.085'))
    await floor.place(buyer, limit('buy', '10', '1.085'))
    expect((await floor.cancel(await bank.operator(), order.order_id)).status).toBe(200)
    expect(await floor.balance(seller, 'EUR')).toEqual({ available: '9990.00', reserved: '0.00' })
    expect(await floor.get(seller, order.order_id)).toMatchObject({
      status: 'cancelled',
      filled_amount: '10.00',
    })
  })

  it('concurrent with a fill has one outcome', async () => {
    const order = await floor.place(seller, limit('sell', '10', '1.085'))
    const [cancelled, bid] = await Promise.all([
      floor.cancel(seller, order.order_id),
      floor.order(buyer, limit('buy', '10', '1.085', { time_in_force: 'FOK' })),
    ])
    expect(bid.status).toBe(200)
    expect(cancelled.status).toBe(bid.body.data.status === 'filled' ? 400 : 200)
  })
})

describe('retries', () => {
  it('with the same key place one order; while it runs, the second gets a conflict', async () => {
    const input = limit('buy', '10', '1')
    const send = () =>
      bank.call('POST /api/exchange/orders', input, { ...buyer, key: 'order-once' })
    const answers = await Promise.all([send(), send(), send()])
    const placed = answers.filter(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual(
      Array.from({ length: 3 - placed.length }, () => 409),
    )
    const again = await send()
    expect(again.body).toEqual(placed[0]!.body)
    const { body } = await bank.call('GET /api/exchange/orders', undefined, buyer)
    expect(body.meta.total).toBe(1)
  })
})

describe('exchange.markets and exchange.order_book', () => {
  it('show the fifteen pairs, with the figures of the day’s trades', async () => {
    const pair = { base_currency: 'GBP', quote_currency: 'USD' }
    const read = async () => {
      const { body } = await bank.call('GET /api/exchange/markets')
      expect(body.data).toHaveLength(15)
      return body.data.find((one: { pair: string }) => one.pair === 'GBP/USD')
    }
    expect(await read()).toEqual({
      pair: 'GBP/USD',
      base_currency: 'GBP',
      quote_currency: 'USD',
      last_price: '1.27000',
      volume_24h: '0.00',
      high_24h: null,
      low_24h: null,
      change_24h_percentage: '0.00',
      min_amount: '10.00',
      max_amount: '1000000.00',
      tick_size: '0.00001',
      lot_size: '0.01',
    })
    const pounds = await floor.trader({ GBP: '100.00' })
    for (const price of ['1.27', '1.2712', '1.269', '1.2705']) {
      await floor.place(pounds, limit('sell', '10', price, pair))
      await floor.place(buyer, limit('buy', '10', price, pair))
      bank.clock.advance(60)
    }
    expect(await read()).toMatchObject({
      last_price: '1.27050',
      volume_24h: '40.00',
      high_24h: '1.27120',
      low_24h: '1.26900',
      change_24h_percentage: '0.04',
    })
    bank.clock.advance(86_400)
    expect(await read()).toMatchObject({
      last_price: '1.27050',
      volume_24h: '0.00',
      high_24h: null,
    })
  })

  it('sum the waiting orders at each price, including the house, best first', async () => {
    const read = async (depth = 3) =>
      (await bank.call(`GET /api/exchange/orderbook/EUR/USD?depth=${depth}`)).body.data
    await floor.place(buyer, limit('buy', '10', '1.084'))
    await floor.place(buyer, limit('buy', '20', '1.084'))
    await floor.place(buyer, limit('buy', '15', '1.08391'))
    await floor.place(buyer, limit('buy', '15', '1.08'))
    await floor.place(buyer, {
      ...limit('buy', '15', '1.2'),
      order_type: 'stop_limit',
      stop_price: '1.2',
    })
    await floor.place(seller, limit('sell', '10', '1.085'))
    expect(await read()).toMatchObject({
      pair: 'EUR/USD',
      bids: [
        { price: '1.08400', amount: '30.00' },
        { price: '1.08391', amount: '1000015.00' },
        { price: '1.08000', amount: '15.00' },
      ],
      asks: [
        { price: '1.08500', amount: '10.00' },
        { price: '1.08609', amount: '1000000.00' },
      ],
      spread: '0.00100',
      spread_percentage: '0.09',
      mid_price: '1.08450',
    })
    expect((await read(1)).bids).toHaveLength(1)
    expect((await bank.call('GET /api/exchange/orderbook/eur/usd')).status).toBe(200)
    expect((await bank.call('GET /api/exchange/orderbook/USD/EUR')).status).toBe(404)
  })
})

describe('exchange.orders and exchange.trades', () => {
  it('list by status and pair, page by page, only the caller’s', async () => {
    const ask = await floor.place(seller, limit('sell', '30', '1.085'))
    const bid = await floor.place(buyer, limit('buy', '10', '1.085'))
    const gone = await floor.place(buyer, limit('buy', '10', '1', { time_in_force: 'FOK' }))
    const open = await floor.place(buyer, limit('buy', '10', '1', { base_currency: 'GBP' }))
    const ids = async (query: string) => {
      const { body } = await bank.call(`GET /api/exchange/orders?${query}`, undefined, buyer)
      return body.data.map((order: { order_id: string }) => order.order_id)
    }
    expect(await ids('status=filled')).toEqual([bid.order_id])
    expect(await ids('status=cancelled')).toEqual([gone.order_id])
    expect(await ids('status=open')).toEqual([open.order_id])
    expect(await ids('base_currency=GBP&quote_currency=USD')).toEqual([open.order_id])
    expect(await ids('per_page=2')).toHaveLength(2)
    expect(await ids('per_page=2&page=2')).toHaveLength(1)
    expect(await ids(`account_uuid=${buyer.account}`)).toHaveLength(3)
    const foreign = `GET /api/exchange/orders?account_uuid=${seller.account}`
    expect((await bank.call(foreign, undefined, buyer)).status).toBe(403)
    const { body } = await bank.call('GET /api/exchange/trades?pair=EUR/USD', undefined, seller)
    expect(body.data).toEqual([
      {
        trade_id: expect.any(String),
        pair: 'EUR/USD',
        buy_order_id: null,
        sell_order_id: ask.order_id,
        buyer_account_id: null,
        seller_account_id: seller.account,
        base_currency: 'EUR',
        quote_currency: 'USD',
        price: '1.08500',
        amount: '10.00',
        value: '10.85',
        maker_fee: '0.02',
        taker_fee: '0.03',
        maker_side: 'sell',
        created_at: expect.any(String),
      },
    ])
    const other = await bank.call('GET /api/exchange/trades?pair=BTC/USD', undefined, seller)
    expect(other.body.meta.total).toBe(0)
  })
})

describe('order.matched', () => {
  it('notifies the owner of each matched order', async () => {
    const ask = await floor.place(seller, limit('sell', '30', '1.085'))
    const bid = await floor.place(buyer, limit('buy', '10', '1.085'))
    const rows = await bank.sql<{ user_uuid: string; data: object }>(
      "select user_uuid, data from platform.events where type = 'order.matched' and user_uuid = any($1) order by position",
      [[buyer.uuid, seller.uuid]],
    )
    const common = {
      pair: 'EUR/USD',
      price: '1.08500',
      filled_amount: '10.00',
      matched_at: expect.any(String),
    }
    expect(rows).toEqual([
      {
        user_uuid: seller.uuid,
        data: { ...common, order_id: ask.order_id, side: 'sell', status: 'partially_filled' },
      },
      {
        user_uuid: buyer.uuid,
        data: { ...common, order_id: bid.order_id, side: 'buy', status: 'filled' },
      },
    ])
  })
})

describe('fees', () => {
  it('decrease with the customer’s volume of thirty days', async () => {
    const rich = await floor.lastingTrader({ USD: '3000000.00' })
    const buy = async (amount: string): Promise<string> => {
      const pair = { base_currency: 'BTC', quote_currency: 'USD' }
      return (await floor.place(rich, market('buy', amount, pair))).fee_amount
    }
    expect(await buy('1')).toBe('90.09')
    await buy('11')
    expect(await buy('1')).toBe('85.59')
    await buy('11')
    expect(await buy('1')).toBe('81.09')
    bank.clock.advance(31 * 86_400)
    expect(await buy('1')).toBe('90.09')
  })

  it('decrease with sales too, as maker and as taker', async () => {
    const pair = { base_currency: 'BTC', quote_currency: 'USD' }
    const [waiting, coming] = [
      await floor.trader({ BTC: '13' }),
      await floor.trader({ USD: '600000.00' }),
    ]
    const sell = async (): Promise<string> =>
      (await floor.place(waiting, market('sell', '0.1', pair))).fee_amount
    expect(await sell()).toBe('9.00')
    await floor.place(waiting, limit('sell', '12', '45000', pair))
    await floor.place(coming, limit('buy', '12', '45000', pair))
    expect(await sell()).toBe('8.55')
    expect((await floor.place(coming, market('buy', '0.1', pair))).fee_amount).toBe('8.56')
  })

  it('of one environment do not depend on the volume in the other', async () => {
    const pair = { base_currency: 'BTC', quote_currency: 'USD' }
    const rich = await floor.trader({ USD: '600000.00' })
    const play = await floor.inSandbox(rich, { USD: '10000.00' })
    await floor.place(rich, market('buy', '12', pair))
    expect((await floor.place(rich, market('buy', '0.1', pair))).fee_amount).toBe('8.56')
    expect((await floor.place(play, market('buy', '0.1', pair))).fee_amount).toBe('9.01')
  })
})

describe('exchange.quote', () => {
  it('shows the converted amount, rounded down, and its fee, rounded up', async () => {
    const path =
      'GET /api/exchange/quote?from_currency=EUR&to_currency=BTC&amount=100&include_fees=true'
    const { status, body } = await bank.call(path, undefined, buyer)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      exchange_rate: '0.0000241111',
      converted_amount: '0.00241111',
      fee_amount: '0.00000483',
      total_amount: '0.00240628',
      spread_percentage: '0.1',
    })
    for (const query of ['from_currency=EUR&to_currency=EUR', 'from_currency=EUR&to_currency=XAU'])
      expect((await bank.call(`GET /api/exchange/quote?${query}`, undefined, buyer)).status).toBe(
        422,
      )
  })
})

describe('exchange.market_trades and exchange.candles', () => {
  interface Shown {
    readonly number: number
    readonly price: string
    readonly amount: string
    readonly created_at: string
  }
  const path = (what: string, query = '') => `GET /api/exchange/${what}/EUR/USD?${query}`

  /** Every trade, page by page, oldest first. */
  async function readTape(): Promise<Shown[]> {
    const tape: Shown[] = []
    let cursor: number | null | undefined
    while (cursor !== null) {
      const query = cursor === undefined ? 'limit=7' : `limit=7&before=${cursor}`
      const { status, body } = await bank.call(path('trades', query))
      expect(status).toBe(200)
      tape.push(...body.data.trades)
      cursor = body.data.next_before
    }
    return tape.toReversed()
  }

  it('show every trade once, publicly, without its parties', async () => {
    await floor.place(seller, limit('sell', '30', '1.0845'))
    await floor.place(buyer, limit('buy', '10', '1.0845'))
    const { body } = await bank.call(path('trades', 'limit=1'))
    expect(body.data.trades).toEqual([
      {
        number: expect.any(Number),
        price: '1.08450',
        amount: '10.00',
        value: '10.85',
        taker_side: 'buy',
        created_at: bank.clock.now().toISOString(),
      },
    ])
    const numbers = (await readTape()).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('agree by the minute, by five, by the hour and by the day', async () => {
    for (const [price, wait] of [
      ['1.0845', 45],
      ['1.0855', 100],
      ['1.085', 4_000],
    ] as const) {
      await floor.tradeAt(price)
      bank.clock.advance(wait)
    }
    const tape = await readTape()
    const intervals = [
      { at: '1m', seconds: 60 },
      { at: '5m', seconds: 300 },
      { at: '1h', seconds: 3_600 },
      { at: '1d', seconds: 86_400 },
    ]
    await askAll(intervals, async ({ at: interval, seconds }) => {
      const { body } = await bank.call(path('candles', `interval=${interval}&count=300`))
      const { from, to, candles } = body.data
      const span = [Date.parse(from), Date.parse(to)] as const
      expect(span[1] - span[0]).toBe(300 * seconds * 1000)
      const groups = Map.groupBy(
        tape.filter(({ created_at }) => Date.parse(created_at) >= span[0]),
        ({ created_at }) => Math.floor(Date.parse(created_at) / seconds / 1000) * seconds * 1000,
      )
      expect(candles.length).toBeGreaterThan(0)
      const cents = (trades: readonly Shown[]) =>
        trades.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
      expect(
        candles.map((one: { volume: string; value: string }) => {
          const { value: _value, volume, ...rest } = one
          return { ...rest, cents: BigInt(volume.replace('.', '')) }
        }),
      ).toEqual(
        [...groups].map(([at, trades]) => ({
          at: new Date(at).toISOString(),
          open: trades[0]!.price,
          high: trades
            .map(({ price }) => price)
            .toSorted()
            .at(-1),
          low: trades.map(({ price }) => price).toSorted()[0],
          close: trades.at(-1)!.price,
          trades: trades.length,
          cents: cents(trades),
        })),
      )
    })
  })

  it('are of the live books, also for a sandbox key of their own', async () => {
    await floor.tradeAt('1.085')
    const sandbox = await floor.inSandbox(buyer, {})
    const { body } = await bank.call(path('trades'), undefined, { token: sandbox.token })
    expect(body.data.trades).toEqual([])
    const { body: candles } = await bank.call(path('candles', 'interval=1d'), undefined, sandbox)
    expect(candles.data.candles).toEqual([])
  })

  it('answer at the limits of time, and refuse invalid requests and unknown markets', async () => {
    const questions: [status: number, what: string, query: string][] = [
      [200, 'candles', 'before=0001-01-01T00:00:00Z&interval=1d'],
      [200, 'candles', 'before=9999-12-31T23:59:59Z&interval=1d'],
      [200, 'trades', 'before=2147483647'],
      [422, 'candles', 'interval=2h'],
      [422, 'candles', 'count=301'],
      [422, 'trades', 'limit=101'],
      [422, 'trades', 'before=0'],
    ]
    for (const [status, what, query] of questions)
      expect((await bank.call(path(what, query))).status, `${what} ${query}`).toBe(status)
    for (const what of ['trades', 'candles'])
      expect((await bank.call(`GET /api/exchange/${what}/EUR/XYZ`)).status).toBe(404)
  })
})

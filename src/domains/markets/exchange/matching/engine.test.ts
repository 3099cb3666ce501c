// Two nodes on one database, many concurrent traders, dropped connections: whatever was answered,
// orders, trades, holds and moves stay consistent, and every node sees the same books.
// LOAD_SEED=… repeats the choices, though not the order in which they run.
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import { makeRandom } from '../../../../../test/process/ledger-load.ts'
import { findBrokenRules } from '../../../../../test/simulation/invariants.ts'
import { openDatabase } from '../../../../platform/database.ts'
import { proveAll } from '../../../core/ledger/index.ts'
import {
  type TradingFixture,
  findViolations,
  makeTradingFixture,
  limit,
  type Trader,
} from '../test-support.ts'

const given = process.env.LOAD_SEED
const seed = given === undefined ? randomInt(2 ** 31) : Number(given)
process.stdout.write(`exchange seed: ${seed} (LOAD_SEED=${seed} runs it again)\n`)

const TRADERS = 8
const CALLS = rounds(12, 40)
/** One call in this many is disturbed; the number of disturbances does not depend on the rounds. */
const CALM = rounds(2, 8)

let here: Bank
let there: Bank
let floor: TradingFixture
let traders: Trader[]
const random = makeRandom(seed)
const below = (max: number): number => Math.floor(random() * max)

beforeAll(async () => {
  here = await startBank()
  there = await startBank({ address: here.address, clock: here.clock })
  floor = makeTradingFixture(here)
  traders = []
  for (let i = 0; i < TRADERS; i++)
    traders.push(await floor.trader({ USD: '2000.00', EUR: '2000.00' }))
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

/** Around the price of the house, and some beyond it. */
const anyPrice = (): string => (1.083 + below(40) / 10_000).toFixed(5)

function anyOrder(): object {
  const input = limit(below(2) === 0 ? 'buy' : 'sell', String(10 + below(60)), anyPrice())
  const order_type = ['limit', 'limit', 'limit', 'market', 'stop', 'stop_limit'][below(6)]!
  const time_in_force = ['GTC', 'GTC', 'GTC', 'IOC', 'FOK'][below(5)]!
  return { ...input, order_type, time_in_force, stop_price: anyPrice() }
}

/** One trader's session: each call at one of the nodes, some of them cancels of what was placed. */
async function trade(trader: Trader, disturb = async () => {}): Promise<Answer[]> {
  const answers: Answer[] = []
  const placed: string[] = []
  for (let i = 0; i < CALLS; i++) {
    const node = below(2) === 0 ? here : there
    const id = below(4) === 0 ? placed.splice(below(placed.length), 1)[0] : undefined
    const calling =
      id === undefined ? floor.order(trader, anyOrder(), node) : floor.cancel(trader, id, node)
    const [answer] = await Promise.all([calling, below(CALM) === 0 ? disturb() : undefined])
    answers.push(answer)
    if (id === undefined && answer.status === 200) placed.push(answer.body.data.order_id)
  }
  return answers
}

async function expectSound(): Promise<void> {
  expect(await findViolations(here)).toEqual({})
  expect(await findBrokenRules((text, values) => here.sql(text, values))).toEqual({})
  const database = openDatabase(here.address, { connectionsMax: 1, onError: () => {} })
  try {
    expect((await proveAll(database.read)).findings).toEqual([])
  } finally {
    await database.close()
  }
}

const readBook = async (node: Bank) => {
  const { bids, asks } = (await node.call('GET /api/exchange/orderbook/EUR/USD?depth=100')).body
    .data
  return { bids, asks }
}

describe('two nodes that keep the same books', () => {
  it('settle concurrent orders of many traders, and agree on the remaining books', async () => {
    const answers = (await Promise.all(traders.map((trader) => trade(trader)))).flat()
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 400, 422].includes(status))).toEqual([])
    const [count] = await here.sql<{ orders: number; trades: number }>(
      `select (select count(*) from exchange.orders)::int as orders,
         (select count(*) from exchange.trades where buy_order is not null and sell_order is not null)::int as trades`,
    )
    expect(count!.orders).toBeGreaterThan(TRADERS)
    expect(count!.trades).toBeGreaterThan(0)
    await expectSound()
    expect(await readBook(here)).toEqual(await readBook(there))
  })

  it('lose nothing when connections break', async () => {
    let cuts = 0
    const cut = async (): Promise<void> => {
      const rows = await here.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
           and query like '%exchange.%' and query not like '%pg_terminate%'`,
      )
      cuts += rows.length
    }
    const answers = (await Promise.all(traders.map((trader) => trade(trader, cut)))).flat()
    expect(cuts).toBeGreaterThan(0)
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 400, 422, 503].includes(status))).toEqual([])
    expect(statuses).toContain(200)
    await expectSound()
  })

  it('load books from the tables: a node that starts sees the same book as the others', async () => {
    const third = await startBank({ address: here.address, clock: here.clock })
    try {
      await floor.clear()
      const [first, second, buyer] = traders as [Trader, Trader, Trader]
      const place = async (node: Bank, trader: Trader, input: object) => {
        const { status, body } = await floor.order(trader, input, node)
        expect(status, JSON.stringify(body)).toBe(200)
        return body.data
      }
      const early = await place(here, first, limit('sell', '10', '1.085'))
      const late = await place(there, second, limit('sell', '10', '1.085'))
      // First a book that this node never loaded, then two stale copies.
      await place(third, buyer, limit('buy', '15', '1.085', { time_in_force: 'FOK' }))
      expect(await floor.get(first, early.order_id)).toMatchObject({ status: 'filled' })
      expect(await floor.get(second, late.order_id)).toMatchObject({ filled_amount: '5.00' })
      await place(there, first, limit('sell', '10', '1.085'))
      await place(here, buyer, limit('buy', '15', '1.085', { time_in_force: 'FOK' }))
      expect(await floor.get(second, late.order_id)).toMatchObject({ status: 'filled' })
      expect((await readBook(third)).asks).toEqual([{ price: '1.08609', amount: '1000000.00' }])
      await expectSound()
    } finally {
      await third.stop()
    }
  })

  it('expire orders by the clock alone, once', async () => {
    await floor.clear()
    const trader = await floor.trader({ EUR: '100.00' })
    const expires_at = new Date(here.clock.now().getTime() + 1_000).toISOString()
    const order = await floor.place(
      trader,
      limit('sell', '10', '1.3', { time_in_force: 'GTD', expires_at }),
    )
    here.clock.advance(2)
    await Promise.all([here, there].map((node) => node.runJob('exchange.tidy')))
    expect(await floor.get(trader, order.order_id)).toMatchObject({ status: 'expired' })
    expect(await floor.balance(trader, 'EUR')).toEqual({ available: '100.00', reserved: '0.00' })
    await expectSound()
  })
})

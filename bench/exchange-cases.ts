// Measures the exchange: its matching core alone, and whole orders through HTTP, each reserved, matched and
// settled in the ledger before it is answered.
import {
  type FundsCheck,
  type Order,
  OrderBook,
  type Quotes,
} from '../src/domains/markets/exchange/matching/order-book.ts'
import { openTraders } from './bank.ts'
import { type Bench, runTimed } from './bench.ts'
import type { Case, Group, Sample } from './case.ts'
import { FLORIN_DATABASE, withClient } from './database.ts'
import { makeRandom } from './load/random.ts'
import { placeOrder } from './requests.ts'
import { once } from './yardsticks.ts'

const TRADERS = 1_000
const CONNECTIONS = 256
const CORE_ORDERS_MIN = 20_000
const HTTP_ORDERS_MIN = 3_000

export function listExchangeGroups(bench: Bench): Group[] {
  const getTraders = once(() => openTraders(bench.florin.url, TRADERS))
  const core: Case = {
    name: 'exchange-core',
    title: 'orders matched in the core of the exchange',
    bars: [{ kind: 'per second', atLeast: CORE_ORDERS_MIN }],
    measure: async () => measureCore(bench.pace.seconds),
  }
  const http: Case = {
    name: 'exchange-orders',
    title: `orders that meet each other, ${CONNECTIONS} connections`,
    bars: [{ kind: 'per second', atLeast: HTTP_ORDERS_MIN }],
    prepare: async () => void (await getTraders()),
    async measure() {
      const bank = await getTraders()
      const { url, accounts } = bank
      const request = placeOrder(bank)
      const plan = { url, request, accounts, connections: CONNECTIONS }
      const before = await countTrades(bench)
      const result = await runTimed(bench, 'exchange-orders', plan)
      const trades = (await countTrades(bench)) - before
      // Each trade needs two orders; fewer trades would mean that most orders were not matched.
      if (trades < result.answers / 4)
        throw new Error(`only ${trades} trades were made of ${result.answers} orders`)
      return result
    },
  }
  return [{ cases: [core, http], rounds: bench.pace.rounds }]
}

const countTrades = ({ florin }: Bench): Promise<number> =>
  withClient(florin.postgres, FLORIN_DATABASE, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from exchange.trades',
    )
    return rows[0]!.count
  })

const terms = { divisor: 100_000n }
const quotes: Quotes = { bid: 108_000n, ask: 109_000n, depth: 100_000_000n }
const SEED = 20_260_101
const OWNERS = 1_000
/** Orders between two readings of the clock. */
const STRETCH = 1_000

const funds: FundsCheck = { judge: () => 'trade', reservedFor: () => null }

/** An order book with many prices, in which about every second order rests and the others match them. */
function measureCore(seconds: number): Sample {
  const random = makeRandom(SEED)
  const below = (max: number): number => Math.floor(random() * max)
  const book = new OrderBook(terms)
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  let count = 0
  while (performance.now() < endsAt)
    for (let i = 0; i < STRETCH; i++) {
      const order = makeOrder(++count, below(2) === 0 ? 'buy' : 'sell', below)
      book.apply(order, book.match(order, quotes, funds), 0)
    }
  return { perSecond: (count / (performance.now() - startedAt)) * 1_000 }
}

const makeOrder = (count: number, side: Order['side'], below: (max: number) => number): Order => ({
  id: String(count),
  account_id: '',
  user_uuid: String(below(OWNERS)),
  manager_uuid: null,
  side,
  type: below(5) === 0 ? 'market' : 'limit',
  time_in_force: 'GTC',
  amount: BigInt(1_000 + below(10_000)),
  price: BigInt(108_500 + below(300) - (side === 'buy' ? 200 : 100)),
  stop_price: null,
  maker_rate: 100n,
  taker_rate: 200n,
  by_program: false,
  expires_at: null,
  created_at: 0,
  filled: 0n,
  value: 0n,
  weight: 0n,
  fee: 0n,
  status: 'pending',
  reason: null,
  seq: 0,
  triggered_at: null,
  updated_at: 0,
  closed_at: null,
})

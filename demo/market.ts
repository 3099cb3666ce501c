// Orders on the exchange: some that match each other in the course of the months, and some that wait.
import { exchangeOrderBook, exchangeTrade } from '../sdk/client/operations.ts'
import { formatDecimal, multiplyDivide, parseDecimal } from '../src/kernel/money.ts'
import type { StoryDay } from './calendar.ts'
import type { Cast } from './load.ts'
import type { PersonName } from './people.ts'

interface DemoOrder {
  readonly who: PersonName
  readonly type: 'buy' | 'sell'
  readonly base: string
  readonly amount: string
  /** The price in hundredths of the middle of the book; without it, the best price that is offered. */
  readonly percent?: bigint
}

/** The second of a pair takes the first. */
const matching = (amount: string): readonly DemoOrder[] => [
  { who: 'noah', type: 'sell', base: 'EUR', amount, percent: 100n },
  { who: 'amara', type: 'buy', base: 'EUR', amount },
]

/** By the number of the day. */
const matched: ReadonlyMap<number, readonly DemoOrder[]> = new Map([
  [19, matching('80.00')],
  [33, matching('45.00')],
  [47, matching('120.00')],
  [61, matching('65.00')],
  [75, matching('90.00')],
])

/** Too far from the market to be taken soon. */
const waiting: readonly DemoOrder[] = [
  { who: 'amara', type: 'sell', base: 'EUR', amount: '1000.00', percent: 120n },
  { who: 'henrik', type: 'buy', base: 'BTC', amount: '0.05000000', percent: 80n },
  { who: 'lucia', type: 'buy', base: 'ETH', amount: '0.02000000', percent: 80n },
]

const WAITING_SINCE = 4

export async function trade(cast: Cast, { index, left }: StoryDay): Promise<void> {
  for (const order of matched.get(index) ?? []) await place(cast, order)
  if (left === WAITING_SINCE) for (const order of waiting) await place(cast, order)
}

async function place(cast: Cast, { who, type, base, amount, percent }: DemoOrder): Promise<void> {
  const person = cast[who]
  if (person.hasOrdered(`${base}/USD`, type, amount)) return
  const { data } = await person.read(exchangeOrderBook, { base, quote: 'USD' })
  await person.write(`order-${base}-${type}-${amount}`, exchangeTrade, {
    account_uuid: person.account().uuid,
    type,
    order_type: 'limit',
    base_currency: base,
    quote_currency: 'USD',
    amount,
    price: percent === undefined ? data.asks[0]!.price : priceAt(data.mid_price!, percent),
  })
}

/** A share of the middle price, with as many places. */
function priceAt(middle: string, percent: bigint): string {
  const price = { code: 'USD', precision: middle.split('.')[1]?.length ?? 0 }
  const { units } = parseDecimal(middle, price)!
  return formatDecimal({ units: multiplyDivide(units, percent, 100n, 'half-even'), asset: price })
}

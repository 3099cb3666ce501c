// Orders on the exchange: two that match each other, and some that wait.
import { exchangeOrderBook, exchangeTrade } from '../sdk/client/operations.ts'
import { formatDecimal, multiplyDivide, parseDecimal } from '../src/kernel/money.ts'
import { type DemoOrder, orders } from './activity.ts'
import type { Cast } from './load.ts'

export async function trade(cast: Cast): Promise<void> {
  for (const order of orders) await place(cast, order)
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

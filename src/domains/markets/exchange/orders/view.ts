// Formats orders for answers: prices and amounts become decimal strings.
import { formatDecimal, multiplyDivide } from '../../../../kernel/money.ts'
import { type Order, leftOf } from '../matching/order-book.ts'
import type { Pair } from '../pairs.ts'

const instant = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString()

export const formatPrice = (ticks: bigint, { price }: Pair): string =>
  formatDecimal({ units: ticks, asset: price })

export const priceOrNull = (ticks: bigint | null, pair: Pair): string | null =>
  ticks === null ? null : formatPrice(ticks, pair)

/** Value divided by amount, with eight places, rounded half to even. */
export function averagePrice(value: bigint, filled: bigint, pair: Pair): string | null {
  if (filled === 0n) return null
  const digits = 8
  const units = multiplyDivide(
    value * 10n ** BigInt(pair.base.precision + digits),
    1n,
    filled * 10n ** BigInt(pair.quote.precision),
    'half-even',
  )
  return formatDecimal({ units, asset: { code: pair.quote.code, precision: digits } })
}

export function toOrderView(order: Order, pair: Pair) {
  const base = (units: bigint): string => formatDecimal({ units, asset: pair.base })
  const average = averagePrice(order.value, order.filled, pair)
  const closed = instant(order.closed_at)
  return {
    order_id: order.id,
    account_id: order.account_id,
    account_uuid: order.account_id,
    pair: pair.name,
    type: order.side,
    order_type: order.type,
    time_in_force: order.time_in_force,
    base_currency: pair.base.code,
    quote_currency: pair.quote.code,
    amount: base(order.amount),
    filled_amount: base(order.filled),
    remaining_amount: base(leftOf(order)),
    price: priceOrNull(order.price, pair),
    stop_price: priceOrNull(order.stop_price, pair),
    average_price: average,
    average_fill_price: average,
    fee_amount: formatDecimal({ units: order.fee, asset: pair.quote }),
    fee_currency: pair.quote.code,
    status: order.status,
    reason: order.reason,
    expires_at: instant(order.expires_at),
    triggered_at: instant(order.triggered_at),
    created_at: new Date(order.created_at).toISOString(),
    updated_at: new Date(order.updated_at).toISOString(),
    filled_at: order.status === 'filled' ? closed : null,
    cancelled_at: order.status === 'cancelled' ? closed : null,
  }
}

const messages: Readonly<Record<Order['status'], string>> = {
  pending: 'The stop order waits until its stop price is reached.',
  open: 'The order is in the book.',
  partially_filled: 'The order is filled in part; the rest is in the book.',
  filled: 'The order is filled.',
  cancelled: 'The order could not be filled and was cancelled.',
  expired: 'The order has expired.',
  rejected: 'The order was rejected.',
}

export const toPlaced = (order: Order, pair: Pair) => ({
  success: true as const,
  order_id: order.id,
  message:
    order.status === 'cancelled' && order.filled > 0n
      ? 'The order is filled in part; the rest is cancelled.'
      : messages[order.status],
  // Matching is complete before the answer is sent, so there is no workflow to follow.
  workflow_id: null,
  data: toOrderView(order, pair),
})

export const toCancelled = (order: Order) => ({
  success: true as const,
  message: 'The order is cancelled; its reserved money is available again.',
  order_id: order.id,
})

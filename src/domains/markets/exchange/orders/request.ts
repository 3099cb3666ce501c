// A request to the exchange: place or cancel an order, or tidy a book.
import type { OrderSide, OrderType, TimeInForce } from '../matching/order-book.ts'
import type { Pair } from '../pairs.ts'

export interface Placement {
  readonly kind: 'place'
  readonly pair: Pair
  /** If absent, the caller's first account is used. */
  readonly account: string | undefined
  readonly side: OrderSide
  readonly type: OrderType
  readonly time_in_force: TimeInForce
  readonly amount: bigint
  readonly price: bigint | null
  readonly stop_price: bigint | null
  readonly expires_at: number | null
}

export interface Cancellation {
  readonly kind: 'cancel'
  readonly order: string
}

/** No order of a customer: expires orders and applies new rates. */
export interface BookMaintenance {
  readonly kind: 'tidy'
  readonly pair: Pair
}

export type OrderRequest = Placement | Cancellation | BookMaintenance

// The plan of an exchange operation: place or cancel an order, or tidy a book. The pipeline treats it
// like any posting's plan, but the exchange runs it instead of the ledger, because each book must be
// changed one order at a time.
import type { BookName, Plan } from '../../../../operation/posting.ts'
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

/** Plans with this runner are run by the exchange. */
export const EXCHANGE_RUNNER = 'exchange'

export class OrderPlan<Output> implements Plan<Output> {
  readonly runner = EXCHANGE_RUNNER
  readonly books: readonly BookName[] = []
  readonly command: Placement | Cancellation | BookMaintenance

  constructor(command: Placement | Cancellation | BookMaintenance) {
    this.command = command
  }

  decide(): Output {
    throw new Error('an order is decided by the exchange')
  }
}

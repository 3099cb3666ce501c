// What a caller wants of the exchange, as a posting's plan: the pipeline treats it like any other, and
// the exchange decides it instead of the ledger's executor, because a book is decided in single file.
import type { BookName, Plan } from '../../../operation/posting.ts'
import type { OrderSide, OrderType, TimeInForce } from './core.ts'
import type { Pair } from './pairs.ts'

export interface Placement {
  readonly kind: 'place'
  readonly pair: Pair
  /** The caller's first account when absent. */
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

/** Nobody wants anything, but time and rates go on. */
export interface Tidying {
  readonly kind: 'tidy'
  readonly pair: Pair
}

/** Plans that carry this name are decided by the exchange. */
export const EXCHANGE_RUNNER = 'exchange'

export class Wish<Output> implements Plan<Output> {
  readonly runner = EXCHANGE_RUNNER
  readonly books: readonly BookName[] = []
  readonly command: Placement | Cancellation | Tidying

  constructor(command: Placement | Cancellation | Tidying) {
    this.command = command
  }

  decide(): Output {
    throw new Error('an order is decided by the exchange')
  }
}

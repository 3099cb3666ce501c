// Listeners for payments that other domains send over rails. A listener is called in the transaction of the change, so
// that its records and the money change together, and once.
import type { Context } from '../../../../operation/operation.ts'
import type { PaymentRow } from './store.ts'

/** The state of a payment as a listener sees it. */
export type PaymentState = Pick<PaymentRow, 'id' | 'status' | 'code' | 'reason'>

export interface PaymentListener {
  /**
   * Locks the records that the listener will change. It is called before money moves, because a listener that sends
   * a payment holds its own lock before it acquires those of the accounts.
   */
  prepare(payment: PaymentState, ctx: Context): Promise<void>
  /** Called when a payment has ended, and again if it is returned after that. */
  ended(payment: PaymentState, ctx: Context): Promise<void>
}

export class PaymentListeners {
  private readonly byOrigin = new Map<string, PaymentListener>()

  add(origin: string, follower: PaymentListener): void {
    this.byOrigin.set(origin, follower)
  }

  async prepare(row: PaymentRow, ctx: Context): Promise<void> {
    await this.byOrigin.get(row.origin)?.prepare(row, ctx)
  }

  async ended(row: PaymentRow, ctx: Context): Promise<void> {
    await this.byOrigin.get(row.origin)?.ended(row, ctx)
  }
}

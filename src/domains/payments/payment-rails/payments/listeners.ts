// Other parts of the bank that send payments over rails follow them to their end. A follower is told in the
// transaction of the change, so that what it notes and the money move together, and once.
import type { Context } from '../../../../operation/operation.ts'
import type { PaymentRow } from './store.ts'

/** The state of a payment as a follower sees it. */
export type PaymentState = Pick<PaymentRow, 'id' | 'status' | 'code' | 'reason'>

export interface PaymentListener {
  /**
   * Locks whatever the follower will change. It is called before money moves, because the follower also sends
   * payments, and then it holds its own lock before it asks for those of the accounts.
   */
  prepare(payment: PaymentState, ctx: Context): Promise<void>
  /** Called when a payment has ended, and again if it comes back after that. */
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

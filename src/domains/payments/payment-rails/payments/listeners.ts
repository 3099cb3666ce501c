// Other parts of the bank that send payments over rails follow them to their end. A follower is told in the
// transaction of the change, so that what it notes and the money move together, and once.
import type { Context } from '../../../../operation/operation.ts'
import type { PaymentRow } from './store.ts'

/** The state of a payment as a follower sees it. */
export type Followed = Pick<PaymentRow, 'id' | 'status' | 'code' | 'reason'>

export interface Follower {
  /**
   * Locks whatever the follower will change. It is called before money moves, because the follower also sends
   * payments, and then it holds its own lock before it asks for those of the accounts.
   */
  prepare(payment: Followed, ctx: Context): Promise<void>
  /** Called when a payment has ended, and again if it comes back after that. */
  ended(payment: Followed, ctx: Context): Promise<void>
}

export class Followers {
  private readonly byOrigin = new Map<string, Follower>()

  add(origin: string, follower: Follower): void {
    this.byOrigin.set(origin, follower)
  }

  async prepare(row: PaymentRow, ctx: Context): Promise<void> {
    await this.byOrigin.get(row.origin)?.prepare(row, ctx)
  }

  async ended(row: PaymentRow, ctx: Context): Promise<void> {
    await this.byOrigin.get(row.origin)?.ended(row, ctx)
  }
}

// Listeners for payments that other domains send over rails. A listener is called in the transaction of the change, so
// that its records and the money change together, and once.
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { PaymentRow } from './store.ts'

/** The state of a payment as a listener sees it. */
export type PaymentState = Pick<PaymentRow, 'id' | 'status' | 'code' | 'reason'>

export interface PaymentListener {
  /** The origin of the payments it is called for. */
  readonly origin: string
  /**
   * Locks the records that the listener will change. It is called before money moves, because a listener that sends
   * a payment holds its own lock before it acquires those of the accounts.
   */
  prepare(payment: PaymentState, ctx: Context): Promise<void>
  /** Called when a payment has ended, and again if it is returned after that. */
  ended(payment: PaymentState, ctx: Context): Promise<void>
}

export class PaymentListeners {
  private readonly all: Handlers<PaymentListener>

  constructor(all: Handlers<PaymentListener>) {
    this.all = all
  }

  async prepare(row: PaymentRow, ctx: Context): Promise<void> {
    for (const listener of this.listFor(row)) await listener.prepare(row, ctx)
  }

  async ended(row: PaymentRow, ctx: Context): Promise<void> {
    for (const listener of this.listFor(row)) await listener.ended(row, ctx)
  }

  private listFor({ origin }: PaymentRow): readonly PaymentListener[] {
    return this.all.handlers.filter((listener) => listener.origin === origin)
  }
}

// Counts and cancels the scheduled payments of a customer, for "end everything".
import type { Context } from '../../../../operation/operation.ts'
import type { SessionlessAccess } from '../../../people/identity/index.ts'
import { emitPaymentEvent } from '../event-publisher.ts'
import { paymentLife } from '../life-cycle.ts'
import { advanceFile } from '../files/progress.ts'
import * as store from '../store.ts'

/** As many as are executed at once. */
const CANCELLED_AT_ONCE = 200
/** The limit of one call, whatever an intruder scheduled; the rest is rejected on its day, by `Standing`. */
const CANCELLED_MAX = 2_000

export const scheduledPayments: SessionlessAccess = {
  name: 'scheduled_payments',
  count: store.countScheduled,
  async end(user_uuid, ctx) {
    let cancelled = 0
    for (const id of await store.listScheduledMessages(ctx.tx, user_uuid)) {
      let some: number
      do {
        if (cancelled >= CANCELLED_MAX) return
        some = await cancelSome(id, ctx)
        cancelled += some
      } while (some === CANCELLED_AT_ONCE)
    }
  },
}

async function cancelSome(id: string, ctx: Context): Promise<number> {
  const message = await store.lockMessage(ctx.tx, id)
  const { rows } = await store.listPayments(ctx.tx, id, 'scheduled', {
    page: 1,
    per_page: CANCELLED_AT_ONCE,
  })
  const { to: status } = paymentLife.check('scheduled', 'cancel', { payment_id: rows[0]?.id ?? id })
  const outcome = { status, reason_code: null, reason: null, entry_id: null, outside_id: null }
  const cancelled = rows.map((payment) => ({ ...payment, ...outcome }))
  await store.updatePayments(ctx.tx, cancelled, ctx.now)
  await store.releaseClaims(
    ctx.tx,
    id,
    rows.map(({ claim }) => claim),
  )
  for (const payment of cancelled) emitPaymentEvent(ctx, message, payment)
  if (rows.length > 0)
    await advanceFile(
      message,
      rows.map(({ status: before }) => ({ status, before })),
      ctx,
    )
  return rows.length
}

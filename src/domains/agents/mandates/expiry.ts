// Expires mandates that were not used in time, and emits events to both sides.
import { type DueOptions, sweepDue } from '../../../operation/due-jobs.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { MandateExpired } from './events.ts'
import { mandateLives } from './life-cycle.ts'
import { finishTransition } from './transition.ts'
import { lockExpired } from './store.ts'

export type ExpiryOptions = Pick<DueOptions, 'clock' | 'invalidate'>

export const expireMandates = (db: Db, options: ExpiryOptions): Promise<void> =>
  sweepDue(db, { ...options, name: 'mandates.expire' }, expireSome)

async function expireSome(ctx: Context): Promise<number> {
  const due = await lockExpired(ctx.tx, ctx.now, ctx.caller.environment)
  for (const { uuid, type, status } of due) {
    const { to } = mandateLives[type].check(status, 'expire')
    await finishTransition(uuid, { status: to }, MandateExpired, ctx)
  }
  return due.length
}

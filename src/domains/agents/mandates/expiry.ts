// Expires mandates that were not used in time, and emits events to both sides.
import type { Bank } from '../../../operation/bank.ts'
import { sweepDue } from '../../../operation/due-jobs.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { MandateExpired } from './events.ts'
import { mandateLives } from './life-cycle.ts'
import { finishTransition } from './transition.ts'
import { lockExpired } from './store.ts'

export const expireMandates = (db: Db, bank: Pick<Bank, 'clock' | 'invalidate'>): Promise<void> =>
  sweepDue(db, bank, 'mandates.expire', expireSome)

async function expireSome(ctx: Context): Promise<number> {
  const due = await lockExpired(ctx.tx, ctx.now, ctx.caller.environment)
  for (const { uuid, type, status } of due) {
    const { to } = mandateLives[type].check(status, 'expire')
    await finishTransition(uuid, { status: to }, MandateExpired, ctx)
  }
  return due.length
}

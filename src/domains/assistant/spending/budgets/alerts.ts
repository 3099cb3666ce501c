// Notifies users when a budget is nearly or wholly spent. The reader of the log queues the users whose money moved, and
// a job checks their budgets. An alert is a row with budget, period and kind as its key, so each is given once.
import { sweepDue } from '../../../../operation/due-jobs.ts'
import type { Bank } from '../../../../operation/bank.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { JobDef } from '../../../../platform/jobs.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { BUDGET_JOB, type BudgetState, readBudgets, toEventData } from './service.ts'
import { deleteAlertsBefore, insertAlert, listAllBudgets, takeChecks } from './store.ts'
import { BudgetExceeded, BudgetWarning } from '../events.ts'
import { inSnapshot } from '../sums/scope.ts'
import type { Owner } from '../rules/store.ts'

const USERS_AT_ONCE = 20

export const budgetJob = (
  bank: Pick<Bank, 'clock' | 'invalidate' | 'database'>,
  assets: AssetCatalogue,
): JobDef => ({
  name: BUDGET_JOB,
  cron: '* * * * *',
  retries: 3,
  run: (_payload, db) =>
    sweepDue(db, bank, BUDGET_JOB, (ctx) => checkSome(ctx, bank.database.read, assets)),
})

async function checkSome(ctx: Context, reading: Db, assets: AssetCatalogue): Promise<number> {
  const { environment } = ctx.caller
  const users = await takeChecks(ctx.tx, environment, USERS_AT_ONCE)
  for (const user_uuid of users) {
    const person: Owner = { environment, user_uuid }
    const states = await inSnapshot(reading, async (tx) =>
      readBudgets(tx, person, await listAllBudgets(tx, person), ctx.now),
    )
    for (const state of states) await giveAlert(state, ctx, assets)
  }
  return users.length
}

/** A budget that is exceeded at once gets no warning before. */
async function giveAlert(state: BudgetState, ctx: Context, assets: AssetCatalogue): Promise<void> {
  const { row, spent, starts_on } = state
  const limit = BigInt(row.limit_units)
  const isExceeded = spent > limit
  if (!isExceeded && spent * 100n < limit * BigInt(row.warning_percent)) return
  const alert = { budget_id: row.id, starts_on, created_at: ctx.now }
  if (isExceeded) {
    // From now on a warning would come too late.
    await insertAlert(ctx.tx, { ...alert, kind: 'warning' })
    if (!(await insertAlert(ctx.tx, { ...alert, kind: 'exceeded' }))) return
  } else if (!(await insertAlert(ctx.tx, { ...alert, kind: 'warning' }))) return
  await deleteAlertsBefore(ctx.tx, row.id, starts_on)
  ctx.emit(isExceeded ? BudgetExceeded : BudgetWarning, toEventData(state, assets), {
    user_uuid: row.user_uuid,
  })
}

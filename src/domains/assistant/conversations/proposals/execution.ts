// Carries out a transfer that was confirmed, in the transaction that stores the answer: the transfer, the end of the
// proposal and the answer are committed together, or not at all.
import { groupThousands } from '../../../../kernel/money.ts'
import { AppError } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { post } from '../../../core/ledger/index.ts'
import { clearPlan, planTransfer, type TransferOptions } from '../../../core/transfers/index.ts'
import { type Draft, Names } from '../answers/draft.ts'
import { lockOpen, markExecuted, undoing } from './store.ts'
import { type Terms, transferOf } from './service.ts'

export interface Executed extends Draft {
  readonly isDone: boolean
}

/** Between the check and the transaction the money may have been spent, or the proposal may have expired. */
export async function execute(
  terms: Terms,
  ctx: Context,
  options: TransferOptions,
): Promise<Executed> {
  const names = new Names()
  try {
    const transfer = await undoing(ctx.tx, () => transferNow(terms, ctx, options))
    const sum = `${groupThousands(terms.amount)} ${terms.asset}`
    const [from, to] = [names.mark(terms.from_name), names.mark(terms.receiver)]
    const marked = transfer
      ? `Done: ${sum} went from your account ${from} to ${to}, by the transfer ${names.mark(transfer)}.`
      : `The offer to send ${sum} to ${to} has expired, and nothing was sent. Ask for the transfer again.`
    return { marked, names: names.all, isDone: transfer !== undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      marked: `Nothing was sent: ${names.mark(error.message)}`,
      names: names.all,
      isDone: false,
    }
  }
}

/** The id of the transfer; undefined when the proposal does not wait for its confirmation any more. */
async function transferNow(
  terms: Terms,
  ctx: Context,
  options: TransferOptions,
): Promise<string | undefined> {
  // A second confirmation waits here for the first, and then moves nothing.
  if (!(await lockOpen(ctx.tx, terms.id, ctx.now))) return undefined
  const plan = planTransfer(transferOf(terms), ctx, options)
  await clearPlan(ctx, plan)
  const { data } = await post(ctx, plan)
  await markExecuted(ctx.tx, terms.id, data.uuid, ctx.now)
  return data.uuid
}

// Whether the page of a payment offers its payer to dispute it: the rules of opening a dispute, without opening one.
import { AppError } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { DisputeOptions } from './options.ts'
import { getDisputedMove } from './payment.ts'
import { checkPeriod } from './service.ts'
import { findStanding } from './store.ts'

export async function mayDispute(
  payment: string,
  ctx: Context,
  options: DisputeOptions,
): Promise<boolean> {
  try {
    const move = await getDisputedMove(payment, ctx)
    checkPeriod(move, ctx.now, options)
    if ((await findStanding(ctx.tx, move.entry_id)) !== undefined) return false
    return (await options.reversing.readLeft(move, ctx)) > 0n
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

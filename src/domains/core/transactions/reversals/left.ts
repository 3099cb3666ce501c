// How much of a move can still be given back: it is never more than was moved, whoever gives it back. What a domain
// returned to the payer other than by a reversal counts as well.
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Context } from '../../../../operation/operation.ts'
import { lockReversals, sumReversals } from '../../ledger/index.ts'

/** A move between two accounts. */
export interface ReversibleMove {
  readonly entry_id: string
  readonly line: number
  readonly from: { readonly id: string }
  readonly to: { readonly id: string }
  readonly asset: string
  readonly units: bigint
}

/** The units of a move that its payer got back by other means than a reversal. */
export type RefundCount = (
  move: Pick<ReversibleMove, 'entry_id' | 'line'>,
  ctx: Pick<Context, 'tx'>,
) => Promise<bigint>

type Reversed = typeof sumReversals

async function countLeft(
  move: ReversibleMove,
  { tx }: Pick<Context, 'tx'>,
  { handlers }: Handlers<RefundCount>,
  sumReversed: Reversed,
): Promise<bigint> {
  const { entry_id, asset, from, to } = move
  let left = move.units - (await sumReversed(tx, { entry_id, asset, from: from.id, to: to.id }))
  for (const count of handlers) left -= await count(move, { tx })
  return left
}

/** Another reversal of the move waits until this transaction ends, and then counts what it did. */
export const lockLeft = (
  move: ReversibleMove,
  ctx: Pick<Context, 'tx'>,
  refunds: Handlers<RefundCount>,
): Promise<bigint> => countLeft(move, ctx, refunds, lockReversals)

export const readLeft = (
  move: ReversibleMove,
  ctx: Pick<Context, 'tx'>,
  refunds: Handlers<RefundCount>,
): Promise<bigint> => countLeft(move, ctx, refunds, sumReversals)

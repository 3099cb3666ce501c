// What other domains use to give money back: the same reversal as an operator's, and what is left to reverse.
import type { Context } from '../../../../operation/operation.ts'
import { lockLeft, readLeft, type ReversibleMove } from './left.ts'
import { reverse, type ReversalOptions, type ReversalRequest } from './service.ts'

export const makeReversing = (options: ReversalOptions) => ({
  /** With the rights of the caller. */
  reverse: (request: ReversalRequest, ctx: Context) => reverse(request, ctx, options),
  lockLeft: (move: ReversibleMove, ctx: Pick<Context, 'tx'>) =>
    lockLeft(move, ctx, options.refunds),
  readLeft: (move: ReversibleMove, ctx: Pick<Context, 'tx'>) =>
    readLeft(move, ctx, options.refunds),
})

export type Reversing = ReturnType<typeof makeReversing>

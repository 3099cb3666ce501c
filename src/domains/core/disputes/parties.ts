// Who sees a dispute, and as whom.
import { isOperator } from '../../../operation/caller.ts'
import { Forbidden, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { disputeLife, type DisputeStep } from './life-cycle.ts'
import * as store from './store.ts'
import type { DisputeRow } from './store.ts'

export type Role = 'payer' | 'receiver' | 'operator'

/** An operator who is a party of the payment acts as that party only. */
export function findRole(row: DisputeRow, { caller }: Pick<Context, 'caller'>): Role | undefined {
  if (caller.user === row.payer_uuid) return 'payer'
  if (caller.user === row.receiver_uuid)
    return row.receiver_notified_at === null ? undefined : 'receiver'
  return isOperator(caller) ? 'operator' : undefined
}

export interface Seen {
  readonly row: DisputeRow
  readonly role: Role
}

const toSeen = (row: DisputeRow | undefined, id: string, ctx: Context): Seen => {
  const role = row && findRole(row, ctx)
  if (!row || !role) throw NotFound({ what: 'dispute', id })
  return { row, role }
}

export const getSeen = async (id: string, ctx: Context): Promise<Seen> =>
  toSeen(await store.findDispute(ctx.tx, ctx.caller.environment, id), id, ctx)

export const lockSeen = async (id: string, ctx: Context): Promise<Seen> =>
  toSeen(await store.lockDispute(ctx.tx, ctx.caller.environment, id), id, ctx)

/** Locks a dispute for an operator, who must be no party of the payment. */
export async function lockForDecision(id: string, ctx: Context): Promise<DisputeRow> {
  const row = await store.lockDispute(ctx.tx, ctx.caller.environment, id)
  const role = row && findRole(row, ctx)
  if (!row || !role) throw NotFound({ what: 'dispute', id })
  if (role !== 'operator')
    throw Forbidden({
      reason: 'You are a party of this payment; another operator must decide the dispute.',
    })
  return row
}

const BY_ROLE: Readonly<Record<Role, readonly DisputeStep[]>> = {
  payer: ['withdraw'],
  receiver: [],
  operator: ['ask', 'accept', 'reject'],
}

type Action = 'message' | 'withdraw' | 'ask' | 'accept' | 'reject'
const ACTIONS = ['withdraw', 'ask', 'accept', 'reject'] as const

export const listActions = ({ row, role }: Seen): Action[] => [
  ...(disputeLife.isEnd(row.status) ? [] : ['message' as const]),
  ...ACTIONS.filter(
    (action) => BY_ROLE[role].includes(action) && disputeLife.find(row.status, action),
  ),
]

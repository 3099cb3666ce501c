// SQL of proposed transfers. No rules here.
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import { proposalLife } from './life-cycle.ts'
import type { Owner } from './store.ts'

export type ProposalRow = Row<'conversations.proposals'>

interface NewProposal extends Owner {
  readonly id: string
  readonly conversation_id: string
  readonly sealed: Buffer
  readonly created_at: Date
  readonly expires_at: Date
}

export async function insertProposal(tx: Db, row: NewProposal): Promise<void> {
  await tx
    .insertInto('conversations.proposals')
    .values({ ...row, status: 'open' })
    .execute()
}

/** The newest of a conversation first. */
export const listProposals = (
  tx: Db,
  owner: Owner,
  conversation_id: string,
  limit: number,
): Promise<ProposalRow[]> =>
  tx
    .selectFrom('conversations.proposals')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .where('environment', '=', owner.environment)
    .where('user_uuid', '=', owner.user_uuid)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Takes a step in the life of one proposal; false when it is in no state for it any more. */
export async function stepProposal(
  tx: Db,
  id: string,
  action: (typeof proposalLife.actions)[number],
  now: Date,
  transfer_uuid: string | null = null,
): Promise<boolean> {
  const { to } = proposalLife.steps.find((step) => step.action === action)!
  const { numUpdatedRows } = await tx
    .updateTable('conversations.proposals')
    .set({ status: to, ended_at: proposalLife.isEnd(to) ? now : null, transfer_uuid })
    .where('id', '=', id)
    .where('status', 'in', proposalLife.from(action))
    .$if(action === 'confirm', (query) => query.where('expires_at', '>', now.toISOString()))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Cancels what waits in a conversation. */
export async function cancelOpen(tx: Db, conversation_id: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('conversations.proposals')
    .set({ status: 'cancelled', ended_at: now })
    .where('conversation_id', '=', conversation_id)
    .where('status', 'in', proposalLife.from('cancel'))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends what nobody confirmed in time: of one conversation, or of all. */
export async function expireOpen(tx: Db, now: Date, conversation_id?: string): Promise<void> {
  await tx
    .updateTable('conversations.proposals')
    .set({ status: 'expired', ended_at: now })
    .where('status', 'in', proposalLife.from('expire'))
    .where('expires_at', '<=', now.toISOString())
    .$if(conversation_id !== undefined, (query) =>
      query.where('conversation_id', '=', conversation_id!),
    )
    .execute()
}

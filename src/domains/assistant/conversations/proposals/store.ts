// SQL of proposed transfers. No rules here.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import { proposalLife } from './life-cycle.ts'
import type { Owner } from '../store.ts'

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

/** Locks a proposal that awaits confirmation; false when it no longer does. */
export async function lockOpen(tx: Db, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('conversations.proposals')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', proposalLife.from('confirm'))
    .where('expires_at', '>', now.toISOString())
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function markExecuted(
  tx: Db,
  id: string,
  transfer_uuid: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('conversations.proposals')
    .set({ status: 'executed', ended_at: now, transfer_uuid })
    .where('id', '=', id)
    .execute()
}

/** Rolls back the work when it throws, and lets the transaction continue. */
export async function undoing<Output>(tx: Db, work: () => Promise<Output>): Promise<Output> {
  await sql`savepoint proposal`.execute(tx)
  try {
    const output = await work()
    await sql`release savepoint proposal`.execute(tx)
    return output
  } catch (error) {
    await sql`rollback to savepoint proposal`.execute(tx)
    throw error
  }
}

/** Cancels what waits in a conversation. */
export async function cancelOpen(tx: Db, conversation_id: string, now: Date): Promise<void> {
  await tx
    .updateTable('conversations.proposals')
    .set({ status: 'cancelled', ended_at: now })
    .where('conversation_id', '=', conversation_id)
    .where('status', 'in', proposalLife.from('cancel'))
    .where('expires_at', '>', now.toISOString())
    .execute()
}

/** Expires unconfirmed proposals: of one conversation, or of all. */
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

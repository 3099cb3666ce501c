// SQL of conversations, their messages and their ratings. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Frame } from './interpretation/frame.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'conversations.conversations.context': Readonly<Record<string, unknown>>
    'conversations.conversations.frame': Frame | null
  }
}

export type ConversationRow = Row<'conversations.conversations'>
export type MessageRow = Row<'conversations.messages'>

export interface Owner {
  readonly environment: Environment
  readonly user_uuid: string
}

const ofOwner = (tx: Db, { environment, user_uuid }: Owner) =>
  tx
    .selectFrom('conversations.conversations')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)

export const findConversation = (
  tx: Db,
  owner: Owner,
  id: string,
): Promise<ConversationRow | undefined> =>
  ofOwner(tx, owner).where('id', '=', id).executeTakeFirst()

/** Locks a conversation until the transaction ends. */
export const lockConversation = (
  tx: Db,
  owner: Owner,
  id: string,
): Promise<ConversationRow | undefined> =>
  ofOwner(tx, owner).where('id', '=', id).forUpdate().executeTakeFirst()

export interface ListedConversation extends ConversationRow {
  readonly last_message: string
}

/** The most recently active first, each with the beginning of its newest message. */
export const listConversations = (
  tx: Db,
  owner: Owner,
  limit: number,
): Promise<ListedConversation[]> =>
  ofOwner(tx, owner)
    .select(
      sql<string>`coalesce((
        select left(m.content, 200) from conversations.messages m
        where m.conversation_id = conversations.conversations.id
        order by m.number desc limit 1), '')`.as('last_message'),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

interface NewConversation extends Owner {
  readonly id: string
  readonly title: string
  readonly now: Date
}

export async function insertConversation(tx: Db, { now, ...row }: NewConversation): Promise<void> {
  await tx
    .insertInto('conversations.conversations')
    .values({ ...row, context: '{}', messages: 0, created_at: now, updated_at: now })
    .execute()
}

interface Turn {
  readonly id: string
  readonly context: object
  readonly frame: object | null
  readonly messages: number
  readonly now: Date
}

export async function updateConversation(tx: Db, turn: Turn): Promise<void> {
  await sql`
    update conversations.conversations
    set context = ${JSON.stringify(turn.context)}::jsonb,
      frame = ${turn.frame === null ? null : JSON.stringify(turn.frame)}::jsonb,
      messages = ${turn.messages}, updated_at = ${turn.now}
    where id = ${turn.id}`.execute(tx)
}

/** Deletes all but the `keep` most recently active conversations. */
export async function pruneConversations(tx: Db, owner: Owner, keep: number): Promise<void> {
  await sql`
    delete from conversations.conversations where id in (
      select id from conversations.conversations
      where environment = ${owner.environment} and user_uuid = ${owner.user_uuid}
      order by updated_at desc, id desc offset ${keep})`.execute(tx)
}

/** Whether there was such a conversation. */
export async function deleteConversation(tx: Db, owner: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('conversations.conversations')
    .where('environment', '=', owner.environment)
    .where('user_uuid', '=', owner.user_uuid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface NewMessage {
  readonly id: string
  readonly conversation_id: string
  readonly number: number
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly confidence: number | null
  readonly tools_used: string[]
  readonly created_at: Date
}

export async function insertMessages(tx: Db, messages: readonly NewMessage[]): Promise<void> {
  await tx
    .insertInto('conversations.messages')
    .values(
      messages.map((message) => ({
        ...message,
        confidence: message.confidence === null ? null : String(message.confidence),
      })),
    )
    .execute()
}

export const listMessages = (tx: Db, conversation_id: string): Promise<MessageRow[]> =>
  tx
    .selectFrom('conversations.messages')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .orderBy('number')
    .execute()

interface Rating {
  readonly message_id: string
  readonly rating: number
  readonly feedback: string | null
  readonly now: Date
}

/** Whether there is such an answer in a conversation of the owner; a later rating replaces an earlier one. */
export async function rateMessage(tx: Db, owner: Owner, rating: Rating): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations.messages as message
    set rating = ${rating.rating}, feedback = ${rating.feedback}, rated_at = ${rating.now}
    from conversations.conversations as conversation
    where message.id = ${rating.message_id} and message.role = 'assistant'
      and conversation.id = message.conversation_id
      and conversation.environment = ${owner.environment}
      and conversation.user_uuid = ${owner.user_uuid}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

// SQL of messages: inserting them, finding them, and changing their status. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import { EPOCH_BASE } from '../../../operation/epoch-store.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { MessageStatus } from './life-cycle.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'agent_messages.messages.payload': Record<string, unknown>
    'agent_messages.messages.headers': Record<string, string>
  }
}

export type MessageRow = Row<'agent_messages.messages', { sequence: number }>

export type NewMessage = Omit<
  MessageRow,
  | 'retry_count'
  | 'next_retry_at'
  | 'last_error'
  | 'delivered_at'
  | 'acknowledge_by'
  | 'acknowledged_at'
  | 'failed_at'
>

/** A message past its deadline counts as expired even before its row says so. */
const statusAt = (now: Date) => sql`
  case when status = 'delivered' and acknowledge_by <= ${now} then 'expired' else status end`

const columns = (now: Date) => sql`
  uuid, environment, from_agent_uuid, to_agent_uuid, sequence, message_type, priority,
  ${statusAt(now)} as status, payload, headers, requires_acknowledgment, acknowledgment_timeout,
  correlation_id, reply_to, wants_push, retry_count, next_retry_at, last_error, sent_at, delivered_at,
  acknowledge_by, acknowledged_at, failed_at`

type RawRow = Row<'agent_messages.messages'>

const toRows = (rows: readonly RawRow[]): MessageRow[] =>
  rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))

/**
 * Takes the next number of this mailbox and locks the mailbox until the message is committed. A number that was lost by a
 * restore is not taken again, because a follower of the mailbox continues after it.
 */
export async function takeNextSequence(
  tx: Db,
  agent: string,
): Promise<{ readonly sequence: number; readonly isLeased: boolean }> {
  const { rows } = await sql<{ sequence: string; is_leased: boolean }>`
    insert into agent_messages.mailboxes as box (agent_uuid, last_sequence) values (${agent}, ${EPOCH_BASE})
    on conflict (agent_uuid) do update set last_sequence = greatest(box.last_sequence + 1, ${EPOCH_BASE})
    returning last_sequence as sequence, coalesce(leased_until > now(), false) as is_leased`.execute(
    tx,
  )
  return { sequence: Number(rows[0]!.sequence), isLeased: rows[0]!.is_leased }
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<void> {
  const { payload, headers, ...rest } = message
  await tx
    .insertInto('agent_messages.messages')
    .values({ ...rest, payload: JSON.stringify(payload), headers: JSON.stringify(headers) })
    .execute()
}

export async function findMessage(
  tx: Db,
  uuid: string,
  now: Date,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<RawRow>`
    select ${columns(now)} from agent_messages.messages where uuid = ${uuid}`.execute(tx)
  return toRows(rows)[0]
}

export async function lockMessage(
  tx: Db,
  uuid: string,
  now: Date,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<RawRow>`
    select ${columns(now)} from agent_messages.messages
    where uuid = ${uuid} for update`.execute(tx)
  return toRows(rows)[0]
}

export interface MessageFilter {
  readonly agent: string
  readonly type: 'inbox' | 'outbox' | 'all'
  readonly status?: MessageStatus | undefined
  readonly unacknowledged_only: boolean
  readonly correlation_id?: string | undefined
  readonly after_sequence?: number | undefined
  readonly limit: number
}

/** Newest first; after a number of the inbox, oldest first. */
export async function listMessages(
  tx: Db,
  filter: MessageFilter,
  now: Date,
): Promise<MessageRow[]> {
  const { agent, type, status, correlation_id, after_sequence: after, limit } = filter
  const wanted = sql`
    ${status === undefined ? sql`true` : sql`${statusAt(now)} = ${status}`}
    and ${filter.unacknowledged_only ? sql`requires_acknowledgment and acknowledged_at is null` : sql`true`}
    and ${correlation_id === undefined ? sql`true` : sql`correlation_id = ${correlation_id}`}
    ${after === undefined ? sql`order by uuid desc` : sql`and sequence > ${after} order by sequence`}
    limit ${limit}`
  const inbox = sql`(select ${columns(now)} from agent_messages.messages
    where to_agent_uuid = ${agent} and ${wanted})`
  const outbox = sql`(select ${columns(now)} from agent_messages.messages
    where from_agent_uuid = ${agent} and ${wanted})`
  const both = sql`${inbox} union all ${outbox} order by uuid desc limit ${limit}`
  const { rows } = await sql<RawRow>`${{ inbox, outbox, all: both }[type]}`.execute(tx)
  return toRows(rows)
}

export interface Step {
  /** The states from which the step is possible; messages in other states stay unchanged. */
  readonly from: readonly MessageStatus[]
  readonly now: Date
}

/** Returns the messages that this call delivered. Rows are locked in one order to avoid deadlocks. */
export async function markDelivered(
  tx: Db,
  uuids: readonly string[],
  { from, now }: Step,
): Promise<MessageRow[]> {
  const { rows } = await sql<RawRow>`
    with found as (
      select uuid as id from agent_messages.messages
      where uuid = any(${uuids}::uuid[]) and status = any(${from}::text[])
      order by uuid for update)
    update agent_messages.messages set status = 'delivered', delivered_at = ${now},
      acknowledge_by = case when requires_acknowledgment
        then ${now}::timestamptz + make_interval(secs => acknowledgment_timeout) end,
      wants_push = false, next_retry_at = null
    from found where uuid = found.id
    returning ${columns(now)}`.execute(tx)
  return toRows(rows)
}

export async function markAcknowledged(tx: Db, uuid: string, now: Date): Promise<void> {
  await sql`
    update agent_messages.messages set status = 'acknowledged', acknowledged_at = ${now},
      delivered_at = coalesce(delivered_at, ${now}), wants_push = false, next_retry_at = null
    where uuid = ${uuid}`.execute(tx)
}

/** Expires a batch of messages past their deadline, and skips those that another transaction has locked. */
export async function markExpired(
  tx: Db,
  { from, now }: Step,
  { environment, limit }: { readonly environment: Environment; readonly limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<RawRow>`
    with due as (
      select uuid as id from agent_messages.messages
      where status = any(${from}::text[]) and acknowledge_by <= ${now}
        and environment = ${environment}
      order by acknowledge_by limit ${limit} for update skip locked)
    update agent_messages.messages set status = 'expired'
    from due where uuid = due.id
    returning ${columns(now)}`.execute(tx)
  return toRows(rows)
}

// All SQL of the schema `notifications`. No rules here.
import { sql } from 'kysely'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Channels, NoticeType, Topic } from './topics.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'notifications.notices.data': Readonly<Record<string, string>>
  }
}

export type NoticeRow = Row<'notifications.notices'>

export interface Owner {
  readonly environment: Environment
  readonly user_uuid: string
}

export async function openInbox(tx: Db, user_uuid: string, now: Date): Promise<void> {
  await tx
    .insertInto('notifications.inboxes')
    .values({ user_uuid, opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hasInbox(tx: Db, user_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('notifications.inboxes')
    .select('user_uuid')
    .where('user_uuid', '=', user_uuid)
    .executeTakeFirst()
  return row !== undefined
}

/** True when no user has opened an inbox. */
export const HAS_NO_INBOXES = sql<boolean>`not exists (select from notifications.inboxes)`

/** When each of these users opened their inbox; users without one are absent. */
export async function listInboxesOf(tx: Db, users: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ user_uuid: string; opened_at: string }>`
    select user_uuid, opened_at from notifications.inboxes
    where user_uuid = any(${users}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.user_uuid, new Date(row.opened_at)]))
}

/** The users with an inbox, if there are at most this many. */
export async function listFewInboxes(tx: Db, most: number): Promise<string[] | undefined> {
  const rows = await tx
    .selectFrom('notifications.inboxes')
    .select('user_uuid')
    .limit(most + 1)
    .execute()
  return rows.length > most ? undefined : rows.map((row) => row.user_uuid)
}

export interface NewNotice extends Owner {
  readonly id: string
  readonly type: NoticeType
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, string>>
  readonly event_id: string
  readonly created_at: Date
}

/** Inserts the notices that do not exist yet, and returns their ids. */
export async function insertNotices(tx: Db, notices: readonly NewNotice[]): Promise<string[]> {
  if (notices.length === 0) return []
  const rows = await tx
    .insertInto('notifications.notices')
    .values(
      notices.map((notice) => ({
        ...notice,
        data: JSON.stringify(notice.data),
        status: 'pending' as const,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_uuid', 'event_id']).doNothing())
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

const noticesOf = (tx: Db, { environment, user_uuid }: Owner) =>
  tx
    .selectFrom('notifications.notices')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)

export interface NoticeFilter {
  readonly types?: readonly NoticeType[] | undefined
  readonly offset: number
  readonly limit: number
}

/** Newest first. */
export async function listNotices(tx: Db, owner: Owner, { types, offset, limit }: NoticeFilter) {
  let those = noticesOf(tx, owner)
  if (types) those = those.where('type', 'in', [...types])
  const rows = await those.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await those
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export async function countUnread(tx: Db, owner: Owner): Promise<number> {
  const { unread } = await noticesOf(tx, owner)
    .where('read_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

export const findNotice = async (
  tx: Db,
  owner: Owner,
  id: string,
): Promise<NoticeRow | undefined> =>
  isUuid(id) ? noticesOf(tx, owner).selectAll().where('id', '=', id).executeTakeFirst() : undefined

/** Marks one notice, or all, as read; returns the number of those that were unread. */
export async function markRead(
  tx: Db,
  { environment, user_uuid }: Owner,
  id: string | undefined,
  now: Date,
): Promise<number> {
  let those = tx
    .updateTable('notifications.notices')
    .set({ status: 'read', read_at: now })
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('read_at', 'is', null)
  if (id !== undefined) those = those.where('id', '=', id)
  const { numUpdatedRows } = await those.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The notices of a push job that are still pending: neither pushed nor read. */
export const listPending = (tx: Db, ids: readonly string[]): Promise<NoticeRow[]> =>
  tx
    .selectFrom('notifications.notices')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('status', '=', 'pending')
    .execute()

/** A notice that was read in the meantime stays read. */
export async function markPushed(
  tx: Db,
  id: string,
  change: {
    status: 'sent' | 'delivered' | 'failed'
    push_error: string | null
    sent_at: Date | null
  },
): Promise<void> {
  await tx
    .updateTable('notifications.notices')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

export const listPreferences = (tx: Db, users: readonly string[]) =>
  tx
    .selectFrom('notifications.preferences')
    .select(['user_uuid', 'topic', 'push_enabled', 'email_enabled'])
    .where('user_uuid', 'in', [...users])
    .execute()

export async function setPreference(
  tx: Db,
  row: Channels & { readonly user_uuid: string; readonly topic: Topic },
  now: Date,
): Promise<void> {
  const { push_enabled, email_enabled } = row
  await tx
    .insertInto('notifications.preferences')
    .values({ ...row, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_uuid', 'topic'])
        .doUpdateSet({ push_enabled, email_enabled, updated_at: now }),
    )
    .execute()
}

// The notifications of a user: the list in the app, what was read of it, and the preferences.
import { ownerOf } from '../../../operation/caller.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import * as store from './store.ts'
import type { NoticeRow } from './store.ts'
import { type Channels, defaults, type Group, type Topic, topics, typesOf } from './topics.ts'

export interface NoticeListRequest {
  readonly type?: Group
  readonly offset: number
  readonly limit: number
}

export async function listNotices({ type, offset, limit }: NoticeListRequest, ctx: Context) {
  const owner = ownerOf(ctx)
  const types = type && typesOf[type]
  const { rows, total } = await store.listNotices(ctx.tx, owner, { types, offset, limit })
  return {
    items: rows.map(toNotice),
    total,
    unread_count: await store.countUnread(ctx.tx, owner),
    has_more: offset + rows.length < total,
    is_open: await store.hasInbox(ctx.tx, owner.user_uuid),
  }
}

export const countUnread = (ctx: Context): Promise<number> =>
  store.countUnread(ctx.tx, ownerOf(ctx))

export async function getNotice(id: string, ctx: Context) {
  const row = await store.findNotice(ctx.tx, ownerOf(ctx), id)
  if (!row) throw NotFound({ what: 'notification', id })
  return toNotice(row)
}

export async function markRead(id: string, ctx: Context) {
  const { id: known } = await getNotice(id, ctx)
  await store.markRead(ctx.tx, ownerOf(ctx), known, ctx.now)
  return getNotice(known, ctx)
}

/** Returns the number of notifications that were unread. */
export const markAllRead = (ctx: Context): Promise<number> =>
  store.markRead(ctx.tx, ownerOf(ctx), undefined, ctx.now)

const toNotice = (row: NoticeRow) => ({
  id: row.id,
  type: row.type,
  title: row.title,
  body: row.body,
  data: row.data,
  status: row.status,
  created_at: row.created_at,
  sent_at: row.sent_at,
  read_at: row.read_at,
})

/** A topic for which the user chose nothing has its default channels. */
export async function readPreferences({ tx, caller }: Context): Promise<Record<Topic, Channels>> {
  const chosen = await store.listPreferences(tx, [caller.user!])
  const entries = topics.map((topic) => {
    const { push_enabled, email_enabled } =
      chosen.find((one) => one.topic === topic) ?? defaults[topic]
    return [topic, { push_enabled, email_enabled }]
  })
  return Object.fromEntries(entries) as Record<Topic, Channels>
}

export type PreferenceChanges = Readonly<Partial<Record<Topic, Partial<Channels>>>>

/** Absent topics and channels keep their value. */
export async function updatePreferences(changes: PreferenceChanges, ctx: Context) {
  const user_uuid = ctx.caller.user!
  await store.openInbox(ctx.tx, user_uuid, ctx.now)
  const before = await readPreferences(ctx)
  for (const topic of topics) {
    const change = changes[topic]
    if (!change) continue
    const channels = { ...before[topic], ...change }
    await store.setPreference(ctx.tx, { user_uuid, topic, ...channels }, ctx.now)
  }
  return readPreferences(ctx)
}

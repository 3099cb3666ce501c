// The operations of notifications: the list in the app, and the preferences of its owner.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { NotFound } from '../../../operation/error.ts'
import { type Context, defineOperation } from '../../../operation/operation.ts'
import type { NoticeRow } from './store.ts'
import * as store from './store.ts'
import {
  type Channels,
  defaults,
  groups,
  noticeTypes,
  type Topic,
  topics,
  typesOf,
} from './topics.ts'

const Notice = Type.Object(
  {
    id: Uuid,
    type: Type.Enum([...noticeTypes], { $id: 'NotificationType' }),
    title: Type.String(),
    body: Type.String(),
    data: Type.Record(Type.String(), Type.String()),
    status: Type.Enum(['pending', 'sent', 'delivered', 'failed', 'read'], {
      $id: 'NotificationStatus',
      description:
        'Sent to a phone, delivered in the list only, failed to be pushed, or read by its owner.',
    }),
    created_at: DateTime,
    sent_at: Nullable(DateTime),
    read_at: Nullable(DateTime),
  },
  { $id: 'Notification' },
)

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

const ChannelsOutput = Type.Object(
  { push_enabled: Type.Boolean(), email_enabled: Type.Boolean() },
  { $id: 'NotificationChannels' },
)
const Preferences = Type.Object(
  {
    transaction_received: ChannelsOutput,
    transaction_sent: ChannelsOutput,
    low_balance: ChannelsOutput,
    security_login: ChannelsOutput,
    security_device: ChannelsOutput,
    marketing: ChannelsOutput,
    system_update: ChannelsOutput,
  },
  { $id: 'NotificationPreferences' },
)

const choice = (about: string) =>
  Type.Optional(
    Type.Object(
      {
        push_enabled: Type.Optional(Type.Boolean({ description: 'Whether to push them.' })),
        email_enabled: Type.Optional(Type.Boolean({ description: 'Whether to mail them.' })),
      },
      { description: `The channels for ${about}; absent fields keep their value.` },
    ),
  )

const byId = Type.Object({
  id: Type.String({ maxLength: 255, description: 'The id of the notification.' }),
})

const ownerOf = ({ caller }: Context): store.Owner => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})

async function getNotice(id: string, ctx: Context): Promise<NoticeRow> {
  const row = await store.findNotice(ctx.tx, ownerOf(ctx), id)
  if (!row) throw NotFound({ what: 'notification', id })
  return row
}

async function readPreferences({ tx, caller }: Context): Promise<Record<Topic, Channels>> {
  const chosen = await store.listPreferences(tx, [caller.user!])
  const entries = topics.map((topic) => {
    const { push_enabled, email_enabled } =
      chosen.find((one) => one.topic === topic) ?? defaults[topic]
    return [topic, { push_enabled, email_enabled }]
  })
  return Object.fromEntries(entries) as Record<Topic, Channels>
}

export const operations = [
  defineOperation({
    name: 'notification.list',
    kind: 'query',
    summary: 'List your notifications, newest first.',
    auth: reader,
    input: Type.Object({
      offset: Type.Integer({
        minimum: 0,
        maximum: 100_000,
        default: 0,
        description: 'The number of newest notifications to skip.',
      }),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'The maximum number of notifications.',
      }),
      type: Type.Optional(
        Type.Enum([...groups], { $id: 'NotificationGroup', description: 'Only this group.' }),
      ),
    }),
    output: Type.Object(
      {
        items: Type.Array(Notice, { maxItems: 100 }),
        total: Type.Integer(),
        unread_count: Type.Integer(),
        has_more: Type.Boolean(),
      },
      { $id: 'Notifications' },
    ),
    errors: [],
    rest: [{ route: 'GET /api/v1/notifications', envelope: 'success' }],
    handler: async ({ offset, limit, type }, ctx) => {
      const owner = ownerOf(ctx)
      const types = type && typesOf[type]
      const { rows, total } = await store.listNotices(ctx.tx, owner, { types, offset, limit })
      return {
        items: rows.map(toNotice),
        total,
        unread_count: await store.countUnread(ctx.tx, owner),
        has_more: offset + rows.length < total,
      }
    },
  }),
  defineOperation({
    name: 'notification.unread',
    kind: 'query',
    summary: 'Count your unread notifications.',
    auth: reader,
    input: Type.Object({}),
    output: Type.Object({ unread_count: Type.Integer() }, { $id: 'UnreadNotifications' }),
    errors: [],
    rest: [{ route: 'GET /api/v1/notifications/unread-count', envelope: 'success' }],
    handler: async (_input, ctx) => ({
      unread_count: await store.countUnread(ctx.tx, ownerOf(ctx)),
    }),
  }),
  defineOperation({
    name: 'notification.get',
    kind: 'query',
    summary: 'Get one of your notifications.',
    auth: reader,
    input: byId,
    output: Notice,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/notifications/:id', envelope: 'success' }],
    handler: async ({ id }, ctx) => toNotice(await getNotice(id, ctx)),
  }),
  defineOperation({
    name: 'notification.read',
    kind: 'command',
    summary: 'Mark a notification as read.',
    auth: writer,
    input: byId,
    output: Notice,
    errors: [NotFound],
    rest: [{ route: 'POST /api/v1/notifications/:id/read', envelope: 'success' }],
    handler: async ({ id }, ctx) => {
      const { id: known } = await getNotice(id, ctx)
      await store.markRead(ctx.tx, ownerOf(ctx), known, ctx.now)
      return toNotice(await getNotice(known, ctx))
    },
  }),
  defineOperation({
    name: 'notification.read_all',
    kind: 'command',
    summary: 'Mark all your notifications as read.',
    auth: writer,
    input: Type.Object({}),
    output: Type.Object({ marked: Type.Integer() }, { $id: 'MarkedNotifications' }),
    errors: [],
    rest: [{ route: 'POST /api/v1/notifications/read-all', envelope: 'success' }],
    handler: async (_input, ctx) => ({
      marked: await store.markRead(ctx.tx, ownerOf(ctx), undefined, ctx.now),
    }),
  }),
  defineOperation({
    name: 'notification_preferences.get',
    kind: 'query',
    summary: 'Read which notifications are pushed and mailed to you.',
    auth: reader,
    input: Type.Object({}),
    output: Preferences,
    errors: [],
    rest: [{ route: 'GET /api/mobile/notifications/preferences', envelope: 'success' }],
    handler: (_input, ctx) => readPreferences(ctx),
  }),
  defineOperation({
    name: 'notification_preferences.update',
    kind: 'command',
    summary: 'Choose which notifications are pushed and mailed to you; it also opens your list.',
    auth: writer,
    input: Type.Object({
      transaction_received: choice('incoming payments'),
      transaction_sent: choice('outgoing payments'),
      low_balance: choice('low balances'),
      security_login: choice('sign-ins'),
      security_device: choice('devices'),
      marketing: choice('offers'),
      system_update: choice('everything else'),
    }),
    output: Preferences,
    errors: [],
    rest: [{ route: 'PUT /api/mobile/notifications/preferences', envelope: 'success' }],
    handler: async (input, ctx) => {
      const user_uuid = ctx.caller.user!
      await store.openInbox(ctx.tx, user_uuid, ctx.now)
      const before = await readPreferences(ctx)
      for (const topic of topics) {
        const change = input[topic]
        if (!change) continue
        const channels = { ...before[topic], ...change }
        await store.setPreference(ctx.tx, { user_uuid, topic, ...channels }, ctx.now)
      }
      return readPreferences(ctx)
    },
  }),
]

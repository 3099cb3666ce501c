// The operations of notifications: the list in the app, and the preferences of its owner.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import * as service from './service.ts'
import { groups, noticeTypes } from './topics.ts'

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
        is_open: Type.Boolean({
          description:
            'Whether notifications are written for you: from your first device or your first choice of preferences on.',
        }),
      },
      { $id: 'Notifications' },
    ),
    errors: [],
    rest: [{ route: 'GET /api/v1/notifications', envelope: 'success' }],
    handler: (input, ctx) => service.listNotices(input, ctx),
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
    handler: async (_input, ctx) => ({ unread_count: await service.countUnread(ctx) }),
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
    handler: ({ id }, ctx) => service.getNotice(id, ctx),
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
    handler: ({ id }, ctx) => service.markRead(id, ctx),
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
    handler: async (_input, ctx) => ({ marked: await service.markAllRead(ctx) }),
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
    handler: (_input, ctx) => service.readPreferences(ctx),
  }),
  defineOperation({
    name: 'notification_preferences.update',
    kind: 'command',
    summary: 'Choose which notifications are pushed and mailed to you; it also opens your list.',
    auth: writer,
    subject: 'notification_preferences.get',
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
    handler: (input, ctx) => service.updatePreferences(input, ctx),
  }),
]

// Operations on webhooks: setting them up, testing them, and looking at their deliveries. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { readJson } from '../../../kernel/json.ts'
import { freeForm } from '../../../kernel/schema.ts'
import { EventCursorLost } from '../../../operation/epochs.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import type { DeliveryRow } from './delivery-store.ts'
import { TooManyWebhooks, WebhookInactive } from './errors.ts'
import { TestWebhook } from './events.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { ServiceOptions } from './service.ts'

/** Far more than a webhook request needs; it also bounds the test data that is sent to a receiver. */
const bodyBytesMax = 262_144

const DAYS_MAX = 90

const needs = (scope: 'read' | 'write' | 'delete') => [{ by: 'user', scope }] as const

/** Sending events to an address also reveals them there, so the caller needs the right to read. */
const sends = [
  { by: 'user', scope: 'write' },
  { by: 'user', scope: 'read' },
] as const

/** The specification calls it `active`. */
const toWebhook = <Row extends { readonly is_active: boolean }>(row: Row) => ({
  ...row,
  active: row.is_active,
})

const toDelivery = ({ id, webhook_id, payload, ...row }: DeliveryRow) => ({
  ...row,
  uuid: id,
  webhook_uuid: webhook_id,
  payload: readJson(payload) as Record<string, unknown>,
})

export const makeOperations = (options: ServiceOptions) => [
  defineOperation({
    name: 'webhook.events',
    kind: 'query',
    summary: 'The names of all events, by group.',
    auth: 'public',
    input: Type.Object({}),
    output: schema.EventCatalogue,
    errors: [],
    rest: [
      { route: 'GET /api/v2/webhooks/events', envelope: 'data' },
      { route: 'GET /api/v1/webhooks/events', envelope: 'data' },
    ],
    exempt: { length: { '.^.*$': 'The kinds of events there are.' } },
    handler: () => service.listCatalogue(options.events()),
  }),
  defineOperation({
    name: 'webhook.create',
    kind: 'command',
    summary:
      'Set up a webhook that sends events to an address; the secret is shown in this reply only.',
    auth: sends,
    issues: 'credential',
    input: Type.Object(schema.createInput),
    output: schema.WebhookWithSecret,
    errors: [Invalid, TooManyWebhooks],
    rest: [{ route: 'POST /api/v2/webhooks', status: 201, envelope: 'data', bodyBytesMax }],
    exempt: { names: { '.name': 'A webhook, shown to its owner.' } },
    handler: async (input, ctx) => {
      const { row, secret } = await service.createWebhook(input, ctx, options)
      return { ...toWebhook(row), secret }
    },
  }),
  defineOperation({
    name: 'webhook.list',
    kind: 'query',
    summary: 'The caller’s webhooks, newest first.',
    auth: needs('read'),
    input: Type.Object({}),
    output: Type.Array(schema.Webhook, { maxItems: service.WEBHOOKS_MAX }),
    errors: [],
    rest: [{ route: 'GET /api/v2/webhooks', envelope: 'data' }],
    exempt: { pages: 'A hundred webhooks.' },
    handler: async (_input, ctx) => (await service.listWebhooks(ctx)).map(toWebhook),
  }),
  defineOperation({
    name: 'webhook.get',
    kind: 'query',
    summary: 'One webhook with statistics of its deliveries.',
    auth: needs('read'),
    input: Type.Object({ id: schema.webhookId }),
    output: schema.WebhookDetail,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/webhooks/:id', envelope: 'data' }],
    handler: async ({ id }, ctx) => {
      const row = await service.getWebhook(id, ctx)
      return {
        ...toWebhook(row),
        statistics: {
          total_deliveries: Number(row.total_deliveries),
          successful_deliveries: Number(row.successful_deliveries),
          failed_deliveries: Number(row.failed_deliveries),
          pending_deliveries: Number(row.pending_deliveries),
          last_triggered_at: row.last_triggered_at,
          is_behind: Number(row.position) < Number(row.wanted),
        },
      }
    },
  }),
  defineOperation({
    name: 'webhook.update',
    kind: 'command',
    summary:
      'Change the address, the events or other settings of a webhook, or switch it on or off.',
    auth: sends,
    issues: 'access',
    subject: 'webhook.get',
    input: Type.Object({ id: schema.webhookId, ...schema.updateInput }),
    output: schema.Webhook,
    errors: [Invalid, NotFound],
    rest: [
      { route: 'PUT /api/v2/webhooks/:id', envelope: 'data', bodyBytesMax },
      { route: 'PATCH /api/v2/webhooks/:id', envelope: 'data', bodyBytesMax },
    ],
    exempt: { names: { '.name': 'A webhook, shown to its owner.' } },
    handler: async ({ id, ...change }, ctx) =>
      toWebhook(await service.updateWebhook(id, change, ctx, options)),
  }),
  defineOperation({
    name: 'webhook.delete',
    kind: 'command',
    summary: 'Delete a webhook and the record of its deliveries.',
    auth: needs('delete'),
    subject: 'webhook.get',
    input: Type.Object({ id: schema.webhookId }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v2/webhooks/:id', envelope: 'none' }],
    handler: async ({ id }, ctx) => {
      await service.deleteWebhook(id, ctx)
      return null
    },
  }),
  defineOperation({
    name: 'webhook.rotate_secret',
    kind: 'command',
    summary:
      'Replace the secret; the new one is shown in this reply only, and the old one also signs for a while.',
    auth: sends,
    issues: 'credential',
    subject: 'webhook.get',
    input: Type.Object({
      id: schema.webhookId,
      secret: Type.Optional(schema.Secret),
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 604_800,
          description: 'How long deliveries are also signed with the old secret; a day by default.',
        }),
      ),
    }),
    output: schema.RotatedSecret,
    errors: [NotFound],
    rest: [{ route: 'POST /api/v2/webhooks/:id/rotate-secret', envelope: 'data', bodyBytesMax }],
    handler: ({ id, ...request }, ctx) => service.rotateSecret(id, request, ctx, options),
  }),
  defineOperation({
    name: 'webhook.test',
    kind: 'command',
    summary: 'Send a test event to a webhook.',
    auth: needs('write'),
    input: Type.Object({
      id: schema.webhookId,
      event_type: Type.String({
        maxLength: 100,
        default: TestWebhook.type,
        description: 'The type of the test event.',
      }),
      data: Type.Optional(
        freeForm(
          { description: 'The data of the test event.' },
          { bytesMax: 262_144, levelsMax: 32 },
        ),
      ),
    }),
    output: schema.Delivery,
    errors: [Invalid, NotFound, WebhookInactive],
    rest: [
      { route: 'POST /api/v2/webhooks/:id/test', status: 202, envelope: 'data', bodyBytesMax },
    ],
    handler: async ({ id, ...request }, ctx) =>
      toDelivery(await service.sendTest(id, request, ctx, options)),
  }),
  defineOperation({
    name: 'webhook.deliveries',
    kind: 'query',
    summary:
      'The recorded delivery attempts of a webhook, newest first: failures and the latest successes.',
    auth: needs('read'),
    input: Type.Object({
      id: schema.webhookId,
      ...pageInput,
      status: Type.Optional(
        Type.Enum(['pending', 'delivered', 'failed', 'success'], {
          description: '"success" means the same as "delivered".',
        }),
      ),
      event_type: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only deliveries of this type of event.' }),
      ),
      event_id: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only deliveries of this event.' }),
      ),
    }),
    output: PageOf(schema.Delivery),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/webhooks/:id/deliveries', envelope: 'page' }],
    graphql: { args: { webhook_id: 'id' } },
    handler: async ({ id, page, per_page, ...filter }, ctx) => {
      const { rows, total } = await service.listDeliveries(id, filter, { page, per_page }, ctx)
      return toPage(rows.map(toDelivery), total, { page, per_page })
    },
  }),
  defineOperation({
    name: 'webhook.statistics',
    kind: 'query',
    summary: 'How many deliveries of a webhook succeeded and failed on each day, oldest first.',
    auth: needs('read'),
    input: Type.Object({
      id: schema.webhookId,
      days: Type.Integer({
        minimum: 1,
        maximum: DAYS_MAX,
        default: 30,
        description: 'How many days until today.',
      }),
    }),
    output: Type.Array(schema.DeliveryDay, { maxItems: DAYS_MAX }),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/webhooks/:id/statistics', envelope: 'data' }],
    exempt: { pages: 'A row for each day of a bounded period.' },
    handler: ({ id, days }, ctx) => service.listDays(id, days, ctx),
  }),
  defineOperation({
    name: 'webhook.delivery',
    kind: 'query',
    summary: 'One delivery attempt.',
    auth: needs('read'),
    input: Type.Object({ id: schema.webhookId, delivery_id: schema.deliveryId }),
    output: schema.Delivery,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/webhooks/:id/deliveries/:delivery_id', envelope: 'data' }],
    handler: async ({ id, delivery_id }, ctx) => {
      const webhook = await service.getWebhook(id, ctx)
      return toDelivery(await service.getDelivery(webhook.id, delivery_id, ctx))
    },
  }),
  defineOperation({
    name: 'webhook.redeliver',
    kind: 'command',
    summary: 'Send one recorded delivery again, whether or not it succeeded.',
    auth: sends,
    input: Type.Object({ id: schema.webhookId, delivery_id: schema.deliveryId }),
    output: schema.Delivery,
    errors: [NotFound, WebhookInactive],
    rest: [
      {
        route: 'POST /api/v2/webhooks/:id/deliveries/:delivery_id/redeliver',
        status: 202,
        envelope: 'data',
        bodyBytesMax,
      },
    ],
    handler: async ({ id, delivery_id }, ctx) =>
      toDelivery(await service.redeliver(id, delivery_id, ctx, options)),
  }),
  defineOperation({
    name: 'webhook.replay',
    kind: 'command',
    summary: 'Send all events again in order, starting with an event or at a time.',
    auth: sends,
    input: Type.Object({
      id: schema.webhookId,
      from_event_id: Type.Optional(
        Type.String({ maxLength: 100, description: 'The first event to send again.' }),
      ),
      from_time: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'Events from this time on; a few slightly earlier ones may be included.',
        }),
      ),
    }),
    output: schema.Replay,
    errors: [Invalid, NotFound, WebhookInactive, EventCursorLost],
    rest: [
      { route: 'POST /api/v2/webhooks/:id/replay', status: 202, envelope: 'data', bodyBytesMax },
    ],
    handler: async ({ id, ...request }, ctx) => ({
      ...(await service.replay(id, request, ctx, options)),
      message:
        'Events are being sent again from there on, with the same ids, so that receivers can recognise duplicates.',
    }),
  }),
]

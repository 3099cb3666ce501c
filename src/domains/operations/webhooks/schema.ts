// Wire shapes of webhooks and their deliveries.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import {
  boundedRecord,
  DateTime,
  described,
  Nullable,
  Uuid,
  olderName,
} from '../../../kernel/schema.ts'

export const Secret = Type.String({
  minLength: 8,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    'Signs the deliveries; 8 to 255 printable ASCII characters without spaces, best `whsec_` and Base64.',
})

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'The address to send events to: https, and reachable from the internet.',
})

const EventPatterns = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Names of events, groups of events ("transfer.*"), or "*" for all events.',
})

const Headers = boundedRecord(Type.String({ maxLength: 1_000 }), {
  description: 'Headers that are added to every delivery.',
})

const settings = {
  name: Type.Optional(Type.String({ ...plainText(100), description: 'A name for the webhook.' })),
  description: Type.Optional(
    Nullable(Type.String({ maxLength: 255, description: 'What the webhook is for.' })),
  ),
  headers: Type.Optional(Headers),
  is_active: Type.Optional(Type.Boolean({ description: 'Whether events are sent to it.' })),
  active: Type.Optional(olderName('is_active', Type.Boolean())),
  retry_attempts: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10,
      description: 'How often a failed delivery is tried again; 3 by default.',
    }),
  ),
  timeout_seconds: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 300,
      description: 'How long to wait for the receiver’s answer; 30 seconds by default.',
    }),
  ),
}

export const createInput = {
  url: Url,
  events: EventPatterns,
  secret: Type.Optional(Secret),
  ...settings,
}

export const updateInput = {
  url: Type.Optional(Url),
  events: Type.Optional(EventPatterns),
  ...settings,
}

export const webhookId = Type.String({ maxLength: 255, description: 'The id of the webhook.' })
export const deliveryId = Type.String({ maxLength: 255, description: 'The uuid of the delivery.' })

const webhookFields = {
  id: Uuid,
  url: Type.String(),
  events: Type.Array(Type.String(), { maxItems: 100 }),
  is_active: Type.Boolean(),
  active: described(Type.Boolean(), 'The same as is_active.'),
  description: Nullable(Type.String()),
  name: Nullable(Type.String()),
  headers: Type.Record(Type.String(), Type.String()),
  retry_attempts: Type.Integer(),
  timeout_seconds: Type.Integer(),
  consecutive_failures: Type.Integer(),
  disabled_reason: Nullable(
    Type.String({ description: 'Why the bank switched the webhook off; null if it did not.' }),
  ),
  disabled_at: Nullable(DateTime),
  last_triggered_at: Nullable(DateTime),
  last_success_at: Nullable(DateTime),
  last_failure_at: Nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
}

export const Webhook = Type.Object(webhookFields, { $id: 'Webhook' })

export const WebhookWithSecret = Type.Object(
  { ...webhookFields, secret: Type.String({ description: 'Shown only here: keep it.' }) },
  { $id: 'WebhookWithSecret' },
)

export const WebhookDetail = Type.Object(
  {
    ...webhookFields,
    statistics: Type.Object(
      {
        total_deliveries: Type.Integer(),
        successful_deliveries: Type.Integer(),
        failed_deliveries: Type.Integer(),
        pending_deliveries: Type.Integer(),
        last_triggered_at: Nullable(DateTime),
        is_behind: Type.Boolean({
          description: 'Whether the log holds events that this webhook has not reached yet.',
        }),
      },
      { $id: 'WebhookStatistics' },
    ),
  },
  { $id: 'WebhookDetail' },
)

export const RotatedSecret = Type.Object(
  {
    id: Uuid,
    secret: Type.String({ description: 'Shown only here: keep it.' }),
    previous_secret_valid_until: Nullable(DateTime),
  },
  { $id: 'RotatedSecret' },
)

export const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed'], {
  $id: 'DeliveryStatus',
})

export const DeliveryDay = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'In UTC.' }),
    delivered: Type.Integer(),
    failed: Type.Integer({ description: 'Attempts, so a delivery that is retried counts again.' }),
  },
  { $id: 'WebhookDay' },
)

export const Delivery = Type.Object(
  {
    uuid: Uuid,
    webhook_uuid: Uuid,
    event_id: Type.String(),
    event_type: Type.String(),
    payload: Type.Record(Type.String(), Type.Unknown()),
    attempt_number: Type.Integer(),
    status: DeliveryStatus,
    response_status: Nullable(Type.Integer()),
    response_body: Nullable(Type.String({ description: 'The first 4 KB of the answer.' })),
    response_headers: Nullable(Type.Record(Type.String(), Type.String())),
    duration_ms: Nullable(Type.Integer()),
    error_message: Nullable(Type.String()),
    delivered_at: Nullable(DateTime),
    next_retry_at: Nullable(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'WebhookDelivery' },
)

export const Replay = Type.Object(
  {
    id: Uuid,
    after_event_id: Nullable(
      Type.String({ description: 'Everything after this event is sent again, in order.' }),
    ),
    message: Type.String(),
  },
  { $id: 'WebhookReplay' },
)

export const EventCatalogue = Type.Record(
  Type.String(),
  Type.Array(Type.String(), { maxItems: 200 }),
  {
    description: 'The names of all events, by group.',
  },
)

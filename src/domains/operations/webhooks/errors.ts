// The errors that only webhooks have.
import { defineError } from '../../../operation/error.ts'

export const TooManyWebhooks = defineError<{ limit: number }>(
  'TOO_MANY_WEBHOOKS',
  422,
  (d) => `You have ${d.limit} webhooks, which is the limit; delete one first.`,
  {
    advice:
      'Call DELETE /api/v2/webhooks/{id}, or add event types to an existing webhook by PATCH /api/v2/webhooks/{id}.',
  },
)

export const WebhookInactive = defineError(
  'WEBHOOK_INACTIVE',
  409,
  () => 'The webhook is switched off; switch it on with is_active first.',
  {
    advice:
      'Read `disabled_reason` of GET /api/v2/webhooks/{id}, then send `is_active: true` to PATCH /api/v2/webhooks/{id}.',
  },
)

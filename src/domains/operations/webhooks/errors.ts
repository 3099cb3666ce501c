// The errors that only webhooks have.
import { defineError } from '../../../operation/error.ts'

export const TooManyWebhooks = defineError<{ limit: number }>(
  'TOO_MANY_WEBHOOKS',
  422,
  (d) => `You have ${d.limit} webhooks, which is the limit; delete one first.`,
)

export const WebhookInactive = defineError(
  'WEBHOOK_INACTIVE',
  409,
  () => 'The webhook is switched off; switch it on with is_active first.',
)

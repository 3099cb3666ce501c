// What only webhooks are refused for.
import { defineError } from '../../../operation/error.ts'

export const TooManyWebhooks = defineError<{ limit: number }>(
  'TOO_MANY_WEBHOOKS',
  422,
  (d) => `You have ${d.limit} webhooks, which is the most there can be; delete one first.`,
)

export const WebhookInactive = defineError(
  'WEBHOOK_INACTIVE',
  409,
  () => 'The webhook is switched off; switch it on with is_active first.',
)

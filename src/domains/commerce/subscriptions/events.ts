// The events of subscriptions.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const data = Type.Object({
  subscription_id: Type.String({ format: 'uuid' }),
  source: Type.String(),
  plan: Type.String(),
  status: Type.String(),
  current_period_end: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  cancelled_at_period_end: Type.Boolean(),
})

export const SubscriptionStarted = defineEvent({
  type: 'subscription.started',
  version: 1,
  summary: 'A subscription bought in a store started.',
  data,
})

export const SubscriptionRenewed = defineEvent({
  type: 'subscription.renewed',
  version: 1,
  summary: 'A subscription was renewed for another period, or resumed after it had ended.',
  data,
})

export const SubscriptionReactivated = defineEvent({
  type: 'subscription.reactivated',
  version: 1,
  summary: 'The cancellation of a subscription was withdrawn before its period ended.',
  data,
})

export const SubscriptionChanged = defineEvent({
  type: 'subscription.changed',
  version: 1,
  summary:
    'A subscription changed: payment is overdue, it is paused, it changed its plan, or it ends with its period.',
  data,
})

export const SubscriptionRefunded = defineEvent({
  type: 'subscription.refunded',
  version: 1,
  summary: 'A store refunded a subscription, which ended it.',
  data,
})

export const SubscriptionEnded = defineEvent({
  type: 'subscription.ended',
  version: 1,
  summary: 'A subscription ended.',
  data,
})

// What happens to subscriptions.
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
  summary: 'A subscription that was bought in a store began.',
  data,
})

export const SubscriptionRenewed = defineEvent({
  type: 'subscription.renewed',
  version: 1,
  summary: 'A subscription goes on: for another period, or again after it was over.',
  data,
})

export const SubscriptionReactivated = defineEvent({
  type: 'subscription.reactivated',
  version: 1,
  summary: 'A subscription that was to end with its period does not.',
  data,
})

export const SubscriptionChanged = defineEvent({
  type: 'subscription.changed',
  version: 1,
  summary: 'A subscription is owed for, paused, or to end with its period.',
  data,
})

export const SubscriptionRefunded = defineEvent({
  type: 'subscription.refunded',
  version: 1,
  summary: 'A store gave the money for a subscription back; it is over.',
  data,
})

export const SubscriptionEnded = defineEvent({
  type: 'subscription.ended',
  version: 1,
  summary: 'A subscription is over.',
  data,
})

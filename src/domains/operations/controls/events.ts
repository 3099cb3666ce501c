// The events of switches and limits that operators change.
import { Type } from 'typebox'
import { Nullable, Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

export const FeatureSwitched = defineEvent({
  type: 'feature.switched',
  version: 1,
  summary: 'An operator switched a part of the bank off or on again.',
  data: Type.Object({
    feature: Type.String(),
    on: Type.Boolean(),
    reason: Type.String(),
    switched_by: Uuid,
  }),
})

export const LimitsSet = defineEvent({
  type: 'rate_limits.set',
  version: 1,
  summary: 'An operator set rate limits in place of those of the environment.',
  data: Type.Object({
    per_minute: Nullable(Type.Integer()),
    per_hour: Nullable(Type.Integer()),
    graphql_user: Nullable(Type.Integer()),
    graphql_guest: Nullable(Type.Integer()),
    reason: Type.String(),
    set_by: Uuid,
  }),
})

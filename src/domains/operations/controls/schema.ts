// What operators see of switches and limits.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'

export const Reason = Type.String({
  minLength: 3,
  maxLength: 300,
  description: 'Why; the reason of a switch is also shown to customers who are refused.',
})

export const Feature = Type.Object(
  {
    feature: Type.String(),
    group: described(Type.String(), 'The area of the bank that it belongs to.'),
    summary: Type.String(),
    on: Type.Boolean(),
    reason: Nullable(Type.String()),
    switched_by: Nullable(Uuid),
    switched_at: Nullable(DateTime),
    changed: Type.Union(
      [
        Type.Object(
          {
            by: Uuid,
            by_name: Nullable(Type.String()),
            at: DateTime,
            audit_id: described(Nullable(Uuid), 'Null in the answer to the change itself.'),
          },
          { $id: 'FeatureChange' },
        ),
        Type.Null(),
      ],
      { description: 'Who switched it off or on last, and the entry of the audit trail.' },
    ),
  },
  { $id: 'Feature' },
)

const LIMIT_MAX = 1_000_000

const limit = (what: string) =>
  Type.Integer({ minimum: 0, maximum: LIMIT_MAX, description: `${what}; 0 turns the limit off.` })

export const limitFields = {
  per_minute: limit('Calls of one key, or of one signed-in user, in a minute'),
  per_hour: limit('The same in an hour'),
  graphql_user: limit('GraphQL calls of one user in a minute'),
  graphql_guest: limit('GraphQL calls from one address without a credential in a minute'),
}

export const LimitValues = Type.Object(limitFields, { $id: 'RateLimitValues' })

export const RateLimits = Type.Object(
  {
    ...limitFields,
    configured: described(
      LimitValues,
      'The values of the environment, which apply unless others are set.',
    ),
    reason: Nullable(Type.String()),
    set_by: Nullable(Uuid),
    set_at: Nullable(DateTime),
  },
  { $id: 'RateLimits' },
)

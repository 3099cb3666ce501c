// Wire shapes of connected clients.
import { Type } from 'typebox'
import { DateTime } from '../../../kernel/schema.ts'

export const DailyLimit = Type.Union(
  [Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()],
  { description: 'In minor units of the currency; null means no limit.' },
)

export const ConnectedApp = Type.Object(
  {
    uuid: Type.String({ format: 'uuid' }),
    client_id: Type.String(),
    client_name: Type.String(),
    scopes: Type.Array(Type.String(), { maxItems: 40 }),
    daily_limit_minor: DailyLimit,
    daily_limit_currency: Type.String(),
    created_at: DateTime,
    last_used_at: Type.Union([DateTime, Type.Null()]),
    expires_at: Type.String({
      format: 'date-time',
      description: 'When the grant expires unless the client renews its tokens.',
    }),
  },
  { $id: 'ConnectedApp' },
)

// Wire shapes of API keys.
import { Type } from 'typebox'
import { REQUESTS_KEPT } from './usage.ts'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, Nullable, described } from '../../../kernel/schema.ts'

export const Environment = Type.Enum(['live', 'sandbox'], {
  $id: 'Environment',
  description: 'Live money or test money; data of one environment is not visible in the other.',
})

const keyFields = {
  uuid: Type.String({ format: 'uuid' }),
  user_uuid: Type.String({ format: 'uuid' }),
  name: Type.String(),
  description: Nullable(Type.String()),
  key_prefix: Type.String({ description: 'The first characters of the key, to distinguish keys.' }),
  permissions: Type.Array(Type.String(), { maxItems: 4 }),
  environment: Environment,
  allowed_ips: Nullable(Type.Array(Type.String(), { maxItems: 100 })),
  is_active: Type.Boolean(),
  last_used_at: Nullable(DateTime),
  last_used_ip: Nullable(Type.String()),
  request_count: Type.Integer(),
  expires_at: Nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
}
export const ApiKey = Type.Object(keyFields, { $id: 'ApiKey' })

export const CreatedApiKey = Type.Object(
  {
    data: Type.Object(
      { ...keyFields, api_key: Type.String({ description: 'The key itself; shown only here.' }) },
      { $id: 'ApiKeyWithSecret' },
    ),
    message: Type.String(),
  },
  { $id: 'CreatedApiKey' },
)

const KeyRequest = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    ip_address: Type.String(),
    user_agent: Nullable(Type.String()),
    response_code: Type.Integer(),
    response_time: Type.Number({ description: 'Milliseconds.' }),
    created_at: DateTime,
  },
  { $id: 'ApiKeyRequest' },
)

export const ApiKeyDetail = Type.Object(
  {
    ...keyFields,
    statistics: Type.Object(
      {
        total_requests: Type.Integer(),
        requests_today: Type.Integer(),
        requests_this_month: Type.Integer(),
        avg_response_time: Type.Number({ description: 'Milliseconds, over the last 7 days.' }),
        error_rate: Type.Number({ description: 'Share of 4xx and 5xx, over the last 7 days.' }),
      },
      { $id: 'ApiKeyStatistics' },
    ),
    recent_requests: Type.Array(KeyRequest, { maxItems: REQUESTS_KEPT }),
  },
  { $id: 'ApiKeyDetail' },
)

/** The fields that create and update share. */
export const keyInput = {
  description: Type.Optional(Type.String({ maxLength: 1000, description: 'What the key is for.' })),
  permissions: Type.Optional(
    Type.Array(Type.Enum(['read', 'write', 'delete', '*']), {
      minItems: 1,
      maxItems: 4,
      description: 'What the key may do; * means all permissions.',
    }),
  ),
  allowed_ips: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }), Type.Null()], {
      description: 'IP addresses or CIDR ranges; null or empty allows all.',
    }),
  ),
  expires_at: Type.Optional(
    described(Nullable(DateTime), 'When the key expires; null means never.'),
  ),
}
export const KeyName = Type.String({ ...plainText(255), description: 'The name of the key.' })

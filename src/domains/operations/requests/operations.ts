// The operation with which users read the log of their own calls.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { reader } from '../../../operation/auth.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { listCalls } from './service.ts'

const LIMIT_MAX = 100

export const LOG_OPERATION = 'request.list'

const CredentialKind = Type.Enum(['login', 'api_key', 'agent_session', 'agent_key', 'oauth'], {
  $id: 'CredentialKind',
  description: 'How the caller was authenticated.',
})

const Call = Type.Object(
  {
    id: Uuid,
    request_id: described(Type.String(), 'As in the header X-Request-ID of the answer.'),
    operation: Type.String(),
    method: Type.String(),
    path: Type.String({ description: 'The route with its parameters by name, not by value.' }),
    status: Type.Integer(),
    error_code: Nullable(Type.String()),
    duration_ms: Type.Number(),
    credential_id: Nullable(Uuid),
    credential_kind: Nullable(CredentialKind),
    user_agent: Nullable(Type.String()),
    address: Type.String(),
    omitted: Type.Integer({
      description: 'The number of calls before this one that exceeded the rate of the log.',
    }),
    created_at: DateTime,
  },
  { $id: 'RequestLogEntry' },
)

export const operations = [
  defineOperation({
    name: LOG_OPERATION,
    kind: 'query',
    summary:
      'Your own calls of the last three days and those of your keys and agents, newest first; a key sees only its own. Calls above the rate of the log are counted, not stored.',
    auth: reader,
    input: Type.Object({
      request_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 128, description: 'Only the call with this id.' }),
      ),
      failed: Type.Optional(
        Type.Boolean({ description: 'Only calls that failed, or only those that succeeded.' }),
      ),
      credential_id: Type.Optional(described(Uuid, 'Only calls with this key or login.')),
      credential_kind: Type.Optional(CredentialKind),
      before: Type.Optional(
        described(Uuid, 'Only calls before the one with this id; `next` of the last page.'),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAX,
        default: 50,
        description: 'The largest number of calls to return.',
      }),
    }),
    output: Type.Object(
      {
        data: Type.Array(Call, { maxItems: LIMIT_MAX }),
        next: described(
          Nullable(Uuid),
          'Send this as `before` to get the next page; null on the last page.',
        ),
      },
      { $id: 'RequestLog' },
    ),
    errors: [],
    rest: [{ route: 'GET /api/v2/requests', envelope: 'bare' }],
    handler: (input, ctx) => listCalls(input, ctx),
  }),
]

// The operations with which users read the log of their own calls. Read this file first.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { reader } from '../../../operation/auth.ts'
import { defineOperation, defineSubscription } from '../../../operation/operation.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { BODY_LENGTH_MAX } from './body-keeper.ts'
import { RequestStreamLimitReached } from './errors.ts'
import { followCalls, getCall, listCalls, readStatistics } from './service.ts'
import type { Tail } from './tail.ts'

const LIMIT_MAX = 100

const CredentialKind = Type.Enum(['login', 'api_key', 'agent_session', 'agent_key', 'oauth'], {
  $id: 'CredentialKind',
  description: 'How the caller was authenticated.',
})

const callFields = {
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
}

const Call = Type.Object(callFields, { $id: 'RequestLogEntry' })

const BODY = `JSON as text, with secrets replaced by [redacted] and cut at ${BODY_LENGTH_MAX} characters.`

const Exchange = Type.Object(
  {
    url: described(Type.String(), 'The path and query as they were sent.'),
    idempotency_key: Nullable(Type.String()),
    request_body: described(Nullable(Type.String()), BODY),
    response_body: described(Nullable(Type.String()), BODY),
    left_out: described(
      Nullable(Type.Enum(['secret', 'file'])),
      'Why the answer is not kept: it holds a secret, or it is a file or a stream.',
    ),
    is_cut: described(Type.Boolean(), 'Whether a body was longer than what is kept of it.'),
  },
  { $id: 'RequestExchange' },
)

const CallDetail = Type.Object(
  {
    ...callFields,
    exchange: described(
      Nullable(Exchange),
      'What was sent and answered; null for calls of a login, beyond the rate of kept bodies, or where the bank keeps none.',
    ),
  },
  { $id: 'RequestLogDetail' },
)

const Latency = Type.Object(
  { p50_ms: Type.Number(), p95_ms: Type.Number(), p99_ms: Type.Number() },
  {
    $id: 'RequestLatency',
    description: 'Half, 95 and 99 percent of the calls took at most as long.',
  },
)

const Statistics = Type.Object(
  {
    stretch_seconds: described(Type.Integer(), 'The length of each stretch of time.'),
    is_whole: described(
      Type.Boolean(),
      'False if more calls were logged than are counted; then the earliest are missing.',
    ),
    data: Type.Array(
      Type.Object(
        {
          at: described(DateTime, 'The beginning of the stretch.'),
          calls: described(Type.Integer(), 'With those that exceeded the rate of the log.'),
          refused: described(Type.Integer(), 'Logged calls answered with a status of 4xx.'),
          failed: described(Type.Integer(), 'Logged calls answered with a status of 5xx.'),
          latency: described(Nullable(Latency), 'Null without calls.'),
        },
        { $id: 'RequestStretch' },
      ),
      { maxItems: 100 },
    ),
  },
  { $id: 'RequestStatistics' },
)

const LiveCall = Type.Object(
  {
    id: described(Uuid, 'The id of the entry.'),
    event_type: Type.Literal('request.finished'),
    data: Call,
  },
  { $id: 'LiveRequest' },
)

export interface OperationsOptions {
  readonly sealer: Sealer
  readonly tail: Pick<Tail, 'follow'>
}

export const makeOperations = ({ sealer, tail }: OperationsOptions) => [
  defineOperation({
    name: 'request.list',
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
      operation: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only calls of this operation.' }),
      ),
      method: Type.Optional(
        Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
          description: 'Only calls with this method.',
        }),
      ),
      path: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Only calls whose path contains this, such as /transfers.',
        }),
      ),
      status: Type.Optional(
        Type.Enum(['2xx', '3xx', '4xx', '5xx'], {
          description: 'Only calls that were answered with a status of this class.',
        }),
      ),
      since: Type.Optional(
        Type.String({ format: 'date-time', description: 'Only calls from this time on.' }),
      ),
      until: Type.Optional(
        Type.String({ format: 'date-time', description: 'Only calls before this time.' }),
      ),
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
          'Send this as `before` to read on, even when this page is short; null on the last page.',
        ),
      },
      { $id: 'RequestLog' },
    ),
    errors: [],
    rest: [{ route: 'GET /api/v2/requests', envelope: 'bare' }],
    handler: (input, ctx) => listCalls(input, ctx),
  }),
  defineOperation({
    name: 'request.get',
    kind: 'query',
    summary: 'One of your own calls, with what was sent and answered if a program made it.',
    auth: reader,
    input: Type.Object({ id: described(Type.String({ maxLength: 255 }), 'The id of the call.') }),
    output: CallDetail,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/requests/:id', envelope: 'data' }],
    handler: ({ id }, ctx) => getCall(id, ctx, sealer),
  }),
  defineSubscription({
    name: 'request.stream',
    summary:
      'Your calls as they are answered, as server-sent events, beginning with those of the last seconds; a key sees only its own.',
    auth: reader,
    input: Type.Object({
      credential_id: Type.Optional(described(Uuid, 'Only calls with this key or login.')),
      credential_kind: Type.Optional(CredentialKind),
    }),
    output: LiveCall,
    errors: [RequestStreamLimitReached],
    rest: [{ route: 'GET /api/v2/requests/stream', envelope: 'stream' }],
    handler: async (input, ctx) => followCalls(input, ctx, tail),
  }),
  defineOperation({
    name: 'request.statistics',
    kind: 'query',
    summary:
      'How many calls you made over time, how many were refused, and how long they took; a key sees only its own.',
    auth: reader,
    input: Type.Object({
      period: Type.Enum(['hour', 'day', 'three_days'], {
        default: 'day',
        description: 'Until now, divided into stretches of time.',
      }),
      credential_id: Type.Optional(described(Uuid, 'Only calls with this key or login.')),
      credential_kind: Type.Optional(CredentialKind),
    }),
    output: Statistics,
    errors: [],
    rest: [{ route: 'GET /api/v2/requests/statistics', envelope: 'bare' }],
    exempt: { pages: 'At most a hundred stretches of time.' },
    handler: (input, ctx) => readStatistics(input, ctx),
  }),
]

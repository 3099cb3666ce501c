// The operation with which operators read the audit trail: who changed what, when, and from where.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { operator } from '../../../operation/auth.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { listChanges } from './service.ts'

const LIMIT_MAX = 100

const Change = Type.Object(
  {
    id: Uuid,
    operation: Type.String(),
    by_operator: Type.Boolean(),
    user_uuid: described(
      Nullable(Uuid),
      'The user who made the change; null for an unauthenticated caller, such as at registration.',
    ),
    agent_uuid: Nullable(Uuid),
    credential_id: Nullable(Uuid),
    target_uuid: described(Nullable(Uuid), 'The target of the change, if the route names it.'),
    address: Type.String({ description: 'The network address of the caller.' }),
    request_id: Type.String(),
    created_at: DateTime,
  },
  { $id: 'AuditedChange' },
)

export const operations = [
  defineOperation({
    name: 'audit.list',
    kind: 'query',
    summary:
      'Every change that was requested at the bank, newest first. Payments are in the ledger, which records who made them.',
    auth: operator,
    input: Type.Object({
      user_uuid: Type.Optional(described(Uuid, 'Only changes by this user.')),
      target_uuid: Type.Optional(described(Uuid, 'Only changes to this account, user or object.')),
      operation: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: 80,
          description: 'Only changes by this operation, such as account.freeze.',
        }),
      ),
      by_operator: Type.Optional(
        Type.Boolean({ description: 'Only changes by operators, or only those by others.' }),
      ),
      since: Type.Optional(described(DateTime, 'Only changes from this time on.')),
      before: Type.Optional(
        described(Uuid, 'Only changes before the one with this id; `next` of the last page.'),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAX,
        default: 50,
        description: 'The largest number of changes to return.',
      }),
    }),
    output: Type.Object(
      {
        data: Type.Array(Change, { maxItems: LIMIT_MAX }),
        next: described(
          Nullable(Uuid),
          'Send this as `before` to get the next page; null on the last page.',
        ),
      },
      { $id: 'AuditedChanges' },
    ),
    errors: [],
    rest: [{ route: 'GET /api/v2/audit', envelope: 'bare' }],
    handler: (input, ctx) => listChanges(input, ctx),
  }),
]

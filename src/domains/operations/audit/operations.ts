// The operations with which operators read the audit trail: who changed what, when, and from where.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { operator } from '../../../operation/auth.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { changesFile } from './changes-csv.ts'
import * as schema from './schema.ts'
import { type AuditOptions, getChange, listChanges } from './service.ts'

const LIMIT_MAX = 100

export const makeOperations = (options: AuditOptions) => [
  defineOperation({
    name: 'audit.list',
    kind: 'query',
    summary:
      'Every change that was requested at the bank, newest first. Payments are in the ledger, which records who made them.',
    auth: operator,
    input: Type.Object({
      user_uuid: Type.Optional(described(Uuid, 'Only changes by this user.')),
      agent_uuid: Type.Optional(described(Uuid, 'Only changes by this agent.')),
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
      until: Type.Optional(described(DateTime, 'Only changes before this time.')),
      before: Type.Optional(
        described(Uuid, 'Only changes before the one with this id; `next` of the last page.'),
      ),
      format: Type.Enum(['json', 'csv'], {
        default: 'json',
        description: 'csv: a file with the newest 1,000 changes that match, whatever the limit.',
      }),
      limit: Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAX,
        default: 50,
        description: 'The largest number of changes to return.',
      }),
    }),
    output: Type.Object(
      {
        data: Type.Array(schema.Change, { maxItems: LIMIT_MAX }),
        next: described(
          Nullable(Uuid),
          'Send this as `before` to get the next page; null on the last page.',
        ),
      },
      { $id: 'AuditedChanges' },
    ),
    errors: [],
    rest: [{ route: 'GET /api/v2/audit', envelope: 'bare', files: { csv: changesFile(options) } }],
    handler: (input, ctx) => listChanges(input, ctx, options),
  }),
  defineOperation({
    name: 'audit.get',
    kind: 'query',
    summary: 'One change of the audit trail, with the fields that it changed.',
    auth: operator,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the change.' }),
    }),
    output: schema.Change,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/audit/:id', envelope: 'data' }],
    handler: ({ id }, ctx) => getChange(id, ctx, options),
  }),
]

// Wire shapes of the audit trail.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'

const FieldChange = Type.Object(
  {
    field: Type.String({ description: 'The path of the field, such as limits.per_minute.' }),
    before: described(Nullable(Type.String()), 'Null if it did not exist or was empty.'),
    after: Nullable(Type.String()),
  },
  { $id: 'AuditedFieldChange' },
)

export const Change = Type.Object(
  {
    id: Uuid,
    operation: Type.String(),
    by_operator: Type.Boolean(),
    user_uuid: described(
      Nullable(Uuid),
      'The user who made the change; null for an unauthenticated caller, such as at registration.',
    ),
    user_name: Nullable(Type.String()),
    agent_uuid: Nullable(Uuid),
    agent_name: Nullable(Type.String()),
    credential_id: Nullable(Uuid),
    credential_kind: described(
      Nullable(Type.String()),
      'How the caller was authenticated: login, api_key, oauth, agent_session or agent_key.',
    ),
    credential_name: described(
      Nullable(Type.String()),
      'The name of the API key, or of the connected app.',
    ),
    target_uuid: described(Nullable(Uuid), 'The target of the change, if the route names it.'),
    target_kind: described(
      Nullable(Type.String()),
      'What the target is, such as account or user; null if the bank keeps no name for it.',
    ),
    target_name: described(Nullable(Type.String()), 'The name of the target as it is now.'),
    changes: described(
      Nullable(Type.Array(FieldChange, { maxItems: 50 })),
      'The fields that changed, without secrets and personal data; null if the operation does not compare.',
    ),
    address: Type.String({ description: 'The network address of the caller.' }),
    request_id: Type.String(),
    created_at: DateTime,
  },
  { $id: 'AuditedChange' },
)

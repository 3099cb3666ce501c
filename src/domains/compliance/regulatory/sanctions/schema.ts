// The shapes of screening: hits, decisions about them, exceptions, and the list itself.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { hitLife } from '../life-cycle.ts'

export const reasonInput = Type.String({
  minLength: 3,
  maxLength: 1_000,
  description: 'The reason; it is stored with your name.',
})

export const nameInput = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  description: 'The name to screen.',
})

export const Hit = Type.Object(
  {
    hit_id: Uuid,
    name: Type.String(),
    entry_id: Type.String({ description: 'The id of the entry in the list.' }),
    entry_name: Type.String(),
    program: Nullable(Type.String()),
    score: Type.Number({ description: 'How alike the names are, from 0 to 1.' }),
    list_version: Type.String({ description: 'The SHA-256 of the list.' }),
    source: Type.Enum(['request', 'travel_rule', 'mica', 'transfer']),
    status: hitLife.schema(),
    seen_times: Type.Integer(),
    decided_by: Nullable(Uuid),
    decided_at: Nullable(DateTime),
    reason: Nullable(Type.String()),
    created_at: DateTime,
    last_seen_at: DateTime,
  },
  { $id: 'SanctionsHit' },
)

export const ScreeningResult = Type.Object(
  {
    name: Type.String(),
    cleared: Type.Boolean({ description: 'True if every hit is covered by an active exception.' }),
    list_version: Nullable(Type.String()),
    threshold: Type.Number(),
    hits: Type.Array(Hit, { maxItems: 20 }),
    screened_at: DateTime,
  },
  { $id: 'SanctionsScreening' },
)

export const decisionInput = {
  decision: Type.Enum(['confirmed', 'cleared'], {
    description: 'confirmed: the name is that of the listed party; cleared: it is not.',
  }),
  reason: reasonInput,
  expires_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'When the exception for a cleared name ends: in 90 days by default, at most a year.',
    }),
  ),
}

export const ExceptionView = Type.Object(
  {
    exception_id: Uuid,
    hit_id: Uuid,
    name: Type.String(),
    entry_id: Type.String(),
    reason: Type.String(),
    author: Uuid,
    active: Type.Boolean(),
    expires_at: DateTime,
    revoked_by: Nullable(Uuid),
    revoked_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { $id: 'SanctionsException' },
)

export const ListState = Type.Object(
  {
    configured: Type.Boolean(),
    version: Nullable(Type.String({ description: 'The SHA-256 of the file.' })),
    entries: Type.Integer(),
    loaded_at: Nullable(DateTime),
    threshold: Type.Number(),
    problem: Nullable(
      Type.String({ description: 'Why a changed file was not read; the last list stays in use.' }),
    ),
  },
  { $id: 'SanctionsListState' },
)

// Wire shapes of the proof of the ledger.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { invariantNames } from './invariants.ts'

const Soundness = Type.Enum(['sound', 'broken', 'unknown'], { $id: 'Soundness' })

const Violation = Type.Object(
  {
    account_uuid: Nullable(Uuid),
    environment: Nullable(Type.String()),
    asset_code: Nullable(Type.String()),
    subject_uuid: Type.Union([Uuid, Type.Null()], { description: 'The entry or the reservation.' }),
    sequence: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The number of the move within its balance.',
    }),
    expected: Type.String({ description: 'What the moves and reservations add up to.' }),
    found: Type.String({ description: 'What is written down.' }),
    found_at: DateTime,
  },
  { $id: 'Violation' },
)

const Invariant = Type.Object(
  {
    name: Type.Enum(invariantNames),
    statement: Type.String(),
    status: Soundness,
    violation_count: Type.Integer(),
    violations: Type.Optional(
      Type.Array(Violation, { maxItems: 100, description: 'For operators: the first hundred.' }),
    ),
  },
  { $id: 'Invariant' },
)

export const Integrity = Type.Object(
  {
    status: Soundness,
    checked_at: Nullable(DateTime),
    full_checked_at: Type.Union([DateTime, Type.Null()], {
      description: 'When everything was last proved from the first move on.',
    }),
    verified_position: Type.Integer({ description: 'The log is verified up to here.' }),
    newest_position: Type.Integer(),
    lag_moves: Type.Integer({ description: 'Moves that are not verified yet, at most.' }),
    counts: Type.Object(
      {
        accounts: Type.Integer(),
        balances: Type.Integer(),
        moves: Type.Integer(),
        holds: Type.Integer(),
      },
      { $id: 'VerifiedCounts', description: 'How much was verified.' },
    ),
    quarantined_accounts: Type.Integer({ description: 'Accounts on which no money moves.' }),
    invariants: Type.Array(Invariant, { maxItems: 50 }),
  },
  { $id: 'LedgerIntegrity' },
)

export const Recheck = Type.Object(
  {
    lifted_count: Type.Integer(),
    still_count: Type.Integer(),
    lifted: Type.Array(Uuid, {
      maxItems: 100,
      description: 'Sound again: money moves. The first hundred.',
    }),
    still_quarantined: Type.Array(Uuid, { maxItems: 100 }),
    integrity: Integrity,
  },
  { $id: 'LedgerRecheck' },
)

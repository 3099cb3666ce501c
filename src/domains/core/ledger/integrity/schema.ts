// Wire shapes of the ledger's integrity report.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { invariantNames } from './invariants.ts'

const Soundness = Type.Enum(['sound', 'broken', 'unknown'], { $id: 'Soundness' })

const Violation = Type.Object(
  {
    account_uuid: Nullable(Uuid),
    environment: Nullable(Type.String()),
    asset_code: Nullable(Type.String()),
    subject_uuid: Type.Union([Uuid, Type.Null()], {
      description: 'The uuid of the entry or the reservation.',
    }),
    sequence: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The number of the move within its balance.',
    }),
    expected: Type.String({ description: 'The value computed from the moves and reservations.' }),
    found: Type.String({ description: 'The stored value.' }),
    found_at: DateTime,
  },
  { $id: 'Violation' },
)

const Invariant = Type.Object(
  {
    name: Type.Enum(invariantNames),
    statement: Type.String(),
    status: Soundness,
    violation_count: Type.Integer({ description: 'Counted up to 10,000.' }),
    violations: Type.Optional(
      Type.Array(Violation, { maxItems: 100, description: 'For operators: the first hundred.' }),
    ),
  },
  { $id: 'Invariant' },
)

export const RecheckCovers = Type.Enum(['all', 'listed'], {
  $id: 'LedgerRecheckCovers',
  description: 'All accounts that are in quarantine at the start, or those that are listed.',
})

export const RecheckJob = Type.Object(
  {
    uuid: Uuid,
    covers: RecheckCovers,
    status: Type.Enum(['running', 'done'], { $id: 'LedgerRecheckStatus' }),
    total: Type.Integer({ description: 'The number of accounts to prove again.' }),
    checked: Type.Integer({ description: 'The number of accounts proved again so far.' }),
    released: Type.Integer({ description: 'Of those, the accounts that are sound.' }),
    still_broken: Type.Integer({ description: 'Of those, the accounts that stay in quarantine.' }),
    started_at: DateTime,
    updated_at: DateTime,
    ended_at: Nullable(DateTime),
  },
  { $id: 'LedgerRecheckJob' },
)

export const Integrity = Type.Object(
  {
    status: Soundness,
    checked_at: Nullable(DateTime),
    full_checked_at: Type.Union([DateTime, Type.Null()], {
      description: 'The time at which everything was last proved from the first move on.',
    }),
    verified_position: Type.Integer({
      description: 'The position up to which the log is verified.',
    }),
    newest_position: Type.Integer(),
    lag_moves: Type.Integer({
      description: 'An upper bound of the moves that are not verified yet.',
    }),
    counts: Type.Object(
      {
        accounts: Type.Integer(),
        balances: Type.Integer(),
        moves: Type.Integer(),
        holds: Type.Integer(),
      },
      { $id: 'VerifiedCounts', description: 'The numbers of verified items.' },
    ),
    quarantined_accounts: Type.Integer({
      description:
        'The number of accounts in quarantine, on which no money moves, counted up to 10,000.',
    }),
    invariants: Type.Array(Invariant, { maxItems: 50 }),
    last_recheck: Type.Optional(
      Type.Union([RecheckJob, Type.Null()], {
        description: 'For operators: the recheck that was started last.',
      }),
    ),
  },
  { $id: 'LedgerIntegrity' },
)

export const Recheck = Type.Object(
  {
    lifted_count: Type.Integer(),
    still_count: Type.Integer(),
    lifted: Type.Array(Uuid, {
      maxItems: 100,
      description: 'The first hundred accounts that are sound and out of quarantine.',
    }),
    still_quarantined: Type.Array(Uuid, { maxItems: 100 }),
    integrity: Integrity,
  },
  { $id: 'LedgerRecheck' },
)

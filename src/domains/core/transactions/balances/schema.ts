// The response schemas of past balances, of the explanation of a balance, and of the older API.
import { Type } from 'typebox'
import { ASSETS_MAX } from '../../assets/index.ts'
import { PageOf } from '../../../../kernel/page.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { CounterpartyName } from '../schema.ts'
import { type Kind, kinds } from './explanation.ts'

const Cents = Type.Integer({ description: 'US cents.' })

export const BalancesAt = Type.Object(
  {
    account_uuid: Uuid,
    instant: DateTime,
    balances: Type.Array(
      Type.Object(
        {
          asset_code: Type.String(),
          balance: Type.Integer({ description: 'In the smallest unit.' }),
          total_balance: Type.String(),
          formatted: Type.String(),
          sequence: Type.Integer({
            description: 'The number of moves on this balance up to then.',
          }),
        },
        { $id: 'BalanceAt' },
      ),
      { maxItems: ASSETS_MAX },
    ),
  },
  { $id: 'BalancesAt' },
)

export const Valuation = Type.Object(
  {
    period: Type.Enum(['week', 'month', 'quarter', 'year']),
    currency: Type.String(),
    points: Type.Array(
      Type.Object(
        {
          date: Type.String({
            format: 'date',
            description: 'A day in UTC; the last one is today.',
          }),
          total_usd: Type.String({ description: 'At the end of that day; now for today.' }),
          is_estimated: Type.Boolean({
            description: 'Whether a rate of that day is missing and today’s is used instead.',
          }),
        },
        { $id: 'WorthPoint' },
      ),
      {
        maxItems: 366,
        description:
          'Oldest first, one for each day; further apart for customers with very many moves or assets.',
      },
    ),
    at_todays_rate: Type.Array(Type.String(), {
      maxItems: ASSETS_MAX,
      description: 'Assets that were counted at today’s rate on some day.',
    }),
    without_rate: Type.Array(Type.String(), {
      maxItems: ASSETS_MAX,
      description: 'Assets that have no rate and count for nothing.',
    }),
  },
  { $id: 'Worth' },
)

const AskedBy = Type.Object(
  {
    user_uuid: Nullable(Type.String()),
    credential_id: Nullable(Type.String()),
    agent: Nullable(Type.String()),
    request_id: Nullable(Type.String()),
  },
  { $id: 'AskedBy' },
)

const End = Type.Object(
  { instant: DateTime, balance: Type.String(), sequence: Type.Integer() },
  { $id: 'BalanceEnd' },
)

const EntryKind = Type.Enum([...kinds], { $id: 'EntryKind' })

const ExplainedEntry = Type.Object(
  {
    transaction_uuid: Uuid,
    sequence: Type.Integer(),
    kind: EntryKind,
    type: Type.String(),
    subtype: Nullable(Type.String()),
    direction: Type.String(),
    amount: Type.String(),
    change: Type.String({ description: 'The amount with its sign.' }),
    balance_after: Type.String(),
    counterparty: Type.Object(
      {
        name: CounterpartyName,
        account_uuid: Nullable(Type.String()),
        bank_account: Nullable(Type.String()),
      },
      { $id: 'Counterparty' },
    ),
    reference: Nullable(Type.String()),
    parent_transaction_id: Nullable(Type.String()),
    asked_by: AskedBy,
    at: DateTime,
  },
  { $id: 'ExplainedEntry' },
)

const HoldSum = Type.Object({ count: Type.Integer(), amount: Type.String() }, { $id: 'HoldSum' })

const KindSum = Type.Object(
  { count: Type.Integer(), in: Type.String(), out: Type.String(), net: Type.String() },
  { $id: 'KindSum' },
)

const KindSums = Type.Object(
  Object.fromEntries(kinds.map((kind) => [kind, KindSum])) as Record<Kind, typeof KindSum>,
  { $id: 'KindSums' },
)

const ProofClaims = Type.Object(
  {
    opening_plus_entries_is_closing: Type.Boolean(),
    kinds_sum_to_entries: Type.Boolean(),
    every_balance_follows_from_the_one_before: Type.Boolean(),
    sequence_without_gap: Type.Boolean(),
    closing_is_balance_now: Nullable(
      Type.Boolean({ description: 'Null when money moved after the period.' }),
    ),
    held_is_sum_of_open_holds: Type.Boolean(),
  },
  { $id: 'ProofClaims' },
)

export const BalanceExplanation = Type.Object(
  {
    account_uuid: Uuid,
    asset_code: Type.String(),
    from: End,
    to: End,
    entries: PageOf(ExplainedEntry),
    sums: KindSums,
    holds: Type.Object(
      {
        opened: HoldSum,
        captured: HoldSum,
        released: HoldSum,
        held_now: HoldSum,
        items: Type.Array(
          Type.Object(
            {
              id: Uuid,
              purpose: Type.String(),
              status: Type.String(),
              amount: Type.String(),
              captured: Type.String(),
              reason: Nullable(Type.String()),
              to_account: Nullable(Type.String()),
              asked_by: AskedBy,
              opened_at: DateTime,
              closed_at: Nullable(DateTime),
            },
            { $id: 'ExplainedHold' },
          ),
          { maxItems: 100 },
        ),
      },
      { $id: 'ExplainedHolds' },
    ),
    proof: Type.Object(
      {
        opening_balance: Type.String(),
        sum_of_entries: Type.String(),
        expected_closing_balance: Type.String(),
        closing_balance: Type.String(),
        entries: Type.Integer(),
        first_sequence: Nullable(Type.Integer()),
        last_sequence: Nullable(Type.Integer()),
        claims: ProofClaims,
        proven: Type.Boolean({ description: 'Whether every claim that can be judged holds.' }),
      },
      { $id: 'BalanceProof' },
    ),
  },
  { $id: 'BalanceExplanation' },
)

export const LegacyBalance = Type.Object(
  {
    account_uuid: Uuid,
    balance: Cents,
    frozen: Type.Boolean(),
    last_updated: DateTime,
    turnover: Nullable(
      Type.Object(
        { debit: Cents, credit: Cents, period_start: DateTime, period_end: DateTime },
        { $id: 'LegacyTurnover' },
      ),
    ),
  },
  { $id: 'LegacyBalance' },
)

export const LegacySummary = Type.Object(
  {
    account_uuid: Uuid,
    current_balance: Cents,
    frozen: Type.Boolean(),
    statistics: Type.Object(
      {
        total_debit_12_months: Cents,
        total_credit_12_months: Cents,
        average_monthly_debit: Cents,
        average_monthly_credit: Cents,
        months_analyzed: Type.Integer(),
      },
      { $id: 'TurnoverStatistics' },
    ),
    monthly_turnovers: Type.Array(
      Type.Object(
        { month: Type.String(), debit: Cents, credit: Cents, net: Cents },
        { $id: 'MonthlyTurnover' },
      ),
      { maxItems: 13 },
    ),
  },
  { $id: 'LegacySummary' },
)

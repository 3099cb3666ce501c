// Wire shapes of questions about transactions and their answers.
import { Type } from 'typebox'
import { Nullable, Uuid, described } from '../../../kernel/schema.ts'
import { ASSETS_MAX } from '../../core/assets/for-tasks.ts'
import { accountTypes, sorts } from './filters.ts'

const Amount = Type.Number({ description: 'In whole units of the asset, exact.' })
const Count = Type.Integer()
const DateInput = Type.String({ format: 'date' })

/** A field that is absent or null is taken from the sentence; if that does not name it either, it does not filter. */
export const analysisInput = {
  query: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'In plain words: "groceries over $20 last month".',
    }),
  ),
  account_uuid: Type.Optional(described(Uuid, 'Only this account.')),
  date_from: Type.Optional(described(DateInput, 'From this day on.')),
  date_to: Type.Optional(described(DateInput, 'Up to the end of this day.')),
  category: Type.Optional(Type.String({ maxLength: 50, description: 'Only this category.' })),
  asset_code: Type.Optional(
    Type.String({ pattern: '^[A-Z]{3,10}$', description: 'Only this asset.' }),
  ),
}

export const LIMIT_BY_DEFAULT = 25

export const queryInput = {
  ...analysisInput,
  amount_min: Type.Optional(
    Type.Number({ minimum: 0, description: 'At least this much, in whole units.' }),
  ),
  amount_max: Type.Optional(Type.Number({ description: 'At most this much, in whole units.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'The largest number of transactions to return: 25 unless the sentence names a number.',
    }),
  ),
}

export const FoundTransaction = Type.Object(
  {
    id: Uuid,
    uuid: Uuid,
    account_uuid: Uuid,
    date: Type.String({ format: 'date-time', description: 'When it was booked.' }),
    created_at: Type.String({ format: 'date-time', description: 'When it was requested.' }),
    amount: Type.Number({ description: 'Negative for outgoing transactions.' }),
    asset: Type.String(),
    asset_code: Type.String(),
    category: Type.String(),
    merchant: Type.String(),
    type: Type.Enum(['debit', 'credit'], { $id: 'FoundTransactionType' }),
    status: Type.Literal('completed'),
    description: Nullable(Type.String()),
  },
  { $id: 'FoundTransaction' },
)

const sums = {
  total_inflow: Amount,
  total_outflow: Amount,
  net_change: Amount,
  transaction_count: Count,
  average_transaction: Amount,
  largest_transaction: Amount,
  smallest_transaction: Amount,
}

const currency = Type.String({
  description:
    'The currency of the sums: the asset of all transactions, or USD at current rates when there are several assets.',
})
const unconverted = Type.Array(Type.String(), {
  maxItems: ASSETS_MAX,
  description: 'Assets without a rate, which are left out of the sums.',
})

const QueryParsed = Type.Object(
  {
    intent: Type.String(),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    explanation: Type.String(),
    not_understood: Type.Array(Type.String(), {
      maxItems: 10,
      description: 'Words that had no part in the interpretation.',
    }),
  },
  { $id: 'QueryParsed' },
)

/** A sentence has at most 500 characters, and so names fewer things than this. */
const LEFT_OUT_MAX = 250
const LeftOut = Type.Array(Type.String(), {
  maxItems: LEFT_OUT_MAX,
  description: 'Transactions with one of these are left out.',
})

export const FiltersUsed = Type.Object(
  {
    account_uuid: Type.Optional(Uuid),
    date_from: Type.Optional(Type.String({ format: 'date' })),
    date_to: Type.Optional(Type.String({ format: 'date' })),
    amount_min: Type.Optional(Type.Number()),
    amount_max: Type.Optional(Type.Number()),
    category: Type.Optional(Type.String()),
    asset_code: Type.Optional(Type.String()),
    account_type: Type.Optional(Type.Enum([...accountTypes], { $id: 'FilteredAccountType' })),
    recipient: Type.Optional(Type.String()),
    direction: Type.Optional(Type.Enum(['debit', 'credit'], { $id: 'FilteredDirection' })),
    category_not: Type.Optional(LeftOut),
    recipient_not: Type.Optional(LeftOut),
    asset_not: Type.Optional(LeftOut),
    sort: Type.Optional(
      Type.Enum([...sorts], {
        $id: 'QuerySort',
        description: 'The order of the transactions; newest first when absent.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    payments_only: Type.Optional(
      Type.Literal(true, {
        description:
          'Deposits and withdrawals, movements between own accounts, and trades and conversions with their fees are left out, because payments were asked for in an order of size.',
      }),
    ),
    compare_from: Type.Optional(Type.String({ format: 'date' })),
    compare_to: Type.Optional(Type.String({ format: 'date' })),
  },
  { $id: 'FiltersUsed' },
)

export const TransactionQueryAnswer = Type.Object(
  {
    transactions: Type.Array(FoundTransaction, { maxItems: 100 }),
    summary: Type.Object(
      {
        ...sums,
        currency,
        period: Type.String(),
        by_asset: Type.Array(
          Type.Object({ asset_code: Type.String(), ...sums }, { $id: 'AssetSummary' }),
          { maxItems: ASSETS_MAX },
        ),
        unconverted,
      },
      { $id: 'TransactionSummary' },
    ),
    total_count: Count,
    comparison: Nullable(
      Type.Object(
        {
          ...sums,
          currency,
          period: Type.String(),
          outflow_change: Type.Number({
            description: 'How much more was spent than in the period of the comparison.',
          }),
          inflow_change: Type.Number({
            description: 'How much more was received than in the period of the comparison.',
          }),
          unconverted,
        },
        {
          $id: 'TransactionComparison',
          description: 'The sums of the period that the sentence compares with; null without one.',
        },
      ),
    ),
    nl_summary: Type.String(),
    query_parsed: Nullable(QueryParsed),
    filters_used: FiltersUsed,
  },
  { $id: 'TransactionQueryAnswer' },
)

const Spent = Type.Object({ total: Amount, count: Count }, { $id: 'SpentSum' })

export const SpendingAnalysis = Type.Object(
  {
    period: Type.Object(
      { from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) },
      { $id: 'SpendingPeriod' },
    ),
    currency,
    total_spent: Amount,
    total_earned: Amount,
    transaction_count: Type.Integer({
      description: 'The number of transactions that were spending.',
    }),
    by_category: Type.Record(Type.String(), Spent),
    by_day: Type.Record(Type.String(), Spent, {
      description:
        'Every UTC day of a period of up to 366 days; for longer periods only the days with spending.',
    }),
    top_merchants: Type.Array(
      Type.Object(
        { merchant: Type.String(), total: Amount, count: Count },
        { $id: 'MerchantSpending' },
      ),
      { maxItems: 5 },
    ),
    trends: Type.Object(
      {
        direction: Type.Enum(['increasing', 'decreasing', 'stable'], { $id: 'SpendingDirection' }),
        change_percent: Nullable(
          Type.Number({ description: 'Null when nothing was spent in the first half.' }),
        ),
        first_half_avg: Type.Number({ description: 'Spending per day in the first half.' }),
        second_half_avg: Type.Number({ description: 'Spending per day in the second half.' }),
      },
      { $id: 'SpendingTrends' },
    ),
    insights: Type.Array(Type.String(), { maxItems: 20 }),
    not_counted: Type.Object(
      { own_transfers: Spent, exchanges: Spent },
      {
        $id: 'SpendingNotCounted',
        description:
          'Transfers between own accounts and exchanges of assets, which are not spending.',
      },
    ),
    unconverted,
    query_parsed: Nullable(QueryParsed),
    filters_used: FiltersUsed,
  },
  { $id: 'SpendingAnalysis' },
)

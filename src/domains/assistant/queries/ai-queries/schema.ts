// Wire shapes of the routes that answer a question and keep it, and of the one with risk scores.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { ASSETS_MAX } from '../../../core/assets/index.ts'
import { complianceFlags } from './risk.ts'
import { analysisInput, FiltersUsed, FoundTransaction } from '../schema.ts'

const Query = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'In plain words: "five largest payments last month, except rent".',
})
const QueryId = Type.String({ description: 'Begins with aiq_.' })

export const AskInput = Type.Object({
  query: Query,
  context: Type.Optional(
    Type.Object(
      {
        account_uuid: analysisInput.account_uuid,
        asset_code: analysisInput.asset_code,
        date_from: analysisInput.date_from,
        date_to: analysisInput.date_to,
      },
      { description: 'Fields that are known already; they win over the sentence.' },
    ),
  ),
})

const asked = {
  query_id: QueryId,
  query: Type.String(),
  intent: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  answer: Type.String({ description: 'The answer in sentences.' }),
}

export const AskedQuestion = Type.Object(
  {
    ...asked,
    results: Type.Array(FoundTransaction, { maxItems: 100 }),
    filters: FiltersUsed,
    created_at: DateTime,
  },
  { $id: 'AskedQuestion' },
)

export const PastQuestion = Type.Object(
  { ...asked, filters: FiltersUsed, created_at: DateTime },
  { $id: 'PastQuestion' },
)

export const RESULTS_BY_DEFAULT = 50

export const InsightQuery = Type.Object({
  query: Query,
  account_id: Type.Optional(described(Uuid, 'Only this account.')),
  options: Type.Optional(
    Type.Object(
      {
        include_analytics: Type.Optional(
          Type.Boolean({ description: 'Figures about the transactions; true when absent.' }),
        ),
        include_risk_scores: Type.Optional(
          Type.Boolean({ description: 'A risk score for each; true when absent.' }),
        ),
        max_results: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 100,
            description: 'The largest number of transactions; 50 when absent.',
          }),
        ),
        format: Type.Optional(
          Type.Enum(['detailed', 'summary'], {
            $id: 'InsightFormat',
            description: 'A summary has no transactions; detailed when absent.',
          }),
        ),
      },
      { description: 'The form of the answer.' },
    ),
  ),
})

const Decimal = Type.String({ description: 'Decimal, in whole units.' })

const InsightTransaction = Type.Object(
  {
    uuid: Uuid,
    account_uuid: Uuid,
    type: Type.Enum(['debit', 'credit'], { $id: 'InsightTransactionType' }),
    amount: Decimal,
    currency: Type.String(),
    status: Type.Literal('completed'),
    description: Nullable(Type.String()),
    category: Type.String(),
    merchant: Type.String(),
    source_chain: Type.Null(),
    destination_chain: Type.Null(),
    bridge_protocol: Type.Null(),
    risk_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    compliance_flags: Type.Array(Type.Enum([...complianceFlags], { $id: 'ComplianceFlag' }), {
      maxItems: complianceFlags.length,
    }),
    created_at: DateTime,
  },
  { $id: 'InsightTransaction' },
)

const None = Type.Array(Type.String(), { maxItems: 0 })

export const TransactionInsights = Type.Object(
  {
    query_id: QueryId,
    original_query: Type.String(),
    interpreted_query: Type.Object(
      {
        type: Type.Array(Type.Enum(['debit', 'credit'], { $id: 'InterpretedType' }), {
          maxItems: 2,
        }),
        amount_min: Nullable(Decimal),
        amount_max: Nullable(Decimal),
        currency: Nullable(Type.String()),
        date_range: Type.Object(
          {
            from: Nullable(Type.String({ format: 'date' })),
            to: Nullable(Type.String({ format: 'date' })),
          },
          { $id: 'InterpretedDates' },
        ),
        has_compliance_flags: Type.Boolean({
          description: 'Only flagged transactions among the first matches were asked for.',
        }),
        explanation: Type.String(),
        not_understood: Type.Array(Type.String(), { maxItems: 10 }),
      },
      { $id: 'InterpretedQuery' },
    ),
    interpretation_confidence: Type.Number({ minimum: 0, maximum: 1 }),
    total_results: Type.Integer(),
    transactions: Type.Array(InsightTransaction, { maxItems: 100 }),
    analytics: Nullable(
      Type.Object(
        {
          currency: Type.String(),
          total_volume: Decimal,
          avg_amount: Decimal,
          median_amount: Decimal,
          flagged_count: Type.Integer(),
          avg_risk_score: Type.Number(),
          chains_involved: None,
          bridges_used: None,
          unconverted: Type.Array(Type.String(), { maxItems: ASSETS_MAX }),
        },
        { $id: 'TransactionAnalytics', description: 'Of the first matches, up to max_results.' },
      ),
    ),
  },
  { $id: 'TransactionInsights' },
)

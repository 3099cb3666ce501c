// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const queryParsed = {
  intent: 'transaction_query',
  confidence: 0.9,
  explanation:
    'Taken for a question about transactions: money that came in, from 2026-03-01, to 2026-03-01.',
  not_understood: [],
}

const filtersUsed = { date_from: '2026-03-01', date_to: '2026-03-01', direction: 'credit' }

const foundTransaction = {
  id: '0199d3a2-7c00-7000-8000-000000000038',
  uuid: '0199d3a2-7c00-7000-8000-000000000038',
  account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
  date: '2026-03-01T12:00:00.000Z',
  created_at: '2026-03-01T12:00:00.000Z',
  amount: 100,
  asset: 'USD',
  asset_code: 'USD',
  category: 'uncategorized',
  merchant: 'other',
  type: 'credit',
  status: 'completed',
  description: 'Initial balance',
} as const

const answer =
  '1 transaction on 2026-03-01: 0.00 USD spent, 100.00 USD received, 100.00 USD on average. Taken for a question about transactions: money that came in, from 2026-03-01, to 2026-03-01.'

const pastQuestion = {
  query_id: 'aiq_0199d3a27c0070008000000000000061',
  query: 'everything received today',
  intent: 'transaction_query',
  confidence: 0.9,
  answer,
  filters: filtersUsed,
  created_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'transaction.query': {
    input: { query: 'everything received today', limit: 5 },
    output: {
      transactions: [foundTransaction],
      summary: {
        total_inflow: 100,
        total_outflow: 0,
        net_change: 100,
        transaction_count: 1,
        average_transaction: 100,
        largest_transaction: 100,
        smallest_transaction: 100,
        currency: 'USD',
        period: 'on 2026-03-01',
        by_asset: [
          {
            asset_code: 'USD',
            total_inflow: 100,
            total_outflow: 0,
            net_change: 100,
            transaction_count: 1,
            average_transaction: 100,
            largest_transaction: 100,
            smallest_transaction: 100,
          },
        ],
        unconverted: [],
      },
      total_count: 1,
      comparison: null,
      nl_summary:
        '1 transaction on 2026-03-01: 0.00 USD spent, 100.00 USD received, 100.00 USD on average.',
      query_parsed: queryParsed,
      filters_used: filtersUsed,
    },
  },
  'spending.analysis': {
    input: { query: 'what did I spend this month', asset_code: 'USD' },
    output: {
      period: { from: '2026-03-01', to: '2026-03-01' },
      currency: 'USD',
      total_spent: 0,
      total_earned: 100,
      transaction_count: 0,
      by_category: {},
      by_day: { '2026-03-01': { total: 0, count: 0 } },
      top_merchants: [],
      trends: { direction: 'stable', change_percent: 0, first_half_avg: 0, second_half_avg: 0 },
      insights: ['Nothing was spent on 2026-03-01.'],
      not_counted: { own_transfers: { total: 0, count: 0 }, exchanges: { total: 0, count: 0 } },
      unconverted: [],
      query_parsed: {
        ...queryParsed,
        explanation:
          'Taken for a question about transactions: money that went out, from 2026-03-01, to 2026-03-01.',
      },
      filters_used: { date_from: '2026-03-01', date_to: '2026-03-01', asset_code: 'USD' },
    },
  },
  'ai_query.ask': {
    input: { query: 'everything received today', context: { asset_code: 'USD' } },
    output: {
      ...pastQuestion,
      filters: { ...filtersUsed, asset_code: 'USD' },
      results: [foundTransaction],
    },
  },
  'ai_query.list': {
    input: { page: 1, per_page: 20 },
    output: {
      data: [{ ...pastQuestion, filters: { ...filtersUsed, asset_code: 'USD' } }],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'ai_transaction.query': {
    input: {
      query: 'everything received today',
      options: {
        include_analytics: true,
        include_risk_scores: true,
        max_results: 50,
        format: 'detailed',
      },
    },
    output: {
      query_id: 'aiq_0199d3a27c0070008000000000000062',
      original_query: 'everything received today',
      interpreted_query: {
        type: ['credit'],
        amount_min: null,
        amount_max: null,
        currency: null,
        date_range: { from: '2026-03-01', to: '2026-03-01' },
        has_compliance_flags: false,
        explanation: queryParsed.explanation,
        not_understood: [],
      },
      interpretation_confidence: 0.9,
      total_results: 1,
      transactions: [
        {
          uuid: foundTransaction.uuid,
          account_uuid: foundTransaction.account_uuid,
          type: 'credit',
          amount: '100.00',
          currency: 'USD',
          status: 'completed',
          description: 'Initial balance',
          category: 'uncategorized',
          merchant: 'other',
          source_chain: null,
          destination_chain: null,
          bridge_protocol: null,
          risk_score: 0,
          compliance_flags: [],
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      analytics: {
        currency: 'USD',
        total_volume: '100.00',
        avg_amount: '100.00',
        median_amount: '100.00',
        flagged_count: 0,
        avg_risk_score: 0,
        chains_involved: [],
        bridges_used: [],
        unconverted: [],
      },
    },
  },
})

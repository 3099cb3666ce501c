// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'transaction.query': {
    output: {
      transactions: [
        {
          id: '0199d3a2-7c00-7000-8000-295df746e505',
          uuid: '0199d3a2-7c00-7000-8000-295df746e505',
          account_uuid: '0199d3a2-7c00-7000-8000-71ffe60f4011',
          date: '2026-03-01T12:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
          amount: 5,
          asset: 'USD',
          asset_code: 'USD',
          category: 'uncategorized',
          merchant: 'other',
          type: 'credit',
          status: 'completed',
          description: 'Initial balance',
        },
      ],
      summary: {
        total_inflow: 5,
        total_outflow: 0,
        net_change: 5,
        transaction_count: 1,
        average_transaction: 5,
        largest_transaction: 5,
        smallest_transaction: 5,
        currency: 'USD',
        period: 'on 2026-03-01',
        by_asset: [
          {
            asset_code: 'USD',
            total_inflow: 5,
            total_outflow: 0,
            net_change: 5,
            transaction_count: 1,
            average_transaction: 5,
            largest_transaction: 5,
            smallest_transaction: 5,
          },
        ],
        unconverted: [],
      },
      total_count: 1,
      comparison: null,
      nl_summary:
        '1 transaction on 2026-03-01: 0.00 USD spent, 5.00 USD received, 5.00 USD on average.',
      query_parsed: {
        intent: 'transaction_query',
        confidence: 0.9,
        explanation:
          'Taken for a question about transactions: money that came in, from 2026-03-01, to 2026-03-01.',
        not_understood: [],
      },
      filters_used: { date_from: '2026-03-01', date_to: '2026-03-01', direction: 'credit' },
    },
  },
  'spending.analysis': {
    output: {
      period: { from: '2026-03-01', to: '2026-03-01' },
      currency: 'USD',
      total_spent: 0,
      total_earned: 5,
      transaction_count: 0,
      by_category: {},
      by_day: { '2026-03-01': { total: 0, count: 0 } },
      top_merchants: [],
      trends: { direction: 'stable', change_percent: 0, first_half_avg: 0, second_half_avg: 0 },
      insights: ['Nothing was spent on 2026-03-01.'],
      not_counted: { own_transfers: { total: 0, count: 0 }, exchanges: { total: 0, count: 0 } },
      unconverted: [],
      query_parsed: {
        intent: 'transaction_query',
        confidence: 0.9,
        explanation:
          'Taken for a question about transactions: money that went out, from 2026-03-01, to 2026-03-01.',
        not_understood: [],
      },
      filters_used: { date_from: '2026-03-01', date_to: '2026-03-01', asset_code: 'USD' },
    },
  },
  'ai_query.ask': {
    output: {
      query_id: 'aiq_0199d3a27c0070008000000000000061',
      query: 'everything received today',
      intent: 'transaction_query',
      confidence: 0.9,
      answer:
        '1 transaction on 2026-03-01: 0.00 USD spent, 5.00 USD received, 5.00 USD on average. Taken for a question about transactions: money that came in, from 2026-03-01, to 2026-03-01.',
      results: [
        {
          id: '0199d3a2-7c00-7000-8000-6695f601fc53',
          uuid: '0199d3a2-7c00-7000-8000-6695f601fc53',
          account_uuid: '0199d3a2-7c00-7000-8000-a547e5b55e31',
          date: '2026-03-01T12:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
          amount: 5,
          asset: 'USD',
          asset_code: 'USD',
          category: 'uncategorized',
          merchant: 'other',
          type: 'credit',
          status: 'completed',
          description: 'Initial balance',
        },
      ],
      filters: {
        date_from: '2026-03-01',
        date_to: '2026-03-01',
        asset_code: 'USD',
        direction: 'credit',
      },
      created_at: '2026-03-01T12:00:00.000Z',
    },
    varies: ['query_id'],
  },
  'ai_query.list': {
    output: {
      data: [
        {
          query_id: 'aiq_0199d3a27c0070008000000000000061',
          query: 'everything received today',
          intent: 'transaction_query',
          confidence: 0.9,
          answer:
            '1 transaction on 2026-03-01: 0.00 USD spent, 5.00 USD received, 5.00 USD on average. Taken for a question about transactions: money that came in, from 2026-03-01, to 2026-03-01.',
          filters: {
            date_from: '2026-03-01',
            date_to: '2026-03-01',
            asset_code: 'USD',
            direction: 'credit',
          },
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
    varies: ['data.query_id'],
  },
  'ai_transaction.query': {
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
        explanation:
          'Taken for a question about transactions: money that came in, from 2026-03-01, to 2026-03-01.',
        not_understood: [],
      },
      interpretation_confidence: 0.9,
      total_results: 1,
      transactions: [
        {
          uuid: '0199d3a2-7c00-7000-8000-f07ad67a994d',
          account_uuid: '0199d3a2-7c00-7000-8000-71ffe60f4011',
          type: 'credit',
          amount: '5.00',
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
        total_volume: '5.00',
        avg_amount: '5.00',
        median_amount: '5.00',
        flagged_count: 0,
        avg_risk_score: 0,
        chains_involved: [],
        bridges_used: [],
        unconverted: [],
      },
    },
    varies: ['query_id'],
  },
}

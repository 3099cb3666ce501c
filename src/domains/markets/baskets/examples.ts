// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const basketComponent = {
  asset_code: 'USD',
  asset_name: 'US Dollar',
  weight: 40,
  min_weight: 30,
  max_weight: 50,
  units: '0.400000000000',
  is_active: true,
}

const basket = {
  code: 'GCU',
  name: 'Global Currency Unit',
  description:
    'Fixed amounts of five currencies and gold; their weights are voted on by those who hold it.',
  type: 'dynamic',
  rebalance_frequency: 'monthly',
  last_rebalanced_at: '2026-03-01T11:58:59.000Z',
  next_rebalance_at: '2026-04-01T12:00:00.000Z',
  is_active: true,
  created_at: '2026-01-01T00:00:00.000Z',
  components: [basketComponent],
  latest_value: { value: 1, calculated_at: '2026-03-01T00:00:00.000Z' },
}

const basketComponentValue = {
  asset_code: 'USD',
  asset_name: 'US Dollar',
  value: 1,
  weight: 40,
  units: '0.400000000000',
  weighted_value: 0.4,
  currency: 'USD',
}

const basketPartPerformance = {
  asset_code: 'GBP',
  start_price_usd: 1.26662434,
  end_price_usd: 1.27,
  return_percentage: 0.27,
  contribution_percentage: 0.04,
}

export const examples = defineExamples({
  'basket.list': { output: onePage(basket) },
  'basket.get': {
    input: { code: 'gcu' },
    output: {
      code: 'GCU',
      name: 'Global Currency Unit',
      description:
        'Fixed amounts of five currencies and gold; their weights are voted on by those who hold it.',
      type: 'dynamic',
      rebalance_frequency: 'monthly',
      last_rebalanced_at: '2026-03-01T11:58:59.000Z',
      next_rebalance_at: '2026-04-01T12:00:00.000Z',
      is_active: true,
      created_at: '2026-01-01T00:00:00.000Z',
      components: [basketComponent],
      latest_value: { value: 1, calculated_at: '2026-03-01T00:00:00.000Z' },
      recent_values: [{ value: 1, calculated_at: '2026-03-01T00:00:00.000Z', generated: true }],
    },
  },
  'basket.value': {
    input: { code: 'GCU' },
    output: {
      basket_code: 'GCU',
      value: 1,
      currency: 'USD',
      calculated_at: '2026-03-01T12:00:00.000Z',
      component_values: {
        USD: basketComponentValue,
        EUR: {
          asset_code: 'EUR',
          asset_name: 'Euro',
          value: 1.085,
          weight: 30,
          units: '0.276497695852',
          weighted_value: 0.3,
          currency: 'USD',
        },
      },
    },
  },
  'basket.history': {
    input: { code: 'GCU', days: 7 },
    output: {
      basket_code: 'GCU',
      period: { start: '2026-02-22T12:00:00.000Z', end: '2026-03-01T12:00:00.000Z' },
      values: [
        {
          value: 0.99964046,
          calculated_at: '2026-02-23T00:00:00.000Z',
          generated: true,
          components: [
            {
              asset_code: 'USD',
              weight: 40,
              units: '0.400000000000',
              price_usd: '1.000000000000000000',
            },
          ],
        },
      ],
    },
  },
  'basket.performance': {
    input: { code: 'GCU', period: '90d' },
    output: {
      basket_code: 'GCU',
      period_type: '90d',
      period_start: '2025-12-01T00:00:00.000Z',
      period_end: '2026-03-01T12:00:00.000Z',
      start_value: 0.99877467,
      end_value: 1,
      high_value: 1.00061282,
      low_value: 0.99657325,
      average_value: 0.99857246,
      return_value: 0.00122533,
      return_percentage: 0.12,
      volatility: 0.52,
      sharpe_ratio: 0.96,
      max_drawdown: 0.4,
      performance_rating: 'neutral',
      risk_rating: 'very_low',
      annualized_return: 0.5,
      value_count: 91,
      components: [basketPartPerformance],
    },
  },
  'basket.components': {
    input: { code: 'GCU' },
    output: [
      {
        asset_code: 'EUR',
        start_price_usd: 1.0729131,
        end_price_usd: 1.085,
        return_percentage: 1.13,
        contribution_percentage: 0.34,
      },
    ],
  },
  'basket.top_performers': {
    input: { code: 'GCU' },
    output: [
      {
        asset_code: 'EUR',
        start_price_usd: 1.0729131,
        end_price_usd: 1.085,
        return_percentage: 1.13,
        contribution_percentage: 0.34,
      },
    ],
  },
  'basket.worst_performers': {
    input: { code: 'GCU' },
    output: [
      {
        asset_code: 'GBP',
        start_price_usd: 1.27571881,
        end_price_usd: 1.27,
        return_percentage: -0.45,
        contribution_percentage: -0.07,
      },
    ],
  },
  'basket.create': {
    input: {
      code: 'EXB',
      name: 'Example',
      type: 'dynamic',
      components: [
        { asset_code: 'USD', weight: 60 },
        { asset_code: 'EUR', weight: '40.00' },
      ],
    },
    output: {
      data: {
        code: 'EXB',
        name: 'Example',
        description: null,
        type: 'dynamic',
        rebalance_frequency: 'monthly',
        last_rebalanced_at: '2026-03-01T12:00:00.000Z',
        next_rebalance_at: '2026-04-01T12:00:00.000Z',
        is_active: true,
        created_at: '2026-03-01T12:00:00.000Z',
        components: [
          {
            asset_code: 'USD',
            asset_name: 'US Dollar',
            weight: 60,
            min_weight: null,
            max_weight: null,
            units: '0.600000000000',
            is_active: true,
          },
        ],
        latest_value: { value: 1, calculated_at: '2026-03-01T12:00:00.000Z' },
      },
      message: 'The basket EXE has been created.',
    },
    other: { name: 'Another' },
    as: 'operator',
  },
  'basket.rebalance': {
    input: { code: 'GCU', simulate: false },
    output: {
      message: 'GCU has been rebalanced.',
      data: {
        status: 'completed',
        basket: 'GCU',
        adjustments: [],
        adjustments_count: 0,
        needs_rebalancing: false,
        current_value: 1,
        rebalanced_at: '2026-03-01T12:00:00.000Z',
        simulated_at: null,
      },
    },
    other: { simulate: true },
    as: 'operator',
  },
  'account.baskets': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      basket_holdings: [
        {
          basket_code: 'GCU',
          basket_name: 'Global Currency Unit',
          balance: '10.0000',
          unit_value: 1,
          total_value: 10,
          last_calculated: '2026-03-01T12:00:00.000Z',
        },
      ],
      total_value: 10,
      currency: 'USD',
      calculated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'account.compose_basket': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', basket_code: 'GCU', amount: '10.0000' },
    output: {
      basket_code: 'GCU',
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      basket_amount: '10.0000',
      transaction_id: '0199d3a2-7c00-7000-8000-000000000005',
      components_used: {
        USD: '4.00',
        EUR: '2.77',
        GBP: '1.19',
        CHF: '0.92',
        JPY: '45',
        XAU: '0.000100',
      },
      fees: { USD: '0.04', EUR: '0.03', GBP: '0.02', CHF: '0.01', JPY: '1', XAU: '0.000001' },
      rounding: 'up',
      composed_at: '2026-03-01T12:00:00.000Z',
    },
    other: { amount: '11.0000' },
  },
  'account.decompose_basket': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', basket_code: 'GCU', amount: '5.0000' },
    output: {
      basket_code: 'GCU',
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      basket_amount: '5.0000',
      transaction_id: '0199d3a2-7c00-7000-8000-000000000005',
      components: {
        USD: '2.00',
        EUR: '1.38',
        GBP: '0.59',
        CHF: '0.45',
        JPY: '22',
        XAU: '0.000050',
      },
      rounding: 'down',
      decomposed_at: '2026-03-01T12:00:00.000Z',
    },
    other: { amount: '6.0000' },
  },
})

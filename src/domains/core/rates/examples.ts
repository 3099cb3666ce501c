// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const exchangeRate = {
  id: '0199d3a2-7c00-7000-8000-000000000003',
  from_asset: 'BTC',
  to_asset: 'USD',
  rate: '45000.0000000000',
  inverse_rate: '0.0000222222',
  bid: '44977.5000000000',
  ask: '45022.5000000000',
  source: 'api',
  valid_at: '2026-03-01T00:00:00.000Z',
  expires_at: null,
  is_active: true,
  age_minutes: 720,
  metadata: { rule: 'daily-wave-1', started: '2026-03-01', generated: true, provider: 'internal' },
}

const exchangeRateListMeta = { total: 1104, valid: 12, stale: 0 }

const pairRate = {
  from_asset: 'EUR',
  to_asset: 'JPY',
  rate: '161.9402985075',
  inverse_rate: '0.0061751152',
  bid: '161.7784391386',
  ask: '162.1023198166',
  source: 'api',
  valid_at: '2026-03-01T00:00:00.000Z',
  expires_at: null,
  is_active: true,
  age_minutes: 720,
  metadata: {
    rule: 'daily-wave-1',
    started: '2026-03-01',
    generated: true,
    provider: 'internal',
    chained: true,
    via: 'USD',
  },
}

const convertedAmount = {
  from_asset: 'EUR',
  to_asset: 'JPY',
  from_amount: 100,
  to_amount: 162,
  from_formatted: '1.00 EUR',
  to_formatted: '162 JPY',
  rate: '161.9402985075',
  rate_age_minutes: 720,
  rounding: 'half-up',
}

const providerRate = {
  provider: 'internal',
  from_asset: 'EUR',
  to_asset: 'USD',
  rate: '1.0850000000',
  inverse_rate: '0.9216589862',
  bid: '1.0844575000',
  ask: '1.0855425000',
  source: 'api',
  valid_at: '2026-03-01T12:00:00.000Z',
  expires_at: null,
  is_active: true,
  age_minutes: 0,
  metadata: { rule: 'daily-wave-1', started: '2026-03-01', generated: true, provider: 'internal' },
}

export const examples = defineExamples({
  'rate.list_public': { output: { data: [exchangeRate], meta: exchangeRateListMeta } },
  'rate.list': { output: { data: [exchangeRate], meta: exchangeRateListMeta } },
  'rate.get_public': { input: { from: 'EUR', to: 'JPY' }, output: pairRate },
  'rate.get': {
    input: { from: 'eur', to: 'usd' },
    output: {
      ...pairRate,
      to_asset: 'USD',
      rate: '1.0850000000',
      inverse_rate: '0.9216589862',
      bid: '1.0844575000',
      ask: '1.0855425000',
      metadata: {
        rule: 'daily-wave-1',
        started: '2026-03-01',
        generated: true,
        provider: 'internal',
      },
    },
    pathIsChoice: true,
  },
  'rate.convert_public': {
    input: { from: 'EUR', to: 'JPY', amount: '100' },
    output: convertedAmount,
  },
  'rate.convert': {
    input: { from: 'EUR', to: 'USD', amount: '100' },
    output: {
      ...convertedAmount,
      to_asset: 'USD',
      to_amount: 109,
      to_formatted: '1.09 USD',
      rate: '1.0850000000',
    },
    pathIsChoice: true,
  },
  'rate.refresh': {
    input: { pairs: ['EUR/USD'] },
    output: {
      message: '1 rate was updated.',
      updated_count: 1,
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-000000000003',
          from_asset: 'EUR',
          to_asset: 'USD',
          rate: '1.0850000000',
          inverse_rate: '0.9216589862',
          bid: '1.0844575000',
          ask: '1.0855425000',
          source: 'api',
          valid_at: '2026-03-01T12:00:00.000Z',
          expires_at: null,
          is_active: true,
          age_minutes: 0,
          metadata: {
            rule: 'daily-wave-1',
            started: '2026-03-01',
            generated: true,
            provider: 'internal',
          },
        },
      ],
    },
    other: { pairs: ['GBP/USD'] },
    as: 'operator',
  },
  'rate.set': {
    input: { from_asset: 'FUSD', rate: '1.0001' },
    output: {
      data: {
        id: '0199d3a2-7c00-7000-8000-000000000003',
        from_asset: 'FUSD',
        to_asset: 'USD',
        rate: '1.0001000000',
        inverse_rate: '0.9999000100',
        bid: null,
        ask: null,
        source: 'manual',
        valid_at: '2026-03-01T12:00:00.000Z',
        expires_at: null,
        is_active: true,
        age_minutes: 0,
        metadata: { set_by: '0199d3a2-7c00-7000-8000-000000000002', provider: 'operator' },
      },
      message: 'The rate is set.',
    },
    other: { rate: '1.0002' },
    as: 'operator',
  },
  'exchange.convert': {
    input: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      from_currency: 'USD',
      to_currency: 'JPY',
      amount: '1.00',
    },
    output: {
      message: '1.00 USD converted to 149 JPY.',
      data: {
        transaction_id: '0199d3a2-7c00-7000-8000-000000000005',
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        from_amount: '1.00',
        to_amount: '149',
        from_currency: 'USD',
        to_currency: 'JPY',
        exchange_rate: '149.2537313433',
        rounding: 'down',
        from_balance_after: '99.00',
        to_balance_after: '149',
        completed_at: '2026-03-01T12:00:00.000Z',
      },
    },
    other: { amount: '2.00' },
  },
  'rate_provider.list': {
    output: [
      {
        name: 'internal',
        title: 'Florin table of prices',
        source: 'api',
        simulated: true,
        assets: ['BTC', 'CHF'],
        last_update: '2026-03-01T12:00:00.000Z',
      },
    ],
  },
  'rate_provider.rate': {
    input: { provider: 'internal', from: 'EUR', to: 'USD' },
    output: providerRate,
  },
  'rate_provider.compare': {
    input: { from: 'EUR', to: 'USD' },
    output: {
      from_asset: 'EUR',
      to_asset: 'USD',
      rates: [providerRate],
      best_bid: 'internal',
      best_ask: 'internal',
    },
  },
  'rate_provider.aggregate': {
    input: { from: 'EUR', to: 'USD' },
    output: {
      from_asset: 'EUR',
      to_asset: 'USD',
      rate: '1.0850000000',
      lowest: '1.0850000000',
      highest: '1.0850000000',
      spread_percent: '0.00',
      providers: ['internal'],
    },
  },
  'rate_provider.history': {
    input: { from: 'EUR', to: 'USD', start_date: '2026-03-01', end_date: '2026-03-01' },
    output: {
      from_asset: 'EUR',
      to_asset: 'USD',
      start_date: '2026-03-01',
      end_date: '2026-03-01',
      rates: [
        { date: '2026-03-01', rate: '1.0850000000', inverse_rate: '0.9216589862', generated: true },
      ],
    },
  },
  'rate_provider.validate': {
    input: { from: 'EUR', to: 'USD', rate: '1.08' },
    output: {
      from_asset: 'EUR',
      to_asset: 'USD',
      rate: '1.0800000000',
      reference_rate: '1.0850000000',
      deviation_percent: '-0.46',
      spread_percent: null,
      age_seconds: null,
      is_valid: true,
      problems: [],
    },
  },
})

// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const asset = {
  code: 'BTC',
  name: 'Bitcoin',
  type: 'crypto',
  symbol: '₿',
  precision: 8,
  is_active: true,
  is_tradeable: true,
  max_amount: 1000000000000000,
  metadata: {},
}

const assetTypeCounts = { fiat: 5, crypto: 3, commodity: 1, custom: 3, basket: 1 }

const assetListMeta = { total: 13, active: 13, types: assetTypeCounts }

const assetMarketData = {
  price_usd: '1.0850000000',
  bid_usd: '1.0844575000',
  ask_usd: '1.0855425000',
  '24h_change': '0.01',
  source: 'api',
  valid_at: '2026-03-01T00:00:00.000Z',
}

const assetStatistics = {
  total_supply: '0.00',
  circulating_supply: '0.00',
  market_data: assetMarketData,
  total_accounts: 0,
  total_balance: 0,
  active_rates: 1,
}

const assetDetail = {
  id: 'EUR',
  code: 'EUR',
  name: 'Euro',
  type: 'fiat',
  symbol: '€',
  precision: 2,
  is_active: true,
  is_tradeable: true,
  max_amount: 1000000000000000,
  metadata: {},
  statistics: assetStatistics,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

export const examples = defineExamples({
  'asset.list_public': { output: { data: [asset], meta: assetListMeta } },
  'asset.list': { output: { data: [asset], meta: assetListMeta } },
  'asset.get_public': { input: { code: 'EUR' }, output: assetDetail },
  'asset.get': { input: { code: 'eur' }, output: assetDetail, pathIsChoice: true },
  'asset.create': {
    input: { name: 'Example', type: 'custom', precision: 2, code: 'EXB' },
    output: {
      data: {
        code: 'EXB',
        name: 'Example',
        type: 'custom',
        symbol: 'EXB',
        precision: 2,
        is_active: true,
        is_tradeable: false,
        max_amount: 1000000000000000,
        metadata: {},
      },
      message: 'The asset is added.',
    },
    other: { name: 'Another' },
    as: 'operator',
  },
  'asset.update': {
    input: { code: 'EXB', name: 'Renamed' },
    output: {
      data: {
        code: 'EXB',
        name: 'Renamed',
        type: 'custom',
        symbol: 'EXB',
        precision: 2,
        is_active: true,
        is_tradeable: false,
        max_amount: 1000000000000000,
        metadata: {},
      },
      message: 'The asset is changed.',
    },
    other: { name: 'Renamed again' },
    as: 'operator',
  },
  'asset.deactivate': {
    input: { code: 'EXB' },
    output: {
      data: {
        code: 'EXB',
        name: 'Example',
        type: 'custom',
        symbol: 'EXB',
        precision: 2,
        is_active: false,
        is_tradeable: false,
        max_amount: 1000000000000000,
        metadata: {},
      },
      message: 'The asset is no longer active.',
    },
    as: 'operator',
  },
})

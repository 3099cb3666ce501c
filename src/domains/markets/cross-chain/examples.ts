// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const QUOTE = 'quote_br_5SxA9WSpBlL3XuR71fpXtXh4rccrwqIssdl-3Orywrfa87aCD7M2sHpz1h3apyLf'
const SWAP_QUOTE = 'xswap_5SxA9WSpBlL3XuR71fpXtXh4rccrwqIssdl-3Orywrfa87aCD7M2sHpz1h3apyLf'
const SENDER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const RECIPIENT = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const BRIDGE_ID = 'btx_0199d3a27c0070008000000000000090'
const SWAP_ID = 'swap_0199d3a27c0070008000000000000091'

const bridge = {
  bridge_tx_id: BRIDGE_ID,
  quote_id: QUOTE,
  status: 'pending',
  source_chain: 'ethereum',
  destination_chain: 'polygon',
  token: 'USDC',
  amount: '1000.000000',
  bridge_protocol: 'circle_cctp',
  sender_address: SENDER,
  recipient_address: RECIPIENT,
  source_tx_hash: null,
  destination_tx_hash: null,
  fee_amount: '0.800000',
  fee_currency: 'USDC',
  confirmations: 0,
  created_at: '2026-03-01T12:00:00.000Z',
  estimated_completion_at: '2026-03-01T12:13:00.000Z',
  completed_at: null,
  metadata: {
    simulated: true,
    expected_amount: '999.200000',
    minimum_amount: '994.204000',
    received_amount: null,
    source_account_uuid: '0199d3a2-7c00-7000-8000-000000000092',
    destination_account_uuid: null,
    deadline_at: '2026-03-01T12:30:00.000Z',
    reason: null,
  },
}

const swap = {
  swap_id: SWAP_ID,
  quote_id: SWAP_QUOTE,
  status: 'pending',
  bridge_tx_id: BRIDGE_ID,
  bridge_status: 'pending',
  swap_tx_hash: null,
  source_chain: 'ethereum',
  destination_chain: 'polygon',
  from_token: 'USDC',
  to_token: 'USDC',
  input_amount: '1000.000000',
  expected_output: '999.200000',
  min_output: '994.204000',
  output_amount: null,
  output_token: null,
  swap_failed: false,
  total_fee: '0.800000',
  fee_currency: 'USDC',
  estimated_time_seconds: 780,
  reason: null,
  simulated: true,
  created_at: '2026-03-01T12:00:00.000Z',
  completed_at: null,
}

const route = {
  source_chain: 'ethereum',
  destination_chain: 'polygon',
  token: 'USDC',
  amount: '1000.00',
}

const swapRoute = {
  from_chain: 'ethereum',
  to_chain: 'polygon',
  from_token: 'USDC',
  to_token: 'USDC',
  amount: '1000.00',
}

const feeQuote = {
  protocol: 'circle_cctp',
  fee: '0.800000',
  fee_currency: 'USDC',
  estimated_time_seconds: 780,
  output_amount: '999.200000',
  recommended: true,
}

export const examples = defineExamples({
  'crosschain.chains': {
    output: [
      {
        network: 'ethereum',
        chain_id: 1,
        is_evm: true,
        native_currency: 'ETH',
        bridge_providers: ['wormhole', 'layerzero', 'axelar', 'circle_cctp'],
      },
    ],
  },
  'bridge.quote': {
    input: route,
    output: {
      quote_id: QUOTE,
      bridge_protocol: 'circle_cctp',
      source_chain: 'ethereum',
      destination_chain: 'polygon',
      token: 'USDC',
      input_amount: '1000.000000',
      estimated_receive_amount: '999.200000',
      fee_amount: '0.800000',
      fee_currency: 'USDC',
      exchange_rate: '1.000000',
      estimated_duration_seconds: 780,
      recommended: true,
      quote_expires_at: '2026-03-01T12:05:00.000Z',
      alternative_quotes: [
        {
          bridge_protocol: 'layerzero',
          estimated_receive_amount: '998.900000',
          fee_amount: '1.100000',
          estimated_duration_seconds: 120,
          recommended: true,
        },
      ],
      simulated: true,
    },
  },
  'bridge.initiate': {
    input: {
      quote_id: QUOTE,
      sender_address: SENDER,
      recipient_address: RECIPIENT,
      slippage_tolerance: 0.005,
      deadline_minutes: 30,
    },
    output: bridge,
    other: { deadline_minutes: 60 },
  },
  'bridge.start': {
    input: { ...route, protocol: 'circle_cctp' },
    output: bridge,
    other: { amount: '500.00' },
  },
  'bridge.status': { input: { id: BRIDGE_ID }, output: bridge },
  'bridge.list': { output: onePage(bridge) },
  'bridge.fees': {
    input: { from: 'ethereum', to: 'polygon', token: 'USDC', amount: '1000.00' },
    output: {
      from: 'ethereum',
      to: 'polygon',
      token: 'USDC',
      amount: '1000.00',
      quotes: [feeQuote],
      cheapest: feeQuote,
      fastest: feeQuote,
      summary: {
        available_providers: 1,
        route_supported: true,
        fee_range: { min: '0.800000', max: '0.800000' },
        time_range: { min_seconds: 780, max_seconds: 780 },
        best_value: 'circle_cctp',
        fastest_provider: 'circle_cctp',
      },
    },
  },
  'cross_chain_swap.start': {
    input: {
      source_chain: 'ethereum',
      destination_chain: 'polygon',
      from_token: 'USDC',
      to_token: 'USDC',
      amount: '1000.00',
      slippage_bps: 50,
    },
    output: swap,
    other: { amount: '500.00' },
  },
  'cross_chain_swap.quote': {
    input: swapRoute,
    output: {
      quote_id: SWAP_QUOTE,
      source_chain: 'ethereum',
      destination_chain: 'polygon',
      from_token: 'USDC',
      to_token: 'USDC',
      input_amount: '1000.000000',
      bridge_protocol: 'circle_cctp',
      bridged_amount: '999.200000',
      expected_output: '999.200000',
      bridge_fee: '0.800000',
      swap_gas: '0.000000',
      total_fee: '0.800000',
      fee_currency: 'USDC',
      requires_swap: false,
      estimated_time_seconds: 780,
      quote_expires_at: '2026-03-01T12:05:00.000Z',
      simulated: true,
    },
  },
  'cross_chain_swap.execute': {
    input: { ...swapRoute, wallet_address: RECIPIENT },
    output: swap,
    other: { amount: '500.00' },
  },
  'cross_chain_swap.status': { input: { id: SWAP_ID }, output: swap },
  'cross_chain_swap.list': { output: onePage(swap) },
  'crosschain.portfolio': {
    output: {
      wallet_address: SENDER,
      total_value_usd: '999.20',
      balances: [{ chain: 'polygon', token: 'USDC', balance: '999.200000', value_usd: '999.20' }],
      defi_summary: {
        total_value_usd: '0.00',
        positions_count: 0,
        protocol_breakdown: {},
        chain_breakdown: {},
        type_breakdown: {},
        weighted_avg_apy: '0.00',
        at_risk_positions: 0,
      },
      bridge_history: { total: 1, pending: 0, completed: 1 },
      chains_active: ['polygon'],
    },
  },
})

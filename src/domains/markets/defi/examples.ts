// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const AT = '2026-03-01T12:00:00.000Z'
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ACCOUNT = '0199d3a2-7c00-7000-8000-000000000071'
const CUSTODY = '0199d3a2-7c00-7000-8000-000000000072'

const quote = {
  quote_id: 'quote_sw_Zmxvcmlu',
  chain: 'ethereum',
  token_in: 'USDC',
  token_out: 'WETH',
  amount_in: '1000.000000',
  estimated_output: '0.398786747023524112',
  minimum_output: '0.396792813288406492',
  price_impact_percent: '0.0034',
  estimated_gas_usd: '15.00',
  gas_amount: '15.000000',
  best_route: {
    dex: 'uniswap_v3',
    path: ['USDC', 'WETH'],
    pools: ['0x00000000000000000000000000000000DeaDBeef'],
    fee_tier: '0.3%',
  },
  alternative_routes: [
    {
      dex: 'sushiswap',
      estimated_output: '0.398733741007026574',
      price_impact_percent: '0.0167',
    },
  ],
  simulated: true,
  quote_expires_at: '2026-03-01T12:01:00.000Z',
}

const swap = {
  swap_id: 'swap_0199d3a2-7c00-7000-8000-000000000073',
  quote_id: quote.quote_id,
  status: 'submitted',
  tx_hash: '0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  chain: 'ethereum',
  token_in: 'USDC',
  token_out: 'WETH',
  amount_in: quote.amount_in,
  expected_output: quote.estimated_output,
  minimum_output: quote.minimum_output,
  output: null,
  dex: 'uniswap_v3',
  gas_price_gwei: '35',
  gas_amount: quote.gas_amount,
  gas_usd: '15.00',
  wallet_address: WALLET,
  account_uuid: ACCOUNT,
  custody_account_uuid: CUSTODY,
  reason: null,
  simulated: true,
  deadline_at: '2026-03-01T12:20:00.000Z',
  created_at: AT,
  ended_at: null,
}

const supply = {
  position_id: 'pos-0199d3a2-7c00-7000-8000-000000000074',
  protocol: 'aave_v3',
  type: 'supply',
  status: 'active',
  chain: 'ethereum',
  asset: 'USDC',
  amount: '1000.000000',
  value_usd: '1000.00',
  apy: '3.50',
  health_factor: null,
  created_at: AT,
}

const stake = {
  ...supply,
  position_id: 'pos-0199d3a2-7c00-7000-8000-000000000075',
  protocol: 'lido',
  type: 'stake',
  asset: 'ETH',
  amount: '1.000000000000000000',
  value_usd: '2500.00',
  apy: '3.80',
}

const loan = {
  ...supply,
  position_id: 'pos-0199d3a2-7c00-7000-8000-000000000076',
  type: 'borrow',
  amount: '100.000000',
  value_usd: '100.00',
  apy: '5.20',
  health_factor: '8.00',
}

const breakdown = { value_usd: '1000.00', positions: 1 }
const lending = { chain: 'ethereum', token: 'USDC', amount: '100' }

export const examples = defineExamples({
  'defi_protocol.list': {
    output: [{ name: 'uniswap_v3', display: 'Uniswap V3', category: 'dex' }],
  },
  'defi_quote.create': {
    input: {
      chain: 'ethereum',
      token_in: 'USDC',
      token_out: 'WETH',
      amount_in: '1000',
      slippage_tolerance: 0.005,
      dex_sources: ['uniswap_v3', 'sushiswap'],
    },
    output: quote,
    other: { amount_in: '1001' },
  },
  'defi_quote.get': {
    input: { from: 'USDC', to: 'WETH', amount: '1000', chain: 'ethereum' },
    output: quote,
  },
  'defi_swap.execute': {
    input: {
      quote_id: quote.quote_id,
      wallet_address: WALLET,
      max_gas_price_gwei: 50,
      deadline_minutes: 20,
    },
    output: swap,
    other: { deadline_minutes: 30 },
  },
  'defi_swap.create': {
    input: {
      from_token: 'USDC',
      to_token: 'WETH',
      amount: '1000',
      slippage_bps: 50,
      chain: 'ethereum',
    },
    output: swap,
    other: { amount: '1001' },
  },
  'defi_swap.get': { input: { swap_id: swap.swap_id }, output: swap },
  'defi_swap.list': { input: { per_page: 20 }, output: onePage(swap) },
  'defi_flash_loan.create': {
    input: {
      token: 'USDC',
      amount: '20000',
      operations: [
        { type: 'swap', from: 'USDC', to: 'WETH', dex: 'uniswap' },
        { type: 'swap', from: 'WETH', to: 'USDC', dex: 'sushiswap' },
      ],
    },
    output: {
      loan_id: 'flash_0199d3a2-7c00-7000-8000-000000000077',
      tx_hash: swap.tx_hash,
      chain: 'ethereum',
      token: 'USDC',
      borrowed_amount: '20000.000000',
      fee: '10.000000',
      repay_amount: '20010.000000',
      operations: [
        {
          type: 'swap',
          from: 'USDC',
          to: 'WETH',
          dex: 'uniswap_v3',
          input: '20000.000000',
          output: '7.990674883410851237',
        },
        {
          type: 'swap',
          from: 'WETH',
          to: 'USDC',
          dex: 'sushiswap',
          input: '7.990674883410851237',
          output: '21723.420715',
        },
      ],
      profit: '1713.420715',
      status: 'repaid',
      simulated: true,
      created_at: AT,
    },
    other: { amount: '20001' },
  },
  'defi_portfolio.get': {
    output: {
      total_value_usd: '1000.00',
      positions_count: 1,
      protocol_breakdown: { aave_v3: breakdown },
      chain_breakdown: { ethereum: breakdown },
      type_breakdown: { supply: breakdown },
      weighted_avg_apy: '3.50',
      at_risk_positions: 0,
      positions: [supply],
    },
  },
  'defi_position.list': {
    input: { wallet_address: WALLET, chain: 'ethereum', protocol: 'aave_v3' },
    output: [supply],
  },
  'defi_yield.list': { input: { wallet_address: WALLET }, output: [stake, supply] },
  'defi_market.list': {
    input: { chain: 'ethereum' },
    output: [
      {
        token: 'USDC',
        supply_apy: '3.50',
        borrow_apy: '5.20',
        total_supplied: '50000000.000000',
        total_borrowed: '30000000.000000',
        ltv: '0.80',
      },
    ],
  },
  'defi_lending.supply': { input: lending, output: supply, other: { amount: '101' } },
  'defi_lending.withdraw': { input: lending, output: supply, other: { amount: '101' } },
  'defi_lending.borrow': { input: lending, output: loan, other: { amount: '101' } },
  'defi_lending.repay': {
    input: lending,
    output: {
      ...loan,
      status: 'closed',
      amount: '0.000000',
      value_usd: '0.00',
      health_factor: null,
    },
    other: { amount: '101' },
  },
  'defi_staking.get': {
    input: { chain: 'ethereum', wallet_address: WALLET },
    output: {
      protocol: 'lido',
      staking_apy: '3.80',
      staked_balance: {
        staked: '1.000000000000000000',
        derivative_balance: '1.000000000000000000',
        derivative_token: 'stETH',
        value_usd: '2500.00',
      },
      unstaking: [{ amount: '0.500000000000000000', available_at: '2026-03-04T12:00:00.000Z' }],
    },
  },
  'defi_staking.stake': {
    input: { chain: 'ethereum', amount: '1' },
    output: stake,
    other: { amount: '1.1' },
  },
  'defi_staking.unstake': {
    input: { chain: 'ethereum', amount: '0.1' },
    output: {
      ...stake,
      amount: '0.900000000000000000',
      value_usd: '2250.00',
      available_at: '2026-03-04T12:00:00.000Z',
    },
    other: { amount: '0.2' },
  },
})

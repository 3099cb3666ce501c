// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const quote = {
  quote_id: 'quote_sw_Zmxvcmlu',
}

const swap = {
  swap_id: 'swap_0199d3a2-7c00-7000-8000-000000000073',
}

const lending = { chain: 'ethereum', token: 'USDC', amount: '100' }

export const examples = defineExamples(answers, {
  'defi_protocol.list': {},
  'defi_quote.create': {
    input: {
      chain: 'ethereum',
      token_in: 'USDC',
      token_out: 'WETH',
      amount_in: '1000',
      slippage_tolerance: 0.005,
      dex_sources: ['uniswap_v3', 'sushiswap'],
    },
    other: { amount_in: '1001' },
  },
  'defi_quote.get': { input: { from: 'USDC', to: 'WETH', amount: '1000', chain: 'ethereum' } },
  'defi_swap.execute': {
    input: {
      quote_id: quote.quote_id,
      wallet_address: WALLET,
      max_gas_price_gwei: 50,
      deadline_minutes: 20,
    },
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
    other: { amount: '1001' },
  },
  'defi_swap.get': { input: { swap_id: swap.swap_id } },
  'defi_swap.list': { input: { per_page: 20 } },
  'defi_flash_loan.create': {
    input: {
      token: 'USDC',
      amount: '20000',
      operations: [
        { type: 'swap', from: 'USDC', to: 'WETH', dex: 'uniswap' },
        { type: 'swap', from: 'WETH', to: 'USDC', dex: 'sushiswap' },
      ],
    },
    other: { amount: '20001' },
  },
  'defi_portfolio.get': {},
  'defi_position.list': {
    input: { wallet_address: WALLET, chain: 'ethereum', protocol: 'aave_v3' },
  },
  'defi_yield.list': { input: { wallet_address: WALLET } },
  'defi_market.list': { input: { chain: 'ethereum' } },
  'defi_lending.supply': { input: lending, other: { amount: '101' } },
  'defi_lending.withdraw': { input: lending, other: { amount: '101' } },
  'defi_lending.borrow': { input: lending, other: { amount: '101' } },
  'defi_lending.repay': {
    input: lending,
    other: { amount: '101' },
  },
  'defi_staking.get': { input: { chain: 'ethereum', wallet_address: WALLET } },
  'defi_staking.stake': {
    input: { chain: 'ethereum', amount: '1' },
    other: { amount: '1.1' },
  },
  'defi_staking.unstake': {
    input: { chain: 'ethereum', amount: '0.1' },
    other: { amount: '0.2' },
  },
})

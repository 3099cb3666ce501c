// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const QUOTE = 'quote_br_5SxA9WSpBlL3XuR71fpXtXh4rccrwqIssdl-3Orywrfa87aCD7M2sHpz1h3apyLf'
const SENDER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const RECIPIENT = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const BRIDGE_ID = 'btx_0199d3a27c0070008000000000000090'
const SWAP_ID = 'swap_0199d3a27c0070008000000000000091'

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

export const examples = defineExamples(answers, {
  'crosschain.chains': {},
  'bridge.quote': { input: route },
  'bridge.initiate': {
    input: {
      quote_id: QUOTE,
      sender_address: SENDER,
      recipient_address: RECIPIENT,
      slippage_tolerance: 0.005,
      deadline_minutes: 30,
    },
    other: { deadline_minutes: 60 },
  },
  'bridge.start': {
    input: { ...route, protocol: 'circle_cctp' },
    other: { amount: '500.00' },
  },
  'bridge.status': { input: { id: BRIDGE_ID } },
  'bridge.list': {},
  'bridge.fees': { input: { from: 'ethereum', to: 'polygon', token: 'USDC', amount: '1000.00' } },
  'cross_chain_swap.start': {
    input: {
      source_chain: 'ethereum',
      destination_chain: 'polygon',
      from_token: 'USDC',
      to_token: 'USDC',
      amount: '1000.00',
      slippage_bps: 50,
    },
    other: { amount: '500.00' },
  },
  'cross_chain_swap.quote': { input: swapRoute },
  'cross_chain_swap.execute': {
    input: { ...swapRoute, wallet_address: RECIPIENT },
    other: { amount: '500.00' },
  },
  'cross_chain_swap.status': { input: { id: SWAP_ID } },
  'cross_chain_swap.list': {},
  'crosschain.portfolio': {},
})

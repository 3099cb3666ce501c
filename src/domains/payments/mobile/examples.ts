// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const intent = {
  intentId: 'pi_4fK2mQ8rT1vX6zB3nC7d',
}

const merchant = {
  merchantId: 'mer_9hJ3kL5pQ7sU2wY4aD6f',
}

const transfer = {
  transfer_id: '0199d3a2-7c00-7000-8000-000000000094',
}
const activity = {
  id: '0199d3a2-7c00-7000-8000-000000000047',
}

export const examples = defineExamples(answers, {
  'payment_intent.create': {
    input: {
      amount: '25.00',
      currency: 'USD',
      recipient: 'grace@example.com',
      description: 'Lunch',
    },
    other: { amount: '26.00' },
  },
  'payment_intent.create_for_merchant': {
    input: {
      merchantId: merchant.merchantId,
      amount: '4.5',
      asset: 'USDC',
      preferredNetwork: 'SOLANA',
      shield: false,
      description: 'Coffee',
      idempotencyKey: 'coffee-2026-03-01',
    },
    other: { amount: '5.5', idempotencyKey: 'coffee-2026-03-02' },
  },
  'payment_intent.list': {},
  'payment_intent.get': { input: { id: intent.intentId } },
  'payment_intent.submit': {
    input: { id: intent.intentId, auth: 'biometric', shield: false },
    other: { auth: 'pin' },
  },
  'payment_intent.cancel': {
    input: { id: intent.intentId, reason: 'Changed my mind' },
    other: { reason: 'Paid in cash' },
  },
  'merchant.create': {
    input: {
      displayName: 'Corner Coffee',
      iconUrl: 'https://coffee.example/icon.png',
      acceptedAssets: ['USDC'],
      acceptedNetworks: ['SOLANA', 'TRON'],
    },
    other: { displayName: 'Other Coffee' },
  },
  'merchant.list': {},
  'merchant.get': { input: { id: merchant.merchantId }, isShared: true },
  'merchant.update': {
    input: { id: merchant.merchantId, displayName: 'Corner Café', isOpen: true },
    other: { displayName: 'Corner Tea' },
  },
  'p2p_transfer.create': {
    input: {
      to_user: 'grace@example.com',
      amount: '12.50',
      currency: 'USD',
      note: 'For the taxi',
    },
    other: { amount: '13.50' },
  },
  'p2p_transfer.list': { input: { direction: 'outgoing' } },
  'p2p_transfer.get': { input: { id: transfer.transfer_id } },
  'p2p_transfer.cancel': { input: { id: transfer.transfer_id } },
  'p2p_transfer.claim': { input: { code: 'mK4nP7qR2sT9uV1wX5yZ8aB3cD6eF0gH' } },
  'recipient.search': { input: { q: 'grace' } },
  'p2p_transfer.recipients': { input: { limit: 5 } },
  'mobile.activity': { input: { filter: 'all' } },
  'mobile.feed': { input: { limit: 5, filter: 'income' } },
  'mobile.transaction': { input: { txId: activity.id } },
  'receipt.get': { input: { txId: activity.id, format: 'json' } },
  'receipt.share': { input: { txId: activity.id } },
  'receipt.unshare': { input: { txId: activity.id } },
  'receipt.view': {
    input: { token: 'q8Wn3ZtR5yU7iO1pL4kJ9hG2fD6sA0xC8vB5nM3e', format: 'json' },
  },
  'mobile.config': { input: { app_version: '1.3.0' } },
  'mobile.status': { input: { app_version: '1.3.0' } },
  'network.list': {},
  'network.get': { input: { network: 'SOLANA' }, pathIsChoice: true },
  'network.validate_address': {
    input: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', network: 'base' },
  },
  'network.quote': { input: { network: 'polygon', asset: 'USDC', amount: '12.50' } },
})

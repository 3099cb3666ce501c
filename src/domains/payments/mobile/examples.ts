// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const intent = {
  intentId: 'pi_4fK2mQ8rT1vX6zB3nC7d',
  merchantId: null,
  merchant: null,
  asset: 'USD',
  currency: 'USD',
  network: 'internal',
  amount: '25.00',
  fee: '0.00',
  status: 'AWAITING_AUTH',
  shieldEnabled: false,
  feesEstimate: { nativeAsset: 'USD', amount: '0', usdApprox: '0.00' },
  recipient: 'grace@example.com',
  recipientKind: 'email',
  description: 'Lunch',
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-01T12:15:00.000Z',
  tx: null,
  confirmations: 0,
  requiredConfirmations: 1,
  error: null,
  simulated: false,
}

const merchant = {
  merchantId: 'mer_9hJ3kL5pQ7sU2wY4aD6f',
  displayName: 'Corner Coffee',
  iconUrl: 'https://coffee.example/icon.png',
  acceptedAssets: ['USDC'],
  acceptedNetworks: ['SOLANA', 'TRON'],
  isOpen: true,
  createdAt: '2026-03-01T12:00:00.000Z',
}

const merchantIntent = {
  ...intent,
  merchantId: merchant.merchantId,
  merchant: { displayName: merchant.displayName, iconUrl: merchant.iconUrl },
  asset: 'USDC',
  currency: 'USDC',
  network: 'SOLANA',
  amount: '4.500000',
  fee: '0.000000',
  feesEstimate: { nativeAsset: 'SOL', amount: '0.00004', usdApprox: '0.01' },
  recipient: merchant.merchantId,
  recipientKind: 'merchant',
  description: 'Coffee',
  requiredConfirmations: 32,
  simulated: true,
}

const transfer = {
  transfer_id: '0199d3a2-7c00-7000-8000-000000000094',
  direction: 'outgoing',
  from_user: '0199d3a2-7c00-7000-8000-000000000001',
  to_user: 'grace@example.com',
  amount: '12.50',
  currency: 'USD',
  note: 'For the taxi',
  status: 'pending',
  fee: '0.00',
  created_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-08T12:00:00.000Z',
  ended_at: null,
}
const ended = '2026-03-01T12:01:00.000Z'

const activity = {
  id: '0199d3a2-7c00-7000-8000-000000000047',
  type: 'transfer_in',
  amount: '7.00',
  asset: 'USD',
  timestamp: '2026-03-01T12:00:00.000Z',
  status: 'completed',
  protected: false,
  merchantName: null,
  merchantIconUrl: null,
  fromAddress: null,
  toAddress: '0199d3a2-7c00-7000-8000-000000000012',
}

const shown = {
  receiptId: 'rcpt_5d41402abc4b2a76b9719d91',
  merchantName: null,
  amount: '7.00',
  asset: 'USD',
  dateTime: '2026-03-01T12:00:00.000Z',
  networkFee: '0.00',
  status: 'CONFIRMED',
}
const receipt = {
  ...shown,
  sharePayload: null,
  shareExpiresAt: null,
  pdfUrl: `https://bank.example/api/v1/transactions/${activity.id}/receipt?format=pdf`,
}

const versions = {
  min_app_version: '1.0.0',
  latest_app_version: '1.3.1',
  force_update: false,
  maintenance_mode: false,
}

const solana = {
  id: 'SOLANA',
  name: 'Solana',
  native_asset: 'SOL',
  status: 'active',
  avg_fee_usd: '0.001',
  avg_confirmation_seconds: 5,
  congestion: 'low',
  supported_assets: ['USDC'],
  simulated: true,
}

export const examples = defineExamples({
  'payment_intent.create': {
    input: {
      amount: '25.00',
      currency: 'USD',
      recipient: 'grace@example.com',
      description: 'Lunch',
    },
    output: intent,
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
    output: merchantIntent,
    other: { amount: '5.5', idempotencyKey: 'coffee-2026-03-02' },
  },
  'payment_intent.list': { output: onePage(intent) },
  'payment_intent.get': { input: { id: intent.intentId }, output: intent },
  'payment_intent.submit': {
    input: { id: intent.intentId, auth: 'biometric', shield: false },
    output: { intentId: intent.intentId, status: 'PENDING' },
    other: { auth: 'pin' },
  },
  'payment_intent.cancel': {
    input: { id: intent.intentId, reason: 'Changed my mind' },
    output: { intentId: intent.intentId, status: 'CANCELLED', merchant: null, amount: '25.00' },
    other: { reason: 'Paid in cash' },
  },
  'merchant.create': {
    input: {
      displayName: 'Corner Coffee',
      iconUrl: 'https://coffee.example/icon.png',
      acceptedAssets: ['USDC'],
      acceptedNetworks: ['SOLANA', 'TRON'],
    },
    output: merchant,
    other: { displayName: 'Other Coffee' },
  },
  'merchant.list': { output: onePage(merchant) },
  'merchant.get': { input: { id: merchant.merchantId }, output: merchant, isShared: true },
  'merchant.update': {
    input: { id: merchant.merchantId, displayName: 'Corner Café', isOpen: true },
    output: { ...merchant, displayName: 'Corner Café' },
    other: { displayName: 'Corner Tea' },
  },
  'p2p_transfer.create': {
    input: {
      to_user: 'grace@example.com',
      amount: '12.50',
      currency: 'USD',
      note: 'For the taxi',
    },
    output: transfer,
    other: { amount: '13.50' },
  },
  'p2p_transfer.list': { input: { direction: 'outgoing' }, output: onePage(transfer) },
  'p2p_transfer.get': { input: { id: transfer.transfer_id }, output: transfer },
  'p2p_transfer.cancel': {
    input: { id: transfer.transfer_id },
    output: { ...transfer, status: 'cancelled', ended_at: ended },
  },
  'p2p_transfer.claim': {
    input: { code: 'mK4nP7qR2sT9uV1wX5yZ8aB3cD6eF0gH' },
    output: {
      ...transfer,
      direction: 'incoming',
      to_user: '0199d3a2-7c00-7000-8000-000000000002',
      status: 'completed',
      ended_at: ended,
    },
  },
  'recipient.search': {
    input: { q: 'grace' },
    output: [
      {
        kind: 'email',
        recipient: 'grace@example.com',
        name: null,
        last_reference: null,
        last_paid_at: '2026-03-01T12:00:00.000Z',
        times: 1,
      },
    ],
  },
  'p2p_transfer.recipients': {
    input: { limit: 5 },
    output: [
      {
        recipient: 'grace@example.com',
        type: 'email',
        last_sent_at: '2026-03-01T12:00:00.000Z',
        times: 1,
      },
    ],
  },
  'mobile.activity': { input: { filter: 'all' }, output: onePage(activity) },
  'mobile.feed': {
    input: { limit: 5, filter: 'income' },
    output: { items: [activity], next_cursor: null, has_more: false },
  },
  'mobile.transaction': {
    input: { txId: activity.id },
    output: {
      ...activity,
      network: 'internal',
      referenceId: '#5D41402A',
      fee: '0.00',
      explorerUrl: null,
      privacyNote: null,
      hash: null,
    },
  },
  'receipt.get': { input: { txId: activity.id, format: 'json' }, output: receipt },
  'receipt.share': {
    input: { txId: activity.id },
    output: {
      ...receipt,
      sharePayload: 'https://bank.example/api/v1/receipts/q8Wn3ZtR5yU7iO1pL4kJ9hG2fD6sA0xC8vB5nM3e',
      shareExpiresAt: '2026-03-31T12:00:00.000Z',
    },
  },
  'receipt.unshare': {
    input: { txId: activity.id },
    output: { message: 'The link no longer shows the receipt.' },
  },
  'receipt.view': {
    input: { token: 'q8Wn3ZtR5yU7iO1pL4kJ9hG2fD6sA0xC8vB5nM3e', format: 'json' },
    output: shown,
  },
  'mobile.config': {
    input: { app_version: '1.3.0' },
    output: {
      ...versions,
      features: {
        biometric_auth: true,
        passkeys: true,
        payment_intents: true,
        merchant_payments: true,
        p2p_transfers: true,
        p2p_by_email: true,
        push_notifications: true,
      },
      websocket: { url: 'wss://bank.example/api/graphql', protocol: 'graphql-transport-ws' },
    },
  },
  'mobile.status': {
    input: { app_version: '1.3.0' },
    output: { status: 'operational', ...versions, server_time: '2026-03-01T12:00:00.000Z' },
  },
  'network.list': { output: [solana] },
  'network.get': { input: { network: 'SOLANA' }, output: solana, pathIsChoice: true },
  'network.validate_address': {
    input: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', network: 'base' },
    output: {
      valid: true,
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      networks: ['base'],
    },
  },
  'network.quote': {
    input: { network: 'polygon', asset: 'USDC', amount: '12.50' },
    output: {
      network: 'polygon',
      asset: 'USDC',
      amount: '12.500000',
      estimated_fee: '0.01',
      fee_currency: 'USD',
      estimated_time_seconds: 6,
      exchange_rate_usd: '1.00',
      simulated: true,
    },
  },
})

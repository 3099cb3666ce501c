// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const walletAddress = {
  uuid: '0199d3a2-7c00-7000-8000-000000000045',
  chain: 'base',
  network: 'base',
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  type: 'keypair',
  deployed: false,
  label: null,
  public_key: null,
  derivation_path: null,
  is_active: true,
  metadata: {},
  created_at: '2026-03-01T12:00:00.000Z',
}

const activity = {
  id: '0199d3a2-7c00-7000-8000-000000000047',
  type: 'transfer_in',
  amount: '7.00',
  asset: 'USD',
  timestamp: '2026-03-01T12:00:00.000Z',
  status: 'completed',
  protected: false,
}

export const examples = defineExamples({
  'wallet.addresses': {
    input: { chain: 'base', include_inactive: true },
    output: { ...onePage(walletAddress, 100), count: 1, success: true },
  },
  'wallet.create_address': {
    input: {
      chain: 'base',
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      label: 'Savings',
      public_key: '04deadbeef',
      derivation_path: "m/44'/60'/0'/0/0",
      metadata: { device: 'ledger' },
    },
    output: {
      ...walletAddress,
      label: 'Savings',
      public_key: '04deadbeef',
      derivation_path: "m/44'/60'/0'/0/0",
      metadata: { device: 'ledger' },
    },
    other: { label: 'Spending' },
  },
  'wallet.delete_address': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000046' },
    output: { ...walletAddress, uuid: '0199d3a2-7c00-7000-8000-000000000046', is_active: false },
  },
  'wallet.activity': {
    input: { limit: 5 },
    output: { items: [activity], count: 2, has_more: false },
  },
})

// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'wallet.addresses': {
    output: {
      data: [
        {
          uuid: '0199d3a2-7c00-7000-8000-028fe4568919',
          chain: 'base',
          network: 'base',
          address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
          type: 'keypair',
          deployed: false,
          label: 'Savings',
          public_key: '04deadbeef',
          derivation_path: "m/44'/60'/0'/0/0",
          is_active: true,
          metadata: { device: 'ledger' },
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 100, total: 1, from: 1, to: 1 },
      count: 1,
      success: true,
    },
    varies: ['data.address'],
  },
  'wallet.create_address': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-4b4703e7891b',
      chain: 'base',
      network: 'base',
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      type: 'keypair',
      deployed: false,
      label: 'Savings',
      public_key: '04deadbeef',
      derivation_path: "m/44'/60'/0'/0/0",
      is_active: true,
      metadata: { device: 'ledger' },
      created_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'wallet.delete_address': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-000000000046',
      chain: 'base',
      network: 'base',
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      type: 'keypair',
      deployed: false,
      label: 'Savings',
      public_key: '04deadbeef',
      derivation_path: "m/44'/60'/0'/0/0",
      is_active: false,
      metadata: { device: 'ledger' },
      created_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'wallet.activity': {
    output: {
      items: [
        {
          id: '0199d3a2-7c00-7000-8000-93ab579822c4',
          type: 'transfer_in',
          amount: '5.00',
          asset: 'EUR',
          timestamp: '2026-03-01T12:00:00.000Z',
          status: 'completed',
          protected: false,
          counterpartyName: null,
        },
        {
          id: '0199d3a2-7c00-7000-8000-bbfa7f12cafd',
          type: 'transfer_in',
          amount: '100.00',
          asset: 'USD',
          timestamp: '2026-03-01T12:00:00.000Z',
          status: 'completed',
          protected: false,
          counterpartyName: null,
        },
      ],
      count: 2,
      has_more: false,
    },
  },
}

// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'wallet.addresses': { input: { chain: 'base', include_inactive: true } },
  'wallet.create_address': {
    input: {
      chain: 'base',
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      label: 'Savings',
      public_key: '04deadbeef',
      derivation_path: "m/44'/60'/0'/0/0",
      metadata: { device: 'ledger' },
    },
    other: { label: 'Spending' },
  },
  'wallet.delete_address': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000046' } },
  'wallet.activity': { input: { limit: 5 } },
})

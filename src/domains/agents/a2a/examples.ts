// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'a2a.card': {},
  'task.send': {
    input: {
      sender_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      skill_id: 'trading',
      input: {
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        type: 'buy',
        order_type: 'limit',
        base_currency: 'EUR',
        quote_currency: 'USD',
        amount: '10',
        price: '1.00',
      },
      metadata: { note: 'Example' },
    },
    other: { metadata: { note: 'Another' } },
  },
  'task.list': { input: { state: 'input-required' } },
  'task.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000026' } },
  'task.answer': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000026',
      input: {
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        type: 'buy',
        order_type: 'limit',
        base_currency: 'EUR',
        quote_currency: 'USD',
        amount: '10',
        price: '1.00',
      },
    },
    other: { input: {} },
  },
  'task.cancel': { input: { id: '0199d3a2-7c00-7000-8000-000000000026' } },
})

// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const id = '0199d3a2-7c00-7000-8000-000000000061'

export const examples = defineExamples(answers, {
  'dispute.open': {
    input: {
      payment_uuid: '0199d3a2-7c00-7000-8000-000000000060',
      reason: 'wrong_amount',
      description: 'We agreed on 2.00.',
      amount: '3.00',
    },
    other: { reason: 'duplicate' },
  },
  'dispute.list': {},
  'dispute.get': { input: { id } },
  'dispute.send_message': {
    input: { id, text: 'Here is the invoice number: 2041.' },
    other: { text: 'The invoice number is 2042.' },
  },
  'dispute.withdraw': { input: { id } },
  'dispute.queue': { as: 'operator' },
  'dispute.ask': {
    input: { id, question: 'Which amount did you agree on?' },
    other: { question: 'When did you agree on it?' },
    as: 'operator',
  },
  'dispute.accept': {
    input: { id, refund_from: 'receiver', amount: '3.00', reason: 'The invoice shows 2.00.' },
    other: { refund_from: 'bank' },
    as: 'operator',
  },
  'dispute.reject': {
    input: { id, reason: 'The invoice shows the amount that was paid.' },
    other: { reason: 'The invoice is settled.' },
    as: 'operator',
  },
})

// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const ofCard = { id: '0199d3a2-7c00-7000-8000-000000000163' }
const ofPayment = { id: '0199d3a2-7c00-7000-8000-000000000164' }

export const examples = defineExamples(answers, {
  'card.webhook': {
    input: {
      body: '{"eventType":"create","orderNo":"0199d3a2-7c00-7000-8000-000000000044","data":{"cardId":"0199d3a2-7c00-7000-8000-000000000067"}}',
      platform_signature: 'A0sZYwZ+/BxLWc8OnsjhRf/zHiAUwEMQdajWP/TttCOZvtZbXasBpcQFy4/KDpkS',
    },
  },
  'card.list': {},
  'card.get': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000068' } },
  'cardholder.list': {},
  'cardholder.link': {
    input: {
      holder_id: '0199d3a2-7c00-7000-8000-000000000070',
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
    },
    other: { holder_id: 'another' },
    as: 'operator',
  },
  'card_wallet.list': {},
  'issued_card.create': {
    input: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000011',
      currency: 'USD',
      network: 'visa',
      label: 'Online',
      payment_limit: '200.00',
    },
    other: { label: 'Travel' },
  },
  'issued_card.list': {},
  'issued_card.get': { input: ofCard },
  'issued_card.update': { input: { ...ofCard, daily_limit: '300.00' }, other: { label: 'Other' } },
  'issued_card.freeze': { input: ofCard },
  'issued_card.unfreeze': { input: ofCard },
  'issued_card.cancel': { input: ofCard },
  'card_payment.list': { input: ofCard },
  'card_payment.authorize': {
    input: { ...ofCard, amount: '25.00', merchant: 'Corner Café' },
    other: { amount: '26.00' },
  },
  'card_payment.capture': { input: ofPayment },
  'card_payment.reverse': { input: ofPayment },
  'card_payment.refund': { input: ofPayment },
})

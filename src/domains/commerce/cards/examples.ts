// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

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
})

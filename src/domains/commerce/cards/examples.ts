// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const card = {
  uuid: '0199d3a2-7c00-7000-8000-000000000068',
  card_id: '0199d3a2-7c00-7000-8000-000000000069',
  holder_id: '0199d3a2-7c00-7000-8000-000000000070',
  status: 'active',
  last4: '1111',
  network: 'visa',
  balance: 0,
  currency: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const cardholder = {
  uuid: '0199d3a2-7c00-7000-8000-000000000071',
  holder_id: '0199d3a2-7c00-7000-8000-000000000070',
  user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
  kyc_status: 'verified',
  kyc_stage: null,
  kyc_reason: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'card.webhook': {
    input: {
      body: '{"eventType":"create","orderNo":"0199d3a2-7c00-7000-8000-000000000044","data":{"cardId":"0199d3a2-7c00-7000-8000-000000000067"}}',
      platform_signature: 'A0sZYwZ+/BxLWc8OnsjhRf/zHiAUwEMQdajWP/TttCOZvtZbXasBpcQFy4/KDpkS',
    },
    output: { success: true },
  },
  'card.list': { output: onePage(card) },
  'card.get': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000068' }, output: card },
  'cardholder.list': { output: onePage(cardholder) },
  'cardholder.link': {
    input: {
      holder_id: '0199d3a2-7c00-7000-8000-000000000070',
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
    },
    output: { ...cardholder, kyc_status: 'pending' },
    other: { holder_id: 'another' },
    as: 'operator',
  },
  'card_wallet.list': {
    output: onePage({
      uuid: '0199d3a2-7c00-7000-8000-000000000072',
      account_id: '0199d3a2-7c00-7000-8000-000000000004',
      holder_id: '0199d3a2-7c00-7000-8000-000000000070',
      balance: 100,
      currency: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    }),
  },
})

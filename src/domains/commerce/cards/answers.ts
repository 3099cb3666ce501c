// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'card.webhook': { output: { success: true } },
  'card.list': {
    output: {
      data: [
        {
          uuid: '0199d3a2-7c00-7000-8000-028fe4568919',
          card_id: '0199d3a2-7c00-7000-8000-c06d0b115852',
          holder_id: '0199d3a2-7c00-7000-8000-573416af30de',
          status: 'active',
          last4: '1111',
          network: 'visa',
          balance: 0,
          currency: null,
          created_at: '2026-03-01T12:00:00.000Z',
          updated_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'card.get': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-000000000068',
      card_id: '0199d3a2-7c00-7000-8000-08c4efc4fc45',
      holder_id: '0199d3a2-7c00-7000-8000-debcedf67fd3',
      status: 'active',
      last4: '1111',
      network: 'visa',
      balance: 0,
      currency: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'cardholder.list': {
    output: {
      data: [
        {
          uuid: '0199d3a2-7c00-7000-8000-028fe4568919',
          holder_id: '0199d3a2-7c00-7000-8000-573416af30de',
          user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
          kyc_status: 'verified',
          kyc_stage: null,
          kyc_reason: null,
          created_at: '2026-03-01T12:00:00.000Z',
          updated_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'cardholder.link': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-4b4703e7891b',
      holder_id: '0199d3a2-7c00-7000-8000-000000000070',
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      kyc_status: 'pending',
      kyc_stage: null,
      kyc_reason: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'card_wallet.list': {
    output: {
      data: [
        {
          uuid: '0199d3a2-7c00-7000-8000-028fe4568919',
          account_id: '0199d3a2-7c00-7000-8000-e95090e6b4f4',
          holder_id: '0199d3a2-7c00-7000-8000-573416af30de',
          balance: 100,
          currency: null,
          created_at: '2026-03-01T12:00:00.000Z',
          updated_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
}

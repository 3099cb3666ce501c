// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'escrow.create': {
    output: { amount: 12.5, buyer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
  },
  'escrow.get': {
    output: { amount: 12.5, buyer_did: 'did:florin:agent:0199d3a27c0070008000444a7820ab06' },
  },
  'escrow.fund': {
    output: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      status: 'funded',
      funded_amount: 12.5,
      currency: 'USD',
      funded_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'escrow.release': {
    output: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      status: 'released',
      amount: 12.5,
      fee: 0,
      currency: 'USD',
      released_to: 'did:florin:agent:0199d3a27c00700080002b38c6948361',
      released_by: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      released_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'escrow.dispute': {
    output: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      status: 'disputed',
      dispute_id: 'dispute-0199d3a2-7c00-7000-8000-c7c6b11869fb',
      raised_by: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      reason: 'Not paid',
      resolution_method: 'voting',
      raised_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'escrow.resolve': {
    output: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      status: 'resolved',
      dispute_id: 'dispute-0199d3a2-7c00-7000-8000-c7c6b11869fb',
      resolution_type: 'split',
      resolved_by: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      resolved_at: '2026-03-01T12:00:00.000Z',
      distribution: { to_sender: 4.16, to_receiver: 8.34 },
      fee: 0,
    },
  },
  'escrow.list': {
    output: {
      success: true,
      data: [{ amount: 12.5, buyer_did: 'did:florin:agent:0199d3a27c007000800003d206ef2eb6' }],
      meta: { count: 1, filter: { status: 'created' } },
    },
  },
  'escrow.cancel': {
    output: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      status: 'cancelled',
      refunded_amount: 12.5,
      reason: 'Not wanted any more',
      cancelled_at: '2026-03-01T12:00:00.000Z',
    },
  },
}

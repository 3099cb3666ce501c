// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'agent_payment.list': {
    output: {
      success: true,
      data: [{ amount: 12.5, cancellation_reason: null }],
      meta: {
        agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        count: 1,
        filter: { type: 'sent', status: 'pending' },
      },
    },
  },
  'agent_payment.initiate': { output: { amount: 12.5, cancellation_reason: null } },
  'agent_payment.get': { output: { amount: 12.5, cancellation_reason: null } },
  'agent_payment.confirm': { output: { amount: 12.5, cancellation_reason: null } },
  'agent_payment.cancel': { output: { amount: 12.5, cancellation_reason: 'Not wanted any more' } },
}

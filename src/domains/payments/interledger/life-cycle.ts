// The life cycles of payments, incoming payments, connections and grants. Closing or revoking what has ended already
// changes nothing and is no error.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'

export const paymentLife = defineLifeCycle({
  name: 'interledger payment',
  states: ['pending', 'sending', 'completed', 'failed', 'expired'],
  starts: ['pending'],
  ends: ['completed', 'failed', 'expired'],
  steps: [
    {
      action: 'send',
      from: ['pending'],
      to: 'sending',
      who: ['sender'],
      guard: 'the quote is current and unused, and the amount is available',
      effect: 'the amount with its fee is on the clearing account',
    },
    {
      action: 'complete',
      from: ['sending'],
      to: 'completed',
      who: ['clock'],
      guard: 'everything was fulfilled',
      effect: 'the receiver or the peer is paid, the fee is earned',
    },
    {
      action: 'fail',
      from: ['sending'],
      to: 'failed',
      who: ['clock'],
      guard: 'a packet was rejected for good',
      effect: 'what was fulfilled is paid, everything else is returned',
    },
    {
      action: 'expire',
      from: ['sending'],
      to: 'expired',
      who: ['clock'],
      guard: 'no packet was fulfilled in time',
      effect: 'what was fulfilled is paid, everything else is returned',
    },
  ],
})
export type PaymentStatus = StateOf<typeof paymentLife>

export const incomingLife = defineLifeCycle({
  name: 'interledger incoming payment',
  states: ['pending', 'completed', 'expired'],
  starts: ['pending'],
  ends: ['completed', 'expired'],
  steps: [
    {
      action: 'complete',
      from: ['pending'],
      to: 'completed',
      who: ['payer'],
      guard: 'the whole amount has arrived',
    },
    {
      action: 'expire',
      from: ['pending'],
      to: 'expired',
      who: ['clock'],
      guard: 'its time is over',
      effect: 'what has arrived stays; packets are rejected',
    },
  ],
})

export const connectionLife = defineLifeCycle({
  name: 'interledger connection',
  states: ['open', 'closed', 'timed_out'],
  starts: ['open'],
  ends: ['closed', 'timed_out'],
  steps: [
    {
      action: 'close',
      from: ['open'],
      to: 'closed',
      who: ['owner'],
      effect: 'packets are rejected',
    },
    {
      action: 'time_out',
      from: ['open'],
      to: 'timed_out',
      who: ['clock'],
      guard: 'no packet came in time',
      effect: 'packets are rejected',
    },
  ],
})

export const grantLife = defineLifeCycle({
  name: 'interledger grant',
  states: ['active', 'revoked', 'expired'],
  starts: ['active'],
  ends: ['revoked', 'expired'],
  steps: [
    {
      action: 'revoke',
      from: ['active'],
      to: 'revoked',
      who: ['owner'],
      effect: 'its token is no longer valid',
    },
    {
      action: 'expire',
      from: ['active'],
      to: 'expired',
      who: ['clock'],
      guard: 'its time is over',
      effect: 'its token is no longer valid',
    },
  ],
})

// The life of a dispute. A step that is not in this table is refused with an error that names the current state.
import { type ActionOf, defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { DisputeStateConflict } from './errors.ts'

export const disputeLife = defineLifeCycle({
  name: 'dispute',
  states: ['open', 'awaiting_payer', 'accepted', 'rejected', 'withdrawn', 'expired'],
  starts: ['open'],
  ends: ['accepted', 'rejected', 'withdrawn', 'expired'],
  steps: [
    {
      action: 'ask',
      from: ['open', 'awaiting_payer'],
      to: 'awaiting_payer',
      who: ['operator'],
      guard: 'the operator is no party of the payment',
      effect: 'the payer has until a deadline to answer',
    },
    {
      action: 'answer',
      from: ['awaiting_payer'],
      to: 'open',
      who: ['payer'],
    },
    {
      action: 'accept',
      from: ['open', 'awaiting_payer'],
      to: 'accepted',
      who: ['operator'],
      guard: 'the operator is no party of the payment, and a part of it has not been given back',
      effect:
        'the payer is refunded, by a reversal out of the receiver’s account or out of the bank’s account for losses',
    },
    {
      action: 'reject',
      from: ['open', 'awaiting_payer'],
      to: 'rejected',
      who: ['operator'],
      guard: 'the operator is no party of the payment, and gives a reason',
    },
    {
      action: 'withdraw',
      from: ['open', 'awaiting_payer'],
      to: 'withdrawn',
      who: ['payer'],
      effect: 'the payment can be disputed again while its period lasts',
    },
    {
      action: 'expire',
      from: ['awaiting_payer'],
      to: 'expired',
      who: ['clock'],
      guard: 'the deadline for the answer is over',
      effect: 'the payment can be disputed again while its period lasts',
    },
  ],
  refuse: ({ state, action, allowed }) =>
    DisputeStateConflict({ status: state, action, allowed: allowed.join(' or ') }),
})

export type DisputeStatus = StateOf<typeof disputeLife>
export type DisputeStep = ActionOf<typeof disputeLife>

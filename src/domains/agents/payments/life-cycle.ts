// The life of a payment between agents. A step that is not in this table is refused with an error that
// names the current state. `money` states what the step does to the reserved amount.
import { type ActionOf, defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { PaymentStateConflict } from './errors.ts'

export const paymentLife = defineLifeCycle({
  name: 'payment between agents',
  states: ['pending', 'completed', 'cancelled', 'failed'],
  starts: ['pending'],
  ends: ['completed', 'cancelled', 'failed'],
  steps: [
    {
      from: ['pending'],
      action: 'confirm',
      who: ['sender'],
      guard: 'both accounts are open',
      to: 'completed',
      money: 'pay',
      effect: 'the receiver is paid; an escrow is funded and released',
    },
    {
      from: ['pending'],
      action: 'cancel',
      who: ['sender'],
      to: 'cancelled',
      money: 'refund',
      effect: 'the amount is available to the sender again; an escrow is cancelled',
    },
    {
      from: ['pending'],
      action: 'expire',
      who: ['clock'],
      guard: 'its time is over',
      to: 'failed',
      money: 'refund',
      effect: 'the amount is available to the sender again; an escrow expires',
    },
  ],
  refuse: ({ state, action, allowed }) =>
    PaymentStateConflict({ status: state, operation: action, allowed: allowed.join(' or ') }),
})

export type PaymentStatus = StateOf<typeof paymentLife>
export type PaymentOperation = ActionOf<typeof paymentLife>

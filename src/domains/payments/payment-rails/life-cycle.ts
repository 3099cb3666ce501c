// The life cycles of a payment over a rail and of a direct debit mandate.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { DebitMandateStateConflict, PaymentNotCancellable } from './errors.ts'

export const paymentLife = defineLifeCycle({
  name: 'rail payment',
  states: ['pending', 'processing', 'completed', 'failed', 'returned', 'cancelled', 'recovering'],
  starts: ['pending', 'processing', 'completed'],
  ends: ['failed', 'returned', 'cancelled'],
  steps: [
    {
      action: 'submit',
      from: ['pending'],
      to: 'processing',
      who: ['clock', 'operator'],
      guard: 'the rail is open, or its batch is sent',
      effect: 'the payment is submitted to the network',
    },
    {
      action: 'cancel',
      from: ['pending'],
      to: 'cancelled',
      who: ['sender'],
      effect: 'the amount and the fee go back to the account',
    },
    {
      action: 'complete',
      from: ['processing'],
      to: 'completed',
      who: ['network'],
      effect: 'sent money leaves the clearing account; collected money is credited',
    },
    {
      action: 'take the next rail',
      from: ['processing'],
      to: 'processing',
      who: ['network'],
      guard: 'the bank chose the rail, its network is offline, and the next rail is open',
      effect: 'the money goes to the clearing account of the next rail; this happens once',
    },
    {
      action: 'wait for the next rail',
      from: ['processing'],
      to: 'pending',
      who: ['network'],
      guard: 'the bank chose the rail, its network is offline, and the next rail is closed',
      effect: 'the money goes to the clearing account of the next rail; this happens once',
    },
    {
      action: 'reject',
      from: ['pending', 'processing'],
      to: 'failed',
      who: ['network', 'clock'],
      guard: 'the network rejects the payment, or it cannot be written into a file for the network',
      effect: 'the amount and the fee go back to the account',
    },
    {
      action: 'recover',
      from: ['completed'],
      to: 'recovering',
      who: ['network'],
      guard: 'a collection is returned, and the accounts of its owner do not cover it',
      effect:
        'the network has its money back; the bank recovers it from incoming money, and nothing else leaves the accounts',
    },
    {
      action: 'return',
      from: ['processing', 'completed', 'recovering'],
      to: 'returned',
      who: ['network', 'clock'],
      effect: 'sent money comes back to the account, collected money leaves it; the fee is kept',
    },
  ],
  refuse: ({ state, action }) =>
    action === 'cancel' ? PaymentNotCancellable({ status: state }) : undefined,
})

export type PaymentStatus = StateOf<typeof paymentLife>

export const mandateLife = defineLifeCycle({
  name: 'direct debit mandate',
  states: ['active', 'suspended', 'cancelled', 'expired'],
  starts: ['active'],
  ends: ['cancelled', 'expired'],
  steps: [
    { action: 'suspend', from: ['active'], to: 'suspended', who: ['owner'] },
    { action: 'resume', from: ['suspended'], to: 'active', who: ['owner'] },
    { action: 'cancel', from: ['active', 'suspended'], to: 'cancelled', who: ['owner'] },
    {
      action: 'expire',
      from: ['active', 'suspended'],
      to: 'expired',
      who: ['clock'],
      guard: 'it was not used for 36 months',
    },
  ],
  refuse: ({ state, action, allowed }) =>
    action === 'expire' ? undefined : DebitMandateStateConflict({ status: state, action, allowed }),
})

export type MandateStatus = StateOf<typeof mandateLife>

// The life cycles of payment intents and of transfers between customers.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import {
  IntentAlreadySubmitted,
  IntentCancelled,
  IntentExpired,
  TransferNotPending,
} from './errors.ts'

export const intentLife = defineLifeCycle({
  name: 'payment intent',
  states: [
    'CREATED',
    'AWAITING_AUTH',
    'SUBMITTING',
    'PENDING',
    'CONFIRMED',
    'FAILED',
    'CANCELLED',
    'EXPIRED',
  ],
  starts: ['CREATED'],
  ends: ['CONFIRMED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  steps: [
    {
      action: 'offer',
      from: ['CREATED'],
      to: 'AWAITING_AUTH',
      who: ['clock'],
      effect: 'happens in the call that creates the intent',
    },
    { action: 'cancel', from: ['CREATED', 'AWAITING_AUTH'], to: 'CANCELLED', who: ['payer'] },
    {
      action: 'expire',
      from: ['CREATED', 'AWAITING_AUTH'],
      to: 'EXPIRED',
      who: ['clock'],
      guard: '15 minutes have passed',
    },
    {
      action: 'submit',
      from: ['AWAITING_AUTH'],
      to: 'SUBMITTING',
      who: ['payer'],
      guard: 'the recipient can be paid, and the account covers the amount and the fee',
    },
    {
      action: 'broadcast',
      from: ['SUBMITTING'],
      to: 'PENDING',
      who: ['network'],
      effect:
        'the amount moves from the account to the clearing account, the fee to the fee account',
    },
    {
      action: 'confirm',
      from: ['PENDING'],
      to: 'CONFIRMED',
      who: ['network'],
      effect: 'the recipient has the amount, or it waits for the owner of an e-mail address',
    },
    {
      action: 'fail',
      from: ['SUBMITTING', 'PENDING'],
      to: 'FAILED',
      who: ['network'],
      effect: 'the amount and the fee go back to the account',
    },
  ],
  refuse({ state, action }, about?: { readonly expires_at: string }) {
    if (action !== 'submit' && action !== 'cancel') return undefined
    if (state === 'EXPIRED') return IntentExpired({ expires_at: about?.expires_at ?? 'its time' })
    if (state === 'CANCELLED') return IntentCancelled({})
    return state === 'CREATED' ? undefined : IntentAlreadySubmitted({ status: state })
  },
})
export type IntentStatus = StateOf<typeof intentLife>

export const p2pLife = defineLifeCycle({
  name: 'transfer between customers',
  states: ['pending', 'completed', 'cancelled', 'returned'],
  starts: ['pending', 'completed'],
  ends: ['completed', 'cancelled', 'returned'],
  steps: [
    {
      action: 'claim',
      from: ['pending'],
      to: 'completed',
      who: ['receiver'],
      guard:
        'the receiver is signed in with the address, has the code that was sent to it, and may be paid',
      effect: 'the amount goes from the clearing account to the receiver',
    },
    {
      action: 'cancel',
      from: ['pending'],
      to: 'cancelled',
      who: ['sender'],
      effect: 'the amount goes back to the sender',
    },
    {
      action: 'return',
      from: ['pending'],
      to: 'returned',
      who: ['clock'],
      guard: 'it was not claimed in time',
      effect: 'the amount goes back to the sender',
    },
  ],
  refuse: ({ state, action }) =>
    action === 'return' ? undefined : TransferNotPending({ status: state }),
})

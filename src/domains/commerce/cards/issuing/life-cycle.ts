// The life cycles of ordered cards and of what is paid with them.
import { defineLifeCycle, type StateOf } from '../../../../kernel/life-cycle.ts'
import { CardPaymentStateConflict, IssuedCardStateConflict } from './errors.ts'

export const issuedCardLife = defineLifeCycle({
  name: 'ordered card',
  states: ['active', 'frozen', 'cancelled'],
  starts: ['active'],
  ends: ['cancelled'],
  steps: [
    { action: 'freeze', from: ['active'], to: 'frozen', who: ['owner'] },
    { action: 'unfreeze', from: ['frozen'], to: 'active', who: ['owner'] },
    {
      action: 'cancel',
      from: ['active', 'frozen'],
      to: 'cancelled',
      who: ['owner'],
      effect: 'payments that are authorized already can still be captured',
    },
  ],
  refuse: ({ state, action, allowed }) =>
    IssuedCardStateConflict({ status: state, action, allowed }),
})

export type IssuedCardStatus = StateOf<typeof issuedCardLife>

export const cardPaymentLife = defineLifeCycle({
  name: 'card payment',
  states: ['authorized', 'declined', 'captured', 'reversed', 'refunded'],
  starts: ['authorized', 'declined'],
  ends: ['declined', 'reversed', 'refunded'],
  steps: [
    {
      action: 'capture',
      from: ['authorized'],
      to: 'captured',
      who: ['merchant'],
      effect: 'the reserved amount leaves the account',
    },
    {
      action: 'reverse',
      from: ['authorized'],
      to: 'reversed',
      who: ['merchant'],
      effect: 'the reserved amount is available again',
    },
    {
      action: 'refund',
      from: ['captured'],
      to: 'refunded',
      who: ['merchant'],
      effect: 'the amount comes back to the account',
    },
  ],
  refuse: ({ state, action, allowed }) =>
    CardPaymentStateConflict({ status: state, action, allowed }),
})

export type CardPaymentStatus = StateOf<typeof cardPaymentLife>

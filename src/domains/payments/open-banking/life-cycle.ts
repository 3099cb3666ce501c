// The life cycles of a consent and of a payment that a third party initiated. A step that is not in these tables
// is refused with an error that names the current state.
import { type ActionOf, defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { StatusInvalid } from './errors.ts'

export const consentLife = defineLifeCycle({
  name: 'open banking consent',
  states: ['received', 'valid', 'rejected', 'revokedByPsu', 'expired', 'terminatedByTpp'],
  starts: ['received'],
  ends: ['rejected', 'revokedByPsu', 'expired', 'terminatedByTpp'],
  steps: [
    {
      action: 'authorize',
      from: ['received'],
      to: 'valid',
      who: ['account holder'],
      guard: 'all accounts that it names are theirs',
      effect: 'the third party has access to the named accounts',
    },
    { action: 'reject', from: ['received'], to: 'rejected', who: ['account holder'] },
    {
      action: 'revoke',
      from: ['valid'],
      to: 'revokedByPsu',
      who: ['account holder'],
      effect: 'the third party has no access any more',
    },
    {
      action: 'terminate',
      from: ['received', 'valid'],
      to: 'terminatedByTpp',
      who: ['third party'],
      effect: 'the third party has no access any more',
    },
    {
      action: 'expire',
      from: ['received', 'valid'],
      to: 'expired',
      who: ['clock'],
      guard: 'it was not decided in time, its last day is over, or it was for one day',
      effect: 'the third party has no access any more',
    },
  ],
  refuse: ({ action, state, allowed }) =>
    action === 'expire' ? undefined : StatusInvalid({ what: 'consent', action, state, allowed }),
})

export type ConsentStatus = StateOf<typeof consentLife>
export type ConsentAction = ActionOf<typeof consentLife>

export const paymentLife = defineLifeCycle({
  name: 'open banking payment',
  states: ['RCVD', 'ACTC', 'ACSP', 'ACSC', 'RJCT', 'CANC'],
  starts: ['RCVD'],
  ends: ['RJCT', 'CANC'],
  steps: [
    {
      action: 'authorize',
      from: ['RCVD'],
      to: 'ACTC',
      who: ['account holder'],
      guard: 'the account to debit is theirs',
    },
    {
      action: 'reject',
      from: ['RCVD'],
      to: 'RJCT',
      who: ['account holder'],
      guard: 'the account to debit is theirs',
    },
    { action: 'cancel', from: ['RCVD'], to: 'CANC', who: ['third party'] },
    {
      action: 'expire',
      from: ['RCVD'],
      to: 'CANC',
      who: ['clock'],
      guard: 'it was not authorized in time',
    },
    {
      action: 'execute',
      from: ['ACTC'],
      to: 'ACSP',
      who: ['bank'],
      guard: 'the money is available',
      effect: 'the money is reserved',
    },
    {
      action: 'complete',
      from: ['ACSP'],
      to: 'ACSC',
      who: ['bank'],
      effect: 'the money is with the creditor',
    },
    {
      action: 'fail',
      from: ['ACSP'],
      to: 'RJCT',
      who: ['bank'],
      effect: 'the money is available again',
    },
    {
      action: 'return',
      from: ['ACSC'],
      to: 'RJCT',
      who: ['bank'],
      guard: 'the creditor’s bank sent the money back',
      effect: 'the money is on the account again',
    },
  ],
  refuse: ({ action, state, allowed }) =>
    action === 'authorize' || action === 'reject' || action === 'cancel'
      ? StatusInvalid({ what: 'payment', action, state, allowed })
      : undefined,
})

export type PaymentStatus = StateOf<typeof paymentLife>
export type PaymentAction = ActionOf<typeof paymentLife>

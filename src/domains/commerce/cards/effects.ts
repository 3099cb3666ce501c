// Maps the event types of the card issuer's platform to their effects. The types are case-sensitive: DEPOSIT is about
// the prepaid wallet at the issuer, deposit about a card.
import type { CardStatus } from './life-cycle.ts'

export const kycStatuses = ['pending', 'in_review', 'verified', 'rejected'] as const
export type KycStatus = (typeof kycStatuses)[number]
export const kycStages = ['admin', 'channel'] as const
export type KycStage = (typeof kycStages)[number]

export const networks = ['visa', 'mastercard', 'discover'] as const
export type Network = (typeof networks)[number]

export type Effect =
  | { readonly about: 'cardholder'; readonly kyc: KycStatus; readonly stage?: KycStage }
  | { readonly about: 'wallet'; readonly direction: 'in' | 'out' }
  | { readonly about: 'card'; readonly becomes: CardStatus; readonly isNew?: true }
  | { readonly about: 'card'; readonly direction: 'in' | 'out' | 'statement' }
  | { readonly about: 'nothing' }

const nothing: Effect = { about: 'nothing' }

export const effects: Readonly<Record<string, Effect>> = {
  wait_audit: { about: 'cardholder', kyc: 'in_review', stage: 'admin' },
  under_review: { about: 'cardholder', kyc: 'in_review', stage: 'channel' },
  pass_audit: { about: 'cardholder', kyc: 'verified' },
  reject: { about: 'cardholder', kyc: 'rejected' },

  DEPOSIT: { about: 'wallet', direction: 'in' },
  WITHDRAW: { about: 'wallet', direction: 'out' },

  create: { about: 'card', becomes: 'active', isNew: true },
  Freeze: { about: 'card', becomes: 'frozen' },
  blocked: { about: 'card', becomes: 'frozen' },
  UnFreeze: { about: 'card', becomes: 'active' },
  cancel: { about: 'card', becomes: 'cancelled' },
  deposit: { about: 'card', direction: 'in' },
  withdraw: { about: 'card', direction: 'out' },
  overdraft_statement: { about: 'card', direction: 'statement' },

  auth: nothing,
  refund: nothing,
  verification: nothing,
  Void: nothing,
  third_3ds_otp: nothing,
  auth_url: nothing,
  activation_code: nothing,
  card_activated: nothing,
  processing: nothing,
  success: nothing,
  fail: nothing,
}

/** Undefined for an unknown type. Fee events have many names and no effect. */
export const findEffect = (type: string): Effect | undefined =>
  Object.hasOwn(effects, type) ? effects[type] : /fee/i.test(type) ? nothing : undefined

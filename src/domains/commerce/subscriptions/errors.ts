// The errors of receipts. The codes are given by the specification.
import { defineError } from '../../../operation/error.ts'
import type { Source } from './products.ts'

/** An invalid request to verify a receipt, or a receipt that the store does not confirm. */
export const ReceiptRefused = defineError<{
  sentence: string
  errors?: Record<string, string[]>
}>('ERR_SUB_001', 422, (d) => d.sentence, {
  meaning: 'The receipt is incomplete, or the store does not confirm it.',
  advice:
    'Send the receipt exactly as the store gave it to the app, for the right product and store.',
})

export const refuse = (sentence: string, cause?: unknown) => ReceiptRefused({ sentence }, { cause })

export const refuseField = (field: string, sentence: string) =>
  ReceiptRefused({ sentence, errors: { [field]: [sentence] } })

export const CurrencyNotAccepted = defineError<{ currency: string }>(
  'ERR_CUR_001',
  422,
  (d) => `Subscriptions are sold in EUR only, not in ${d.currency}.`,
  { advice: 'Send EUR as `currency`, or omit the field: EUR is the default.' },
)

export const conflictKinds = [
  'two_stores_active',
  'different_zelta_user',
  'family_sharing_unsupported',
  'stale_receipt',
] as const
export type ConflictKind = (typeof conflictKinds)[number]

export interface Conflict {
  readonly kind: ConflictKind
  readonly attemptedSource: Source
  readonly existingSubscription: {
    readonly source: Source
    readonly currentPeriodEndsAt: string | null
  }
}

const sentences: Readonly<Record<ConflictKind, string>> = {
  two_stores_active:
    'You have an active subscription from another store; let it end before you buy here.',
  different_zelta_user: 'This purchase belongs to another user.',
  family_sharing_unsupported: 'Purchases shared within a family are not supported; buy your own.',
  stale_receipt: 'This purchase has ended; buy again, or send the newest receipt.',
}

/** The answer describes the existing subscription in `error.conflict`. */
export const SubscriptionConflict = defineError<Conflict>(
  'ERR_SUB_002',
  409,
  (d) => sentences[d.kind],
  {
    meaning: 'The user or the receipt already belongs to another subscription.',
    advice:
      'Show the user the subscription in `error.conflict`; it is managed in the store that sold it.',
    show: ({ kind, attemptedSource, existingSubscription }) => ({
      error: { conflict: { kind, attemptedSource, existingSubscription } },
    }),
  },
)

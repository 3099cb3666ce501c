// What is refused of receipts. The codes are the specification's.
import { defineError } from '../../../operation/error.ts'
import type { Source } from './products.ts'

/** Whatever is wrong with a request to verify, and what the store does not stand by. */
export const ReceiptRefused = defineError<{
  sentence: string
  errors?: Record<string, string[]>
}>('ERR_SUB_001', 422, (d) => d.sentence)

export const refuse = (sentence: string, cause?: unknown) => ReceiptRefused({ sentence }, { cause })

export const refuseField = (field: string, sentence: string) =>
  ReceiptRefused({ sentence, errors: { [field]: [sentence] } })

export const CurrencyNotTaken = defineError<{ currency: string }>(
  'ERR_CUR_001',
  422,
  (d) => `Subscriptions are sold in EUR only, not in ${d.currency}.`,
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
  two_stores_active: 'You have a subscription from another store; let it end before you move.',
  different_zelta_user: 'This purchase belongs to another user.',
  family_sharing_unsupported: 'A purchase shared within a family cannot be used here.',
  stale_receipt: 'This purchase is over; buy again, or show the newest receipt.',
}

/** Always tells what it is about: `error.conflict`. */
export const SubscriptionConflict = defineError<Conflict>(
  'ERR_SUB_002',
  409,
  (d) => sentences[d.kind],
  {
    show: ({ kind, attemptedSource, existingSubscription }) => ({
      error: { conflict: { kind, attemptedSource, existingSubscription } },
    }),
  },
)

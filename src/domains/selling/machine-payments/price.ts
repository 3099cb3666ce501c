// The price of a path, whatever its kind: what is asked for, which payments are taken for it, and what is
// recorded of them. An endpoint is paid by x402 on one network, a resource on any of its rails.
import type { Environment } from '../../../operation/caller.ts'
import type { PaywallRequest } from '../../../operation/paywall.ts'
import type { Db } from '../../../platform/database.ts'
import type { Seller } from './for-sale.ts'
import type { Offer } from './offer.ts'
import type { Payments, Verified } from './payments.ts'
import type { PaymentRow } from './store.ts'

export interface PricedPath {
  readonly environment: Environment
  /** One method, or '*' for all. */
  readonly method: string
  readonly path: string
}

export interface Price extends PricedPath {
  readonly seller: Seller
  /** Its name in logs, where no route of the bank's answers. */
  readonly operation: string
  /** Whether whoever paid is given the same again; otherwise one payment is one passage. */
  readonly keepsAnswers: boolean
  isAskedOf(request: PaywallRequest): boolean
  payments(): Payments
  toOffer(request: PaywallRequest): Offer
  /** Where a kind of price records its payments once more, for whoever sells. */
  readonly record?: {
    /** Once per payment, however often it is tried. */
    readonly shown: (offer: Offer, verified: Verified, payment: PaymentRow) => Promise<void>
    /** Settled or failed; written with the payment itself. */
    readonly ended: (tx: Db, payment: PaymentRow) => Promise<void>
  }
}

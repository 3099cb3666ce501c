// The common interface of prices: what is demanded, which payments are accepted, and what is recorded. An
// endpoint is paid by x402 on one network, a resource on any of its rails.
import type { Environment } from '../../../../operation/caller.ts'
import type { PaywallRequest } from '../../../../operation/paywall.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Seller } from './sellable-paths.ts'
import type { Offer } from '../payments/offer.ts'
import type { Payments, Verified } from '../payments/service.ts'
import type { PaymentRow } from '../payments/store.ts'

export interface PricedPath {
  readonly environment: Environment
  /** One method, or '*' for all. */
  readonly method: string
  readonly path: string
}

export interface Price extends PricedPath {
  readonly seller: Seller
  /** The operation's name in logs when no route of the bank answers. */
  readonly operation: string
  /** Whether a repeat with the same payment gets the stored answer; otherwise a payment buys one request. */
  readonly keepsAnswers: boolean
  isAskedOf(request: PaywallRequest): boolean
  payments(): Payments
  toOffer(request: PaywallRequest): Offer
  /** An additional record of payments for the seller. */
  readonly record?: {
    /** Recorded once per payment, even if the payment is tried several times. */
    readonly shown: (offer: Offer, verified: Verified, payment: PaymentRow) => Promise<void>
    /** Records success or failure in the transaction that updates the payment. */
    readonly ended: (tx: Db, payment: PaymentRow) => Promise<void>
  }
}

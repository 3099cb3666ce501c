// Stands before every path with a price: a request passes with a payment that counts for exactly this
// request, and the payment is settled only after the request has succeeded. What failed on the way may be
// tried again with the same payment.
import type { Passage, Paywall, PaywallRequest } from '../../../operation/paywall.ts'
import type { KeptAnswer, KeptAnswers } from './answers.ts'
import type { Price } from './price.ts'
import type { PriceList } from './price-list.ts'
import { toReceiptHeaders } from './receipt.ts'
import type { PaymentRow } from './store.ts'

export interface PathPaywallOptions {
  readonly prices: PriceList
  readonly answers: KeptAnswers
}

export class PathPaywall implements Paywall {
  private readonly prices: PriceList
  private readonly answers: KeptAnswers

  constructor({ prices, answers }: PathPaywallOptions) {
    this.prices = prices
    this.answers = answers
  }

  get isIdle(): boolean {
    return this.prices.isEmpty
  }

  /** Undefined where nothing is to be paid; throws the 402 where something is. */
  take(request: PaywallRequest): Passage | undefined | Promise<Passage | undefined> {
    // A request for the head of an answer costs what the answer costs.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = this.prices.find(request.environment, method, request.path)
    if (found === undefined) return undefined
    return Promise.resolve(found).then((price) =>
      price?.isAskedOf(request) ? this.demand(price, request) : undefined,
    )
  }

  private async demand(price: Price, request: PaywallRequest): Promise<Passage> {
    const payments = price.payments()
    const offer = price.toOffer(request)
    const verified = await payments.verify(offer, request.proofs)
    const payment = await payments.reserve(offer, verified)
    const kept = price.keepsAnswers ? await this.answers.find(payment.id) : undefined
    if (!mayPass(payment, kept, request)) {
      await payments.release(payment)
      throw payments.refuse(offer, 'payment-already-used', 'payment_already_used')
    }
    await price.record?.shown(offer, verified, payment)
    return {
      operation: price.operation,
      answer: kept?.answer,
      settle: async (answer) => {
        if (payment.status === 'settled') return toHeaders(payment, price)
        // Kept first: whoever pays for it once more after a failure is given what was done already.
        if (price.keepsAnswers && !kept) await this.answers.keep(payment.id, answer, request)
        const settled = await payments.settle(offer, verified, payment, price.record?.ended)
        return toHeaders(settled, price)
      },
      release: () => payments.release(payment),
    }
  }
}

/** A payment that is settled passes again only to what it bought before, and only for whom it was. */
function mayPass(
  payment: PaymentRow,
  kept: KeptAnswer | undefined,
  request: PaywallRequest,
): boolean {
  const isSettled = payment.status === 'settled'
  return kept ? kept.isFor(request) && (!isSettled || isSecret(payment)) : !isSettled
}

/** A chain tells everybody an authorization that it has settled: alone it proves nothing any more. */
const isSecret = ({ challenge, user_uuid }: PaymentRow): boolean =>
  challenge !== null || user_uuid !== null

/** What is kept for one buyer must not be kept for others on the way. */
const toHeaders = (payment: PaymentRow, { keepsAnswers }: Price) => ({
  ...toReceiptHeaders(payment),
  ...(keepsAnswers && { 'Cache-Control': 'private' }),
})

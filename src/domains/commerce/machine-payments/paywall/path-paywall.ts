// The paywall of all priced paths. A request passes with a payment for exactly this request, and the payment
// is settled only after the request has succeeded. A failed request can be retried with the same payment.
import type { Passage, Paywall, PaywallRequest } from '../../../../operation/paywall.ts'
import type { StoredResponse, StoredResponses } from './stored-responses.ts'
import type { Price } from './price.ts'
import type { PriceList } from './price-list.ts'
import { toReceiptHeaders } from '../payments/receipt.ts'
import type { PaymentRow } from '../payments/store.ts'

export interface PathPaywallOptions {
  readonly prices: PriceList
  readonly answers: StoredResponses
}

export class PathPaywall implements Paywall {
  private readonly prices: PriceList
  private readonly answers: StoredResponses

  constructor({ prices, answers }: PathPaywallOptions) {
    this.prices = prices
    this.answers = answers
  }

  get isIdle(): boolean {
    return this.prices.isEmpty
  }

  /** Undefined when the request is free; throws a 402 when it must be paid for first. */
  take(request: PaywallRequest): Passage | undefined | Promise<Passage | undefined> {
    // A HEAD request costs as much as the GET request.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const asked = { method, path: request.path }
    const found = this.prices.find(request.environment, [asked, ...request.aliases])
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
        // Stored before settling: after a failed settlement the retry gets this answer and nothing runs twice.
        if (price.keepsAnswers && !kept) await this.answers.keep(payment.id, answer, request)
        const settled = await payments.settle(offer, verified, payment, price.record?.ended)
        return toHeaders(settled, price)
      },
      release: () => payments.release(payment),
    }
  }
}

/** A settled payment gives access only to the stored answer, and only for its buyer. */
function mayPass(
  payment: PaymentRow,
  kept: StoredResponse | undefined,
  request: PaywallRequest,
): boolean {
  const isSettled = payment.status === 'settled'
  return kept ? kept.isFor(request) && (!isSettled || isSecret(payment)) : !isSettled
}

/** A settled authorization is public on the chain, so by itself it no longer proves who paid. */
const isSecret = ({ challenge, user_uuid }: PaymentRow): boolean =>
  challenge !== null || user_uuid !== null

/** Proxies must not cache an answer that is stored for one buyer. */
const toHeaders = (payment: PaymentRow, { keepsAnswers }: Price) => ({
  ...toReceiptHeaders(payment),
  ...(keepsAnswers && { 'Cache-Control': 'private' }),
})

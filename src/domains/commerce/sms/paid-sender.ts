// Sends a message for a payment that comes with the request: quote the price, verify the proof, take the
// payment, send. Repeating the request with the same proof returns the same message.
import { createHash } from 'node:crypto'
import { Unavailable } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import {
  type Offer,
  type Payments,
  type Proofs,
  toReceipt,
  toX402Response,
} from '../machine-payments/index.ts'
import type { SmsSender, PricedSms, SmsRequest } from './service.ts'
import { SmsDelayed } from './errors.ts'
import { toMessageId } from './reports.ts'
import type { MessageRow } from './store.ts'

export interface PaidOptions {
  readonly smsSender: SmsSender
  readonly payments: Payments
  /** How many payments may wait for a facilitator at a time: each holds a database connection. */
  readonly payersMax: number
}

export const SEND_ROUTE = 'POST /api/v1/sms/send'

export class PaidSender {
  private readonly options: PaidOptions
  private paying = 0

  constructor(options: PaidOptions) {
    this.options = options
  }

  async send(request: SmsRequest, proofs: Proofs, ctx: Context) {
    const { smsSender, payments, payersMax } = this.options
    const offer = toOffer(await smsSender.price(ctx.tx, request, ctx), ctx)
    if (!payments.asksOutside || !payments.hasProof(proofs))
      return pay(request, offer, proofs, ctx, this.options)
    if (this.paying >= payersMax)
      throw Unavailable({ reason: 'Too many payments are in progress; try again shortly.' })
    this.paying++
    try {
      return await pay(request, offer, proofs, ctx, this.options)
    } finally {
      this.paying--
    }
  }
}

async function pay(
  request: SmsRequest,
  offer: Offer,
  proofs: Proofs,
  ctx: Context,
  { smsSender, payments }: PaidOptions,
) {
  const verified = await payments.verify(offer, proofs)
  const payer = verified.payer === null ? undefined : `${verified.rail.info.id}:${verified.payer}`
  const paid = { ...request, payer, user_uuid: ctx.caller.user, price_usdc: verified.price_usdc }
  // The same message within a minute is taken for an accident: the new payment is not captured.
  const same = verified.earlier ? undefined : await smsSender.findDuplicate(ctx.tx, paid, ctx)
  if (same) return { ...toSent(same), receipt: same.payment_receipt, ...toResponses(null) }
  const payment = await payments.capture(offer, verified)
  const receipt = toReceipt(payment)
  const message = await smsSender.send(
    { ...paid, payment: { rail: payment.rail, id: payment.id, receipt } },
    ctx,
  )
  if (message.status === 'pending' && message.error_message !== null) throw SmsDelayed({})
  return { ...toSent(message), receipt, ...toResponses(toX402Response(payment)) }
}

/** Each version of x402 reads it under a name of its own. */
const toResponses = (response: string | null) => ({
  payment_response: response,
  x_payment_response: response,
})

const toOffer = (priced: PricedSms, { caller }: Context): Offer => ({
  environment: caller.environment,
  route: SEND_ROUTE,
  digest: createHash('sha256')
    .update(JSON.stringify([priced.destination, priced.sender, priced.message]))
    .digest(),
  price_usdc: priced.price_usdc,
  description: `A text message of ${priced.parts} part(s) to ${priced.country_code}`,
  pricing: { parts: priced.parts, country_code: priced.country_code },
  buyer: caller,
})

const toSent = (message: MessageRow) => ({
  message_id: toMessageId(message.id),
  status: message.status,
  parts: message.parts,
  destination: message.destination,
  price_usdc: message.price_usdc,
  test_mode: message.test_mode,
})

// Builds the receipt of a payment, with the fields of the standard and of the short shape.
import type { RailId } from './rails.ts'
import { toCents } from './rails.ts'
import type { PaymentRow } from './store.ts'
import { toPaymentResponse } from '../x402/response.ts'

/** The value of the header Payment-Receipt for a settled payment. */
export const toReceipt = (payment: PaymentRow): string =>
  Buffer.from(
    JSON.stringify({
      status: 'success',
      method: payment.rail,
      timestamp: payment.settled_at,
      reference: payment.settlement_reference,
      ...(payment.challenge !== null && { challengeId: payment.challenge }),
      receipt_id: payment.id,
      challenge_id: payment.challenge,
      rail: payment.rail,
      settlement_reference: payment.settlement_reference,
      settled_at: payment.settled_at,
      amount_cents: Number(toCents(BigInt(payment.price_usdc))),
      currency: payment.currency,
      test_mode: payment.test_mode,
    }),
  ).toString('base64url')

const x402: RailId = 'x402'

/** The value of the header PAYMENT-RESPONSE; null unless paid by x402. */
export const toX402Response = (payment: PaymentRow): string | null =>
  payment.rail === x402
    ? toPaymentResponse({
        transaction: payment.settlement_reference!,
        network: payment.network!,
        payer: payment.payer,
      })
    : null

/** The headers that confirm the payment in an answer. */
export function toReceiptHeaders(payment: PaymentRow): Readonly<Record<string, string>> {
  const response = toX402Response(payment)
  return {
    'Payment-Receipt': toReceipt(payment),
    ...(response !== null && { 'PAYMENT-RESPONSE': response, 'X-PAYMENT-RESPONSE': response }),
  }
}

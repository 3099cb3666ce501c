// What a payer is given as proof: the standard's fields, and the short shape's beside them.
import type { RailId } from './rails.ts'
import { toCents } from './rails.ts'
import type { PaymentRow } from './store.ts'
import { toPaymentResponse } from './x402-shown.ts'

/** The header Payment-Receipt, for a payment that is settled. */
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

/** The value of PAYMENT-RESPONSE, for a payment by x402. */
export const toX402Response = (payment: PaymentRow): string | null =>
  payment.rail === x402
    ? toPaymentResponse({
        transaction: payment.settlement_reference!,
        network: payment.network!,
        payer: payment.payer,
      })
    : null

/** What says with an answer that it was paid for. */
export function toReceiptHeaders(payment: PaymentRow): Readonly<Record<string, string>> {
  const response = toX402Response(payment)
  return {
    'Payment-Receipt': toReceipt(payment),
    ...(response !== null && { 'PAYMENT-RESPONSE': response, 'X-PAYMENT-RESPONSE': response }),
  }
}

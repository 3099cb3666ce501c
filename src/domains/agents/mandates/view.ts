// Formats mandates with their payments for answers. The declared output schema decides which columns leave the bank.
import type { Context } from '../../../operation/operation.ts'
import { PAYMENTS_MAX } from './execution.ts'
import { toMandate } from './schema.ts'
import { type MandateRow, sumPayments } from './store.ts'

/** A list shows only the newest payments of each mandate; a single mandate shows them all. */
const REFERENCES_LISTED = 20

export async function showMandate(mandate: MandateRow, { tx, now }: Context) {
  const payments = await sumPayments(tx, [mandate.uuid], PAYMENTS_MAX)
  return toMandate(mandate, payments.get(mandate.uuid), now)
}

export async function showMandates(mandates: readonly MandateRow[], { tx, now }: Context) {
  const uuids = mandates.map(({ uuid }) => uuid)
  const payments = await sumPayments(tx, uuids, REFERENCES_LISTED)
  return mandates.map((mandate) => toMandate(mandate, payments.get(mandate.uuid), now))
}

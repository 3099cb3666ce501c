// What the status codes of a network mean for a payment, per message and rail. This table alone decides which of them
// are final; a status that it does not name, such as ACSP, ACCP or PDNG, is not final, and the money stays on the
// clearing account.
import type { PaymentRow } from './store.ts'
import type { RailId } from '../rails/catalogue.ts'

/**
 * settled: the money has reached the counterparty, and comes back only by a return.
 * provisional: the payment counts as completed, but the network may still refuse it.
 * refused: the network does not carry the payment.
 */
export type Meaning = 'settled' | 'provisional' | 'refused'

type Meanings = Readonly<Record<string, Meaning>>

const everywhere: Meanings = {
  ACSC: 'settled',
  ACCC: 'settled',
  RJCT: 'refused',
  CANC: 'refused',
}

interface OfMessage {
  readonly everywhere: Meanings
  readonly rails: Readonly<Partial<Record<RailId, Meanings>>>
}

const table: Readonly<Record<'pacs.002' | 'pain.002', OfMessage>> = {
  'pacs.002': {
    everywhere,
    // FedNow settles a payment that the receiving bank accepts with a change, or without posting it yet.
    rails: { fednow: { ACWC: 'provisional', ACWP: 'provisional' } },
  },
  'pain.002': { everywhere, rails: {} },
}

export type StatusMessage = keyof typeof table

/** Undefined for a status that is not final. */
export function meaningOf(
  message: StatusMessage,
  rail: RailId,
  status: string | null,
): Meaning | undefined {
  if (status === null) return undefined
  const { everywhere: all, rails } = table[message]
  return rails[rail]?.[status] ?? all[status]
}

/** Whether a payment was completed by a status after which the network may still refuse it. */
export const isProvisional = ({ rail, status, code }: PaymentRow): boolean =>
  status === 'completed' && meaningOf('pacs.002', rail, code) === 'provisional'

interface BookedEntry {
  readonly credit_debit: string | null
  readonly is_reversal: boolean | null
  readonly return_reason: string | null
  /** The ids that banks assign. An EndToEndId is chosen by the payer. */
  readonly bank_ids: readonly (string | null | undefined)[]
}

/**
 * The meaning of a booked entry (camt.054): a sent payment is debited when it settles and credited when it is returned,
 * a collection the other way. A reversal, or a reason for a return, always means a return. Without one, an entry of the
 * other direction that has only the EndToEndId of the payment is another payer's payment that reuses this id: it does
 * not end the payment, because it is booked by itself.
 */
export function meaningOfEntry(
  { direction, external_id }: Pick<PaymentRow, 'direction' | 'external_id'>,
  { credit_debit, is_reversal, return_reason, bank_ids }: BookedEntry,
): 'settled' | 'returned' | undefined {
  if (is_reversal === true || return_reason !== null) return 'returned'
  if (credit_debit !== (direction === 'outgoing' ? 'CRDT' : 'DBIT')) return 'settled'
  return bank_ids.includes(external_id) ? 'returned' : undefined
}

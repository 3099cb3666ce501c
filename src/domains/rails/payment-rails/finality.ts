// What the words of a network mean for a payment, per message and rail. This table is the only place that knows which
// of them are final; a status that it does not name, such as ACSP, ACCP or PDNG, ends nothing, and the money stays on
// the clearing account.
import type { PaymentRow } from './store.ts'
import type { RailId } from './rails.ts'

/**
 * settled: the money has reached the other side, and comes back only by a return of its own.
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

/** Undefined for a status that ends nothing. */
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

/**
 * What a booked entry (camt.054) says: a sent payment is debited when it settles and credited when it comes back, a
 * collection the other way. A reversal, or a reason for a return, always means that the payment came back.
 */
export function isReturnEntry(
  { direction }: Pick<PaymentRow, 'direction'>,
  entry: {
    readonly credit_debit: string | null
    readonly is_reversal: boolean | null
    readonly return_reason: string | null
  },
): boolean {
  if (entry.is_reversal === true || entry.return_reason !== null) return true
  return entry.credit_debit === (direction === 'outgoing' ? 'CRDT' : 'DBIT')
}

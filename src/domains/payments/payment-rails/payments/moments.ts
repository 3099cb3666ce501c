// What the timeline of a payment says of its way over a rail.
import { type ListMoments, momentAt } from '../../../core/transactions/index.ts'
import { findRail } from '../rails/catalogue.ts'
import { findPayment } from './store.ts'

/** Of the postings of a payment over a rail, those that take the money from the customer or bring it. */
const KINDS = new Set(['rail_payment', 'rail_collection'])

export const listMoments: ListMoments = async ({ kind, metadata, accounts }, { tx }) => {
  const id = metadata['rail_payment']
  const row = KINDS.has(kind) && typeof id === 'string' ? await findPayment(tx, id) : undefined
  // The caller sees a move of this account.
  if (!row || !accounts.has(row.account_id)) return []
  const rail = findRail(row.rail)?.name ?? row.rail
  const { updated_at: at, reason: note } = row
  return [
    ...momentAt(row.submitted_at, { step: 'sent', summary: `Sent over ${rail}`, by: 'bank' }),
    ...momentAt(row.completed_at, {
      step: 'settled',
      summary: `Settled by ${rail}`,
      by: 'network',
    }),
    ...(row.status === 'failed'
      ? momentAt(at, { step: 'failed', summary: `Rejected by ${rail}`, by: 'network', note })
      : []),
    ...(row.status === 'returned'
      ? momentAt(at, { step: 'returned', summary: `Returned by ${rail}`, by: 'network', note })
      : []),
    ...(row.status === 'cancelled'
      ? momentAt(at, { step: 'cancelled', summary: 'Cancelled before it was sent', by: 'payer' })
      : []),
  ]
}

// What the timeline of a payment to an e-mail address says of it: collected, cancelled or returned.
import { type ListMoments, momentAt } from '../../../core/transactions/index.ts'
import { findTransfer } from './store.ts'

const ENDS = {
  completed: { step: 'settled', summary: 'Collected by the receiver', by: 'receiver' },
  cancelled: { step: 'cancelled', summary: 'Cancelled; the money went back', by: 'payer' },
  returned: {
    step: 'returned',
    summary: 'Not collected in time; the money went back',
    by: 'bank',
  },
} as const

export const listMoments: ListMoments = async ({ kind, metadata, accounts }, { tx }) => {
  const id = metadata['p2p_transfer']
  const row = kind === 'p2p' && typeof id === 'string' ? await findTransfer(tx, id) : undefined
  // A payment to a user is complete at once. The receiver knows when they collected it.
  if (!row || row.to_email === null || !accounts.has(row.from_account)) return []
  return row.status === 'pending' ? [] : momentAt(row.ended_at, ENDS[row.status])
}

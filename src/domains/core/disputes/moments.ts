// What the timeline of a payment says of its disputes, to each party what that party knows.
import { type ListMoments, momentAt } from '../transactions/index.ts'
import { findRole } from './parties.ts'
import { listDisputesOfPayment } from './store.ts'

/** Of the disputes that were withdrawn and opened again, the first are shown. */
const SHOWN_MAX = 10

const ENDS = {
  accepted: { summary: 'The dispute was accepted', by: 'bank' },
  rejected: { summary: 'The dispute was rejected', by: 'bank' },
  withdrawn: { summary: 'The dispute was withdrawn', by: 'payer' },
  expired: { summary: 'The dispute ended without an answer', by: 'bank' },
} as const

const WORDS = {
  unauthorised: 'Disputed as not authorised',
  not_received: 'Disputed as not received',
  wrong_amount: 'Disputed for a wrong amount',
  duplicate: 'Disputed as paid twice',
  other: 'Disputed',
} as const

export const listMoments: ListMoments = async ({ id }, ctx) => {
  const rows = await listDisputesOfPayment(ctx.tx, id, SHOWN_MAX)
  return rows.flatMap((row) => {
    const role = findRole(row, ctx)
    if (role === undefined) return []
    const { status } = row
    const isEnded = status !== 'open' && status !== 'awaiting_payer'
    return [
      ...momentAt(row.created_at, { step: 'disputed', summary: WORDS[row.reason], by: 'payer' }),
      ...(isEnded
        ? momentAt(row.closed_at, {
            step: 'decided',
            ...ENDS[status],
            note: role === 'receiver' ? null : row.decision_reason,
            // The receiver is no party of what the bank paid.
            payment_uuid:
              role !== 'receiver' || row.refund_from === 'receiver' ? row.refund_entry : null,
          })
        : []),
    ]
  })
}

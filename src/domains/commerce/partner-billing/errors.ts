// The errors of invoices to partners.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const InvoiceStateConflict = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'INVOICE_STATE_CONFLICT',
  409,
  (d) => `This invoice is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  {
    advice:
      'See `error.details.status`: a pending or overdue invoice can be paid or cancelled, and a paid one refunded. Cancelled and refunded invoices are final.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const NothingToBill = defineError<{ from: string }>(
  'NOTHING_TO_BILL',
  409,
  (d) => `Everything is billed up to today; the next period began on ${d.from}.`,
  {
    advice:
      'No action is needed: each period is billed automatically after it ends. To bill the current period earlier, repeat the request tomorrow.',
  },
)

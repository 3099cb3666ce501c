// The errors of invoices to partners.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const InvoiceWrongState = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'INVOICE_STATE_CONFLICT',
  409,
  (d) => `This invoice is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  { details: Type.Object({ status: Type.String() }) },
)

export const NothingToBill = defineError<{ from: string }>(
  'NOTHING_TO_BILL',
  409,
  (d) => `Everything is billed up to today; the next period began on ${d.from}.`,
  { advice: 'Nothing: come back when the period is over.' },
)

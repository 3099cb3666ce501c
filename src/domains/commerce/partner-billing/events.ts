// The events of invoices to partners.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const InvoiceData = Type.Object({
  invoice_id: Type.String(),
  number: Type.String(),
  partner_id: Type.String(),
  total: Type.String(),
  currency: Type.String(),
  status: Type.String(),
})

export const InvoiceIssued = defineEvent({
  type: 'partner_invoice.issued',
  version: 1,
  summary: 'A partner was billed for a period.',
  data: InvoiceData,
})

export const InvoiceChanged = defineEvent({
  type: 'partner_invoice.changed',
  version: 1,
  summary: 'An invoice to a partner was paid, cancelled or refunded, or became overdue.',
  data: InvoiceData,
})

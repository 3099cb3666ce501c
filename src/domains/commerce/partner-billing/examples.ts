// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const id = '0199d3a2-7c00-7000-8000-000000000081'
const partnerId = '0199d3a2-7c00-7000-8000-000000000071'
const account_id = '0199d3a2-7c00-7000-8000-000000000002'
const at = '2026-03-01T12:00:00.000Z'

const charges = {
  tier: 'growth',
  billing_cycle: 'monthly',
  period_start: '2026-02-01',
  period_end: '2026-02-28',
  included_calls: 100_000,
  calls: 112_500,
  overage_calls: 12_500,
  base_amount: '499.00',
  discount_amount: '0.00',
  overage_amount: '6.25',
  total_amount: '505.25',
  currency: 'USD',
}

const invoice = {
  id,
  invoice_number: 'INV-202603-00001',
  partner_id: partnerId,
  status: 'pending',
  ...charges,
  account_id: null,
  transaction_id: null,
  issued_at: at,
  due_at: '2026-03-31T12:00:00.000Z',
  paid_at: null,
  reason: null,
  created_at: at,
}

const payment = {
  account_id,
  transaction_id: '0199d3a2-7c00-7000-8000-000000000082',
  paid_at: at,
}

export const examples = defineExamples({
  'partner_invoice.list': { output: onePage(invoice, 50) },
  'partner_invoice.get': { input: { id }, output: invoice },
  'partner_invoice.pay': {
    input: { id, account_id },
    output: { ...invoice, ...payment, status: 'paid' },
    other: { account_id: undefined },
  },
  'partner_billing.outstanding': {
    output: {
      total_outstanding: '505.25',
      overdue_amount: '0.00',
      currency: 'USD',
      invoices: 1,
      overdue_invoices: 0,
      next_due_at: '2026-03-31T12:00:00.000Z',
    },
  },
  'partner_billing.breakdown': {
    output: { ...charges, discount_percent: 0, is_estimate: true },
  },
  'partner_invoice.issue': { as: 'operator', input: { id: partnerId }, output: invoice },
  'partner_invoice.cancel': {
    as: 'operator',
    input: { id, reason: 'Agreed with the partner.' },
    output: { ...invoice, status: 'cancelled', reason: 'Agreed with the partner.' },
    other: { reason: 'Something else.' },
  },
  'partner_invoice.refund': {
    as: 'operator',
    input: { id, reason: 'Agreed with the partner.' },
    output: { ...invoice, ...payment, status: 'refunded', reason: 'Agreed with the partner.' },
    other: { reason: 'Something else.' },
  },
})

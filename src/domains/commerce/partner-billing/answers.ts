// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'partner_invoice.list': {
    output: {
      data: [{ account_id: null, base_amount: '451.39' }],
      meta: { current_page: 1, last_page: 1, per_page: 50, total: 1, from: 1, to: 1 },
    },
  },
  'partner_invoice.get': { output: { account_id: null, base_amount: '451.39' } },
  'partner_invoice.pay': {
    output: { account_id: '0199d3a2-7c00-7000-8000-000000000002', base_amount: '451.39' },
  },
  'partner_billing.outstanding': {
    output: {
      total_outstanding: '451.39',
      overdue_amount: '0.00',
      currency: 'USD',
      invoices: 1,
      overdue_invoices: 0,
      next_due_at: '2026-03-31T12:00:00.000Z',
    },
  },
  'partner_billing.breakdown': {
    output: {
      tier: 'enterprise',
      billing_cycle: 'monthly',
      period_start: '2026-03-01',
      period_end: '2026-03-31',
      included_calls: 1000000,
      calls: 0,
      overage_calls: 0,
      base_amount: '1999.00',
      discount_amount: '0.00',
      overage_amount: '0.00',
      total_amount: '1999.00',
      currency: 'USD',
      discount_percent: 0,
      is_estimate: true,
    },
  },
  'partner_invoice.issue': { output: { account_id: null, base_amount: '112.68' } },
  'partner_invoice.cancel': { output: { account_id: null, base_amount: '451.39' } },
  'partner_invoice.refund': {
    output: { account_id: '0199d3a2-7c00-7000-8000-3d148f2d3cdd', base_amount: '451.39' },
  },
}

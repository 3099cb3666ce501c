// The shapes of invoices to partners.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { invoiceLife } from './life-cycle.ts'

const Day = Type.String({ format: 'date' })
const Usd = Type.String({ description: 'USD with two decimals.' })

const charges = {
  tier: Type.String(),
  billing_cycle: Type.String(),
  period_start: Day,
  period_end: Day,
  included_calls: Type.Integer(),
  calls: Type.Integer(),
  overage_calls: Type.Integer(),
  base_amount: Usd,
  discount_amount: Usd,
  overage_amount: Usd,
  total_amount: Usd,
  currency: Type.Literal('USD'),
}

export const Invoice = Type.Object(
  {
    id: Uuid,
    invoice_number: Type.String(),
    partner_id: Uuid,
    status: invoiceLife.schema(),
    ...charges,
    account_id: Nullable(Uuid),
    transaction_id: Nullable(Uuid),
    issued_at: Nullable(DateTime),
    due_at: Nullable(DateTime),
    paid_at: Nullable(DateTime),
    reason: Nullable(Type.String()),
    created_at: DateTime,
  },
  { $id: 'PartnerInvoice' },
)

export const Outstanding = Type.Object(
  {
    total_outstanding: Usd,
    overdue_amount: Usd,
    currency: Type.Literal('USD'),
    invoices: Type.Integer(),
    overdue_invoices: Type.Integer(),
    next_due_at: Nullable(DateTime),
  },
  { $id: 'PartnerOutstanding' },
)

export const Breakdown = Type.Object(
  { ...charges, discount_percent: Type.Integer(), is_estimate: Type.Boolean() },
  { $id: 'PartnerBillingBreakdown' },
)

// Turns invoices and charges into the shapes that callers see.
import type { Charges } from './charges.ts'
import { toDollars } from './service.ts'
import type { InvoiceRow } from './store.ts'

const toAmounts = (charges: Charges) => ({
  included_calls: Number(charges.included_calls),
  calls: Number(charges.calls),
  overage_calls: Number(charges.overage_calls),
  base_amount: toDollars(charges.base_cents),
  discount_amount: toDollars(charges.discount_cents),
  overage_amount: toDollars(charges.overage_cents),
  total_amount: toDollars(charges.total_cents),
  currency: 'USD' as const,
})

export const toCharges = (
  charges: Charges,
  of: {
    readonly tier: string
    readonly billing_cycle: string
    readonly period_start: string
    readonly period_end: string
  },
) => ({ ...of, ...toAmounts(charges) })

export const toInvoice = (row: InvoiceRow) => ({
  id: row.uuid,
  invoice_number: row.number,
  partner_id: row.partner_uuid,
  status: row.status,
  tier: row.tier,
  billing_cycle: row.billing_cycle,
  period_start: row.period_start,
  period_end: row.period_end,
  ...toAmounts({
    included_calls: BigInt(row.included_calls),
    calls: BigInt(row.calls),
    overage_calls: BigInt(row.overage_calls),
    base_cents: BigInt(row.base_cents),
    discount_cents: BigInt(row.discount_cents),
    overage_cents: BigInt(row.overage_cents),
    total_cents: BigInt(row.total_cents),
  }),
  account_id: row.account_uuid,
  transaction_id: row.entry_uuid,
  issued_at: row.issued_at,
  due_at: row.due_at,
  paid_at: row.paid_at,
  reason: row.reason,
  created_at: row.created_at,
})

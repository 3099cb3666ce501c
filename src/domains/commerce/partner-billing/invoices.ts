// The invoices of a partner as it reads them: issued, outstanding, and an estimate of the next one.
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { PartnerBilling } from '../../people/partners/index.ts'
import { chargesFor, discountPercent } from './charges.ts'
import { nextPeriod, toDollars } from './service.ts'
import * as store from './store.ts'
import { toCharges, toInvoice } from './view.ts'

/** In the sandbox nothing is billed. */
const isBilled = ({ caller }: Context): boolean => caller.environment === 'live'

export async function listInvoices(page: PageRequest, ctx: Context) {
  if (!isBilled(ctx)) return toPage([], 0, page)
  const { rows, total } = await store.listInvoices(ctx.tx, ctx.caller.partner!, page)
  return toPage(rows.map(toInvoice), total, page)
}

export async function getInvoice(id: string, ctx: Context) {
  const invoice = isBilled(ctx)
    ? await store.findInvoice(ctx.tx, ctx.caller.partner!, id)
    : undefined
  if (!invoice) throw NotFound({ what: 'invoice', id })
  return toInvoice(invoice)
}

export async function sumOutstanding(ctx: Context) {
  const sums = isBilled(ctx) ? await store.sumOutstanding(ctx.tx, ctx.caller.partner!) : []
  const late = sums.filter(({ status }) => status === 'overdue')
  const cents = (rows: typeof sums) => rows.reduce((sum, row) => sum + BigInt(row.cents), 0n)
  const count = (rows: typeof sums) => rows.reduce((sum, row) => sum + row.count, 0)
  return {
    total_outstanding: toDollars(cents(sums)),
    overdue_amount: toDollars(cents(late)),
    currency: 'USD' as const,
    invoices: count(sums),
    overdue_invoices: count(late),
    next_due_at: sums.flatMap(({ due }) => due ?? []).toSorted()[0] ?? null,
  }
}

/** The charges of the period in progress, from the calls so far. */
export async function estimateNext(book: PartnerBilling, ctx: Context) {
  const partner = await book.find(ctx.tx, ctx.caller.partner!)
  const period = partner && (await nextPeriod(ctx.tx, partner))
  if (!partner || !period) throw NotFound({ what: 'partner', id: ctx.caller.partner! })
  const days = { first: period.start, last: period.end }
  const calls = await book.sumBillable(ctx.tx, partner.uuid, days)
  const { tier, billing_cycle } = partner
  return {
    ...toCharges(chargesFor(book.pricesOf(partner), billing_cycle, period, BigInt(calls)), {
      tier,
      billing_cycle,
      period_start: period.start,
      period_end: period.end,
    }),
    discount_percent: Number(discountPercent[billing_cycle]),
    is_estimate: true,
  }
}

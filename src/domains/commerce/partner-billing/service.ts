// Issues invoices: each period of a partner is billed once, after it is over. The tier and the cycle are those at
// the time of the invoice; an operator who changes them bills the days before first.
import { addDays, type Day, dayOf } from '../../../kernel/days.ts'
import { DAY_MS } from '../../../kernel/durations.ts'
import { DOLLAR, formatDecimal } from '../../../kernel/money.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import {
  type BilledPartner,
  findContact,
  type PartnerBilling,
} from '../../people/partners/index.ts'
import { chargesFor } from './charges.ts'
import { NothingToBill } from './errors.ts'
import { InvoiceChanged, InvoiceIssued } from './events.ts'
import { invoiceLife } from './life-cycle.ts'
import { type Period, periodFrom } from './periods.ts'
import * as store from './store.ts'
import type { InvoiceRow } from './store.ts'

export const ISSUE_JOB = 'partner_billing.issue'
export const OVERDUE_JOB = 'partner_billing.mark_overdue'

const DUE_DAYS = 30
const GRACE_DAYS = 7
const BATCH = 200
/** Nodes write the calls of a day within seconds; billing waits this long for them. */
const SETTLE_MS = 5 * 60_000

/** The period that is billed next. A terminated partner is billed up to its last day. */
export async function nextPeriod(tx: Db, partner: BilledPartner): Promise<Period | undefined> {
  const last = await store.findLastDay(tx, partner.uuid)
  const start = last === undefined ? dayOf(new Date(partner.created_at)) : addDays(last, 1)
  const { end } = periodFrom(start, partner.billing_cycle)
  if (partner.status !== 'terminated') return { start, end }
  const over = dayOf(new Date(partner.updated_at))
  if (start > over) return undefined
  return { start, end: end < over ? end : over }
}

const isOver = ({ end }: Period, now: Date): boolean =>
  end < dayOf(new Date(now.getTime() - SETTLE_MS))

/** Bills all periods that are over, of all partners. */
export async function issueDue(db: Db, bank: Pick<Bank, 'work' | 'log'>, book: PartnerBilling) {
  for (let after: string | undefined; ; ) {
    const some = await book.listAfter(db, after, BATCH)
    for (const { uuid } of some)
      await bank
        .work('live', ISSUE_JOB, (ctx) => issueAllDue(uuid, book, ctx))
        .catch((error: unknown) =>
          bank.log.warn({ err: error, partner: uuid }, 'a partner could not be billed in this run'),
        )
    if (some.length < BATCH) return
    after = some.at(-1)!.uuid
  }
}

async function issueAllDue(uuid: string, book: PartnerBilling, ctx: Context): Promise<void> {
  await store.lockBilling(ctx.tx, uuid)
  const partner = await book.find(ctx.tx, uuid)
  if (!partner) return
  for (;;) {
    const period = await nextPeriod(ctx.tx, partner)
    if (!period || !isOver(period, ctx.now)) return
    await issue(partner, period, book, ctx)
  }
}

/** Bills the days up to yesterday before the period is over, such as before a change of tier. */
export async function issueNow(partner: BilledPartner, book: PartnerBilling, ctx: Context) {
  await store.lockBilling(ctx.tx, partner.uuid)
  const period = await nextPeriod(ctx.tx, partner)
  const yesterday: Day = addDays(dayOf(new Date(ctx.now.getTime() - SETTLE_MS)), -1)
  if (!period || period.start > yesterday)
    throw NothingToBill({ from: period?.start ?? dayOf(new Date(partner.updated_at)) })
  const end = period.end < yesterday ? period.end : yesterday
  return issue(partner, { start: period.start, end }, book, ctx)
}

async function issue(
  partner: BilledPartner,
  period: Period,
  book: PartnerBilling,
  ctx: Context,
): Promise<InvoiceRow> {
  const days = { first: period.start, last: period.end }
  const calls = await book.sumBillable(ctx.tx, partner.uuid, days)
  const prices = book.pricesOf(partner)
  const month = dayOf(ctx.now).slice(0, 7).replace('-', '')
  const number = await store.takeNumber(ctx.tx, month)
  const invoice = await store.insertInvoice(ctx.tx, {
    ...chargesFor(prices, partner.billing_cycle, period, BigInt(calls)),
    uuid: uuidv7(ctx.now),
    number: `INV-${month}-${String(number).padStart(5, '0')}`,
    partner_uuid: partner.uuid,
    status: invoiceLife.check('draft', 'issue').to,
    tier: partner.tier,
    billing_cycle: partner.billing_cycle,
    period_start: period.start,
    period_end: period.end,
    issued_at: ctx.now,
    due_at: new Date(ctx.now.getTime() + DUE_DAYS * DAY_MS),
    created_at: ctx.now,
  })
  await notifyPartner(InvoiceIssued, invoice, partner, ctx)
  return invoice
}

/** Marks pending invoices as overdue once the grace period has passed. */
export async function markOverdue(
  db: Db,
  { work, clock }: Pick<Bank, 'work' | 'clock'>,
  book: PartnerBilling,
) {
  const dueBefore = new Date(clock.now().getTime() - GRACE_DAYS * DAY_MS)
  for (let after: { uuid: string; due_at: string } | undefined; ; ) {
    const some = await store.listOverdue(db, dueBefore, after, BATCH)
    for (const { uuid } of some)
      await work('live', OVERDUE_JOB, async (ctx) => {
        const invoice = await store.lockInvoice(ctx.tx, uuid)
        // The partner may have paid in the meantime.
        if (invoice?.status !== 'pending') return
        const { to: status } = invoiceLife.check(invoice.status, 'expire')
        const late = await store.updateInvoice(ctx.tx, uuid, { status }, ctx.now)
        await notifyPartner(InvoiceChanged, late, await book.find(ctx.tx, late.partner_uuid), ctx)
      })
    const last = some.at(-1)
    if (some.length < BATCH || !last) return
    after = { uuid: last.uuid, due_at: last.due_at! }
  }
}

/** Notifies the partner's contact, if that contact is a user. */
export async function notifyPartner(
  event: typeof InvoiceIssued,
  invoice: InvoiceRow,
  partner: Pick<BilledPartner, 'uuid' | 'contact_email'> | undefined,
  ctx: Context,
): Promise<void> {
  const user_uuid = partner && (await findContact(ctx.tx, partner))
  const { uuid: invoice_id, number, partner_uuid: partner_id, status } = invoice
  const total = toDollars(BigInt(invoice.total_cents))
  ctx.emit(
    event,
    { invoice_id, number, partner_id, total, currency: DOLLAR.code, status },
    { user_uuid },
  )
}

export const toDollars = (units: bigint): string => formatDecimal({ units, asset: DOLLAR })

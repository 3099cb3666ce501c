// All SQL of the schema `partner_billing`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import { countUpTo, type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Charges } from './charges.ts'

export type InvoiceRow = Row<'partner_billing.invoices'>

/** Serializes the transactions that bill one partner. */
export async function lockBilling(tx: Db, partner_uuid: string): Promise<void> {
  const name = `partner_billing ${partner_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The next number of a month; the row is locked until the transaction ends, so that none is skipped. */
export async function takeNumber(tx: Db, month: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into partner_billing.numbers as numbers (month, last) values (${month}, 1)
    on conflict (month) do update set last = numbers.last + 1
    returning last`.execute(tx)
  return rows[0]!.last
}

/** The last day that any invoice of the partner covers, cancelled ones included. */
export async function findLastDay(tx: Db, partner_uuid: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('partner_billing.invoices')
    .select('period_end')
    .where('partner_uuid', '=', partner_uuid)
    .orderBy('period_end', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.period_end
}

export interface NewInvoice extends Charges {
  readonly uuid: string
  readonly number: string
  readonly partner_uuid: string
  readonly status: InvoiceRow['status']
  readonly tier: string
  readonly billing_cycle: InvoiceRow['billing_cycle']
  readonly period_start: string
  readonly period_end: string
  readonly issued_at: Date
  readonly due_at: Date
  readonly created_at: Date
}

export const insertInvoice = (tx: Db, invoice: NewInvoice): Promise<InvoiceRow> =>
  tx
    .insertInto('partner_billing.invoices')
    .values({ ...invoice, updated_at: invoice.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export interface InvoiceChange {
  readonly status: InvoiceRow['status']
  readonly account_uuid?: string
  readonly entry_uuid?: string
  readonly refund_entry_uuid?: string
  readonly paid_at?: Date
  readonly reason?: string | null
}

export const updateInvoice = (tx: Db, uuid: string, change: InvoiceChange, now: Date) =>
  tx
    .updateTable('partner_billing.invoices')
    .set({ ...change, updated_at: now })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findInvoice = async (tx: Db, partner_uuid: string, uuid: string) =>
  isUuid(uuid)
    ? tx
        .selectFrom('partner_billing.invoices')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('partner_uuid', '=', partner_uuid)
        .executeTakeFirst()
    : undefined

/** Any partner's invoice, locked until the transaction ends. */
export const lockInvoice = async (tx: Db, uuid: string) =>
  isUuid(uuid)
    ? tx
        .selectFrom('partner_billing.invoices')
        .selectAll()
        .where('uuid', '=', uuid)
        .forUpdate()
        .executeTakeFirst()
    : undefined

export const listInvoices = (tx: Db, partner_uuid: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('partner_billing.invoices')
      .selectAll()
      .where('partner_uuid', '=', partner_uuid)
      .orderBy('created_at', 'desc')
      .orderBy('uuid', 'desc'),
    page,
  )

export async function sumOutstanding(tx: Db, partner_uuid: string) {
  const { rows } = await sql<{ status: string; count: number; cents: string; due: string | null }>`
    select status, count(*)::int as count, sum(total_cents) as cents, min(due_at) as due
    from partner_billing.invoices
    where partner_uuid = ${partner_uuid} and status in ('pending', 'overdue')
    group by status`.execute(tx)
  return rows
}

/** Pending invoices that were due before this instant, in the order in which they were due. */
export async function listOverdue(
  tx: Db,
  dueBefore: Date,
  after: { readonly uuid: string; readonly due_at: string } | undefined,
  limit: number,
) {
  const late = tx
    .selectFrom('partner_billing.invoices')
    .select(['uuid', 'due_at'])
    .where('status', '=', 'pending')
    .where('due_at', '<=', dueBefore.toISOString())
  return (
    after ? late.where(sql<boolean>`(due_at, uuid) > (${after.due_at}, ${after.uuid})`) : late
  )
    .orderBy('due_at')
    .orderBy('uuid')
    .limit(limit)
    .execute()
}

export const countOverdue = (tx: Db, most: number): Promise<number> =>
  countUpTo(tx, sql`select from partner_billing.invoices where status = 'overdue'`, most)

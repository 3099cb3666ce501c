// The SQL of quotes, payments and the packets of payments. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { PaymentStatus } from '../life-cycle.ts'

/** The owner of records, and their environment. */
export interface OwnerScope {
  readonly environment: Environment
  readonly user_uuid: string
}

export type QuoteRow = Row<
  'interledger.quotes',
  { send_units: bigint; fee_units: bigint; receive_units: bigint }
>

const toQuote = (row: Row<'interledger.quotes'>): QuoteRow => ({
  ...row,
  send_units: BigInt(row.send_units),
  fee_units: BigInt(row.fee_units),
  receive_units: BigInt(row.receive_units),
})

export type NewQuote = Omit<QuoteRow, 'used_at' | 'expires_at' | 'created_at'> & {
  readonly expires_at: Date
  readonly created_at: Date
}

export async function insertQuote(tx: Db, quote: NewQuote): Promise<QuoteRow> {
  const row = await tx
    .insertInto('interledger.quotes')
    .values({
      ...quote,
      send_units: String(quote.send_units),
      fee_units: String(quote.fee_units),
      receive_units: String(quote.receive_units),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toQuote(row)
}

export async function findQuote(tx: Db, id: string, lock = false): Promise<QuoteRow | undefined> {
  if (!isUuid(id)) return undefined
  const one = tx.selectFrom('interledger.quotes').selectAll().where('id', '=', id)
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst()
  return row && toQuote(row)
}

export async function markUsed(tx: Db, id: string, now: Date): Promise<void> {
  await tx.updateTable('interledger.quotes').set({ used_at: now }).where('id', '=', id).execute()
}

type PaymentColumns = Row<
  'interledger.payments',
  {
    packet_max: bigint
    delivered_units: bigint
    paid_units: bigint | null
    charged_units: bigint | null
    returned_units: bigint | null
  }
>

/** A payment with its quote. */
export type PaymentRow = PaymentColumns & { readonly quote: QuoteRow }

const toPayment = (row: Row<'interledger.payments'>, quote: QuoteRow): PaymentRow => ({
  ...row,
  packet_max: BigInt(row.packet_max),
  delivered_units: BigInt(row.delivered_units),
  paid_units: readNullable(row.paid_units),
  charged_units: readNullable(row.charged_units),
  returned_units: readNullable(row.returned_units),
  quote,
})

const readNullable = (units: string | null): bigint | null =>
  units === null ? null : BigInt(units)

export interface NewPayment extends OwnerScope {
  readonly id: string
  readonly account_uuid: string
  readonly grant_id: string | null
  readonly packet_max: bigint
  readonly check_at: Date
  readonly expires_at: Date
  readonly created_at: Date
}

export async function insertPayment(
  tx: Db,
  quote: QuoteRow,
  payment: NewPayment,
): Promise<PaymentRow> {
  const row = await tx
    .insertInto('interledger.payments')
    .values({
      ...payment,
      packet_max: String(payment.packet_max),
      quote_id: quote.id,
      status: 'pending',
      updated_at: payment.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPayment(row, quote)
}

export async function findPayment(
  tx: Db,
  id: string,
  lock = false,
): Promise<PaymentRow | undefined> {
  if (!isUuid(id)) return undefined
  const one = tx.selectFrom('interledger.payments').selectAll().where('id', '=', id)
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst()
  return row && toPayment(row, (await findQuote(tx, row.quote_id))!)
}

/** Newest first. */
export async function listPayments(
  tx: Db,
  { environment, user_uuid, status }: OwnerScope & { readonly status?: PaymentStatus | undefined },
  page: PageRequest,
): Promise<{ readonly rows: PaymentRow[]; readonly total: number }> {
  const mine = tx
    .selectFrom('interledger.payments')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
  const { rows, total } = await readPage(mine.selectAll().orderBy('id', 'desc'), page)
  const quotes = await listQuotes(
    tx,
    rows.map((row) => row.quote_id),
  )
  return { rows: rows.map((row) => toPayment(row, quotes.get(row.quote_id)!)), total }
}

async function listQuotes(tx: Db, ids: readonly string[]): Promise<Map<string, QuoteRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('interledger.quotes')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, toQuote(row)]))
}

/** Payments that are due, the longest overdue first. */
export async function listDue(tx: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from interledger.payments where check_at <= ${now}
    order by check_at limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

export interface PaymentChange {
  readonly status?: PaymentStatus
  readonly error_code?: string | null
  readonly reason?: string | null
  readonly packet_max?: bigint
  readonly packets?: number
  readonly delivered_units?: bigint
  readonly paid_units?: bigint
  readonly charged_units?: bigint
  readonly returned_units?: bigint
  readonly check_at?: Date | null
  readonly expires_at?: Date
  readonly ended_at?: Date
  readonly updated_at: Date
}

export async function updatePayment(
  tx: Db,
  payment: PaymentRow,
  change: PaymentChange,
): Promise<PaymentRow> {
  const { packet_max, delivered_units, paid_units, charged_units, returned_units, ...rest } = change
  const row = await tx
    .updateTable('interledger.payments')
    .set({
      ...rest,
      ...writeUnits({ packet_max, delivered_units, paid_units, charged_units, returned_units }),
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPayment(row, payment.quote)
}

const writeUnits = (units: Readonly<Record<string, bigint | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(units).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )

export type PacketRow = Row<'interledger.packets', { units: bigint }>

const toPacket = (row: Row<'interledger.packets'>): PacketRow => ({
  ...row,
  units: BigInt(row.units),
})

export type NewPacket = Pick<PacketRow, 'id' | 'payment_id' | 'sequence' | 'units' | 'prepare'> & {
  readonly expires_at: Date
  readonly created_at: Date
}

export async function insertPacket(tx: Db, packet: NewPacket): Promise<PacketRow> {
  const row = await tx
    .insertInto('interledger.packets')
    .values({ ...packet, units: String(packet.units), status: 'prepared' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPacket(row)
}

/** The unanswered packet of a payment. */
export async function findOpenPacket(tx: Db, payment_id: string): Promise<PacketRow | undefined> {
  const row = await tx
    .selectFrom('interledger.packets')
    .selectAll()
    .where('payment_id', '=', payment_id)
    .where('status', '=', 'prepared')
    .executeTakeFirst()
  return row && toPacket(row)
}

export async function closePacket(
  tx: Db,
  id: string,
  change: {
    readonly status: 'fulfilled' | 'rejected' | 'expired'
    readonly error_code: string | null
    readonly answered_at: Date
  },
): Promise<void> {
  await tx.updateTable('interledger.packets').set(change).where('id', '=', id).execute()
}

// All SQL of the schema `mandates`. No rules here.
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Caller, Environment } from '../../../operation/caller.ts'
import { type Db, readSqlPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Credential } from './credential.ts'
import { expirableStatuses, type MandateStatus, type MandateType, type Side } from './life-cycle.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'mandates.mandates.payload': Readonly<Record<string, unknown>>
    'mandates.mandates.credential': Credential
  }
}

export type MandateRow = Row<'mandates.mandates', { amount_cents: number; units: bigint }>

type Columns = Row<'mandates.mandates'>

const toRow = (row: Columns): MandateRow => ({
  ...row,
  amount_cents: Number(row.amount_cents),
  units: BigInt(row.units),
})

export type NewMandate = Omit<
  MandateRow,
  | 'status'
  | 'reason'
  | 'updated_at'
  | 'accepted_at'
  | 'executed_at'
  | 'completed_at'
  | 'revoked_at'
  | 'disputed_at'
  | 'disputed_by'
>

export async function insertMandate(tx: Db, mandate: NewMandate): Promise<void> {
  await tx
    .insertInto('mandates.mandates')
    .values({
      ...mandate,
      status: 'issued',
      payload: JSON.stringify(mandate.payload),
      credential: JSON.stringify(mandate.credential),
      units: String(mandate.units),
      updated_at: mandate.created_at,
    })
    .execute()
}

export async function findMandate(tx: Db, uuid: string): Promise<MandateRow | undefined> {
  if (!isUuid(uuid)) return undefined
  const { rows } = await sql<Columns>`
    select * from mandates.mandates where uuid = ${uuid}`.execute(tx)
  return rows[0] && toRow(rows[0])
}

/** The lock makes changes to one mandate happen one after another. */
export async function lockMandate(tx: Db, uuid: string): Promise<MandateRow | undefined> {
  if (!isUuid(uuid)) return undefined
  const { rows } = await sql<Columns>`
    select * from mandates.mandates where uuid = ${uuid} for update`.execute(tx)
  return rows[0] && toRow(rows[0])
}

export type MandateChange = Partial<
  Pick<
    MandateRow,
    | 'status'
    | 'reason'
    | 'accepted_at'
    | 'executed_at'
    | 'completed_at'
    | 'revoked_at'
    | 'disputed_at'
    | 'disputed_by'
  >
>

export async function updateMandate(
  tx: Db,
  uuid: string,
  change: MandateChange,
  now: Date,
): Promise<MandateRow> {
  const row = await tx
    .updateTable('mandates.mandates')
    .set({ ...change, updated_at: now })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRow(row)
}

export interface MandateFilter extends PageRequest {
  readonly caller: Caller
  readonly now: Date
  readonly type?: MandateType | undefined
  readonly status?: MandateStatus | undefined
  readonly role?: Side | undefined
  /** Restricts the list to this one of the caller's agents. */
  readonly agent_uuid?: string | undefined
}

export async function listMandates(
  tx: Db,
  filter: MandateFilter,
): Promise<{ readonly rows: MandateRow[]; readonly total: number }> {
  const query = {
    columns: sql<Columns>`*`,
    matching: sql`from mandates.mandates where ${conditionOf(filter)}`,
    orderBy: sql`created_at desc, uuid desc`,
  }
  const { rows, total } = await readSqlPage(tx, query, filter)
  return { rows: rows.map(toRow), total }
}

function conditionOf({ caller, now, type, status, role, agent_uuid }: MandateFilter) {
  const side = (owner: RawBuilder<unknown>, agent: RawBuilder<unknown>) =>
    sql`(${sql.join(
      [
        ...(caller.user === undefined ? [] : [sql`${owner} = ${caller.user}`]),
        ...(caller.agent === undefined ? [] : [sql`${agent} = ${caller.agent}`]),
        ...(agent_uuid === undefined ? [] : [sql`${agent} = ${agent_uuid}`]),
      ],
      sql` and `,
    )})`
  const sides = [
    ...(role === 'subject' ? [] : [side(sql`issuer_owner_uuid`, sql`issuer_uuid`)]),
    ...(role === 'issuer' ? [] : [side(sql`subject_owner_uuid`, sql`subject_uuid`)]),
  ]
  return sql`environment = ${caller.environment} and (${sql.join(sides, sql` or `)})
    ${type ? sql`and type = ${type}` : sql``}
    ${status ? sql`and ${statusAt(now)} = ${status}` : sql``}`
}

/** A mandate past its time is expired even before its row says so. */
const statusAt = (now: Date) => sql`
  case when status = any(${expirableStatuses}::text[]) and expires_at <= ${now} then 'expired' else status end`

const EXPIRED_AT_ONCE = 100

/** Skips locked mandates: the transaction that holds the lock checks the expiry itself. */
export async function lockExpired(
  tx: Db,
  now: Date,
  environment: Environment,
): Promise<MandateRow[]> {
  const { rows } = await sql<Columns>`
    select * from mandates.mandates
    where status in ('issued', 'accepted') and expires_at <= ${now} and environment = ${environment}
    order by expires_at limit ${EXPIRED_AT_ONCE}
    for update skip locked`.execute(tx)
  return rows.map(toRow)
}

/** Locks the mandates that agents of a user have issued, of both environments, and that can still be relied on. */
export async function lockInForce(tx: Db, owner: string, now: Date): Promise<MandateRow[]> {
  const { rows } = await sql<Columns>`
    select * from mandates.mandates where ${inForce(owner, now)} order by uuid for update`.execute(
    tx,
  )
  return rows.map(toRow)
}

export async function countInForce(tx: Db, owner: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mandates.mandates where ${inForce(owner, now)}`.execute(tx)
  return rows[0]!.count
}

const inForce = (owner: string, now: Date) => sql`
  issuer_owner_uuid = ${owner} and status in ('issued', 'accepted', 'executed', 'disputed')
  and (status not in ('issued', 'accepted') or expires_at > ${now})`

export type PaymentRow = Omit<
  Row<'mandates.payments', { units: bigint }>,
  'position' | 'created_at'
>

export type PaymentState = PaymentRow['state']

/** False when the payment is already on a mandate. */
export async function insertPayment(tx: Db, payment: PaymentRow, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mandates.payments')
    .values({
      ...payment,
      units: String(payment.units),
      position: sql<number>`(
        select count(*) + 1 from mandates.payments where mandate_uuid = ${payment.mandate_uuid})`,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The payments by mandate, in the order in which they were added. */
export async function findPayments(
  tx: Db,
  mandates: readonly string[],
): Promise<Map<string, PaymentRow[]>> {
  if (mandates.length === 0) return new Map()
  const { rows } = await sql<Pick<Row<'mandates.payments'>, keyof PaymentRow>>`
    select reference, mandate_uuid, units, state from mandates.payments
    where mandate_uuid = any(${mandates}::uuid[])
    order by mandate_uuid, position`.execute(tx)
  return Map.groupBy(
    rows.map((row) => ({ ...row, units: BigInt(row.units) })),
    (row) => row.mandate_uuid,
  )
}

export interface PaymentSum {
  readonly mandate_uuid: string
  /** Void payments do not count. */
  readonly units: string
  /** The newest payments, in the order in which they were added. */
  readonly references: string[]
}

/** The sums by mandate, each with at most `shown` references. */
export async function sumPayments(
  tx: Db,
  mandates: readonly string[],
  shown: number,
): Promise<Map<string, PaymentSum>> {
  if (mandates.length === 0) return new Map()
  const { rows } = await sql<PaymentSum>`
    select mandate_uuid, coalesce(sum(units) filter (where state <> 'void'), 0)::text as units,
      (array_agg(reference order by position))
        [greatest(count(*) - ${shown}::int + 1, 1):count(*)] as references
    from mandates.payments where mandate_uuid = any(${mandates}::uuid[])
    group by mandate_uuid`.execute(tx)
  return new Map(rows.map((row) => [row.mandate_uuid, row]))
}

export async function updatePayment(tx: Db, reference: string, state: PaymentState): Promise<void> {
  await tx
    .updateTable('mandates.payments')
    .set({ state })
    .where('reference', '=', reference)
    .execute()
}

// SQL of payments over rails, and of the daily statistics. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../../operation/due-store.ts'
import type { QueueScope } from '../../../../operation/work-queue.ts'
import { countUpTo, type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { PaymentStatus } from '../life-cycle.ts'
import type { Party } from '../party.ts'
import type { RailId } from '../rails/catalogue.ts'
import type { RoutingDecision, Urgency } from '../rails/routing.ts'
import type { Outcome } from '../schemes/scheme.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'payment_rails.payments.party': Party
    'payment_rails.payments.routing': RoutingDecision
    'payment_rails.payments.answer': Outcome
    'payment_rails.payments.attempts': Attempt[]
  }
}

/** A rail that was tried before the one that has the payment now. */
export interface Attempt {
  readonly rail: RailId
  readonly external_id: string
  readonly code: string
  readonly reason: string
  readonly submitted_at: string | null
  readonly ended_at: string
}

export type PaymentRow = Row<'payment_rails.payments'>

export interface NewPayment {
  readonly id: string
  readonly environment: Environment
  readonly user_uuid: string
  readonly account_id: string
  readonly direction: 'outgoing' | 'incoming'
  readonly type: 'credit_transfer' | 'direct_debit'
  readonly rail: RailId
  readonly scheme: 'simulated' | 'files'
  readonly asset: string
  readonly units: bigint
  readonly fee_units: bigint
  readonly party: Party
  readonly memo: string | null
  readonly end_to_end_id: string
  readonly external_id: string
  readonly origin: string
  readonly urgency: Urgency
  readonly status: PaymentStatus
  readonly routing: RoutingDecision | null
  readonly mandate?: string | null
  readonly twin?: string | null
  readonly submit_at: Date
  readonly estimated_settlement: Date
  readonly completed_at?: Date | null
  readonly due_at: Date | null
  readonly created_at: Date
}

export async function insertPayment(tx: Db, payment: NewPayment): Promise<PaymentRow> {
  const { party, routing } = payment
  return tx
    .insertInto('payment_rails.payments')
    .values({
      ...payment,
      units: String(payment.units),
      fee_units: String(payment.fee_units),
      party: JSON.stringify(party),
      routing: routing === null ? null : JSON.stringify(routing),
      updated_at: payment.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findPayment(tx: Db, id: string): Promise<PaymentRow | undefined> {
  return isUuid(id)
    ? tx.selectFrom('payment_rails.payments').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
}

/** Locks a payment until the transaction ends. */
export async function lockPayment(tx: Db, id: string): Promise<PaymentRow | undefined> {
  return isUuid(id)
    ? tx
        .selectFrom('payment_rails.payments')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
}

export async function findByExternalId(
  tx: Db,
  which: Pick<NewPayment, 'environment' | 'rail' | 'direction' | 'external_id'>,
): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payment_rails.payments')
    .selectAll()
    .where('environment', '=', which.environment)
    .where('rail', '=', which.rail)
    .where('direction', '=', which.direction)
    .where('external_id', '=', which.external_id)
    .executeTakeFirst()
}

/** Locks the live payment that was sent to a real network under the first of these ids that is known. */
export async function lockByExternalIds(
  tx: Db,
  ids: readonly string[],
): Promise<PaymentRow | undefined> {
  const rows = await tx
    .selectFrom('payment_rails.payments')
    .selectAll()
    .where('environment', '=', 'live')
    .where('scheme', '=', 'files')
    .where('origin', '!=', 'network')
    .where('external_id', 'in', ids.length > 0 ? [...ids] : [''])
    .forUpdate()
    .execute()
  return rows.toSorted((a, b) => ids.indexOf(a.external_id) - ids.indexOf(b.external_id))[0]
}

/** Serializes the booking of one payment that the network reports, so that it is booked once. */
export async function lockExternalId(
  tx: Db,
  { environment, rail, external_id }: Pick<NewPayment, 'environment' | 'rail' | 'external_id'>,
): Promise<void> {
  const name = `payment_rails.payments/${environment}/${rail}/${external_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Serializes changes of a customer's debts. */
export async function lockDebts(
  tx: Db,
  { environment, user_uuid }: Pick<PaymentRow, 'environment' | 'user_uuid'>,
): Promise<void> {
  const name = `payment_rails.debts/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Whether other returned collections of the customer are not recovered yet. */
export async function hasOtherDebts(
  tx: Db,
  { id, environment, user_uuid }: Pick<PaymentRow, 'id' | 'environment' | 'user_uuid'>,
): Promise<boolean> {
  const other = await tx
    .selectFrom('payment_rails.payments')
    .select('id')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('status', '=', 'recovering')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export interface PaymentFilter {
  readonly environment: Environment
  readonly user_uuid: string
  readonly status?: PaymentStatus | undefined
  readonly rail?: RailId | undefined
  readonly direction?: PaymentRow['direction'] | undefined
}

/** Newest first. */
export async function listPayments(tx: Db, filter: PaymentFilter, page: PageRequest) {
  let query = tx
    .selectFrom('payment_rails.payments')
    .where('environment', '=', filter.environment)
    .where('user_uuid', '=', filter.user_uuid)
  for (const name of ['status', 'rail', 'direction'] as const) {
    const value = filter[name]
    if (value !== undefined) query = query.where(name, '=', value)
  }
  return readPage(query.selectAll().orderBy('id', 'desc'), page)
}

/** Payments with a due step, the longest overdue first. */
export const listDuePayments = (tx: Db, which: DuePage) =>
  listDueRows(tx, { table: 'payment_rails.payments' }, which)

export interface PaymentChange {
  readonly status?: PaymentStatus
  readonly rail?: RailId
  readonly external_id?: string
  readonly attempts?: readonly Attempt[]
  readonly submit_at?: Date
  readonly account_id?: string
  readonly code?: string | null
  readonly reason?: string | null
  readonly answer?: Outcome | null
  readonly twin?: string
  readonly recovered_units?: string
  readonly ach_file?: string
  readonly trace?: string
  readonly submitted_at?: Date | null
  readonly completed_at?: Date
  readonly estimated_settlement?: Date
  readonly due_at?: Date | null
  readonly updated_at: Date
}

export async function updatePayment(
  tx: Db,
  id: string,
  { answer, attempts, ...change }: PaymentChange,
): Promise<PaymentRow> {
  return tx
    .updateTable('payment_rails.payments')
    .set({
      ...change,
      ...(answer !== undefined && { answer: answer && JSON.stringify(answer) }),
      ...(attempts && { attempts: JSON.stringify(attempts) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface DayFigures {
  readonly rail: RailId
  readonly succeeded: number
  readonly failed: number
  readonly latencies: readonly number[]
}

/** The statistics since a day, one row for each rail and day. */
export async function listDays(
  tx: Db,
  which: { readonly environment: Environment; readonly since: string },
): Promise<DayFigures[]> {
  const { rows } = await sql<{
    rail: RailId
    succeeded: string
    failed: string
    latencies: string[]
  }>`
    select rail, succeeded, failed, latencies from payment_rails.days
    where environment = ${which.environment} and day >= ${which.since}`.execute(tx)
  return rows.map(({ rail, succeeded, failed, latencies }) => ({
    rail,
    succeeded: Number(succeeded),
    failed: Number(failed),
    latencies: latencies.map(Number),
  }))
}

/** Adds one payment to the statistics of a day; `slot` is its latency bucket, counted from 1. */
export async function countDay(
  tx: Db,
  day: { readonly environment: Environment; readonly rail: RailId; readonly day: string },
  outcome: { readonly succeeded: boolean; readonly slot: number; readonly slots: number },
): Promise<void> {
  const { succeeded, slot, slots } = outcome
  const [good, bad] = succeeded ? [1, 0] : [0, 1]
  await sql`
    insert into payment_rails.days as d (environment, rail, day, succeeded, failed, latencies)
    values (${day.environment}, ${day.rail}, ${day.day}, ${good}, ${bad},
      (select array_agg(case when n = ${slot}::int then ${good}::bigint else 0 end order by n)
       from generate_series(1, ${slots}::int) as n))
    on conflict (environment, rail, day) do update set
      succeeded = d.succeeded + excluded.succeeded,
      failed = d.failed + excluded.failed,
      latencies = (select array_agg(pair.before + pair.added order by pair.n)
        from unnest(d.latencies, excluded.latencies) with ordinality
          as pair (before, added, n))`.execute(tx)
}

/** Returned collections that the accounts of their owner do not cover yet. */
export const countRecovering = (tx: Db, { environment, most }: QueueScope): Promise<number> =>
  countUpTo(
    tx,
    sql`select from payment_rails.payments
      where environment = ${environment} and status = 'recovering'`,
    most,
  )

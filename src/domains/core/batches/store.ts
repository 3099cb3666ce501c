// All SQL of the schema `batches`. No rules here.
import { sql } from 'kysely'
import type { Window } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readWindow } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { BatchStatus } from './life-cycle.ts'
import type { OperationType } from './parameters.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'batches.operations.type': OperationType
    'batches.operations.parameters': Readonly<Record<string, unknown>>
    'batches.operations.state': Readonly<Record<string, unknown>>
    'batches.operations.result': Readonly<Record<string, unknown>>
  }
}

export type BatchRow = Row<'batches.batches'>

export type OperationRow = Row<'batches.operations'>

export type Compensation = BatchRow['compensation']
export type OperationStatus = OperationRow['status']

export interface NewBatch {
  readonly id: string
  readonly environment: Environment
  readonly name: string
  readonly status: BatchStatus
  readonly retry_attempts: number
  readonly scheduled_for: Date | null
  readonly user_uuid: string
  readonly credential_id: string | null
  readonly request_id: string
  readonly created_at: Date
}

export interface NewOperation {
  readonly id: string
  readonly position: number
  readonly type: OperationType
  readonly parameters: object
  readonly priority: number
}

export async function insertBatch(
  tx: Db,
  batch: NewBatch,
  operations: readonly NewOperation[],
): Promise<void> {
  await tx
    .insertInto('batches.batches')
    .values({ ...batch, touched_at: batch.scheduled_for ?? batch.created_at })
    .execute()
  await tx
    .insertInto('batches.operations')
    .values(
      operations.map((operation) => ({
        ...operation,
        batch_id: batch.id,
        parameters: JSON.stringify(operation.parameters),
      })),
    )
    .execute()
}

export async function findBatch(
  tx: Db,
  id: string,
  environment: Environment,
): Promise<BatchRow | undefined> {
  return tx
    .selectFrom('batches.batches')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', environment)
    .executeTakeFirst()
}

/** Only the holder of this lock works on the batch; others wait until its transaction ends. */
export async function lockBatch(tx: Db, id: string): Promise<BatchRow | undefined> {
  return tx
    .selectFrom('batches.batches')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the batches of a user, of both environments, that have not started. */
export const lockScheduled = (tx: Db, user_uuid: string): Promise<BatchRow[]> =>
  ahead(tx, user_uuid).selectAll().orderBy('id').forUpdate().execute()

export async function countScheduled(tx: Db, user_uuid: string): Promise<number> {
  const { count } = await ahead(tx, user_uuid)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const ahead = (tx: Db, user_uuid: string) =>
  tx
    .selectFrom('batches.batches')
    .where('user_uuid', '=', user_uuid)
    .where('status', 'in', ['pending', 'scheduled'])

export interface BatchFilter {
  readonly environment: Environment
  readonly status: BatchStatus | undefined
  readonly from: Date | undefined
  readonly before: Date | undefined
}

/** Newest first, with the total number. */
export async function listBatches(
  tx: Db,
  filter: BatchFilter,
  window: Window,
): Promise<{ readonly rows: BatchRow[]; readonly total: number }> {
  const { environment, status, from, before } = filter
  const matching = tx
    .selectFrom('batches.batches')
    .where('environment', '=', environment)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from!.toISOString()))
    .$if(before !== undefined, (query) => query.where('created_at', '<', before!.toISOString()))
  const newestFirst = matching.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await readWindow(newestFirst, window)
  return { rows, total }
}

/** In the order in which they run. */
export async function listOperations(tx: Db, batches: readonly string[]): Promise<OperationRow[]> {
  if (batches.length === 0) return []
  return tx
    .selectFrom('batches.operations')
    .selectAll()
    .where('batch_id', 'in', batches)
    .orderBy('priority', 'desc')
    .orderBy('position')
    .execute()
}

export async function updateBatch(
  tx: Db,
  id: string,
  now: Date,
  change: Partial<{
    status: BatchStatus
    compensation: Compensation
    error_message: string
    started_at: Date
    completed_at: Date
    cancelled_at: Date
    cancelled_by: string | null
    cancel_reason: string | null
  }> = {},
): Promise<void> {
  await tx
    .updateTable('batches.batches')
    .set({ ...change, touched_at: now })
    .where('id', '=', id)
    .execute()
}

export async function updateOperation(
  tx: Db,
  id: string,
  change: Partial<{
    status: OperationStatus
    attempts: number
    state: object
    result: object
    records_total: number
    records_processed: number
    records_skipped: number
    error_message: string | null
    started_at: Date
    completed_at: Date
  }>,
): Promise<void> {
  const { state, result, ...plain } = change
  await tx
    .updateTable('batches.operations')
    .set({
      ...plain,
      ...(state && { state: JSON.stringify(state) }),
      ...(result && { result: JSON.stringify(result) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Batches that should be running, but have made no progress since. */
export async function listStalled(tx: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from batches.batches
    where (status in ('pending', 'scheduled', 'processing') or compensation = 'pending')
      and touched_at < ${since}
    order by touched_at limit 100 for update skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

/** A payment to or from one account; `skipped` gives the reason when none was made. */
export interface Payment {
  readonly account_id: string
  readonly asset: string
  readonly units: bigint
  readonly entry_id: string | null
  readonly skipped: string | null
}

export async function insertPayments(
  tx: Db,
  operation_id: string,
  payments: readonly Payment[],
  interest_day: string | null = null,
): Promise<void> {
  if (payments.length === 0) return
  const rows = payments.map((one) => ({
    ...one,
    operation_id,
    units: one.units.toString(),
    interest_day,
  }))
  await tx.insertInto('batches.payments').values(rows).execute()
}

/** Batches that pay the interest of one day take turns, step by step, so that each sees what the others paid. */
export async function lockInterestDay(tx: Db, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('batches.interest'), hashtext(${day}))`.execute(
    tx,
  )
}

/** Which of these balances have had the interest of this day, as 'account asset'. */
export async function findPaidInterest(
  tx: Db,
  day: string,
  books: readonly { readonly account_id: string; readonly asset: string }[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('batches.payments')
    .select(['account_id', 'asset'])
    .where('interest_day', '=', day)
    .where('account_id', '=', sql<string>`any(${books.map((book) => book.account_id)}::uuid[])`)
    .where('entry_id', 'is not', null)
    .where('reversal_id', 'is', null)
    .execute()
  return new Set(rows.map(({ account_id, asset }) => `${account_id} ${asset}`))
}

export async function sumPayments(tx: Db, operation_id: string) {
  const { rows } = await sql<{ asset: string; accounts: number; units: string }>`
    select asset, count(*)::int as accounts, sum(units) as units from batches.payments
    where operation_id = ${operation_id} and entry_id is not null
    group by asset order by asset`.execute(tx)
  return rows
}

export const listSkipped = (tx: Db, operation_id: string, limit: number) =>
  tx
    .selectFrom('batches.payments')
    .select(['account_id', 'asset', 'skipped'])
    .where('operation_id', '=', operation_id)
    .where('entry_id', 'is', null)
    .orderBy('account_id')
    .orderBy('asset')
    .limit(limit)
    .execute()

const isStanding = sql`p.entry_id is not null and p.reversal_id is null and p.kept is null`

export async function hasPayments(tx: Db, batch_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from batches.operations o join batches.payments p on p.operation_id = o.id
    where o.batch_id = ${batch_id} and ${isStanding} limit 1`.execute(tx)
  return rows.length > 0
}

export interface StandingPayment {
  readonly operation_id: string
  readonly type: OperationType
  readonly account_id: string
  readonly asset: string
  readonly units: string
  readonly entry_id: string
}

/** Payments that were neither undone nor kept yet, the latest first. */
export async function listStandingPayments(
  tx: Db,
  batch_id: string,
  limit: number,
): Promise<readonly StandingPayment[]> {
  const { rows } = await sql<StandingPayment>`
    select p.operation_id, o.type, p.account_id, p.asset, p.units, p.entry_id
    from batches.operations o join batches.payments p on p.operation_id = o.id
    where o.batch_id = ${batch_id} and ${isStanding}
    order by o.priority, o.position desc, p.account_id desc, p.asset desc limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** The entry that undid a payment, or the reason why the payment is kept. */
export interface Reversal {
  readonly operation_id: string
  readonly account_id: string
  readonly asset: string
  readonly reversal_id: string | null
  readonly kept: string | null
}

export async function updateUndone(tx: Db, undone: readonly Reversal[]): Promise<void> {
  await sql`
    update batches.payments p set reversal_id = u.reversal_id, kept = u.kept
    from unnest(${undone.map((one) => one.operation_id)}::uuid[],
      ${undone.map((one) => one.account_id)}::uuid[], ${undone.map((one) => one.asset)}::text[],
      ${undone.map((one) => one.reversal_id)}::uuid[], ${undone.map((one) => one.kept)}::text[])
      as u (operation_id, account_id, asset, reversal_id, kept)
    where p.operation_id = u.operation_id and p.account_id = u.account_id and p.asset = u.asset`.execute(
    tx,
  )
}

/** For each operation, the number of payments made, undone, and kept because they could not be undone. */
export async function countPayments(tx: Db, batches: readonly string[]) {
  const { rows } = await sql<{ operation_id: string; paid: number; undone: number; kept: number }>`
    select p.operation_id, count(p.entry_id)::int as paid, count(p.reversal_id)::int as undone,
      count(p.kept)::int as kept
    from batches.operations o join batches.payments p on p.operation_id = o.id
    where o.batch_id = any(${batches}::uuid[]) group by p.operation_id`.execute(tx)
  return new Map(rows.map((row) => [row.operation_id, row]))
}

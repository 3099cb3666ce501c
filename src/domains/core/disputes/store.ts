// All SQL of the schema `disputes`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../operation/due-store.ts'
import type { QueueScope } from '../../../operation/work-queue.ts'
import { countUpTo, type Db, readSearchPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { DisputeStatus } from './life-cycle.ts'

export type DisputeRow = Row<'disputes.disputes'>
export type MessageRow = Row<'disputes.messages'>

export type NewDispute = Pick<
  DisputeRow,
  | 'id'
  | 'environment'
  | 'entry_id'
  | 'line'
  | 'payer_account'
  | 'receiver_account'
  | 'asset'
  | 'paid_at'
  | 'payer_uuid'
  | 'receiver_uuid'
  | 'reason'
  | 'description'
> & {
  readonly payment_units: bigint
  readonly units: bigint
  readonly created_at: Date
  readonly decide_by: Date
}

// The conditions of partial indexes, without parameters: with them the server would not find the index.
const STANDS = sql<boolean>`status not in ('withdrawn', 'expired')`
const UNDECIDED = sql<boolean>`status in ('open', 'awaiting_payer')`

/** Undefined if the payment has a dispute that was not withdrawn and did not expire. */
export async function insertDispute(tx: Db, row: NewDispute): Promise<DisputeRow | undefined> {
  return tx
    .insertInto('disputes.disputes')
    .values({
      ...row,
      payment_units: String(row.payment_units),
      units: String(row.units),
      status: 'open',
    })
    .onConflict((conflict) => conflict.column('entry_id').where(STANDS).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findDispute(
  tx: Db,
  environment: Environment,
  id: string,
): Promise<DisputeRow | undefined> {
  return isUuid(id)
    ? tx
        .selectFrom('disputes.disputes')
        .selectAll()
        .where('id', '=', id)
        .where('environment', '=', environment)
        .executeTakeFirst()
    : undefined
}

/** The lock makes changes to one dispute happen one after another. */
export async function lockDispute(
  tx: Db,
  environment: Environment,
  id: string,
): Promise<DisputeRow | undefined> {
  return isUuid(id)
    ? tx
        .selectFrom('disputes.disputes')
        .selectAll()
        .where('id', '=', id)
        .where('environment', '=', environment)
        .forUpdate()
        .executeTakeFirst()
    : undefined
}

export type DisputeChange = Partial<
  Pick<DisputeRow, 'status' | 'decided_by' | 'decision_reason' | 'refund_from' | 'refund_entry'>
> & {
  readonly answer_by?: Date | null
  readonly closed_at?: Date
  readonly receiver_notified_at?: Date
  readonly refund_units?: bigint
}

export async function updateDispute(
  tx: Db,
  id: string,
  { refund_units, ...change }: DisputeChange,
): Promise<DisputeRow> {
  return tx
    .updateTable('disputes.disputes')
    .set({ ...change, ...(refund_units !== undefined && { refund_units: String(refund_units) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface PartyFilter {
  readonly environment: Environment
  readonly user_uuid: string
  readonly entry_id?: string | undefined
  readonly status?: DisputeStatus | undefined
}

/** The disputes that the user opened, or was told of as the receiver; the newest first. */
export function listDisputesOf(tx: Db, filter: PartyFilter, page: PageRequest) {
  let query = tx
    .selectFrom('disputes.disputes')
    .where('environment', '=', filter.environment)
    .where((eb) =>
      eb.or([
        eb('payer_uuid', '=', filter.user_uuid),
        eb.and([
          eb('receiver_uuid', '=', filter.user_uuid),
          eb('receiver_notified_at', 'is not', null),
        ]),
      ]),
    )
  if (filter.entry_id !== undefined) query = query.where('entry_id', '=', filter.entry_id)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  return readSearchPage(tx, query.selectAll().orderBy('id', 'desc'), page)
}

export interface QueueFilter {
  readonly environment: Environment
  readonly entry_id?: string | undefined
  readonly status?: DisputeStatus | undefined
  /** An operator who received the payment, and was not told of the dispute. */
  readonly not_for: string
}

/** Without a state the undecided ones, the most urgent first; otherwise those in that state, the newest first. */
export function listQueue(tx: Db, filter: QueueFilter, page: PageRequest) {
  const { environment, entry_id, status, not_for } = filter
  let query = tx
    .selectFrom('disputes.disputes')
    .where('environment', '=', environment)
    .where((eb) =>
      eb.or([eb('receiver_uuid', '<>', not_for), eb('receiver_notified_at', 'is not', null)]),
    )
  if (entry_id !== undefined) query = query.where('entry_id', '=', entry_id)
  if (status !== undefined)
    return readSearchPage(
      tx,
      query.where('status', '=', status).selectAll().orderBy('id', 'desc'),
      page,
    )
  return readSearchPage(
    tx,
    query.where(UNDECIDED).selectAll().orderBy('decide_by').orderBy('id'),
    page,
  )
}

/** Of one payment, the oldest first: withdrawn ones, expired ones, and one other at most. */
export const listDisputesOfPayment = (tx: Db, entry_id: string, limit: number) =>
  tx
    .selectFrom('disputes.disputes')
    .selectAll()
    .where('entry_id', '=', entry_id)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The dispute that stands in the way of another one of the payment. */
export const findStanding = (tx: Db, entry_id: string): Promise<DisputeRow | undefined> =>
  tx
    .selectFrom('disputes.disputes')
    .selectAll()
    .where('entry_id', '=', entry_id)
    .where(STANDS)
    .executeTakeFirst()

/** How many disputes a user opened, counted up to a limit. */
export async function countOpenedBy(
  tx: Db,
  { environment, payer_uuid }: Pick<DisputeRow, 'environment' | 'payer_uuid'>,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from disputes.disputes
      where environment = ${environment} and payer_uuid = ${payer_uuid} limit ${limit}) d`.execute(
    tx,
  )
  return rows[0]!.total
}

/** What the bank paid its customer for one move out of its own money. */
export async function sumRefundsByBank(
  tx: Db,
  { entry_id, line }: Pick<DisputeRow, 'entry_id' | 'line'>,
): Promise<bigint> {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(refund_units), 0) as units from disputes.disputes
    where entry_id = ${entry_id} and line = ${line} and refund_from = 'bank'`.execute(tx)
  return BigInt(rows[0]!.units)
}

export async function insertMessage(
  tx: Db,
  message: Omit<MessageRow, 'created_at'> & { readonly created_at: Date },
): Promise<void> {
  await tx.insertInto('disputes.messages').values(message).execute()
}

/** In order; without a thread both. */
export function listMessages(
  tx: Db,
  dispute_id: string,
  thread: MessageRow['thread'] | undefined,
): Promise<MessageRow[]> {
  let query = tx.selectFrom('disputes.messages').selectAll().where('dispute_id', '=', dispute_id)
  if (thread !== undefined) query = query.where('thread', '=', thread)
  return query.orderBy('id').execute()
}

export async function countMessages(
  tx: Db,
  {
    dispute_id,
    ...by
  }: Pick<MessageRow, 'dispute_id' | 'is_from_bank'> & {
    /** Only in this thread. */
    readonly thread?: MessageRow['thread']
  },
): Promise<number> {
  let query = tx
    .selectFrom('disputes.messages')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('dispute_id', '=', dispute_id)
    .where('is_from_bank', '=', by.is_from_bank)
  if (by.thread !== undefined) query = query.where('thread', '=', by.thread)
  return Number((await query.executeTakeFirstOrThrow()).total)
}

export const listUnanswered = (tx: Db, which: DuePage) =>
  listDueRows(
    tx,
    { table: 'disputes.disputes', at: 'answer_by', only: sql`status = 'awaiting_payer'` },
    which,
  )

export const countUndecided = (tx: Db, { environment, most }: QueueScope): Promise<number> =>
  countUpTo(
    tx,
    sql`select from disputes.disputes
      where environment = ${environment} and status in ('open', 'awaiting_payer')`,
    most,
  )

// SQL of transfers between customers. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../../operation/due-store.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type P2pRow = Row<'mobile.p2p_transfers'>

export interface NewTransfer
  extends Pick<
    P2pRow,
    | 'id'
    | 'environment'
    | 'from_user'
    | 'from_account'
    | 'to_user'
    | 'to_email'
    | 'to_account'
    | 'asset'
    | 'note'
    | 'status'
    | 'code_hash'
    | 'intent_id'
  > {
  readonly units: bigint
  readonly fee_units: bigint
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly ended_at: Date | null
  readonly due_at: Date | null
}

export const insertTransfer = (tx: Db, row: NewTransfer): Promise<P2pRow> =>
  tx
    .insertInto('mobile.p2p_transfers')
    .values({ ...row, units: String(row.units), fee_units: String(row.fee_units) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Serializes the transfers of one sender, so that each sees the previous ones. */
export async function lockSender(
  tx: Db,
  { environment, from_user }: Pick<P2pRow, 'environment' | 'from_user'>,
): Promise<void> {
  const name = `mobile.p2p/${environment}/${from_user}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * The sender's pending transfers, and the intents on their way to an address: all of them, and those for one address.
 * One statement counts both, because between two statements an intent could become a transfer and be missed by each.
 */
export async function countWaiting(
  tx: Db,
  { environment, from_user }: Pick<P2pRow, 'environment' | 'from_user'>,
  to_email: string,
): Promise<{ readonly all: number; readonly there: number }> {
  const { rows } = await sql<{ all: number; there: number }>`
    select count(*)::int as all, (count(*) filter (where to_email = ${to_email}))::int as there
    from (select to_email from mobile.p2p_transfers
      where environment = ${environment} and from_user = ${from_user} and status = 'pending'
      union all
      select recipient_id from mobile.intents
      where environment = ${environment} and user_uuid = ${from_user} and status = 'PENDING'
        and recipient_kind = 'email' and due_at is not null) waiting`.execute(tx)
  return rows[0]!
}

/** The number of notes from a sender to a recipient since `firstId`; ids begin with their time. */
export async function countNotes(
  tx: Db,
  who: Pick<P2pRow, 'environment' | 'from_user' | 'to_user' | 'to_email'>,
  firstId: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ notes: number }>`
    select count(*)::int as notes from (
      select from mobile.p2p_transfers
      where environment = ${who.environment} and from_user = ${who.from_user} and id >= ${firstId}::uuid
        and note is not null
        and (to_user = ${who.to_user}::uuid or to_email = ${who.to_email}::text)
      limit ${most}) noted`.execute(tx)
  return rows[0]!.notes
}

export const findTransfer = async (tx: Db, id: string): Promise<P2pRow | undefined> =>
  isUuid(id)
    ? tx.selectFrom('mobile.p2p_transfers').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined

/** Locks a transfer until the transaction ends. */
export const lockTransfer = async (tx: Db, id: string): Promise<P2pRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('mobile.p2p_transfers')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined

export const lockByCode = (tx: Db, code_hash: Buffer): Promise<P2pRow | undefined> =>
  tx
    .selectFrom('mobile.p2p_transfers')
    .selectAll()
    .where('code_hash', '=', code_hash)
    .forUpdate()
    .executeTakeFirst()

type Change = Partial<Pick<P2pRow, 'status' | 'to_user' | 'to_account'>> & {
  readonly ended_at?: Date
  readonly due_at: Date | null
}

export const updateTransfer = (tx: Db, id: string, change: Change): Promise<P2pRow> =>
  tx
    .updateTable('mobile.p2p_transfers')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export interface TransferFilter {
  readonly environment: Environment
  readonly user: string
  readonly direction?: 'outgoing' | 'incoming' | undefined
  readonly status?: P2pRow['status'] | undefined
}

/** The transfers that a user sent or received, newest first. */
export function listTransfers(tx: Db, filter: TransferFilter, page: PageRequest) {
  const { environment, user, direction, status } = filter
  let those = tx
    .selectFrom('mobile.p2p_transfers')
    .selectAll()
    .where('environment', '=', environment)
    .where((eb) =>
      eb.or([
        ...(direction === 'incoming' ? [] : [eb('from_user', '=', user)]),
        ...(direction === 'outgoing' ? [] : [eb('to_user', '=', user)]),
      ]),
    )
  if (status !== undefined) those = those.where('status', '=', status)
  return readPage(those.orderBy('id', 'desc'), page)
}

/** The users and e-mail addresses to which a user sent money last, each once. */
export async function listRecentRecipients(
  tx: Db,
  { environment, user, limit }: { environment: Environment; user: string; limit: number },
) {
  const { rows } = await sql<{
    to_user: string | null
    to_email: string | null
    last_at: string
    times: number
  }>`
    select case when to_email is null then to_user end as to_user, to_email,
      max(created_at) as last_at, count(*)::int as times
    from (select to_user, to_email, created_at from mobile.p2p_transfers
      where environment = ${environment} and from_user = ${user}
      order by id desc limit 500) recent
    group by 1, 2 order by last_at desc limit ${limit}`.execute(tx)
  return rows
}

export const listDueTransfers = (tx: Db, which: DuePage) =>
  listDueRows(tx, { table: 'mobile.p2p_transfers' }, which)

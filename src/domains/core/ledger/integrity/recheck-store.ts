// SQL of rechecks: their progress, and the accounts that wait to be proved again.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type RecheckRow = Row<'ledger.rechecks'>

export const findRecheck = (tx: Db, id: string): Promise<RecheckRow | undefined> =>
  tx.selectFrom('ledger.rechecks').selectAll().where('id', '=', id).executeTakeFirst()

export const findLatestRecheck = (tx: Db): Promise<RecheckRow | undefined> =>
  tx.selectFrom('ledger.rechecks').selectAll().orderBy('started_at', 'desc').executeTakeFirst()

export const findRunningRecheck = (tx: Db): Promise<RecheckRow | undefined> =>
  tx.selectFrom('ledger.rechecks').selectAll().where('status', '=', 'running').executeTakeFirst()

/** Undefined if there is none, or another node works on it. */
export const lockRunningRecheck = (tx: Db): Promise<RecheckRow | undefined> =>
  tx
    .selectFrom('ledger.rechecks')
    .selectAll()
    .where('status', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export interface NewRecheck {
  readonly id: string
  /** All accounts in quarantine without it. */
  readonly accounts: readonly string[] | undefined
  readonly now: Date
}

/** Undefined if one is running. */
export async function insertRecheck(
  tx: Db,
  { id, accounts, now }: NewRecheck,
): Promise<RecheckRow | undefined> {
  const inserted = await tx
    .insertInto('ledger.rechecks')
    .values({ id, covers: accounts ? 'listed' : 'all', started_at: now, updated_at: now })
    // As a parameter it would not be recognized as the condition of the index once the plan is generic.
    .onConflict((conflict) =>
      conflict.column('status').where('status', '=', sql.lit('running')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  const { numAffectedRows = 0n } = await sql`
    insert into ledger.recheck_accounts (recheck_id, account_id)
    select ${id}::uuid, account_id
    from (${accounts ? sql`select unnest(${accounts}::uuid[])` : QUARANTINED}) target (account_id)
    on conflict do nothing`.execute(tx)
  return tx
    .updateTable('ledger.rechecks')
    .set({ total: Number(numAffectedRows) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An account that is gone cannot be in quarantine, but has violations. */
const QUARANTINED = sql`
  select id from ledger.accounts where quarantine is not null
  union
  select account_id from ledger.violations v
  where resolved_at is null and account_id is not null
    and not exists (select from ledger.accounts where id = v.account_id)`

export async function listNotQuarantined(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) listed (id)
    where not exists (
      select from ledger.accounts a where a.id = listed.id and a.quarantine is not null)`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

export async function listWaiting(tx: Db, id: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('ledger.recheck_accounts')
    .select('account_id')
    .where('recheck_id', '=', id)
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.account_id)
}

export interface CheckedAccounts {
  readonly accounts: readonly string[]
  readonly released: number
}

export async function advanceRecheck(
  tx: Db,
  id: string,
  { accounts, released }: CheckedAccounts,
  now: Date,
): Promise<void> {
  await sql`delete from ledger.recheck_accounts
    where recheck_id = ${id} and account_id = any(${accounts}::uuid[])`.execute(tx)
  await sql`update ledger.rechecks set checked = checked + ${accounts.length},
    released = released + ${released}, updated_at = ${now} where id = ${id}`.execute(tx)
}

export async function endRecheck(tx: Db, id: string, now: Date): Promise<void> {
  await sql`update ledger.rechecks set status = 'done', updated_at = ${now}, ended_at = ${now}
    where id = ${id}`.execute(tx)
}

// SQL that opens accounts, and reads them together with the records of their opening.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import { plainColumn, textColumn, timeColumn } from '../../../../platform/array-literals.ts'
import type { Db } from '../../../../platform/database.ts'

export interface NewAccount {
  readonly id: string
  readonly environment: Environment
  readonly user_uuid: string
  readonly manager_uuid: string | null
  readonly tenant_uuid: string | null
  readonly holder_name: string | null
  readonly created_at: Date
}

export async function insertAccounts(tx: Db, accounts: readonly NewAccount[]): Promise<void> {
  await sql`
    insert into ledger.accounts (id, environment, user_uuid, manager_uuid, tenant_uuid, holder_name, created_at, owes)
    select opened.*, exists (
      select from ledger.accounts a
      where a.user_uuid = opened.user_uuid and a.environment = opened.environment and a.owes)
    from unnest(
      ${plainColumn(accounts, (account) => account.id)}::uuid[],
      ${plainColumn(accounts, (account) => account.environment)}::text[],
      ${plainColumn(accounts, (account) => account.user_uuid)}::uuid[],
      ${plainColumn(accounts, (account) => account.manager_uuid)}::uuid[],
      ${plainColumn(accounts, (account) => account.tenant_uuid)}::uuid[],
      ${textColumn(accounts, (account) => account.holder_name)}::text[],
      ${timeColumn(accounts, (account) => account.created_at.getTime())}::timestamptz[])
      as opened (id, environment, user_uuid, manager_uuid, tenant_uuid, holder_name, created_at)`.execute(
    tx,
  )
}

/** The owner and manager of an account, its tenant, and its environment. */
export interface Holder {
  readonly environment: string
  readonly user_uuid: string | null
  readonly manager_uuid: string | null
  readonly tenant_uuid: string | null
  readonly code: string | null
}

export interface OpenedAccount {
  readonly id: string
  /** Null when the account does not exist. */
  readonly now: Holder | null
  /** Null when there is no record of its opening. */
  readonly opened: Holder | null
}

const holder = (table: 'a' | 'o', id: string) => sql`
  case when ${sql.ref(`${table}.${id}`)} is not null then jsonb_build_object(
    'environment', ${sql.ref(`${table}.environment`)}, 'user_uuid', ${sql.ref(`${table}.user_uuid`)},
    'manager_uuid', ${sql.ref(`${table}.manager_uuid`)}, 'tenant_uuid', ${sql.ref(`${table}.tenant_uuid`)}, 'code', ${sql.ref(`${table}.code`)}) end`

const select = (ids: RawBuilder<unknown>) => sql<OpenedAccount>`
  select k.id, ${holder('a', 'id')} as now, ${holder('o', 'account_id')} as opened
  from (${ids}) k
  left join ledger.accounts a on a.id = k.id
  left join ledger.openings o on o.account_id = k.id
  order by k.id`

export async function findOpened(tx: Db, ids: readonly string[]): Promise<OpenedAccount[]> {
  return (await select(sql`select unnest(${ids}::uuid[]) as id`).execute(tx)).rows
}

/** The next accounts that exist or have a record of their opening; fewer than the limit at the end. */
export async function listOpened(tx: Db, after: string, limit: number): Promise<OpenedAccount[]> {
  const ids = sql`
    select id from (
      (select id from ledger.accounts where id > ${after} order by id limit ${limit})
      union
      (select account_id from ledger.openings where account_id > ${after}
       order by account_id limit ${limit})) known
    order by id limit ${limit}`
  return (await select(ids).execute(tx)).rows
}

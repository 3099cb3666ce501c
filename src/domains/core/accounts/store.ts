// All SQL of the schema `accounts`. No rules here.
import { sql } from 'kysely'
import { type PageRequest, type Window, windowOf } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import {
  jsonColumn,
  plainColumn,
  textColumn,
  timeColumn,
} from '../../../platform/array-literals.ts'
import { batchRequests } from '../../../platform/batch-reader.ts'
import { type Db, runFixed } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'accounts.accounts.metadata': Readonly<Record<string, unknown>>
  }
}

export type AccountRow = Row<'accounts.accounts'>

export const findAccount = async (tx: Db, uuid: string) =>
  isUuid(uuid)
    ? tx
        .selectFrom('accounts.accounts')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('closed_at', 'is', null)
        .executeTakeFirst()
    : undefined

export const listAccountsByIds = (tx: Db, uuids: readonly string[]) =>
  tx
    .selectFrom('accounts.accounts')
    .selectAll()
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .where('closed_at', 'is', null)
    .execute()

/** In the order in which they are locked. */
export const listOpenAccountsOf = (tx: Db, user_uuid: string): Promise<AccountRow[]> =>
  tx
    .selectFrom('accounts.accounts')
    .selectAll()
    .where('user_uuid', '=', user_uuid)
    .where('closed_at', 'is', null)
    .orderBy('uuid')
    .execute()

/** The owners of these accounts, closed ones included. */
export const listOwners = (tx: Db, uuids: readonly string[]) =>
  tx
    .selectFrom('accounts.accounts')
    .select(['uuid', 'environment', 'user_uuid', 'manager_uuid'])
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .execute()

interface AccountOwner {
  readonly user_uuid: string
  readonly environment: Environment
}

/** Open accounts that the user owns or manages, newest first. */
const accountsOf = (tx: Db, which: AccountOwner) =>
  tx
    .selectFrom('accounts.accounts')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('environment', '=', which.environment)
    .where((eb) =>
      eb.or([eb('user_uuid', '=', which.user_uuid), eb('manager_uuid', '=', which.user_uuid)]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')

export const listAccounts = (tx: Db, which: AccountOwner) => accountsOf(tx, which).execute()

/** The oldest account that the user owns; if they own none, the oldest that they manage. */
export const findOldestAccount = (tx: Db, which: AccountOwner) =>
  accountsOf(tx, which)
    .clearOrderBy()
    .orderBy((eb) => eb('user_uuid', '=', which.user_uuid), 'desc')
    .orderBy('created_at')
    .orderBy('uuid')
    .executeTakeFirst()

/** What a list shows of an account, apart from its standing in the ledger. */
export type ListedAccount = Pick<
  AccountRow,
  'uuid' | 'user_uuid' | 'name' | 'type' | 'metadata' | 'created_at' | 'updated_at'
>

export interface AccountPage<Listed> {
  readonly rows: readonly Listed[]
  readonly total: number
}

/**
 * Owned and managed accounts are read each in their order along an index, as far as the page reaches, unless it begins
 * after the last of them.
 */
const pageText = (columns: string): string => {
  const newest = (whose: string) => `(
    select * from accounts.accounts
    where ${whose} and environment = k.environment and closed_at is null
    order by created_at desc, uuid desc
    limit case when k.skipped < t.total then k.skipped + k.shown else 0 end)`
  return `
    select k.n, t.total, ${columns}
    from unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[])
      as k (n, person, environment, shown, skipped)
    cross join lateral (
      select coalesce(sum(c.accounts), 0) as total from accounts.counts c
      where c.user_uuid = k.person and c.environment = k.environment) t
    left join lateral (
      select * from (
        ${newest('user_uuid = k.person')}
        union all ${newest('manager_uuid = k.person and user_uuid <> k.person')}) own
      order by created_at desc, uuid desc limit k.shown offset k.skipped) own on true
    order by k.n, own.created_at desc, own.uuid desc`
}

type PageOfOwner = AccountOwner & Window

async function readPages<Listed extends { readonly uuid: string }>(
  tx: Db,
  text: string,
  requests: readonly PageOfOwner[],
): Promise<AccountPage<Listed>[]> {
  // A page without any row is one row of which only the number and the total are set.
  const found = await runFixed<Listed & { n: number; total: string }>(tx, text, [
    requests.map((_, index) => index),
    requests.map(({ user_uuid }) => user_uuid),
    requests.map(({ environment }) => environment),
    requests.map(({ limit }) => limit),
    requests.map(({ offset }) => offset),
  ])
  const pages: { rows: Listed[]; total: number }[] = requests.map(() => ({ rows: [], total: 0 }))
  for (const row of found) {
    const page = pages[row.n]!
    page.total = Number(row.total)
    if ((row.uuid as string | null) !== null) page.rows.push(row)
  }
  return pages
}

const LISTED = pageText(
  'own.uuid, own.user_uuid, own.name, own.type, own.metadata, own.created_at, own.updated_at',
)
const WHOLE = pageText('own.*')

const readShared = batchRequests((tx: Db, requests: readonly PageOfOwner[]) =>
  readPages<ListedAccount>(tx, LISTED, requests),
)

/** Pages that reach further are read alone, because they would keep others waiting. */
const SHARED_UNTIL = 500

/** A page of the open accounts that the user owns or manages, newest first, as lists show them. */
export async function listListedAccounts(
  tx: Db,
  which: AccountOwner,
  page: PageRequest,
): Promise<AccountPage<ListedAccount>> {
  const request = { ...which, ...windowOf(page) }
  return request.offset + request.limit <= SHARED_UNTIL
    ? readShared(tx, request)
    : (await readPages<ListedAccount>(tx, LISTED, [request]))[0]!
}

/** The same with everything that is known of each account. */
export async function listAccountPage(
  tx: Db,
  which: AccountOwner,
  page: PageRequest,
): Promise<AccountPage<AccountRow>> {
  return (await readPages<AccountRow>(tx, WHOLE, [{ ...which, ...windowOf(page) }]))[0]!
}

export type NewAccountRow = Pick<
  AccountRow,
  'uuid' | 'environment' | 'user_uuid' | 'manager_uuid' | 'name' | 'type'
> & { readonly metadata: object; readonly created_at: Date }

export async function insertAccounts(
  tx: Db,
  accounts: readonly NewAccountRow[],
): Promise<Map<string, AccountRow>> {
  const { rows } = await sql<AccountRow>`
    insert into accounts.accounts
      (uuid, environment, user_uuid, manager_uuid, name, type, metadata, created_at, updated_at)
    select uuid, environment, user_uuid, manager_uuid, name, type, metadata, created_at, created_at
    from unnest(
      ${plainColumn(accounts, (account) => account.uuid)}::uuid[],
      ${plainColumn(accounts, (account) => account.environment)}::text[],
      ${plainColumn(accounts, (account) => account.user_uuid)}::uuid[],
      ${plainColumn(accounts, (account) => account.manager_uuid)}::uuid[],
      ${textColumn(accounts, (account) => account.name)}::text[],
      ${plainColumn(accounts, (account) => account.type)}::text[],
      ${jsonColumn(accounts, (account) => account.metadata)}::jsonb[],
      ${timeColumn(accounts, (account) => account.created_at.getTime())}::timestamptz[])
      as opened (uuid, environment, user_uuid, manager_uuid, name, type, metadata, created_at)
    returning *`.execute(tx)
  return new Map(rows.map((row) => [row.uuid, row]))
}

export const updateAccount = (
  tx: Db,
  uuid: string,
  change: { readonly name?: string; readonly metadata?: object; readonly closed_at?: Date },
  now: Date,
): Promise<AccountRow> =>
  tx
    .updateTable('accounts.accounts')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.metadata !== undefined && { metadata: JSON.stringify(change.metadata) }),
      ...(change.closed_at !== undefined && { closed_at: change.closed_at }),
      updated_at: now,
    })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Records who froze the account; null while it is active. */
export async function updateFreeze(
  tx: Db,
  uuid: string,
  freeze:
    | { readonly frozen_by: string; readonly frozen_by_operator: boolean }
    | { readonly frozen_by: null; readonly frozen_by_operator: null },
): Promise<void> {
  await tx.updateTable('accounts.accounts').set(freeze).where('uuid', '=', uuid).execute()
}

export type StatusChange = Row<'accounts.status_changes', { created_at: Date }>

export async function insertStatusChange(tx: Db, row: StatusChange): Promise<void> {
  await tx.insertInto('accounts.status_changes').values(row).execute()
}

/** Their names, for operators. */
export const findNames = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('accounts.accounts')
    .select(['uuid as id', 'name as name'])
    .where('uuid', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

// The SQL by which operators find accounts of any customer. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readSearchPage, searchPattern } from '../../../platform/database.ts'
import { selectHolders } from '../ledger/index.ts'

export interface AccountFilter {
  readonly environment: Environment
  /** Part of the name. */
  readonly name?: string | undefined
  /** Only these accounts. */
  readonly uuids?: readonly string[] | undefined
  /** Only accounts of these owners. */
  readonly owners?: readonly string[] | undefined
  readonly status?: 'active' | 'frozen' | 'closed' | undefined
  readonly asset?: string | undefined
}

/** The newest first, closed ones included. Parts of names are found by trigrams. */
export function searchAccounts(tx: Db, filter: AccountFilter, page: PageRequest) {
  let query = tx
    .selectFrom('accounts.accounts')
    .selectAll()
    .where('environment', '=', filter.environment)
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
  const { name, uuids, owners, status, asset } = filter
  if (uuids) query = query.where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
  if (owners) query = query.where('user_uuid', '=', sql<string>`any(${owners}::uuid[])`)
  if (name !== undefined) query = query.where(sql<boolean>`lower(name) like ${searchPattern(name)}`)
  if (status === 'closed') query = query.where('closed_at', 'is not', null)
  if (status === 'frozen') query = query.where('frozen_by', 'is not', null)
  if (status === 'active')
    query = query.where('frozen_by', 'is', null).where('closed_at', 'is', null)
  if (asset !== undefined) query = query.where('uuid', 'in', selectHolders(tx, asset))
  return readSearchPage(tx, query, page)
}

export const findAnyAccount = (tx: Db, environment: Environment, uuid: string) =>
  tx
    .selectFrom('accounts.accounts')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('environment', '=', environment)
    .executeTakeFirst()

/** The newest first. */
export const listStatusChanges = (tx: Db, account_uuid: string, limit: number) =>
  tx
    .selectFrom('accounts.status_changes')
    .select(['status', 'reason', 'note', 'authorized_by', 'user_uuid', 'created_at'])
    .where('account_uuid', '=', account_uuid)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

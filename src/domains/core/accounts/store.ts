// All SQL of the schema `accounts`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
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

export const listAccountPage = (tx: Db, which: AccountOwner, page: PageRequest) =>
  readPage(accountsOf(tx, which), page)

export type NewAccountRow = Pick<
  AccountRow,
  'uuid' | 'environment' | 'user_uuid' | 'manager_uuid' | 'name' | 'type'
> & { readonly metadata: object; readonly created_at: Date }

export const insertAccount = (tx: Db, row: NewAccountRow): Promise<AccountRow> =>
  tx
    .insertInto('accounts.accounts')
    .values({ ...row, metadata: JSON.stringify(row.metadata), updated_at: row.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

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

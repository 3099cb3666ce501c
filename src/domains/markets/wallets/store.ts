// All SQL of the schema `wallets`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Chain } from './chains.ts'

export interface WalletOwner {
  readonly environment: Environment
  readonly user_uuid: string
}

/** Serializes the adding of one user's addresses, so that each sees the previous ones. */
export async function lockOwner(tx: Db, { environment, user_uuid }: WalletOwner): Promise<void> {
  const name = `wallets.addresses/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export interface AddressFilter {
  readonly chain?: Chain
  readonly include_inactive?: boolean
}

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'wallets.addresses.metadata': Readonly<Record<string, unknown>>
  }
}

export type AddressRow = Row<'wallets.addresses'>

/** Oldest first. */
export const listAddresses = (tx: Db, owner: WalletOwner) => addressesOf(tx, owner, {}).execute()

export const listAddressPage = (
  tx: Db,
  owner: WalletOwner,
  filter: AddressFilter,
  page: PageRequest,
) => readPage(addressesOf(tx, owner, filter), page)

const addressesOf = (tx: Db, { environment, user_uuid }: WalletOwner, filter: AddressFilter) => {
  let query = tx
    .selectFrom('wallets.addresses')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
  if (filter.chain !== undefined) query = query.where('chain', '=', filter.chain)
  if (!filter.include_inactive) query = query.where('is_active', '=', true)
  return query.orderBy('uuid')
}

export interface NewAddress extends WalletOwner {
  readonly uuid: string
  readonly chain: Chain
  readonly address: string
  readonly public_key: string | null
  readonly derivation_path: string | null
  readonly label: string | null
  readonly metadata: Record<string, unknown>
  readonly created_at: Date
}

export const insertAddress = (tx: Db, row: NewAddress): Promise<AddressRow> =>
  tx
    .insertInto('wallets.addresses')
    .values({ ...row, metadata: JSON.stringify(row.metadata), updated_at: row.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Undefined if the address does not exist, belongs to another user, or is inactive. */
export const deactivateAddress = async (
  tx: Db,
  { environment, user_uuid }: WalletOwner,
  uuid: string,
  now: Date,
): Promise<AddressRow | undefined> =>
  isUuid(uuid)
    ? tx
        .updateTable('wallets.addresses')
        .set({ is_active: false, updated_at: now })
        .where('uuid', '=', uuid)
        .where('environment', '=', environment)
        .where('user_uuid', '=', user_uuid)
        .where('is_active', '=', true)
        .returningAll()
        .executeTakeFirst()
    : undefined

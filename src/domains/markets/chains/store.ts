// All SQL of the schema `chains`. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { SignedTransaction } from './evm-provider.ts'
import type { ChainName } from './reference-data.ts'

export interface CustodyOwner {
  readonly environment: Environment
  readonly user_uuid: string
}

/** Serializes the opening of one user's custody accounts. */
export async function lockOwner(tx: Db, { environment, user_uuid }: CustodyOwner): Promise<void> {
  const name = `chains.custody/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export const listCustody = (tx: Db, { environment, user_uuid }: CustodyOwner) =>
  tx
    .selectFrom('chains.custody')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .orderBy('chain')
    .execute()

export async function putCustody(
  tx: Db,
  row: CustodyOwner & {
    readonly chain: ChainName
    readonly account_uuid: string
    readonly address: string
    readonly created_at: Date
  },
): Promise<void> {
  await tx
    .insertInto('chains.custody')
    .values(row)
    .onConflict((on) =>
      on.columns(['environment', 'user_uuid', 'chain']).doUpdateSet({
        account_uuid: row.account_uuid,
        address: row.address,
        created_at: row.created_at,
      }),
    )
    .execute()
}

export async function recordAddress(
  tx: Db,
  { environment, user_uuid, chain, address }: CustodyOwner & { chain: ChainName; address: string },
): Promise<void> {
  await tx
    .updateTable('chains.custody')
    .set({ address })
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('chain', '=', chain)
    .execute()
}

/** The chain whose tokens an account holds; none for an ordinary account. */
export async function listChainsOf(tx: Db, account_uuid: string): Promise<ChainName[]> {
  const rows = await tx
    .selectFrom('chains.custody')
    .select('chain')
    .where('account_uuid', '=', account_uuid)
    .execute()
  return rows.map(({ chain }) => chain)
}

/** The only user with this address; undefined if several share it, since it is then the bank's own address. */
export async function findOwner(
  tx: Db,
  environment: Environment,
  address: string,
): Promise<string | undefined> {
  const rows = await tx
    .selectFrom('chains.custody')
    .select('user_uuid')
    .distinct()
    .where('environment', '=', environment)
    .where('address', '=', address)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]!.user_uuid : undefined
}

export const findTransaction = (tx: Db, id: string) =>
  tx
    .selectFrom('chains.transactions')
    .select(['tx_hash', 'raw'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Serializes the numbering of one sender's transactions on a chain. */
export async function lockSender(tx: Db, chain: ChainName, sender: string): Promise<void> {
  const name = `chains.transactions/${chain}/${sender}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export async function findLastNonce(
  tx: Db,
  chain: ChainName,
  sender: string,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ nonce: string | null }>`
    select max(nonce)::text as nonce from chains.transactions
    where chain = ${chain} and sender = ${sender}`.execute(tx)
  const nonce = rows[0]!.nonce
  return nonce === null ? undefined : BigInt(nonce)
}

export async function insertTransaction(
  tx: Db,
  { nonce, ...row }: SignedTransaction,
): Promise<void> {
  await tx
    .insertInto('chains.transactions')
    .values({ ...row, nonce: String(nonce) })
    .execute()
}

// SQL of positions and unstakings in the schema `defi`. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../../operation/due-store.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { ChainName } from '../../chains/index.ts'
import type { DefiUser } from '../store.ts'

export type PositionRow = Row<'defi.positions'>
export type UnstakingRow = Row<'defi.unstakings'>

/** Serializes all changes of one user's positions, so that each sees the collateral that is left. */
export async function lockUser(tx: Db, { environment, user_uuid }: DefiUser): Promise<void> {
  const name = `defi.positions/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The most positions that a user can have: three kinds of a few tokens on five chains. */
const POSITIONS_MAX = 100

export const listActive = (tx: Db, { environment, user_uuid }: DefiUser) =>
  tx
    .selectFrom('defi.positions')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(POSITIONS_MAX)
    .execute()

/** Users with loans, each once, in a stable order. */
export async function listBorrowers(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<string[]> {
  let query = tx
    .selectFrom('defi.positions')
    .select('user_uuid')
    .distinct()
    .where('environment', '=', which.environment)
    .where('status', '=', 'active')
    .where('type', '=', 'borrow')
  if (which.after !== undefined) query = query.where('user_uuid', '>', which.after)
  const rows = await query.orderBy('user_uuid').limit(which.limit).execute()
  return rows.map((row) => row.user_uuid)
}

export type NewPosition = DefiUser &
  Pick<PositionRow, 'id' | 'chain' | 'protocol' | 'type' | 'asset'> & {
    readonly units: bigint
    readonly now: Date
  }

export const insertPosition = (tx: Db, { units, now, ...rest }: NewPosition) =>
  tx
    .insertInto('defi.positions')
    .values({
      ...rest,
      units: String(units),
      status: 'active',
      accrued_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updatePosition = (
  tx: Db,
  id: string,
  change: { readonly units: bigint; readonly status: PositionRow['status']; readonly now: Date },
) =>
  tx
    .updateTable('defi.positions')
    .set({
      units: String(change.units),
      status: change.status,
      accrued_at: change.now,
      updated_at: change.now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Serializes the use of a market's liquidity. */
export async function lockMarket(
  tx: Db,
  environment: Environment,
  chain: ChainName,
  asset: string,
): Promise<void> {
  const name = `defi.market/${environment}/${chain}/${asset}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export interface MarketTotal {
  readonly asset: string
  readonly type: 'supply' | 'borrow' | 'stake'
  readonly units: string
}

/** What all users have supplied to and borrowed from the markets of a chain, with interest as last added up. */
export async function sumMarkets(
  tx: Db,
  environment: Environment,
  chain: ChainName,
): Promise<MarketTotal[]> {
  const { rows } = await sql<MarketTotal>`
    select asset, type, sum(units)::text as units from defi.positions
    where environment = ${environment} and chain = ${chain} and status = 'active'
    group by asset, type`.execute(tx)
  return rows
}

export async function insertUnstaking(
  tx: Db,
  unstaking: DefiUser & {
    readonly id: string
    readonly custody_uuid: string
    readonly units: bigint
    readonly due_at: Date
    readonly created_at: Date
  },
): Promise<UnstakingRow> {
  return tx
    .insertInto('defi.unstakings')
    .values({ ...unstaking, units: String(unstaking.units), status: 'waiting' })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The user's pending unstakings, the next to be paid first. */
export const listUnstakings = (tx: Db, { environment, user_uuid }: DefiUser, limit: number) =>
  tx
    .selectFrom('defi.unstakings')
    .select(['units', 'due_at'])
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(limit)
    .execute()

export const lockUnstaking = (tx: Db, id: string) =>
  tx.selectFrom('defi.unstakings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateUnstaking(
  tx: Db,
  id: string,
  change: { readonly status: 'waiting' | 'paid'; readonly due_at: Date | null },
): Promise<void> {
  await tx.updateTable('defi.unstakings').set(change).where('id', '=', id).execute()
}

export const listDueUnstakings = (tx: Db, which: DuePage) =>
  listDueRows(tx, { table: 'defi.unstakings' }, which)

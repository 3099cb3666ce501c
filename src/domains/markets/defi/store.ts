// SQL of pools, swaps and flash loans in the schema `defi`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../operation/due-store.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { ChainName } from '../chains/index.ts'
import type { Dex } from './protocols.ts'
import type { SwapStatus } from './life-cycle.ts'

export type PoolRow = Row<'defi.pools'>
export type SwapRow = Row<'defi.swaps'>

export interface DefiUser {
  readonly environment: Environment
  readonly user_uuid: string
}

export const listPools = (tx: Db, environment: Environment, chain: ChainName) =>
  tx
    .selectFrom('defi.pools')
    .selectAll()
    .where('environment', '=', environment)
    .where('chain', '=', chain)
    .orderBy('number')
    .execute()

/** Locks in the order of the numbers, to avoid deadlocks. */
export const lockPools = (tx: Db, environment: Environment, numbers: readonly number[]) =>
  tx
    .selectFrom('defi.pools')
    .selectAll()
    .where('environment', '=', environment)
    .where('number', '=', sql<number>`any(${numbers}::integer[])`)
    .orderBy('number')
    .forUpdate()
    .execute()

export async function updatePool(
  tx: Db,
  environment: Environment,
  pool: { readonly number: number; readonly reserve_a: bigint; readonly reserve_b: bigint },
): Promise<void> {
  await tx
    .updateTable('defi.pools')
    .set({
      reserve_a: String(pool.reserve_a),
      reserve_b: String(pool.reserve_b),
      is_funded: true,
    })
    .where('environment', '=', environment)
    .where('number', '=', pool.number)
    .execute()
}

export interface NewSwap extends DefiUser {
  readonly id: string
  readonly quote_uuid: string
  readonly quote_id: string
  readonly account_uuid: string
  readonly custody_uuid: string
  readonly wallet_address: string
  readonly pays_out: boolean
  readonly chain: ChainName
  readonly dex: Dex
  readonly token_in: string
  readonly token_out: string
  readonly pools: readonly number[]
  readonly path: readonly string[]
  readonly units_in: bigint
  readonly gas_units: bigint
  readonly gas_usd: string
  readonly gas_price_wei: bigint
  readonly expected_units: bigint
  readonly min_units: bigint
  readonly provider: string
  readonly tx_hash: string
  readonly deadline_at: Date
  readonly due_at: Date
  readonly created_at: Date
}

/** Undefined if the quote was used before. */
export async function insertSwap(tx: Db, swap: NewSwap): Promise<SwapRow | undefined> {
  return tx
    .insertInto('defi.swaps')
    .values({
      ...swap,
      pools: [...swap.pools],
      path: [...swap.path],
      units_in: String(swap.units_in),
      gas_units: String(swap.gas_units),
      gas_price_wei: String(swap.gas_price_wei),
      expected_units: String(swap.expected_units),
      min_units: String(swap.min_units),
      status: 'submitted',
    })
    .onConflict((on) => on.column('quote_uuid').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export const findSwap = async (tx: Db, user: DefiUser, id: string) =>
  isUuid(id)
    ? tx
        .selectFrom('defi.swaps')
        .selectAll()
        .where('id', '=', id)
        .where('environment', '=', user.environment)
        .where('user_uuid', '=', user.user_uuid)
        .executeTakeFirst()
    : undefined

export const lockSwap = (tx: Db, id: string) =>
  tx.selectFrom('defi.swaps').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Newest first. */
export const listSwaps = (tx: Db, { environment, user_uuid }: DefiUser, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('defi.swaps')
      .selectAll()
      .where('environment', '=', environment)
      .where('user_uuid', '=', user_uuid)
      .orderBy('id', 'desc'),
    page,
  )

export const listDueSwaps = (tx: Db, which: DuePage) =>
  listDueRows(tx, { table: 'defi.swaps' }, which)

export interface SwapChange {
  readonly status?: SwapStatus
  readonly output_units?: string
  readonly reason?: string
  readonly due_at?: Date | null
  readonly ended_at?: Date
}

export const updateSwap = (tx: Db, id: string, change: SwapChange): Promise<SwapRow> =>
  tx
    .updateTable('defi.swaps')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export interface NewFlashLoan extends DefiUser {
  readonly id: string
  readonly chain: ChainName
  readonly asset: string
  readonly units: bigint
  readonly fee_units: bigint
  readonly profit_units: bigint
  readonly operations: readonly object[]
  readonly tx_hash: string
  readonly created_at: Date
}

export async function insertFlashLoan(tx: Db, loan: NewFlashLoan): Promise<void> {
  await tx
    .insertInto('defi.flash_loans')
    .values({
      ...loan,
      units: String(loan.units),
      fee_units: String(loan.fee_units),
      profit_units: String(loan.profit_units),
      operations: JSON.stringify(loan.operations),
    })
    .execute()
}

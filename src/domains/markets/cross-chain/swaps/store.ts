// The SQL of swaps across chains. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { SwapStatus } from '../life-cycle.ts'
import type { OwnerScope } from '../bridges/store.ts'

export interface Units {
  readonly input_units: bigint
  readonly expected_units: bigint
  readonly least_units: bigint
  readonly fee_units: bigint
}

export type SwapRow = Row<'cross_chain.swaps', Units & { output_units: bigint | null }>

const toSwap = (row: Row<'cross_chain.swaps'>): SwapRow => ({
  ...row,
  input_units: BigInt(row.input_units),
  expected_units: BigInt(row.expected_units),
  least_units: BigInt(row.least_units),
  fee_units: BigInt(row.fee_units),
  output_units: row.output_units === null ? null : BigInt(row.output_units),
})

export type NewSwap = OwnerScope &
  Units &
  Pick<
    SwapRow,
    'id' | 'quote_id' | 'quote_uuid' | 'bridge_id' | 'from_token' | 'to_token' | 'seconds'
  > & { readonly created_at: Date }

export async function insertSwap(tx: Db, swap: NewSwap): Promise<SwapRow> {
  const row = await tx
    .insertInto('cross_chain.swaps')
    .values({
      ...swap,
      input_units: String(swap.input_units),
      expected_units: String(swap.expected_units),
      least_units: String(swap.least_units),
      fee_units: String(swap.fee_units),
      status: 'pending',
      updated_at: swap.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSwap(row)
}

export async function findSwap(tx: Db, id: string, lock = false): Promise<SwapRow | undefined> {
  const one = tx.selectFrom('cross_chain.swaps').selectAll().where('id', '=', id)
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst()
  return row && toSwap(row)
}

export async function isSwapQuoteUsed(tx: Db, quote_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cross_chain.swaps')
    .select('id')
    .where('quote_uuid', '=', quote_uuid)
    .executeTakeFirst()
  return row !== undefined
}

/** The swap that waits for a bridge. */
export async function findSwapOf(tx: Db, bridge_id: string): Promise<SwapRow | undefined> {
  const row = await tx
    .selectFrom('cross_chain.swaps')
    .selectAll()
    .where('bridge_id', '=', bridge_id)
    .executeTakeFirst()
  return row && toSwap(row)
}

/** Newest first. */
export async function listSwaps(
  tx: Db,
  { environment, user_uuid }: OwnerScope,
  page: PageRequest,
): Promise<{ readonly rows: SwapRow[]; readonly total: number }> {
  const mine = tx
    .selectFrom('cross_chain.swaps')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
  const { rows, total } = await readPage(mine.selectAll().orderBy('id', 'desc'), page)
  return { rows: rows.map(toSwap), total }
}

/** Pending swaps whose bridge has ended, the oldest first; of all users, or of one. */
export async function listSwapsDue(
  tx: Db,
  { limit, of }: { readonly limit: number; readonly of?: OwnerScope },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from cross_chain.swaps s join cross_chain.bridges b on b.id = s.bridge_id
    where s.status = 'pending' and b.status in ('completed', 'failed', 'refunded')
      and (${of === undefined} or (s.environment = ${of?.environment ?? null}::text
        and s.user_uuid = ${of?.user_uuid ?? null}::uuid))
    order by s.id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Records that the swap on the destination chain was submitted. */
export async function recordSubmission(
  tx: Db,
  id: string,
  change: {
    readonly market_swap: string
    readonly swap_tx_hash: string
    readonly updated_at: Date
  },
): Promise<void> {
  await tx.updateTable('cross_chain.swaps').set(change).where('id', '=', id).execute()
}

export interface SwapEnd {
  readonly status: SwapStatus
  readonly swap_failed?: boolean
  readonly output_token?: string
  readonly output_units?: bigint
  readonly reason?: string | null
  readonly ended_at: Date
}

export async function endSwap(
  tx: Db,
  id: string,
  { output_units, ...end }: SwapEnd,
): Promise<SwapRow> {
  const row = await tx
    .updateTable('cross_chain.swaps')
    .set({
      ...end,
      ...(output_units !== undefined && { output_units: String(output_units) }),
      updated_at: end.ended_at,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSwap(row)
}

// Pools as rows: reads them, locks them, and brings in the first reserves. The reserves of a pool always equal the
// balances of its account in the ledger, because both change in one transaction.
import type { Environment } from '../../../../operation/caller.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { BookName, NewEntry, NewMove } from '../../../../operation/posting.ts'
import { simulatedAddress } from '../../chains/index.ts'
import { findAccounts, findFirstAccounts, post, systemAccount } from '../../../core/ledger/index.ts'
import type { DexPool } from './routes.ts'
import * as store from '../store.ts'
import type { PoolRow } from '../store.ts'

export interface KnownPool extends DexPool {
  readonly account_id: string
  readonly is_funded: boolean
}

/** A pool without reserves is shown with the first reserves that it will get. */
export function toPool(row: PoolRow): KnownPool {
  const { number, dex, chain, fee, asset_a, asset_b, account_id, is_funded } = row
  const [a, b] = is_funded ? [row.reserve_a, row.reserve_b] : [row.initial_a, row.initial_b]
  return {
    number,
    dex,
    chain,
    fee,
    asset_a,
    asset_b,
    account_id,
    is_funded,
    reserve_a: BigInt(a),
    reserve_b: BigInt(b),
  }
}

/** The pools under lock, by their numbers. */
export async function lockPools(
  ctx: Context,
  numbers: readonly number[],
): Promise<Map<number, KnownPool>> {
  const rows = await store.lockPools(ctx.tx, ctx.caller.environment, [...new Set(numbers)])
  return new Map(rows.map((row) => [row.number, toPool(row)]))
}

/** The entries that bring the first reserves into pools that have none. */
export const fundingOf = (pools: Iterable<KnownPool>, environment: Environment): NewEntry[] => {
  const market = systemAccount(environment, 'defi:market')
  return [...pools]
    .filter((pool) => !pool.is_funded)
    .map(({ account_id: to, asset_a, asset_b, reserve_a, reserve_b, number }) => ({
      type: 'transfer' as const,
      subtype: 'defi',
      reference: `Liquidity of pool ${number}`,
      moves: [
        { from: market, to, asset: asset_a, units: reserve_a },
        { from: market, to, asset: asset_b, units: reserve_b },
      ],
    }))
}

export const savePools = async (ctx: Context, pools: Iterable<KnownPool>): Promise<void> => {
  for (const pool of pools) await store.updatePool(ctx.tx, ctx.caller.environment, pool)
}

/**
 * Posts entries in one plan, without moves of zero units. The credits are `exchanged`: a user receives only what they
 * paid to a pool or to the market, and no other user is credited.
 */
export async function postAll(ctx: Context, entries: readonly NewEntry[]): Promise<void> {
  const real = entries.map((entry) => ({
    ...entry,
    credits: 'exchanged' as const,
    moves: entry.moves.filter(({ units }) => units > 0n),
  }))
  await post(ctx, {
    books: booksOf(real.flatMap(({ moves }) => moves)),
    decide: (ledger) => {
      for (const entry of real) if (entry.moves.length > 0) ledger.post(entry)
    },
  })
}

function booksOf(moves: readonly NewMove[]): BookName[] {
  const books = new Map<string, BookName>()
  for (const { from, to, asset } of moves)
    for (const account of [from, to]) books.set(`${account}/${asset}`, { account, asset })
  return [...books.values()]
}

/** The address that a pool would have on its chain. */
export const poolAddress = ({ chain, dex, asset_a, asset_b, fee }: DexPool): string =>
  simulatedAddress(chain, Buffer.from(`pool/${chain}/${dex}/${asset_a}/${asset_b}/${fee}`))

/** The first of these accounts that is not closed, else the oldest open account of the user. */
export async function findOpenOf(
  ctx: Context,
  user_uuid: string,
  wanted: readonly string[],
): Promise<string | undefined> {
  const known = await findAccounts(ctx.tx, wanted)
  const open = wanted.find((id) => known.get(id) && known.get(id)?.status !== 'closed')
  if (open !== undefined) return open
  const { environment } = ctx.caller
  return (await findFirstAccounts(ctx.tx, { environment, users: [user_uuid] })).get(user_uuid)
}

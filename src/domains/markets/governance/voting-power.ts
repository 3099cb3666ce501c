// Voting power, from a user's current holdings, and the total power. Power in polls is in whole
// votes; power on proposals is in smallest units of GCU.
import { sql } from 'kysely'
import type { Caller, Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import { selectHoldings } from '../../core/ledger/index.ts'
import { BASKET } from './composition.ts'

export const strategies = ['one_user_one_vote', 'asset_weighted_vote', 'gcu_weighted_vote'] as const
export type Strategy = (typeof strategies)[number]

/** How holdings of an asset are converted to whole votes. */
export interface Scale {
  readonly asset: string
  /** Holders of less have no vote; holders of this much have at least one. */
  readonly units_to_vote: bigint
  readonly units_in_vote: bigint
}

/** One GCU (four places) is one vote. 100 dollars are one vote, and 1 dollar already gives one. */
const scales: Readonly<Record<Strategy, Scale | undefined>> = {
  one_user_one_vote: undefined,
  asset_weighted_vote: { asset: 'USD', units_to_vote: 100n, units_in_vote: 10_000n },
  gcu_weighted_vote: { asset: BASKET, units_to_vote: 10_000n, units_in_vote: 10_000n },
}

/** Undefined if every voter has the same power. */
export const scaleOf = (strategy: Strategy): Scale | undefined => scales[strategy]

export function votesFor({ units_to_vote, units_in_vote }: Scale, units: bigint): bigint {
  if (units < units_to_vote) return 0n
  const votes = units / units_in_vote
  return votes > 0n ? votes : 1n
}

export const wholeGcu = (units: bigint): bigint => votesFor(scales.gcu_weighted_vote!, units)

/** The total of an asset in the caller's own accounts, including reserved money. */
export async function votingBalanceOf(tx: Db, caller: Caller, asset: string): Promise<bigint> {
  const { environment } = caller
  const row = await selectHoldings(tx, { environment, asset, before: undefined })
    .where('user_uuid', '=', caller.user!)
    .executeTakeFirst()
  return BigInt(row?.units ?? 0)
}

export async function gcuSupply(tx: Db, environment: Environment): Promise<bigint> {
  const { supply } = await selectHoldings(tx, { environment, asset: BASKET, before: undefined })
    .clearSelect()
    .select(sql<string>`coalesce(sum(units), 0)`.as('supply'))
    .executeTakeFirstOrThrow()
  return BigInt(supply)
}

/** With a power of zero, the caller may not vote. */
export async function votingPower(tx: Db, caller: Caller, strategy: Strategy): Promise<bigint> {
  const scale = scaleOf(strategy)
  return scale ? votesFor(scale, await votingBalanceOf(tx, caller, scale.asset)) : 1n
}

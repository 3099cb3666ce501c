// How much somebody's vote weighs, by what their accounts hold at that moment, and how much weight
// there is in all. Poll powers are whole votes; a proposal's are smallest units of GCU.
import type { Caller, Environment } from '../../operation/caller.ts'
import type { Db } from '../../platform/database.ts'
import { countUsers } from '../identity/index.ts'
import { countHolders, listBalances, sumBalances } from '../ledger/index.ts'
import { BASKET } from './composition.ts'

export const strategies = ['one_user_one_vote', 'asset_weighted_vote', 'gcu_weighted_vote'] as const
export type Strategy = (typeof strategies)[number]

/** GCU has four places. */
const UNITS_IN_GCU = 10_000n
const CENTS_TO_VOTE = 100n
const CENTS_IN_VOTE = 10_000n

/** All of an asset that the caller's accounts hold, reserved or not. */
export async function balanceOf(tx: Db, caller: Caller, asset: string): Promise<bigint> {
  const { totals } = await listBalances(tx, {
    environment: caller.environment,
    caller: caller.user!,
    asset,
    min_units: undefined,
    user_uuid: undefined,
    limit: 1,
  })
  return totals[0]?.units ?? 0n
}

export async function gcuSupply(tx: Db, environment: Environment): Promise<bigint> {
  const sums = await sumBalances(tx, environment)
  return BigInt(sums.find(({ asset }) => asset === BASKET)?.units ?? 0)
}

export const wholeGcu = (units: bigint): bigint => units / UNITS_IN_GCU

/** Zero: may not vote. */
export async function votingPower(tx: Db, caller: Caller, strategy: Strategy): Promise<bigint> {
  switch (strategy) {
    case 'one_user_one_vote':
      return 1n
    case 'asset_weighted_vote':
      return votesForCents(await balanceOf(tx, caller, 'USD'))
    case 'gcu_weighted_vote':
      return wholeGcu(await balanceOf(tx, caller, BASKET))
  }
}

/** A hundred dollars are a vote, and one dollar is enough for one. */
export const votesForCents = (cents: bigint): bigint => {
  if (cents < CENTS_TO_VOTE) return 0n
  const votes = cents / CENTS_IN_VOTE
  return votes > 0n ? votes : 1n
}

export interface Cast {
  readonly voting_power_strategy: Strategy
  readonly votes_count: number
  readonly total_voting_power: bigint
}

/** What took part: people, or GCU in its smallest unit where GCU is counted. */
export const castOf = (poll: Cast): bigint =>
  poll.voting_power_strategy === 'gcu_weighted_vote'
    ? poll.total_voting_power * UNITS_IN_GCU
    : BigInt(poll.votes_count)

/** What could take part, counted in the same. */
export async function electorate(
  tx: Db,
  environment: Environment,
  strategy: Strategy,
): Promise<bigint> {
  switch (strategy) {
    case 'one_user_one_vote':
      return BigInt(await countUsers(tx))
    case 'asset_weighted_vote':
      return BigInt(await countHolders(tx, { environment, asset: 'USD', min_units: CENTS_TO_VOTE }))
    case 'gcu_weighted_vote':
      return gcuSupply(tx, environment)
  }
}

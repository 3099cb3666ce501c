// The results of a poll: counted from its votes or, once it is closed, as stored.
import { formatDecimal, toJsonInteger } from '../../../../kernel/money.ts'
import type { Db } from '../../../../platform/database.ts'
import { countUsers } from '../../../people/identity/index.ts'
import { readSetting } from './ballots.ts'
import { rateOf, reaches, type Shares, sumOf, toPercents, TOTAL_SHARES } from '../percent.ts'
import { type PollRow, settleVotes, type Weighed, weighVotes } from './store.ts'
import { scaleOf } from '../voting-power.ts'
import { type Round, tally, VOTE, weightedMean } from './tally.ts'

export interface PollResults {
  readonly poll_uuid: string
  readonly total_votes: number
  readonly total_voting_power: number
  readonly option_results: Readonly<Record<string, OptionResult>>
  readonly participation_rate: number
  readonly winning_option: string | null
  readonly metadata: {
    /** Whether participation was high enough for the result to take effect. */
    readonly participation_met: boolean
    /** The moment whose holdings limit the power of votes; absent in older results, which did not store it. */
    readonly counted_at?: string
    /** For a poll about the basket: the resulting weights. */
    readonly composition?: Readonly<Record<string, number>>
    /** For a ranked choice: the rounds in which the winner was found. */
    readonly rounds?: { powers: Record<string, number>; eliminated: string | null }[]
  }
}

interface OptionResult {
  readonly votes: number
  readonly power: number
  readonly percentage: number
}

/** Actual and possible participation: users or, in polls weighed by GCU, its smallest units. */
export interface Turnout {
  readonly cast: bigint
  readonly all: bigint
}

export interface InterimResults extends Turnout {
  readonly weighed: Weighed
  readonly counted_at: string
}

/** The results if voting ended now; for a poll whose time is over, the final results. */
export async function interimResultsOf(tx: Db, poll: PollRow, now: Date): Promise<InterimResults> {
  const isOver = Date.parse(poll.end_date) <= now.getTime()
  const scale = scaleOf(poll.voting_power_strategy)
  const before = isOver ? new Date(poll.end_date) : undefined
  const weighed = await weighVotes(tx, { poll, scale, before })
  const counted_at = isOver ? poll.end_date : now.toISOString()
  return { weighed, counted_at, ...(await turnoutOf(tx, poll, weighed)) }
}

async function turnoutOf(tx: Db, poll: PollRow, weighed: Weighed): Promise<Turnout> {
  const { voters, power, held } = weighed
  const strategy = poll.voting_power_strategy
  switch (strategy) {
    // Users are counted after the votes were read, so that every voter is included.
    case 'one_user_one_vote':
      return { cast: BigInt(voters), all: BigInt(await countUsers(tx)) }
    case 'asset_weighted_vote':
      return { cast: BigInt(voters), all: BigInt(held.holders) }
    case 'gcu_weighted_vote':
      return { cast: power * scaleOf(strategy)!.units_in_vote, all: held.units }
  }
}

export const getResults = async (tx: Db, poll: PollRow, now: Date): Promise<PollResults> =>
  poll.results ?? toResults(poll, await interimResultsOf(tx, poll, now))

/** Counts a poll finally, by the holdings at the end of voting, however late it is closed. */
export async function settleResults(tx: Db, poll: PollRow) {
  const scale = scaleOf(poll.voting_power_strategy)
  const before = new Date(poll.end_date)
  const weighed = await settleVotes(tx, { poll, scale, before })
  const turnout = await turnoutOf(tx, poll, weighed)
  const results = toResults(poll, { weighed, counted_at: poll.end_date, ...turnout })
  return { results, total_voting_power: weighed.power }
}

function toResults(poll: PollRow, { weighed, cast, all, counted_at }: InterimResults): PollResults {
  const { ballots, power: total } = weighed
  const options = poll.options.map(({ id }) => id)
  const counted = tally(poll.type, options, ballots)
  const composition = poll.is_basket
    ? (weightedMean(options, ballots) ?? defaultComposition(poll))
    : undefined
  return {
    poll_uuid: poll.uuid,
    total_votes: ballots.reduce((sum, { votes }) => sum + votes, 0),
    total_voting_power: toJsonInteger(total),
    option_results: Object.fromEntries(
      [...counted.options].map(([id, { votes, power }]) => [
        id,
        { votes, power: toVotes(power), percentage: rateOf(power, total * VOTE) },
      ]),
    ),
    participation_rate: rateOf(cast, all),
    // A poll about the basket yields weights and has no winning option.
    winning_option: poll.is_basket ? null : counted.winner,
    metadata: {
      participation_met:
        cast > 0n &&
        (poll.required_participation === null || reaches(cast, all, poll.required_participation)),
      counted_at,
      ...(composition && { composition: toPercents(composition) }),
      ...(counted.rounds.length > 0 && { rounds: counted.rounds.map(toRound) }),
    },
  }
}

const toRound = ({ powers, eliminated }: Round) => ({
  powers: Object.fromEntries(Object.entries(powers).map(([id, power]) => [id, toVotes(power)])),
  eliminated,
})

/** Converts ten-thousandths of a vote to a JSON number. */
const toVotes = (power: bigint): number =>
  Number(formatDecimal({ units: power, asset: { code: 'votes', precision: 4 } }))

/** The default weights of the options; undefined unless every option has one. */
function defaultComposition(poll: PollRow): Shares | undefined {
  const shares = poll.options.map(
    ({ id, metadata }) => [id, readSetting(metadata.default)] as const,
  )
  if (shares.some(([, share]) => share === undefined)) return undefined
  const composition = Object.fromEntries(shares) as Shares
  return sumOf(composition) === TOTAL_SHARES ? composition : undefined
}

// How a poll stands, or ended: counted from its votes, or as it was written down when it was closed.
import { formatDecimal, toJsonInteger } from '../../kernel/money.ts'
import type { Db } from '../../platform/database.ts'
import { readSetting } from './ballots.ts'
import { rateOf, reaches, type Shares, sumOf, toPercents, WHOLE } from './percent.ts'
import { castOf, electorate } from './power.ts'
import { listBallots, type PollRow } from './poll-store.ts'
import { type Round, tally, VOTE, weightedMean } from './tally.ts'

export interface PollResults {
  readonly poll_uuid: string
  readonly total_votes: number
  readonly total_voting_power: number
  readonly option_results: Readonly<Record<string, OptionResult>>
  readonly participation_rate: number
  readonly winning_option: string | null
  readonly metadata: {
    /** Whether enough took part for anything to follow. */
    readonly participation_met: boolean
    /** Of a vote on the basket: the weights that follow from it. */
    readonly composition?: Readonly<Record<string, number>>
    /** Of a ranked choice: how the winner was found. */
    readonly rounds?: { powers: Record<string, number>; eliminated: string | null }[]
  }
}

interface OptionResult {
  readonly votes: number
  readonly power: number
  readonly percentage: number
}

export const getResults = async (tx: Db, poll: PollRow): Promise<PollResults> =>
  (poll.results as PollResults | null) ?? countPoll(tx, poll)

export async function countPoll(tx: Db, poll: PollRow): Promise<PollResults> {
  const ballots = await listBallots(tx, poll.uuid)
  const options = poll.options.map(({ id }) => id)
  const counted = tally(poll.type, options, ballots)
  const cast = castOf(poll)
  const all = await electorate(tx, poll.environment, poll.voting_power_strategy)
  const total = poll.total_voting_power * VOTE
  const composition = poll.is_basket
    ? (weightedMean(options, ballots) ?? defaultComposition(poll))
    : undefined
  return {
    poll_uuid: poll.uuid,
    total_votes: poll.votes_count,
    total_voting_power: toJsonInteger(poll.total_voting_power),
    option_results: Object.fromEntries(
      [...counted.options].map(([id, { votes, power }]) => [
        id,
        { votes, power: toVotes(power), percentage: rateOf(power, total) },
      ]),
    ),
    participation_rate: rateOf(cast, all),
    // Weights are agreed on together; none of them wins.
    winning_option: poll.is_basket ? null : counted.winner,
    metadata: {
      participation_met:
        poll.votes_count > 0 &&
        (poll.required_participation === null || reaches(cast, all, poll.required_participation)),
      ...(composition && { composition: toPercents(composition) }),
      ...(counted.rounds.length > 0 && { rounds: counted.rounds.map(toRound) }),
    },
  }
}

const toRound = ({ powers, eliminated }: Round) => ({
  powers: Object.fromEntries(Object.entries(powers).map(([id, power]) => [id, toVotes(power)])),
  eliminated,
})

/** Ten-thousandths of a vote as a JSON number. */
const toVotes = (power: bigint): number =>
  Number(formatDecimal({ units: power, asset: { code: 'votes', precision: 4 } }))

/** What the options say they are without a vote; undefined when they do not say it for all. */
function defaultComposition(poll: PollRow): Shares | undefined {
  const shares = poll.options.map(
    ({ id, metadata }) => [id, readSetting(metadata.default)] as const,
  )
  if (shares.some(([, share]) => share === undefined)) return undefined
  const composition = Object.fromEntries(shares) as Shares
  return sumOf(composition) === WHOLE ? composition : undefined
}

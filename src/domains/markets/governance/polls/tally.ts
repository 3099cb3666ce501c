// Counts votes, purely and exactly. Power is counted in ten-thousandths of a vote, because a vote may be
// divided into hundredths of a percent; so no power is lost or created, and nothing is rounded. The
// order of the ballots does not matter.
import { multiplyDivide } from '../../../../kernel/money.ts'
import { type Shares, sumOf, TOTAL_SHARES } from '../percent.ts'

export type PollType =
  | 'single_choice'
  | 'multiple_choice'
  | 'weighted_choice'
  | 'yes_no'
  | 'ranked_choice'

/** A group of equal votes. */
export interface Ballots {
  readonly selected: readonly string[]
  /** Option → hundredths of a percent, which sum to 10000; null unless power is divided. */
  readonly shares: Shares | null
  readonly votes: number
  readonly power: bigint
}

/** Ten-thousandths in one vote. */
export const VOTE = BigInt(TOTAL_SHARES)

export interface OptionTally {
  readonly votes: number
  /** In ten-thousandths of a vote. */
  readonly power: bigint
}

export interface Round {
  readonly powers: Readonly<Record<string, bigint>>
  readonly eliminated: string | null
}

export interface Tally {
  readonly options: ReadonlyMap<string, OptionTally>
  /** Null if there are no votes, or if the leading options are tied. */
  readonly winner: string | null
  readonly rounds: readonly Round[]
}

/**
 * Single and yes/no: the selected option gets the whole power. Multiple: every selected option gets the
 * whole power. Weighted: each option gets its share. Ranked: the first preference gets the whole power,
 * and the winner is found by instant runoff.
 */
export function tally(
  type: PollType,
  options: readonly string[],
  ballots: readonly Ballots[],
): Tally {
  const counted = new Map(options.map((id) => [id, { votes: 0, power: 0n }]))
  for (const ballot of ballots)
    for (const [id, power] of spread(type, ballot)) {
      const option = counted.get(id)!
      option.votes += ballot.votes
      option.power += power
    }
  if (type !== 'ranked_choice') return { options: counted, winner: leaderOf(counted), rounds: [] }
  return { options: counted, ...runOff(options, ballots) }
}

function spread(type: PollType, { selected, shares, power }: Ballots): [string, bigint][] {
  if (type === 'weighted_choice')
    return Object.entries(shares!)
      .filter(([, share]) => share > 0)
      .map(([id, share]) => [id, power * BigInt(share)])
  const counted = type === 'ranked_choice' ? selected.slice(0, 1) : selected
  return counted.map((id) => [id, power * VOTE])
}

function leaderOf(options: ReadonlyMap<string, OptionTally>): string | null {
  let leader: string | null = null
  let most = 0n
  for (const [id, { power }] of options) {
    if (power === most) leader = null
    if (power > most) [leader, most] = [id, power]
  }
  return leader
}

/**
 * In each round, a ballot's power goes to its first preference that is not eliminated. An option with
 * more than half of the round's power wins; otherwise the weakest option is eliminated. Among equally
 * weak options, the one that was weakest in the first round is eliminated, then the one listed last.
 */
function runOff(options: readonly string[], ballots: readonly Ballots[]) {
  const rounds: Round[] = []
  let remaining = [...options]
  for (;;) {
    const powers = countFirst(remaining, ballots)
    const total = [...powers.values()].reduce((sum, power) => sum + power, 0n)
    const winner = remaining.find((id) => 2n * powers.get(id)! > total) ?? null
    const isTie = new Set(powers.values()).size === 1
    const eliminated = winner === null && !isTie ? weakest(remaining, powers, rounds[0]) : null
    rounds.push({ powers: Object.fromEntries(powers), eliminated })
    if (eliminated === null) return { winner, rounds }
    remaining = remaining.filter((id) => id !== eliminated)
  }
}

function countFirst(remaining: readonly string[], ballots: readonly Ballots[]) {
  const powers = new Map(remaining.map((id) => [id, 0n]))
  for (const { selected, power } of ballots) {
    const first = selected.find((id) => powers.has(id))
    if (first !== undefined) powers.set(first, powers.get(first)! + power * VOTE)
  }
  return powers
}

function weakest(
  remaining: readonly string[],
  powers: ReadonlyMap<string, bigint>,
  first: Round | undefined,
): string {
  const strengthOf = (id: string) => [powers.get(id)!, first?.powers[id] ?? 0n] as const
  return remaining.reduce((lowest, id) => {
    const [now, atFirst] = strengthOf(id)
    const [lowestNow, lowestAtFirst] = strengthOf(lowest)
    const isStronger = now > lowestNow || (now === lowestNow && atFirst > lowestAtFirst)
    return isStronger ? lowest : id
  })
}

/**
 * The mean of all allocations, weighted by power, in hundredths of a percent. Each mean is rounded half
 * to even; the largest one (the first of equals) absorbs the difference to 100. Undefined without votes.
 */
export function weightedMean(
  options: readonly string[],
  ballots: readonly Ballots[],
): Record<string, number> | undefined {
  const total = ballots.reduce((sum, { power }) => sum + power, 0n)
  if (total === 0n) return undefined
  const means = options.map((id): [string, number] => {
    const sum = ballots.reduce((all, { shares, power }) => all + power * shareOf(shares!, id), 0n)
    return [id, Number(multiplyDivide(sum, 1n, total, 'half-even'))]
  })
  return completeWhole(Object.fromEntries(means))
}

const shareOf = (shares: Shares, id: string): bigint =>
  Object.hasOwn(shares, id) ? BigInt(shares[id]!) : 0n

/** Adjusts the largest share so that the shares sum to exactly 100 percent. */
export function completeWhole(shares: Shares): Record<string, number> {
  const [largest] = Object.entries(shares).reduce((most, one) => (one[1] > most[1] ? one : most))
  return { ...shares, [largest]: shares[largest]! + TOTAL_SHARES - sumOf(shares) }
}

/** Equal shares; the indivisible remainder goes to the first options. */
export function divideEqually(options: readonly string[]): Record<string, number> {
  const each = Math.floor(TOTAL_SHARES / options.length)
  const left = TOTAL_SHARES - each * options.length
  return Object.fromEntries(options.map((id, index) => [id, index < left ? each + 1 : each]))
}

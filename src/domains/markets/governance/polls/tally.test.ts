// Counting as a property: for any ballots, no power is lost or created, and their order does not matter.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pollLife, proposalLife } from '../life-cycle.ts'
import { rateOf, reaches, readPercent, sumOf, toPercent, TOTAL_SHARES } from '../percent.ts'
import { scaleOf, votesFor } from '../voting-power.ts'
import {
  type Ballots,
  completeWhole,
  divideEqually,
  type PollType,
  tally,
  VOTE,
  weightedMean,
} from './tally.ts'

const options = ['a', 'b', 'c', 'd', 'e']

const power = fc.bigInt({ min: 1n, max: 10n ** 20n })
const votes = fc.integer({ min: 1, max: 1000 })

/** Random weights, converted to shares that sum to exactly 100 percent. */
const shares = fc
  .array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 5 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const sum = weights.reduce((a, b) => a + b, 0)
    const parts = weights.map((weight) => Math.floor((weight * TOTAL_SHARES) / sum))
    return completeWhole(Object.fromEntries(options.map((id, index) => [id, parts[index]!])))
  })

const selections = (min: number, max: number) =>
  fc.shuffledSubarray(options, { minLength: min, maxLength: max })

const ballotOf: Record<PollType, fc.Arbitrary<Ballots>> = {
  single_choice: fc.record({ selected: selections(1, 1), shares: fc.constant(null), votes, power }),
  yes_no: fc.record({ selected: selections(1, 1), shares: fc.constant(null), votes, power }),
  multiple_choice: fc.record({
    selected: selections(1, 5),
    shares: fc.constant(null),
    votes,
    power,
  }),
  ranked_choice: fc.record({ selected: selections(2, 5), shares: fc.constant(null), votes, power }),
  weighted_choice: fc.record({ selected: fc.constant(options), shares, votes, power }),
}

const ballotsOf = (type: PollType) => fc.array(ballotOf[type], { maxLength: 12 })
const sumPowers = (ballots: readonly Ballots[]) =>
  ballots.reduce((sum, ballot) => sum + ballot.power, 0n)

describe('tally', () => {
  it.each(['single_choice', 'yes_no', 'weighted_choice', 'ranked_choice'] as const)(
    '%s: the options have exactly the power that was cast',
    (type) => {
      fc.assert(
        fc.property(ballotsOf(type), (ballots) => {
          const counted = [...tally(type, options, ballots).options.values()]
          const sum = counted.reduce((all, option) => all + option.power, 0n)
          expect(sum).toBe(sumPowers(ballots) * VOTE)
        }),
      )
    },
  )

  it('multiple_choice: each option has the whole power of those who named it', () => {
    fc.assert(
      fc.property(ballotsOf('multiple_choice'), (ballots) => {
        const counted = tally('multiple_choice', options, ballots).options
        for (const id of options) {
          const named = ballots.filter(({ selected }) => selected.includes(id))
          expect(counted.get(id)!.power).toBe(sumPowers(named) * VOTE)
          expect(counted.get(id)!.votes).toBe(named.reduce((sum, one) => sum + one.votes, 0))
        }
      }),
    )
  })

  it.each(Object.keys(ballotOf) as PollType[])('%s: the order of ballots is nothing', (type) => {
    const shuffled = ballotsOf(type).chain((ballots) =>
      fc.tuple(
        fc.constant(ballots),
        fc.shuffledSubarray(ballots, { minLength: ballots.length, maxLength: ballots.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([ballots, others]) => {
        expect(tally(type, options, others)).toEqual(tally(type, options, ballots))
      }),
    )
  })

  it('has the option with most power as its winner, and none in a tie', () => {
    fc.assert(
      fc.property(ballotsOf('multiple_choice'), (ballots) => {
        const { options: counted, winner } = tally('multiple_choice', options, ballots)
        const powers = options.map((id) => counted.get(id)!.power)
        const most = powers.reduce((a, b) => (a > b ? a : b))
        const best = options.filter((id) => counted.get(id)!.power === most)
        expect(winner).toBe(most > 0n && best.length === 1 ? best[0] : null)
      }),
    )
  })
})

describe('ranked choice', () => {
  const ballot = (selected: string, weight: bigint): Ballots => ({
    selected: selected.split(''),
    shares: null,
    votes: 1,
    power: weight,
  })
  const run = (...ballots: Ballots[]) => tally('ranked_choice', ['a', 'b', 'c'], ballots)

  it('moves the power of the weakest to the next preference', () => {
    const { winner, rounds } = run(ballot('ab', 4n), ballot('bc', 3n), ballot('cb', 2n))
    expect(winner).toBe('b')
    expect(rounds.map((round) => round.eliminated)).toEqual(['c', null])
    expect(rounds[1]!.powers).toEqual({ a: 4n * VOTE, b: 5n * VOTE })
  })

  it('eliminates, of equally weak options, the one weakest at first, then the one listed last', () => {
    const { rounds } = tally(
      'ranked_choice',
      ['a', 'b', 'c', 'd'],
      [ballot('ab', 8n), ballot('bc', 3n), ballot('cb', 4n), ballot('db', 1n)],
    )
    expect(rounds.map((round) => round.eliminated)).toEqual(['d', 'b', null])
    expect(rounds[1]!.powers).toEqual({ a: 8n * VOTE, b: 4n * VOTE, c: 4n * VOTE })
    const tied = run(ballot('ac', 2n), ballot('ba', 1n), ballot('cb', 1n))
    expect(tied.rounds[0]!.eliminated).toBe('c')
    expect(tied.rounds[1]!.powers).toEqual({ a: 2n * VOTE, b: 2n * VOTE })
    // A tie to the end: there is no winner, and none is chosen at random.
    expect(tied.winner).toBeNull()
  })

  it('does not count a ballot whose preferences are all eliminated', () => {
    const { winner, rounds } = tally(
      'ranked_choice',
      ['a', 'b', 'c', 'd'],
      [ballot('a', 5n), ballot('b', 4n), ballot('cd', 2n), ballot('dc', 1n)],
    )
    expect(rounds.map((round) => round.eliminated)).toEqual(['d', 'c', null])
    expect(rounds[2]!.powers).toEqual({ a: 5n * VOTE, b: 4n * VOTE })
    expect(winner).toBe('a')
  })

  it('without votes has no winner', () => {
    expect(run()).toMatchObject({ winner: null, rounds: [{ eliminated: null }] })
  })

  it('always ends, with one elimination a round, and a first-round majority wins', () => {
    fc.assert(
      fc.property(ballotsOf('ranked_choice'), (ballots) => {
        const { options: counted, winner, rounds } = tally('ranked_choice', options, ballots)
        const eliminated = rounds.map((round) => round.eliminated).filter((id) => id !== null)
        expect(eliminated.length).toBe(rounds.length - 1)
        expect(new Set(eliminated).size).toBe(eliminated.length)
        if (winner !== null) expect(eliminated).not.toContain(winner)
        const total = sumPowers(ballots) * VOTE
        const majority = options.find((id) => 2n * counted.get(id)!.power > total)
        if (majority !== undefined) expect([winner, rounds.length]).toEqual([majority, 1])
      }),
    )
  })
})

describe('the mean of allocations by power', () => {
  it('sums to exactly 100.00, and is nowhere further from the exact mean than rounding explains', () => {
    fc.assert(
      fc.property(
        fc.array(ballotOf.weighted_choice, { minLength: 1, maxLength: 12 }),
        (ballots) => {
          const mean = weightedMean(options, ballots)!
          expect(sumOf(mean)).toBe(TOTAL_SHARES)
          const total = sumPowers(ballots)
          for (const id of options) {
            const exact = ballots.reduce(
              (sum, one) => sum + one.power * BigInt(one.shares![id]!),
              0n,
            )
            const distance = BigInt(mean[id]!) * total - exact
            // Half a hundredth for each option, if all the residue came here.
            const most = (total * BigInt(options.length)) / 2n + 1n
            expect(distance <= most && distance >= -most).toBe(true)
            expect(mean[id]).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })

  it('weighs by power and gives the residue to the largest', () => {
    const third = { a: 3334, b: 3333, c: 3333 }
    const ballots: Ballots[] = [
      { selected: [], shares: { a: 10000 }, votes: 1, power: 1n },
      { selected: [], shares: third, votes: 1, power: 2n },
    ]
    // a: 5556, b and c: 2222 each; together exactly 10000.
    expect(weightedMean(['a', 'b', 'c'], ballots)).toEqual({ a: 5556, b: 2222, c: 2222 })
    const equal: Ballots[] = ['a', 'b', 'c'].map((id) => ({
      selected: [],
      shares: { [id]: TOTAL_SHARES },
      votes: 1,
      power: 1n,
    }))
    expect(weightedMean(['a', 'b', 'c'], equal)).toEqual({ a: 3334, b: 3333, c: 3333 })
  })

  it('is nothing without votes', () => {
    expect(weightedMean(options, [])).toBeUndefined()
  })
})

describe('percents', () => {
  it('are read exactly, or refused', () => {
    expect([12.5, '12.50', 0, 100, '33.33'].map(readPercent)).toEqual([1250, 1250, 0, 10000, 3333])
    for (const wrong of [-1, 100.01, 1.005, '1e1', '', ' 1', '.5', 1e-7, Number.NaN])
      expect(readPercent(wrong)).toBeUndefined()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: TOTAL_SHARES }), (hundredths) => {
        expect(readPercent(toPercent(hundredths))).toBe(hundredths)
      }),
    )
  })

  it('are compared exactly: what only rounds to the threshold does not reach it', () => {
    expect(rateOf(99_999n, 1_000_000n)).toBe(10)
    expect(reaches(99_999n, 1_000_000n, 1000)).toBe(false)
    expect(reaches(100_000n, 1_000_000n, 1000)).toBe(true)
    expect([rateOf(5n, 0n), reaches(5n, 0n, 100)]).toEqual([0, false])
  })

  it('are divided equally without a rest', () => {
    expect(divideEqually(['a', 'b', 'c'])).toEqual({ a: 3334, b: 3333, c: 3333 })
  })
})

describe('votes for dollars', () => {
  it('100 dollars are one vote, and one dollar already gives one', () => {
    const scale = scaleOf('asset_weighted_vote')!
    const cents = [0n, 99n, 100n, 9_999n, 10_000n, 19_999n, 20_000n]
    expect(cents.map((units) => votesFor(scale, units))).toEqual([0n, 0n, 1n, 1n, 1n, 1n, 2n])
  })
})

describe('life cycles', () => {
  it('begin and end where they should', () => {
    expect([proposalLife.starts, proposalLife.ends]).toEqual([
      ['draft'],
      ['implemented', 'rejected'],
    ])
    expect([pollLife.starts, pollLife.ends]).toEqual([
      ['draft', 'pending'],
      ['executed', 'cancelled', 'failed'],
    ])
  })
})

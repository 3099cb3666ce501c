// Runs the cases in turns, so that other load on the machine affects all of them, and reduces each to the median
// of its rounds.
import type { Case, Group, Sample, Samples } from './case.ts'
import { perUnit, readCpu } from './cpu.ts'
import { settle } from './settle.ts'

export interface Figure {
  readonly case: Case
  readonly samples: readonly Sample[]
  readonly median: Sample
}

export async function takeRounds(groups: readonly Group[]): Promise<Figure[]> {
  const samples = new Map<string, Sample[]>()
  for (const { cases, rounds } of groups) {
    for (const one of cases) {
      if (one.prepare !== undefined) say(`preparing ${one.title}`)
      await one.prepare?.()
    }
    try {
      for (let round = 1; round <= rounds; round++) await takeRound(cases, samples, round, rounds)
    } finally {
      for (const one of cases) await one.finish?.()
    }
  }
  return summarize(groups, samples)
}

async function takeRound(
  cases: readonly Case[],
  samples: Map<string, Sample[]>,
  round: number,
  rounds: number,
): Promise<void> {
  for (const one of cases) {
    await settle()
    say(`round ${round} of ${rounds}: ${one.title}`)
    const sample = await measure(one, samples)
    samples.set(one.name, [...(samples.get(one.name) ?? []), sample])
  }
}

async function measure(one: Case, samples: Samples): Promise<Sample> {
  const before = readCpu()
  const sample = await one.measure(samples)
  if (sample.cpu !== undefined || sample.units === undefined) return sample
  return { ...sample, cpu: perUnit(before, readCpu(), sample.units) }
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const summarize = (groups: readonly Group[], samples: Samples): Figure[] =>
  groups.flatMap(({ cases }) =>
    cases.map((one) => {
      const taken = samples.get(one.name) ?? []
      return { case: one, samples: taken, median: findMedian(taken) }
    }),
  )

/** The whole round with the median rate, because its latencies belong to that rate. */
function findMedian(samples: readonly Sample[]): Sample {
  const sorted = samples.toSorted((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)]!
}

// The context of every case: the running processes, and how long to measure.
import type { LoadGenerator } from './load.ts'
import type { LoadResult, Plan } from './load/plan.ts'
import type { Running, RunningFlorin } from './processes.ts'

export interface Pace {
  readonly rounds: number
  readonly seconds: number
  readonly warmupSeconds: number
}

export const FULL: Pace = { rounds: 3, seconds: 5, warmupSeconds: 1 }
export const QUICK: Pace = { rounds: 1, seconds: 2, warmupSeconds: 0.5 }

export interface Bench {
  readonly florin: RunningFlorin
  readonly hello: Running
  readonly load: LoadGenerator
  readonly pace: Pace
}

/** Applies load for the duration that the pace states. */
export const runTimed = (
  { load, pace: { warmupSeconds, seconds } }: Bench,
  name: string,
  plan: Omit<Plan, 'end'>,
): Promise<LoadResult> => load.run(name, { ...plan, end: { warmupSeconds, seconds } })

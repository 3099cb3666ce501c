// A case: a measurement and the bar it must clear. Most bars are ratios to another case of the same run,
// because machines differ and are shared, so an absolute figure says little.
import type { Cpu } from './cpu.ts'
import type { Latency, Overload } from './load/plan.ts'

export interface Sample {
  readonly perSecond: number
  readonly latency?: Latency
  /** How many units were done. Only where the load generator does not count the processor time itself. */
  readonly units?: number
  readonly cpu?: Cpu | undefined
  readonly memory?: MemoryUse
  readonly overload?: Overload
  readonly paint?: PaintUse
}

export interface MemoryUse {
  readonly firstMiB: number
  readonly lastMiB: number
  /** At equal distances of time, from the beginning to the end. */
  readonly readingsMiB: readonly number[]
}

/** A page of the console in a browser. */
export interface PaintUse {
  /** From the start of the navigation to the largest paint. */
  readonly largestMs: number
  /** As they were transferred, so compressed. */
  readonly scriptKb: number
  readonly loadedKb: number
}

export type Bar =
  | { readonly kind: 'per second'; readonly atLeast: number }
  /** The required multiple of the best of the named cases. */
  | { readonly kind: 'ratio'; readonly atLeast: number; readonly ofBest: readonly string[] }
  | { readonly kind: 'p95'; readonly belowMs: number }
  | { readonly kind: 'p99'; readonly belowMs: number }
  /** The growth from the first fifth of the run to the last, as a share. */
  | { readonly kind: 'memory'; readonly growsBelow: number }
  | { readonly kind: 'paint'; readonly belowMs: number }
  | { readonly kind: 'script'; readonly belowKb: number }
  /** The seconds from the end of an overload until the bank answers as if there had been none. */
  | { readonly kind: 'recovery'; readonly belowSeconds: number }

export interface Case {
  /** The name for `--only`. */
  readonly name: string
  readonly title: string
  readonly bars?: readonly Bar[]
  /** The case of bare Fastify under the same load, when it is not `hello`. */
  readonly hello?: string
  /** Other cases of the same round from whose samples this one is computed. */
  readonly needs?: readonly string[]
  /** Runs once, before the rounds. */
  prepare?(): Promise<void>
  measure(sampled: Samples): Promise<Sample>
  /** Runs once, after the rounds, even when they failed. */
  finish?(): Promise<void>
}

/** All samples so far, by the name of their case. */
export type Samples = ReadonlyMap<string, readonly Sample[]>

/** Cases that are measured together: every case runs once in each round. */
export interface Group {
  readonly cases: readonly Case[]
  readonly rounds: number
}

/** The named cases and those they depend on; all cases when none is named. */
export function selectGroups(groups: readonly Group[], only: readonly string[]): Group[] {
  const all = new Map(groups.flatMap(({ cases }) => cases).map((one) => [one.name, one]))
  const selected = new Set<string>()
  const select = (name: string): void => {
    if (selected.has(name)) return
    const one = all.get(name)
    if (one === undefined)
      throw new Error(`There is no case "${name}" here; there are: ${[...all.keys()].join(', ')}.`)
    selected.add(name)
    const compared = one.bars?.flatMap((bar) => (bar.kind === 'ratio' ? bar.ofBest : [])) ?? []
    for (const needed of [...compared, ...(one.needs ?? [])]) select(needed)
  }
  for (const name of only.length === 0 ? all.keys() : only) select(name)
  return groups.map(({ cases, rounds }) => ({
    cases: cases.filter(({ name }) => selected.has(name)),
    rounds,
  }))
}

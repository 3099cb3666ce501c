// The figures of a run for programs: written to a file that each run replaces, and read for the document.
import { readFile, writeFile } from 'node:fs/promises'
import type { MemoryUse, PaintUse } from './case.ts'
import type { Cpu } from './cpu.ts'
import type { Latency, Overload } from './load/plan.ts'
import type { Machine } from './machine.ts'
import { HELLO, TPCB } from './names.ts'
import type { Options } from './options.ts'
import type { Figure } from './rounds.ts'
import type { Judge, Verdict } from './verdict.ts'

export const RESULTS_FILE = new URL('results.json', import.meta.url)

export interface Results {
  readonly run: Options & { readonly rounds: number; readonly seconds: number }
  readonly machine: Machine
  readonly figures: readonly Result[]
}

/** What a run does not have is left out. */
export interface Result {
  readonly name: string
  readonly title: string
  readonly per_second: number
  readonly per_second_of_rounds: readonly number[]
  readonly ratio_to_tpcb?: number | undefined
  readonly ratio_to_hello?: number | undefined
  readonly cpu_microseconds?: Cpu | undefined
  readonly latency_ms?: Latency | undefined
  readonly overload?: Overload | undefined
  readonly memory?: MemoryUse | undefined
  readonly paint?: PaintUse | undefined
  readonly bars: readonly Verdict[]
}

export const listResults = (figures: readonly Figure[], judge: Judge): Result[] =>
  figures.map((figure) => ({
    name: figure.case.name,
    title: figure.case.title,
    per_second: figure.median.perSecond,
    per_second_of_rounds: figure.samples.map((sample) => sample.perSecond),
    ratio_to_tpcb: judge.findRatio(figure, TPCB),
    ratio_to_hello: judge.findRatio(figure, [figure.case.hello ?? HELLO]),
    cpu_microseconds: figure.median.cpu,
    latency_ms: figure.median.latency,
    overload: figure.median.overload,
    memory: figure.median.memory,
    paint: figure.median.paint,
    bars: judge.judge(figure),
  }))

export const writeResults = (results: Results): Promise<void> =>
  writeFile(RESULTS_FILE, `${JSON.stringify(results, undefined, 2)}\n`)

export const readResults = async (path: string | URL): Promise<Results> =>
  JSON.parse(await readFile(path, 'utf8')) as Results

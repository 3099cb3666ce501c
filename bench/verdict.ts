// Compares each figure with its bars.
import type { Bar } from './case.ts'
import { TPCB } from './names.ts'
import type { Figure } from './rounds.ts'

export interface Verdict {
  readonly bar: string
  /** The figure that the bar is about, such as the ratio; undefined when the run has not what it needs. */
  readonly measured: number | undefined
  /** Undefined when this run cannot decide it. */
  readonly met: boolean | undefined
}

export interface Judge {
  judge(figure: Figure): Verdict[]
  /** How many times as fast as the best of the named cases. */
  findRatio(figure: Figure, names: readonly string[]): number | undefined
}

/** Without pgbench the client slows TPC-B down, so clearing the bar would prove nothing. */
export function makeJudge(figures: readonly Figure[], hasPgbench: boolean): Judge {
  const findRatio = ({ median }: Figure, names: readonly string[]): number | undefined => {
    const others = figures.filter((other) => names.includes(other.case.name))
    if (others.length === 0) return undefined
    return median.perSecond / Math.max(...others.map((other) => other.median.perSecond))
  }
  const nameCases = (names: readonly string[]): string =>
    names
      .map((name) => figures.find((figure) => figure.case.name === name)?.case.title ?? name)
      .join(' or ')
  const measure = (figure: Figure, bar: Bar): number | undefined => {
    const { perSecond, latency, overload, memory, paint } = figure.median
    if (bar.kind === 'per second') return perSecond
    if (bar.kind === 'p95' || bar.kind === 'p99') return latency?.[bar.kind]
    if (bar.kind === 'paint') return paint?.largestMs
    if (bar.kind === 'script') return paint?.scriptKb
    if (bar.kind === 'memory') return memory && memory.lastMiB / memory.firstMiB - 1
    if (bar.kind === 'recovery')
      return overload && (overload.recoverySeconds ?? Number.POSITIVE_INFINITY)
    return findRatio(figure, bar.ofBest)
  }
  const judgeBar = (figure: Figure, bar: Bar): Verdict => {
    const measured = measure(figure, bar)
    const isUndecided = bar.kind === 'ratio' && bar.ofBest === TPCB && !hasPgbench
    const met = measured === undefined || isUndecided ? undefined : isMet(bar, measured)
    return { bar: describe(bar, nameCases), measured, met }
  }
  return {
    findRatio,
    judge: (figure) => (figure.case.bars ?? []).map((bar) => judgeBar(figure, bar)),
  }
}

function isMet(bar: Bar, measured: number): boolean {
  if ('belowMs' in bar) return measured < bar.belowMs
  if ('belowKb' in bar) return measured < bar.belowKb
  if ('growsBelow' in bar) return measured < bar.growsBelow
  if ('belowSeconds' in bar) return measured < bar.belowSeconds
  return measured >= bar.atLeast
}

function describe(bar: Bar, nameCases: (names: readonly string[]) => string): string {
  if (bar.kind === 'per second') return `at least ${bar.atLeast}/s`
  if (bar.kind === 'paint') return `largest paint below ${bar.belowMs} ms`
  if (bar.kind === 'script') return `script below ${bar.belowKb} KB`
  if (bar.kind === 'memory') return `flat: grows by less than ${bar.growsBelow * 100} %`
  if (bar.kind === 'recovery') return `recovers within ${bar.belowSeconds} s`
  if (bar.kind === 'p95' || bar.kind === 'p99') return `${bar.kind} below ${bar.belowMs} ms`
  const other = bar.ofBest === TPCB ? 'TPC-B' : nameCases(bar.ofBest)
  return `at least ${Number(bar.atLeast.toFixed(2))} x ${other}`
}

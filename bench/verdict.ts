// Compares each figure with its bars.
import type { Bar } from './case.ts'
import { TPCB } from './names.ts'
import type { Figure } from './rounds.ts'

export interface Verdict {
  readonly bar: string
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
  const isMet = (figure: Figure, bar: Bar): boolean | undefined => {
    const { perSecond, latency } = figure.median
    if (bar.kind === 'per second') return perSecond >= bar.atLeast
    if (bar.kind === 'p95' || bar.kind === 'p99')
      return latency === undefined ? undefined : latency[bar.kind] < bar.belowMs
    if (bar.ofBest === TPCB && !hasPgbench) return undefined
    const ratio = findRatio(figure, bar.ofBest)
    return ratio === undefined ? undefined : ratio >= bar.atLeast
  }
  return {
    findRatio,
    judge: (figure) =>
      (figure.case.bars ?? []).map((bar) => ({ bar: describe(bar), met: isMet(figure, bar) })),
  }
}

function describe(bar: Bar): string {
  if (bar.kind === 'per second') return `at least ${bar.atLeast}/s`
  if (bar.kind === 'p95' || bar.kind === 'p99') return `${bar.kind} below ${bar.belowMs} ms`
  const other = bar.ofBest === TPCB ? 'TPC-B' : bar.ofBest.join(', ')
  return `at least ${Number(bar.atLeast.toFixed(2))} x ${other}`
}

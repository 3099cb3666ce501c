// The figures as a table for people.
import type { MemoryUse, PaintUse } from './case.ts'
import { HELLO, TPCB } from './names.ts'
import type { Figure } from './rounds.ts'
import type { Judge, Verdict } from './verdict.ts'

const HEAD = [
  '',
  'per second',
  'x TPC-B',
  'x hello',
  'bank µs',
  'PostgreSQL µs',
  'load µs',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'bars',
]

export function renderTable(figures: readonly Figure[], judge: Judge): string {
  const rows = [HEAD, ...figures.map((figure) => renderRow(figure, judge))]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const last = HEAD.length - 1
  const renderCell = (cell: string, column: number): string =>
    column === 0 || column === last ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
  return rows.map((row) => `${row.map(renderCell).join('  ').trimEnd()}\n`).join('')
}

function renderRow(figure: Figure, judge: Judge): string[] {
  const { perSecond, latency, cpu, memory, overload, paint } = figure.median
  return [
    figure.case.title,
    paint ? '-' : perSecond.toFixed(0),
    renderNumber(judge.findRatio(figure, TPCB), 2),
    renderNumber(judge.findRatio(figure, [figure.case.hello ?? HELLO]), 2),
    renderNumber(cpu?.bank, 1),
    renderNumber(cpu?.postgres, 1),
    renderNumber(cpu?.load, 1),
    renderNumber(latency?.p50, 1),
    renderNumber(latency?.p95, 1),
    renderNumber(latency?.p99, 1),
    [
      ...(memory ? [renderMemory(memory)] : []),
      ...(paint ? [renderPaint(paint)] : []),
      ...(overload ? [`${overload.shedPerSecond.toFixed(0)}/s refused`] : []),
      ...judge.judge(figure).map(renderVerdict),
    ].join('; '),
  ]
}

const renderMemory = ({ firstMiB, lastMiB }: MemoryUse): string =>
  `memory ${firstMiB} MiB at first, ${lastMiB} at last`

export const renderPaint = ({ largestMs, scriptKb, loadedKb }: PaintUse): string =>
  `largest paint after ${largestMs} ms, ${scriptKb} KB of script, ${loadedKb} KB in all`

const renderNumber = (value: number | undefined, digits: number): string =>
  value === undefined ? '-' : value.toFixed(digits)

function renderVerdict({ bar, measured, met }: Verdict): string {
  const judgement = met === undefined ? 'not judged' : met ? 'met' : 'MISSED'
  return measured === undefined
    ? `${bar}: ${judgement}`
    : `${bar}: ${judgement} (${Number(measured.toFixed(2))})`
}

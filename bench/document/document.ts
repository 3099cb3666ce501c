// Writes the figures of a run into docs/performance.md, between two marks, and the plots beside it. Nobody types a
// figure there, so the document says what was measured.
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Machine } from '../machine.ts'
import type { Result, Results } from '../results.ts'
import type { Verdict } from '../verdict.ts'
import { renderPaint } from '../table.ts'
import { describeLimit } from './limits.ts'
import { listPlots, type Plot } from './plots.ts'
import { formatNumber } from './svg.ts'

const DOCUMENT = new URL('../../docs/performance.md', import.meta.url)
const PICTURES = new URL('../../docs/pictures/', import.meta.url)
const BEGIN = '<!-- Figures: written by `npm run bench -- --document`, do not edit. -->'
const END = '<!-- End of the figures. -->'
const PLOTS = ['throughput', 'nodes', 'latency', 'cpu', 'memory'].map(
  (name) => `performance-${name}`,
)

/** Of several runs the later ones replace figures of the earlier ones, such as a long run for memory alone. */
export async function writeDocument(runs: readonly Results[]): Promise<void> {
  const figures = [
    ...new Map(runs.flatMap((run) => run.figures).map((one) => [one.name, one])).values(),
  ]
  const plots = listPlots(figures)
  const text = await readFile(DOCUMENT, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`docs/performance.md lacks its marks: ${BEGIN} and ${END}`)
  const block = renderBlock(runs, figures, plots)
  await writeFile(DOCUMENT, `${before}${BEGIN}\n\n${block}\n${END}${after}`)
  for (const name of PLOTS) await rm(new URL(`${name}.svg`, PICTURES), { force: true })
  for (const { name, svg } of plots) await writeFile(new URL(`${name}.svg`, PICTURES), svg)
}

const renderBlock = (
  runs: readonly Results[],
  figures: readonly Result[],
  plots: readonly Plot[],
): string =>
  [
    describeRuns(runs),
    ...plots.map(({ name, title }) => `![${title}](pictures/${name}.svg)\n`),
    renderTargets(figures, runs[0]!.machine),
    renderFigures(figures),
  ].join('\n')

/** Figures of several machines are not comparable, so the document shows those of one. */
function describeRuns(runs: readonly Results[]): string {
  const machines = new Set(runs.map(({ machine }) => describeMachine(machine)))
  if (machines.size > 1)
    throw new Error(`The results are of different machines: ${[...machines].join('; ')}.`)
  const dates = runs.map(({ run }) => run.date.slice(0, 10))
  const pace = runs.map(({ run: { rounds, seconds } }) => `${rounds} rounds of ${seconds} s`)
  const writes = runs.map(({ machine }) => machine.fdatasync_microseconds)
  const short = runs.some(({ run }) => run.quick)
    ? ' **A quick run: it shows that the bench works, and says nothing about speed.**'
    : ''
  return `Measured ${listValues(dates)} on ${[...machines].join()}. A durable write (fdatasync) took ${listValues(writes)} µs. Medians of ${listValues(pace)}.${short}\n`
}

const listValues = (values: readonly (string | number)[]): string =>
  [...new Set(values)].toSorted().join(' and ')

const describeMachine = (machine: Machine): string =>
  [
    `${machine.cpus} processors (${machine.cpu_model}, ${machine.arch}) for load, bank and database together`,
    `${formatNumber(machine.memory_mib / 1024)} GiB of memory`,
    `Node ${machine.node}`,
    `PostgreSQL ${machine.postgres}`,
    machine.pgbench === undefined
      ? 'TPC-B by the pg driver, for want of pgbench'
      : `TPC-B by ${machine.pgbench}`,
  ].join(', ')

const renderTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${[head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')}\n`

function renderTargets(figures: readonly Result[], machine: Machine): string {
  const rows = figures.flatMap((figure) =>
    figure.bars.map((verdict) => [
      figure.title,
      verdict.bar,
      renderMeasured(verdict),
      renderReached(verdict, figure, machine),
    ]),
  )
  return rows.length === 0
    ? ''
    : renderTable(['', 'target', 'measured', 'reached, or what limits it'], rows)
}

const renderMeasured = ({ measured }: Verdict): string =>
  // JSON has no infinity: a bank that never recovered has null there.
  typeof measured === 'number' ? formatNumber(measured) : '-'

function renderReached({ met }: Verdict, figure: Result, machine: Machine): string {
  if (met === undefined) return 'not judged'
  return met ? 'reached' : (describeLimit(figure, machine) ?? 'not reached')
}

function renderFigures(figures: readonly Result[]): string {
  const show = (value: number | undefined): string =>
    value === undefined ? '-' : formatNumber(value)
  const rows = figures.map((figure) => [
    figure.title,
    figure.paint ? '-' : show(figure.per_second),
    show(figure.ratio_to_tpcb),
    show(figure.cpu_microseconds?.bank),
    show(figure.cpu_microseconds?.postgres),
    show(figure.latency_ms?.p50),
    show(figure.latency_ms?.p95),
    show(figure.latency_ms?.p99),
    renderExtra(figure),
  ])
  return renderTable(
    ['', 'per second', 'x TPC-B', 'bank µs', 'PostgreSQL µs', 'p50 ms', 'p95 ms', 'p99 ms', ''],
    rows,
  )
}

function renderExtra({ overload, memory, paint }: Result): string {
  if (paint) return renderPaint(paint)
  if (overload) {
    const { shedPerSecond, recoverySeconds } = overload
    const recovery =
      recoverySeconds === undefined
        ? 'not recovered in time'
        : `recovered after ${formatNumber(recoverySeconds)} s`
    return `${formatNumber(shedPerSecond)} a second refused, ${recovery}`
  }
  return memory === undefined ? '' : `${memory.firstMiB} MiB at first, ${memory.lastMiB} at last`
}

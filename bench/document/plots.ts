// Which plots the document has, and which cases each of them shows. A plot whose cases were not run is left out.
import type { Result } from '../results.ts'
import { type Bar, formatNumber, renderBars, renderCourse, renderRanges } from './svg.ts'

export interface Plot {
  /** The name of the file, without the ending. */
  readonly name: string
  readonly title: string
  readonly svg: string
}

type Labels = Readonly<Record<string, string>>

const THROUGHPUT: Labels = {
  'tpcb-16': 'TPC-B, 16 clients',
  'tpcb-64': 'TPC-B, 64 clients',
  'pgledger-like-16': 'ledger of SQL functions, 16',
  'pgledger-like-64': 'ledger of SQL functions, 64',
  'transfers-1': 'transfers, 1 connection',
  'transfers-64': 'transfers, 64 connections',
  'transfers-256': 'transfers, 256 connections',
  'transfers-hot': '256 connections, one hot account',
  'transfers-pending': '256 connections, by way of pending',
}
const NODES: Labels = {
  'nodes-1': '1 node',
  'nodes-2': '2 nodes',
  'nodes-4': '4 nodes',
  'nodes-1-hot': '1 node, one hot account',
  'nodes-2-hot': '2 nodes, one hot account',
}
const LATENCY: Labels = {
  'transfers-1': 'transfers, 1 connection',
  'transfers-64': 'transfers, 64 connections',
  'transfers-256': 'transfers, 256 connections',
  'transfers-steady': 'open loop, 70 % of the maximum',
  overload: 'open loop, 300 %, those answered',
  'balance-reads': 'balances, 64 connections',
  'history-reads': 'history, 64 connections',
}
const CPU: Labels = {
  'transfers-64': 'transfers, 64 connections',
  'transfers-256': 'transfers, 256 connections',
  'transfers-hot': '256 connections, one hot account',
  'transfers-bulk': 'transfers, 1,000 in a request',
  'nodes-2': '2 nodes',
  'nodes-4': '4 nodes',
  'balance-reads': 'balances',
  'history-reads': 'history, 20 entries',
  'exchange-orders': 'orders of the exchange',
}
const CPU_PARTS = ['bank', 'PostgreSQL', 'load'] as const

export function listPlots(figures: readonly Result[]): Plot[] {
  const found = (labels: Labels) =>
    Object.entries(labels).flatMap(([name, label]) => {
      const figure = figures.find((one) => one.name === name)
      return figure === undefined ? [] : [{ label, figure }]
    })
  return [
    plotThroughput(found(THROUGHPUT)),
    plotNodes(found(NODES)),
    plotLatency(found(LATENCY)),
    plotCpu(found(CPU)),
    plotMemory(figures),
  ].flatMap((plot) => plot ?? [])
}

interface Labelled {
  readonly label: string
  readonly figure: Result
}

function plotThroughput(shown: readonly Labelled[]): Plot | undefined {
  const title = 'Postings per second, and how many times TPC-B that is'
  const bars = shown.map(({ label, figure }): Bar => {
    const isOther = !figure.name.startsWith('transfers')
    const times = figure.ratio_to_tpcb
    const ratio = times === undefined || isOther ? '' : ` (${times.toFixed(2)} x)`
    const note = `${formatNumber(figure.per_second)}${ratio}`
    return { label, values: [figure.per_second], note, isOther }
  })
  return makePlot('throughput', title, bars.length, () => renderBars({ title, bars }))
}

function plotNodes(shown: readonly Labelled[]): Plot | undefined {
  const title = 'Transfers per second of several nodes on one database, 256 connections in all'
  const bars = shown.map(({ label, figure }): Bar => {
    const [bar] = figure.bars
    const ratio = bar?.measured === undefined ? '' : ` (${bar.measured.toFixed(2)} of one)`
    const note = `${formatNumber(figure.per_second)}${ratio}`
    return { label, values: [figure.per_second], note, isOther: bar === undefined }
  })
  return makePlot('nodes', title, bars.length, () => renderBars({ title, bars }))
}

function plotLatency(shown: readonly Labelled[]): Plot | undefined {
  const title = 'Time to the answer, in milliseconds'
  const ranges = shown.flatMap(({ label, figure: { latency_ms } }) =>
    latency_ms === undefined || latency_ms.p50 <= 0
      ? []
      : [{ label, values: [latency_ms.p50, latency_ms.p95, latency_ms.p99] }],
  )
  const legend = ['p50', 'p95', 'p99']
  return makePlot('latency', title, ranges.length, () => renderRanges(title, 'ms', ranges, legend))
}

function plotCpu(shown: readonly Labelled[]): Plot | undefined {
  const title = 'Processor time of a call, in microseconds'
  const bars = shown.flatMap(({ label, figure: { cpu_microseconds: cpu } }): Bar[] => {
    if (cpu === undefined) return []
    const values = [cpu.bank, cpu.postgres, cpu.load ?? 0]
    return [{ label, values, note: formatNumber(values.reduce((all, value) => all + value, 0)) }]
  })
  return makePlot('cpu', title, bars.length, () => renderBars({ title, bars, legend: CPU_PARTS }))
}

function plotMemory(figures: readonly Result[]): Plot | undefined {
  const figure = figures.find(({ name }) => name === 'memory')
  const values = figure?.memory?.readingsMiB ?? []
  const title = "The bank's memory under full load, 256 connections"
  const end = /for (\d+ s)/.exec(figure?.title ?? '')?.[1] ?? 'the end'
  return makePlot('memory', title, values.length, () =>
    renderCourse({ title, values, unit: 'MiB', end }),
  )
}

const makePlot = (
  name: string,
  title: string,
  count: number,
  render: () => string,
): Plot | undefined =>
  count === 0 ? undefined : { name: `performance-${name}`, title, svg: render() }

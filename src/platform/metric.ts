// A metric that is read on each scrape: what it is called, what it means, and how it is read. The labels of a metric
// have few values, which the code or the database's own declarations bound: never an id of a customer.
import type { Db } from './database.ts'

export interface Described {
  /** `florin_`, the thing, what of it, the unit; a counter ends in `_total`. */
  readonly name: string
  /** One sentence. */
  readonly help: string
  readonly type: 'gauge' | 'counter' | 'histogram' | 'summary'
  readonly labels: readonly string[]
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One value, one for each combination of labels, or nothing to say at the moment. */
export type Reading = number | readonly Sample[] | undefined

/** Metrics of this process, or of its machine. */
export interface ProcessMetric extends Described {
  readonly read: () => Reading | Promise<Reading>
}

/** Metrics that one statement or a few read from the database: the same on every node. */
export interface StoredMetrics {
  readonly stored: readonly Described[]
  /** The readings by name, from index lookups and bounded counts: it runs on every scrape of every node. */
  readonly query: (db: Db) => Promise<Readonly<Record<string, Reading>>>
  /** For what takes longer: it is read at most this often. */
  readonly everySeconds?: number
}

export type Metric = ProcessMetric | StoredMetrics

type Definition = Pick<Described, 'name' | 'help'> & { readonly labels?: readonly string[] }

export const describeGauge = ({ labels = [], ...rest }: Definition): Described => ({
  ...rest,
  labels,
  type: 'gauge',
})

export const gauge = (definition: Definition, read: ProcessMetric['read']): ProcessMetric => ({
  ...describeGauge(definition),
  read,
})

export const toSamples = (readings: Readonly<Record<string, number>>, label: string): Sample[] =>
  Object.entries(readings).map(([name, value]) => ({ labels: { [label]: name }, value }))

const escape = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** The metric in Prometheus' text format. */
export function renderMetric({ name, help, type }: Described, reading: Reading): string {
  const samples = typeof reading === 'number' ? [{ labels: {}, value: reading }] : (reading ?? [])
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`)
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

// Metrics for Prometheus. What is counted for each request is kept in plain fields and rendered on a scrape, so that
// labels are hashed once per scrape instead of once per request. What can be read when it is asked for, such as the
// length of a queue, is declared next to what it measures and read on a scrape (see metric.ts).
import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client'
import type { Db } from './database.ts'
import { type Described, type Metric, renderMetric } from './metric.ts'
import { MetricReader } from './metric-reader.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly operation: string
  readonly status: number
  readonly buckets: number[]
  count: number
  sumSeconds: number
}

/** How far the prover has verified the ledger. */
export interface ProofNumbers {
  readonly position: string
  readonly lag: string
  readonly violations: number
  readonly quarantined: number
}

export interface Metrics {
  /** Counts one batch of postings, and whether it had to be decided under locks. */
  readonly countBatch: (size: number, locked: boolean) => void
  readonly setProof: (numbers: ProofNumbers) => void
  /** Counts one batch of the calls that a runner decides together. */
  readonly observeBatch: (runner: string, size: number) => void
  countRequest(operation: string, status: number, durationMs: number): void
  /** A counter that its owner increments. */
  counter<Label extends string>(
    definition: Omit<CounterConfiguration<Label>, 'registers'>,
  ): Counter<Label>
  histogram<Label extends string>(
    definition: Omit<HistogramConfiguration<Label>, 'registers'>,
  ): Histogram<Label>
  /** Metrics that are read on each scrape. */
  add(metrics: readonly Metric[]): void
  /** All metrics, by name. */
  list(): readonly Described[]
  render(): Promise<string>
  readonly contentType: string
  close(): Promise<void>
}

export interface MetricsOptions {
  /** Opens the connection for what is read from the database. */
  readonly openReader: () => Db
  /** How long a scrape waits for the database. */
  readonly waitMs?: number
}

export function makeMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'florin_' })
  const registers = [registry]
  const series = new Map<string, Map<number, Series>>()
  const reader = new MetricReader(options)
  return {
    ...makeLedgerMetrics(registry),
    observeBatch: makeBatchMetric(registry),
    contentType: registry.contentType,
    countRequest(operation, status, durationMs) {
      let byStatus = series.get(operation)
      if (!byStatus) series.set(operation, (byStatus = new Map()))
      let one = byStatus.get(status)
      if (!one) {
        one = { operation, status, buckets: BUCKETS_SECONDS.map(() => 0), count: 0, sumSeconds: 0 }
        byStatus.set(status, one)
      }
      const seconds = durationMs / 1000
      one.count++
      one.sumSeconds += seconds
      const index = BUCKETS_SECONDS.findIndex((limit) => seconds <= limit)
      if (index >= 0) one.buckets[index]!++
    },
    counter: (definition) => new Counter({ ...definition, registers }),
    histogram: (definition) => new Histogram({ ...definition, registers }),
    add: (metrics) => reader.add(metrics),
    list: () =>
      [...listRegistered(registry), REQUESTS, ...reader.list()].toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      ),
    async render() {
      // Read first: it takes longest, and what it counts is rendered after it.
      const read = await reader.read()
      const requests = [...series.values()].flatMap((byStatus) => [...byStatus.values()])
      return [
        await registry.metrics(),
        renderRequests(requests),
        ...read.map(([metric, reading]) => renderMetric(metric, reading)),
      ].join('\n')
    },
    close: () => reader.close(),
  }
}

const REQUESTS: Described = {
  name: 'florin_request_duration_seconds',
  help: 'Time from request to response.',
  type: 'histogram',
  labels: ['operation', 'status'],
}

const listRegistered = (registry: Registry): Described[] =>
  registry.getMetricsAsArray().map((metric) => {
    const { name, help, type } = metric as unknown as Omit<Described, 'labels'>
    const { labelNames = [] } = metric as { readonly labelNames?: readonly string[] }
    return { name, help, type, labels: labelNames }
  })

function makeLedgerMetrics(registry: Registry): Pick<Metrics, 'countBatch' | 'setProof'> {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const sound = gauge('florin_ledger_sound', 'Whether the ledger is sound: 1, or 0 when broken.')
  const position = gauge('florin_ledger_verified_position', 'The log is verified up to here.')
  const lag = gauge('florin_ledger_lag_moves', 'Moves that are not verified yet.')
  const violations = gauge('florin_ledger_violations', 'Places where an invariant is broken.')
  const quarantined = gauge(
    'florin_ledger_quarantined_accounts',
    'Accounts in quarantine, on which no money moves.',
  )
  const sizes = new Histogram({
    name: 'florin_ledger_batch_size',
    help: 'Postings committed together.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
    registers,
  })
  const lockedBatches = new Counter({
    name: 'florin_ledger_locked_batches_total',
    help: 'Batches decided under locks, since another node works on the same accounts.',
    registers,
  })
  return {
    countBatch(size, locked) {
      sizes.observe(size)
      if (locked) lockedBatches.inc()
    },
    setProof(numbers) {
      sound.set(numbers.violations === 0 && numbers.quarantined === 0 ? 1 : 0)
      position.set(Number(numbers.position))
      lag.set(Number(numbers.lag))
      violations.set(numbers.violations)
      quarantined.set(numbers.quarantined)
    },
  }
}

function makeBatchMetric(registry: Registry): Metrics['observeBatch'] {
  const sizes = new Histogram({
    name: 'florin_batch_size',
    help: 'Calls decided together by a runner, such as orders of the exchange or openings of accounts.',
    labelNames: ['runner'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers: [registry],
  })
  return (runner, size) => sizes.observe({ runner }, size)
}

/** Renders a histogram in Prometheus' text format, where buckets are cumulative. */
function renderRequests(series: readonly Series[]): string {
  const { name } = REQUESTS
  const lines = series.flatMap((one) => {
    const labels = `operation="${one.operation}",status="${one.status}"`
    let below = 0
    return [
      ...BUCKETS_SECONDS.map((limit, index) => {
        below += one.buckets[index]!
        return `${name}_bucket{${labels},le="${limit}"} ${below}`
      }),
      `${name}_bucket{${labels},le="+Inf"} ${one.count}`,
      `${name}_sum{${labels}} ${one.sumSeconds}`,
      `${name}_count{${labels}} ${one.count}`,
    ]
  })
  const head = [`# HELP ${name} ${REQUESTS.help}`, `# TYPE ${name} histogram`]
  return `${[...head, ...lines].join('\n')}\n`
}

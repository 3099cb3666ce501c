// Metrics for Prometheus. Requests are counted per operation in plain fields and rendered on a scrape, so that
// labels are hashed once per scrape instead of once per request.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

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
  countRequest(operation: string, status: number, durationMs: number): void
  render(): Promise<string>
  readonly contentType: string
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'florin_' })
  const series = new Map<string, Map<number, Series>>()
  return {
    ...makeLedgerMetrics(registry),
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
    render: async () =>
      `${await registry.metrics()}\n${renderRequests([...series.values()].flatMap((byStatus) => [...byStatus.values()]))}`,
  }
}

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

/** Renders a histogram in Prometheus' text format, where buckets are cumulative. */
function renderRequests(series: readonly Series[]): string {
  const name = 'florin_request_duration_seconds'
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
  const head = [`# HELP ${name} Time from request to response.`, `# TYPE ${name} histogram`]
  return `${[...head, ...lines].join('\n')}\n`
}

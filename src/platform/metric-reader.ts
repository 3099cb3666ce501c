// Reads the metrics of a scrape. A scrape must answer whatever the database does: it waits a moment for it, and then says
// that it is down and leaves out what it could not read. At most one reading is in progress, on a connection of its own,
// so that neither busy pools hold up a scrape nor scrapes the bank.
import { sql } from 'kysely'
import type { Db } from './database.ts'
import {
  describeGauge,
  type Described,
  type Metric,
  type ProcessMetric,
  type Reading,
  type StoredMetrics,
} from './metric.ts'
import { within } from './within.ts'

export interface MetricReaderOptions {
  readonly openReader: () => Db
  readonly waitMs?: number
  /** Milliseconds from any fixed moment; a test passes its own. */
  readonly elapsedMs?: () => number
}

type Readings = ReadonlyMap<string, Reading>

interface Round {
  readonly isUp: boolean
  readonly isComplete: boolean
  readonly readings: Readings
}

const WAIT_MS = 2_000
/** Scrapes within this time share their readings: anyone may ask for the metrics of a sandbox. */
const SHARED_MS = 1_000

const UP = describeGauge({
  name: 'florin_database_up',
  help: 'Whether the database answered this scrape within two seconds: 1 or 0.',
})
const INCOMPLETE = describeGauge({
  name: 'florin_metrics_incomplete',
  help: 'Whether metrics are missing from this scrape because they could not be read: 1 or 0.',
})

const NOTHING: Round = { isUp: false, isComplete: false, readings: new Map() }

export class MetricReader {
  private readonly options: MetricReaderOptions
  private readonly elapsedMs: () => number
  private readonly own: ProcessMetric[] = []
  private readonly stored: StoredMetrics[] = []
  private readonly kept = new Map<StoredMetrics, { at: number; readings: Readings }>()
  private db: Db | undefined
  private reading: Promise<Round> | undefined
  private last: { readonly at: number; readonly round: Round } | undefined

  constructor(options: MetricReaderOptions) {
    this.options = options
    this.elapsedMs = options.elapsedMs ?? (() => performance.now())
  }

  add(metrics: readonly Metric[]): void {
    for (const metric of metrics)
      if ('stored' in metric) this.stored.push(metric)
      else this.own.push(metric)
  }

  list(): Described[] {
    const own = this.own.map(({ name, help, type, labels }) => ({ name, help, type, labels }))
    return [UP, INCOMPLETE, ...own, ...this.stored.flatMap(({ stored }) => stored)]
  }

  async read(): Promise<[Described, Reading][]> {
    const [own, round] = await Promise.all([
      Promise.all(this.own.map((metric) => this.readOwn(metric))),
      this.inTime(this.readStored(), NOTHING),
    ])
    const isComplete = round.isComplete && own.every(({ isRead }) => isRead)
    return [
      [UP, round.isUp ? 1 : 0],
      [INCOMPLETE, isComplete ? 0 : 1],
      ...own.map(({ metric, reading }): [Described, Reading] => [metric, reading]),
      ...this.stored
        .flatMap(({ stored }) => stored)
        .map((metric): [Described, Reading] => [metric, round.readings.get(metric.name)]),
    ]
  }

  async close(): Promise<void> {
    await this.db?.destroy()
  }

  private async readOwn(metric: ProcessMetric) {
    const failed = { metric, reading: undefined, isRead: false }
    const reading = async () => ({ metric, reading: await metric.read(), isRead: true })
    return this.inTime<{ metric: ProcessMetric; reading: Reading; isRead: boolean }>(
      reading(),
      failed,
    )
  }

  private readStored(): Promise<Round> {
    const { last } = this
    if (last && this.elapsedMs() - last.at < SHARED_MS) return Promise.resolve(last.round)
    this.reading ??= this.ask()
      .then((round) => {
        this.last = { at: this.elapsedMs(), round }
        return round
      })
      .finally(() => {
        this.reading = undefined
      })
    return this.reading
  }

  /** Never rejects. */
  private async ask(): Promise<Round> {
    this.db ??= this.options.openReader()
    const { db } = this
    const isUp = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    if (!isUp) return NOTHING
    const readings = new Map<string, Reading>()
    let isComplete = true
    for (const group of this.stored) {
      try {
        for (const [name, reading] of await this.readGroup(group, db)) readings.set(name, reading)
      } catch {
        isComplete = false
      }
    }
    return { isUp, isComplete, readings }
  }

  private async readGroup(group: StoredMetrics, db: Db): Promise<Readings> {
    const known = this.kept.get(group)
    const keptMs = (group.everySeconds ?? 0) * 1_000
    if (known && this.elapsedMs() - known.at < keptMs) return known.readings
    const readings = new Map(Object.entries(await group.query(db)))
    this.kept.set(group, { at: this.elapsedMs(), readings })
    return readings
  }

  private inTime<Answer>(asking: Promise<Answer>, otherwise: Answer): Promise<Answer> {
    return within(this.options.waitMs ?? WAIT_MS, asking).catch(() => otherwise)
  }
}

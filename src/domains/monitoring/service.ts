// What the live dashboard shows, all of it counted or read now: events from the counts, lags from where
// the readers stand, errors from this node's own answers.
import type { Clock } from '../../kernel/clock.ts'
import type { Domain } from '../../operation/domain.ts'
import { categoryOf } from '../../operation/event.ts'
import type { Horizon } from '../../operation/horizon.ts'
import { endOf, type EventLog, toEventId } from '../../operation/log.ts'
import { listReaders, readNewestPosition, type ReaderRow } from '../../operation/log-store.ts'
import type { Context } from '../../operation/operation.ts'
import type { Db } from '../../platform/database.ts'
import { readProver } from '../ledger/index.ts'
import type { AnswerCounts } from './answers.ts'
import { counter } from './counter.ts'
import { countNodes, listCounts, type TypeCount } from './store.ts'

export interface MonitoringOptions {
  readonly clock: Clock
  readonly startedAt: Date
  readonly log: EventLog
  readonly horizon: Horizon
  readonly answers: AnswerCounts
  readonly domains: () => readonly Domain[]
  /** Live streams on this node, and how far they have been told. */
  readonly streams: () => { readonly open: number; readonly position: number }
  /** Where limits are counted: for all nodes together, or by each for itself. */
  readonly cacheDriver: string
  readonly memory: () => { readonly usedBytes: number; readonly peakBytes: number }
}

const PENDING_COUNTED = 10_000
const WARNING = 1_000
const CRITICAL = 5_000
const LAG_FAILED = 1_000
const STALE_MS = 3_600_000

export async function describeDomains(ctx: Context, options: MonitoringOptions) {
  const counts = await listCounts(ctx.tx, ctx.caller.environment, ctx.now)
  const { errors } = options.answers.lastHour(ctx.now)
  return Object.fromEntries(
    options.domains().map((domain) => {
      const own = countsOf(domain, counts)
      const recent_errors = domain.operations.reduce(
        (sum, op) => sum + (errors.get(op.name) ?? 0),
        0,
      )
      const status = recent_errors === 0 ? ('healthy' as const) : ('degraded' as const)
      return [
        domain.name,
        {
          total_records: sum(own, 'total'),
          last_hour: sum(own, 'last_hour'),
          recent_errors,
          status,
        },
      ]
    }),
  )
}

function countsOf(domain: Domain, counts: readonly TypeCount[]): TypeCount[] {
  const types = new Set<string>((domain.events ?? []).map((event) => event.type))
  return counts.filter(({ type }) => types.has(type))
}

const sum = (counts: readonly TypeCount[], field: 'total' | 'last_hour' | 'last_24h'): number =>
  counts.reduce((total, count) => total + count[field], 0)

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

export async function describeThroughput(ctx: Context, options: MonitoringOptions) {
  const counts = await listCounts(ctx.tx, ctx.caller.environment, ctx.now)
  const last_hour = sum(counts, 'last_hour')
  return {
    last_hour,
    last_24h: sum(counts, 'last_24h'),
    avg_per_minute: round(last_hour / 60, 2),
    events_per_second: round(last_hour / 3_600, 4),
    per_domain: Object.fromEntries(
      options
        .domains()
        .filter((domain) => domain.events?.length)
        .map((domain) => [domain.name, sum(countsOf(domain, counts), 'last_hour')]),
    ),
    status: last_hour > 0 ? ('active' as const) : ('idle' as const),
  }
}

/** One stream per group of events. */
export async function describeStreams(ctx: Context, options: MonitoringOptions) {
  const counts = await listCounts(ctx.tx, ctx.caller.environment, ctx.now)
  const groups = await listGroups(ctx, options)
  const byGroup = Map.groupBy(
    options.domains().flatMap((domain) => domain.events ?? []),
    categoryOf,
  )
  return Object.fromEntries(
    [...byGroup]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, events]) => {
        const types = new Set<string>(events.map((event) => event.type))
        const own = counts.filter(({ type }) => types.has(type))
        const length = sum(own, 'total')
        const consumer_groups = groups.map(({ unread, ...group }) => {
          const pending = unread.filter((type) => types.has(type)).length
          return { ...group, pending, status: healthOf(pending) }
        })
        const pending = Math.max(...consumer_groups.map((group) => group.pending))
        return [
          name,
          {
            stream_key: `florin:${name}-events`,
            length,
            pending,
            last_event_id:
              own
                .map((count) => count.last_event_id)
                .toSorted()
                .at(-1) ?? null,
            status: length > 0 ? ('active' as const) : ('empty' as const),
            health: healthOf(pending),
            consumer_groups,
          },
        ]
      }),
  )
}

const healthOf = (pending: number): 'healthy' | 'warning' | 'critical' =>
  pending >= CRITICAL ? 'critical' : pending >= WARNING ? 'warning' : 'healthy'

/** Who reads the log, and the types of what each has not read yet. */
async function listGroups(ctx: Context, options: MonitoringOptions) {
  const [readers, nodes, until] = [
    await listReaders(ctx.tx),
    await countNodes(ctx.tx),
    await options.horizon.advance(),
  ]
  const { open, position } = options.streams()
  const groups = [
    ...readers.map((reader) => ({
      name: reader.name,
      consumers: nodes,
      position: reader.position,
    })),
    { name: 'live-streams', consumers: open, position },
  ]
  const found = []
  for (const { name, consumers, position: read } of groups)
    found.push({
      name,
      consumers,
      last_delivered_id: read === 0 ? null : toEventId(endOf(read)),
      unread: read < until ? await listUnread(ctx, read, until, options) : [],
    })
  return found
}

async function listUnread(
  ctx: Context,
  after: number,
  until: number,
  { log }: MonitoringOptions,
): Promise<string[]> {
  const part = await log.read(ctx.tx, { after: endOf(after), until, rows: WARNING })
  return part.events
    .filter((event) => event.environment === ctx.caller.environment)
    .slice(0, PENDING_COUNTED)
    .map(({ event }) => event.type)
}

export async function describeLag(ctx: Context) {
  const counts = await listCounts(ctx.tx, ctx.caller.environment, ctx.now)
  const newest = await readNewestPosition(ctx.tx)
  const projectors = [
    ...(await listReaders(ctx.tx)).map((reader) => toProjector(reader, newest, ctx.now)),
    await describeProver(ctx.tx, ctx.now),
  ]
  const isWell = projectors.every(({ status }) => status === 'healthy')
  return {
    total_events: sum(counts, 'total'),
    last_event_id:
      counts
        .map((count) => count.last_event_id)
        .toSorted()
        .at(-1) ?? null,
    estimated_lag: Math.max(0, ...projectors.map(({ lag }) => lag)),
    status: isWell ? ('healthy' as const) : ('degraded' as const),
    projectors,
  }
}

function toProjector({ name, position, moved_at }: ReaderRow, newest: number, now: Date) {
  const lag = Math.max(0, newest - position)
  return {
    name,
    domain: name === counter.name ? 'monitoring' : name,
    status: statusOf(lag, moved_at, now),
    last_processed_at: moved_at,
    lag,
  }
}

async function describeProver(tx: Db, now: Date) {
  const { lag, checked_at } = await readProver(tx)
  return {
    name: 'prover',
    domain: 'ledger',
    status: statusOf(Number(lag), checked_at, now),
    last_processed_at: checked_at,
    lag: Number(lag),
  }
}

function statusOf(lag: number, last: string | null, now: Date) {
  if (last === null) return 'unknown' as const
  if (lag > LAG_FAILED) return 'failed' as const
  const isIdle = now.getTime() - Date.parse(last) > STALE_MS
  return isIdle && lag > 0 ? ('stale' as const) : ('healthy' as const)
}

export async function describeAll(ctx: Context, options: MonitoringOptions) {
  const { answers, errors } = options.answers.lastHour(ctx.now)
  const failed = [...errors.values()].reduce((total, count) => total + count, 0)
  const { usedBytes, peakBytes } = options.memory()
  const counts = await listCounts(ctx.tx, ctx.caller.environment, ctx.now)
  return {
    timestamp: ctx.now.toISOString(),
    domain_health: await describeDomains(ctx, options),
    event_throughput: await describeThroughput(ctx, options),
    stream_status: await describeStreams(ctx, options),
    system_health: {
      memory_usage_mb: round(usedBytes / 1_048_576, 1),
      memory_peak_mb: round(peakBytes / 1_048_576, 1),
      uptime_seconds: Math.max(
        0,
        Math.floor((ctx.now.getTime() - options.startedAt.getTime()) / 1000),
      ),
      runtime_version: process.version,
      queue_connection: 'postgresql',
      cache_driver: options.cacheDriver,
      nodes: await countNodes(ctx.tx),
      open_streams: options.streams().open,
    },
    error_rate: answers === 0 ? 0 : round(failed / answers, 6),
    events_processed: sum(counts, 'total'),
  }
}

// Computes the live dashboard at the time of the call: events from the stored counts, lag from the positions of
// the readers, errors from the answers of this node. Operators see figures of the whole bank, customers their own;
// `viewFor` decides once which of the two applies.
import { HOUR_MS } from '../../../kernel/durations.ts'
import { type Environment, isOperator } from '../../../operation/caller.ts'
import type { Declared } from '../../../operation/registry.ts'
import { categoryOf } from '../../../operation/event.ts'
import type { Horizon } from '../../../operation/horizon.ts'
import { endOf, type EventLog, toEventId } from '../../../operation/event-log.ts'
import { listReaders, readNewestPosition, type ReaderRow } from '../../../operation/log-store.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { readProver } from '../../core/ledger/index.ts'
import type { ResponseCounts } from './response-counts.ts'
import { counter } from './counter.ts'
import { countNodes, listCounts, type TypeCount } from './store.ts'

export interface MonitoringOptions {
  readonly startedAt: Date
  readonly eventLog: EventLog
  readonly horizon: Horizon
  readonly answers: ResponseCounts
  readonly domains: () => readonly Declared[]
  /** Live streams on this node, of one user or of all, and the log position up to which they were sent events. */
  readonly liveStreams: (user?: string) => { readonly open: number; readonly position: number }
  /** Counts the events that concern one user, by type. */
  readonly countOwn: (tx: Db, who: Who, now: Date) => Promise<TypeCount[]>
  /** Where rate limits are counted: shared by all nodes, or in the memory of each node. */
  readonly cacheDriver: string
  readonly memory: () => { readonly usedBytes: number; readonly peakBytes: number }
}

export interface Who {
  readonly user: string
  readonly environment: Environment
}

const PENDING_COUNTED = 10_000
const WARNING = 1_000
const CRITICAL = 5_000
const LAG_FAILED = 1_000
const STALE_MS = HOUR_MS
const LIVE_STREAMS = 'live-streams'

/** The figures that one caller may see: those of the whole bank, or their own. */
interface View {
  /** Undefined for an operator, who sees the whole bank. */
  readonly customer: Who | undefined
  readonly counts: readonly TypeCount[]
  /** Calls that failed in the last hour, by operation. */
  readonly errors: ReadonlyMap<string, number>
}

async function viewFor({ tx, caller, now }: Context, options: MonitoringOptions): Promise<View> {
  const { answers } = options
  const { environment } = caller
  if (isOperator(caller))
    return {
      customer: undefined,
      counts: await listCounts(tx, environment, now),
      errors: answers.lastHour(now).errors,
    }
  const customer = { user: caller.user!, environment }
  return {
    customer,
    counts: await options.countOwn(tx, customer, now),
    errors: answers.errorsOf(customer.user, now),
  }
}

export const describeDomains = async (ctx: Context, options: MonitoringOptions) =>
  domainsOf(await viewFor(ctx, options), options)

export const describeThroughput = async (ctx: Context, options: MonitoringOptions) =>
  throughputOf(await viewFor(ctx, options), options)

export const describeStreams = async (ctx: Context, options: MonitoringOptions) =>
  streamsOf(await viewFor(ctx, options), ctx, options)

function domainsOf({ counts, errors }: View, options: MonitoringOptions) {
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

function countsOf(domain: Declared, counts: readonly TypeCount[]): TypeCount[] {
  const types = new Set<string>(domain.events.map((event) => event.type))
  return counts.filter(({ type }) => types.has(type))
}

const sum = (counts: readonly TypeCount[], field: 'total' | 'last_hour' | 'last_24h'): number =>
  counts.reduce((total, count) => total + count[field], 0)

const newestOf = (counts: readonly TypeCount[]): string | null =>
  counts
    .map((count) => count.last_event_id)
    .toSorted()
    .at(-1) ?? null

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

function throughputOf({ counts }: View, options: MonitoringOptions) {
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
async function streamsOf({ customer, counts }: View, ctx: Context, options: MonitoringOptions) {
  const groups = customer
    ? [await describeOwnStreams(ctx, customer, options)]
    : await listGroups(ctx, options)
  const byGroup = Map.groupBy(
    options.domains().flatMap((domain) => domain.events),
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
            last_event_id: newestOf(own),
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

interface Group {
  readonly name: string
  readonly consumers: number
  readonly last_delivered_id: string | null
  /** The types of the events that this group has not read yet, one item per event. */
  readonly unread: readonly string[]
}

/** Lists the readers of the log, the live streams of this node among them. */
async function listGroups(ctx: Context, options: MonitoringOptions): Promise<Group[]> {
  const [readers, nodes, until] = [
    await listReaders(ctx.tx),
    await countNodes(ctx.tx),
    await options.horizon.advance(),
  ]
  const { open, position } = options.liveStreams()
  const groups = [
    ...readers.map((reader) => ({
      name: reader.name,
      consumers: nodes,
      position: reader.position,
    })),
    { name: LIVE_STREAMS, consumers: open, position },
  ]
  const found = []
  for (const { name, consumers, position: read } of groups)
    found.push({
      name,
      consumers,
      last_delivered_id: read === 0 ? null : toEventId(endOf(read)),
      unread: await listUnread(ctx, read, until, options),
    })
  return found
}

/** A customer sees their own live streams only, and learns neither the end of the log nor the progress of others. */
async function describeOwnStreams(
  ctx: Context,
  customer: Who,
  options: MonitoringOptions,
): Promise<Group> {
  const { open, position } = options.liveStreams(customer.user)
  const until = await options.horizon.advance()
  const unread = await listUnread(ctx, position, until, options, customer)
  return { name: LIVE_STREAMS, consumers: open, last_delivered_id: null, unread }
}

async function listUnread(
  { tx, caller }: Context,
  after: number,
  until: number,
  { eventLog }: MonitoringOptions,
  customer?: Who,
): Promise<string[]> {
  if (after >= until) return []
  const stretch = { after: endOf(after), until, rows: WARNING }
  const part = await eventLog.read(tx, stretch, customer && [customer.user])
  return part.events
    .filter(({ environment }) => environment === caller.environment)
    .filter(({ users }) => customer === undefined || users.includes(customer.user))
    .slice(0, PENDING_COUNTED)
    .map(({ event }) => event.type)
}

export async function describeLag(ctx: Context, options: MonitoringOptions) {
  const { customer, counts } = await viewFor(ctx, options)
  const { projectors, estimated_lag, isHealthy } = customer
    ? await describeOwnLag(ctx, customer, options)
    : await describeProjectors(ctx)
  return {
    total_events: sum(counts, 'total'),
    last_event_id: newestOf(counts),
    estimated_lag,
    status: isHealthy ? ('healthy' as const) : ('degraded' as const),
    projectors,
  }
}

async function describeProjectors({ tx, now }: Context) {
  const newest = await readNewestPosition(tx)
  const projectors = [
    ...(await listReaders(tx)).map((reader) => toProjector(reader, newest, now)),
    await describeProver(tx, now),
  ]
  return {
    projectors,
    estimated_lag: Math.max(0, ...projectors.map(({ lag }) => lag)),
    isHealthy: projectors.every(({ status }) => status === 'healthy'),
  }
}

/** Counts the customer's events that the slowest reader has not read. */
async function describeOwnLag(ctx: Context, customer: Who, options: MonitoringOptions) {
  const until = await options.horizon.advance()
  const slowest = Math.min(...(await listReaders(ctx.tx)).map(({ position }) => position), until)
  const unread = await listUnread(ctx, slowest, until, options, customer)
  return { projectors: [], estimated_lag: unread.length, isHealthy: unread.length <= LAG_FAILED }
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
  const view = await viewFor(ctx, options)
  const { answers } = options.answers.lastHour(ctx.now)
  const failed = [...view.errors.values()].reduce((total, count) => total + count, 0)
  return {
    timestamp: ctx.now.toISOString(),
    domain_health: domainsOf(view, options),
    event_throughput: throughputOf(view, options),
    stream_status: await streamsOf(view, ctx, options),
    system_health: view.customer
      ? { ...HIDDEN_FROM_CUSTOMERS, open_streams: options.liveStreams(view.customer.user).open }
      : await describeProcess(ctx, options),
    error_rate: view.customer ? null : answers === 0 ? 0 : round(failed / answers, 6),
    events_processed: sum(view.counts, 'total'),
  }
}

/** Customers do not see how the bank is run or how busy it is. */
const HIDDEN_FROM_CUSTOMERS = {
  memory_usage_mb: null,
  memory_peak_mb: null,
  uptime_seconds: null,
  runtime_version: null,
  queue_connection: null,
  cache_driver: null,
  nodes: null,
}

async function describeProcess({ tx, now }: Context, options: MonitoringOptions) {
  const { usedBytes, peakBytes } = options.memory()
  return {
    memory_usage_mb: round(usedBytes / 1_048_576, 1),
    memory_peak_mb: round(peakBytes / 1_048_576, 1),
    uptime_seconds: Math.max(0, Math.floor((now.getTime() - options.startedAt.getTime()) / 1000)),
    runtime_version: process.version,
    queue_connection: 'postgresql',
    cache_driver: options.cacheDriver,
    nodes: await countNodes(tx),
    open_streams: options.liveStreams().open,
  }
}

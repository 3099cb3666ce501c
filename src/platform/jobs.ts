// Background jobs: timers, retries, schedules. pg-boss keeps the jobs in the same database, so that a job is
// created in the transaction that needs it, and several nodes share the work.
import { SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { sql } from 'kysely'
import { fromKysely, getConstructionPlans, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { countUpTo, type DatabaseAddress, type Db } from './database.ts'
import { withLogFields } from './log-context.ts'
import { describeGauge, type StoredMetrics } from './metric.ts'
import type { Metrics } from './metrics.ts'
import type { Pause } from './pause.ts'
import { WritingClient } from './read-only-server.ts'
import { SILENCE_LIMITS } from './silent-server.ts'

/**
 * How a job may take money from customers: it `asks` before each movement whether the user who authorized it still has
 * the right, or it is `open` and need not ask, for a stated reason.
 */
export type JobSpends = { readonly asks: string } | { readonly open: string }

export interface JobDef {
  readonly name: string
  /** Without it the ledger rejects the job's postings from customers' accounts; the queue itself does not use it. */
  readonly spends?: JobSpends
  /** Also runs on this schedule (cron in UTC), with an empty payload. */
  readonly cron?: string
  readonly retries: number
  /** How many jobs are fetched at once; 1 by default. */
  readonly batch?: number
  run(payload: object, db: Db): Promise<void>
}

export interface Jobs {
  start(defs: readonly JobDef[], db: Db): Promise<void>
  /**
   * Creates the job in the caller's transaction: it exists when, and only when, that commits. The time is
   * given as a delay, so that the clocks of the database and the process need not agree.
   */
  send(tx: Db, name: string, payload: object, when?: { afterSeconds: number }): Promise<void>
  /** Runs the jobs that were sent and are due, now and in this process. */
  runSent(): Promise<void>
  stop(): Promise<void>
}

/** A delayed job sends no notification when it becomes due, so it may start this much late. */
const DUE_EVERY_MS = 2_000
const SENT_AT_ONCE = 100
/** How often each worker polls, in case a notification was lost. */
const ASK_EVERY_SECONDS = 30

/** The jobs that this process runs: all, only those that were sent and none by its schedule, or none. */
export type JobsRun = 'all' | 'sent' | 'none'

interface JobsOptions {
  readonly log: Logger
  /** While it is on, this process fetches jobs but runs none. */
  readonly pause: Pause
  readonly runs?: JobsRun | undefined
  /** The database schema of the queues. */
  readonly schema?: string | undefined
  readonly metrics?: Pick<Metrics, 'counter'> | undefined
  /** Set only when traces are exported: then each job is a span. */
  readonly tracer?: Tracer | undefined
}

export function makeJobs(
  address: DatabaseAddress,
  { log, pause, runs = 'all', schema = 'jobs', metrics, tracer }: JobsOptions,
): Jobs {
  // Passed on to the pool of the queues.
  const connections = { ...address, ...SILENCE_LIMITS, Client: WritingClient }
  const boss = new PgBoss({
    ...connections,
    schema,
    application_name: 'florin jobs',
    max: 4,
    useListenNotify: true,
    schedule: runs === 'all',
  })
  let isRunning = false
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let started: { readonly defs: readonly JobDef[]; readonly db: Db } | undefined
  const queues = new Map<string, Queue>()
  const perform = makeRunner({ metrics, tracer })
  boss.on('error', (error) => {
    if (!isStopping) log.warn({ err: error }, 'the job queue reported an error')
  })

  /** One poll for all queues, because a poll per worker would be the largest cost of an idle bank. */
  async function wakeDue(db: Db): Promise<void> {
    try {
      for (const name of await findDueQueues(db, schema)) await queues.get(name)?.wake()
    } catch (error) {
      if (!isStopping) log.debug({ err: error }, 'the due jobs cannot be read')
    } finally {
      looking = undefined
    }
  }

  async function work(defs: readonly JobDef[], db: Db): Promise<void> {
    if (isStopping) return
    for (const def of defs) queues.set(def.name, new Queue({ boss, def, db, pause, perform }))
    await wakeDue(db)
    timer = setInterval(() => {
      looking ??= wakeDue(db)
    }, DUE_EVERY_MS)
    timer.unref()
  }

  return {
    async start(defs, db) {
      isRunning = true
      started = { defs, db }
      await boss.start()
      await settleQueues(boss, defs)
      if (runs === 'none') return
      // A job that was fetched and then had to wait would expire, and be counted as failed.
      if (pause.isOn) void pause.over().then(() => work(defs, db))
      else await work(defs, db)
    },
    async send(tx, name, payload, when) {
      // The worker is there before the notification, which is sent when the transaction commits. A bank that stops
      // leaves the job to the next one.
      if (!isStopping) await queues.get(name)?.attend()
      const startAfter = when && { startAfter: when.afterSeconds }
      await boss.send(name, payload, { db: fromKysely(tx), ...startAfter })
    },
    async runSent() {
      const { defs, db } = started!
      for (let due; (due = await findDueQueues(db, schema)).length > 0; )
        for (const def of defs.filter(({ name }) => due.includes(name)))
          for (const { id, data } of await boss.fetch<object>(def.name, {
            batchSize: SENT_AT_ONCE,
          })) {
            await perform(def, data ?? {}, db)
            await boss.complete(def.name, id)
          }
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await looking
      if (isRunning) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

interface QueueOptions {
  readonly boss: PgBoss
  readonly def: JobDef
  readonly db: Db
  readonly pause: Pause
  readonly perform: RunJob
}

/** The jobs of one name. Its worker is started for the first job, because most queues of a bank are empty for days. */
class Queue {
  private readonly options: QueueOptions
  private worker: Promise<string> | undefined

  constructor(options: QueueOptions) {
    this.options = options
  }

  /** Starts the worker, which polls for jobs at once. */
  async attend(): Promise<string> {
    const { boss, def } = this.options
    this.worker ??= boss.work(
      def.name,
      {
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: ASK_EVERY_SECONDS,
        batchSize: def.batch ?? 1,
      },
      (jobs: readonly { data: unknown }[]) => this.run(jobs),
    )
    return this.worker
  }

  async wake(): Promise<void> {
    this.options.boss.notifyWorker(await this.attend())
  }

  private async run(jobs: readonly { data: unknown }[]): Promise<void> {
    // Jobs sent together share one notification, so the worker looks for the next job at once.
    await this.wake()
    const { def, db, pause, perform } = this.options
    for (const job of jobs) {
      await pause.over()
      await perform(def, job.data ?? {}, db)
    }
  }
}

type RunJob = (def: JobDef, payload: object, db: Db) => Promise<void>

/** Runs a job as a span of its own, with its name in its log lines, and counts how it ended. */
function makeRunner({ metrics, tracer }: Pick<JobsOptions, 'metrics' | 'tracer'>): RunJob {
  const runs = metrics?.counter({
    name: 'florin_job_runs_total',
    help: 'Background jobs that this process ran: done, or failed by an error, after which most are tried again.',
    labelNames: ['queue', 'outcome'],
  })
  const seconds = metrics?.counter({
    name: 'florin_job_seconds_total',
    help: 'How long the background jobs of this process took together.',
    labelNames: ['queue'],
  })
  const run: RunJob = async (def, payload, db) => {
    const job = def.name
    const startedAt = performance.now()
    let outcome = 'failed'
    try {
      await withLogFields({ job }, () => def.run(payload, db))
      outcome = 'done'
    } finally {
      runs?.inc({ queue: job, outcome })
      seconds?.inc({ queue: job }, (performance.now() - startedAt) / 1_000)
    }
  }
  if (!tracer) return run
  return (def, payload, db) =>
    tracer.startActiveSpan(`job ${def.name}`, async (span) => {
      try {
        await run(def, payload, db)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) })
        throw error
      } finally {
        span.end()
      }
    })
}

/** The statements that make the tables of the queues, for the transaction of the caller, and their version. */
export function jobSchemaPlan(schema: string): { readonly sql: string; readonly version: number } {
  const statements = getConstructionPlans(schema).replaceAll(
    /^\s*(BEGIN|COMMIT|SET LOCAL [^;]*);/gm,
    '',
  )
  const [, version] = /\.version\(version\) VALUES \('(\d+)'\)/.exec(statements)!
  return { sql: statements, version: Number(version) }
}

/** Most starts find their queues and schedules up to date, and write nothing. */
async function settleQueues(boss: PgBoss, defs: readonly JobDef[]): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const { name, retries, cron } of defs) {
    const known = queues.get(name)
    const rule = { retryLimit: retries, retryBackoff: true, notify: true }
    if (!known) await boss.createQueue(name, { policy: 'standard', ...rule })
    else if (known.retryLimit !== retries) await boss.updateQueue(name, rule)
    if (cron !== undefined && schedules.get(name) !== cron)
      await boss.schedule(name, cron, {}, { tz: 'UTC' })
  }
}

async function findDueQueues(db: Db, schema: string): Promise<string[]> {
  const [queue, job, now] = ['queue', 'job', 'job_now'].map((name) => sql.ref(`${schema}.${name}`))
  const { rows } = await sql<{ name: string }>`
    select q.name from ${queue} q
    where exists (
      select from ${job} j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= ${now}()
    )`.execute(db)
  return rows.map(({ name }) => name)
}

/** Jobs that failed at their last attempt since an instant. The queue keeps a few days only, so they need no index. */
export const countFailedJobs = (db: Db, since: Date, most: number): Promise<number> =>
  countUpTo(
    db,
    sql`select from jobs.job where state = 'failed' and completed_on >= ${since.toISOString()}`,
    most,
  )

const DUE = describeGauge({
  name: 'florin_jobs_due',
  help: 'Jobs that could run now and wait, counted up to 1,000.',
  labels: ['queue'],
})
const OLDEST_DUE = describeGauge({
  name: 'florin_jobs_oldest_due_seconds',
  help: 'How long the oldest of the jobs that could run now has been waiting; 0 if none is.',
  labels: ['queue'],
})

/** The rows of a queue that are looked at: a job may have a million others waiting for a later time. */
const LOOKED_AT_MAX = 1_000

export const jobMetrics = (schema = 'jobs'): StoredMetrics => ({
  stored: [DUE, OLDEST_DUE],
  async query(db) {
    const [queue, job, now] = ['queue', 'job', 'job_now'].map((name) =>
      sql.ref(`${schema}.${name}`),
    )
    const { rows } = await sql<{ name: string; due: number; seconds: number }>`
      select q.name, due.jobs::int as due,
        greatest(0, coalesce(extract(epoch from ${now}() - due.oldest), 0))::float8 as seconds
      from ${queue} q cross join lateral (
        select count(*) filter (where waiting.start_after <= ${now}()) as jobs,
          min(waiting.start_after) filter (where waiting.start_after <= ${now}()) as oldest
        from (select j.start_after from ${job} j
          where j.name = q.name and j.state < 'active' and not j.blocked
          limit ${LOOKED_AT_MAX}) waiting) due`.execute(db)
    const read = (value: (row: (typeof rows)[number]) => number) =>
      rows.map((row) => ({ labels: { queue: row.name }, value: value(row) }))
    return { [DUE.name]: read((row) => row.due), [OLDEST_DUE.name]: read((row) => row.seconds) }
  },
})

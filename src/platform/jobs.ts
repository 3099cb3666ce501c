// Background jobs: timers, retries, schedules. pg-boss keeps the jobs in the same database, so that a job is
// created in the transaction that needs it, and several nodes share the work.
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { DatabaseAddress, Db } from './database.ts'

export interface JobDef {
  readonly name: string
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
  stop(): Promise<void>
}

export function makeJobs(address: DatabaseAddress, log: Logger): Jobs {
  const boss = new PgBoss({
    ...address,
    schema: 'jobs',
    application_name: 'florin jobs',
    max: 4,
    useListenNotify: true,
  })
  let isRunning = false
  let isStopping = false
  boss.on('error', (error) => {
    if (!isStopping) log.warn({ err: error }, 'the job queue reported an error')
  })
  return {
    async start(defs, db) {
      isRunning = true
      await boss.start()
      for (const def of defs) {
        await boss.createQueue(def.name, {
          policy: 'standard',
          retryLimit: def.retries,
          retryBackoff: true,
          notify: true,
        })
        const worker = await boss.work(
          def.name,
          {
            pollingIntervalSeconds: 2,
            // A delayed job sends no notification when it becomes due, so it may start this much late.
            notifyPollingIntervalSeconds: 5,
            batchSize: def.batch ?? 1,
          },
          async (jobs: readonly { data: unknown }[]) => {
            // Jobs sent together share one notification, so the worker looks for the next job at once.
            boss.notifyWorker(worker)
            for (const job of jobs) await def.run(job.data ?? {}, db)
          },
        )
        if (def.cron) await boss.schedule(def.name, def.cron, {}, { tz: 'UTC' })
      }
    },
    async send(tx, name, payload, when) {
      const startAfter = when && { startAfter: when.afterSeconds }
      await boss.send(name, payload, { db: fromKysely(tx), ...startAfter })
    },
    async stop() {
      isStopping = true
      if (isRunning) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

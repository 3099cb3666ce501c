// Work that happens later or again: timers, retries, schedules. pg-boss keeps the jobs in the same
// database, so a job can be written in the transaction that wants it, and several nodes share them.
import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { DatabaseAddress, Db } from './database.ts'

export interface JobDef {
  readonly name: string
  /** Run on a schedule (UTC cron) with an empty payload, beside being sent. */
  readonly cron?: string
  readonly retries: number
  /** How many are fetched at once; one after the other unless said otherwise. */
  readonly batch?: number
  run(payload: object, db: Db): Promise<void>
}

export interface Jobs {
  start(defs: readonly JobDef[], db: Db): Promise<void>
  /**
   * Inside the caller's transaction: the job exists when, and only when, that commits. Later is said
   * as a delay, so that the clock of the database need not agree with ours.
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
    if (!isStopping) log.warn({ err: error }, 'jobs')
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
            // Nobody tells of a job that becomes due: how late a timer may be is how seldom we look.
            notifyPollingIntervalSeconds: 5,
            batchSize: def.batch ?? 1,
          },
          async (jobs: readonly { data: unknown }[]) => {
            // Jobs that came together told of themselves together: the next is looked for at once.
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

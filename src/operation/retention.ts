// How long rows are kept. The domain that owns a table declares it, and one job deletes what is older. Rows with rules of
// their own, such as credentials that others depend on, are deleted by a job of their domain instead.
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../kernel/durations.ts'
import type { Db } from '../platform/database.ts'
import type { JobDef } from '../platform/jobs.ts'
import type { DB } from '../platform/tables.ts'
import { deleteOldBatch } from './retention-store.ts'

export interface Retention {
  readonly table: keyof DB
  /** The instant or day from which a row ages; `id` is a UUIDv7, which begins with its instant. */
  readonly column: string
  /** 0: the row is of no use as soon as the instant has passed. */
  readonly seconds: number
  /** Why it is kept that long, as a sentence for operators. */
  readonly reason: string
  /** A condition in SQL; rows that do not fulfil it are kept. */
  readonly only?: string
  /** A setting makes it no shorter than this. */
  readonly leastSeconds?: number
  /** Why no setting changes it. */
  readonly fixed?: string
}

/** Shorter than declared, it would break what it is kept for. */
export const noShorter = (retention: Retention): Retention => ({
  ...retention,
  leastSeconds: retention.seconds,
})

/** Its period follows from another one. */
export const fixed = (reason: string, retention: Retention): Retention => ({
  ...retention,
  fixed: reason,
})

/** The compiler checks that the table has the column. */
const keepSeconds =
  (unit: number) =>
  <Table extends keyof DB>(
    table: Table,
    column: keyof DB[Table] & string,
    count: number,
    reason: string,
    only?: string,
  ): Retention => ({
    table,
    column,
    seconds: count * unit,
    reason,
    ...(only !== undefined && { only }),
  })

export const keepDays = keepSeconds(DAY_SECONDS)
export const keepHours = keepSeconds(HOUR_SECONDS)

/** For rows that say themselves when they expire. */
export const keepUntil = <Table extends keyof DB>(
  table: Table,
  column: keyof DB[Table] & string,
  reason: string,
): Retention => keepHours(table, column, 0, reason)

const replies = noShorter(
  keepDays(
    'platform.replies',
    'created_at',
    1,
    'A request with the Idempotency-Key of an earlier one gets its reply; after a day it counts as new.',
  ),
)

const backups = keepDays(
  'platform.backups',
  'taken_at',
  400,
  'Operators and auditors see for more than a year when backups were made; the backups themselves are kept elsewhere.',
)

/** The retention of tables that belong to no domain. */
export const platformRetention: readonly Retention[] = [replies, backups]

/** Short enough for a statement to end long before its timeout. */
const BATCH_ROWS = 20_000

/** Every batch is a transaction of its own, unless it is given one. Returns the number of deleted rows. */
async function deleteOld(db: Db, retention: Retention, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retention.seconds * 1_000)
  for (let total = 0; ; ) {
    const deleted = await deleteOldBatch(db, retention, before, BATCH_ROWS)
    total += deleted
    if (deleted < BATCH_ROWS) return total
  }
}

export const deleteOldReplies = (tx: Db, now: Date): Promise<number> => deleteOld(tx, replies, now)

interface RetentionOptions {
  readonly clock: Clock
  readonly log: Logger
}

export const retentionJob = (
  all: readonly Retention[],
  { clock, log }: RetentionOptions,
): JobDef => ({
  name: 'platform.delete_old_rows',
  cron: '*/10 * * * *',
  retries: 0,
  async run(_payload, db) {
    for (const retention of all) {
      const { table } = retention
      try {
        const deleted = await deleteOld(db, retention, clock.now())
        if (deleted > 0) log.info({ table, deleted }, 'deleted old rows')
      } catch (error) {
        log.warn({ err: error, table }, 'old rows could not be deleted; the next run tries again')
      }
    }
  },
})

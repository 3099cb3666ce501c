// A reader follows the event log. It stores its place in the same transaction as its work, so that each event
// is processed exactly once, whichever node does it and even after a crash.
import type { RawBuilder } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Horizon } from './horizon.ts'
import { endOf, type EventLog, type Stretch } from './event-log.ts'
import { findContinuous } from './epoch-store.ts'
import { advanceReader, lockReader } from './log-store.ts'

export interface ReaderDef {
  readonly name: string
  /** Low priority: it reads about once a second, falls behind while the bank is busy, and catches up later. */
  readonly givesWay?: true
  /** A condition in SQL. While it is true, nothing depends on the events, and the reader skips them unread. */
  readonly isIdle?: RawBuilder<boolean>
  /** Processes one stretch in the reader's transaction and returns how far it got. */
  read(tx: Db, log: EventLog, stretch: Stretch): Promise<Progress>
}

export interface Progress {
  readonly position: number
  readonly events: number
}

export interface ReaderOptions {
  readonly db: Db
  readonly log: EventLog
  readonly horizon: Horizon
  readonly clock: Clock
}

/** The most rows of the log in one transaction. */
const ROWS_MAX = 1_000

export interface ReaderPlace {
  /** Where the reader was before. */
  readonly from: number
  readonly to: number
}

/**
 * Reads on in one transaction, at most up to a position; undefined when another node is reading. Nothing is read if the
 * reader is not where it is expected, because another node has moved it.
 */
export async function readOn(
  def: ReaderDef,
  { db, log, clock }: ReaderOptions,
  until: number,
  expected?: number,
): Promise<ReaderPlace | undefined> {
  return db.transaction().execute(async (tx) => {
    const from = await lockReader(tx, def.name)
    if (from === undefined) return undefined
    if (from >= until || (expected !== undefined && from !== expected)) return { from, to: from }
    const next = await findContinuous(tx, { after: from, until })
    const progress =
      next.after >= next.until
        ? { position: next.after, events: 0 }
        : await def.read(tx, log, {
            after: endOf(next.after),
            until: next.until,
            rows: ROWS_MAX,
          })
    await advanceReader(tx, def.name, { ...progress, now: clock.now() })
    return { from, to: progress.position }
  })
}

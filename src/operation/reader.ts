// A reader that follows the log and keeps its place in the database, in the transaction in which it
// does its work: whatever it writes happens once, whichever node does it and however often one dies.
import type { Clock } from '../kernel/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Horizon } from './horizon.ts'
import { endOf, type EventLog, type Stretch } from './log.ts'
import { advanceReader, lockReader } from './log-store.ts'

export interface ReaderDef {
  readonly name: string
  /** When nobody could be interested in anything, the log is passed over unread. */
  isIdle?(tx: Db): Promise<boolean>
  /** Does its part of the work, in the reader's transaction; how far that went. */
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

/** Rows of the log in one transaction. */
const ROWS_MAX = 1_000

/** Reads on to a position; 'busy' when another node is at it. */
export async function readOn(
  def: ReaderDef,
  { db, log, clock }: ReaderOptions,
  until: number,
): Promise<'busy' | 'more' | 'done'> {
  return db.transaction().execute(async (tx) => {
    const position = await lockReader(tx, def.name)
    if (position === undefined) return 'busy'
    if (position >= until) return 'done'
    const isIdle = (await def.isIdle?.(tx)) ?? false
    const progress = isIdle
      ? { position: until, events: 0 }
      : await def.read(tx, log, { after: endOf(position), until, rows: ROWS_MAX })
    await advanceReader(tx, def.name, { ...progress, now: clock.now() })
    return progress.position < until ? 'more' : 'done'
  })
}

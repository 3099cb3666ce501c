// A reader follows the event log. It stores its place in the same transaction as its work, so that each event
// is processed exactly once, whichever node does it and even after a crash.
import type { Clock } from '../kernel/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Horizon } from './horizon.ts'
import { endOf, type EventLog, type Stretch } from './log.ts'
import { advanceReader, lockReader } from './log-store.ts'

export interface ReaderDef {
  readonly name: string
  /** When true, nothing depends on the events, and the reader skips them unread. */
  isIdle?(tx: Db): Promise<boolean>
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

/** Reads up to a position; returns 'busy' when another node is reading. */
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

// A reader that follows the log and keeps its place in the database, in the transaction in which it
// does its work: whatever it writes happens once, whichever node does it and however often one dies.
import type { Clock } from '../kernel/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Horizon } from './horizon.ts'
import { endOf, type EventLog, type LoggedEvent, type ReadPart } from './log.ts'
import { advanceReader, lockReader } from './log-store.ts'

export interface ReaderDef {
  readonly name: string
  /** What was read, in order. Runs in the reader's transaction. */
  handle(tx: Db, events: readonly LoggedEvent[]): Promise<void>
  /** When nobody could be interested in anything, the log is passed over unread. */
  isIdle?(tx: Db): Promise<boolean>
}

export interface ReaderOptions {
  readonly db: Db
  readonly log: EventLog
  readonly horizon: Horizon
  readonly clock: Clock
}

/** Rows of the log in one transaction. */
const ROWS_MAX = 1_000

/** Reads on to the horizon; 'busy' when another node is at it. */
export async function readOn(
  def: ReaderDef,
  options: ReaderOptions,
  until = options.horizon.position,
): Promise<'busy' | 'more' | 'done'> {
  const { db, log, clock } = options
  return db.transaction().execute(async (tx) => {
    const position = await lockReader(tx, def.name)
    if (position === undefined) return 'busy'
    if (position >= until) return 'done'
    const now = clock.now()
    if (await def.isIdle?.(tx)) {
      await advanceReader(tx, def.name, { position: until, events: 0, now })
      return 'done'
    }
    const part = await log.read(tx, { after: endOf(position), until, rows: ROWS_MAX })
    await def.handle(tx, part.events)
    const read = part.place.position
    await advanceReader(tx, def.name, { position: read, events: part.events.length, now })
    return read < until ? 'more' : 'done'
  })
}

/** Readers are mostly at the same place: what one has just read need not be read again for the next. */
export function shareReads(log: EventLog): EventLog {
  let last: { readonly key: string; readonly part: Promise<ReadPart> } | undefined
  return {
    findPlaceAt: (tx, time, newest) => log.findPlaceAt(tx, time, newest),
    read(tx, stretch, users) {
      const key = JSON.stringify([stretch, users])
      if (last?.key !== key) last = { key, part: log.read(tx, stretch, users) }
      return last.part
    },
  }
}

// Reads the ledger's rows and the stored events as one log: merged by position, each row turned into its events.
import type { Db } from '../../../platform/database.ts'
import {
  endOf,
  type EventCount,
  type EventLog,
  isAfter,
  type LoggedEvent,
  type Place,
  type ReadPart,
  type Stretch,
  toEventId,
} from '../../../operation/log.ts'
import {
  type EventRow,
  findEventTime,
  listEventRows,
  type Range,
  tallyEvents,
} from '../../../operation/log-store.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import {
  findMoveTime,
  listAccountIdsOf,
  listHoldLog,
  listMoveLog,
  listOwners,
  type Tally,
  tallyHolds,
  tallyMoves,
  TRANSFER_PURPOSE,
} from '../../core/ledger/index.ts'
import {
  announceEvent,
  announceHold,
  announceMove,
  FAILED_TRANSFER,
  type Announcement,
  announcedByHold,
  announcedByMove,
} from './announce.ts'

/** The number of positions that one read scans for the rows of a few people. */
const SCAN_MAX = 50_000

interface LogRow {
  readonly position: string
  readonly events: () => LoggedEvent[]
}

export class BankLog implements EventLog {
  private readonly assets: AssetCatalogue

  constructor(assets: AssetCatalogue) {
    this.assets = assets
  }

  async read(tx: Db, stretch: Stretch, users?: readonly string[]): Promise<ReadPart> {
    const { after, rows } = stretch
    const until = users ? Math.min(stretch.until, after.position + SCAN_MAX) : stretch.until
    if (until < after.position) return { events: [], place: after }
    const range = { from: after.position, until, rows }
    const lists = await this.list(tx, range, users)
    // A full list may have been cut short, so nothing after its last row may be used from the other lists.
    const end = Math.min(
      until,
      ...lists.filter((list) => list.length === rows).map((list) => Number(list.at(-1)!.position)),
    )
    const events = lists
      .flat()
      .filter((row) => Number(row.position) <= end)
      .toSorted((a, b) => Number(a.position) - Number(b.position))
      .flatMap((row) => row.events())
      .filter((event) => isAfter(event, after))
    const place = endOf(end)
    return { events, place: isAfter(place, after) ? place : after }
  }

  async count(tx: Db, after: number, until: number): Promise<EventCount[]> {
    const range = { from: after + 1, until }
    const moves = await tallyMoves(tx, range)
    const holds = await tallyHolds(tx, range, [TRANSFER_PURPOSE])
    const events = await tallyEvents(tx, range)
    const failures = events.some(({ type }) => type === FAILED_TRANSFER)
      ? (await listEventRows(tx, { ...range, rows: until - after })).filter(
          ({ type }) => type === FAILED_TRANSFER,
        )
      : []
    return addUp([
      ...moves.flatMap((tally) => toCounts(tally, announcedByMove(tally.shape))),
      ...holds.flatMap((tally) => toCounts(tally, announcedByHold(tally.shape))),
      ...events.flatMap(({ type, last_position, ...tally }) =>
        toCounts({ ...tally, last_position: Number(last_position) }, [{ slot: 0, type }]),
      ),
      ...failures.flatMap((row) =>
        announceEvent(row, new Map(), this.assets).slice(1).map(toCount),
      ),
    ])
  }

  /** A binary search, because no index maps times to positions; see `EventLog`. */
  async findPlaceAt(tx: Db, time: Date, newest: number): Promise<Place> {
    const wanted = time.getTime() - SLOW_MS
    let [low, high] = [0, newest + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found = await findTime(tx, middle)
      if (found === undefined || found >= wanted) high = middle
      else low = middle + 1
    }
    return endOf(Math.max(0, low - 1))
  }

  private async list(tx: Db, range: Range, users?: readonly string[]): Promise<LogRow[][]> {
    const { assets } = this
    const accounts = users && (await listAccountIdsOf(tx, users))
    const about = users && accounts && { users, accounts }
    const [moves, holds, events] = await inTurn(
      () => listMoveLog(tx, range, accounts),
      () => listHoldLog(tx, range, [TRANSFER_PURPOSE], accounts),
      () => listEventRows(tx, range, about),
    )
    const owners = await findOwners(tx, events)
    return [
      moves.map((row) => ({ position: row.position, events: () => announceMove(row, assets) })),
      holds.map((row) => ({ position: row.position, events: () => announceHold(row, assets) })),
      events.map((row) => ({
        position: row.position,
        events: () => announceEvent(row, owners, assets),
      })),
    ]
  }
}

/** Every row of the tally announces these events. */
const toCounts = (
  tally: Omit<Tally<unknown>, 'shape'>,
  announced: readonly Pick<Announcement, 'slot' | 'type'>[],
): EventCount[] =>
  announced.map(({ slot, type }) => ({
    minute: tally.minute,
    environment: tally.environment,
    type,
    events: tally.rows,
    last_event_id: toEventId({ position: tally.last_position, slot }),
    last_event_at: tally.last_at,
  }))

const toCount = ({ id, event, environment, created_at }: LoggedEvent): EventCount => ({
  minute: `${created_at.slice(0, 16)}:00.000Z`,
  environment,
  type: event.type,
  events: 1,
  last_event_id: id,
  last_event_at: created_at,
})

/** Merges the counts into one for each minute, environment and type. */
function addUp(counts: readonly EventCount[]): EventCount[] {
  const sums = new Map<string, EventCount>()
  for (const count of counts) {
    const key = `${count.environment} ${count.type} ${count.minute}`
    const known = sums.get(key)
    const last = known && known.last_event_id > count.last_event_id ? known : count
    sums.set(key, { ...last, events: count.events + (known?.events ?? 0) })
  }
  return [...sums.values()]
}

/** Runs the queries one after the other, because a transaction has one connection. */
async function inTurn<A, B, C>(
  a: () => Promise<A>,
  b: () => Promise<B>,
  c: () => Promise<C>,
): Promise<[A, B, C]> {
  return [await a(), await b(), await c()]
}

async function findOwners(tx: Db, events: readonly EventRow[]) {
  const ids = events
    .flatMap((row) => [row.account_uuid, row.other_account_uuid])
    .filter((id) => id !== null)
  const rows = ids.length === 0 ? [] : await listOwners(tx, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The longest that a statement or transaction may take, and so the longest that a row may be late. */
const SLOW_MS = 30_000

/** The time of the first row at or after a position. */
async function findTime(tx: Db, position: number): Promise<number | undefined> {
  const found = [await findMoveTime(tx, position), await findEventTime(tx, position)]
  const [first] = found
    .filter((row) => row !== undefined)
    .toSorted((a, b) => Number(a.position) - Number(b.position))
  return first && Date.parse(first.created_at)
}

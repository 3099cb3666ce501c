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
  SLOT_MAX,
  type Stretch,
  toEventId,
} from '../../../operation/event-log.ts'
import { findContinuous } from '../../../operation/epoch-store.ts'
import {
  EVENT_ACCOUNTS,
  type EventRow,
  type EventsOf,
  findEventTime,
  listEventRows,
  makeFewEventLog,
  makeManyEventLog,
  type UserRange,
  type Range,
  tallyEvents,
} from '../../../operation/log-store.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import {
  countBooks,
  findMoveTime,
  findOwnBooks,
  type HoldLogRow,
  isOwnedBy,
  isOwnersAccount,
  listHoldLog,
  listHoldsOfFew,
  listHoldsOfMany,
  listMoveLog,
  listMovesOfFew,
  listMovesOfMany,
  type MoveLogRow,
  type OwnBooks,
  OWNER_ACCOUNTS,
  readOwners,
  type Tally,
  tallyHolds,
  tallyMoves,
  TRANSFER_PURPOSE,
} from '../../core/ledger/index.ts'
import {
  eventsOfStored,
  eventsOfHold,
  eventsOfMove,
  FAILED_TRANSFER,
  type AnnouncedEvent,
  announcedByHold,
  announcedByMove,
} from './ledger-events.ts'

/** For owners with up to this many accounts and balances, the per-account indexes are used. */
const FEW = 64
/** For owners with more, the number of log positions that one read scans. */
const SCAN_MAX = 10_000
/** Up to this many, the indexes are used at once, without first scanning the next positions of the log. */
const FEWEST = 8
const NEAR_MAX = 200

/** The size of the cache of owners with many accounts. */
const MANY_KEPT = 10_000

const listEventsOfFew = makeFewEventLog(OWNER_ACCOUNTS)
const listEventsOfMany = makeManyEventLog(isOwnersAccount(...EVENT_ACCOUNTS))

const INDEXED_LISTS = { events: listEventsOfFew, moves: listMovesOfFew, holds: listHoldsOfFew }
const SCANNED_LISTS = { events: listEventsOfMany, moves: listMovesOfMany, holds: listHoldsOfMany }

interface LogRow {
  readonly position: string
  readonly events: () => LoggedEvent[]
}

export class BankLog implements EventLog {
  private readonly assets: AssetCatalogue
  private readonly few: number
  private readonly fewest: number
  private readonly many = new Set<string>()

  constructor(assets: AssetCatalogue, { few = FEW, fewest = FEWEST } = {}) {
    this.assets = assets
    this.few = few
    this.fewest = fewest
  }

  async read(tx: Db, stretch: Stretch, users?: readonly string[]): Promise<ReadPart> {
    if (users?.length === 1) return this.readOf(tx, stretch, users[0]!)
    const own = users && (await findOwnBooks(tx, users, this.few))
    const part = users && !own ? await toScan(tx, stretch, SCAN_MAX) : stretch
    return merge(part, (range) => this.list(tx, range, users, own))
  }

  /** Reads the events of one user. */
  private async readOf(tx: Db, stretch: Stretch, person: string): Promise<ReadPart> {
    const byIndex = () =>
      merge(stretch, (range) => this.listOf(tx, { ...range, person }, INDEXED_LISTS))
    const byScan = (part: Stretch) =>
      merge(part, (range) => this.listOf(tx, { ...range, person }, SCANNED_LISTS))
    const size = await this.sizeOf(tx, person)
    if (size > this.few) return byScan(await toScan(tx, stretch, SCAN_MAX))
    if (size <= this.fewest) return byIndex()
    // A scan of the next positions costs less than one index lookup per account, and often suffices.
    const next = await toScan(tx, stretch, NEAR_MAX)
    const near = await byScan(next)
    const isEnough = near.events.length >= stretch.rows || next.until === stretch.until
    return isEnough ? near : byIndex()
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
        eventsOfStored(row, new Map(), this.assets).slice(1).map(toCount),
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

  /** The number of a user's accounts and balances, counted up to one more than `few`. */
  private async sizeOf(tx: Db, person: string): Promise<number> {
    // Accounts are never deleted, so the number never decreases.
    if (this.many.has(person)) return this.few + 1
    const size = await countBooks(tx, person, this.few)
    if (size > this.few && !tx.isTransaction) {
      if (this.many.size >= MANY_KEPT) this.many.clear()
      this.many.add(person)
    }
    return size
  }

  /** The rows of one user, by statements that are shared with other callers. */
  private listOf(tx: Db, range: UserRange, lists: typeof INDEXED_LISTS): Promise<LogRow[][]> {
    return this.toRows(tx, range, {
      events: (part) => lists.events(tx, part),
      moves: (part) => lists.moves(tx, part),
      holds: (part) => lists.holds(tx, part),
    })
  }

  private async list(
    tx: Db,
    range: Range,
    users: readonly string[] | undefined,
    own: OwnBooks | undefined,
  ): Promise<LogRow[][]> {
    const whose = own ?? (users ? { users } : 'everybody')
    return this.toRows(tx, range, {
      events: (part) => listEventRows(tx, part, eventsOf(users, own)),
      moves: (part) => listMoveLog(tx, part, whose),
      holds: (part) => listHoldLog(tx, part, [TRANSFER_PURPOSE], whose),
    })
  }

  /** Reads one list after the other: where one is full, the others need not be read further. */
  private async toRows<Asked extends Range>(
    tx: Db,
    range: Asked,
    lists: Lists<Asked>,
  ): Promise<LogRow[][]> {
    const { assets } = this
    const events = await lists.events(range)
    const toEvents = cutAt(range, events)
    const moves = await lists.moves(toEvents)
    const holds = await lists.holds(cutAt(toEvents, moves))
    const owners = await findOwners(tx, events)
    return [
      moves.map((row) => ({ position: row.position, events: () => eventsOfMove(row, assets) })),
      holds.map((row) => ({ position: row.position, events: () => eventsOfHold(row, assets) })),
      events.map((row) => ({
        position: row.position,
        events: () => eventsOfStored(row, owners, assets),
      })),
    ]
  }
}

interface Lists<Asked extends Range> {
  readonly events: (part: Asked) => Promise<readonly EventRow[]>
  readonly moves: (part: Asked) => Promise<readonly MoveLogRow[]>
  readonly holds: (part: Asked) => Promise<readonly HoldLogRow[]>
}

/** Merges the lists of a stretch of the log into its events. */
async function merge(
  { after, until, rows }: Stretch,
  list: (range: Range) => Promise<LogRow[][]>,
): Promise<ReadPart> {
  // A row of which all events were read is not read again.
  const from = after.slot === SLOT_MAX ? after.position + 1 : after.position
  if (until < from) return { events: [], place: after }
  const lists = await list({ from, until, rows })
  // A full list may have been cut short, so nothing after its last row may be used from the other lists.
  const end = Math.min(
    until,
    ...lists.filter((one) => one.length === rows).map((one) => Number(one.at(-1)!.position)),
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

/** The next positions of a stretch, without those that lie between two epochs. */
async function toScan(tx: Db, stretch: Stretch, positions: number): Promise<Stretch> {
  const { position } = stretch.after
  const next = await findContinuous(tx, { after: position, until: stretch.until })
  return {
    ...stretch,
    after: next.after > position ? endOf(next.after) : stretch.after,
    until: Math.min(next.until, next.after + positions),
  }
}

const cutAt = <Asked extends Range>(
  range: Asked,
  list: readonly { readonly position: string }[],
): Asked =>
  list.length === range.rows ? { ...range, until: Number(list.at(-1)!.position) } : range

function eventsOf(users: readonly string[] | undefined, own: OwnBooks | undefined): EventsOf {
  if (!users) return 'everybody'
  return own
    ? { users, accounts: own.accounts }
    : { users, isOwn: isOwnedBy(users, ...EVENT_ACCOUNTS) }
}

/** Every row of the tally announces these events. */
const toCounts = (
  tally: Omit<Tally<unknown>, 'shape'>,
  announced: readonly Pick<AnnouncedEvent, 'slot' | 'type'>[],
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

async function findOwners(tx: Db, events: readonly EventRow[]) {
  const ids = events
    .flatMap((row) => [row.account_uuid, row.other_account_uuid])
    .filter((id) => id !== null)
  const rows = ids.length === 0 ? [] : await readOwners(tx, [...new Set(ids)])
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

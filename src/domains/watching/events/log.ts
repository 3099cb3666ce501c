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
} from '../../../operation/log.ts'
import {
  EVENT_ACCOUNTS,
  type EventRow,
  type EventsOf,
  findEventTime,
  listEventRows,
  makeFewEventLog,
  makeManyEventLog,
  type PersonRange,
  type Range,
  tallyEvents,
} from '../../../operation/log-store.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import {
  findMoveTime,
  findOwnBooks,
  hasFewBooks,
  type HoldLogRow,
  isOwnedBy,
  isPersons,
  listHoldLog,
  listHoldsOfFew,
  listHoldsOfMany,
  listMoveLog,
  listMovesOfFew,
  listMovesOfMany,
  type MoveLogRow,
  type OwnBooks,
  PERSONS_ACCOUNTS,
  readOwners,
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

/** Up to this many accounts and balances, the rows of a person are found along indexes. */
const FEW = 64
/** The number of positions that one read scans for the rows of people with more. */
const SCAN_MAX = 10_000

/** People of whom it is kept that they have many accounts. */
const MANY_KEPT = 10_000

const listEventsOfFew = makeFewEventLog(PERSONS_ACCOUNTS)
const listEventsOfMany = makeManyEventLog(isPersons(...EVENT_ACCOUNTS))

interface LogRow {
  readonly position: string
  readonly events: () => LoggedEvent[]
}

export class BankLog implements EventLog {
  private readonly assets: AssetCatalogue
  private readonly few: number
  private readonly many = new Set<string>()

  constructor(assets: AssetCatalogue, few = FEW) {
    this.assets = assets
    this.few = few
  }

  async read(tx: Db, stretch: Stretch, users?: readonly string[]): Promise<ReadPart> {
    const { after, rows } = stretch
    const person = users?.length === 1 ? users[0] : undefined
    const own = users && !person ? await findOwnBooks(tx, users, this.few) : undefined
    const isFew = person === undefined ? own !== undefined : await this.hasFew(tx, person)
    const isScan = users !== undefined && !isFew
    const until = isScan ? Math.min(stretch.until, after.position + SCAN_MAX) : stretch.until
    // A row of which all events were read is not read again.
    const from = after.slot === SLOT_MAX ? after.position + 1 : after.position
    if (until < from) return { events: [], place: after }
    const range = { from, until, rows }
    const lists =
      person === undefined
        ? await this.list(tx, range, users, own)
        : await this.listOf(tx, { ...range, person }, isFew)
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

  /** Accounts are never deleted, so whoever has many keeps having many. */
  private async hasFew(tx: Db, person: string): Promise<boolean> {
    if (this.many.has(person)) return false
    const isFew = await hasFewBooks(tx, person, this.few)
    if (!isFew && !tx.isTransaction) {
      if (this.many.size >= MANY_KEPT) this.many.clear()
      this.many.add(person)
    }
    return isFew
  }

  /** The rows of one person, by statements that are shared with other callers. */
  private async listOf(tx: Db, range: PersonRange, isFew: boolean): Promise<LogRow[][]> {
    return this.toRows(tx, range, {
      events: (part) => (isFew ? listEventsOfFew : listEventsOfMany)(tx, part),
      moves: (part) => (isFew ? listMovesOfFew : listMovesOfMany)(tx, part),
      holds: (part) => (isFew ? listHoldsOfFew : listHoldsOfMany)(tx, part),
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
      moves.map((row) => ({ position: row.position, events: () => announceMove(row, assets) })),
      holds.map((row) => ({ position: row.position, events: () => announceHold(row, assets) })),
      events.map((row) => ({
        position: row.position,
        events: () => announceEvent(row, owners, assets),
      })),
    ]
  }
}

interface Lists<Asked extends Range> {
  readonly events: (part: Asked) => Promise<readonly EventRow[]>
  readonly moves: (part: Asked) => Promise<readonly MoveLogRow[]>
  readonly holds: (part: Asked) => Promise<readonly HoldLogRow[]>
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

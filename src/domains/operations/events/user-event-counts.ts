// Counts the events that concern one user, by type. The database counts the user's own rows by index, so the cost
// grows with the activity of that user and not with the activity of the bank.
import { HOUR_MS } from '../../../kernel/durations.ts'
import type { Environment } from '../../../operation/caller.ts'
import { toEventId } from '../../../operation/event-log.ts'
import { listNewestOf, tallyEventsOf } from '../../../operation/log-store.ts'
import type { UserRowCounts } from '../../../operation/user-row-counts.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import {
  listAccountIdsOf,
  listOwners,
  type SidedTally,
  tallyHoldsOf,
  tallyMovesOf,
  TRANSFER_PURPOSE,
} from '../../core/ledger/index.ts'
import {
  eventsOfStored,
  FAILED_TRANSFER,
  type AnnouncedEvent,
  announcedByHold,
  announcedByMove,
} from './ledger-events.ts'

export interface UserEventCount {
  readonly type: string
  readonly total: number
  readonly last_hour: number
  readonly last_24h: number
  readonly last_event_id: string
}

/** Failed transfers are read one by one to find the events of each; beyond this number only the newest are read. */
const FAILURES_MAX = 1_000

export async function countUserEvents(
  tx: Db,
  { user, environment }: { readonly user: string; readonly environment: Environment },
  now: Date,
  assets: AssetCatalogue,
): Promise<UserEventCount[]> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const since = { hour: ago(1), day: ago(24) }
  const accounts = await listAccountIdsOf(tx, [user])
  const about = { users: [user], accounts }
  const moves = await tallyMovesOf(tx, environment, accounts, since)
  const holds = await tallyHoldsOf(tx, environment, accounts, TRANSFER_PURPOSE, since)
  const written = await tallyEventsOf(tx, environment, about, since)
  const failures = written.some(({ type }) => type === FAILED_TRANSFER)
    ? await listFailures(tx, about, assets)
    : []
  const isAfter = (created_at: string, time: Date) => (new Date(created_at) > time ? 1 : 0)
  return addUp([
    ...moves.flatMap((tally) => toCounts(tally, announcedByMove(tally.shape))),
    ...holds.flatMap((tally) => toCounts(tally, announcedByHold(tally.shape))),
    ...written.map(({ type, ...tally }) => toCount(tally, { type, slot: 0 })),
    ...failures
      .filter((event) => event.environment === environment && event.users.includes(user))
      .map(({ id, event, created_at }) => ({
        type: event.type,
        total: 1,
        last_hour: isAfter(created_at, since.hour),
        last_24h: isAfter(created_at, since.day),
        last_event_id: id,
      })),
  ])
}

/** Lists the events that failed transfers announce in addition to `transfer.failed` itself. */
async function listFailures(
  tx: Db,
  about: { readonly users: readonly string[]; readonly accounts: readonly string[] },
  assets: AssetCatalogue,
) {
  const rows = await listNewestOf(tx, FAILED_TRANSFER, about, FAILURES_MAX)
  const ids = rows.flatMap((row) => [row.account_uuid, row.other_account_uuid])
  const known = await listOwners(tx, [...new Set(ids.filter((id) => id !== null))])
  const owners = new Map(known.map((row) => [row.id, row]))
  return rows.flatMap((row) => eventsOfStored(row, owners, assets).slice(1))
}

/** Keeps the events announced to a side of the row that belongs to the user. */
const toCounts = (
  tally: SidedTally<unknown>,
  announced: readonly AnnouncedEvent[],
): UserEventCount[] =>
  announced
    .filter(({ to_from, to_to }) => (to_from && tally.own_from) || (to_to && tally.own_to))
    .map((one) => toCount(tally, one))

const toCount = (
  { total, last_hour, last_24h, last_position }: UserRowCounts,
  { slot, type }: Pick<AnnouncedEvent, 'slot' | 'type'>,
): UserEventCount => ({
  type,
  total,
  last_hour,
  last_24h,
  last_event_id: toEventId({ position: Number(last_position), slot }),
})

function addUp(counts: readonly UserEventCount[]): UserEventCount[] {
  const sums = new Map<string, UserEventCount>()
  for (const count of counts) {
    const known = sums.get(count.type)
    const newest = [count.last_event_id, known?.last_event_id ?? ''].toSorted().at(-1)!
    sums.set(count.type, {
      type: count.type,
      total: count.total + (known?.total ?? 0),
      last_hour: count.last_hour + (known?.last_hour ?? 0),
      last_24h: count.last_24h + (known?.last_24h ?? 0),
      last_event_id: newest,
    })
  }
  return [...sums.values()]
}

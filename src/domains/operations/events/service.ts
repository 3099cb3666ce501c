// Reads the log for a caller: finds the starting place and selects the events that the caller may see and asked for.
import { type Caller, isOperator } from '../../../operation/caller.ts'
import { toEnvelope } from '../../../operation/envelope.ts'
import { Invalid } from '../../../operation/error.ts'
import type { EventDef } from '../../../operation/event.ts'
import { findUnknown, toTypeFilter } from '../../../operation/event-filter.ts'
import type { Horizon } from '../../../operation/horizon.ts'
import {
  endOf,
  type EventEnvelope,
  type EventLog,
  isAfter,
  type LoggedEvent,
  maySee,
  type Place,
  readEventId,
  toEventId,
} from '../../../operation/event-log.ts'
import type { Context } from '../../../operation/operation.ts'
import { getAccount } from '../../core/ledger/index.ts'
import { StreamLimitReached, StreamCapacityReached } from './errors.ts'
import type { Hub } from './hub.ts'

export interface EventsOptions {
  readonly log: EventLog
  readonly horizon: Horizon
  readonly hub: Hub
  readonly events: () => readonly EventDef[]
}

export interface EventFilter {
  readonly types?: readonly string[]
  readonly account_uuid?: string
  /** Every user may see the events of these types, including those about other users. */
  readonly isForAll?: boolean
}

/** How long to wait until the caller's own latest events are readable; an older open transaction can delay them. */
const SETTLE_MS = 500
const ROWS_MAX = 500
/** Every row yields at least one event for its owner; later parts are longer, as the first held few wanted events. */
const ROWS_MIN = 8
const ROWS_GROWTH = 4
/** How many parts of the log are searched for one answer. */
const PARTS_MAX = 10
/** Streams open at the same time on one node. */
const STREAMS_MAX = 2_500
/** Streams of one user among them, opened by the user or by their keys, clients and agents. */
const STREAMS_PER_USER = 20

export async function listEvents(
  request: EventFilter & {
    readonly after?: string
    readonly since?: string
    readonly limit: number
  },
  ctx: Context,
  { log, horizon, events }: EventsOptions,
) {
  const wants = await makeFilter(request, ctx, events())
  const until = await horizon.settle(SETTLE_MS)
  const since = request.since === undefined ? -Infinity : Date.parse(request.since)
  let place =
    readAfter(request.after) ??
    (request.since === undefined
      ? { position: 0, slot: 0 }
      : await log.findPlaceAt(ctx.tx, new Date(since), until))
  const found: LoggedEvent[] = []
  let rows = Math.min(ROWS_MAX, Math.max(ROWS_MIN, request.limit))
  for (let parts = 0; parts < PARTS_MAX && isAfter(endOf(until), place); parts++) {
    const part = await log.read(ctx.tx, { after: place, until, rows }, usersOf(ctx.caller))
    rows = Math.min(ROWS_MAX, rows * ROWS_GROWTH)
    const wanted = part.events.filter(
      (event) => wants(event) && Date.parse(event.created_at) >= since,
    )
    const room = request.limit - found.length
    found.push(...wanted.slice(0, room))
    if (wanted.length >= room) {
      place = found.at(-1)!
      break
    }
    place = part.place
  }
  return {
    data: found.map(toEnvelope) as Envelope[],
    meta: {
      next_after: place.position === 0 ? null : toEventId(place),
      has_more: isAfter(endOf(until), place),
    },
  }
}

type Envelope = Omit<EventEnvelope, 'data'> & { data: Record<string, unknown> }

export async function openStream(
  request: EventFilter & { readonly after?: string },
  ctx: Context,
  options: EventsOptions,
): Promise<AsyncIterable<Envelope | undefined>> {
  return toEnvelopes(await openListener(request, ctx, options))
}

/** The events before conversion to envelopes, for other representations. */
export async function openListener(
  request: EventFilter & { readonly after?: string },
  ctx: Context,
  { horizon, hub, events }: EventsOptions,
): Promise<AsyncIterable<LoggedEvent | undefined>> {
  const wants = await makeFilter(request, ctx, events())
  const after = readAfter(request.after) ?? endOf(await horizon.settle(SETTLE_MS))
  const user = ctx.caller.user!
  if (hub.countOf(user) >= STREAMS_PER_USER) await hub.nudge(user)
  if (hub.countOf(user) >= STREAMS_PER_USER) throw StreamLimitReached({ limit: STREAMS_PER_USER })
  if (hub.size >= STREAMS_MAX) throw StreamCapacityReached({})
  const users = request.isForAll ? undefined : usersOf(ctx.caller)
  return hub.listen({ after, users, wants, user, ending: ctx.ending })
}

async function* toEnvelopes(events: AsyncIterable<LoggedEvent | undefined>) {
  for await (const event of events) yield event && (toEnvelope(event) as Envelope)
}

/** Undefined for operators, who see the events of all users. */
const usersOf = (caller: Caller): readonly string[] | undefined =>
  isOperator(caller) ? undefined : [caller.user!]

function readAfter(id: string | undefined): Place | undefined {
  const place = id === undefined ? undefined : readEventId(id)
  if (id !== undefined && !place)
    throw Invalid({
      errors: {
        after: [
          'The after field must be the id of an event: evt_ followed by 16 hexadecimal digits.',
        ],
      },
    })
  return place
}

async function makeFilter(
  { types, account_uuid, isForAll = false }: EventFilter,
  ctx: Context,
  events: readonly EventDef[],
): Promise<(event: LoggedEvent) => boolean> {
  const unknown = types ? findUnknown(types, events) : []
  if (unknown.length > 0) throw Invalid({ errors: { types: unknown } })
  const account =
    account_uuid === undefined ? undefined : await getAccount(ctx.tx, account_uuid, ctx.caller)
  const { environment } = ctx.caller
  const who = { environment, user: ctx.caller.user!, isOperator: isOperator(ctx.caller) }
  const wantsType = types ? toTypeFilter(types, events) : () => true
  return (event) =>
    wantsType(event.event.type) &&
    (isForAll ? event.environment === environment : maySee(event, who)) &&
    (account === undefined || event.accounts.includes(account.id))
}

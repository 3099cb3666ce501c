// Reads the log for a caller: finds the starting place and selects the events that the caller may see and asked for.
import { toEnvelope } from '../../../operation/envelope.ts'
import { checkCursor, type CursorLoss, readLoss } from '../../../operation/epochs.ts'
import { Invalid } from '../../../operation/error.ts'
import type { EventDef } from '../../../operation/event.ts'
import { type EventFilter, findUnknown, toEventFilter } from '../../../operation/event-filter.ts'
import type { EventStream } from '../../../operation/event-hub.ts'
import type { Listen } from '../../../operation/event-listener.ts'
import { KeepAlive } from '../../../operation/keep-alive.ts'
import { type Horizon, SETTLE_MS } from '../../../operation/horizon.ts'
import {
  endOf,
  type EventEnvelope,
  type EventLog,
  isAfter,
  type LoggedEvent,
  readAfter,
  toEventId,
  visibleUsers,
} from '../../../operation/event-log.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Database } from '../../../platform/database.ts'
import { getAccount } from '../../core/ledger/index.ts'

export interface EventsOptions {
  readonly log: EventLog
  readonly database: Pick<Database, 'read' | 'write'>
  readonly horizon: Horizon
  readonly events: () => readonly EventDef[]
  readonly listen: Listen
}

interface EventRequest {
  readonly types?: readonly string[]
  readonly account_uuid?: string
  readonly after?: string
}

const ROWS_MAX = 500
/** Every row yields at least one event for its owner; later parts are longer, as the first held few wanted events. */
const ROWS_MIN = 8
const ROWS_GROWTH = 4
/** An item of the stream that is no event of the log. */
const STREAM_RESET = 'stream.reset'
/** How many parts of the log are searched for one answer. */
const PARTS_MAX = 10

export async function listEvents(
  request: EventRequest & {
    readonly since?: string
    readonly limit: number
  },
  ctx: Context,
  { log, horizon, database, events }: EventsOptions,
) {
  const wants = toEventFilter(await readFilter(request, ctx, events()), ctx.caller, events())
  const until = await horizon.settle(SETTLE_MS)
  const since = request.since === undefined ? -Infinity : Date.parse(request.since)
  const after = readAfter(request.after)
  if (after) await checkCursor(after, database, until)
  let place =
    after ??
    (request.since === undefined
      ? { position: 0, slot: 0 }
      : await log.findPlaceAt(ctx.tx, new Date(since), until))
  const found: LoggedEvent[] = []
  let rows = Math.min(ROWS_MAX, Math.max(ROWS_MIN, request.limit))
  for (let parts = 0; parts < PARTS_MAX && isAfter(endOf(until), place); parts++) {
    const part = await log.read(ctx.tx, { after: place, until, rows }, visibleUsers(ctx.caller))
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
  { after, ...request }: EventRequest,
  ctx: Context,
  { events, listen }: EventsOptions,
): Promise<AsyncIterable<Envelope | KeepAlive>> {
  const filter = await readFilter(request, ctx, events())
  const open = (place: string | undefined) => listen({ ...filter, after: place }, ctx)
  try {
    return continueOverLosses(toEnvelopes(await open(after)), open, ctx)
  } catch (error) {
    const loss = readLoss(error)
    if (!loss) throw error
    const rest = toEnvelopes(await open(loss.resume_after))
    return continueOverLosses(begin(toReset(loss, ctx), rest), open, ctx)
  }
}

type Streamed = AsyncGenerator<Envelope | KeepAlive>

/**
 * A client whose events were lost is told so by an event and gets those that follow, because an EventSource shows no
 * refusal to its page and gives up for good.
 */
async function* continueOverLosses(
  stream: Streamed,
  open: (place: string) => Promise<EventStream>,
  ctx: Context,
): Streamed {
  for (let current = stream; ; ) {
    try {
      return yield* current
    } catch (error) {
      const loss = readLoss(error)
      if (!loss) throw error
      yield toReset(loss, ctx)
      current = toEnvelopes(await open(loss.resume_after))
    }
  }
}

async function* begin(first: Envelope, rest: Streamed): Streamed {
  yield first
  yield* rest
}

/** Its id is the place to resume from, so that a client that is cut off right after it misses nothing. */
const toReset = (loss: CursorLoss, { now }: Context): Envelope => ({
  id: loss.resume_after,
  event_type: STREAM_RESET,
  data: { ...loss },
  created_at: loss.restored_at ?? now.toISOString(),
})

/** Begins with the place where the stream starts, for a client that is cut off before the first event. */
async function* toEnvelopes(events: EventStream): Streamed {
  yield new KeepAlive(toEventId(events.place()))
  for await (const event of events)
    yield event ? toEnvelope(event) : new KeepAlive(toEventId(events.place()))
}

async function readFilter(
  { types, account_uuid }: Omit<EventRequest, 'after'>,
  ctx: Context,
  events: readonly EventDef[],
): Promise<EventFilter> {
  const unknown = types ? findUnknown(types, events) : []
  if (unknown.length > 0) throw Invalid({ errors: { types: unknown } })
  const account =
    account_uuid === undefined ? undefined : await getAccount(ctx.tx, account_uuid, ctx.caller)
  return { types, account: account?.id }
}

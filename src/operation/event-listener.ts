// Opens streams of events for the callers of subscriptions: where a stream starts, and how many may be open. The domain
// that has the event log makes the function; all domains get it as `bank.listen`.
import { Invalid } from './error.ts'
import type { EventDef } from './event.ts'
import { type EventFilter, toEventFilter } from './event-filter.ts'
import type { EventHub, EventStream } from './event-hub.ts'
import { endOf, type Place, readAfter, visibleUsers } from './event-log.ts'
import { type Horizon, SETTLE_MS } from './horizon.ts'
import type { Context } from './operation.ts'
import { StreamCapacityReached, StreamLimitReached } from './stream-errors.ts'

export interface ListenRequest extends EventFilter {
  /** The id of the last event that the caller has seen; without it, the stream starts with the next event. */
  readonly after?: string | undefined
}

/**
 * Yields the events that the filter selects and that the caller may see, in the order of the log, until the caller
 * disconnects; from time to time it yields undefined as a keep-alive. What can be refused is refused before.
 */
export type Listen = (
  request: ListenRequest,
  ctx: Pick<Context, 'caller' | 'ending'>,
) => Promise<EventStream>

/** Streams open at the same time on one node. */
const STREAMS_MAX = 2_500
/** Streams of one user among them, opened by the user or by their keys, clients and agents. */
const STREAMS_PER_USER = 20
/** Limits how far back the log is read for events of other users, because all rows of the log are read for them. */
const POSITIONS_BACK_MAX = 100_000

export interface ListenOptions {
  readonly horizon: Pick<Horizon, 'position' | 'settle'>
  readonly hub: Pick<EventHub, 'countOf' | 'listen' | 'nudge' | 'size'>
  readonly events: () => readonly EventDef[]
  /** Throws if the event is not in the log; returns how many positions were assigned after it. */
  readonly checkCursor: (place: Place, until: number) => Promise<number>
}

export const makeListen =
  ({ horizon, hub, events, checkCursor }: ListenOptions): Listen =>
  async ({ after, ...filter }, { caller, ending }) => {
    const wants = toEventFilter(filter, caller, events())
    const place = readAfter(after)
    const ago = place ? await checkCursor(place, horizon.position) : 0
    if (filter.isForAll) checkRecent(ago)
    const start = place ?? endOf(await horizon.settle(SETTLE_MS))
    const user = caller.user!
    if (hub.countOf(user) >= STREAMS_PER_USER) await hub.nudge(user)
    if (hub.countOf(user) >= STREAMS_PER_USER) throw StreamLimitReached({ limit: STREAMS_PER_USER })
    if (hub.size >= STREAMS_MAX) throw StreamCapacityReached({})
    const users = filter.isForAll ? undefined : visibleUsers(caller)
    return hub.listen({ after: start, users, wants, user, ending })
  }

function checkRecent(ago: number): void {
  if (ago > POSITIONS_BACK_MAX)
    throw Invalid({
      errors: { after: ['The event is too long ago to continue after it; leave the field out.'] },
    })
}

// The event log as its readers see it: all events in one order that never changes and has no gaps. The place
// of an event is the position of its row in the log and its slot among the events of that row; the id of the
// event is made from the place.
import type { Db } from '../platform/database.ts'
import { type Caller, type Environment, isOperator } from './caller.ts'
import { Invalid } from './error.ts'
import type { EventDef } from './event.ts'

export interface Place {
  readonly position: number
  /** One row of the ledger represents several events, each always in the same slot. */
  readonly slot: number
}

export const SLOT_MAX = 255

/** The place after all events of the row at this position. */
export const endOf = (position: number): Place => ({ position, slot: SLOT_MAX })

export const isAfter = (a: Place, b: Place): boolean =>
  a.position > b.position || (a.position === b.position && a.slot > b.slot)

/** Later events have greater ids, also when compared as text. */
export const toEventId = ({ position, slot }: Place): string =>
  `evt_${position.toString(16).padStart(14, '0')}${slot.toString(16).padStart(2, '0')}`

export function readEventId(id: string): Place | undefined {
  const match = /^evt_([0-9a-f]{14})([0-9a-f]{2})$/.exec(id)
  const position = Number.parseInt(match?.[1] ?? '', 16)
  return match && Number.isSafeInteger(position)
    ? { position, slot: Number.parseInt(match[2]!, 16) }
    : undefined
}

/** Reads the id after which the caller wants to continue. */
export function readAfter(id: string | undefined): Place | undefined {
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

export interface LoggedEvent extends Place {
  readonly id: string
  readonly event: Pick<EventDef, 'type' | 'version'>
  readonly environment: Environment
  /** The users who may see it: owners and managers of its accounts, and the user it names. */
  readonly users: readonly string[]
  /** Every caller may see it. */
  readonly is_public: boolean
  /** The customers' accounts it is about; events of one account keep their order. */
  readonly accounts: readonly string[]
  readonly created_at: string
  /** Computed on demand, because most readers look at few events. */
  data(): object
}

/** An event as it leaves the bank, the same through every transport. */
export interface EventEnvelope {
  readonly id: string
  readonly event_type: string
  readonly data: object
  readonly created_at: string
}

export interface Stretch {
  readonly after: Place
  /** The last position to read; the log must be complete up to it. */
  readonly until: number
  /** The most rows of the log to look at. */
  readonly rows: number
}

export interface ReadPart {
  readonly events: readonly LoggedEvent[]
  /** The place up to which the log was read, whether or not it held matching events. */
  readonly place: Place
}

/** The number of events of one type in one minute, and the last of them. */
export interface EventCount {
  readonly minute: string
  readonly environment: Environment
  readonly type: string
  readonly events: number
  readonly last_event_id: string
  readonly last_event_at: string
}

export interface EventLog {
  /** With `users`, reads only public events and those that may be about these users. */
  read(tx: Db, stretch: Stretch, users?: readonly string[]): Promise<ReadPart>
  /** Counts the events of each type after one position, up to and including another. */
  count(tx: Db, after: number, until: number): Promise<EventCount[]>
  /**
   * Finds the last place before all events from an instant on. Positions follow time only roughly, because a
   * slow transaction has an older time than its neighbours; so the place may be a little too early, never
   * too late.
   */
  findPlaceAt(tx: Db, time: Date, newest: number): Promise<Place>
}

/** The users whose events the caller may see; undefined for operators, who see the events of all users. */
export const visibleUsers = (caller: Caller): readonly string[] | undefined =>
  isOperator(caller) ? undefined : [caller.user!]

/** Whether a caller may see the event; operators see all events of their environment. */
export const maySee = (
  event: Pick<LoggedEvent, 'environment' | 'is_public' | 'users'>,
  who: { readonly environment: Environment; readonly user: string; readonly isOperator?: boolean },
): boolean =>
  event.environment === who.environment &&
  (event.is_public || who.isOperator === true || event.users.includes(who.user))

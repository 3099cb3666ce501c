// The event log as its readers see it: everything that happened, in one order that never changes and
// has no holes. An event has a place (the row of the log it is told from, and which of the things that
// row tells it is), and its id is that place.
import type { Db } from '../platform/database.ts'
import type { Environment } from './caller.ts'
import type { EventDef } from './event.ts'

export interface Place {
  readonly position: number
  /** One row of the ledger tells several things, always in the same slots. */
  readonly slot: number
}

export const SLOT_MAX = 255

/** After everything that the row at this position tells. */
export const endOf = (position: number): Place => ({ position, slot: SLOT_MAX })

export const isAfter = (a: Place, b: Place): boolean =>
  a.position > b.position || (a.position === b.position && a.slot > b.slot)

/** Ids of later events are greater, also as text. */
export const toEventId = ({ position, slot }: Place): string =>
  `evt_${position.toString(16).padStart(14, '0')}${slot.toString(16).padStart(2, '0')}`

export function readEventId(id: string): Place | undefined {
  const match = /^evt_([0-9a-f]{14})([0-9a-f]{2})$/.exec(id)
  const position = Number.parseInt(match?.[1] ?? '', 16)
  return match && Number.isSafeInteger(position)
    ? { position, slot: Number.parseInt(match[2]!, 16) }
    : undefined
}

export interface LoggedEvent extends Place {
  readonly id: string
  readonly event: Pick<EventDef, 'type' | 'version'>
  readonly environment: Environment
  /** Who may see it: owners and managers of its accounts, and the user it names. */
  readonly users: readonly string[]
  /** Told to whoever asks. */
  readonly is_public: boolean
  /** The customers' accounts it is about; events of one account keep their order. */
  readonly accounts: readonly string[]
  readonly created_at: string
  /** Computed when asked for: most readers look at few events. */
  data(): object
}

/** What leaves the bank of an event, through whatever door. */
export interface EventEnvelope {
  readonly id: string
  readonly event_type: string
  readonly data: object
  readonly created_at: string
}

export interface Stretch {
  readonly after: Place
  /** Up to and with this position; nothing up to it may still be open. */
  readonly until: number
  /** How many rows of the log are looked at, at most. */
  readonly rows: number
}

export interface ReadPart {
  readonly events: readonly LoggedEvent[]
  /** How far was read, whether or not anything there was of interest. */
  readonly place: Place
}

/** So many events of a type in a minute, and the last of them. */
export interface EventCount {
  readonly minute: string
  readonly environment: Environment
  readonly type: string
  readonly events: number
  readonly last_event_id: string
  readonly last_event_at: string
}

export interface EventLog {
  /** With users: only rows that may be about them, or about nobody in particular. */
  read(tx: Db, stretch: Stretch, users?: readonly string[]): Promise<ReadPart>
  /** How many events of each type there are after a position, up to and with another. */
  count(tx: Db, after: number, until: number): Promise<EventCount[]>
  /**
   * The last place before everything that happened from an instant on. Positions follow time closely but
   * not to the letter (a slow transaction has an older time than its neighbours): what is found may begin
   * a little earlier than asked, never later.
   */
  findPlaceAt(tx: Db, time: Date, newest: number): Promise<Place>
}

/** Whether whoever this is may see the event; operators see all of their environment. */
export const maySee = (
  event: Pick<LoggedEvent, 'environment' | 'is_public' | 'users'>,
  who: { readonly environment: Environment; readonly user: string; readonly isOperator?: boolean },
): boolean =>
  event.environment === who.environment &&
  (event.is_public || who.isOperator === true || event.users.includes(who.user))

// What the live fields of all domains have in common. A live field is a subscription to one thing, such as an account.
// It has no REST form: GraphQL shows it, and REST has the stream of all events. Each item is made from one event, in
// the order of the log, and contains its id; after a disconnect a subscriber continues after the last id.
import { type TSchema, Type } from 'typebox'
import { EventId } from '../kernel/schema.ts'
import { toEnvelope } from './envelope.ts'
import type { LoggedEvent } from './event-log.ts'

/** The field of the input that names the event to continue after. */
export const after = Type.Optional(EventId)

/** The output of a live field. */
export const LiveItem = <Data extends TSchema>(data: Data) =>
  Type.Object({ event_id: EventId, data })

/** An item for each event with wanted data. */
export async function* toLiveItems<Data extends object>(
  events: AsyncIterable<LoggedEvent | undefined>,
  isWanted: (data: Data) => boolean,
): AsyncGenerator<{ readonly event_id: string; readonly data: Data } | undefined> {
  for await (const event of events) {
    const data = event && (dataOf(event) as Data)
    if (!event || !data) yield undefined
    else if (isWanted(data)) yield { event_id: event.id, data }
  }
}

/** The data of an event as in webhooks and the event stream. */
export const dataOf = (event: LoggedEvent): object => toEnvelope(event).data

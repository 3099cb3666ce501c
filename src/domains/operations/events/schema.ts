// Wire shapes of the event log.
import { Type } from 'typebox'
import { EventId } from '../../../kernel/schema.ts'

export const Event = Type.Object(
  {
    id: EventId,
    event_type: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown()),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Event', description: 'An event as webhooks deliver it, with the same id.' },
)

export const filterInput = {
  types: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 50,
      description:
        'Only events of these types, separated by commas: "transfer.completed,account.*". All types by default.',
    }),
  ),
  account_uuid: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only events about this account.' }),
  ),
}

export const EventPage = Type.Object(
  {
    data: Type.Array(Event, { maxItems: 500 }),
    meta: Type.Object(
      {
        next_after: Type.Union([EventId, Type.Null()], {
          description: 'Send this as `after` to read on, even when this page is empty.',
        }),
        has_more: Type.Boolean({ description: 'Whether more of the log can be read now.' }),
      },
      { $id: 'EventPageMeta' },
    ),
  },
  { $id: 'EventPage' },
)

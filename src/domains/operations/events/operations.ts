// Operations that read the event log: page by page, or live. Webhooks deliver the same events with the same ids.
import { Type } from 'typebox'
import { EventId } from '../../../kernel/schema.ts'
import { EventCursorLost } from '../../../operation/epochs.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation, defineSubscription } from '../../../operation/operation.ts'
import { reader } from '../../../operation/auth.ts'
import { streamErrors } from '../../../operation/stream-errors.ts'
import * as schema from './schema.ts'
import { type EventsOptions, listEvents, openStream } from './service.ts'

export const makeOperations = (options: EventsOptions) => [
  defineOperation({
    name: 'event.list',
    kind: 'query',
    summary:
      'Events about the caller’s accounts in order, from the first event or after a given one.',
    auth: reader,
    input: Type.Object({
      ...schema.filterInput,
      after: Type.Optional(EventId),
      since: Type.Optional(
        Type.String({ format: 'date-time', description: 'Only events from this time on.' }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: 500,
        default: 100,
        description: 'The largest number of events to return.',
      }),
    }),
    output: schema.EventPage,
    errors: [Invalid, NotFound, Forbidden, EventCursorLost],
    rest: [{ route: 'GET /api/v2/events', envelope: 'bare' }],
    exempt: { length: { '.data': 'By cursor, 500 at most.' } },
    handler: (input, ctx) => listEvents(input, ctx, options),
  }),
  defineSubscription({
    name: 'event.stream',
    summary:
      'The same events live, as server-sent events; `Last-Event-ID` or `after` resumes after an event. An item `stream.reset` says that events were lost by a restore.',
    auth: reader,
    input: Type.Object({ ...schema.filterInput, after: Type.Optional(EventId) }),
    output: schema.Event,
    errors: streamErrors,
    rest: [{ route: 'GET /api/v2/events/stream', envelope: 'stream' }],
    handler: (input, ctx) => openStream(input, ctx, options),
  }),
]

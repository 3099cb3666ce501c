// The events of the log itself. They are written by the function that starts an epoch (migration 0172).
import { Type } from 'typebox'
import { EventId } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

export const BankRestored = defineEvent({
  type: 'bank.restored',
  version: 1,
  summary:
    'The database was restored, or moved to another server: events with ids between the two were lost, if there were any, and what they say did not happen.',
  data: Type.Object({
    epoch: Type.Integer({ description: 'The number of the epoch of event ids that began.' }),
    last_event_id: EventId,
    first_event_id: EventId,
    restored_at: Type.String({ format: 'date-time' }),
  }),
})

// The events of governance. The event of a vote contains its power, never its choice.
import { Type } from 'typebox'
import { DateTime } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

/** Exactly one of the two is set: the poll or the proposal. */
const subject = {
  poll_uuid: Type.Optional(Type.String({ format: 'uuid' })),
  proposal_id: Type.Optional(Type.Integer()),
  title: Type.String(),
}

export const PollCreated = defineEvent({
  type: 'poll.created',
  version: 1,
  category: 'governance',
  summary: 'A poll or a proposal was created.',
  data: Type.Object({ ...subject, status: Type.String(), starts_at: DateTime, ends_at: DateTime }),
})

export const PollActivated = defineEvent({
  type: 'poll.activated',
  version: 1,
  category: 'governance',
  summary: 'A poll or a proposal was activated and takes votes from its start on.',
  data: Type.Object({ ...subject, starts_at: DateTime, ends_at: DateTime }),
})

export const PollCompleted = defineEvent({
  type: 'poll.completed',
  version: 1,
  category: 'governance',
  summary: 'A poll or a proposal ended and its votes were counted.',
  data: Type.Object({
    ...subject,
    status: Type.String(),
    participation_rate: Type.Number(),
    winning_option: Type.Union([Type.String(), Type.Null()]),
  }),
})

export const VoteCast = defineEvent({
  type: 'vote.cast',
  version: 1,
  category: 'governance',
  summary: 'A vote was cast; the event does not reveal the choice.',
  data: Type.Object({
    ...subject,
    voting_power: Type.String({ description: 'Decimal: GCU for a proposal, votes for a poll.' }),
    voted_at: DateTime,
  }),
})

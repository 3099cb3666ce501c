// What happens in governance. A vote is announced with its weight, never with its choice.
import { Type } from 'typebox'
import { DateTime } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

/** A poll or a proposal: exactly one of the two. */
const subject = {
  poll_uuid: Type.Optional(Type.String({ format: 'uuid' })),
  proposal_id: Type.Optional(Type.Integer()),
  title: Type.String(),
}

export const PollCreated = defineEvent({
  type: 'poll.created',
  version: 1,
  category: 'governance',
  summary: 'A poll or a proposal was made.',
  data: Type.Object({ ...subject, status: Type.String(), starts_at: DateTime, ends_at: DateTime }),
})

export const PollActivated = defineEvent({
  type: 'poll.activated',
  version: 1,
  category: 'governance',
  summary: 'A poll or a proposal takes votes, from its start on.',
  data: Type.Object({ ...subject, starts_at: DateTime, ends_at: DateTime }),
})

export const PollCompleted = defineEvent({
  type: 'poll.completed',
  version: 1,
  category: 'governance',
  summary: 'A vote is over and counted; of a proposal, also what came of it.',
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
  summary: 'Somebody voted; how is not told.',
  data: Type.Object({
    ...subject,
    voting_power: Type.String({ description: 'Decimal: GCU for a proposal, votes for a poll.' }),
    voted_at: DateTime,
  }),
})

// Errors of messages.
import { defineError } from '../../../operation/error.ts'

export const SelfMessage = defineError(
  'SELF_MESSAGE',
  400,
  () => 'An agent cannot send a message to itself; name another agent in to_agent_did.',
  {
    advice: 'Find the DID of the recipient with GET /api/agent-protocol/agents/discover.',
  },
)

export const NotAReply = defineError<{ reply_to: string }>(
  'NOT_A_REPLY',
  400,
  (d) => `"${d.reply_to.slice(0, 80)}" is not a message between these two agents.`,
  {
    advice:
      'Send in `reply_to` the `message_id` of a message between the same two agents, or leave it out to start a conversation.',
  },
)

export const NotTheRecipient = defineError<{ message_id: string }>(
  'NOT_THE_RECIPIENT',
  400,
  (d) => `Only the recipient of the message ${d.message_id} can acknowledge it.`,
  {
    advice:
      'Acknowledge with the DID in `to_agent_did` of the message, as that agent or its owner.',
  },
)

export const MessageNotAcknowledgeable = defineError<{ message_id: string; status: string }>(
  'MESSAGE_NOT_ACKNOWLEDGEABLE',
  400,
  (d) => `The message ${d.message_id} is ${d.status} and can no longer be acknowledged.`,
  {
    advice:
      'The acknowledgment timeout has passed. Send a reply instead: POST /api/agent-protocol/agents/{did}/messages with the id in `reply_to`.',
  },
)

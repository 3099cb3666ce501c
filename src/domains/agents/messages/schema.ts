// Wire shapes of messages, and the conversion of rows to them.
import { Type } from 'typebox'
import { isUuid } from '../../../kernel/uuid.ts'
import { boundedRecord, DateTime, freeForm, Nullable } from '../../../kernel/schema.ts'
import { messageLife } from './life-cycle.ts'
import { priorities } from './retry-schedule.ts'
import type { MessageRow, NewMessage } from './store.ts'

export const MessageStatus = messageLife.schema({
  $id: 'AgentMessageStatus',
  description: `What may happen to a message in each state. ${messageLife.summarize()}.`,
})
export const MessageType = Type.Enum(
  ['direct', 'broadcast', 'protocol', 'transaction', 'notification'],
  {
    $id: 'AgentMessageType',
    description: 'The kind of message; the bank treats all kinds alike.',
  },
)
export const Priority = Type.Enum([...priorities], {
  $id: 'AgentMessagePriority',
  description: 'How often a failed push is retried: critical 5 times, high 4, normal 3, low 2.',
})
export const MessageBox = Type.Enum(['inbox', 'outbox', 'all'], {
  default: 'all',
  description: 'Received messages, sent messages, or both.',
})

export const Payload = freeForm(
  { description: 'Any content, also none; at most 64 KB as JSON.' },
  { bytesMax: 65_536, levelsMax: 32 },
)
export const Headers = boundedRecord(Type.String({ maxLength: 1000 }), {
  maxProperties: 50,
  description: 'Texts about the payload; kept with the message, not sent as HTTP headers.',
})
export const MessageId = Type.String({ maxLength: 64, description: 'msg-<uuid>' })

const named = {
  message_id: Type.String(),
  from_agent_did: Type.String(),
  to_agent_did: Type.String(),
  message_type: MessageType,
  priority: Priority,
  status: MessageStatus,
  requires_acknowledgment: Type.Boolean(),
  correlation_id: Nullable(Type.String()),
  sent_at: DateTime,
}

export const SentMessage = Type.Object(named, { $id: 'SentAgentMessage' })

export const Message = Type.Object(
  {
    ...named,
    from_agent_id: Type.String({ format: 'uuid' }),
    to_agent_id: Type.String({ format: 'uuid' }),
    payload: Payload,
    headers: Headers,
    reply_to: Nullable(Type.String()),
    acknowledgment_timeout: Type.Integer({ description: 'Seconds after the delivery.' }),
    acknowledge_by: Nullable(DateTime),
    delivered_at: Nullable(DateTime),
    acknowledged_at: Nullable(DateTime),
    failed_at: Nullable(DateTime),
    retry_count: Type.Integer(),
    next_retry_at: Nullable(DateTime),
    metadata: Type.Object({
      sequence: Type.Integer({ description: 'Its number among all messages to the recipient.' }),
      last_error: Nullable(
        Type.String({ description: 'Why the last push failed; only the recipient sees it.' }),
      ),
    }),
  },
  { $id: 'AgentMessage' },
)

const PREFIX = 'msg-'

export const toMessageId = (uuid: string): string => PREFIX + uuid

/** Undefined when the text is not the id of a message. */
export function readMessageId(text: string): string | undefined {
  const uuid = text.startsWith(PREFIX) ? text.slice(PREFIX.length).toLowerCase() : ''
  return isUuid(uuid) ? uuid : undefined
}

/** The DIDs of agents by their ids. */
export type DidsById = ReadonlyMap<string, { readonly did: string }>

export const toSentMessage = (row: NewMessage, names: DidsById) => ({
  message_id: toMessageId(row.uuid),
  from_agent_did: names.get(row.from_agent_uuid)!.did,
  to_agent_did: names.get(row.to_agent_uuid)!.did,
  message_type: row.message_type,
  priority: row.priority,
  status: row.status,
  requires_acknowledgment: row.requires_acknowledgment,
  correlation_id: row.correlation_id,
  sent_at: row.sent_at,
})

/** The message as the viewer, one of its two agents, sees it. */
export const toMessage = (row: MessageRow, names: DidsById, viewer: string) => ({
  ...toSentMessage(row, names),
  from_agent_id: row.from_agent_uuid,
  to_agent_id: row.to_agent_uuid,
  payload: row.payload,
  headers: row.headers,
  reply_to: row.reply_to && toMessageId(row.reply_to),
  acknowledgment_timeout: row.acknowledgment_timeout,
  acknowledge_by: row.acknowledge_by,
  delivered_at: row.delivered_at,
  acknowledged_at: row.acknowledged_at,
  failed_at: row.failed_at,
  retry_count: row.retry_count,
  next_retry_at: row.next_retry_at,
  metadata: {
    sequence: row.sequence,
    last_error: viewer === row.to_agent_uuid ? row.last_error : null,
  },
})

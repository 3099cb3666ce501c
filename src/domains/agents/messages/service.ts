// The rules of messages: who may write to whom, what a reply is, and who may read and acknowledge.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { type AgentRow, checkActive, checkDid, getActingAgent, getAgent } from '../agents/index.ts'
import { SelfMessage, NotAReply, NotTheRecipient } from './errors.ts'
import { MessageAcknowledged, MessageReceived } from './events.ts'
import { messageLife, type MessageStatus } from './life-cycle.ts'
import { PUSH_JOB } from './push-deliveries.ts'
import type { Receipts } from './receipts.ts'
import { readMessageId, toMessage, toMessageId, toSentMessage } from './schema.ts'
import * as store from './store.ts'
import type { MessageRow, NewMessage } from './store.ts'
import { emitToSender, findParties } from './sender-events.ts'

export interface SendRequest {
  readonly to_agent_did: string
  readonly message_type: NewMessage['message_type']
  readonly payload: Record<string, unknown>
  readonly priority: NewMessage['priority']
  readonly requires_acknowledgment: boolean
  readonly acknowledgment_timeout: number
  readonly correlation_id?: string | null
  readonly reply_to?: string | null
  readonly headers?: Record<string, string>
}

export async function send(
  did: string,
  input: SendRequest,
  ctx: Context,
  jobs: Pick<Jobs, 'send'>,
) {
  const from = checkActive(await getActingAgent(did, ctx))
  if (checkDid(input.to_agent_did) === from.did) throw SelfMessage({})
  // An inactive or suspended recipient finds the message when it is active again.
  const to = await getAgent(input.to_agent_did, ctx)
  const replied = await findReplied(input.reply_to, from, to, ctx)
  const wants_push = to.endpoints.message !== undefined
  const { sequence, isLeased } = await store.takeNextSequence(ctx.tx, to.uuid)
  const message: NewMessage = {
    uuid: uuidv7(ctx.now),
    environment: from.environment,
    from_agent_uuid: from.uuid,
    to_agent_uuid: to.uuid,
    sequence,
    message_type: input.message_type,
    priority: input.priority,
    status: 'sent',
    payload: input.payload,
    headers: input.headers ?? {},
    requires_acknowledgment: input.requires_acknowledgment,
    acknowledgment_timeout: input.acknowledgment_timeout,
    // A reply joins the conversation of the message it replies to, unless it names another.
    correlation_id: input.correlation_id ?? replied?.correlation_id ?? null,
    reply_to: replied?.uuid ?? null,
    wants_push,
    sent_at: ctx.now.toISOString(),
  }
  await store.insertMessage(ctx.tx, message)
  // The holder of a lease checks for new messages before giving it up, so it needs no job.
  if (wants_push && !isLeased) await jobs.send(ctx.tx, PUSH_JOB, { agent: to.uuid })
  const names = new Map([from, to].map((agent) => [agent.uuid, agent]))
  const sent = toSentMessage(message, names)
  const data = { ...sent, reply_to: message.reply_to && toMessageId(message.reply_to) }
  ctx.emit(MessageReceived, data, { user_uuid: to.owner_uuid })
  return sent
}

async function findReplied(
  reply_to: string | null | undefined,
  from: AgentRow,
  to: AgentRow,
  ctx: Context,
): Promise<MessageRow | undefined> {
  if (reply_to === undefined || reply_to === null) return undefined
  const uuid = readMessageId(reply_to)
  const message = uuid && (await store.findMessage(ctx.tx, uuid, ctx.now))
  const pair = [from.uuid, to.uuid]
  if (!message || !pair.includes(message.from_agent_uuid) || !pair.includes(message.to_agent_uuid))
    throw NotAReply({ reply_to })
  return message
}

/** The sender and the recipient see the message; any other agent gets 404. */
function checkParty(
  message: MessageRow | undefined,
  message_id: string,
  agent: AgentRow,
): MessageRow {
  const isParty = message?.from_agent_uuid === agent.uuid || message?.to_agent_uuid === agent.uuid
  if (!message || !isParty) throw NotFound({ what: 'message', id: message_id })
  return message
}

/** Showing a message to its recipient delivers it. */
async function show(
  rows: readonly MessageRow[],
  reader: AgentRow,
  ctx: Context,
  receipts: Receipts,
) {
  const noted = await receipts.note(rows, reader.uuid, ctx)
  const names = await findParties(ctx.tx, noted)
  return noted.map((row) => toMessage(row, names, reader.uuid))
}

export interface MessageListRequest {
  readonly type: 'inbox' | 'outbox' | 'all'
  readonly status?: MessageStatus
  readonly unacknowledged_only: boolean
  readonly correlation_id?: string
  readonly after_sequence?: number
  readonly limit: number
}

export async function listMessages(
  did: string,
  filter: MessageListRequest,
  ctx: Context,
  receipts: Receipts,
) {
  const agent = await getActingAgent(did, ctx)
  // Each message has one number, in the inbox of its recipient.
  if (filter.after_sequence !== undefined && filter.type !== 'inbox')
    throw Invalid({ errors: { after_sequence: ['after_sequence needs the type inbox.'] } })
  const rows = await store.listMessages(ctx.tx, { ...filter, agent: agent.uuid }, ctx.now)
  const data = await show(rows, agent, ctx, receipts)
  return { data, meta: { agent_did: agent.did, count: data.length, filter } }
}

export async function getMessage(
  did: string,
  message_id: string,
  ctx: Context,
  receipts: Receipts,
) {
  const agent = await getActingAgent(did, ctx)
  const uuid = readMessageId(message_id)
  const found = uuid === undefined ? undefined : await store.findMessage(ctx.tx, uuid, ctx.now)
  const message = checkParty(found, message_id, agent)
  return (await show([message], agent, ctx, receipts))[0]!
}

export async function acknowledge(did: string, message_id: string, ctx: Context) {
  const agent = await getActingAgent(did, ctx)
  const uuid = readMessageId(message_id)
  const found = uuid === undefined ? undefined : await store.lockMessage(ctx.tx, uuid, ctx.now)
  const message = checkParty(found, message_id, agent)
  if (message.to_agent_uuid !== agent.uuid) throw NotTheRecipient({ message_id })
  const answer = (acknowledged_at: string, already_acknowledged: boolean) => ({
    message_id: toMessageId(message.uuid),
    status: 'acknowledged' as const,
    acknowledged_at,
    already_acknowledged,
  })
  if (message.acknowledged_at !== null) return answer(message.acknowledged_at, true)
  messageLife.check(message.status, 'acknowledge', { message_id })
  await store.markAcknowledged(ctx.tx, message.uuid, ctx.now)
  const acknowledged_at = ctx.now.toISOString()
  const agents = await findParties(ctx.tx, [message])
  emitToSender(MessageAcknowledged, message, { acknowledged_at }, agents, ctx)
  return answer(acknowledged_at, false)
}

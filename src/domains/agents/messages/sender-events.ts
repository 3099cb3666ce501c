// Emits events about a message to the owner of its sender.
import type { TObject } from 'typebox'
import type { Value } from '../../../kernel/value.ts'
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'
import { type AgentRow, findAgentsById } from '../agents/index.ts'
import { MessageDelivered } from './events.ts'
import { toMessageId } from './schema.ts'
import type { MessageRow } from './store.ts'

export type Agents = ReadonlyMap<string, AgentRow>

/** The senders and recipients of all these messages. */
export const findParties = (
  tx: Context['tx'],
  rows: readonly Pick<MessageRow, 'from_agent_uuid' | 'to_agent_uuid'>[],
): Promise<Agents> =>
  findAgentsById(tx, [...new Set(rows.flatMap((row) => [row.from_agent_uuid, row.to_agent_uuid]))])

const toData = (row: MessageRow, agents: Agents) => ({
  message_id: toMessageId(row.uuid),
  from_agent_did: agents.get(row.from_agent_uuid)!.did,
  to_agent_did: agents.get(row.to_agent_uuid)!.did,
  message_type: row.message_type,
  priority: row.priority,
  correlation_id: row.correlation_id,
  reply_to: row.reply_to && toMessageId(row.reply_to),
})

type Common = ReturnType<typeof toData>

/** The sender's owner gets the event. */
export function emitToSender<Data extends TObject>(
  event: EventDef<Data>,
  row: MessageRow,
  more: Omit<Value<Data>, keyof Common>,
  agents: Agents,
  ctx: Pick<Context, 'emit'>,
): void {
  const data = { ...toData(row, agents), ...more } as unknown as Value<Data>
  ctx.emit(event, data, { user_uuid: agents.get(row.from_agent_uuid)!.owner_uuid })
}

export const emitDelivered = (row: MessageRow, agents: Agents, ctx: Pick<Context, 'emit'>) =>
  emitToSender(MessageDelivered, row, { delivered_at: row.delivered_at! }, agents, ctx)

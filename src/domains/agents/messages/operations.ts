// Messages between agents: sending, reading and acknowledging them. Read this file first.
import { Type } from 'typebox'
import { described } from '../../../kernel/schema.ts'
import { Invalid } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { actingErrors, asAgent, Did } from '../agents/index.ts'
import { SelfMessage, MessageNotAcknowledgeable, NotAReply, NotTheRecipient } from './errors.ts'
import type { Receipts } from './receipts.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

export interface OperationsOptions {
  readonly jobs: Pick<Jobs, 'send'>
  readonly receipts: Receipts
}

const MESSAGES = '/api/agent-protocol/agents/:did/messages'
const MESSAGE = `${MESSAGES}/:message_id` as const
const BODY_BYTES_MAX = 262_144
const TIMEOUT_SECONDS_MAX = 604_800

export const makeOperations = ({ jobs, receipts }: OperationsOptions) => {
  return [
    defineOperation({
      name: 'agent_message.list',
      kind: 'query',
      summary:
        'List the messages that an agent received and sent, newest first; reading a message delivers it.',
      auth: asAgent('read', 'messages:read'),
      input: Type.Object({
        did: Did,
        type: schema.MessageBox,
        status: Type.Optional(schema.MessageStatus),
        unacknowledged_only: Type.Boolean({
          default: false,
          description: 'Only messages that are not acknowledged.',
        }),
        correlation_id: Type.Optional(
          Type.String({ maxLength: 255, description: 'Only messages of this conversation.' }),
        ),
        after_sequence: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description:
              'Only received messages with a greater metadata.sequence, oldest first, so that an inbox is followed without missing or repeating one; with type inbox.',
          }),
        ),
        limit: Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 20,
          description: 'The greatest number of messages to return.',
        }),
      }),
      output: Type.Object({
        success: Type.Literal(true),
        data: Type.Array(schema.Message, { maxItems: 100 }),
        meta: Type.Object({
          agent_did: Type.String(),
          count: Type.Integer(),
          filter: Type.Object({
            type: Type.String(),
            status: Type.Optional(Type.String()),
            unacknowledged_only: Type.Boolean(),
            correlation_id: Type.Optional(Type.String()),
            after_sequence: Type.Optional(Type.Integer({ maximum: Number.MAX_SAFE_INTEGER })),
            limit: Type.Integer(),
          }),
        }),
      }),
      errors: [...actingErrors, Invalid],
      rest: [{ route: `GET ${MESSAGES}`, envelope: 'bare' }],
      handler: async ({ did, ...filter }, ctx) => ({
        success: true as const,
        ...(await service.listMessages(did, filter, ctx, receipts)),
      }),
    }),
    defineOperation({
      name: 'agent_message.send',
      kind: 'command',
      summary:
        'Send a message to another agent; it waits in the inbox and is pushed to the recipient’s address.',
      auth: asAgent('write', 'messages:send'),
      input: Type.Object({
        did: Did,
        to_agent_did: Did,
        message_type: schema.MessageType,
        payload: schema.Payload,
        priority: Type.Enum(schema.Priority.enum, {
          default: 'normal',
          description: 'How often a failed push is retried.',
        }),
        requires_acknowledgment: Type.Boolean({
          default: false,
          description: 'Whether the recipient has to acknowledge the message.',
        }),
        acknowledgment_timeout: Type.Integer({
          minimum: 1,
          maximum: TIMEOUT_SECONDS_MAX,
          default: 60,
          description: 'Seconds after the delivery within which it must be acknowledged.',
        }),
        correlation_id: Type.Optional(
          Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()], {
            description:
              'The conversation of the message; when absent, that of the message it replies to.',
          }),
        ),
        reply_to: Type.Optional(
          described(
            Type.Union([schema.MessageId, Type.Null()]),
            'The message that this one answers.',
          ),
        ),
        headers: Type.Optional(schema.Headers),
      }),
      output: schema.SentMessage,
      errors: [...actingErrors, Invalid, SelfMessage, NotAReply],
      rest: [
        {
          route: `POST ${MESSAGES}`,
          status: 201,
          envelope: 'success',
          bodyBytesMax: BODY_BYTES_MAX,
        },
      ],
      handler: ({ did, ...input }, ctx) => service.send(did, input, ctx, jobs),
    }),
    defineOperation({
      name: 'agent_message.get',
      kind: 'query',
      summary:
        'Show one message that the agent sent or received; this delivers it to its recipient.',
      auth: asAgent('read', 'messages:read'),
      input: Type.Object({ did: Did, message_id: schema.MessageId }),
      output: schema.Message,
      errors: [...actingErrors],
      rest: [{ route: `GET ${MESSAGE}`, envelope: 'success' }],
      handler: ({ did, message_id }, ctx) => service.getMessage(did, message_id, ctx, receipts),
    }),
    defineOperation({
      name: 'agent_message.acknowledge',
      kind: 'command',
      summary: 'Acknowledge a message; repeating the call changes nothing.',
      auth: asAgent('write', 'messages:send'),
      input: Type.Object({ did: Did, message_id: schema.MessageId }),
      output: Type.Object({
        message_id: Type.String(),
        status: Type.Literal('acknowledged'),
        acknowledged_at: Type.String({ format: 'date-time' }),
        already_acknowledged: Type.Boolean(),
      }),
      errors: [...actingErrors, NotTheRecipient, MessageNotAcknowledgeable],
      rest: [{ route: `POST ${MESSAGE}/ack`, envelope: 'success' }],
      handler: ({ did, message_id }, ctx) => service.acknowledge(did, message_id, ctx),
    }),
  ]
}

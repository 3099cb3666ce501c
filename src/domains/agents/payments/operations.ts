// Payments between agents, in the specification's order. Read this file first.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { MetadataInput } from '../../../kernel/schema.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { agentsAllowed } from '../../../operation/spending.ts'
import { AgentHasNoAccount, actingErrors, asAgent, Did } from '../agents/index.ts'
import { agentAmountInput, moneyErrors, WrongParty } from '../escrow/index.ts'
import { InsufficientBalance } from '../../core/transfers/index.ts'
import { PaymentStateConflict, SelfPayment } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

const transaction_id = Type.String({ maxLength: 255, description: 'txn-<uuid>' })
const stepErrors = [...actingErrors, PaymentStateConflict, WrongParty]
const at = '/api/agent-protocol/agents/:did/payments' as const

export const makeOperations = (options: service.PaymentOptions) => [
  defineOperation({
    name: 'agent_payment.list',
    kind: 'query',
    summary: 'List the payments that an agent sent and received, newest first.',
    auth: asAgent('read', 'payments:read'),
    input: Type.Object({
      did: Did,
      status: Type.Optional(schema.PaymentStatusSchema),
      type: Type.Enum(['sent', 'received', 'all'], {
        default: 'all',
        description: 'Payments that the agent sent, received, or both.',
      }),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'The greatest number of payments to return.',
      }),
    }),
    output: Type.Object({
      success: Type.Literal(true),
      data: Type.Array(schema.Payment, { maxItems: 100 }),
      meta: Type.Object({
        agent_did: Type.String(),
        count: Type.Integer(),
        filter: Type.Object({
          type: Type.String(),
          status: Type.Optional(schema.PaymentStatusSchema),
        }),
      }),
    }),
    errors: [...actingErrors],
    rest: [{ route: `GET ${at}`, envelope: 'bare' }],
    handler: async (input, ctx) => {
      const { did, limit: _limit, ...filter } = input
      const data = await service.list(input, ctx, options)
      return { success: true as const, data, meta: { agent_did: did, count: data.length, filter } }
    },
  }),
  defineOperation({
    name: 'agent_payment.initiate',
    kind: 'command',
    summary: 'Start a payment to another agent: the money is reserved until it is confirmed.',
    auth: asAgent('write', 'payments:create'),
    spends: agentsAllowed,
    input: Type.Object({
      did: Did,
      to_agent_did: Did,
      ...agentAmountInput,
      description: Type.Optional(
        Type.String({ ...plainText(500), description: 'The purpose of the payment.' }),
      ),
      escrow_required: Type.Optional(
        Type.Boolean({ description: 'Whether an escrow holds the money until it is released.' }),
      ),
      metadata: Type.Optional(MetadataInput),
    }),
    output: schema.Payment,
    errors: [...actingErrors, SelfPayment, AgentHasNoAccount, InsufficientBalance, ...moneyErrors],
    rest: [{ route: `POST ${at}`, status: 201, envelope: 'success' }],
    handler: (input, ctx) => service.initiate(input, ctx, options),
  }),
  defineOperation({
    name: 'agent_payment.get',
    kind: 'query',
    summary: 'Show one payment to its sender or its receiver.',
    auth: asAgent('read', 'payments:read'),
    input: Type.Object({ did: Did, transaction_id }),
    output: schema.Payment,
    errors: [...actingErrors],
    rest: [{ route: `GET ${at}/:transaction_id`, envelope: 'success' }],
    handler: (input, ctx) => service.get(input, ctx, options),
  }),
  defineOperation({
    name: 'agent_payment.confirm',
    kind: 'command',
    summary: 'Confirm a pending payment: the receiver is paid.',
    auth: asAgent('write', 'payments:create'),
    spends: agentsAllowed,
    input: Type.Object({ did: Did, transaction_id }),
    output: schema.Payment,
    errors: [...stepErrors, AgentHasNoAccount, ...moneyErrors],
    rest: [{ route: `POST ${at}/:transaction_id/confirm`, envelope: 'success' }],
    handler: (input, ctx) => service.confirm(input, ctx, options),
  }),
  defineOperation({
    name: 'agent_payment.cancel',
    kind: 'command',
    summary: 'Cancel a pending payment: the reserved money is available again.',
    auth: asAgent('write', 'payments:cancel'),
    input: Type.Object({
      did: Did,
      transaction_id,
      reason: Type.Optional(
        Type.String({ ...plainText(500), description: 'The reason for cancelling.' }),
      ),
    }),
    output: Type.Object({
      ...schema.Payment.properties,
      reason: Type.String({ description: 'The reason for cancelling.' }),
    }),
    errors: [...stepErrors, ...moneyErrors],
    rest: [{ route: `POST ${at}/:transaction_id/cancel`, envelope: 'success' }],
    handler: async (input, ctx) => {
      const payment = await service.cancel(input, ctx, options)
      return { ...payment, reason: payment.cancellation_reason! }
    },
  }),
]

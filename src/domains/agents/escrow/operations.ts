// Escrows between agents, in the specification's order, then ours. Read this file first.
import { Type } from 'typebox'
import { PER_PAGE_MAX, RowsOf } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { MetadataInput, described } from '../../../kernel/schema.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { agentsAllowed } from '../../../operation/spending.ts'
import { AgentHasNoAccount, actingErrors, asAgent, Did } from '../agents/index.ts'
import { dispute, resolve } from './disputes.ts'
import {
  ConditionsNotMet,
  EscrowOfPayment,
  EscrowStateConflict,
  NotCovered,
  WrongParty,
  NotTheResolver,
  UnilateralResolutionNotAllowed,
  ResolverNotNeutral,
  SameAgent,
} from './errors.ts'
import { agentAmountInput, moneyErrors } from './money.ts'
import type { EscrowOptions } from './parties.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

const escrow_id = Type.String({ maxLength: 255, description: 'escrow-<uuid>' })
const stepErrors = [...actingErrors, EscrowStateConflict, EscrowOfPayment, WrongParty]
const at = '/api/agent-protocol/escrow' as const
/** Escrows shown of each agent, where many agents are shown. */
const NEWEST_MAX = 20

export const makeOperations = (options: EscrowOptions) => [
  defineOperation({
    name: 'escrow.create',
    kind: 'command',
    summary: 'Create an escrow between two agents; no money moves yet.',
    auth: asAgent('write', 'escrow:create'),
    input: Type.Object({
      buyer_did: Did,
      seller_did: Did,
      ...agentAmountInput,
      conditions: Type.Optional(
        described(schema.Conditions, 'What the seller promises, in words.'),
      ),
      release_conditions: Type.Optional(
        described(schema.Conditions, 'What must be met before the money is released, in words.'),
      ),
      timeout_seconds: Type.Integer({
        minimum: 3600,
        maximum: 2_592_000,
        default: 86_400,
        description:
          'From an hour to thirty days; at expiry, reserved money goes back to the buyer.',
      }),
      dispute_resolution_did: Type.Optional(
        Type.Union([Did, Type.Null()], {
          description:
            'An agent that may release the money and that decides disputes; its owner must own neither side.',
        }),
      ),
      metadata: Type.Optional(MetadataInput),
    }),
    output: schema.Escrow,
    errors: [...actingErrors, SameAgent, ResolverNotNeutral],
    rest: [{ route: `POST ${at}`, status: 201, envelope: 'success' }],
    handler: (input, ctx) => service.create(input, ctx, options),
  }),
  defineOperation({
    name: 'escrow.get',
    kind: 'query',
    summary: 'Show one escrow with its dispute to its buyer, seller or resolver.',
    auth: asAgent('read', 'escrow:read'),
    input: Type.Object({ escrow_id }),
    output: schema.Escrow,
    errors: [NotFound],
    rest: [{ route: `GET ${at}/:escrow_id`, envelope: 'success' }],
    handler: (input, ctx) => service.get(input.escrow_id, ctx, options),
  }),
  defineOperation({
    name: 'escrow.fund',
    kind: 'command',
    summary: 'Reserve the buyer’s money for an escrow.',
    auth: asAgent('write', 'escrow:create'),
    spends: agentsAllowed,
    input: Type.Object({ escrow_id, funder_did: Did }),
    output: schema.FundedEscrow,
    errors: [...stepErrors, NotCovered, AgentHasNoAccount, ...moneyErrors],
    rest: [{ route: `POST ${at}/:escrow_id/fund`, envelope: 'success' }],
    handler: (input, ctx) => service.fund(input.escrow_id, input.funder_did, ctx, options),
  }),
  defineOperation({
    name: 'escrow.release',
    kind: 'command',
    summary: 'Pay the seller what an escrow holds.',
    auth: asAgent('write', 'escrow:release'),
    spends: agentsAllowed,
    input: Type.Object({
      escrow_id,
      releaser_did: Type.Optional(Did),
      conditions_met: Type.Optional(
        described(schema.Conditions, 'Which release conditions are met now.'),
      ),
    }),
    output: schema.ReleasedEscrow,
    errors: [...stepErrors, ConditionsNotMet, AgentHasNoAccount, ...moneyErrors],
    rest: [{ route: `POST ${at}/:escrow_id/release`, envelope: 'success' }],
    handler: (input, ctx) => service.release(input.escrow_id, input, ctx, options),
  }),
  defineOperation({
    name: 'escrow.dispute',
    kind: 'command',
    summary: 'Dispute an escrow; its money waits until the dispute is resolved.',
    auth: asAgent('write', 'escrow:dispute'),
    input: Type.Object({
      escrow_id,
      disputer_did: Did,
      reason: Type.String({ minLength: 1, maxLength: 1000, description: 'What is wrong.' }),
      evidence: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 4000 }), {
          maxItems: 50,
          description: 'Texts or links that support the dispute.',
        }),
      ),
    }),
    output: schema.DisputedEscrow,
    errors: [...stepErrors, ...moneyErrors],
    rest: [{ route: `POST ${at}/:escrow_id/dispute`, envelope: 'success' }],
    handler: (input, ctx) => dispute(input.escrow_id, input, ctx, options),
  }),
  defineOperation({
    name: 'escrow.resolve',
    kind: 'command',
    summary: 'Decide a dispute: all to the seller, all back to the buyer, or a split.',
    auth: asAgent('write', 'escrow:dispute'),
    spends: agentsAllowed,
    input: Type.Object({
      escrow_id,
      resolver_did: Did,
      resolution_type: schema.ResolutionTypeSchema,
      split_percentage: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 100,
          description: 'The buyer’s share, rounded down; the rest is the seller’s.',
        }),
      ),
      reason: Type.Optional(
        Type.String({ minLength: 1, maxLength: 1000, description: 'The reason for the decision.' }),
      ),
    }),
    output: schema.ResolvedEscrow,
    errors: [
      ...stepErrors,
      NotTheResolver,
      UnilateralResolutionNotAllowed,
      AgentHasNoAccount,
      ...moneyErrors,
    ],
    rest: [{ route: `POST ${at}/:escrow_id/resolve`, envelope: 'success' }],
    handler: (input, ctx) => resolve(input.escrow_id, input, ctx, options),
  }),
  defineOperation({
    name: 'escrow.list',
    kind: 'query',
    summary: 'List the escrows of the caller’s agents, newest first.',
    auth: asAgent('read', 'escrow:read'),
    input: Type.Object({
      status: Type.Optional(schema.EscrowStatusSchema),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'The greatest number of escrows to return.',
      }),
    }),
    output: Type.Object({
      success: Type.Literal(true),
      data: Type.Array(schema.Escrow, { maxItems: 100 }),
      meta: Type.Object({
        count: Type.Integer(),
        filter: Type.Object({ status: Type.Optional(schema.EscrowStatusSchema) }),
      }),
    }),
    errors: [],
    rest: [{ route: `GET ${at}`, envelope: 'bare' }],
    handler: async ({ limit, ...filter }, ctx) => {
      const data = await service.list({ ...filter, limit }, ctx, options)
      return { success: true as const, data, meta: { count: data.length, filter } }
    },
  }),
  defineOperation({
    name: 'escrow.list_of_many',
    kind: 'query',
    summary: 'The newest escrows of each of several agents of the caller.',
    auth: asAgent('read', 'escrow:read'),
    input: Type.Object({
      dids: Type.Array(Type.String({ maxLength: 255 }), { maxItems: PER_PAGE_MAX }),
      limit: Type.Integer({ minimum: 1, maximum: NEWEST_MAX, default: 5 }),
    }),
    output: Type.Object({
      data: RowsOf(
        Type.Object({
          did: Type.String(),
          escrows: Type.Array(schema.Escrow, { maxItems: NEWEST_MAX }),
        }),
      ),
    }),
    errors: [],
    rest: [],
    graphql: {
      relations: [
        {
          types: ['Agent'],
          field: 'escrows',
          description:
            'The newest escrows in which the agent takes part, of those that the caller may see.',
          by: 'did',
          keys: ['dids', 'did'],
          show: 'escrows',
          first: { usual: 5, most: 20 },
        },
      ],
    },
    handler: async (input, ctx) => ({ data: await service.listOfMany(input, ctx, options) }),
  }),
  defineOperation({
    name: 'escrow.cancel',
    kind: 'command',
    summary:
      'Cancel an escrow: the buyer can before it is funded, the seller afterwards; reserved money goes back to the buyer.',
    auth: asAgent('write', 'escrow:create'),
    input: Type.Object({
      escrow_id,
      reason: Type.Optional(
        Type.String({ ...plainText(500), description: 'The reason for cancelling.' }),
      ),
    }),
    output: schema.CancelledEscrow,
    errors: [...stepErrors, ...moneyErrors],
    rest: [{ route: `POST ${at}/:escrow_id/cancel`, envelope: 'success' }],
    handler: (input, ctx) => service.cancel(input.escrow_id, input.reason, ctx, options),
  }),
]

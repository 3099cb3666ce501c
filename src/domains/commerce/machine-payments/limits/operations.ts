// The operations of spending limits of agents. There are two kinds with different wire shapes: limits for
// payments on any rail, and limits for endpoints.
import { Type } from 'typebox'
import { pageInput, PageOf } from '../../../../kernel/page.ts'
import type { Value } from '../../../../kernel/value.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { reader, remover, writer } from '../../../../operation/auth.ts'
import { NotFound } from '../../../../operation/error.ts'
import * as endpointSchema from '../endpoints/schema.ts'
import * as limits from './service.ts'
import * as schema from '../schema.ts'

export const makeRailLimitOperations = () => [
  defineOperation({
    name: 'mpp_limit.list',
    kind: 'query',
    summary:
      'The spending limits of the caller’s agents for requests, with the amounts spent today.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object(pageInput),
    output: PageOf(schema.Limit),
    errors: [],
    rest: [{ route: 'GET /api/v1/mpp/spending-limits', envelope: 'success_page' }],
    graphql: { schema: 'mpp' },
    handler: async (page, ctx) => {
      const { data, ...rest } = await limits.listLimits(limits.onRails, page, ctx)
      return { ...rest, data: data.map(toRailLimit) }
    },
  }),
  defineOperation({
    name: 'mpp_limit.set',
    kind: 'command',
    summary:
      'Set an agent’s spending limit for requests; omitted fields keep their value or default.',
    auth: [{ by: 'user', scope: 'write' }],
    input: Type.Object(schema.limitInput),
    output: schema.Limit,
    errors: [],
    rest: [{ route: 'POST /api/v1/mpp/spending-limits', status: 201, envelope: 'success' }],
    graphql: { schema: 'mpp' },
    handler: async ({ agent_id, daily_limit, per_tx_limit, auto_pay }, ctx) => {
      const change = {
        daily_limit: toUnits(daily_limit),
        per_payment_limit: toUnits(per_tx_limit),
        auto_pay,
      }
      return toRailLimit(await limits.setLimit(limits.onRails, agent_id, change, ctx))
    },
  }),
]

export const makeEndpointLimitOperations = () => [
  defineOperation({
    name: 'x402_limit.list',
    kind: 'query',
    summary:
      'The spending limits of the caller’s agents for endpoints, with the amounts spent today.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(endpointSchema.Limit),
    errors: [],
    rest: [{ route: 'GET /api/v2/x402/spending-limits', envelope: 'page' }],
    graphql: { field: 'x402SpendingLimits' },
    handler: async (page, ctx) => {
      const { data, ...rest } = await limits.listLimits(limits.onEndpoints, page, ctx)
      return { ...rest, data: data.map(toEndpointLimit) }
    },
  }),
  defineOperation({
    name: 'x402_limit.set',
    kind: 'command',
    summary:
      'Set an agent’s spending limit for endpoints; omitted fields keep their value or default.',
    auth: writer,
    input: Type.Object(endpointSchema.limitInput),
    output: endpointSchema.Limit,
    errors: [],
    rest: [{ route: 'POST /api/v2/x402/spending-limits', status: 201, envelope: 'data' }],
    graphql: { field: 'setX402SpendingLimit' },
    handler: async ({ agent_id, ...given }, ctx) =>
      toEndpointLimit(await limits.setLimit(limits.onEndpoints, agent_id, toChange(given), ctx)),
  }),
  defineOperation({
    name: 'x402_limit.get',
    kind: 'query',
    summary: 'One agent’s spending limit for endpoints, with the amount spent today.',
    auth: reader,
    input: Type.Object({ agent_id: endpointSchema.agentId }),
    output: endpointSchema.Limit,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/x402/spending-limits/:agent_id', envelope: 'data' }],
    graphql: { field: 'x402SpendingLimit' },
    handler: async ({ agent_id }, ctx) =>
      toEndpointLimit(await limits.getLimit(limits.onEndpoints, agent_id, ctx)),
  }),
  defineOperation({
    name: 'x402_limit.update',
    kind: 'command',
    summary: 'Change an agent’s spending limit for endpoints.',
    auth: writer,
    input: Type.Object({ agent_id: endpointSchema.agentId, ...endpointSchema.limitSettings }),
    output: endpointSchema.Limit,
    errors: [NotFound],
    rest: [{ route: 'PUT /api/v2/x402/spending-limits/:agent_id', envelope: 'data' }],
    graphql: { field: 'updateX402SpendingLimit' },
    handler: async ({ agent_id, ...given }, ctx) =>
      toEndpointLimit(await limits.updateLimit(limits.onEndpoints, agent_id, toChange(given), ctx)),
  }),
  defineOperation({
    name: 'x402_limit.delete',
    kind: 'command',
    summary: 'Remove an agent’s spending limit for endpoints.',
    auth: remover,
    input: Type.Object({ agent_id: endpointSchema.agentId }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v2/x402/spending-limits/:agent_id', envelope: 'none' }],
    graphql: { field: 'deleteX402SpendingLimit' },
    handler: async ({ agent_id }, ctx) => {
      await limits.deleteLimit(limits.onEndpoints, agent_id, ctx)
      return null
    },
  }),
]

const toUnits = (given: string | number | undefined): bigint | undefined =>
  given === undefined ? undefined : BigInt(given)

function toRailLimit(limit: limits.Limit) {
  return {
    agent_id: limit.agent_id,
    daily_limit: Number(limit.daily_limit),
    per_tx_limit: Number(limit.per_payment_limit),
    auto_pay: limit.auto_pay,
    approval_above: limits.APPROVAL_ABOVE,
    spent_today: Number(limit.spent),
    remaining_today: Number(limit.remaining),
    currency: 'USD',
    resets_at: limit.resets_at,
    created_at: limit.created_at,
    updated_at: limit.updated_at,
  }
}

const EndpointLimitSettings = Type.Object(endpointSchema.limitSettings)

const toChange = (given: Value<typeof EndpointLimitSettings>): limits.LimitChange => ({
  agent_type: given.agent_type,
  daily_limit: toUnits(given.daily_limit),
  per_payment_limit: toUnits(given.per_transaction_limit),
  auto_pay: given.auto_pay_enabled,
})

function toEndpointLimit(limit: limits.Limit) {
  const daily = BigInt(limit.daily_limit)
  const spent = BigInt(limit.spent)
  return {
    // Limits for endpoints always have an id and an agent type.
    id: limit.id!,
    agentType: limit.agent_type!,
    agentId: limit.agent_id,
    dailyLimit: limit.daily_limit,
    spentToday: limit.spent,
    perTransactionLimit: limit.per_payment_limit,
    autoPayEnabled: limit.auto_pay,
    remainingBudget: String(limit.remaining),
    spentPercentage: daily === 0n ? 0 : Number((spent * 10_000n) / daily) / 100,
    limitResetsAt: limit.resets_at,
    createdAt: limit.created_at,
    updatedAt: limit.updated_at,
  }
}

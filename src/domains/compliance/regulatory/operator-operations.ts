// The operations on decisions and on the enforcement of the travel rule, for operators.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { operator } from '../../../operation/auth.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { getDecision, listDecisions, replayDecision, toDecision } from './decisions.ts'
import type { Enforcement } from './checks/enforcement.ts'
import { UnknownRulesVersion } from './errors.ts'
import { reasonInput } from './sanctions/schema.ts'
import * as schema from './schema.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the decision.' })

export const makeOperatorOperations = (enforcement: Enforcement) => [
  defineOperation({
    name: 'regulatory_decision.list',
    kind: 'query',
    summary: 'The decisions of the rules, newest first, with everything they were made from.',
    auth: operator,
    input: Type.Object({ ...pageInput, kind: Type.Optional(schema.DecisionKind) }),
    output: PageOf(schema.Decision),
    errors: [],
    rest: [{ route: 'GET /api/regtech/decisions', envelope: 'success_page' }],
    handler: (input, ctx) => listDecisions(input, ctx),
  }),
  defineOperation({
    name: 'regulatory_decision.get',
    kind: 'query',
    summary: 'One decision of the rules, with everything it was made from.',
    auth: operator,
    input: Type.Object({ id }),
    output: schema.Decision,
    errors: [NotFound],
    rest: [{ route: 'GET /api/regtech/decisions/:id', envelope: 'success' }],
    handler: async (input, ctx) => toDecision(await getDecision(input.id, ctx)),
  }),
  defineOperation({
    name: 'regulatory_decision.replay',
    kind: 'query',
    summary: 'Replay a decision under the rules of its version, and compare the results.',
    auth: operator,
    input: Type.Object({ id }),
    output: schema.Replay,
    errors: [NotFound, UnknownRulesVersion],
    rest: [{ route: 'POST /api/regtech/decisions/:id/replay', envelope: 'success' }],
    handler: (input, ctx) => replayDecision(input.id, ctx),
  }),
  defineOperation({
    name: 'travel_rule.enforcement',
    kind: 'query',
    summary: 'Whether transfers to others need a travel-rule check.',
    auth: operator,
    input: Type.Object({}),
    output: schema.EnforcementState,
    errors: [],
    rest: [{ route: 'GET /api/regtech/travel-rule/enforcement', envelope: 'success' }],
    graphql: { schema: 'travel-rule' },
    handler: (_input, { caller: { environment } }) => ({
      ...enforcement.read(environment),
      environment,
    }),
  }),
  defineOperation({
    name: 'travel_rule.enforce',
    kind: 'command',
    summary: 'Switch the enforcement of the travel rule on or off, from the next transfer on.',
    auth: operator,
    subject: { read: (_input, ctx) => enforcement.readStored(ctx) },
    input: Type.Object({
      enabled: Type.Boolean({ description: 'Whether transfers to others need a check.' }),
      reason: reasonInput,
    }),
    output: schema.EnforcementState,
    errors: [],
    rest: [{ route: 'PUT /api/regtech/travel-rule/enforcement', envelope: 'success' }],
    graphql: { schema: 'travel-rule' },
    handler: async ({ enabled, reason }, ctx) => ({
      ...(await enforcement.change(enabled, reason, ctx)),
      environment: ctx.caller.environment,
    }),
  }),
]

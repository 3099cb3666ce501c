// The operations with which operators switch parts of the bank off and on and set its rate limits.
import { Type } from 'typebox'
import { operator, operatorInPerson } from '../../../operation/auth.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import * as schema from './schema.ts'
import { type Controls, SWITCH_OPERATION } from './service.ts'

export const makeOperations = (controls: Controls) => [
  defineOperation({
    name: 'feature.list',
    kind: 'query',
    summary: 'What operators can switch off, and what is off now.',
    auth: operator,
    input: Type.Object({}),
    output: Type.Array(schema.Feature, { maxItems: 100 }),
    errors: [],
    rest: [{ route: 'GET /api/v2/features', envelope: 'data' }],
    exempt: { pages: 'The domains are declared.' },
    handler: (_input, ctx) => controls.listFeatures(ctx),
  }),
  defineOperation({
    name: SWITCH_OPERATION,
    kind: 'command',
    summary:
      'Switch a part of the bank off or on again. While it is off, customers can read but change nothing there; operators can.',
    auth: operatorInPerson,
    subject: 'feature.list',
    input: Type.Object({
      feature: Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'A name from the list of features.',
      }),
      on: Type.Boolean({ description: 'false switches it off, true on again.' }),
      reason: schema.Reason,
    }),
    output: schema.Feature,
    errors: [NotFound],
    rest: [{ route: 'PUT /api/v2/features/:feature', envelope: 'data' }],
    handler: (input, ctx) => controls.switchFeature(input, ctx),
  }),
  defineOperation({
    name: 'rate_limits.get',
    kind: 'query',
    summary: 'The rate limits in effect, and those of the environment.',
    auth: operator,
    input: Type.Object({}),
    output: schema.RateLimits,
    errors: [],
    rest: [{ route: 'GET /api/v2/rate-limits', envelope: 'data' }],
    graphql: { field: 'rateLimits' },
    handler: (_input, ctx) => controls.describeLimits(ctx),
  }),
  defineOperation({
    name: 'rate_limits.set',
    kind: 'command',
    summary:
      'Set the rate limits of all callers, effective at once on every node. Omitted limits return to the value of the environment.',
    auth: operatorInPerson,
    subject: 'rate_limits.get',
    input: Type.Object({
      ...Type.Partial(Type.Object(schema.limitFields)).properties,
      reason: schema.Reason,
    }),
    output: schema.RateLimits,
    errors: [],
    rest: [{ route: 'PUT /api/v2/rate-limits', envelope: 'data' }],
    graphql: { field: 'setRateLimits' },
    handler: (input, ctx) => controls.setLimits(input, ctx),
  }),
]

// How much agents may pay for requests with their owner's bearer beside the payment.
import { Type } from 'typebox'
import { pageInput, PageOf } from '../../../kernel/page.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { listLimits, setLimit } from './limits.ts'
import * as schema from './schema.ts'

export const makeLimitOperations = () => [
  defineOperation({
    name: 'mpp_limit.list',
    kind: 'query',
    summary: 'How much the caller’s agents may pay for requests, and have paid today.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object(pageInput),
    output: PageOf(schema.Limit),
    errors: [],
    rest: [{ route: 'GET /api/v1/mpp/spending-limits', envelope: 'success_page' }],
    handler: (page, ctx) => listLimits(page, ctx),
  }),
  defineOperation({
    name: 'mpp_limit.set',
    kind: 'command',
    summary: 'Say how much an agent may pay for requests; what is not said stays, or is as usual.',
    auth: [{ by: 'user', scope: 'write' }],
    input: Type.Object(schema.limitInput),
    output: schema.Limit,
    errors: [],
    rest: [{ route: 'POST /api/v1/mpp/spending-limits', status: 201, envelope: 'success' }],
    handler: ({ agent_id, ...change }, ctx) => setLimit(agent_id, change, ctx),
  }),
]

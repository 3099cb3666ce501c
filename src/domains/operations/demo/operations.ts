// The operations of the demo data: anyone may load it into an empty bank in sandbox mode, as anyone may sign up there and
// deposit money.
import { Type } from 'typebox'
import { defineOperation } from '../../../operation/operation.ts'
import { DemoNotPossible } from './errors.ts'
import { DemoLoad } from './schema.ts'
import { type DemoOptions, describeLoad, startLoad } from './service.ts'

export const makeOperations = (options: DemoOptions) => [
  defineOperation({
    name: 'demo.get',
    kind: 'query',
    summary: 'Whether the demo data can be loaded into this bank, and how far the load is.',
    auth: 'public',
    input: Type.Object({}),
    output: DemoLoad,
    errors: [],
    rest: [{ route: 'GET /api/v2/demo', envelope: 'data' }],
    handler: (_input, ctx) => describeLoad(ctx, options),
  }),
  defineOperation({
    name: 'demo.load',
    kind: 'command',
    summary:
      'Load the demo data into an empty bank in sandbox mode: five users and their last three months.',
    auth: 'public',
    input: Type.Object({}),
    output: DemoLoad,
    errors: [DemoNotPossible],
    rest: [{ route: 'POST /api/v2/demo', status: 202, envelope: 'data' }],
    handler: (_input, ctx) => startLoad(ctx, options),
  }),
]

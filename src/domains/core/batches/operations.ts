// Batches of the bank's own work, for operators. Read this file first.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import {
  defineOperation,
  type Envelope,
  type Method,
  type Route,
} from '../../../operation/operation.ts'
import { operatorsOnly } from '../../../operation/spending.ts'
import { operator } from '../../../operation/auth.ts'
import { BatchNotCancellable } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

const routes = (method: Method, path: string, envelope: Envelope, status?: number): Route[] =>
  ['/api', '/api/v2'].map((prefix) => ({
    route: `${method} ${prefix as '/api'}/batch-operations${path}`,
    envelope,
    ...(status !== undefined && { status }),
  }))

const batch_id = Type.String({ maxLength: 255, description: 'batch_ and a uuid.' })
const day = Type.Optional(
  Type.String({ format: 'date', description: 'Made on this day or after.' }),
)

export const makeOperations = (options: service.BatchOptions) => [
  defineOperation({
    name: 'batch.execute',
    kind: 'command',
    summary: 'Run operations of the bank over many accounts, now or at a given time.',
    auth: operator,
    spends: operatorsOnly,
    input: Type.Object(schema.executeInput),
    output: schema.BatchStarted,
    errors: [Invalid],
    rest: routes('POST', '/execute', 'bare', 202),
    handler: (input, ctx) => service.executeBatch(input, ctx, options),
  }),
  defineOperation({
    name: 'batch.list',
    kind: 'query',
    summary: 'All batches, newest first.',
    auth: operator,
    input: Type.Object({
      status: Type.Optional(schema.BatchStatus),
      date_from: day,
      date_to: Type.Optional(
        Type.String({ format: 'date', description: 'Made on this day or before.' }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'At most so many batches.',
      }),
      offset: Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        default: 0,
        description: 'So many are passed over first.',
      }),
    }),
    output: schema.BatchList,
    errors: [],
    rest: routes('GET', '', 'bare'),
    handler: (input, ctx) => service.listStates(input, ctx),
  }),
  defineOperation({
    name: 'batch.status',
    kind: 'query',
    summary: 'How far a batch is, what came of each operation, and what was undone.',
    auth: operator,
    input: Type.Object({ batch_id }),
    output: schema.BatchState,
    errors: [NotFound],
    rest: routes('GET', '/:batch_id/status', 'data'),
    handler: (input, ctx) => service.getState(input.batch_id, ctx),
  }),
  defineOperation({
    name: 'batch.cancel',
    kind: 'command',
    summary: 'Stop a batch that is not over, and undo what it paid unless told otherwise.',
    auth: operator,
    input: Type.Object({
      batch_id,
      reason: Type.Optional(
        Type.String({ ...plainText(500), description: 'Why it is cancelled.' }),
      ),
      compensate: Type.Boolean({
        default: true,
        description: 'Whether payments already made are undone.',
      }),
    }),
    output: schema.BatchCancelled,
    errors: [NotFound, BatchNotCancellable],
    rest: routes('POST', '/:batch_id/cancel', 'bare'),
    handler: (input, ctx) => service.cancelBatch(input, ctx, options),
  }),
]

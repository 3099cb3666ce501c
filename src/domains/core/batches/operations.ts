// Operations with which operators start, watch and cancel batches. Read this file first.
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

const batch_id = Type.String({
  maxLength: 255,
  description: 'The id of the batch: batch_ and a uuid.',
})
const dateFrom = Type.Optional(
  Type.String({ format: 'date', description: 'Only batches created on this day or later.' }),
)

export const makeOperations = (options: service.BatchOptions) => [
  defineOperation({
    name: 'batch.execute',
    kind: 'command',
    summary: 'Run bank operations over many accounts, now or at a given time.',
    auth: operator,
    spends: operatorsOnly,
    input: Type.Object(schema.executeInput),
    output: schema.BatchStarted,
    errors: [Invalid],
    rest: routes('POST', '/execute', 'bare', 202),
    graphql: { field: 'createBatchJob' },
    exempt: {
      subject: 'The batch lists its items, and the ledger what they moved.',
      guards: 'Fees, interest and maintenance, which are the bank’s own.',
      debt: 'Fees and interest of the bank, which name each account that was left out.',
      names: { '.batch_name': 'A batch.' },
    },
    handler: (input, ctx) => service.executeBatch(input, ctx, options),
  }),
  defineOperation({
    name: 'batch.list',
    kind: 'query',
    summary: 'All batches, newest first.',
    auth: operator,
    input: Type.Object({
      status: Type.Optional(schema.BatchStatus),
      date_from: dateFrom,
      date_to: Type.Optional(
        Type.String({
          format: 'date',
          description: 'Only batches created on this day or earlier.',
        }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'The most batches to return.',
      }),
      offset: Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        default: 0,
        description: 'The number of batches to skip first.',
      }),
    }),
    output: schema.BatchList,
    errors: [],
    rest: routes('GET', '', 'bare'),
    graphql: { field: 'batchJobs' },
    handler: (input, ctx) => service.listStates(input, ctx),
  }),
  defineOperation({
    name: 'batch.status',
    kind: 'query',
    summary:
      'The progress of a batch, the result of each operation, and the payments that were undone.',
    auth: operator,
    input: Type.Object({ batch_id }),
    output: schema.BatchState,
    errors: [NotFound],
    rest: routes('GET', '/:batch_id/status', 'data'),
    graphql: { field: 'batchJob', args: { id: 'batch_id' } },
    handler: (input, ctx) => service.getState(input.batch_id, ctx),
  }),
  defineOperation({
    name: 'batch.cancel',
    kind: 'command',
    summary: 'Stop a batch that has not ended, and undo its payments unless compensate is false.',
    auth: operator,
    subject: 'batch.status',
    input: Type.Object({
      batch_id,
      reason: Type.Optional(
        Type.String({ ...plainText(500), description: 'The reason for the cancellation.' }),
      ),
      compensate: Type.Boolean({
        default: true,
        description: 'Whether payments already made are undone.',
      }),
    }),
    output: schema.BatchCancelled,
    errors: [NotFound, BatchNotCancellable],
    rest: routes('POST', '/:batch_id/cancel', 'bare'),
    graphql: { field: 'cancelBatchJob' },
    handler: (input, ctx) => service.cancelBatch(input, ctx, options),
  }),
]

// The operations behind the first page of operators.
import { Type } from 'typebox'
import { operator } from '../../../operation/auth.ts'
import { defineOperation } from '../../../operation/operation.ts'
import type { WorkQueue } from '../../../operation/work-queue.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import * as schema from './schema.ts'
import { describeBank, listQueues } from './service.ts'

export interface OverviewOptions {
  readonly assets: AssetCatalogue
  /** The queues of all domains. */
  readonly queues: () => readonly WorkQueue[]
}

const at = '/api/v2/bank'

export const makeOperations = ({ assets, queues }: OverviewOptions) => [
  defineOperation({
    name: 'bank_overview.get',
    kind: 'query',
    summary:
      'What the bank holds and owes by asset, what came in, went out and was paid on each day, and how many customers moved money.',
    auth: operator,
    input: Type.Object({
      days: Type.Integer({
        minimum: 1,
        maximum: schema.DAYS_MAX,
        default: 30,
        description: 'The number of days up to today (UTC) for volumes and customers.',
      }),
    }),
    output: schema.BankOverview,
    errors: [],
    rest: [{ route: `GET ${at}/overview`, envelope: 'data' }],
    exempt: { length: { '.assets': 'One for each asset.' } },
    handler: ({ days }, ctx) => describeBank(days, ctx, assets),
  }),
  defineOperation({
    name: 'work_queue.list',
    kind: 'query',
    summary: 'What waits for operators: each queue with its count, by title.',
    auth: operator,
    input: Type.Object({}),
    output: Type.Array(schema.WorkQueue, { maxItems: 100 }),
    errors: [],
    rest: [{ route: `GET ${at}/work-queues`, envelope: 'data' }],
    exempt: { pages: 'The domains declare them.' },
    handler: (_input, ctx) => listQueues(ctx, queues()),
  }),
]

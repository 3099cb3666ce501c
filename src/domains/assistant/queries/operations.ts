// Operations that answer questions about the caller's transactions, in plain words or by fields. Read this file first.
import { type Static, type TSchema, Type } from 'typebox'
import { readExactJson } from '../../../kernel/json.ts'
import { Invalid } from '../../../operation/error.ts'
import type { LongWork } from '../../../operation/long-work.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { reader } from '../../../operation/auth.ts'
import { tasksOf } from '../../../platform/workers.ts'
import { analysisInput, queryInput, SpendingAnalysis, TransactionQueryResult } from './schema.ts'
import type * as tasks from './tasks.ts'

const task = tasksOf<typeof tasks>(new URL('./tasks.ts', import.meta.url))

function read<Schema extends TSchema>(answered: tasks.Answered, _schema: Schema): Static<Schema> {
  if ('errors' in answered) throw Invalid({ errors: answered.errors })
  return readExactJson(answered.json) as Static<Schema>
}

export const makeOperations = (work: LongWork) => [
  defineOperation({
    name: 'transaction.query',
    kind: 'query',
    summary: 'Find transactions by a sentence or by fields, with their sums.',
    auth: reader,
    input: Type.Object(queryInput),
    output: TransactionQueryResult,
    errors: [Invalid],
    rest: [{ route: 'POST /api/ai/query/transactions', envelope: 'success' }],
    heavy: true,
    handler: async (input, { caller, now }) =>
      read(await work(task('query'), { input, caller, now }, caller), TransactionQueryResult),
  }),
  defineOperation({
    name: 'spending.analysis',
    kind: 'query',
    summary: 'Spending in a period by category, day and merchant, with trends and notable facts.',
    auth: reader,
    input: Type.Object(analysisInput),
    output: SpendingAnalysis,
    errors: [Invalid],
    rest: [{ route: 'POST /api/ai/query/spending-analysis', envelope: 'success' }],
    heavy: true,
    handler: async (input, { caller, now }) =>
      read(await work(task('analyse'), { input, caller, now }, caller), SpendingAnalysis),
  }),
]

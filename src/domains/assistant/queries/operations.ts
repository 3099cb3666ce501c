// Operations that answer questions about the caller's transactions, in plain words or by fields. Read this file first.
import { Type } from 'typebox'
import { Invalid } from '../../../operation/error.ts'
import type { LongWork } from '../../../operation/long-work.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { reader } from '../../../operation/auth.ts'
import { makeAiOperations } from './ai-queries/operations.ts'
import { readAnswer, task } from './task-results.ts'
import { analysisInput, queryInput, SpendingAnalysis, TransactionQueryAnswer } from './schema.ts'

export const makeOperations = (work: LongWork) => [
  defineOperation({
    name: 'transaction.query',
    kind: 'query',
    summary: 'Find transactions by a sentence or by fields, with their sums.',
    auth: reader,
    input: Type.Object(queryInput),
    output: TransactionQueryAnswer,
    errors: [Invalid],
    rest: [{ route: 'POST /api/ai/query/transactions', envelope: 'success' }],
    exempt: {
      length: {
        '.filters_used.asset_not':
          'A question has at most 500 characters, which bounds the names in it.',
        '.filters_used.category_not':
          'A question has at most 500 characters, which bounds the names in it.',
        '.filters_used.recipient_not':
          'A question has at most 500 characters, which bounds the names in it.',
        '.comparison.unconverted': 'One for each asset.',
        '.summary.by_asset': 'One for each asset.',
        '.summary.unconverted': 'One for each asset.',
      },
    },
    heavy: true,
    handler: async (input, { caller, now }) =>
      readAnswer(await work(task('query'), { input, caller, now }, caller), TransactionQueryAnswer),
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
    graphql: { schema: 'spending' },
    exempt: {
      length: {
        '.filters_used.asset_not':
          'A question has at most 500 characters, which bounds the names in it.',
        '.filters_used.category_not':
          'A question has at most 500 characters, which bounds the names in it.',
        '.filters_used.recipient_not':
          'A question has at most 500 characters, which bounds the names in it.',
        '.unconverted': 'One for each asset.',
      },
    },
    heavy: true,
    handler: async (input, { caller, now }) =>
      readAnswer(await work(task('analyse'), { input, caller, now }, caller), SpendingAnalysis),
  }),
  ...makeAiOperations(work),
]

// Questions in plain words, or field by field, about one's own transactions. Read this file first.
import { Type } from 'typebox'
import { Invalid } from '../../operation/error.ts'
import { defineOperation } from '../../operation/operation.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { analyseSpending } from './analysis.ts'
import {
  analysisInput,
  LIMIT_BY_DEFAULT,
  queryInput,
  SpendingAnalysis,
  TransactionQueryResult,
} from './schema.ts'
import { queryTransactions } from './search.ts'

const reader = [{ by: 'user', scope: 'read' }] as const

export const makeOperations = (assets: AssetCatalogue) => [
  defineOperation({
    name: 'transaction.query',
    kind: 'query',
    summary: 'Find transactions by a sentence or by fields, with what they add up to.',
    auth: reader,
    input: Type.Object(queryInput),
    output: TransactionQueryResult,
    errors: [Invalid],
    rest: [{ route: 'POST /api/ai/query/transactions', envelope: 'success' }],
    handler: ({ limit = LIMIT_BY_DEFAULT, ...input }, ctx) =>
      queryTransactions(input, limit, ctx, assets),
  }),
  defineOperation({
    name: 'spending.analysis',
    kind: 'query',
    summary: 'What was spent in a period: on what, when, with whom, and what stands out.',
    auth: reader,
    input: Type.Object(analysisInput),
    output: SpendingAnalysis,
    errors: [Invalid],
    rest: [{ route: 'POST /api/ai/query/spending-analysis', envelope: 'success' }],
    handler: (input, ctx) => analyseSpending(input, ctx, assets),
  }),
]

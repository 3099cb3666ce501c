// Operations that answer a question in plain words and keep it, list such questions, and show transactions with risk
// scores.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { reader } from '../../../../operation/auth.ts'
import { Invalid, TooManyConcurrentRequests, Unavailable } from '../../../../operation/error.ts'
import type { LongWork } from '../../../../operation/long-work.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import * as schema from './schema.ts'
import { readAnswer, task } from '../task-results.ts'
import * as service from './service.ts'
import { TransactionQueryAnswer } from '../schema.ts'

export const makeAiOperations = (work: LongWork) => [
  defineOperation({
    name: 'ai_query.ask',
    kind: 'command',
    summary: 'Answer a question about transactions in plain words, and keep it in the history.',
    auth: reader,
    input: schema.AskInput,
    output: schema.AskedQuestion,
    errors: [Invalid, TooManyConcurrentRequests, Unavailable],
    rest: [
      { route: 'POST /api/v2/ai/query', envelope: 'data' },
      { route: 'POST /api/v2/v2/ai/query', envelope: 'data' },
    ],
    exempt: { length: 'A question has at most 500 characters, which bounds the names in it.' },
    prepare: async ({ query, context = {} }, { caller, now }) =>
      readAnswer(
        await work(task('query'), { input: { ...context, query }, caller, now }, caller),
        TransactionQueryAnswer,
      ),
    handler: ({ query }, ctx, found) => service.keepQuestion(query, found, ctx),
  }),
  defineOperation({
    name: 'ai_query.list',
    kind: 'query',
    summary: 'List the questions that the caller asked in plain words, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.PastQuestion),
    errors: [],
    rest: [
      { route: 'GET /api/v2/ai/queries', envelope: 'page' },
      { route: 'GET /api/v2/v2/ai/queries', envelope: 'page' },
    ],
    exempt: { length: 'A question has at most 500 characters, which bounds the names in it.' },
    handler: (input, ctx) => service.listQuestions(input, ctx),
  }),
  defineOperation({
    name: 'ai_transaction.query',
    kind: 'query',
    summary: 'Find transactions by a sentence, with risk scores, flags and figures about them.',
    auth: reader,
    input: schema.InsightQuery,
    output: schema.TransactionInsights,
    errors: [Invalid],
    rest: [{ route: 'POST /api/v1/ai/transactions', envelope: 'data' }],
    exempt: { length: { '.analytics.unconverted': 'One for each asset.' } },
    heavy: true,
    handler: async ({ query, account_id, options = {} }, { caller, now }) => {
      const input = {
        query,
        ...(account_id !== undefined && { account_uuid: account_id }),
        include_analytics: options.include_analytics ?? true,
        include_risk_scores: options.include_risk_scores ?? true,
        max_results: options.max_results ?? schema.RESULTS_BY_DEFAULT,
        format: options.format ?? ('detailed' as const),
      }
      const answered = await work(task('insights'), { input, caller, now }, caller)
      if ('errors' in answered && answered.errors.account_uuid)
        throw Invalid({ errors: { account_id: ['You have no account with this id.'] } })
      const found = readAnswer(answered, Insights)
      return { query_id: service.toQueryId(uuidv7(now)), ...found }
    },
  }),
]

/** The worker gives no ids. */
const Insights = Type.Omit(schema.TransactionInsights, ['query_id'])

// Operations that answer a question in plain words and keep it, list such questions, and show transactions with risk
// scores.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Value } from '../../../../kernel/value.ts'
import { reader } from '../../../../operation/auth.ts'
import { Invalid, TooManyConcurrentRequests, Unavailable } from '../../../../operation/error.ts'
import type { LongWork } from '../../../../operation/long-work.ts'
import { type Context, defineOperation } from '../../../../operation/operation.ts'
import * as schema from './schema.ts'
import { readAnswer, task } from '../task-results.ts'
import { addQuestion, type Asker, type HistoryRow, listQuestions, pruneQuestions } from './store.ts'
import { TransactionQueryResult } from '../schema.ts'

/** The number of newest questions kept per user. */
export const QUESTIONS_KEPT = 200

const askerOf = ({ caller }: Context): Asker => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})

const toQueryId = (uuid: string): string => `aiq_${uuid.replaceAll('-', '')}`

const toPast = (row: HistoryRow): Value<typeof schema.PastQuestion> => ({
  query_id: toQueryId(row.id),
  query: row.query,
  intent: row.intent,
  confidence: Number(row.confidence),
  answer: row.answer,
  filters: row.filters,
  created_at: new Date(row.created_at).toISOString(),
})

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
    exempt: { length: 'A sentence has 500 letters.' },
    prepare: async ({ query, context = {} }, { caller, now }) =>
      readAnswer(
        await work(task('query'), { input: { ...context, query }, caller, now }, caller),
        TransactionQueryResult,
      ),
    handler: async ({ query }, ctx, found) => {
      const { query_parsed, filters_used, nl_summary, transactions } = found
      const id = uuidv7(ctx.now)
      const row = {
        query,
        intent: query_parsed?.intent ?? 'unknown',
        confidence: query_parsed?.confidence ?? 0.2,
        answer: [nl_summary, query_parsed?.explanation].filter(Boolean).join(' '),
        filters: filters_used,
      }
      await addQuestion(ctx.tx, { ...row, ...askerOf(ctx), id, created_at: ctx.now })
      await pruneQuestions(ctx.tx, askerOf(ctx), QUESTIONS_KEPT)
      return {
        query_id: toQueryId(id),
        ...row,
        results: transactions,
        created_at: ctx.now.toISOString(),
      }
    },
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
    exempt: { length: 'A sentence has 500 letters.' },
    handler: async (input, ctx) => {
      const { rows, total } = await listQuestions(ctx.tx, askerOf(ctx), input)
      return toPage(rows.map(toPast), total, input)
    },
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
      return { query_id: toQueryId(uuidv7(now)), ...found }
    },
  }),
]

/** The worker gives no ids. */
const Insights = Type.Omit(schema.TransactionInsights, ['query_id'])

// Questions in plain words: keeps each with its answer, and lists the caller's own.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Value } from '../../../../kernel/value.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { TransactionQueryAnswer } from '../schema.ts'
import type { PastQuestion } from './schema.ts'
import * as store from './store.ts'
import type { Asker, HistoryRow } from './store.ts'

/** The number of newest questions kept per user. */
export const QUESTIONS_KEPT = 200

const askerOf = ({ caller }: Context): Asker => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})

export const toQueryId = (uuid: string): string => `aiq_${uuid.replaceAll('-', '')}`

export async function keepQuestion(
  query: string,
  found: Value<typeof TransactionQueryAnswer>,
  ctx: Context,
) {
  const { query_parsed, filters_used, nl_summary, transactions } = found
  const id = uuidv7(ctx.now)
  const row = {
    query,
    intent: query_parsed?.intent ?? 'unknown',
    confidence: query_parsed?.confidence ?? 0.2,
    answer: [nl_summary, query_parsed?.explanation].filter(Boolean).join(' '),
    filters: filters_used,
  }
  await store.addQuestion(ctx.tx, { ...row, ...askerOf(ctx), id, created_at: ctx.now })
  await store.pruneQuestions(ctx.tx, askerOf(ctx), QUESTIONS_KEPT)
  return {
    query_id: toQueryId(id),
    ...row,
    results: transactions,
    created_at: ctx.now.toISOString(),
  }
}

export async function listQuestions(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listQuestions(ctx.tx, askerOf(ctx), page)
  return toPage(rows.map(toPast), total, page)
}

const toPast = (row: HistoryRow): Value<typeof PastQuestion> => ({
  query_id: toQueryId(row.id),
  query: row.query,
  intent: row.intent,
  confidence: Number(row.confidence),
  answer: row.answer,
  filters: row.filters,
  created_at: new Date(row.created_at).toISOString(),
})

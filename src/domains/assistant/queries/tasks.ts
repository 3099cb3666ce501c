// Answers a question in a worker thread. The answer crosses threads as JSON text, because numbers beyond a double
// stay exact in it. Errors in the question are returned rather than thrown, because a thrown error loses its type on
// the way between threads.
import type { Caller } from '../../../operation/caller.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { TaskTools } from '../../../platform/workers.ts'
import { AssetCatalogue } from '../../core/assets/for-tasks.ts'
import { analyseSpending } from './analysis.ts'
import { findInsights, type InsightInput } from './ai-queries/insights.ts'
import type { QuestionContext, QuestionInput } from './question.ts'
import { queryTransactions } from './service.ts'

export interface QuestionTask<Input = QuestionInput> {
  readonly input: Input
  readonly caller: Caller
  readonly now: Date
}

export type QuestionResult =
  | { readonly json: string }
  | { readonly errors: Record<string, string[]> }

export const query = (asked: QuestionTask, tools: TaskTools) =>
  answer(asked, tools, queryTransactions)

export const analyse = (asked: QuestionTask, tools: TaskTools) =>
  answer(asked, tools, analyseSpending)

export const insights = (asked: QuestionTask<InsightInput>, tools: TaskTools) =>
  answer(asked, tools, findInsights)

async function answer<Input>(
  { input, caller, now }: QuestionTask<Input>,
  { db }: TaskTools,
  find: (input: Input, ctx: QuestionContext, assets: AssetCatalogue) => Promise<object>,
): Promise<QuestionResult> {
  const assets = new AssetCatalogue()
  await assets.load(db, now)
  try {
    return { json: JSON.stringify(await find(input, { caller, now, tx: db }, assets)) }
  } catch (error) {
    if (!(error instanceof AppError) || error.def.code !== Invalid.code) throw error
    return error.details as { errors: Record<string, string[]> }
  }
}

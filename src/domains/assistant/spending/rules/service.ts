// Changes users' rules. Each change begins a new view, so that the rules apply at once and to old transactions too:
// sums that were made under other rules are no longer read, and a job makes new ones.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { ownerOf } from '../../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type BudgetOptions, checkSoon } from '../budgets/service.ts'
import { EXCHANGE, OWN_TRANSFERS, toCategory } from '../categories.ts'
import { TooManyRules } from '../errors.ts'
import { VIEWS_JOB } from '../sums/aggregation.ts'
import { wordsOf } from './labels.ts'
import * as store from './store.ts'
import type { RuleContent, RuleRow } from './store.ts'

/** The maximum of rules per user. */
export const RULES_MAX = 100
const WORDS_MAX = 5
export const PRIORITY_BY_DEFAULT = 100

export interface RuleInput {
  readonly reference?: string | null
  readonly counterparty_account?: string | null
  readonly category?: string | null
  readonly merchant?: string | null
  readonly priority?: number
}

export async function createRule(input: RuleInput, ctx: Context, options: BudgetOptions) {
  const content = readContent(input, undefined)
  const person = ownerOf(ctx)
  await store.lockOwner(ctx.tx, person)
  if ((await store.countRules(ctx.tx, person)) >= RULES_MAX) throw TooManyRules({ most: RULES_MAX })
  await store.retireView(ctx.tx, person)
  const row = await store.insertRule(
    ctx.tx,
    { ...person, ...content, id: uuidv7(ctx.now) },
    ctx.now,
  )
  await beginView(ctx, options)
  return toRule(row)
}

/** Omitted fields keep their value; null removes one. */
export async function changeRule(
  id: string,
  input: RuleInput,
  ctx: Context,
  options: BudgetOptions,
) {
  const person = ownerOf(ctx)
  await store.lockOwner(ctx.tx, person)
  const content = readContent(input, await getRule(id, ctx))
  await store.retireView(ctx.tx, person)
  const row = await store.updateRule(ctx.tx, id.toLowerCase(), content, ctx.now)
  await beginView(ctx, options)
  return toRule(row)
}

export async function deleteRule(id: string, ctx: Context, options: BudgetOptions): Promise<void> {
  const person = ownerOf(ctx)
  await store.lockOwner(ctx.tx, person)
  const row = await getRule(id, ctx)
  await store.retireView(ctx.tx, person)
  await store.deleteRule(ctx.tx, row.id)
  await beginView(ctx, options)
}

export async function listRules(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listRules(ctx.tx, ownerOf(ctx), page)
  return toPage(rows.map(toRule), total, page)
}

/** Another user's rule is reported as not found. */
export async function getRule(id: string, ctx: Pick<Context, 'caller' | 'tx'>): Promise<RuleRow> {
  const row = isUuid(id) ? await store.findRule(ctx.tx, ownerOf(ctx), id) : undefined
  if (!row) throw NotFound({ what: 'spending rule', id })
  return row
}

/** Users without rules share one view. */
async function beginView(ctx: Context, options: BudgetOptions): Promise<void> {
  const person = ownerOf(ctx)
  if ((await store.countRules(ctx.tx, person)) > 0)
    await store.insertView(ctx.tx, person, uuidv7(ctx.now), ctx.now)
  await options.jobs.send(ctx.tx, VIEWS_JOB, {})
  await checkSoon(ctx, options)
}

function readContent(input: RuleInput, before: RuleRow | undefined): RuleContent {
  const { reference, counterparty_account, category, merchant } = input
  const errors: Record<string, string[]> = {}
  const words =
    reference === undefined ? (before?.words ?? []) : [...new Set(wordsOf(reference ?? ''))]
  const isNothing = typeof reference === 'string' && words.length === 0
  if (isNothing) errors.reference = ['The reference must have a word of letters or digits.']
  if (words.length > WORDS_MAX) errors.reference = [`Name at most ${WORDS_MAX} different words.`]
  const content: RuleContent = {
    priority: input.priority ?? before?.priority ?? PRIORITY_BY_DEFAULT,
    words,
    counterparty:
      counterparty_account === undefined
        ? (before?.counterparty ?? null)
        : (counterparty_account?.toLowerCase() ?? null),
    category:
      category === undefined
        ? (before?.category ?? null)
        : category === null
          ? null
          : toCategory(category),
    merchant: merchant === undefined ? (before?.merchant ?? null) : (merchant?.trim() ?? null),
  }
  if (content.category === EXCHANGE || content.category === OWN_TRANSFERS)
    errors.category = [`The bank itself assigns ${content.category}; choose another name.`]
  if (words.length === 0 && content.counterparty === null)
    errors.reference ??= ['Name words of the reference, a counterparty account, or both.']
  if (content.category === null && content.merchant === null)
    errors.category ??= ['Give a category, a merchant, or both.']
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
  return content
}

export const toRule = (row: RuleRow) => ({
  id: row.id,
  reference: row.words.length === 0 ? null : row.words.join(' '),
  counterparty_account: row.counterparty,
  category: row.category,
  merchant: row.merchant,
  priority: row.priority,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

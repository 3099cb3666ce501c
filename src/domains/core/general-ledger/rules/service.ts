// The rules of posting rules: which events they may name, and why they never name an account that the ledger core
// feeds. Such an account shows the core's money already, so a rule on it would count the money twice.
import { toPage, type PageRequest } from '../../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readAsset } from '../../assets/index.ts'
import { requireBookkeeper } from '../access.ts'
import { findAccount } from '../accounts/store.ts'
import { readSide } from '../amounts.ts'
import { findFeedOf } from '../chart.ts'
import { refuse } from '../days.ts'
import { lockJournal } from '../entries/store.ts'
import { PostingRuleExists, TooManyPostingRules } from '../errors.ts'
import * as events from '../events.ts'
import { ruleLife } from '../life-cycle.ts'
import type { LedgerOptions } from '../options.ts'
import * as store from './store.ts'
import type { ApplicationRow, RuleRow } from './store.ts'

/** The number of posting rules that one environment may have. */
export const RULES_MAX = 100

export interface RuleOptions extends LedgerOptions {
  /** Every event of the bank. */
  readonly events: () => readonly EventDef[]
}

export interface NewRuleRequest {
  readonly name: string
  readonly trigger_event: string
  readonly debit_account: string
  readonly credit_account: string
  readonly amount_expression: string
  readonly currency_expression: string
  readonly priority: number
}

const EVENT_FIELD = /^event\.([a-z0-9_]+)$/

/** The field of the event that an expression names; undefined for a plain value. */
export const fieldOf = (expression: string): string | undefined => EVENT_FIELD.exec(expression)?.[1]

export async function createRule(request: NewRuleRequest, ctx: Context, options: RuleOptions) {
  const { environment } = ctx.caller
  checkTrigger(request, options)
  checkExpressions(request, options)
  for (const field of ['debit_account', 'credit_account'] as const)
    await checkAccount(request[field], field, ctx)
  if (request.debit_account === request.credit_account)
    throw refuse('credit_account', 'A rule debits one account and credits another.')
  // The lock keeps the number of rules within its limit.
  await lockJournal(ctx.tx, environment)
  if ((await store.countRules(ctx.tx, environment)) >= RULES_MAX)
    throw TooManyPostingRules({ most: RULES_MAX })
  const { name, trigger_event, debit_account, credit_account } = request
  const row = await store.insertRule(
    ctx.tx,
    {
      id: uuidv7(ctx.now),
      environment,
      name,
      trigger_event,
      debit_account,
      credit_account,
      amount_expression: request.amount_expression,
      currency_expression: request.currency_expression,
      priority: request.priority,
      created_by: ctx.caller.user ?? null,
    },
    ctx.now,
  )
  if (!row) throw PostingRuleExists({ name })
  ctx.emit(events.PostingRuleCreated, toEventData(row), { user_uuid: ctx.caller.user })
  return toRule(row)
}

/** Entries of rules are events too: a rule on them would trigger itself for ever. */
function checkTrigger({ trigger_event }: NewRuleRequest, options: RuleOptions): void {
  if (!options.events().some((event) => event.type === trigger_event))
    throw refuse('trigger_event', `There is no event ${trigger_event}.`)
  if (Object.values(events).some((event) => event.type === trigger_event))
    throw refuse(
      'trigger_event',
      `The general ledger itself emits ${trigger_event}; choose another event.`,
    )
}

function checkExpressions(request: NewRuleRequest, options: RuleOptions): void {
  const { amount_expression, currency_expression, trigger_event } = request
  const known = new Set(
    options
      .events()
      .filter((event) => event.type === trigger_event)
      .flatMap((event) => Object.keys(event.data.properties)),
  )
  for (const [name, expression] of Object.entries({ amount_expression, currency_expression })) {
    const field = fieldOf(expression)
    if (field !== undefined && !known.has(field))
      throw refuse(
        name,
        `The event ${trigger_event} has no field ${field}; it has ${[...known].join(', ')}.`,
      )
  }
  if (fieldOf(currency_expression) === undefined) {
    const asset = readAsset(options.assets, currency_expression, 'currency_expression')
    const isPlain = fieldOf(amount_expression) === undefined
    if (isPlain && readSide(amount_expression, asset, 'amount_expression') === 0n)
      throw refuse('amount_expression', 'The amount must be greater than zero.')
  } else if (
    fieldOf(amount_expression) === undefined &&
    !/^\d{1,15}(\.\d{1,4})?$/.test(amount_expression)
  )
    throw refuse('amount_expression', 'The amount must be a decimal number such as "12.50".')
}

async function checkAccount(code: string, field: string, ctx: Context): Promise<void> {
  const account = await findAccount(ctx.tx, ctx.caller.environment, code)
  if (!account) throw refuse(field, `There is no account ${code} in the chart.`)
  if (!account.is_active) throw refuse(field, `The account ${code} is not active.`)
  const feed = findFeedOf(code)
  if (feed)
    throw refuse(
      field,
      `The account ${code} shows ${feed} of the ledger core already; a rule on it would count that money twice.`,
    )
}

export async function getRule(id: string, { tx, caller }: Context) {
  const row = isUuid(id)
    ? await store.findRule(tx, caller.environment, id.toLowerCase())
    : undefined
  if (!row) throw NotFound({ what: 'posting rule', id })
  return toRule(row)
}

export async function changeRule(id: string, action: 'activate' | 'deactivate', ctx: Context) {
  const row = isUuid(id)
    ? await store.lockRule(ctx.tx, ctx.caller.environment, id.toLowerCase())
    : undefined
  if (!row) throw NotFound({ what: 'posting rule', id })
  const { to } = ruleLife.check(row.status, action, row)
  const since = action === 'activate' ? { active_since: ctx.now } : {}
  const changed = await store.updateRule(ctx.tx, row.id, { status: to, ...since }, ctx.now)
  const event = action === 'activate' ? events.PostingRuleActivated : events.PostingRuleDeactivated
  ctx.emit(event, toEventData(changed), { user_uuid: row.created_by ?? ctx.caller.user })
  return toRule(changed)
}

export async function listRules(
  request: PageRequest & { readonly status?: RuleRow['status'] },
  ctx: Context,
  { mode }: RuleOptions,
) {
  requireBookkeeper(mode, ctx.caller)
  const { rows, total } = await store.listRules(ctx.tx, ctx.caller.environment, request)
  return toPage(rows.map(toRule), total, request)
}

export async function listApplications(
  {
    id,
    ...request
  }: PageRequest & { readonly id: string; readonly status?: ApplicationRow['status'] },
  ctx: Context,
  { mode }: RuleOptions,
) {
  requireBookkeeper(mode, ctx.caller)
  const rule = isUuid(id)
    ? await store.findRule(ctx.tx, ctx.caller.environment, id.toLowerCase())
    : undefined
  if (!rule) throw NotFound({ what: 'posting rule', id })
  const { rows, total } = await store.listApplications(ctx.tx, rule.id, request)
  return toPage(
    rows.map(({ event_id, status, entry_id, problem, amount, currency, occurred_at }) => ({
      event_id,
      status,
      entry_id,
      problem,
      amount,
      currency,
      occurred_at,
    })),
    total,
    request,
  )
}

const toEventData = ({ id, name, trigger_event }: RuleRow) => ({ id, name, trigger_event })

const toRule = (row: RuleRow) => ({
  id: row.id,
  name: row.name,
  trigger_event: row.trigger_event,
  debit_account: row.debit_account,
  credit_account: row.credit_account,
  amount_expression: row.amount_expression,
  currency_expression: row.currency_expression,
  priority: row.priority,
  is_active: row.status === 'active',
  status: row.status,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

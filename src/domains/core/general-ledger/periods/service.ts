// The rules of accounting periods: no day belongs to two of them, they are closed in their order, and a closed
// period never changes again unless an operator reopens it.
import { endOfDay } from '../../../../kernel/days.ts'
import { toPage } from '../../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { requireBookkeeper } from '../access.ts'
import { listChart } from '../accounts/store.ts'
import { computePositions, netOf, type Position } from '../balances.ts'
import { RETAINED_EARNINGS } from '../chart.ts'
import { refuse } from '../days.ts'
import { LINES_MAX, reverse, writeEntry } from '../entries/service.ts'
import { listClosingEntries, lockJournal, type NewLine } from '../entries/store.ts'
import { EarlierPeriodOpen, LaterPeriodClosed, PeriodExists, PeriodNotOver } from '../errors.ts'
import { PeriodClosedEvent, PeriodOpened, PeriodReopened } from '../events.ts'
import { periodLife } from '../life-cycle.ts'
import { booksOf, type LedgerOptions } from '../options.ts'
import * as store from './store.ts'
import type { PeriodRow } from './store.ts'

export interface NewPeriodRequest {
  readonly name: string
  readonly starts_on: string
  readonly ends_on: string
}

const FIRST_DAY = '1970-01-02'
const LAST_DAY = '2999-12-31'

export async function openPeriod(request: NewPeriodRequest, ctx: Context, options: LedgerOptions) {
  requireBookkeeper(options.mode, ctx.caller)
  const { name, starts_on, ends_on } = request
  if (starts_on < FIRST_DAY)
    throw refuse('starts_on', `The first day must be ${FIRST_DAY} or later.`)
  if (ends_on > LAST_DAY) throw refuse('ends_on', `The last day must be ${LAST_DAY} or earlier.`)
  if (starts_on > ends_on)
    throw refuse('ends_on', `The last day, ${ends_on}, is before the first, ${starts_on}.`)
  const { environment } = ctx.caller
  await lockJournal(ctx.tx, environment)
  const rival = await store.findOverlappingPeriod(ctx.tx, { environment, ...request })
  if (rival) throw PeriodExists(rival)
  const row = await store.insertPeriod(ctx.tx, {
    id: uuidv7(ctx.now),
    environment,
    name,
    starts_on,
    ends_on,
    created_by: ctx.caller.user ?? null,
    created_at: ctx.now,
  })
  ctx.emit(PeriodOpened, toEventData(row), { user_uuid: ctx.caller.user })
  return toPeriod(row)
}

const toEventData = ({ id, name, starts_on, ends_on, status }: PeriodRow) => ({
  id,
  name,
  starts_on,
  ends_on,
  status,
})

const toPeriod = (row: PeriodRow) => ({
  id: row.id,
  name: row.name,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  status: row.status,
  created_at: row.created_at,
  closed_at: row.closed_at,
  reopened_at: row.reopened_at,
  reopen_reason: row.reopen_reason,
})

export async function listPeriods(
  request: Parameters<typeof store.listPeriods>[2],
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  const { rows, total } = await store.listPeriods(ctx.tx, ctx.caller.environment, request)
  return toPage(rows.map(toPeriod), total, request)
}

export async function getPeriod(id: string, ctx: Context): Promise<PeriodRow> {
  const row = isUuid(id)
    ? await store.findPeriod(ctx.tx, ctx.caller.environment, id.toLowerCase())
    : undefined
  if (!row) throw NotFound({ what: 'accounting period', id })
  return row
}

export async function describePeriod(id: string, ctx: Context, options: LedgerOptions) {
  requireBookkeeper(options.mode, ctx.caller)
  return toPeriod(await getPeriod(id, ctx))
}

/** No transaction lasts as long, so a move that is dated earlier is committed by now or never will be. */
const SETTLED_MS = 60_000

export async function closePeriod(
  { id, close_result }: { readonly id: string; readonly close_result: boolean },
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  await lockJournal(ctx.tx, ctx.caller.environment)
  const period = await getPeriod(id, ctx)
  const { name, ends_on } = period
  periodLife.check(period.status, 'close', period)
  if (ctx.now.getTime() < endOfDay(ends_on).getTime() + SETTLED_MS)
    throw PeriodNotOver({ name, ends_on })
  const earlier = await store.findEarlierOpen(ctx.tx, period)
  if (earlier) throw EarlierPeriodOpen({ name, earlier: earlier.name })
  const later = await store.findLastClosed(ctx.tx, ctx.caller.environment)
  if (later && later.ends_on > ends_on) throw LaterPeriodClosed({ name, later: later.name })
  const books = booksOf(ctx, options)
  if (close_result) await closeResult(period, await computePositions(books, ends_on), ctx, options)
  await store.insertBalances(ctx.tx, period.id, await computePositions(books, ends_on))
  const row = await store.closePeriod(ctx.tx, period.id, {
    closed_by: ctx.caller.user ?? null,
    closed_at: ctx.now,
  })
  ctx.emit(PeriodClosedEvent, toEventData(row), { user_uuid: ctx.caller.user })
  return toPeriod(row)
}

/** Moves the balances of revenue and expense to retained earnings, as of the last day of the period. */
async function closeResult(
  period: PeriodRow,
  positions: readonly Position[],
  ctx: Context,
  { assets }: LedgerOptions,
): Promise<void> {
  const chart = await listChart(ctx.tx, ctx.caller.environment)
  const results = new Set(
    chart.filter(({ type }) => type === 'revenue' || type === 'expense').map(({ code }) => code),
  )
  const due = positions.filter((one) => results.has(one.account_code) && netOf(one) !== 0n)
  for (const [currency, some] of Map.groupBy(due, (one) => one.currency))
    for (let start = 0; start < some.length; start += LINES_MAX - 1)
      await writeEntry(
        {
          kind: 'closing',
          description: `Closing of ${period.name}: result in ${currency} to retained earnings`,
          source_domain: null,
          is_closing: true,
          period_id: period.id,
          posted_at: endOfDay(period.ends_on),
          lines: toClosingLines(currency, some.slice(start, start + LINES_MAX - 1)),
        },
        ctx,
        assets,
      )
}

/** A line that offsets each balance, and one for their sum on retained earnings, unless it is zero. */
function toClosingLines(currency: string, positions: readonly Position[]): NewLine[] {
  const lineOf = (account_code: string, debit: bigint): NewLine => ({
    account_code,
    currency,
    debit: debit > 0n ? debit : 0n,
    credit: debit < 0n ? -debit : 0n,
    narrative: null,
  })
  const sum = positions.reduce((total, one) => total + netOf(one), 0n)
  return [
    ...positions.map((one) => lineOf(one.account_code, -netOf(one))),
    ...(sum === 0n ? [] : [lineOf(RETAINED_EARNINGS, sum)]),
  ]
}

export async function reopenPeriod(
  { id, reason }: { readonly id: string; readonly reason: string },
  ctx: Context,
  { assets }: LedgerOptions,
) {
  await lockJournal(ctx.tx, ctx.caller.environment)
  const period = await getPeriod(id, ctx)
  periodLife.check(period.status, 'reopen', period)
  const last = await store.findLastClosed(ctx.tx, ctx.caller.environment)
  if (last && last.id !== period.id)
    throw LaterPeriodClosed({ name: period.name, later: last.name })
  const row = await store.reopenPeriod(ctx.tx, period.id, {
    reopened_by: ctx.caller.user ?? null,
    reopened_at: ctx.now,
    reopen_reason: reason,
  })
  for (const entry of await listClosingEntries(ctx.tx, ctx.caller.environment, period.id))
    await reverse(entry, reason, endOfDay(period.ends_on), ctx, assets)
  ctx.emit(
    PeriodReopened,
    { ...toEventData(row), reason },
    { user_uuid: period.created_by ?? ctx.caller.user },
  )
  return toPeriod(row)
}

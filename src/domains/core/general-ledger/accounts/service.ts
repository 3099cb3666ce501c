// The rules of the chart of accounts.
import { addDays, dayOf, endOfDay } from '../../../../kernel/days.ts'
import { toPage } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { readAsset } from '../../assets/index.ts'
import * as store from './store.ts'
import type { AccountRow } from './store.ts'
import { requireBookkeeper } from '../access.ts'
import { netOf, type Position, readPositions } from '../balances.ts'
import { ACCOUNTS_MAX, type AccountType, defaultChart } from '../chart.ts'
import { showUnits } from '../amounts.ts'
import { checkDays, countDays, refuse } from '../days.ts'
import { listHistory, lockJournal } from '../entries/store.ts'
import { AccountLimitExceeded, LedgerAccountExists } from '../errors.ts'
import { LedgerAccountCreated, LedgerAccountUpdated } from '../events.ts'
import { booksOf, type LedgerOptions } from '../options.ts'
import { rollUpChart, onNormalSide, toAccount, toEntryNumber } from '../view.ts'

/** Adds the accounts that a newer version has in its default chart. */
export async function addDefaultChart(tx: Db, now: Date): Promise<void> {
  const of = (environment: Environment) =>
    defaultChart.map((account) => ({ ...account, environment, currency: 'USD' }))
  await store.insertMissing(tx, [...of('live'), ...of('sandbox')], now)
}

export async function listAccounts(
  { type, ...page }: store.AccountFilter,
  ctx: Context,
  options: LedgerOptions,
) {
  const filter = { ...page, ...(type && { type }) }
  const { rows, total } = await store.pageAccounts(ctx.tx, ctx.caller.environment, filter)
  return toPage(await showAccounts(rows, ctx, options), total, page)
}

async function showAccounts(rows: readonly AccountRow[], ctx: Context, options: LedgerOptions) {
  const chart = await store.listChart(ctx.tx, ctx.caller.environment)
  const figures = rollUpChart(chart, await readPositions(booksOf(ctx, options)))
  return rows.map((row) => toAccount(row, figures, options.assets))
}

async function showAccount(row: AccountRow, ctx: Context, options: LedgerOptions) {
  const [shown] = await showAccounts([row], ctx, options)
  return shown!
}

export async function getAccount(ctx: Context, code: string): Promise<AccountRow> {
  const row = await store.findAccount(ctx.tx, ctx.caller.environment, code)
  if (!row) throw NotFound({ what: 'ledger account', id: code })
  return row
}

export async function describeAccount(code: string, ctx: Context, options: LedgerOptions) {
  return showAccount(await getAccount(ctx, code), ctx, options)
}

export interface NewAccountRequest {
  readonly code: string
  readonly name: string
  readonly type: AccountType
  readonly parent_code?: string | null
  readonly currency: string
  readonly description?: string | null
}

export async function createAccount(
  request: NewAccountRequest,
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  const { environment } = ctx.caller
  const { code, name, type } = request
  const { code: currency } = readAsset(options.assets, request.currency, 'currency')
  // The lock keeps the number of accounts within its limit.
  await lockJournal(ctx.tx, environment)
  const chart = await store.listChart(ctx.tx, environment)
  const parent_code = request.parent_code ?? null
  const parent = chart.find((one) => one.code === parent_code)
  if (parent_code !== null && !parent)
    throw refuse('parent_code', `There is no account ${parent_code} in the chart.`)
  if (parent && parent.type !== type)
    throw refuse(
      'parent_code',
      `The account ${parent.code} is of type ${parent.type}; an account below it must be too.`,
    )
  if (chart.some((one) => one.code === code)) throw LedgerAccountExists({ code })
  if (chart.length >= ACCOUNTS_MAX) throw AccountLimitExceeded({ most: ACCOUNTS_MAX })
  const description = request.description ?? null
  const row = await store.insertAccount(
    ctx.tx,
    { environment, code, name, type, parent_code, currency, description },
    ctx.now,
  )
  if (!row) throw LedgerAccountExists({ code })
  ctx.emit(LedgerAccountCreated, toEventData(row), { user_uuid: ctx.caller.user })
  return showAccount(row, ctx, options)
}

const toEventData = ({ code, name, type, currency, is_active }: AccountRow) => ({
  code,
  name,
  type,
  currency,
  is_active,
})

export async function changeAccount(
  code: string,
  change: store.AccountChange,
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  const row = await getAccount(ctx, code)
  const changed = await store.updateAccount(ctx.tx, row, change, ctx.now)
  ctx.emit(LedgerAccountUpdated, toEventData(changed), { user_uuid: ctx.caller.user })
  return showAccount(changed, ctx, options)
}

export async function describeBalance(
  { code, date }: { readonly code: string; readonly date?: string | undefined },
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  checkDays({ from: undefined, to: date }, ctx.now)
  const row = await getAccount(ctx, code)
  const positions = await readPositions(booksOf(ctx, options), date)
  const chart = await store.listChart(ctx.tx, ctx.caller.environment)
  const { balance, currency, ledger_balance, journal_balance, total_balance, balances } = toAccount(
    row,
    rollUpChart(chart, positions),
    options.assets,
  )
  return {
    account_code: row.code,
    amount: balance,
    currency,
    ledger_balance,
    journal_balance,
    total_balance,
    balances,
    date: date ?? dayOf(ctx.now),
  }
}

export interface HistoryRequest {
  readonly code: string
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  readonly page: number
  readonly per_page: number
}

const HISTORY_DAYS = 30
const HISTORY_DAYS_MAX = 366

/** The journal lines of an account, with the journal part of its balance after each. */
export async function describeHistory(
  { code, currency, page, per_page, ...range }: HistoryRequest,
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  const { assets } = options
  const to = range.to ?? dayOf(ctx.now)
  const from = range.from ?? addDays(to, 1 - HISTORY_DAYS)
  checkDays({ from, to }, ctx.now)
  if (countDays(from, to) > HISTORY_DAYS_MAX)
    throw refuse('from', `A history has at most ${HISTORY_DAYS_MAX} days; send a shorter range.`)
  const { type } = await getAccount(ctx, code)
  const of = async (day: string): Promise<Position[]> =>
    (await readPositions(booksOf(ctx, options), day)).filter(
      (one) => one.account_code === code && (currency === undefined || one.currency === currency),
    )
  const opening = await of(addDays(from, -1))
  const closing = await of(to)
  const window = { from: new Date(`${from}T00:00:00.000Z`), to: endOfDay(to) }
  const { rows, total } = await listHistory(ctx.tx, ctx.caller.environment, {
    code,
    currency,
    page,
    per_page,
    ...window,
  })
  const at = (positions: readonly Position[], wanted: string): Position | undefined =>
    positions.find((one) => one.currency === wanted)
  const journalOf = (position: Position | undefined): bigint =>
    position ? netOf(position) - position.core : 0n
  const show = (wanted: string, units: bigint): string =>
    showUnits(assets, wanted, onNormalSide(type, units))
  const currencies = [...new Set([...opening, ...closing].map((one) => one.currency))].toSorted()
  return {
    ...toPage(
      rows.map((row) => ({
        entry_id: row.entry_id,
        entry_number: toEntryNumber(row.number),
        description: row.description,
        status: row.status,
        posted_at: row.posted_at,
        currency: row.currency,
        debit_amount: showUnits(assets, row.currency, BigInt(row.debit)),
        credit_amount: showUnits(assets, row.currency, BigInt(row.credit)),
        narrative: row.narrative,
        running_balance: show(
          row.currency,
          journalOf(at(opening, row.currency)) + BigInt(row.running),
        ),
      })),
      total,
      { page, per_page },
    ),
    account_code: code,
    from,
    to,
    currencies: currencies.map((one) => {
      const [first, last] = [at(opening, one), at(closing, one)]
      return {
        currency: one,
        opening_balance: show(one, first ? netOf(first) : 0n),
        ledger_movement: show(one, (last?.core ?? 0n) - (first?.core ?? 0n)),
        journal_movement: show(one, journalOf(last) - journalOf(first)),
        closing_balance: show(one, last ? netOf(last) : 0n),
      }
    }),
  }
}

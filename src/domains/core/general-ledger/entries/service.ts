// The rules of journal entries: balanced in every currency, on known active accounts, dated in days that are not
// closed, numbered without gaps, and reversed at most once.
import { dayOf, endOfDay } from '../../../../kernel/days.ts'
import { DAY_MS } from '../../../../kernel/durations.ts'
import { toPage } from '../../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { AppError, Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type AssetCatalogue, readAsset } from '../../assets/index.ts'
import { requireBookkeeper } from '../access.ts'
import { type AccountRow, listChart } from '../accounts/store.ts'
import { readSide, showUnits } from '../amounts.ts'
import { checkDays, refuse } from '../days.ts'
import * as store from './store.ts'
import type { EntryRow, NewEntry, NewLine } from './store.ts'
import { ClosingEntry, PeriodClosed } from '../errors.ts'
import { JournalEntryPosted, JournalEntryReversed } from '../events.ts'
import { entryLife } from '../life-cycle.ts'
import type { LedgerOptions } from '../options.ts'
import { findLastClosed } from '../periods/store.ts'
import { toEntry, toEntryNumber, toLine } from '../view.ts'

/** The number of lines that one entry may have. */
export const LINES_MAX = 100

interface LineRequest {
  readonly account_code: string
  readonly debit: string | number
  readonly credit: string | number
  readonly currency?: string | undefined
  readonly narrative?: string | null | undefined
}

export interface EntryRequest {
  readonly description: string
  readonly source_domain?: string | null
  readonly posted_at?: string
  readonly lines: readonly LineRequest[]
}

export async function postManually(request: EntryRequest, ctx: Context, options: LedgerOptions) {
  requireBookkeeper(options.mode, ctx.caller)
  const posted_at = readPostedAt(request.posted_at, ctx.now)
  const chart = await listChart(ctx.tx, ctx.caller.environment)
  const lines = readLines(request.lines, chart, options.assets)
  const id = await writeEntry(
    {
      kind: 'manual',
      description: request.description,
      source_domain: request.source_domain ?? null,
      posted_at,
      lines,
    },
    ctx,
    options.assets,
  )
  return describeEntry(id, ctx, options)
}

/** A day means its first instant, or now if it is today. */
function readPostedAt(text: string | undefined, now: Date): Date {
  if (text === undefined) return now
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw refuse('posted_at', 'The posted at field must be a time like 2026-01-31T12:00:00Z.')
  if (text.length === 10 && text === dayOf(now)) return now
  if (time > now)
    throw refuse('posted_at', `The time ${text} is in the future; it is ${now.toISOString()} now.`)
  if (time.getTime() < DAY_MS) throw refuse('posted_at', 'The day must be 1970-01-02 or later.')
  return time
}

/** Throws all problems of all lines together. */
function readLines(
  requests: readonly LineRequest[],
  chart: readonly AccountRow[],
  assets: AssetCatalogue,
): NewLine[] {
  const accounts = new Map(chart.map((account) => [account.code, account]))
  const problems: Record<string, string[]> = {}
  const lines = requests.flatMap((request, index) => {
    try {
      return [readLine(request, `lines.${index}`, accounts, assets)]
    } catch (error) {
      if (!(error instanceof AppError) || error.def.code !== Invalid.code) throw error
      Object.assign(problems, Reflect.get(error.details, 'errors'))
      return []
    }
  })
  if (Object.keys(problems).length > 0) throw Invalid({ errors: problems })
  checkBalanced(lines, assets)
  return lines
}

function readLine(
  request: LineRequest,
  at: string,
  accounts: ReadonlyMap<string, AccountRow>,
  assets: AssetCatalogue,
): NewLine {
  const { account_code } = request
  const account = accounts.get(account_code)
  if (!account)
    throw refuse(`${at}.account_code`, `There is no account ${account_code} in the chart.`)
  if (!account.is_active)
    throw refuse(`${at}.account_code`, `The account ${account_code} is not active.`)
  const asset = readAsset(assets, request.currency ?? account.currency, `${at}.currency`)
  const debit = readSide(request.debit, asset, `${at}.debit`)
  const credit = readSide(request.credit, asset, `${at}.credit`)
  if (debit === 0n && credit === 0n)
    throw refuse(at, 'A line has a debit or a credit; this one has neither.')
  if (debit !== 0n && credit !== 0n)
    throw refuse(at, 'A line has a debit or a credit; this one has both.')
  return {
    account_code,
    currency: asset.code,
    debit,
    credit,
    narrative: request.narrative ?? null,
  }
}

/** Debits and credits must be equal in every currency. */
function checkBalanced(lines: readonly NewLine[], assets: AssetCatalogue): void {
  const sentences = [...sumByCurrency(lines)]
    .filter(([, { debit, credit }]) => debit !== credit)
    .map(([currency, { debit, credit }]) => {
      const show = (units: bigint): string => showUnits(assets, currency, units)
      const difference = show(debit > credit ? debit - credit : credit - debit)
      return `Debits and credits differ in ${currency}: ${show(debit)} debit, ${show(credit)} credit, ${difference} apart.`
    })
  if (sentences.length > 0) throw Invalid({ errors: { lines: sentences } })
}

function sumByCurrency(lines: readonly NewLine[]) {
  const sums = new Map<string, { readonly debit: bigint; readonly credit: bigint }>()
  for (const { currency, debit, credit } of lines) {
    const before = sums.get(currency) ?? { debit: 0n, credit: 0n }
    sums.set(currency, { debit: before.debit + debit, credit: before.credit + credit })
  }
  return sums
}

export type EntryDraft = Pick<
  NewEntry,
  'kind' | 'description' | 'source_domain' | 'posted_at' | 'lines'
> &
  Partial<
    Pick<
      NewEntry,
      'is_closing' | 'period_id' | 'source_event' | 'reverses' | 'reason' | 'created_by'
    >
  >

/** Writes an entry whose lines are validated; every entry is written here. */
export async function writeEntry(
  draft: EntryDraft,
  ctx: Context,
  assets: AssetCatalogue,
): Promise<string> {
  const { environment } = ctx.caller
  const id = uuidv7(ctx.now)
  // The journal is locked from here on, so that no period is closed meanwhile.
  const number = await store.takeNumber(ctx.tx, environment)
  await checkDayIsOpen(dayOf(draft.posted_at), ctx)
  checkBalanced(draft.lines, assets)
  const entry: NewEntry = {
    is_closing: false,
    period_id: null,
    source_event: null,
    reverses: null,
    reason: null,
    created_by: ctx.caller.user ?? null,
    ...draft,
    id,
    environment,
    number,
    created_at: ctx.now,
  }
  await store.insertEntry(ctx.tx, entry)
  ctx.emit(
    JournalEntryPosted,
    {
      id,
      entry_number: toEntryNumber(number),
      description: draft.description,
      kind: draft.kind,
      source_domain: draft.source_domain,
      posted_at: draft.posted_at.toISOString(),
      totals: [...sumByCurrency(draft.lines)].map(([currency, { debit }]) => ({
        currency,
        amount: showUnits(assets, currency, debit),
      })),
    },
    { user_uuid: entry.created_by ?? undefined },
  )
  return id
}

/** No entry is dated in a closed period or before one: the balances kept of it would no longer be true. */
async function checkDayIsOpen(day: string, ctx: Context): Promise<void> {
  const closed = await findLastClosed(ctx.tx, ctx.caller.environment)
  if (closed && day <= closed.ends_on) throw PeriodClosed({ day, ...closed })
}

export async function getEntry(id: string, ctx: Context): Promise<EntryRow> {
  const row = isUuid(id)
    ? await store.findEntry(ctx.tx, ctx.caller.environment, id.toLowerCase())
    : undefined
  if (!row) throw NotFound({ what: 'journal entry', id })
  return row
}

export async function showEntry(id: string, ctx: Context, options: LedgerOptions) {
  requireBookkeeper(options.mode, ctx.caller)
  return describeEntry(id, ctx, options)
}

async function describeEntry(id: string, ctx: Context, { assets }: LedgerOptions) {
  const row = await getEntry(id, ctx)
  const lines = await store.listLines(ctx.tx, [row.id])
  const sums = await store.sumEntries(ctx.tx, [row.id])
  return {
    ...toEntry(row, sums, ctx.caller, assets),
    lines: lines.map((line) => toLine(line, assets)),
  }
}

export async function reverseManually(
  id: string,
  reason: string,
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  await store.lockJournal(ctx.tx, ctx.caller.environment)
  const row = await getEntry(id, ctx)
  if (row.is_closing) throw ClosingEntry({ entry_number: toEntryNumber(row.number) })
  return describeEntry(await reverse(row, reason, ctx.now, ctx, options.assets), ctx, options)
}

/** Posts the mirror of an entry, which was read after the journal was locked. */
export async function reverse(
  row: EntryRow,
  reason: string,
  posted_at: Date,
  ctx: Context,
  assets: AssetCatalogue,
): Promise<string> {
  const entry_number = toEntryNumber(row.number)
  entryLife.check(row.status, 'reverse', { entry_number })
  const lines = await store.listLines(ctx.tx, [row.id])
  await store.markReversed(ctx.tx, row.id)
  const mirror = await writeEntry(
    {
      kind: 'reversal',
      description: `Reversal of ${entry_number}`,
      source_domain: row.source_domain,
      is_closing: row.is_closing,
      period_id: row.period_id,
      reverses: row.id,
      reason,
      posted_at,
      lines: lines.map((line) => ({
        ...line,
        debit: BigInt(line.credit),
        credit: BigInt(line.debit),
      })),
    },
    ctx,
    assets,
  )
  ctx.emit(
    JournalEntryReversed,
    { id: row.id, entry_number, reversed_by: mirror, reason },
    { user_uuid: row.created_by ?? ctx.caller.user },
  )
  return mirror
}

export interface EntryListRequest {
  readonly status?: EntryRow['status']
  readonly source_domain?: string
  readonly account_code?: string
  readonly from?: string
  readonly to?: string
  readonly page: number
  readonly per_page: number
}

export async function listEntries(
  { from, to, ...filter }: EntryListRequest,
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  checkDays({ from, to }, ctx.now)
  const { rows, total } = await store.listEntries(ctx.tx, ctx.caller.environment, {
    ...filter,
    from: from === undefined ? undefined : new Date(`${from}T00:00:00.000Z`),
    to: to === undefined ? undefined : endOfDay(to),
  })
  const sums = await store.sumEntries(
    ctx.tx,
    rows.map((row) => row.id),
  )
  return toPage(
    rows.map((row) => toEntry(row, sums, ctx.caller, options.assets)),
    total,
    filter,
  )
}

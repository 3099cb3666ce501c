// ACH files: writes pending payments into a file at the cut-off or on demand, writes files from entries of a caller,
// and applies the returns and notifications of change in files from the network.
import { dayOf } from '../../../../kernel/days.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { formatDecimal, DOLLAR } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readUnits } from '../../../core/assets/index.ts'
import {
  BATCH_CLASS,
  findEntryFault,
  getRoutingNumber,
  splitByTotal,
  toEntry,
  writeEntries,
  ZONE,
} from './entries.ts'
import { type Answer, type AnswersRead, digestOf } from './file-tasks.ts'
import * as store from './store.ts'
import type { AchFileRow } from './store.ts'
import { businessDayAfter, isBusinessDay } from '../rails/calendar.ts'
import { AchFileProcessed, AchFileRejected, NothingToBatch } from '../errors.ts'
import { AchFileMade, RailPaymentSubmitted } from '../events.ts'
import { settlementTime } from '../rails/hours.ts'
import {
  type AchFile,
  type Addenda,
  checkFile,
  describeProblem,
  NachaError,
  type Problem,
  readFile,
  secCodes,
} from '../nacha/index.ts'
import { dueAfter, type RailOptions, schedule } from '../payments/service.ts'
import { railOf } from '../rails/catalogue.ts'
import { reasonOf } from '../reasons.ts'
import type { Scheme } from '../schemes/scheme.ts'
import { applyOutcome } from '../payments/settlement.ts'
import * as payments from '../payments/store.ts'
import type { PaymentRow } from '../payments/store.ts'
import { emitPaymentEvent } from '../payments/view.ts'
import { invalidForRail } from '../schemes/validation.ts'
import { toWallTime } from '../rails/zoned-time.ts'

/** A file of this many entries has about a megabyte. */
const ENTRIES_MAX = 5_000
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

async function save(
  content: string,
  kind: AchFileRow['kind'],
  ctx: Context,
  effective_date: string | null,
  control = readFile(content).control,
): Promise<AchFileRow> {
  const id = uuidv7(ctx.now)
  const user_uuid = ctx.caller.user ?? null
  const row = await store.insertFile(ctx.tx, {
    id,
    environment: ctx.caller.environment,
    user_uuid,
    kind,
    file_name: `${kind}-${dayOf(ctx.now)}-${id.slice(-12)}.ach`,
    digest: digestOf(content),
    content,
    entry_count: control.entryAddendaCount,
    debit_cents: control.totalDebit,
    credit_cents: control.totalCredit,
    entry_hash: String(control.entryHash).padStart(10, '0'),
    effective_date,
    created_at: ctx.now,
  })
  const { file_name, entry_count } = row
  const about = user_uuid === null ? {} : { user_uuid }
  ctx.emit(AchFileMade, { batch_id: id, kind, file_name, entry_count }, about)
  return row
}

/** Writes pending payments into files: all of them, or only those whose cut-off has come. */
export async function batchPayments(
  which: 'due' | 'all',
  ctx: Context,
  options: RailOptions,
): Promise<AchFileRow[]> {
  const { environment } = ctx.caller
  await store.lockFiles(ctx.tx, environment)
  const until = which === 'due' ? ctx.now : undefined
  const files: AchFileRow[] = []
  // Payments of a network that is no longer configured stay pending.
  for (const scheme of options.schemes.listUsable(environment))
    for (;;) {
      const waiting = { environment, scheme: scheme.name, until, limit: ENTRIES_MAX }
      const rows = await store.lockWaiting(ctx.tx, waiting)
      files.push(...(await batchSome(rows, scheme, ctx, options)))
      if (rows.length < ENTRIES_MAX) break
    }
  return files
}

/** Settles payments between customers of this bank, which need no file. */
async function batchSome(
  rows: readonly PaymentRow[],
  scheme: Scheme,
  ctx: Context,
  options: RailOptions,
): Promise<AchFileRow[]> {
  const outside: PaymentRow[] = []
  for (const row of rows)
    if (isWithin(row, options))
      await markSubmitted(row, { due: dueAfter(ctx.now, 0) }, ctx, options)
    else if (await isWritable(row, ctx, options)) outside.push(row)
  const files: AchFileRow[] = []
  for (const part of splitByTotal(outside)) files.push(await sendFile(part, scheme, ctx, options))
  return files
}

/** A payment that does not fit into a file fails with the reason, and delays no other payment. */
async function isWritable(row: PaymentRow, ctx: Context, options: RailOptions): Promise<boolean> {
  const fault = findEntryFault(row, ctx.now, options)
  if (fault === undefined) return true
  await applyOutcome(row, invalidForRail(row, fault), ctx, options)
  return false
}

async function sendFile(
  rows: readonly PaymentRow[],
  scheme: Scheme,
  ctx: Context,
  options: RailOptions,
): Promise<AchFileRow> {
  const odfi = getRoutingNumber(options).slice(0, 8)
  const traces = await store.nextTraces(ctx.tx, rows.length)
  const traceOf = (at: number) => odfi + String(traces[at]).padStart(7, '0')
  const rail = railOf('ach')
  const effective_date = toWallTime(settlementTime(rail, ctx.now), ZONE).day
  const today = new Date(`${dayOf(ctx.now)}T00:00:00Z`)
  const { environment } = ctx.caller
  const count = await store.countBatches(ctx.tx, { environment, since: today })
  const content = writeEntries(
    {
      sec_code: BATCH_CLASS,
      description: 'PAYMENT',
      effective_date,
      modifier: MODIFIERS[count % MODIFIERS.length]!,
      entries: rows.map((row, at) => toEntry(row, traceOf(at))),
    },
    ctx.now,
    options,
  )
  const file = await save(content, 'batch', ctx, effective_date)
  const waits = scheme.answerSeconds
  const due = waits === undefined ? settlementTime(rail, ctx.now) : dueAfter(ctx.now, waits)
  for (const [at, row] of rows.entries())
    await markSubmitted(row, { due, ach_file: file.id, trace: traceOf(at) }, ctx, options)
  await scheme.submitBatch(file)
  return file
}

const isWithin = ({ party }: PaymentRow, { directory }: RailOptions): boolean =>
  party.routing_number === directory.routingNumber

async function markSubmitted(
  row: PaymentRow,
  change: { readonly due: Date; readonly ach_file?: string; readonly trace?: string },
  ctx: Context,
  options: RailOptions,
): Promise<void> {
  const { due, ...file } = change
  const submitted = await payments.updatePayment(ctx.tx, row.id, {
    ...file,
    status: 'processing',
    submitted_at: ctx.now,
    estimated_settlement: settlementTime(railOf('ach'), ctx.now),
    due_at: due,
    updated_at: ctx.now,
  })
  emitPaymentEvent(ctx, RailPaymentSubmitted, submitted, options.assets)
  await schedule(submitted, ctx, options)
}

/** The batch that an operator requests before the cut-off. */
export async function batchNow(ctx: Context, options: RailOptions): Promise<AchFileRow> {
  options.schemes.choose(ctx.caller.environment)
  const [file] = await batchPayments('all', ctx, options)
  if (!file) throw NothingToBatch({})
  return file
}

export interface AchFileRequest {
  readonly entries: readonly {
    readonly routing_number: string
    readonly account_number: string
    readonly amount: string | number
    readonly transaction_code: string
    readonly name: string
    readonly individual_id?: string
  }[]
  readonly sec_code: string
  readonly effective_date?: string
  readonly same_day: boolean
}

/** Writes a file from entries; it moves no money. */
export async function makeFile(
  request: AchFileRequest,
  ctx: Context,
  options: RailOptions,
): Promise<AchFileRow> {
  const { day } = toWallTime(ctx.now, ZONE)
  const next = request.same_day && isBusinessDay('federal_reserve', day) ? 0 : 1
  const { effective_date = businessDayAfter('federal_reserve', day, next) } = request
  if (!secCodes.has(request.sec_code))
    throw Invalid({ errors: { sec_code: [`There is no SEC code ${request.sec_code}.`] } })
  const entries = request.entries.map((entry, at) => ({
    transactionCode: entry.transaction_code,
    routingNumber: entry.routing_number,
    accountNumber: entry.account_number,
    amount: isPrenote(entry.transaction_code)
      ? 0n
      : readUnits(entry.amount, DOLLAR, `entries.${at}.amount`),
    identification: entry.individual_id ?? '',
    name: entry.name,
    discretionaryData: '',
  }))
  try {
    const file = { ...request, effective_date, entries, description: 'PAYMENT', modifier: 'A' }
    return await save(writeEntries(file, ctx.now, options), 'request', ctx, effective_date)
  } catch (error) {
    if (!(error instanceof NachaError)) throw error
    // The lines of the file before the entries are its header and that of the batch.
    throw Invalid({ errors: { [fieldAt(error)]: [error.message] } })
  }
}

const isPrenote = (code: string): boolean => /^[23][38]$/.test(code)

const HEADER_LINES = 2
const fieldAt = ({ line, record }: NachaError): string =>
  record === 'entry' ? `entries.${line - HEADER_LINES - 1}` : 'entries'

/** Files of the caller; operators see all of their environment. */
export async function getFile(id: string, ctx: Context): Promise<AchFileRow> {
  const row = await store.findFile(ctx.tx, id)
  const { caller } = ctx
  const isVisible =
    row &&
    row.environment === caller.environment &&
    (isOperator(caller) || row.user_uuid === caller.user)
  if (!isVisible) throw NotFound({ what: 'ACH file', id })
  return row
}

export const listFiles = ({ tx, caller }: Context, page: PageRequest) => {
  const { environment, user } = caller
  return store.listFiles(
    tx,
    { environment, user_uuid: isOperator(caller) ? undefined : user },
    page,
  )
}

/** The file; throws an error that names the first wrong line and lists the others. */
export function readAchFile(content: string): AchFile {
  const { file, problems } = checkFile(content)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (!first && file) return file
  throw refuseFile(errors)
}

const PROBLEMS_SHOWN = 100

export function refuseFile(errors: readonly Problem[]) {
  const [first] = errors
  const shown = errors.slice(0, PROBLEMS_SHOWN)
  return AchFileRejected({
    line: first?.line ?? 1,
    reason: first?.reason ?? 'The file is empty.',
    problems: shown.map(({ line, record, field, positions, reason }) => ({
      line,
      record,
      field: field ?? null,
      positions: positions ?? null,
      reason,
    })),
    sentence: first ? describeProblem(first) : 'The file is empty.',
  })
}

export interface Processed {
  readonly trace_number: string
  readonly code: string
  readonly payment_id: string | null
  readonly result: 'returned' | 'noted' | 'ignored'
  readonly reason: string
}

/** Applies the returns and notifications of change of a file, once. */
export async function processReturns(
  { content, digest, control, answers }: AnswersRead,
  ctx: Context,
  options: RailOptions,
): Promise<{ readonly file: AchFileRow; readonly results: Processed[] }> {
  const { environment } = ctx.caller
  await store.lockFiles(ctx.tx, environment)
  const known = await store.findReturnFile(ctx.tx, { environment, digest })
  if (known) throw AchFileProcessed({ id: known.id, at: known.created_at })
  const results = await applyAnswers(answers, ctx, options)
  return { file: await save(content, 'return', ctx, null, control), results }
}

/** The addenda of all entries, of which only returns and notifications of change are applied. */
export const answersOf = ({ batches }: AchFile): Answer[] =>
  batches.flatMap(({ entries }) =>
    entries.flatMap(({ addenda, amount }) => addenda.map((one) => ({ addenda: one, amount }))),
  )

export async function applyAnswers(
  answers: readonly Answer[],
  ctx: Context,
  options: RailOptions,
): Promise<Processed[]> {
  const results: Processed[] = []
  for (const { addenda, amount } of answers) {
    const result = await applyAddenda(addenda, amount, ctx, options)
    if (result) results.push(result)
  }
  return results
}

async function applyAddenda(
  one: Addenda,
  amount: bigint,
  ctx: Context,
  options: RailOptions,
): Promise<Processed | undefined> {
  const { environment } = ctx.caller
  if (one.type === '99') {
    const trace = one.originalTraceNumber
    const row = await store.lockByTrace(ctx.tx, { environment, trace, units: amount })
    const about = { trace_number: trace, code: one.returnCode, payment_id: row?.id ?? null }
    const amountText = formatDecimal({ units: amount, asset: DOLLAR })
    if (!row)
      return {
        ...about,
        result: 'ignored',
        reason: `No payment of ${amountText} USD was sent under this number.`,
      }
    if (row.status !== 'processing' && row.status !== 'completed')
      return { ...about, result: 'ignored', reason: `The payment is ${row.status} already.` }
    const reason = reasonOf(one.returnCode)
    await applyOutcome(row, { status: 'returned', code: one.returnCode, reason }, ctx, options)
    return { ...about, result: 'returned', reason }
  }
  if (one.type !== '98') return undefined
  const trace = one.originalTraceNumber
  const row = await store.lockByTrace(ctx.tx, { environment, trace, units: undefined })
  const about = { trace_number: trace, code: one.changeCode, payment_id: row?.id ?? null }
  if (!row) return { ...about, result: 'ignored', reason: 'No payment was sent under this number.' }
  const reason = `${reasonOf(one.changeCode)} Corrected: ${one.correctedData.trim()}`
  await payments.updatePayment(ctx.tx, row.id, {
    code: one.changeCode,
    reason,
    updated_at: ctx.now,
  })
  return { ...about, result: 'noted', reason }
}

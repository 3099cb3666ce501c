// Reports to regulators: whether they are complete, their reference, deadline and status.
import { randomBytes } from 'node:crypto'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { AppError, Forbidden, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { getTransaction } from '../../../core/transactions/index.ts'
import { dayAt } from './calendar.ts'
import { type MifidInput } from './deadlines.ts'
import { decide } from '../decisions.ts'
import { InvalidJurisdiction, InvalidReference, ValidationFailed } from '../errors.ts'
import { ReportSubmitted } from '../events.ts'
import {
  findJurisdiction,
  findRegulator,
  type Jurisdiction,
  jurisdictionCodes,
  jurisdictions,
  MIFID_TRANSACTION,
} from '../jurisdictions.ts'
import { reportLife, reportStatusAt } from '../life-cycle.ts'
import { OUTBOX_JOB } from './outbox.ts'
import type { Regulators } from './regulators.ts'
import { findProblems } from './fields.ts'
import * as store from '../store.ts'
import type { ReportRow } from '../store.ts'

export interface ReportOptions {
  readonly assets: AssetCatalogue
  readonly jobs: Pick<Jobs, 'send'>
  readonly regulators: Regulators
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** REGULATOR-YYYYMMDD-8 characters, by the regulator's day. */
function newReference(regulator: string, jurisdiction: Jurisdiction, now: Date): string {
  const day = dayAt(now, jurisdictions[jurisdiction].zone).replaceAll('-', '')
  const tail = [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('')
  return `${regulator}-${day}-${tail}`
}

interface NewReport {
  readonly id?: string
  readonly report_type: string
  readonly jurisdiction: Jurisdiction
  readonly regulator: string
  readonly data: object
  readonly metadata: object | null
  readonly deadline: string | null
}

async function submit(report: NewReport, ctx: Context, { jobs, regulators }: ReportOptions) {
  const { tx, now, caller } = ctx
  const { report_type, jurisdiction, regulator } = report
  const id = report.id ?? uuidv7(now)
  const reference = newReference(regulator, jurisdiction, now)
  const channel = regulators.getChannel(caller.environment)
  await store.insertReport(tx, {
    ...report,
    id,
    reference,
    channel,
    environment: caller.environment,
    user_uuid: caller.user!,
    submitted_at: now,
  })
  // The file is written after the commit, so that no file is left by an attempt that is rolled back.
  if (channel === 'files') await jobs.send(tx, OUTBOX_JOB, { id })
  ctx.emit(ReportSubmitted, { reference, report_type, jurisdiction }, { user_uuid: caller.user! })
  return { reference, channel }
}

export interface MifidRequest extends Omit<MifidInput, 'jurisdiction'> {
  readonly jurisdiction: string
}

const mifidJurisdictions = ['EU', 'UK'] as const

/** Transaction reports use the type name that `regulatory_report.file` accepts. */
const nameMifid = (type: MifidInput['report_type']): string =>
  type === 'transaction' ? MIFID_TRANSACTION : `MiFID_${type}`

export async function reportMifid(request: MifidRequest, ctx: Context, options: ReportOptions) {
  const given = request.jurisdiction.toUpperCase()
  const jurisdiction = mifidJurisdictions.find((one) => one === given)
  if (!jurisdiction)
    throw InvalidJurisdiction({ jurisdiction: request.jurisdiction, allowed: mifidJurisdictions })
  const id = uuidv7(ctx.now)
  const trade = await findTrade(request.transaction_id, ctx, options)
  const input = { ...request, jurisdiction }
  const facts = { traded_at: trade?.created_at ?? ctx.now.toISOString() }
  const { reporting_deadline } = await decide(
    'mifid_report',
    { id, subject: id, input, facts },
    ctx,
  )
  const regulator = jurisdictions[jurisdiction].regulators[0].code
  const { reference } = await submit(
    {
      id,
      report_type: nameMifid(request.report_type),
      jurisdiction,
      regulator,
      data: {
        report_type: request.report_type,
        transaction_reference: request.transaction_id,
        trading_date_time: facts.traded_at,
        instrument_id: trade?.asset_code ?? null,
        quantity: trade?.amount ?? null,
        venue: 'XOFF',
        jurisdiction,
        reporting_deadline,
        generated_at: ctx.now.toISOString(),
      },
      metadata: null,
      deadline: reporting_deadline,
    },
    ctx,
    options,
  )
  return {
    report_id: id,
    reference,
    transaction_id: request.transaction_id,
    report_type: request.report_type,
    jurisdiction,
    status: 'submitted' as const,
    reporting_deadline,
    submitted_at: ctx.now.toISOString(),
    estimated_review: '24-48 hours',
  }
}

/**
 * Undefined for a transaction that is unknown here or not the caller's: the report then has no instrument and quantity,
 * and its trade time is the time of the request.
 */
async function findTrade(id: string, ctx: Context, { assets }: ReportOptions) {
  try {
    return await getTransaction(id, ctx, assets)
  } catch (error) {
    const isUnknown =
      error instanceof AppError && [NotFound.code, Forbidden.code].includes(error.def.code)
    if (isUnknown) return undefined
    throw error
  }
}

export interface FilingRequest {
  readonly report_type: string
  readonly jurisdiction: string
  readonly report_data: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export function readJurisdiction(given: string): Jurisdiction {
  const found = findJurisdiction(given.toUpperCase())
  if (!found) throw InvalidJurisdiction({ jurisdiction: given, allowed: jurisdictionCodes })
  return found
}

export async function fileReport(request: FilingRequest, ctx: Context, options: ReportOptions) {
  const jurisdiction = readJurisdiction(request.jurisdiction)
  const { report_type, report_data, metadata } = request
  const regulator = findRegulator(jurisdiction, report_type)
  if (!regulator) {
    const types = jurisdictions[jurisdiction].regulators.flatMap((one) => one.reportTypes)
    const sentence = `The report type in ${jurisdiction} must be one of ${types.join(', ')}.`
    throw ValidationFailed({ errors: { report_type: [sentence] } })
  }
  const errors = findProblems(report_type, jurisdiction, report_data)
  if (Object.keys(errors).length > 0) throw ValidationFailed({ errors })
  const { reference, channel } = await submit(
    {
      report_type,
      jurisdiction,
      regulator: regulator.code,
      data: report_data,
      metadata: metadata ?? null,
      deadline: null,
    },
    ctx,
    options,
  )
  return {
    reference,
    details: {
      report_type,
      jurisdiction,
      regulator: regulator.code,
      status: reportLife.starts[0]!,
      submitted_at: ctx.now.toISOString(),
      simulated: channel === 'simulated',
    },
  }
}

const REFERENCE = /^[A-Za-z0-9_-]{1,100}$/

const messages = {
  pending: 'The report was submitted and waits for the regulator.',
  processing: 'The regulator is working on the report.',
  accepted: 'The regulator accepted the report.',
}

/** A report of another user is 404, except for operators. */
export async function getReportStatus(
  {
    reference,
    jurisdiction,
  }: { readonly reference: string; readonly jurisdiction?: string | undefined },
  ctx: Context,
) {
  if (!REFERENCE.test(reference)) throw InvalidReference({})
  const wanted = jurisdiction === undefined ? undefined : readJurisdiction(jurisdiction)
  const { caller } = ctx
  const row = await store.findReport(ctx.tx, caller.environment, reference)
  const isVisible =
    row !== undefined &&
    (isOperator(caller) || row.user_uuid === caller.user) &&
    (wanted === undefined || row.jurisdiction === wanted)
  if (!isVisible) throw NotFound({ what: 'report', id: reference })
  return toReport(row, ctx.now)
}

export interface ReportListRequest extends PageRequest {
  readonly jurisdiction?: Jurisdiction
}

export async function listReports({ jurisdiction, ...page }: ReportListRequest, ctx: Context) {
  const which = { environment: ctx.caller.environment, jurisdiction }
  const { rows, total } = await store.listReports(ctx.tx, which, page)
  return toPage(
    rows.map((row) => toReport(row, ctx.now)),
    total,
    page,
  )
}

function toReport(row: ReportRow, now: Date) {
  const status = reportStatusAt({ ...row, submitted_at: new Date(row.submitted_at) }, now)
  return {
    status,
    message: messages[status],
    details: {
      reference: row.reference,
      report_type: row.report_type,
      jurisdiction: row.jurisdiction,
      regulator: row.regulator,
      submitted_at: row.submitted_at,
      reporting_deadline: row.deadline,
      simulated: row.channel === 'simulated',
    },
  }
}

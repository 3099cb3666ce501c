// SQL of decisions, travel-rule checks and records, reports and the enforcement setting. No rules here.
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Issue } from './checks/travel-rule.ts'

type Json = Readonly<Record<string, unknown>>

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'regulatory.decisions.input': Json
    'regulatory.decisions.facts': Json
    'regulatory.decisions.output': Json
    'regulatory.travel_rule_transfers.issues': Issue[]
    'regulatory.reports.data': Json
    'regulatory.reports.metadata': Json
  }
}

export type DecisionRow = Row<'regulatory.decisions'>
export type DecisionKind = DecisionRow['kind']
export type RecordRow = Row<'regulatory.travel_rule_transfers'>
export type ReportRow = Row<'regulatory.reports'>

export type NewDecision = Omit<DecisionRow, 'input' | 'facts' | 'output' | 'created_at'> & {
  readonly input: object
  readonly facts: object
  readonly output: object
  readonly created_at: Date
}

const json = (value: object): string => JSON.stringify(value)

export async function insertDecision(tx: Db, decision: NewDecision): Promise<void> {
  const { input, facts, output } = decision
  await tx
    .insertInto('regulatory.decisions')
    .values({ ...decision, input: json(input), facts: json(facts), output: json(output) })
    .execute()
}

export async function findDecision(
  tx: Db,
  environment: Environment,
  id: string,
): Promise<DecisionRow | undefined> {
  return isUuid(id)
    ? tx
        .selectFrom('regulatory.decisions')
        .selectAll()
        .where('environment', '=', environment)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
}

/** Newest first. */
export function listDecisions(
  tx: Db,
  {
    environment,
    kind,
  }: { readonly environment: Environment; readonly kind?: DecisionKind | undefined },
  page: PageRequest,
) {
  let query = tx.selectFrom('regulatory.decisions').where('environment', '=', environment)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  return readPage(query.selectAll().orderBy('id', 'desc'), page)
}

/** When each kind of decision was last made. */
export async function lastDecisions(
  tx: Db,
  environment: Environment,
  kinds: readonly DecisionKind[],
): Promise<Map<DecisionKind, Date>> {
  const { rows } = await sql<{ kind: DecisionKind; created_at: string | null }>`
    select kind, (select d.created_at from regulatory.decisions d
      where d.environment = ${environment} and d.kind = kinds.kind order by d.id desc limit 1) as created_at
    from unnest(${[...kinds]}::text[]) as kinds (kind)`.execute(tx)
  return new Map(
    rows.flatMap(({ kind, created_at }) =>
      created_at === null ? [] : [[kind, new Date(created_at)] as const],
    ),
  )
}

export async function countDecisions(
  tx: Db,
  environment: Environment,
  kind: DecisionKind,
): Promise<number> {
  const row = await tx
    .selectFrom('regulatory.decisions')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('environment', '=', environment)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export interface NewCheck {
  readonly id: string
  readonly environment: Environment
  readonly user_uuid: string
  readonly transfer_id: string
  readonly originator_account: string | null
  readonly beneficiary_account: string | null
  readonly currency: string
  readonly amount: string
  readonly is_compliant: boolean
  readonly is_identified: boolean
  readonly issues: readonly string[]
  readonly valid_until: Date
  readonly created_at: Date
}

export async function insertCheck(tx: Db, check: NewCheck): Promise<void> {
  await tx
    .insertInto('regulatory.travel_rule_checks')
    .values({ ...check, issues: [...check.issues] })
    .execute()
}

export interface CheckedTransfer {
  readonly environment: Environment
  readonly user_uuid: string
  readonly currency: string
  readonly amount: string
  /** The ways in which the accounts may be written in a check. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly now: Date
}

const matching = (which: CheckedTransfer): RawBuilder<unknown> => sql`
  environment = ${which.environment} and user_uuid = ${which.user_uuid}
  and currency = ${which.currency} and amount = ${which.amount}::numeric
  and originator_account = any(${[...which.from]}::text[])
  and beneficiary_account = any(${[...which.to]}::text[])
  and valid_until > ${which.now.toISOString()}::timestamptz and used_by is null`

export interface FoundCheck {
  readonly id: string
  readonly is_compliant: boolean
  readonly is_identified: boolean
  readonly issues: readonly string[]
}

/** The newest unused check of exactly this transfer that is still valid. */
export async function findCheck(tx: Db, which: CheckedTransfer): Promise<FoundCheck | undefined> {
  const { rows } = await sql<FoundCheck>`
    select id, is_compliant, is_identified, issues from regulatory.travel_rule_checks
    where ${matching(which)} order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** Takes one compliant check for a transfer; false when another transfer claimed it first. */
export async function claimCheck(
  tx: Db,
  which: CheckedTransfer,
  transfer: string,
): Promise<boolean> {
  const { rows } = await sql`
    update regulatory.travel_rule_checks set used_by = ${transfer}
    where id = (select id from regulatory.travel_rule_checks
      where ${matching(which)} and is_compliant and is_identified
      order by id desc limit 1 for update skip locked) and used_by is null
    returning id`.execute(tx)
  return rows.length > 0
}

export async function releaseCheck(tx: Db, transfer: string): Promise<void> {
  await tx
    .updateTable('regulatory.travel_rule_checks')
    .set({ used_by: null })
    .where('used_by', '=', transfer)
    .execute()
}

export type NewRecord = Omit<RecordRow, 'issues' | 'created_at'> & {
  readonly issues: readonly Issue[]
  readonly created_at: Date
}

export async function insertRecord(tx: Db, record: NewRecord): Promise<void> {
  await tx
    .insertInto('regulatory.travel_rule_transfers')
    .values({ ...record, issues: JSON.stringify(record.issues) })
    .execute()
}

export const listRecords = (
  tx: Db,
  which: { readonly environment: Environment; readonly user_uuid: string },
  page: PageRequest,
) =>
  readPage(
    tx
      .selectFrom('regulatory.travel_rule_transfers')
      .selectAll()
      .where('environment', '=', which.environment)
      .where('user_uuid', '=', which.user_uuid)
      .orderBy('id', 'desc'),
    page,
  )

export type NewReport = Omit<ReportRow, 'data' | 'metadata' | 'submitted_at'> & {
  readonly data: object
  readonly metadata: object | null
  readonly submitted_at: Date
}

export async function insertReport(tx: Db, report: NewReport): Promise<void> {
  const { data, metadata } = report
  await tx
    .insertInto('regulatory.reports')
    .values({ ...report, data: json(data), metadata: metadata && json(metadata) })
    .execute()
}

export const getReport = (tx: Db, id: string): Promise<ReportRow> =>
  tx.selectFrom('regulatory.reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const findReport = (tx: Db, environment: Environment, reference: string) =>
  tx
    .selectFrom('regulatory.reports')
    .selectAll()
    .where('environment', '=', environment)
    .where('reference', '=', reference)
    .executeTakeFirst()

export function listReports(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly jurisdiction?: ReportRow['jurisdiction'] | undefined
  },
  page: PageRequest,
) {
  let query = tx.selectFrom('regulatory.reports').where('environment', '=', which.environment)
  if (which.jurisdiction !== undefined) query = query.where('jurisdiction', '=', which.jurisdiction)
  return readPage(query.selectAll().orderBy('id', 'desc'), page)
}

/** The last filing of each day, type, jurisdiction and stated period; at most 2,000 rows. */
export async function listFiled(tx: Db, environment: Environment, types: readonly string[]) {
  const { rows } = await sql<{
    report_type: string
    jurisdiction: string
    submitted_at: string
    reporting_period: string | null
    reporting_date: string | null
  }>`
    select distinct on (report_type, jurisdiction, date_trunc('day', submitted_at), reporting_period, reporting_date)
      report_type, jurisdiction, submitted_at, reporting_period, reporting_date
    from (select *, left(data->>'reporting_period', 20) as reporting_period, left(data->>'reporting_date', 20) as reporting_date
      from regulatory.reports) r
    where environment = ${environment} and report_type = any(${[...types]}::text[])
    order by report_type, jurisdiction, date_trunc('day', submitted_at) desc, reporting_period, reporting_date,
      submitted_at desc
    limit 2000`.execute(tx)
  return rows.map((row) => ({ ...row, submitted_at: new Date(row.submitted_at) }))
}

export const listEnforcement = (tx: Db) =>
  tx.selectFrom('regulatory.enforcement').selectAll().execute()

export async function setEnforcement(
  tx: Db,
  change: {
    readonly environment: Environment
    readonly enabled: boolean
    readonly reason: string
    readonly changed_by: string
    readonly changed_at: Date
  },
): Promise<void> {
  const { environment: _environment, ...rest } = change
  await tx
    .insertInto('regulatory.enforcement')
    .values(change)
    .onConflict((conflict) => conflict.column('environment').doUpdateSet(rest))
    .execute()
}

/** The time of the bank's first start; no filing is due for earlier periods. */
export async function recordOpening(tx: Db, now: Date): Promise<void> {
  await sql`insert into regulatory.opened (at) values (${now.toISOString()}::timestamptz) on conflict do nothing`.execute(
    tx,
  )
}

export async function findOpening(tx: Db): Promise<Date | undefined> {
  const row = await tx.selectFrom('regulatory.opened').select('at').executeTakeFirst()
  return row && new Date(row.at)
}

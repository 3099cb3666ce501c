// All SQL of loans, their schedules, guarantees and repayments. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage, readSqlPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { Instalment } from './allocation.ts'
import type { Planned } from './schedule.ts'

export type LoanRow = Row<'microfinance.loans'>
export type RepaymentRow = Row<'microfinance.repayments'>
export type GuaranteeRow = Row<'microfinance.guarantees'>

interface OfGroup {
  readonly group_uuid: string
  readonly user_id?: string
}

/** A condition on guarantees, for what stands in the way of an erasure. */
export const GUARANTEES_OPEN_LOAN = `exists (select from microfinance.loans l
  where l.uuid = loan_uuid and l.environment = 'live'
    and l.status in ('applied', 'approved', 'disbursed', 'written_off'))`

/** Loans that are applied for, approved or paid out. */
export async function countOpenLoans(tx: Db, { group_uuid, user_id }: OfGroup): Promise<number> {
  const { rows } = await sql<{ loans: number }>`
    select count(*)::int as loans from microfinance.loans
    where group_uuid = ${group_uuid} and closed_at is null
      ${user_id === undefined ? sql`` : sql`and user_id = ${user_id}`}`.execute(tx)
  return rows[0]!.loans
}

/** Open loans of the group that the member guarantees. */
export async function countOpenGuarantees(
  tx: Db,
  { group_uuid, user_id }: Required<OfGroup>,
): Promise<number> {
  const { rows } = await sql<{ loans: number }>`
    select count(*)::int as loans from microfinance.guarantees g
    join microfinance.loans l on l.uuid = g.loan_uuid
    where g.user_id = ${user_id} and l.group_uuid = ${group_uuid} and l.closed_at is null`.execute(
    tx,
  )
  return rows[0]!.loans
}

/** The loan of the group, or of one member of it, that is late for the longest time. */
export const findMostOverdueLoan = (
  tx: Db,
  { group_uuid, user_id }: OfGroup,
  today: string,
): Promise<Pick<LoanRow, 'user_id' | 'next_due_on'> | undefined> => {
  const late = tx
    .selectFrom('microfinance.loans')
    .select(['user_id', 'next_due_on'])
    .where('group_uuid', '=', group_uuid)
    .where('next_due_on', '<', today)
    .orderBy('next_due_on')
    .limit(1)
  return (user_id === undefined ? late : late.where('user_id', '=', user_id)).executeTakeFirst()
}

export type NewLoan = Pick<
  LoanRow,
  | 'uuid'
  | 'environment'
  | 'group_uuid'
  | 'user_id'
  | 'account_uuid'
  | 'asset'
  | 'rate_basis_points'
  | 'term'
  | 'frequency'
  | 'method'
  | 'purpose'
  | 'status'
  | 'applied_by'
> & { readonly principal: bigint; readonly applied_at: Date }

export const insertLoan = (tx: Db, { principal, ...loan }: NewLoan): Promise<LoanRow> =>
  tx
    .insertInto('microfinance.loans')
    .values({ ...loan, principal: String(principal) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findLoan = (tx: Db, uuid: string): Promise<LoanRow | undefined> =>
  tx.selectFrom('microfinance.loans').selectAll().where('uuid', '=', uuid).executeTakeFirst()

/** The lock makes changes to one loan happen one after another. */
export const lockLoan = (tx: Db, uuid: string): Promise<LoanRow | undefined> =>
  tx
    .selectFrom('microfinance.loans')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()

export type LoanChange = Partial<
  Pick<
    LoanRow,
    | 'status'
    | 'next_due_on'
    | 'reviewed_on'
    | 'reason'
    | 'approved_by'
    | 'disbursed_by'
    | 'disbursement_entry'
  >
> & {
  readonly outstanding?: bigint
  readonly provision?: bigint
  readonly approved_at?: Date
  readonly disbursed_at?: Date
  readonly closed_at?: Date
}

export const updateLoan = (
  tx: Db,
  uuid: string,
  { outstanding, provision, ...change }: LoanChange,
): Promise<LoanRow> =>
  tx
    .updateTable('microfinance.loans')
    .set({
      ...change,
      ...(outstanding !== undefined && { outstanding: String(outstanding) }),
      ...(provision !== undefined && { provision: String(provision) }),
    })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

export interface LoanFilter {
  readonly environment: Environment
  /** Only loans of groups that this user organises, and the user's own; all when absent. */
  readonly viewer: string | undefined
  readonly group_uuid?: string | undefined
  readonly user_id?: string | undefined
  readonly status?: LoanRow['status'] | undefined
}

/** A query of the loans that a viewer may see. */
export const visibleTo = (tx: Db, { environment, viewer }: LoanFilter) => {
  const all = tx.selectFrom('microfinance.loans as l').where('l.environment', '=', environment)
  return viewer === undefined
    ? all
    : all.where((eb) =>
        eb.or([
          eb('l.user_id', '=', viewer),
          eb.exists(
            eb
              .selectFrom('microfinance.groups as g')
              .select('g.uuid')
              .whereRef('g.uuid', '=', 'l.group_uuid')
              .where('g.organiser_uuid', '=', viewer),
          ),
        ]),
      )
}

/** The newest first. */
export const listLoans = (tx: Db, filter: LoanFilter, page: PageRequest) => {
  const { group_uuid, user_id, status } = filter
  let query = visibleTo(tx, filter).selectAll('l').orderBy('l.uuid', 'desc')
  if (group_uuid !== undefined) query = query.where('l.group_uuid', '=', group_uuid)
  if (user_id !== undefined) query = query.where('l.user_id', '=', user_id)
  if (status !== undefined) query = query.where('l.status', '=', status)
  return readPage(query, page)
}

/** Loans of a group in one currency with an instalment that is due by that day, the latest in payment first. */
export const listLoansDue = (
  tx: Db,
  which: {
    readonly group_uuid: string
    readonly asset: string
    readonly day: string
    readonly limit: number
  },
): Promise<LoanRow[]> =>
  tx
    .selectFrom('microfinance.loans')
    .selectAll()
    .where('group_uuid', '=', which.group_uuid)
    .where('asset', '=', which.asset)
    .where('next_due_on', '<=', which.day)
    .orderBy('next_due_on')
    .orderBy('uuid')
    .limit(which.limit)
    .execute()

export const insertGuarantees = async (
  tx: Db,
  loan_uuid: string,
  guarantees: readonly { readonly user_id: string; readonly units: bigint }[],
): Promise<void> => {
  if (guarantees.length === 0) return
  await tx
    .insertInto('microfinance.guarantees')
    .values(guarantees.map(({ user_id, units }) => ({ loan_uuid, user_id, units: String(units) })))
    .execute()
}

export const listGuarantees = (tx: Db, loan_uuid: string): Promise<GuaranteeRow[]> =>
  tx
    .selectFrom('microfinance.guarantees')
    .selectAll()
    .where('loan_uuid', '=', loan_uuid)
    .orderBy('user_id')
    .execute()

export const insertSchedule = async (
  tx: Db,
  loan_uuid: string,
  planned: readonly Planned[],
): Promise<void> => {
  await tx
    .insertInto('microfinance.instalments')
    .values(
      planned.map(({ principal, interest, ...one }) => ({
        ...one,
        loan_uuid,
        principal: String(principal),
        interest: String(interest),
      })),
    )
    .execute()
}

const toInstalment = (row: Row<'microfinance.instalments'>): Instalment => ({
  number: row.number,
  starts_on: row.starts_on,
  due_on: row.due_on,
  principal: BigInt(row.principal),
  interest: BigInt(row.interest),
  penalty: row.penalty === null ? null : BigInt(row.penalty),
  principal_paid: BigInt(row.principal_paid),
  interest_paid: BigInt(row.interest_paid),
  interest_waived: BigInt(row.interest_waived),
  penalty_paid: BigInt(row.penalty_paid),
})

export async function listInstalments(tx: Db, loan_uuid: string): Promise<Instalment[]> {
  const rows = await tx
    .selectFrom('microfinance.instalments')
    .selectAll()
    .where('loan_uuid', '=', loan_uuid)
    .orderBy('number')
    .execute()
  return rows.map(toInstalment)
}

/** Writes what was paid of an instalment, and its penalty. */
export async function updateInstalments(
  tx: Db,
  loan_uuid: string,
  instalments: readonly Instalment[],
): Promise<void> {
  for (const one of instalments)
    await tx
      .updateTable('microfinance.instalments')
      .set({
        penalty: one.penalty === null ? null : String(one.penalty),
        principal_paid: String(one.principal_paid),
        interest_paid: String(one.interest_paid),
        interest_waived: String(one.interest_waived),
        penalty_paid: String(one.penalty_paid),
      })
      .where('loan_uuid', '=', loan_uuid)
      .where('number', '=', one.number)
      .execute()
}

export type NewRepayment = Pick<
  RepaymentRow,
  'uuid' | 'loan_uuid' | 'account_uuid' | 'teller_uuid' | 'sheet_uuid' | 'paid_by' | 'entry_id'
> & {
  readonly penalty: bigint
  readonly interest: bigint
  readonly principal: bigint
  readonly interest_waived: bigint
  readonly created_at: Date
}

export const insertRepayment = (tx: Db, repayment: NewRepayment): Promise<RepaymentRow> =>
  tx
    .insertInto('microfinance.repayments')
    .values({
      ...repayment,
      penalty: String(repayment.penalty),
      interest: String(repayment.interest),
      principal: String(repayment.principal),
      interest_waived: String(repayment.interest_waived),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest first. */
export const listRepayments = (tx: Db, loan_uuid: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('microfinance.repayments')
      .selectAll()
      .where('loan_uuid', '=', loan_uuid)
      .orderBy('uuid', 'desc'),
    page,
  )

export type ScheduleRow = Row<'microfinance.instalments'>

export async function pageInstalments(tx: Db, loan_uuid: string, page: PageRequest) {
  const { rows, total } = await readSqlPage<ScheduleRow>(
    tx,
    {
      columns: sql`*`,
      matching: sql`from microfinance.instalments where loan_uuid = ${loan_uuid}`,
      orderBy: sql`number`,
    },
    page,
  )
  return { rows: rows.map(toInstalment), total }
}

// All SQL of provisions. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import { type LoanFilter, type LoanRow, visibleTo } from '../loans/store.ts'

/** Loans that are owed, or that a provision is still booked for, and that were not reviewed on this day. */
export async function lockLoansToReview(
  tx: Db,
  which: { readonly environment: Environment; readonly day: string; readonly limit: number },
): Promise<LoanRow[]> {
  const { rows } = await sql<LoanRow>`
    select * from microfinance.loans
    where (status = 'disbursed' or provision > 0) and environment = ${which.environment}
      and (reviewed_on is null or reviewed_on < ${which.day})
    order by uuid limit ${which.limit} for update`.execute(tx)
  return rows
}

export async function countLoansToReview(
  tx: Db,
  which: { readonly environment: Environment; readonly day: string },
): Promise<number> {
  const { rows } = await sql<{ loans: number }>`
    select count(*)::int as loans from microfinance.loans
    where (status = 'disbursed' or provision > 0) and environment = ${which.environment}
      and (reviewed_on is null or reviewed_on < ${which.day})`.execute(tx)
  return rows[0]!.loans
}

export type NewProvision = Pick<
  Row<'microfinance.provisions'>,
  'loan_uuid' | 'review_date' | 'category' | 'days_overdue' | 'entry_id'
> & { readonly outstanding: bigint; readonly units: bigint }

export const insertProvisions = async (
  tx: Db,
  provisions: readonly NewProvision[],
): Promise<void> => {
  await tx
    .insertInto('microfinance.provisions')
    .values(
      provisions.map(({ outstanding, units, ...one }) => ({
        ...one,
        outstanding: String(outstanding),
        units: String(units),
      })),
    )
    .execute()
}

/** The bounds of one class: from the first day on, and before the last, each as the due date of a loan. */
export interface DueRange {
  /** The latest due date of the class; null for the class of loans that are not late. */
  readonly to: string | null
  /** Due dates before this one belong to the next class; null for the last class. */
  readonly from: string | null
}

const ofClass = (
  tx: Db,
  filter: LoanFilter & { readonly asset: string },
  { to, from }: DueRange,
) => {
  let query = visibleTo(tx, filter)
    .where('l.status', '=', 'disbursed')
    .where('l.asset', '=', filter.asset)
  if (to !== null) query = query.where('l.next_due_on', '<=', to)
  if (from !== null) query = query.where('l.next_due_on', '>', from)
  return query
}

/** The provisions of one class together; each is rounded half up before they are added. */
export async function sumClass(
  tx: Db,
  filter: LoanFilter & { readonly asset: string },
  range: DueRange,
  basis_points: number,
): Promise<{ readonly loans: number; readonly outstanding: bigint; readonly units: bigint }> {
  const { loans, outstanding, units } = await ofClass(tx, filter, range)
    .select((eb) => [
      eb.fn.countAll<string>().as('loans'),
      sql<string>`coalesce(sum(l.outstanding), 0)`.as('outstanding'),
      sql<string>`coalesce(sum(round(l.outstanding * ${basis_points} / 10000)), 0)`.as('units'),
    ])
    .executeTakeFirstOrThrow()
  return { loans: Number(loans), outstanding: BigInt(outstanding), units: BigInt(units) }
}

/** The latest in payment first. */
export const listClass = (
  tx: Db,
  filter: LoanFilter & { readonly asset: string },
  range: DueRange,
  page: PageRequest,
) =>
  readPage(
    ofClass(tx, filter, range).selectAll('l').orderBy('l.next_due_on').orderBy('l.uuid'),
    page,
  )

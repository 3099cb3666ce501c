// All SQL of loans, their schedules, guarantees and repayments. No rules here.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

interface OfGroup {
  readonly group_uuid: string
  readonly user_id?: string
}

/** Loans that are asked for, approved or paid out. */
export async function countOpenLoans(tx: Db, { group_uuid, user_id }: OfGroup): Promise<number> {
  const { rows } = await sql<{ loans: number }>`
    select count(*)::int as loans from microfinance.loans
    where group_uuid = ${group_uuid} and closed_at is null
      ${user_id === undefined ? sql`` : sql`and user_id = ${user_id}`}`.execute(tx)
  return rows[0]!.loans
}

/** Open loans of the group that the member answers for. */
export async function countOpenGuarantees(
  tx: Db,
  { group_uuid, user_id }: Required<OfGroup>,
): Promise<number> {
  const { rows } = await sql<{ loans: number }>`
    select count(*)::int as loans from microfinance.guarantees
    join microfinance.loans on uuid = loan_uuid
    where guarantees.user_id = ${user_id} and group_uuid = ${group_uuid} and closed_at is null`.execute(
    tx,
  )
  return rows[0]!.loans
}

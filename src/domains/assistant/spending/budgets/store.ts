// SQL of budgets, of the alerts that were given, and of the users whose budgets must be checked.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { Owner } from '../rules/store.ts'

export type BudgetRow = Row<'spending.budgets'>
export type AlertKind = Row<'spending.alerts'>['kind']

const selectBudgets = (tx: Db, { environment, user_uuid }: Owner) =>
  tx
    .selectFrom('spending.budgets')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)

export const listBudgets = (tx: Db, person: Owner, page: PageRequest) =>
  readPage(selectBudgets(tx, person).orderBy('category').orderBy('asset').orderBy('period'), page)

/** Their number is bounded. */
export const listAllBudgets = (tx: Db, person: Owner): Promise<BudgetRow[]> =>
  selectBudgets(tx, person).orderBy('id').execute()

export const findBudget = (tx: Db, person: Owner, id: string): Promise<BudgetRow | undefined> =>
  selectBudgets(tx, person).where('id', '=', id).executeTakeFirst()

/** Undefined when there is such a budget already. */
export const insertBudget = (
  tx: Db,
  budget: Omit<BudgetRow, 'created_at' | 'updated_at'>,
  now: Date,
): Promise<BudgetRow | undefined> =>
  tx
    .insertInto('spending.budgets')
    .values({ ...budget, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateBudget = (
  tx: Db,
  id: string,
  change: Pick<BudgetRow, 'limit_units' | 'warning_percent'>,
  now: Date,
): Promise<BudgetRow> =>
  tx
    .updateTable('spending.budgets')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteBudget(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('spending.budgets').where('id', '=', id).execute()
}

/** False when the alert was given before. */
export async function insertAlert(
  tx: Db,
  alert: {
    readonly budget_id: string
    readonly starts_on: string
    readonly kind: AlertKind
    readonly created_at: Date
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('spending.alerts')
    .values(alert)
    .onConflict((conflict) => conflict.doNothing())
    .returning('budget_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The alerts of earlier periods are not needed any more. */
export async function deleteAlertsBefore(tx: Db, budget: string, starts_on: string) {
  await sql`
    delete from spending.alerts where budget_id = ${budget} and starts_on < ${starts_on}::date`.execute(
    tx,
  )
}

/** True when there is no budget at all. */
export const HAS_NO_BUDGETS = sql<boolean>`not exists (select from spending.budgets)`

/** Queues those of some users who have budgets; false when none has. */
export async function noteChecks(tx: Db, people: readonly Owner[], now: Date): Promise<boolean> {
  const { rows } = await sql<{ user_uuid: string }>`
    insert into spending.checks (environment, user_uuid, noted_at)
    select p.environment, p.user_uuid, ${now}
    from unnest(${people.map((one) => one.environment)}::text[],
      ${people.map((one) => one.user_uuid)}::uuid[]) as p (environment, user_uuid)
    where exists (select 1 from spending.budgets b
      where b.environment = p.environment and b.user_uuid = p.user_uuid)
    order by 1, 2
    on conflict do nothing returning user_uuid`.execute(tx)
  return rows.length > 0
}

/** Takes users off the queue, to be checked in this transaction. */
export async function takeChecks(
  tx: Db,
  environment: Environment,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_uuid: string }>`
    delete from spending.checks where environment = ${environment} and user_uuid in (
      select user_uuid from spending.checks where environment = ${environment}
      order by noted_at limit ${limit} for update skip locked)
    returning user_uuid`.execute(tx)
  return rows.map((row) => row.user_uuid)
}

// SQL of users' rules and of the views that belong to them.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import { PLAIN, type View } from './labels.ts'

export type RuleRow = Row<'spending.rules'>
type ViewRow = Row<'spending.views'>

export interface Owner {
  readonly environment: Environment
  readonly user_uuid: string
}

/** Serializes changes of one user's rules and budgets. */
export async function lockOwner(tx: Db, { environment, user_uuid }: Owner): Promise<void> {
  const name = `spending ${environment} ${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

const selectRules = (tx: Db, { environment, user_uuid }: Owner) =>
  tx
    .selectFrom('spending.rules')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)

/** In the order in which they are applied. */
const ordered = (tx: Db, person: Owner) =>
  selectRules(tx, person).orderBy('priority').orderBy('id', 'desc')

export const listRules = (tx: Db, person: Owner, page: PageRequest) =>
  readPage(ordered(tx, person), page)

export const findRule = (tx: Db, person: Owner, id: string): Promise<RuleRow | undefined> =>
  selectRules(tx, person).where('id', '=', id).executeTakeFirst()

export async function countRules(tx: Db, { environment, user_uuid }: Owner): Promise<number> {
  const { total } = await tx
    .selectFrom('spending.rules')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export type RuleContent = Pick<
  RuleRow,
  'priority' | 'words' | 'counterparty' | 'category' | 'merchant'
>

export const insertRule = (
  tx: Db,
  rule: Omit<RuleRow, 'created_at' | 'updated_at'>,
  now: Date,
): Promise<RuleRow> =>
  tx
    .insertInto('spending.rules')
    .values({ ...rule, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateRule = (tx: Db, id: string, content: RuleContent, now: Date): Promise<RuleRow> =>
  tx
    .updateTable('spending.rules')
    .set({ ...content, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteRule(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('spending.rules').where('id', '=', id).execute()
}

/** The view of a user; the plain one for a user without rules. */
export async function findView(tx: Db, person: Owner): Promise<View> {
  const view = await tx
    .selectFrom('spending.views')
    .select('id')
    .where('environment', '=', person.environment)
    .where('user_uuid', '=', person.user_uuid)
    .where('is_current', '=', true)
    .executeTakeFirst()
  return view ? { id: view.id, rules: await ordered(tx, person).execute() } : PLAIN
}

/** Ends the current view; nothing is folded into it any more. */
export async function retireView(tx: Db, { environment, user_uuid }: Owner): Promise<void> {
  await sql`
    update spending.views set is_current = false
    where environment = ${environment} and user_uuid = ${user_uuid} and is_current`.execute(tx)
}

export async function insertView(tx: Db, person: Owner, id: string, now: Date): Promise<void> {
  await tx
    .insertInto('spending.views')
    .values({ ...person, id, created_at: now })
    .execute()
}

/** Locks the current views of some users against retirement, if they are complete. */
export async function lockBuiltViews(
  tx: Db,
  users: readonly string[],
): Promise<(Owner & { readonly view: View })[]> {
  if (users.length === 0) return []
  const { rows } = await sql<ViewRow & { environment: Environment }>`
    select * from spending.views
    where user_uuid = any(${users}::uuid[]) and is_current and is_built order by id for share`.execute(
    tx,
  )
  return withRules(tx, rows)
}

const withRules = async (tx: Db, rows: readonly (ViewRow & { environment: Environment })[]) => {
  const views: (Owner & { readonly view: View })[] = []
  for (const { id, environment, user_uuid } of rows) {
    const rules = await ordered(tx, { environment, user_uuid }).execute()
    views.push({ environment, user_uuid, view: { id, rules } })
  }
  return views
}

/** Locks a view against retirement; undefined when it is not current any more. */
export async function lockView(
  tx: Db,
  id: string,
): Promise<(Owner & { readonly view: View }) | undefined> {
  const { rows } = await sql<ViewRow & { environment: Environment }>`
    select * from spending.views where id = ${id} and is_current for share`.execute(tx)
  const [found] = await withRules(tx, rows)
  return found
}

export async function markBuilt(tx: Db, id: string): Promise<void> {
  await tx.updateTable('spending.views').set({ is_built: true }).where('id', '=', id).execute()
}

/** Views that are to be built or deleted. */
export async function listOpenViews(
  tx: Db,
  limit: number,
): Promise<Pick<ViewRow, 'id' | 'is_current'>[]> {
  const { rows } = await sql<Pick<ViewRow, 'id' | 'is_current'>>`
    select id, is_current from spending.views where not is_current or not is_built
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** Deletes some of what belongs to a view that is not current; false when nothing is left. */
export async function deletePartOfView(tx: Db, id: string, rows: number): Promise<boolean> {
  const tables = ['sums', 'payees', 'books'] as const
  for (const table of tables) {
    const name = sql.table(`spending.${table}`)
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} where ctid in (
        select ctid from ${name} where view_id = ${id} limit ${rows})`.execute(tx)
    if (numAffectedRows > 0n) return true
  }
  await tx
    .deleteFrom('spending.views')
    .where('id', '=', id)
    .where('is_current', '=', false)
    .execute()
  return false
}

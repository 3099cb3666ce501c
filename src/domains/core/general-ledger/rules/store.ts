// SQL of posting rules and of the events they were applied to.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type RuleRow = Row<'general_ledger.posting_rules'>
export type ApplicationRow = Row<'general_ledger.rule_applications'>

const selectRules = (tx: Db, environment: Environment) =>
  tx.selectFrom('general_ledger.posting_rules').selectAll().where('environment', '=', environment)

/** In the order in which they are applied. */
export const listRules = (
  tx: Db,
  environment: Environment,
  { status, ...page }: PageRequest & { readonly status?: RuleRow['status'] },
) =>
  readPage(
    selectRules(tx, environment)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('priority')
      .orderBy('name'),
    page,
  )

export async function countRules(tx: Db, environment: Environment): Promise<number> {
  const { total } = await tx
    .selectFrom('general_ledger.posting_rules')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('environment', '=', environment)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const lockRule = (
  tx: Db,
  environment: Environment,
  id: string,
): Promise<RuleRow | undefined> =>
  selectRules(tx, environment).where('id', '=', id).forUpdate().executeTakeFirst()

export const findRule = (
  tx: Db,
  environment: Environment,
  id: string,
): Promise<RuleRow | undefined> =>
  selectRules(tx, environment).where('id', '=', id).executeTakeFirst()

/** Undefined when the name is taken. */
export const insertRule = (
  tx: Db,
  rule: Omit<RuleRow, 'status' | 'active_since' | 'created_at' | 'updated_at'>,
  now: Date,
): Promise<RuleRow | undefined> =>
  tx
    .insertInto('general_ledger.posting_rules')
    .values({ ...rule, status: 'active', active_since: now, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['environment', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateRule = (
  tx: Db,
  id: string,
  change: { readonly status: RuleRow['status']; readonly active_since?: Date },
  now: Date,
): Promise<RuleRow> =>
  tx
    .updateTable('general_ledger.posting_rules')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The active rules of both environments. */
export const listActiveRules = (tx: Db): Promise<RuleRow[]> =>
  tx
    .selectFrom('general_ledger.posting_rules')
    .selectAll()
    .where('status', '=', 'active')
    .orderBy('priority')
    .orderBy('name')
    .execute()

/** True when no posting rule is active. */
export const NO_RULE_ACTIVE = sql<boolean>`
  not exists (select from general_ledger.posting_rules where status = 'active')`

export type NewApplication = Pick<
  ApplicationRow,
  'rule_id' | 'event_id' | 'environment' | 'priority' | 'amount' | 'currency' | 'occurred_at'
>

export async function insertApplications(
  tx: Db,
  applications: readonly NewApplication[],
): Promise<void> {
  const column = (read: (one: NewApplication) => string | null): (string | null)[] =>
    applications.map(read)
  await sql`
    insert into general_ledger.rule_applications
      (rule_id, event_id, environment, priority, amount, currency, occurred_at, status)
    select *, 'pending' from unnest(${column((one) => one.rule_id)}::uuid[],
      ${column((one) => one.event_id)}::text[], ${column((one) => one.environment)}::text[],
      ${column((one) => String(one.priority))}::integer[], ${column((one) => one.amount)}::text[],
      ${column((one) => one.currency)}::text[], ${column((one) => one.occurred_at)}::timestamptz[])
    on conflict (rule_id, event_id) do nothing`.execute(tx)
}

export type PendingApplication = ApplicationRow &
  Pick<RuleRow, 'name' | 'trigger_event' | 'debit_account' | 'credit_account' | 'created_by'>

/** The oldest pending ones, locked until the transaction ends; those locked by other nodes are skipped. */
export const lockPending = (
  tx: Db,
  environment: Environment,
  limit: number,
): Promise<PendingApplication[]> =>
  tx
    .selectFrom('general_ledger.rule_applications as application')
    .innerJoin('general_ledger.posting_rules as rule', 'rule.id', 'application.rule_id')
    .selectAll('application')
    .select([
      'rule.name',
      'rule.trigger_event',
      'rule.debit_account',
      'rule.credit_account',
      'rule.created_by',
    ])
    .where('application.environment', '=', environment)
    .where('application.status', '=', 'pending')
    .orderBy('application.event_id')
    .orderBy('application.priority')
    .orderBy('application.rule_id')
    .limit(limit)
    .forUpdate('application')
    .skipLocked()
    .execute()

export async function endApplication(
  tx: Db,
  { rule_id, event_id }: Pick<ApplicationRow, 'rule_id' | 'event_id'>,
  outcome:
    | { readonly status: 'posted'; readonly entry_id: string }
    | { readonly status: 'failed'; readonly problem: string },
): Promise<void> {
  await tx
    .updateTable('general_ledger.rule_applications')
    .set(outcome)
    .where('rule_id', '=', rule_id)
    .where('event_id', '=', event_id)
    .execute()
}

/** Newest first. */
export const listApplications = (
  tx: Db,
  rule_id: string,
  { status, ...page }: PageRequest & { readonly status?: ApplicationRow['status'] },
) =>
  readPage(
    tx
      .selectFrom('general_ledger.rule_applications')
      .selectAll()
      .where('rule_id', '=', rule_id)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('event_id', 'desc'),
    page,
  )

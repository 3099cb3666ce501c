// All SQL of the spending limits of agents, without rules. There are two tables, in cents for payments on any rail
// and in millionths of a USDC for endpoints, which are read here in one shape.
import type { Owner } from '../../../../operation/caller.ts'
import { type AliasedExpression, sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { type Db, readPage } from '../../../../platform/database.ts'

export interface LimitSettings {
  readonly daily_limit: bigint
  readonly per_payment_limit: bigint
  readonly auto_pay: boolean
  readonly agent_type: string
}

export interface AgentLimit {
  readonly environment: string
  readonly user_uuid: string
  readonly agent_id: string
  readonly daily_limit: string
  readonly per_payment_limit: string
  readonly auto_pay: boolean
  readonly created_at: string
  readonly updated_at: string
  /** Settled and reserved payments of the agent since the given instant. */
  readonly spent: string
  /** Null for limits on rails, which have no id. */
  readonly id: string | null
  readonly agent_type: string | null
}

/** The period whose payments count as spent. */
export interface Day {
  readonly since: Date
  readonly now: Date
  /** The payment being checked, which must not count against itself. */
  readonly except?: string
}

export interface LimitTable {
  readonly name: 'machine_payments.spending_limits' | 'x402.spending_limits'
  readonly select: (tx: Db, day: Day) => AliasedExpression<AgentLimit, 'limits'>
  /** Maps settings to this table's column names; omitted settings stay omitted. */
  readonly toColumns: (settings: Partial<LimitSettings>) => LimitColumns
}

interface LimitColumns {
  readonly per_tx_limit?: string | undefined
  readonly auto_pay?: boolean | undefined
  readonly per_transaction_limit?: string | undefined
  readonly auto_pay_enabled?: boolean | undefined
  readonly agent_type?: string | undefined
}

const shared = ['environment', 'user_uuid', 'agent_id', 'created_at', 'updated_at'] as const

const toText = (units: bigint | undefined): string | undefined =>
  units === undefined ? undefined : String(units)

export const railLimits: LimitTable = {
  name: 'machine_payments.spending_limits',
  // A payment in progress counts while its claim lasts.
  select: (tx, { since, now, except }) =>
    tx
      .selectFrom('machine_payments.spending_limits as l')
      .select([
        ...shared,
        'daily_limit',
        'per_tx_limit as per_payment_limit',
        'auto_pay',
        sql<null>`null`.as('id'),
        sql<null>`null`.as('agent_type'),
        sql<string>`(select coalesce(sum(ceil(p.price_usdc / 10000)), 0)
          from machine_payments.payments p
          where p.environment = l.environment and p.user_uuid = l.user_uuid
            and lower(l.agent_id) = any(p.agent_ids)
            and p.id is distinct from ${except ?? null}::uuid
            and (p.settled_at >= ${since.toISOString()}::timestamptz
              or p.status = 'verified' and p.claimed_until > ${now.toISOString()}::timestamptz))`.as(
          'spent',
        ),
      ])
      .as('limits'),
  toColumns: ({ per_payment_limit, auto_pay }) => ({
    per_tx_limit: toText(per_payment_limit),
    auto_pay,
  }),
}

export const endpointLimits: LimitTable = {
  name: 'x402.spending_limits',
  select: (tx, { since }) =>
    tx
      .selectFrom('x402.spending_limits as l')
      .select([
        ...shared,
        'daily_limit',
        'per_transaction_limit as per_payment_limit',
        'auto_pay_enabled as auto_pay',
        'id',
        'agent_type',
        sql<string>`(select coalesce(sum(p.amount), 0)
          from x402.payments p
          where p.environment = l.environment and p.status = 'settled'
            and p.payer = lower(l.agent_id)
            and p.created_at >= ${since.toISOString()}::timestamptz)`.as('spent'),
      ])
      .as('limits'),
  toColumns: ({ per_payment_limit, auto_pay, agent_type }) => ({
    per_transaction_limit: toText(per_payment_limit),
    auto_pay_enabled: auto_pay,
    agent_type,
  }),
}

const limitsOf = (tx: Db, table: LimitTable, owner: Owner, day: Day) =>
  tx
    .selectFrom(table.select(tx, day))
    .selectAll()
    .where('environment', '=', owner.environment)
    .where('user_uuid', '=', owner.user_uuid)
    .orderBy('agent_id')

export const listLimits = (tx: Db, table: LimitTable, owner: Owner, day: Day, page: PageRequest) =>
  readPage(limitsOf(tx, table, owner, day), page)

/** The limits of agents with one of these names. */
export const listLimitsOf = (
  tx: Db,
  table: LimitTable,
  owner: Owner,
  names: readonly string[],
  day: Day,
): Promise<AgentLimit[]> =>
  limitsOf(tx, table, owner, day).where(sql<string>`lower(agent_id)`, 'in', names).execute()

export const findLimit = (
  tx: Db,
  table: LimitTable,
  owner: Owner,
  agent_id: string,
  day: Day,
): Promise<AgentLimit | undefined> =>
  limitsOf(tx, table, owner, day).where('agent_id', '=', agent_id).executeTakeFirst()

/** Serializes the payments of one user's agents. */
export async function lockSpending(tx: Db, { environment, user_uuid }: Owner): Promise<void> {
  const key = `machine_payments/spending/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Omitted fields keep their value or default. */
export async function upsertLimit(
  tx: Db,
  { name, toColumns }: LimitTable,
  key: Owner & { readonly agent_id: string; readonly id?: string },
  change: Partial<LimitSettings>,
  defaults: LimitSettings,
  now: Date,
): Promise<void> {
  const all = { ...defaults, ...change }
  const row = {
    ...key,
    ...toColumns(all),
    daily_limit: String(all.daily_limit),
    created_at: now,
    updated_at: now,
  }
  const changed = {
    ...toColumns(change),
    daily_limit: toText(change.daily_limit),
    updated_at: now,
  }
  await tx
    .insertInto(name)
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['environment', 'user_uuid', 'agent_id']).doUpdateSet(changed),
    )
    .execute()
}

/** False when there was no such limit. */
export async function deleteLimit(
  tx: Db,
  { name }: LimitTable,
  owner: Owner,
  agent_id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom(name)
    .where('environment', '=', owner.environment)
    .where('user_uuid', '=', owner.user_uuid)
    .where('agent_id', '=', agent_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

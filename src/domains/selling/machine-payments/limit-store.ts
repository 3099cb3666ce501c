// SQL of spending limits. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export interface LimitOwner {
  readonly environment: Environment
  readonly user_uuid: string
}

export interface LimitSettings {
  readonly daily_limit: number
  readonly per_tx_limit: number
  readonly auto_pay: boolean
}

export type LimitRow = Omit<Row<'machine_payments.spending_limits'>, keyof LimitOwner> & {
  /** Cents that the agent has paid, or is paying, since the given instant. */
  readonly spent: string
}

/** When what counts was paid. */
export interface Day {
  readonly since: Date
  readonly now: Date
  /** This payment does not count: it is the one that is judged. */
  readonly except?: string
}

// A payment under way counts as long as somebody has it; one that was given up does not.
const limitsOf = (tx: Db, owner: LimitOwner, { since, now, except }: Day) =>
  tx
    .selectFrom('machine_payments.spending_limits as l')
    .select([
      'l.agent_id',
      'l.daily_limit',
      'l.per_tx_limit',
      'l.auto_pay',
      'l.created_at',
      'l.updated_at',
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
    .where('l.environment', '=', owner.environment)
    .where('l.user_uuid', '=', owner.user_uuid)
    .orderBy('l.agent_id')

export const listLimits = (tx: Db, owner: LimitOwner, day: Day, page: PageRequest) =>
  readPage(limitsOf(tx, owner, day), page)

/** Those of the agents that go by one of these names. */
export const listLimitsOf = (
  tx: Db,
  owner: LimitOwner,
  names: readonly string[],
  day: Day,
): Promise<LimitRow[]> =>
  limitsOf(tx, owner, day).where(sql<string>`lower(l.agent_id)`, 'in', names).execute()

/** Serializes what one person's agents pay. */
export async function lockSpending(tx: Db, { environment, user_uuid }: LimitOwner): Promise<void> {
  const key = `machine_payments/spending/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** What is not said stays, or is as usual. */
export async function upsertLimit(
  tx: Db,
  key: LimitOwner & { readonly agent_id: string },
  change: Partial<LimitSettings>,
  usual: LimitSettings,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('machine_payments.spending_limits')
    .values({ ...key, ...usual, ...change, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['environment', 'user_uuid', 'agent_id'])
        .doUpdateSet({ ...change, updated_at: now }),
    )
    .execute()
}

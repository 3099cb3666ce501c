// SQL of spending limits. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Owner } from './store.ts'

export type LimitRow = Omit<Row<'x402.spending_limits'>, keyof Owner> & {
  /** What the agent has paid here since the given instant. */
  readonly spent: string
}

const columns = [
  'id',
  'agent_id',
  'agent_type',
  'daily_limit',
  'per_transaction_limit',
  'auto_pay_enabled',
  'created_at',
  'updated_at',
] as const

const limitsOf = (tx: Db, owner: Owner, since: Date) =>
  tx
    .selectFrom('x402.spending_limits')
    .select(columns)
    .select(
      sql<string>`(select coalesce(sum(p.amount), 0) from x402.payments p
        where p.environment = ${owner.environment} and p.status = 'settled'
          and p.payer = lower(spending_limits.agent_id)
          and p.created_at >= ${since.toISOString()}::timestamptz)`.as('spent'),
    )
    .where('environment', '=', owner.environment)
    .where('user_uuid', '=', owner.user_uuid)

export const listLimits = (tx: Db, owner: Owner, since: Date, page: PageRequest) =>
  readPage(limitsOf(tx, owner, since).orderBy('agent_id'), page)

export async function findLimit(
  tx: Db,
  agent_id: string,
  owner: Owner,
  since: Date,
): Promise<LimitRow | undefined> {
  return limitsOf(tx, owner, since).where('agent_id', '=', agent_id).executeTakeFirst()
}

export interface LimitSettings {
  readonly agent_type: string
  readonly daily_limit: bigint
  readonly per_transaction_limit: bigint
  readonly auto_pay_enabled: boolean
}

export async function upsertLimit(
  tx: Db,
  key: Owner & { readonly id: string; readonly agent_id: string },
  { daily_limit, per_transaction_limit, ...settings }: LimitSettings,
  now: Date,
): Promise<void> {
  const values = {
    ...settings,
    daily_limit: String(daily_limit),
    per_transaction_limit: String(per_transaction_limit),
    updated_at: now,
  }
  await tx
    .insertInto('x402.spending_limits')
    .values({ ...key, ...values, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'user_uuid', 'agent_id']).doUpdateSet(values),
    )
    .execute()
}

/** Whether there was one. */
export async function deleteLimit(tx: Db, agent_id: string, owner: Owner): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('x402.spending_limits')
    .where('environment', '=', owner.environment)
    .where('user_uuid', '=', owner.user_uuid)
    .where('agent_id', '=', agent_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

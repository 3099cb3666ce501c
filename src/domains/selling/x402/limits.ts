// Spending limits of agents: what each may pay a day and at once, and what it has paid here today.
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import * as store from './limit-store.ts'

export interface LimitRequest {
  readonly agent_type?: string
  readonly daily_limit?: string
  readonly per_transaction_limit?: string
  readonly auto_pay_enabled?: boolean
}

/** Millionths of a USDC. */
const defaults: store.LimitSettings = {
  agent_type: 'agent',
  daily_limit: 5_000_000n,
  per_transaction_limit: 100_000n,
  auto_pay_enabled: false,
}

const DAY_MS = 86_400_000

/** Days are UTC's. */
const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)

const ownerOf = ({ caller }: Context) => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})

export async function listLimits(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listLimits(ctx.tx, ownerOf(ctx), startOfDay(ctx.now), page)
  return toPage(
    rows.map((row) => toLimit(row, ctx.now)),
    total,
    page,
  )
}

export async function getLimit(agent_id: string, ctx: Context) {
  const row = await store.findLimit(ctx.tx, agent_id, ownerOf(ctx), startOfDay(ctx.now))
  if (!row) throw NotFound({ what: 'spending limit of', id: agent_id })
  return toLimit(row, ctx.now)
}

/** What is not said stays, or is as usual. */
export async function setLimit(agent_id: string, request: LimitRequest, ctx: Context) {
  const owner = ownerOf(ctx)
  const row = await store.findLimit(ctx.tx, agent_id, owner, startOfDay(ctx.now))
  const before: store.LimitSettings = row
    ? {
        agent_type: row.agent_type,
        daily_limit: BigInt(row.daily_limit),
        per_transaction_limit: BigInt(row.per_transaction_limit),
        auto_pay_enabled: row.auto_pay_enabled,
      }
    : defaults
  const { daily_limit, per_transaction_limit, ...rest } = request
  const settings: store.LimitSettings = {
    ...before,
    ...rest,
    ...(daily_limit !== undefined && { daily_limit: BigInt(daily_limit) }),
    ...(per_transaction_limit !== undefined && {
      per_transaction_limit: BigInt(per_transaction_limit),
    }),
  }
  await store.upsertLimit(ctx.tx, { ...owner, id: uuidv7(ctx.now), agent_id }, settings, ctx.now)
  return getLimit(agent_id, ctx)
}

export async function updateLimit(agent_id: string, request: LimitRequest, ctx: Context) {
  await getLimit(agent_id, ctx)
  return setLimit(agent_id, request, ctx)
}

export async function deleteLimit(agent_id: string, ctx: Context): Promise<void> {
  if (!(await store.deleteLimit(ctx.tx, agent_id, ownerOf(ctx))))
    throw NotFound({ what: 'spending limit of', id: agent_id })
}

function toLimit(row: store.LimitRow, now: Date) {
  const daily = BigInt(row.daily_limit)
  const spent = BigInt(row.spent)
  const resets = new Date(startOfDay(now).getTime() + DAY_MS)
  return {
    id: row.id,
    agentId: row.agent_id,
    agentType: row.agent_type,
    dailyLimit: row.daily_limit,
    spentToday: row.spent,
    perTransactionLimit: row.per_transaction_limit,
    autoPayEnabled: row.auto_pay_enabled,
    remainingBudget: String(spent < daily ? daily - spent : 0n),
    spentPercentage: daily === 0n ? 0 : Number((spent * 10_000n) / daily) / 100,
    limitResetsAt: resets.toISOString(),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

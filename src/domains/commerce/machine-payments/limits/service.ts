// Spending limits of agents: a maximum per payment and per UTC day. An agent without a limit may spend freely.
//
// There are two kinds. Limits for payments on any rail are enforced when the owner's session accompanies the
// payment. Limits for endpoints are not enforced here; clients read them.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { type Owner, ownerOf } from '../../../../operation/caller.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { PaymentApprovalRequired, SpendingLimitExceeded } from '../errors.ts'
import * as store from './store.ts'
import { toCents } from '../payments/rails.ts'

export interface LimitKind {
  readonly table: store.LimitTable
  readonly defaults: store.LimitSettings
  /** Whether limits of this kind have an id beside the agent's name. */
  readonly hasId: boolean
}

/** In cents. */
export const onRails: LimitKind = {
  table: store.railLimits,
  defaults: { daily_limit: 5_000n, per_payment_limit: 100n, auto_pay: false, agent_type: 'agent' },
  hasId: false,
}

/** In millionths of a USDC. */
export const onEndpoints: LimitKind = {
  table: store.endpointLimits,
  defaults: {
    daily_limit: 5_000_000n,
    per_payment_limit: 100_000n,
    auto_pay: false,
    agent_type: 'agent',
  },
  hasId: true,
}

/** In cents; larger payments need auto_pay. */
export const APPROVAL_ABOVE = 1_000

/** A limit and what remains of it today. */
export interface Limit extends store.AgentLimit {
  readonly remaining: bigint
  readonly resets_at: string
}

export type LimitChange = {
  readonly [Name in keyof store.LimitSettings]?: store.LimitSettings[Name] | undefined
}

const dayOf = (now: Date): store.Day => ({
  since: new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS),
  now,
})

export async function listLimits({ table }: LimitKind, page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listLimits(ctx.tx, table, ownerOf(ctx), dayOf(ctx.now), page)
  return toPage(
    rows.map((row) => toLimit(row, ctx.now)),
    total,
    page,
  )
}

export async function getLimit(
  { table }: LimitKind,
  agent_id: string,
  ctx: Context,
): Promise<Limit> {
  const row = await store.findLimit(ctx.tx, table, ownerOf(ctx), agent_id, dayOf(ctx.now))
  if (!row) throw NotFound({ what: 'spending limit of', id: agent_id })
  return toLimit(row, ctx.now)
}

/** Omitted fields keep their value or default. */
export async function setLimit(
  kind: LimitKind,
  agent_id: string,
  change: LimitChange,
  ctx: Context,
): Promise<Limit> {
  const key = { ...ownerOf(ctx), agent_id, ...(kind.hasId && { id: uuidv7(ctx.now) }) }
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  )
  await store.upsertLimit(ctx.tx, kind.table, key, given, kind.defaults, ctx.now)
  return getLimit(kind, agent_id, ctx)
}

export async function updateLimit(
  kind: LimitKind,
  agent_id: string,
  change: LimitChange,
  ctx: Context,
): Promise<Limit> {
  await getLimit(kind, agent_id, ctx)
  return setLimit(kind, agent_id, change, ctx)
}

export async function deleteLimit(
  { table }: LimitKind,
  agent_id: string,
  ctx: Context,
): Promise<void> {
  if (!(await store.deleteLimit(ctx.tx, table, ownerOf(ctx), agent_id)))
    throw NotFound({ what: 'spending limit of', id: agent_id })
}

function toLimit(row: store.AgentLimit, now: Date): Limit {
  const left = BigInt(row.daily_limit) - BigInt(row.spent)
  return {
    ...row,
    remaining: left > 0n ? left : 0n,
    resets_at: new Date(dayOf(now).since.getTime() + DAY_MS).toISOString(),
  }
}

export interface Spending extends Owner {
  readonly id: string
  readonly names: readonly string[]
  readonly price_usdc: bigint
  readonly now: Date
}

/** Checks the limits of all the payer's names, while other payments of the same owner wait. */
export async function checkLimits(tx: Db, spending: Spending): Promise<void> {
  const { id, names, price_usdc, now, ...owner } = spending
  await store.lockSpending(tx, owner)
  const day = { ...dayOf(now), except: id }
  const limits = await store.listLimitsOf(tx, onRails.table, owner, names, day)
  const cents = toCents(price_usdc)
  for (const { agent_id, auto_pay, per_payment_limit, daily_limit, ...limit } of limits) {
    const spent = BigInt(limit.spent)
    const refuse = (name: 'per_tx_limit' | 'daily_limit', limit_cents: string) =>
      SpendingLimitExceeded({
        agent_id,
        limit: name,
        limit_cents: Number(limit_cents),
        amount_cents: Number(cents),
        spent_cents: Number(spent),
      })
    if (cents > BigInt(per_payment_limit)) throw refuse('per_tx_limit', per_payment_limit)
    if (spent + cents > BigInt(daily_limit)) throw refuse('daily_limit', daily_limit)
    if (cents > BigInt(APPROVAL_ABOVE) && !auto_pay)
      throw PaymentApprovalRequired({
        agent_id,
        amount_cents: Number(cents),
        approval_above: APPROVAL_ABOVE,
      })
  }
}

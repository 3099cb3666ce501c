// Spending limits of agents: what each may pay a day and at once with its owner's bearer beside the
// payment. Whoever has no limit is not limited; days are UTC's.
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { PaymentApprovalRequired, SpendingLimitExceeded } from './errors.ts'
import * as store from './limit-store.ts'
import { toCents } from './rails.ts'

/** Cents. */
const usual: store.LimitSettings = { daily_limit: 5_000, per_tx_limit: 100, auto_pay: false }
/** More than this an agent pays only when it may pay by itself. */
const APPROVAL_ABOVE = 1_000

const DAY_MS = 86_400_000

const dayOf = (now: Date): store.Day => ({
  since: new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS),
  now,
})

const ownerOf = ({ caller }: Context): store.LimitOwner => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})

export async function listLimits(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listLimits(ctx.tx, ownerOf(ctx), dayOf(ctx.now), page)
  return toPage(
    rows.map((row) => toLimit(row, ctx.now)),
    total,
    page,
  )
}

export async function setLimit(
  agent_id: string,
  change: { readonly [Name in keyof store.LimitSettings]?: store.LimitSettings[Name] | undefined },
  ctx: Context,
) {
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  )
  await store.upsertLimit(ctx.tx, { ...ownerOf(ctx), agent_id }, given, usual, ctx.now)
  const names = [agent_id.toLowerCase()]
  const rows = await store.listLimitsOf(ctx.tx, ownerOf(ctx), names, dayOf(ctx.now))
  return toLimit(rows.find((row) => row.agent_id === agent_id)!, ctx.now)
}

function toLimit({ spent, ...row }: store.LimitRow, now: Date) {
  const daily_limit = Number(row.daily_limit)
  const spent_today = Number(spent)
  return {
    ...row,
    daily_limit,
    per_tx_limit: Number(row.per_tx_limit),
    approval_above: APPROVAL_ABOVE,
    spent_today,
    remaining_today: Math.max(0, daily_limit - spent_today),
    currency: 'USD',
    resets_at: new Date(dayOf(now).since.getTime() + DAY_MS).toISOString(),
  }
}

export interface Spending {
  readonly id: string
  readonly environment: Environment
  readonly user_uuid: string
  readonly names: readonly string[]
  readonly price_usdc: bigint
  readonly now: Date
}

/** Every limit of every name that the payer goes by; nobody else of theirs pays meanwhile. */
export async function checkLimits(tx: Db, spending: Spending): Promise<void> {
  const { id, names, price_usdc, now, ...owner } = spending
  await store.lockSpending(tx, owner)
  const limits = await store.listLimitsOf(tx, owner, names, { ...dayOf(now), except: id })
  const cents = toCents(price_usdc)
  for (const { agent_id, auto_pay, ...limit } of limits) {
    const spent = BigInt(limit.spent)
    const refuse = (name: 'per_tx_limit' | 'daily_limit') =>
      SpendingLimitExceeded({
        agent_id,
        limit: name,
        limit_cents: Number(limit[name]),
        amount_cents: Number(cents),
        spent_cents: Number(spent),
      })
    if (cents > BigInt(limit.per_tx_limit)) throw refuse('per_tx_limit')
    if (spent + cents > BigInt(limit.daily_limit)) throw refuse('daily_limit')
    if (cents > BigInt(APPROVAL_ABOVE) && !auto_pay)
      throw PaymentApprovalRequired({
        agent_id,
        amount_cents: Number(cents),
        approval_above: APPROVAL_ABOVE,
      })
  }
}

// How much GCU a person may buy and sell in a UTC day and month, by how well the bank knows them.
// Counted in euros.
import { formatDecimal } from '../../kernel/money.ts'
import type { Context } from '../../operation/operation.ts'
import type { Db } from '../../platform/database.ts'
import { toNumber } from '../baskets/index.ts'
import { findUser } from '../identity/index.ts'
import { LimitExceeded } from './errors.ts'
import { sumTrades, type Trader, type TradeSide } from './store.ts'

interface Limits {
  readonly daily: bigint
  readonly monthly: bigint
}

const euros = (whole: bigint): bigint => whole * 100n

/** By level, in euro cents; the same for buying and selling. */
const limits: readonly Limits[] = [
  { daily: 0n, monthly: 0n },
  { daily: euros(1_000n), monthly: euros(10_000n) },
  { daily: euros(10_000n), monthly: euros(100_000n) },
  { daily: euros(50_000n), monthly: euros(500_000n) },
  { daily: euros(1_000_000n), monthly: euros(10_000_000n) },
]

const DEFAULT_LEVEL = 2
const levels: Readonly<Record<string, number>> = { basic: 2, enhanced: 3, full: 4 }

/** Whoever has not been checked has the default; who was checked and refused has nothing. */
async function findLevel(tx: Db, user_uuid: string): Promise<number> {
  const user = await findUser(tx, user_uuid)
  if (user?.kyc_status === 'rejected') return 0
  if (user?.kyc_status === 'expired') return 1
  return levels[user?.kyc_level ?? ''] ?? DEFAULT_LEVEL
}

async function readUsed(tx: Db, trader: Trader, now: Date) {
  const used = await sumTrades(tx, trader, now)
  const none = { daily: 0n, monthly: 0n }
  return (side: TradeSide): Limits => used.find((row) => row.side === side) ?? none
}

const write = (cents: bigint): string =>
  formatDecimal({ units: cents, asset: { code: 'EUR', precision: 2 } })

/** Only with the trader locked is what is used still so when the trade is written. */
export async function checkLimits(
  side: TradeSide,
  euro_cents: bigint,
  trader: Trader,
  { tx, now }: Context,
): Promise<void> {
  const limit = limits[await findLevel(tx, trader.user_uuid)]!
  const used = (await readUsed(tx, trader, now))(side)
  for (const period of ['daily', 'monthly'] as const)
    if (used[period] + euro_cents > limit[period])
      throw LimitExceeded({
        period,
        side,
        limit: write(limit[period]),
        used: write(used[period]),
        requested: write(euro_cents),
      })
}

export async function describeLimits(trader: Trader, { tx, now }: Context) {
  const kyc_level = await findLevel(tx, trader.user_uuid)
  const limit = limits[kyc_level]!
  const used = await readUsed(tx, trader, now)
  const show = (cents: bigint) => toNumber(cents, 2)
  return {
    daily_buy_limit: show(limit.daily),
    daily_sell_limit: show(limit.daily),
    monthly_buy_limit: show(limit.monthly),
    monthly_sell_limit: show(limit.monthly),
    daily_buy_used: show(used('buy').daily),
    daily_sell_used: show(used('sell').daily),
    monthly_buy_used: show(used('buy').monthly),
    monthly_sell_used: show(used('sell').monthly),
    kyc_level,
    limits_currency: 'EUR',
  }
}

// How much GCU users may still buy and sell today and this month. All uses are counted here, so that a
// limit holds across all ways to trade GCU: at the counter, by composing, or by an order. Lock an
// allowance before using it, and after locking the money: to avoid deadlocks, a transaction that holds
// an allowance must never wait for another lock.
import { formatDecimal } from '../../../kernel/money.ts'
import type { AppError } from '../../../operation/error.ts'
import type { Db } from '../../../platform/database.ts'
import { LimitExceeded } from './errors.ts'
import { findLevels, type Limits, limitsAt } from './limits.ts'
import {
  insertUses,
  lockTraders,
  type NewUse,
  sumUses,
  type Trader,
  type TradeSide,
} from './store.ts'

interface State {
  readonly level: number
  readonly used: Record<TradeSide, Limits>
}

const none: Limits = { daily: 0n, monthly: 0n }

const keyOf = ({ environment, user_uuid }: Trader): string => `${environment} ${user_uuid}`

const write = (cents: bigint): string =>
  formatDecimal({ units: cents, asset: { code: 'EUR', precision: 2 } })

export class Allowances {
  private readonly states = new Map<string, State>()
  private readonly uses: NewUse[] = []

  private constructor() {}

  /** Reads allowances without a lock; other transactions may use them up before this one ends. */
  static async read(tx: Db, traders: readonly Trader[], now: Date): Promise<Allowances> {
    const allowances = new Allowances()
    const distinct = [...new Map(traders.map((trader) => [keyOf(trader), trader])).values()]
    if (distinct.length === 0) return allowances
    const rows = await sumUses(tx, distinct, now)
    const levels = await findLevels(
      tx,
      distinct.map(({ user_uuid }) => user_uuid),
    )
    distinct.forEach((trader, index) => {
      const usedOf = (side: TradeSide): Limits =>
        rows.find((row) => row.side === side && keyOf(row) === keyOf(trader)) ?? none
      allowances.states.set(keyOf(trader), {
        level: levels[index]!,
        used: { buy: usedOf('buy'), sell: usedOf('sell') },
      })
    })
    return allowances
  }

  /** Reads allowances and locks them until this transaction ends. */
  static async lock(tx: Db, traders: readonly Trader[], now: Date): Promise<Allowances> {
    if (traders.length > 0) await lockTraders(tx, traders)
    return Allowances.read(tx, traders, now)
  }

  has(trader: Trader): boolean {
    return this.states.has(keyOf(trader))
  }

  levelOf(trader: Trader): number {
    return this.stateOf(trader).level
  }

  usedBy(trader: Trader, side: TradeSide): Limits {
    return this.stateOf(trader).used[side]
  }

  /** Why a further amount may not be bought or sold; undefined if it may. */
  findRefusal(trader: Trader, side: TradeSide, euro_cents: bigint): AppError | undefined {
    const { level, used } = this.stateOf(trader)
    const limit = limitsAt(level)
    for (const period of ['daily', 'monthly'] as const)
      if (used[side][period] + euro_cents > limit[period])
        return LimitExceeded({
          period,
          side,
          limit: write(limit[period]),
          used: write(used[side][period]),
          requested: write(euro_cents),
        })
    return undefined
  }

  check(trader: Trader, side: TradeSide, euro_cents: bigint): void {
    const refusal = this.findRefusal(trader, side, euro_cents)
    if (refusal) throw refusal
  }

  /** Counts a use in memory; `save` writes all counted uses. */
  use(use: NewUse): void {
    const { used } = this.stateOf(use)
    const before = used[use.side]
    used[use.side] = {
      daily: before.daily + use.euro_cents,
      monthly: before.monthly + use.euro_cents,
    }
    this.uses.push(use)
  }

  async save(tx: Db): Promise<void> {
    if (this.uses.length > 0) await insertUses(tx, this.uses.splice(0))
  }

  private stateOf(trader: Trader): State {
    const state = this.states.get(keyOf(trader))
    if (!state) throw new Error('an allowance was used without being read first')
    return state
  }
}

/** Locks, checks and uses one user's allowance for a single trade. */
export async function useAllowance(tx: Db, use: NewUse): Promise<void> {
  const allowances = await Allowances.lock(tx, [use], use.created_at)
  allowances.check(use, use.side, use.euro_cents)
  allowances.use(use)
  await allowances.save(tx)
}

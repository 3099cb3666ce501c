// Rebalances a basket to its weights: its value stays the same, the units of its parts are recomputed
// at current prices, and the bank's treasury trades until it holds the parts of every basket that it
// has issued, in both environments.
import { Invalid } from '../../../operation/error.ts'
import { type Environment, systemCaller } from '../../../operation/caller.ts'
import type { Context } from '../../../operation/operation.ts'
import type { EventDef } from '../../../operation/event.ts'
import { insertEvents } from '../../../operation/store.ts'
import type { Draft } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import { parseDecimal } from '../../../kernel/money.ts'
import { listAssets } from '../../core/assets/index.ts'
import { post, systemAccount } from '../../core/ledger/index.ts'
import type { RateUpdater } from '../../core/rates/index.ts'
import { BasketNotDynamic, BasketUnpriced, InvalidWeights } from './errors.ts'
import * as events from './events.ts'
import { showValue, toPercent } from './number-format.ts'
import {
  legUnits,
  type Component,
  setUnits,
  normalizeWeights,
  sharesOf,
  type Target,
  toComponentRow,
} from './components.ts'
import * as store from './store.ts'
import type { BasketRow, ComponentRow } from './store.ts'
import { getBasket, getValuation, readComponents, readPrices, type Valuation } from './valuation.ts'

export type RebalanceContext = Pick<
  Context,
  'tx' | 'now' | 'invalidate' | 'requestId' | 'operation'
>

const GCU = 'GCU'
/** In hundredths of a percent. A part further off its weight needs rebalancing before the due date. */
const DRIFT_MAX = 500

const months: Partial<Record<BasketRow['rebalance_frequency'], number>> = {
  monthly: 1,
  quarterly: 3,
}
const days: Partial<Record<BasketRow['rebalance_frequency'], number>> = { daily: 1, weekly: 7 }

/** Null for a basket that is never rebalanced, or has no composition yet. */
export function nextRebalance(
  basket: Pick<BasketRow, 'type' | 'rebalance_frequency' | 'last_rebalanced_at'>,
): Date | null {
  const { type, rebalance_frequency: frequency, last_rebalanced_at } = basket
  if (type !== 'dynamic' || frequency === 'never' || last_rebalanced_at === null) return null
  const next = new Date(last_rebalanced_at)
  next.setUTCDate(next.getUTCDate() + (days[frequency] ?? 0))
  const [month, day] = [next.getUTCMonth() + (months[frequency] ?? 0), next.getUTCDate()]
  next.setUTCMonth(month)
  // In a month without a 31st, the last day of the month is used.
  if (next.getUTCDate() !== day) next.setUTCDate(0)
  return next
}

export function isDue(basket: BasketRow, now: Date): boolean {
  const next = nextRebalance(basket)
  return next !== null && next <= now
}

export interface Adjustment {
  readonly asset: string
  readonly current_weight: number
  readonly target_weight: number
  readonly adjustment: number
  readonly action: 'increase' | 'decrease'
}

export interface Rebalanced {
  readonly valuation: Valuation
  readonly adjustments: readonly Adjustment[]
  readonly needs_rebalancing: boolean
}

export interface RebalanceOptions {
  readonly simulate?: boolean
  /** New weights, for all parts. */
  readonly weights?: readonly ComponentRow[]
  /** Fills in the rates of days that the schedule has not reached yet. */
  readonly rateUpdater?: Pick<RateUpdater, 'fillDays'> | undefined
}

/** Rebalances a basket even if it is not due, unless `simulate` is set. Throws for a fixed basket. */
export async function rebalance(
  ctx: RebalanceContext,
  code: string,
  options: RebalanceOptions = {},
): Promise<Rebalanced> {
  // Baskets are locked before rates, in the same order as when baskets are valued, to avoid deadlocks.
  await store.lockBaskets(ctx.tx, code)
  await options.rateUpdater?.fillDays(ctx)
  const basket = await getBasket(ctx.tx, code)
  if (basket.type !== 'dynamic') throw BasketNotDynamic({ code })
  const valuation = await getValuation(ctx.tx, basket, ctx.now)
  const targets = options.weights ?? basket.components
  const adjustments = compare(valuation, targets)
  const result = {
    valuation,
    adjustments,
    needs_rebalancing:
      isDue(basket, ctx.now) ||
      adjustments.some(({ adjustment }) => Math.abs(adjustment) * 100 > DRIFT_MAX),
  }
  if (options.simulate) return result
  if (options.weights) await store.saveComponents(ctx.tx, code, options.weights)
  await compose(ctx, valuation, targets)
  await settleTreasury(ctx)
  await emitRebalanced(ctx, events.BasketRebalanced, {
    basket_code: code,
    value: showValue(valuation.value, 8),
    adjustments,
    rebalanced_at: ctx.now.toISOString(),
  })
  return result
}

function compare({ parts }: Valuation, targets: readonly Target[]): Adjustment[] {
  const shares = sharesOf(parts)
  const current = new Map(parts.map((part, index) => [part.asset_code, shares[index]!]))
  return targets.flatMap(({ asset_code, weight }) => {
    const now = current.get(asset_code) ?? 0
    if (now === weight) return []
    return {
      asset: asset_code,
      current_weight: toPercent(now),
      target_weight: toPercent(weight),
      adjustment: toPercent(weight - now),
      action: weight > now ? ('increase' as const) : ('decrease' as const),
    }
  })
}

async function compose(
  { tx, now }: RebalanceContext,
  { basket, value }: Valuation,
  targets: readonly Target[],
): Promise<void> {
  const { prices } = await readPrices(
    tx,
    targets.map(({ asset_code }) => asset_code),
    now,
  )
  const priced = targets.map(({ asset_code, weight }) => {
    const price = prices.get(asset_code)
    if (price === undefined) throw BasketUnpriced({ code: basket.code })
    return { asset_code, weight, price }
  })
  const parts = setUnits(priced, value).map(toComponentRow)
  await store.insertComposition(tx, basket.code, { valid_at: now, reason: 'rebalance', parts })
  await store.setRebalanced(tx, basket.code, now)
}

const environments: readonly Environment[] = ['live', 'sandbox']

/** Emits an event in both environments, because baskets are shared by them. */
export async function emitRebalanced(
  ctx: RebalanceContext,
  event: EventDef,
  data: object,
): Promise<void> {
  for (const environment of environments)
    await insertEvents(ctx.tx, { ...ctx, caller: systemCaller(environment) }, [
      { event, data, audience: { everyone: true } },
    ])
}

/**
 * The treasury swaps with the bank's account `conversions`, at the middle rate, until it holds the
 * parts of all issued baskets, rounded up.
 */
async function settleTreasury(ctx: RebalanceContext): Promise<void> {
  const baskets = await store.listBaskets(ctx.tx, {})
  const compositions = await store.findCompositions(
    ctx.tx,
    baskets.map(({ code }) => code),
  )
  const precisions = new Map((await listAssets(ctx.tx)).map((asset) => [asset.code, asset]))
  const given = baskets.flatMap((basket) => {
    const composition = compositions.get(basket.code)
    return composition ? { basket, parts: readComponents(composition) } : []
  })
  const assets = [...new Set(given.flatMap(({ parts }) => parts.map((part) => part.asset_code)))]
  for (const environment of environments) {
    const treasury = systemAccount(environment, 'treasury:gcu')
    const bank = systemAccount(environment, 'conversions')
    await post(
      { ...ctx, caller: systemCaller(environment) },
      {
        books: [
          ...given.map(({ basket }) => ({ account: treasury, asset: basket.code })),
          ...assets.flatMap((asset) => [treasury, bank].map((account) => ({ account, asset }))),
        ],
        decide(ledger) {
          const moves = assets.flatMap((asset) => {
            const wanted = sumWanted(ledger, treasury, given, asset, precisions.get(asset)!)
            const missing = wanted - ledger.book(treasury, asset).units
            if (missing === 0n) return []
            return missing > 0n
              ? { from: bank, to: treasury, asset, units: missing }
              : { from: treasury, to: bank, asset, units: -missing }
          })
          if (moves.length > 0)
            ledger.post({
              type: 'transfer',
              subtype: 'basket_rebalance',
              reference: 'The treasury holds the parts of issued baskets',
              moves,
            })
        },
      },
    )
  }
}

function sumWanted(
  ledger: Draft,
  treasury: string,
  given: readonly { readonly basket: BasketRow; readonly parts: readonly Component[] }[],
  code: string,
  asset: { readonly precision: number },
): bigint {
  return given.reduce((sum, { basket, parts }) => {
    const out = -ledger.book(treasury, basket.code).units
    const part = parts.find((one) => one.asset_code === code)
    return part && out > 0n ? sum + legUnits(out, basket, part, asset, 'up') : sum
  }, 0n)
}

/** Reads a percentage with at most two places; the error names the field. */
export function readWeight(given: string | number, field: string): number {
  const weight = parseDecimal(String(given), { code: '', precision: 2 })?.units
  if (weight === undefined || weight < 0n || weight > 10_000n)
    throw Invalid({
      errors: { [field]: ['A weight is a percentage from 0 to 100 with at most two decimals.'] },
    })
  return Number(weight)
}

/** Checks that weights sum to 100 percent; the largest weight absorbs a difference of 0.01. */
export function checkWeights<T extends Target>(targets: readonly T[], field: string): T[] {
  const settled = normalizeWeights(targets)
  if (settled) return settled
  const sum = targets.reduce((all, { weight }) => all + weight, 0)
  const sentence = `The weights sum to ${toPercent(sum)}; they must sum to 100.`
  throw InvalidWeights({ sentence, errors: { [field]: [sentence] } })
}

/**
 * Sets the weights of the GCU, in percent by asset, and rebalances it. Parts that are not named get a
 * weight of zero. Throws if the weights do not sum to 100 or name an asset without a price.
 */
export async function applyComposition(
  ctx: RebalanceContext,
  composition: Readonly<Record<string, string | number>>,
  rateUpdater?: RebalanceOptions['rateUpdater'],
): Promise<Rebalanced> {
  const field = 'composition'
  const assets = new Map((await listAssets(ctx.tx)).map((asset) => [asset.code, asset]))
  const wanted = Object.entries(composition).map(([asset_code, percent]) => {
    const asset = assets.get(asset_code)
    if (!asset?.is_active || asset.type === 'basket')
      throw Invalid({ errors: { [field]: [`${asset_code} cannot be part of a basket.`] } })
    return { asset_code, weight: readWeight(percent, field) }
  })
  const weights = new Map(
    checkWeights(wanted, field).map((target) => [target.asset_code, target.weight]),
  )
  const { components } = await getBasket(ctx.tx, GCU)
  const known = components.map((component) => ({
    ...component,
    weight: weights.get(component.asset_code) ?? 0,
  }))
  const added = [...weights]
    .filter(([code]) => !components.some((component) => component.asset_code === code))
    .map(([asset_code, weight]) => ({ asset_code, weight, min_weight: null, max_weight: null }))
  return rebalance(ctx, GCU, { weights: [...known, ...added], rateUpdater })
}

/** The target weights of the GCU, in percent by asset. */
export async function currentComposition(tx: Db): Promise<Record<string, number>> {
  const { components } = await getBasket(tx, GCU)
  return Object.fromEntries(
    components.map(({ asset_code, weight }) => [asset_code, toPercent(weight)]),
  )
}

// Values baskets by their current composition and the prices of their parts.
import { NotFound } from '../../../operation/error.ts'
import type { Db } from '../../../platform/database.ts'
import { findDollarRates, RATE_SCALE, readRate } from '../../core/assets/index.ts'
import { BasketUnpriced } from './errors.ts'
import {
  type Component,
  type PricedComponent,
  priceComponents,
  readUnits,
  valueOf,
} from './components.ts'
import * as store from './store.ts'
import type { BasketRow, CompositionRow } from './store.ts'

export interface Valuation {
  readonly basket: BasketRow
  readonly parts: readonly PricedComponent[]
  /** Dollars for one whole, times 10^8. */
  readonly value: bigint
  /** When the value became valid. */
  readonly since: Date
  /** The time of the oldest price used. */
  readonly oldest: Date
}

/** Finds a basket by its code, in upper or lower case. */
export async function getBasket(tx: Db, code: string): Promise<BasketRow> {
  const basket = await store.findBasket(tx, code.toUpperCase())
  if (!basket) throw NotFound({ what: 'basket', id: code })
  return basket
}

export interface KnownPrices {
  readonly prices: Map<string, bigint>
  /** When each price became valid; the dollar has no entry, because its price is fixed. */
  readonly times: Map<string, Date>
}

export async function readPrices(tx: Db, codes: readonly string[], at: Date): Promise<KnownPrices> {
  const rows = await findDollarRates(tx, at, { codes })
  const known: KnownPrices = { prices: new Map([['USD', RATE_SCALE]]), times: new Map() }
  for (const row of rows) {
    known.prices.set(row.from_asset, readRate(row.rate))
    known.times.set(row.from_asset, new Date(row.valid_at))
  }
  return known
}

export const readComponents = ({ parts }: CompositionRow): Component[] =>
  parts.map(({ units, ...part }) => ({ ...part, units: readUnits(units) }))

/** Values each basket now; baskets with a missing price are left out. */
export async function valueBaskets(
  tx: Db,
  baskets: readonly BasketRow[],
  now: Date,
): Promise<Map<string, Valuation>> {
  const compositions = await store.findCompositions(
    tx,
    baskets.map(({ code }) => code),
  )
  const codes = new Set(
    [...compositions.values()].flatMap(({ parts }) => parts.map((part) => part.asset_code)),
  )
  const known = await readPrices(tx, [...codes], now)
  const valued = new Map<string, Valuation>()
  for (const basket of baskets) {
    const composition = compositions.get(basket.code)
    const valuation = composition && valueOne(basket, composition, known, now)
    if (valuation) valued.set(basket.code, valuation)
  }
  return valued
}

function valueOne(
  basket: BasketRow,
  composition: CompositionRow,
  { prices, times }: KnownPrices,
  now: Date,
): Valuation | undefined {
  const parts = priceComponents(readComponents(composition), prices)
  if (!parts) return undefined
  const moments = parts.flatMap(({ asset_code }) => times.get(asset_code)?.getTime() ?? [])
  return {
    basket,
    parts,
    value: valueOf(parts),
    since: new Date(Math.max(Date.parse(composition.valid_at), ...moments)),
    oldest: new Date(Math.min(now.getTime(), ...moments)),
  }
}

export async function findValuation(
  tx: Db,
  basket: BasketRow,
  now: Date,
): Promise<Valuation | undefined> {
  return (await valueBaskets(tx, [basket], now)).get(basket.code)
}

export async function getValuation(tx: Db, basket: BasketRow, now: Date): Promise<Valuation> {
  const valuation = await findValuation(tx, basket, now)
  if (!valuation) throw BasketUnpriced({ code: basket.code })
  return valuation
}

// Finds routes through the pools of a chain: on each exchange the best of the direct pool and the detours over one
// other token, then the exchanges by their output.
import { type ChainName, valueUsd } from '../../chains/index.ts'
import { hasAsset, impactOf, otherAsset, type Pool, swapThrough } from './math.ts'
import type { Dex } from '../protocols.ts'

export interface DexPool extends Pool {
  readonly dex: Dex
  readonly chain: ChainName
}

export interface Route {
  readonly dex: Dex
  readonly pools: readonly DexPool[]
  /** The assets from the first to the last. */
  readonly path: readonly string[]
  readonly units_out: bigint
  /** In millionths. */
  readonly impact: bigint
}

export interface RouteRequest {
  readonly asset_in: string
  readonly precision_in: number
  readonly asset_out: string
  readonly units_in: bigint
  readonly sources: readonly Dex[]
}

/** Uniswap trades ether and bitcoin above this many dollars in its cheaper pools. */
const LARGE_USD = 10_000n * 10n ** 18n
const CHEAP_TIER = 500

/** One route for each exchange that has one, the highest output first. */
export function findRoutes(pools: readonly DexPool[], request: RouteRequest): Route[] {
  const value = valueUsd(
    { asset: request.asset_in, precision: request.precision_in },
    request.units_in,
  )
  return request.sources
    .flatMap((dex) => {
      const mine = pools.filter((pool) => pool.dex === dex && isForSize(pool, value))
      const routes = listPaths(mine, request).flatMap((path) => toRoute(dex, path, request) ?? [])
      return routes.toSorted(byOutput)[0] ?? []
    })
    .toSorted(byOutput)
}

/** Of two pools for one pair the size of the swap, in units of 10^-18 dollars, decides which is used. */
export function isForSize(pool: DexPool, value: bigint): boolean {
  const isVolatile = hasAsset(pool, 'WETH') || hasAsset(pool, 'WBTC')
  if (pool.dex !== 'uniswap_v3' || !isVolatile) return true
  return value > LARGE_USD === (pool.fee === CHEAP_TIER)
}

function listPaths(pools: readonly DexPool[], { asset_in, asset_out }: RouteRequest): DexPool[][] {
  const first = pools.filter((pool) => hasAsset(pool, asset_in))
  return first.flatMap((pool) => {
    const middle = otherAsset(pool, asset_in)
    if (middle === asset_out) return [[pool]]
    return pools
      .filter((next) => hasAsset(next, middle) && otherAsset(next, middle) === asset_out)
      .map((next) => [pool, next])
  })
}

function toRoute(dex: Dex, pools: DexPool[], request: RouteRequest): Route | undefined {
  const { asset_in, units_in } = request
  const { outputs, assets } = swapThrough(pools, asset_in, units_in)
  const units_out = outputs.at(-1)!
  if (units_out === 0n) return undefined
  return {
    dex,
    pools,
    path: assets,
    units_out,
    impact: impactOf(pools, asset_in, units_in, units_out),
  }
}

/** In millionths: 3 %. A swap with a larger impact is refused. */
export const IMPACT_MAX = 30_000n

/** Routes that would be refused come last; then the highest output, then the fewest pools. */
const byOutput = (a: Route, b: Route): number =>
  Number(a.impact > IMPACT_MAX) - Number(b.impact > IMPACT_MAX) || compareOutput(a, b)

const compareOutput = (a: Route, b: Route): number =>
  a.units_out === b.units_out ? a.pools.length - b.pools.length : a.units_out > b.units_out ? -1 : 1

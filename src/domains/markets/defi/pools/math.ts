// The arithmetic of a pool with two tokens: the product of its reserves never falls. Everything is rounded in
// favour of the pool, so that no sequence of swaps takes out more than was put in.
import { multiplyDivide } from '../../../../kernel/money.ts'

/** Fees are in millionths. */
export const MILLION = 1_000_000n

export interface Pool {
  readonly number: number
  /** In millionths of the input. */
  readonly fee: number
  readonly asset_a: string
  readonly asset_b: string
  readonly reserve_a: bigint
  readonly reserve_b: bigint
}

export const hasAsset = (pool: Pool, asset: string): boolean =>
  pool.asset_a === asset || pool.asset_b === asset

/** The other of the two assets. */
export const otherAsset = (pool: Pool, asset: string): string =>
  pool.asset_a === asset ? pool.asset_b : pool.asset_a

const reservesOf = (pool: Pool, asset_in: string) =>
  pool.asset_a === asset_in
    ? { reserve_in: pool.reserve_a, reserve_out: pool.reserve_b }
    : { reserve_in: pool.reserve_b, reserve_out: pool.reserve_a }

/** The output of a swap; it may be zero, and is always less than the pool has. */
export function outputOf(pool: Pool, asset_in: string, units_in: bigint): bigint {
  const { reserve_in, reserve_out } = reservesOf(pool, asset_in)
  const charged = units_in * (MILLION - BigInt(pool.fee))
  return multiplyDivide(charged, reserve_out, reserve_in * MILLION + charged, 'down')
}

/** The pool after a swap. */
export function swapIn<P extends Pool>(
  pool: P,
  asset_in: string,
  units_in: bigint,
): { readonly pool: P; readonly units_out: bigint } {
  const units_out = outputOf(pool, asset_in, units_in)
  const [a, b] = pool.asset_a === asset_in ? [units_in, -units_out] : [-units_out, units_in]
  return {
    pool: { ...pool, reserve_a: pool.reserve_a + a, reserve_b: pool.reserve_b + b },
    units_out,
  }
}

/** A swap through one pool after another. */
export function swapThrough<P extends Pool>(
  pools: readonly P[],
  asset_in: string,
  units_in: bigint,
): { readonly pools: P[]; readonly outputs: bigint[]; readonly assets: string[] } {
  const after: P[] = []
  const outputs: bigint[] = []
  const assets = [asset_in]
  let units = units_in
  for (const pool of pools) {
    const asset = assets.at(-1)!
    const done = swapIn(pool, asset, units)
    after.push(done.pool)
    outputs.push(done.units_out)
    assets.push(otherAsset(pool, asset))
    units = done.units_out
  }
  return { pools: after, outputs, assets }
}

/** How much the size of the swap worsens its price, in millionths, rounded up; fees do not count. */
export function impactOf(
  pools: readonly Pool[],
  asset_in: string,
  units_in: bigint,
  units_out: bigint,
): bigint {
  let asset = asset_in
  let [numerator, denominator] = [units_in, 1n]
  for (const pool of pools) {
    const { reserve_in, reserve_out } = reservesOf(pool, asset)
    numerator *= reserve_out * (MILLION - BigInt(pool.fee))
    denominator *= reserve_in * MILLION
    asset = otherAsset(pool, asset)
  }
  const impact = MILLION - multiplyDivide(units_out * denominator, MILLION, numerator, 'down')
  return impact < 0n ? 0n : impact
}

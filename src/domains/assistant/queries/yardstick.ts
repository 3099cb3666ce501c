// Amounts of several assets put together. As long as there is one asset, sums are in it and exact. With
// several they are in dollars at the rates of now, rounded once, half to even; assets without a rate are
// left out and named. Parts of a sum are rounded so that they add up to it.
import { allocate, type Asset, multiplyDivide } from '../../../kernel/money.ts'
import { type AssetCatalogue, RATE_SCALE } from '../../core/assets/index.ts'

export interface Yardstick {
  /** In which sums are given. */
  readonly asset: Asset
  /** Assets that are in no sum, because nothing is known of their worth. */
  readonly unconverted: string[]
  /** Exact, and good for comparing and adding up. */
  readonly weigh: (asset: string, units: bigint) => bigint
  /** What weighs so much, in units of the asset; divided by a number of things, if any. */
  readonly toUnits: (weight: bigint, things?: bigint) => bigint
}

const DOLLAR = 'USD'
/** No asset has more decimal places. */
const FINEST = 18

/** The asset that was asked for counts when there is nothing at all. */
export function chooseYardstick(
  codes: ReadonlySet<string>,
  asked: string | undefined,
  assets: AssetCatalogue,
): Yardstick {
  if (codes.size <= 1) {
    const [code = asked ?? DOLLAR] = codes
    return {
      asset: assets.find(code) ?? assets.get(DOLLAR),
      unconverted: [],
      weigh: (_asset, units) => units,
      toUnits: (weight, things = 1n) => multiplyDivide(weight, 1n, things, 'half-even'),
    }
  }
  const asset = assets.get(DOLLAR)
  const one = RATE_SCALE * 10n ** BigInt(FINEST - asset.precision)
  return {
    asset,
    unconverted: [...codes].filter((code) => assets.findDollarRate(code) === undefined).toSorted(),
    weigh: (code, units) =>
      units *
      (assets.findDollarRate(code) ?? 0n) *
      10n ** BigInt(FINEST - assets.get(code).precision),
    toUnits: (weight, things = 1n) => multiplyDivide(weight, 1n, one * things, 'half-even'),
  }
}

/** A whole in parts of these weights: each is rounded, and together they are the whole. */
export function splitUnits(
  units: bigint,
  weights: readonly bigint[],
  { asset }: Yardstick,
): bigint[] {
  if (weights.every((weight) => weight === 0n)) return weights.map(() => 0n)
  return allocate({ units, asset }, weights).map((share) => share.units)
}

// Adds up amounts of several assets. Sums of one asset are exact and in that asset. Sums of several assets are in
// dollars at current rates, rounded once, half to even; assets without a rate are left out and named. Parts of a sum
// are rounded so that they add up to it.
import { allocate, type Asset, multiplyDivide } from '../../../kernel/money.ts'
import { RATE_SCALE } from '../../core/assets/for-tasks.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'

export interface Valuation {
  /** The asset in which sums are given. */
  readonly asset: Asset
  /** Assets that are left out of all sums, because they have no rate. */
  readonly unconverted: string[]
  /** The exact value of an amount, for comparing and adding up. */
  readonly toValue: (asset: string, units: bigint) => bigint
  /** A value in units of the asset, divided by `things` for an average. */
  readonly toUnits: (value: bigint, things?: bigint) => bigint
}

const DOLLAR = 'USD'
/** The most decimal places that an asset may have. */
const FINEST = 18

/** The `asked` asset is used when there are no amounts at all. */
export function chooseValuation(
  codes: ReadonlySet<string>,
  asked: string | undefined,
  assets: AssetCatalogue,
): Valuation {
  if (codes.size <= 1) {
    const [code = asked ?? DOLLAR] = codes
    return {
      asset: assets.find(code) ?? assets.get(DOLLAR),
      unconverted: [],
      toValue: (_asset, units) => units,
      toUnits: (value, things = 1n) => multiplyDivide(value, 1n, things, 'half-even'),
    }
  }
  const asset = assets.get(DOLLAR)
  const one = RATE_SCALE * 10n ** BigInt(FINEST - asset.precision)
  return {
    asset,
    unconverted: [...codes].filter((code) => assets.findDollarRate(code) === undefined).toSorted(),
    toValue: (code, units) =>
      units *
      (assets.findDollarRate(code) ?? 0n) *
      10n ** BigInt(FINEST - assets.get(code).precision),
    toUnits: (value, things = 1n) => multiplyDivide(value, 1n, one * things, 'half-even'),
  }
}

/** Splits a sum in proportion to values; the rounded parts add up to the sum. */
export function splitUnits(
  units: bigint,
  values: readonly bigint[],
  { asset }: Valuation,
): bigint[] {
  if (values.every((value) => value === 0n)) return values.map(() => 0n)
  return allocate({ units, asset }, values).map((share) => share.units)
}

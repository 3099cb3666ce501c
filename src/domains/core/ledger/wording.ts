// How units are written for people. The ledger counts in the smallest unit of each asset and needs no more
// than that; only the sentences it refuses with need to know where the decimal point is. The catalogue of
// assets tells it each time it is loaded. Nothing is decided by this, so it may be shared by a process.
import { formatDecimal } from '../../../kernel/money.ts'

const precisions = new Map<string, number>()

export function setPrecisions(
  assets: Iterable<{ readonly code: string; readonly precision: number }>,
) {
  for (const { code, precision } of assets) precisions.set(code, precision)
}

/** '12.00', or the bare units of an asset that nobody told of. */
export function showUnits(asset: string, units: bigint): string {
  const precision = precisions.get(asset)
  return precision === undefined
    ? `${units} units`
    : formatDecimal({ units, asset: { code: asset, precision } })
}

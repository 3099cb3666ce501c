// Formats units for messages. The ledger counts in the smallest unit of each asset; only its error messages need
// to know where the decimal point is. The catalogue of assets sets the precisions each time it is loaded. No
// decision depends on them, so the whole process may share them.
import { formatDecimal } from '../../../kernel/money.ts'

const precisions = new Map<string, number>()

export function setPrecisions(
  assets: Iterable<{ readonly code: string; readonly precision: number }>,
) {
  for (const { code, precision } of assets) precisions.set(code, precision)
}

/** '12.00', or '1200 units' when the precision of the asset is unknown. */
export function showUnits(asset: string, units: bigint): string {
  const precision = precisions.get(asset)
  return precision === undefined
    ? `${units} units`
    : formatDecimal({ units, asset: { code: asset, precision } })
}

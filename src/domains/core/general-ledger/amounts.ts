// Amounts of the journal. It counts in whole numbers of a unit with four decimal places, or with as many as the
// asset has where it has more, so that every amount of the ledger core fits exactly.
import { type Asset, formatDecimal } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import { type AssetCatalogue, readUnits } from '../assets/index.ts'

const PLACES_MIN = 4

/** The asset with the decimal places of the journal. */
export const inJournal = <Known extends Asset>(asset: Known): Known => ({
  ...asset,
  precision: Math.max(PLACES_MIN, asset.precision),
})

/** Units of the ledger core as units of the journal. */
export const toJournalUnits = (units: bigint, asset: Asset): bigint =>
  units * 10n ** BigInt(inJournal(asset).precision - asset.precision)

export const showUnits = (assets: AssetCatalogue, currency: string, units: bigint): string =>
  formatDecimal({ units, asset: inJournal(assets.get(currency)) })

/** One side of a line: zero or more. */
export function readSide(
  amount: string | number,
  asset: Asset & { readonly max_amount?: string },
  field: string,
): bigint {
  if (/^0+(\.0+)?$/.test(String(amount))) return 0n
  if (String(amount).startsWith('-'))
    throw Invalid({ errors: { [field]: ['The amount must not be below zero.'] } })
  return readUnits(amount, inJournal(asset), field)
}

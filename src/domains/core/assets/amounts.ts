// Reads amounts from requests: decimal text or a JSON number, in an asset that exists. A wrong amount is
// refused with the name of its field.
import { Type } from 'typebox'
import { numberToDecimal } from '../../../kernel/decimal.ts'
import { type Asset, formatDecimal, groupThousands, parseDecimal } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { AssetCatalogue, AssetRecord } from './catalogue.ts'

export const AssetCode = Type.String({
  pattern: '^[A-Z]{3,10}$',
  description: 'Three to ten upper-case letters.',
})

export const AmountInput = Type.Union(
  [Type.String({ minLength: 1, maxLength: 100 }), Type.Number()],
  {
    description: 'A decimal number as text ("12.50") or as a JSON number; never in exponent form.',
  },
)

export interface AmountRequest {
  readonly amount: string | number
  readonly asset_code: string
}

export interface Amount {
  readonly asset: AssetRecord
  readonly units: bigint
}

/** The amount must be above zero and have no more places than the asset; the error names the wrong field. */
export function readAmount(
  assets: AssetCatalogue,
  request: AmountRequest,
  fields: { readonly amount: string; readonly asset: string } = {
    amount: 'amount',
    asset: 'asset_code',
  },
): Amount {
  const asset = readAsset(assets, request.asset_code, fields.asset)
  return { asset, units: readUnits(request.amount, asset, fields.amount) }
}

/** The largest amount of one operation, in whole units; an asset may allow less, never more. */
export const AMOUNT_MAX = 10n ** 15n

/** An asset that may have its own limit for one operation, in whole units. */
type BoundAsset = Asset & { readonly max_amount?: string }

const largestOf = ({ precision, max_amount }: BoundAsset): bigint =>
  BigInt(max_amount ?? AMOUNT_MAX) * 10n ** BigInt(precision)

/** Refuses an amount above the limit of one operation; the error names the field and the limit. */
export function checkAmount(units: bigint, asset: BoundAsset, field = 'amount'): void {
  if (units > largestOf(asset)) throw tooLarge(asset, field)
}

function tooLarge(asset: BoundAsset, field: string) {
  const most = groupThousands(formatDecimal({ units: largestOf(asset), asset }))
  const sentence = `The amount may be at most ${most} ${asset.code}; send more in several parts.`
  return Invalid({ errors: { [field]: [sentence] } })
}

/** Reads an amount of an asset that is already known. */
export function readUnits(amount: string | number, asset: BoundAsset, field = 'amount'): bigint {
  const refuse = (sentence: string) => Invalid({ errors: { [field]: [sentence] } })
  const text = typeof amount === 'number' ? numberToDecimal(amount) : amount
  if (typeof amount === 'number' && countDigits(text) > EXACT_DIGITS)
    throw refuse(`A JSON number is exact up to ${EXACT_DIGITS} digits; send the amount as text.`)
  if (!/^-?\d+(\.\d+)?$/.test(text))
    throw refuse('The amount must be a decimal number such as "12.50".')
  const places = text.split('.')[1]?.length ?? 0
  if (places > asset.precision)
    throw refuse(`The amount may have at most ${asset.precision} decimal places for ${asset.code}.`)
  const money = parseDecimal(text, asset)
  if (!money) throw tooLarge(asset, field)
  if (money.units <= 0n) throw refuse('The amount must be greater than zero.')
  checkAmount(money.units, asset, field)
  return money.units
}

export function readAsset(assets: AssetCatalogue, code: string, field = 'asset_code'): AssetRecord {
  const asset = assets.find(code)
  if (!asset) throw Invalid({ errors: { [field]: [`There is no asset ${code}.`] } })
  if (!asset.is_active) throw Invalid({ errors: { [field]: [`The asset ${code} is not active.`] } })
  return asset
}

/** A JSON number with more digits may have lost some before it was read. */
const EXACT_DIGITS = 15

/** Without leading zeros; those behind a whole number count, because they were written. */
const countDigits = (text: string): number => text.replace('.', '').replace(/^-?0*/, '').length

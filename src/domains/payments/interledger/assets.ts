// The assets that can be sent and received through Interledger.
import { Invalid } from '../../../operation/error.ts'
import {
  type Amount,
  type AssetCatalogue,
  type AssetRecord,
  readAsset,
  readUnits,
} from '../../core/assets/index.ts'

const codes = ['USD', 'EUR', 'GBP', 'BTC', 'ETH'] as const

export const listSupported = (assets: AssetCatalogue): AssetRecord[] =>
  codes.flatMap((code) => {
    const asset = assets.find(code)
    return asset?.is_active ? [asset] : []
  })

/** Accepts codes in lower case, too; the error names the wrong field. */
export function readSupported(assets: AssetCatalogue, code: string, field: string): AssetRecord {
  const asset = readAsset(assets, code.toUpperCase(), field)
  if (codes.some((one) => one === asset.code)) return asset
  const sentence = `${asset.code} is not supported here; use ${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}.`
  throw Invalid({ errors: { [field]: [sentence] } })
}

export function readSupportedAmount(
  assets: AssetCatalogue,
  request: { readonly amount: string | number; readonly code: string },
  fields: { readonly amount: string; readonly asset: string },
): Amount {
  const asset = readSupported(assets, request.code, fields.asset)
  return { asset, units: readUnits(request.amount, asset, fields.amount) }
}

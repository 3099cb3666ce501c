// The errors of adding and deactivating assets.
import { defineError } from '../../../operation/error.ts'

export const AssetExists = defineError<{ code: string }>(
  'ASSET_EXISTS',
  409,
  (d) => `The asset ${d.code} already exists.`,
  { advice: 'Choose another code, or update the asset that exists.' },
)

export const AssetInUse = defineError<{ code: string; reason: string }>(
  'ASSET_IN_USE',
  409,
  (d) => `The asset ${d.code} cannot be deactivated: ${d.reason}.`,
)

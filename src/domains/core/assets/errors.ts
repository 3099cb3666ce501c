// What is refused of assets, beside not being there.
import { defineError } from '../../../operation/error.ts'

export const AssetExists = defineError<{ code: string }>(
  'ASSET_EXISTS',
  409,
  (d) => `There is an asset ${d.code} already.`,
)

export const AssetInUse = defineError<{ code: string; reason: string }>(
  'ASSET_IN_USE',
  409,
  (d) => `The asset ${d.code} cannot be deactivated: ${d.reason}.`,
)

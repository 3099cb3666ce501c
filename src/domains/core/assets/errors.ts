// The errors of adding and deactivating assets.
import { defineError } from '../../../operation/error.ts'

export const AssetExists = defineError<{ code: string }>(
  'ASSET_EXISTS',
  409,
  (d) => `The asset ${d.code} already exists.`,
  { advice: 'Choose another code, or change the existing asset by PATCH /api/v2/assets/:code.' },
)

export const AssetInUse = defineError<{ code: string; reason: string }>(
  'ASSET_IN_USE',
  409,
  (d) => `The asset ${d.code} cannot be deactivated: ${d.reason}.`,
  {
    advice:
      'Set `is_tradeable` to false by PATCH /api/v2/assets/:code to stop trading, and deactivate the asset when no account in either environment holds it. USD always stays active.',
  },
)

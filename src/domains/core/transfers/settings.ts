// What a transfer costs.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  TRANSFER_FEE_BASIS_POINTS: integer(
    'Hundredths of a percent of a transfer, taken from the sender on top; 0 is none.',
    0,
    0,
    10_000,
  ),
})

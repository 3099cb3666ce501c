// The fee of an escrow.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  ESCROW_FEE_BASIS_POINTS: integer(
    'The fee in hundredths of a percent of what an escrow pays its seller, taken from that payment and rounded down; 0 means no fee.',
    0,
    0,
    5_000,
  ),
})

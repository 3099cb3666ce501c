// What an escrow costs.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  ESCROW_FEE_BASIS_POINTS: integer(
    'Hundredths of a percent of what an escrow pays its seller, kept of it and rounded down; 0 is none.',
    0,
    0,
    5_000,
  ),
})

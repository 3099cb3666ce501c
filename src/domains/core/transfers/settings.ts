// The setting for the fee of a transfer.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  TRANSFER_FEE_BASIS_POINTS: integer(
    'The fee for a payment to another account of this bank, by any payment method, in hundredths of a percent of its amount, rounded up and charged to the sender on top; 0 means no fee.',
    0,
    0,
    10_000,
  ),
})

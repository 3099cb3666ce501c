// What a payment between agents costs, and how long it waits.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  AGENT_PAYMENT_FEE_BASIS_POINTS: integer(
    'Hundredths of a percent of a payment between agents, taken from the sender on top, rounded down; 0 is none.',
    0,
    0,
    10_000,
  ),
  AGENT_PAYMENT_EXPIRY_SECONDS: integer(
    'How long a payment between agents waits to be confirmed; then it fails.',
    86_400,
    60,
    2_592_000,
  ),
})

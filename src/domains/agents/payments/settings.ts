// The fee of a payment between agents, and how long it waits for confirmation.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  AGENT_PAYMENT_FEE_BASIS_POINTS: integer(
    'The fee in hundredths of a percent of a payment between agents, which the sender pays on top, rounded down; 0 means no fee.',
    0,
    0,
    10_000,
  ),
  AGENT_PAYMENT_EXPIRY_SECONDS: integer(
    'How many seconds a payment between agents waits for confirmation before it fails.',
    86_400,
    60,
    2_592_000,
  ),
})

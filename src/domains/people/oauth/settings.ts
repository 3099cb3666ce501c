// The setting that limits how many programs may register.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  OAUTH_REGISTRATIONS_PER_HOUR: integer(
    'Programs that may register from one address, or one /64 network of IPv6, in any hour; 0 turns it off.',
    100,
    0,
    1_000_000,
  ),
})

// The setting that limits how many clients may register.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  OAUTH_REGISTRATIONS_PER_HOUR: integer(
    'Clients that may register from one address, or one /64 network of IPv6, in any hour; 0 means no limit.',
    100,
    0,
    1_000_000,
  ),
})

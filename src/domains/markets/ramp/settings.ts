// Settings of the provider that buys and sells crypto.
import {
  choice,
  defineSettings,
  integer,
  previousSecret,
  secretText,
  webUrl,
} from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    RAMP_PROVIDER: choice(
      'The provider that buys and sells crypto; in production, mock means that there is none.',
      'mock',
      ['mock', 'stripe_bridge'],
    ),
    RAMP_PROVIDER_URL: webUrl('The base URL of the ramp provider’s API.'),
    RAMP_PROVIDER_KEY: secretText('The bank’s API key at the ramp provider.'),
    RAMP_WEBHOOK_SECRET: secretText(
      'The secret that verifies webhooks of the ramp provider; without it, all are refused.',
    ),
    RAMP_WEBHOOK_SECRET_PREVIOUS: previousSecret('RAMP_WEBHOOK_SECRET'),
    RAMP_SIMULATED_SECONDS: integer(
      'How many seconds the simulated ramp provider takes to complete a session.',
      5,
      0,
      3_600,
    ),
  },
  ({ RAMP_PROVIDER, RAMP_PROVIDER_URL, RAMP_PROVIDER_KEY, RAMP_WEBHOOK_SECRET }) => {
    if (RAMP_PROVIDER === 'mock') return
    const needed = { RAMP_PROVIDER_URL, RAMP_PROVIDER_KEY, RAMP_WEBHOOK_SECRET }
    for (const [name, value] of Object.entries(needed))
      if (value === '')
        throw new StartError(`${name} must be set when RAMP_PROVIDER is ${RAMP_PROVIDER}.`)
  },
)

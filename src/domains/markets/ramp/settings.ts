// Who buys and sells crypto for the bank's customers.
import { choice, defineSettings, integer, secretText, webUrl } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    RAMP_PROVIDER: choice(
      'Who buys and sells crypto; production has nobody unless a real one is chosen.',
      'mock',
      ['mock', 'stripe_bridge'],
    ),
    RAMP_PROVIDER_URL: webUrl('Where the interface of the ramp provider begins.'),
    RAMP_PROVIDER_KEY: secretText('Key of the bank at the ramp provider.'),
    RAMP_WEBHOOK_SECRET: secretText(
      'Signs the calls of the ramp provider; without it none is believed.',
    ),
    RAMP_SIMULATED_SECONDS: integer('How long the simulated ramp provider takes.', 5, 0, 3_600),
  },
  ({ RAMP_PROVIDER, RAMP_PROVIDER_URL, RAMP_PROVIDER_KEY, RAMP_WEBHOOK_SECRET }) => {
    if (RAMP_PROVIDER === 'mock') return
    const needed = { RAMP_PROVIDER_URL, RAMP_PROVIDER_KEY, RAMP_WEBHOOK_SECRET }
    for (const [name, value] of Object.entries(needed))
      if (value === '')
        throw new StartError(`${name} must be set when RAMP_PROVIDER is ${RAMP_PROVIDER}.`)
  },
)

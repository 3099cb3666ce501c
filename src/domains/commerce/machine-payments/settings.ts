// The settings of payments by x402: the facilitator and the receiving address.
import { defineSettings, pattern, webUrl } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    X402_FACILITATOR_URL: webUrl(
      'Facilitator that settles payments by x402; without it sandbox simulates one, production accepts no such payments.',
    ),
    X402_PAY_TO: pattern(
      'Address that receives payments by x402; sandbox has a default without an owner.',
      '',
      'an address: 0x and 40 hexadecimal digits',
      /^(0x[0-9a-fA-F]{40})?$/,
    ),
  },
  ({ X402_FACILITATOR_URL, X402_PAY_TO }) => {
    if (X402_FACILITATOR_URL !== '' && X402_PAY_TO === '')
      throw new StartError('X402_FACILITATOR_URL needs X402_PAY_TO: the address to pay to.')
  },
)

// Who settles payments by x402, and to whom they go.
import { defineSettings, pattern, webUrl } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    X402_FACILITATOR_URL: webUrl(
      'Who settles payments by x402; sandbox settles them in its own books, production takes none without.',
    ),
    X402_PAY_TO: pattern(
      'The address to which payments by x402 go; sandbox has one that nobody owns.',
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

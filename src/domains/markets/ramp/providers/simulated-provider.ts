// The simulated provider, which moves no money and no coins. These are all of its rules:
//   A session is unpaid until RAMP_SIMULATED_SECONDS have passed; then it is fulfilled.
//   For the wallet 0x00…00dead, the payment fails at that moment instead.
//   For the wallet 0x00…00cafe, no payment is made, so the session expires.
// Nothing else has an effect, and nothing is random.
import { coinCodes, rampTypes } from '../coins.ts'
import type { ProviderStatus, RampProvider } from './provider.ts'

export interface SimulatedOptions {
  readonly seconds: number
  readonly baseUrl: () => string
}

/** The provider's name in settings, answers and rows. */
export const SIMULATED = 'mock'

const padded = (end: string): string => `0x${end.padStart(40, '0')}`
const FAILS = padded('dead')
const NEVER_PAID = padded('cafe')

export const simulatedProvider = ({ seconds, baseUrl }: SimulatedOptions): RampProvider => ({
  name: SIMULATED,
  test_mode: true,
  types: rampTypes,
  coins: coinCodes,
  payment_methods: ['card', 'bank_transfer'],
  checkAfterSeconds: seconds,
  create: ({ id }) =>
    Promise.resolve({
      provider_session_id: id,
      checkout_url: `${baseUrl()}/api/v1/ramp/checkout/${id}`,
      provider_status: 'initialized',
    }),
  read({ wallet_address, created_at }, now) {
    const isDue = now.getTime() >= Date.parse(created_at) + seconds * 1000
    return Promise.resolve(isDue ? outcomeFor(wallet_address.toLowerCase()) : unpaid)
  },
})

const unpaid: ProviderStatus = { provider_status: 'initialized', status: 'pending' }

function outcomeFor(wallet: string): ProviderStatus {
  if (wallet === NEVER_PAID) return unpaid
  if (wallet === FAILS)
    return { provider_status: 'payment_failed', status: 'failed', reason: 'The payment failed.' }
  return { provider_status: 'fulfilled', status: 'completed' }
}

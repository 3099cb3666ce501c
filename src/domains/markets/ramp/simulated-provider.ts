// The simulated provider, without money and without coins. Its rules, all of them:
//   A session is unpaid until so many seconds have passed (RAMP_SIMULATED_SECONDS); then it is fulfilled.
//   To a wallet 0x00…00dead the payment fails at that moment instead.
//   For a wallet 0x00…00cafe nobody ever pays, so that the session expires.
// Nothing else is looked at, and nothing is drawn by chance.
import { coinCodes, rampTypes } from './coins.ts'
import type { Observed, RampProvider } from './provider.ts'

export interface SimulatedOptions {
  readonly seconds: number
  readonly baseUrl: () => string
}

/** As it is named in settings, answers and rows. */
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
      said: 'initialized',
    }),
  read({ wallet_address, created_at }, now) {
    const isDue = now.getTime() >= Date.parse(created_at) + seconds * 1000
    return Promise.resolve(isDue ? outcomeFor(wallet_address.toLowerCase()) : unpaid)
  },
})

const unpaid: Observed = { said: 'initialized', status: 'pending' }

function outcomeFor(wallet: string): Observed {
  if (wallet === NEVER_PAID) return unpaid
  if (wallet === FAILS)
    return { said: 'payment_failed', status: 'failed', reason: 'The payment failed.' }
  return { said: 'fulfilled', status: 'completed' }
}

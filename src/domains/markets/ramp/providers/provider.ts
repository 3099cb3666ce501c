// The port to providers, which buy and sell the crypto, and the choice between them.
import type { Environment } from '../../../../operation/caller.ts'
import { Unavailable } from '../../../../operation/error.ts'
import type { CoinCode, Fiat, RampType } from '../coins.ts'
import type { SessionStatus } from '../life-cycle.ts'

export interface RampProvider {
  readonly name: string
  /** True if no real money and no real coins are moved. */
  readonly test_mode: boolean
  readonly types: readonly RampType[]
  readonly coins: readonly CoinCode[]
  readonly payment_methods: readonly string[]
  /** How long to wait before a new session is checked for the first time. */
  readonly checkAfterSeconds: number
  /** Throws a declared error if the provider refuses the session or does not answer. */
  create(order: Order): Promise<Created>
  /** Throws if the provider does not answer. */
  read(session: KnownSession, now: Date): Promise<ProviderStatus>
}

export interface Order {
  readonly id: string
  readonly type: RampType
  readonly fiat_currency: Fiat
  /** Decimal text. */
  readonly fiat_amount: string
  readonly crypto_currency: CoinCode
  readonly wallet_address: string
}

export interface Created {
  readonly provider_session_id: string
  readonly checkout_url: string
  readonly provider_status: string
}

/** The fields of a session that a provider needs to report its status. */
export interface KnownSession {
  readonly provider_session_id: string
  readonly wallet_address: string
  readonly created_at: string
}

export interface ProviderStatus {
  /** The status in the provider's own terms. */
  readonly provider_status: string
  readonly status: SessionStatus
  /** The actual amount as decimal text, if the provider reports it. */
  readonly crypto_amount?: string | undefined
  readonly reason?: string | undefined
}

export interface Providers {
  /** The provider for a new session; throws if there is none. */
  choose(environment: Environment): RampProvider
  /** The provider of an existing session; undefined if the bank no longer works with it. */
  find(session: {
    readonly provider: string
    readonly environment: Environment
  }): RampProvider | undefined
}

export interface ProviderChoice {
  readonly simulated: RampProvider
  readonly real: RampProvider | undefined
  readonly production: boolean
}

/**
 * Live sessions go to the real provider if there is one; in production they are never simulated.
 * Sandbox credentials never reach a real provider.
 */
export function makeProviders({ simulated, real, production }: ProviderChoice): Providers {
  const isOff = production && !real
  return {
    choose(environment) {
      if (isOff)
        throw Unavailable({
          reason:
            'Buying and selling crypto is not available at this bank: no provider is configured.',
        })
      return environment === 'live' ? (real ?? simulated) : simulated
    },
    find({ provider, environment }) {
      if (provider === real?.name) return environment === 'live' ? real : undefined
      const maySimulate = !production || (environment === 'sandbox' && !isOff)
      return provider === simulated.name && maySimulate ? simulated : undefined
    },
  }
}

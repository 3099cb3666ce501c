// The port to whoever really sells and buys crypto, and which of them is asked.
import type { Environment } from '../../../operation/caller.ts'
import { Unavailable } from '../../../operation/error.ts'
import type { CoinCode, Fiat, RampType } from './coins.ts'
import type { SessionStatus } from './life-cycle.ts'

export interface RampProvider {
  readonly name: string
  /** No real money and no real coins pass through it. */
  readonly test_mode: boolean
  readonly types: readonly RampType[]
  readonly coins: readonly CoinCode[]
  readonly payment_methods: readonly string[]
  /** When it is worth asking about a new session for the first time. */
  readonly checkAfterSeconds: number
  /** Throws a declared error when it does not want the session, or does not answer. */
  create(order: Order): Promise<Created>
  /** Throws when it does not answer. */
  read(session: KnownSession, now: Date): Promise<Observed>
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
  readonly said: string
}

/** What a provider is told of a session when it is asked about it. */
export interface KnownSession {
  readonly provider_session_id: string
  readonly wallet_address: string
  readonly created_at: string
}

export interface Observed {
  /** The provider's own word. */
  readonly said: string
  readonly status: SessionStatus
  /** Decimal text, where the provider says how much it really was. */
  readonly crypto_amount?: string | undefined
  readonly reason?: string | undefined
}

export interface Providers {
  /** For a new session; throws when there is none. */
  choose(environment: Environment): RampProvider
  /** Of a session there is; undefined when the bank does not work with it any more. */
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
 * Live sessions go to the real provider where there is one, and nothing is simulated for them in
 * production. Sandbox credentials never reach a real provider.
 */
export function makeProviders({ simulated, real, production }: ProviderChoice): Providers {
  const isOff = production && !real
  return {
    choose(environment) {
      if (isOff)
        throw Unavailable({
          reason: 'Buying and selling crypto is switched off here: no provider is configured.',
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

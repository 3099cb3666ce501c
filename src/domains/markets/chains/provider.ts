// The port to the chains, which carry transactions, and the choice between the simulated one and a real one.
import type { Environment } from '../../../operation/caller.ts'
import { Unavailable } from '../../../operation/error.ts'
import type { Call } from './calldata.ts'
import type { ChainName } from './reference-data.ts'

export interface ChainProvider {
  readonly name: string
  /** True if nothing leaves the bank. */
  readonly simulated: boolean
  serves(chain: ChainName): boolean
  /** The address at which the bank keeps the tokens of the seed's owner. */
  addressOf(chain: ChainName, seed: Buffer): string
  /** In wei of the chain's own coin. */
  gasPrice(chain: ChainName, now: Date): Promise<bigint>
  /**
   * Sends a transaction. The same id always gives the same transaction, so that a retry has one effect.
   * Throws if it is unknown whether the chain accepted it.
   */
  sendTransaction(transaction: NewTransaction): Promise<SentTransaction>
  /** The progress of a transaction; throws if the provider does not answer. */
  confirmations(transaction: KnownTransaction, now: Date): Promise<Progress>
}

export interface NewTransaction {
  /** The idempotency key, unique to its purpose: `swap/<uuid>`, `bridge/<uuid>/source`. */
  readonly id: string
  readonly chain: ChainName
  /** Not needed on a simulated chain, which executes nothing. */
  readonly call?: Call
  readonly now: Date
}

export interface SentTransaction {
  readonly tx_hash: string
  readonly simulated: boolean
}

export interface KnownTransaction {
  readonly chain: ChainName
  readonly tx_hash: string
  readonly sent_at: Date
}

export interface Progress {
  readonly confirmations: number
  /** Whether the chain reverted the transaction; a failed one never gets more confirmations. */
  readonly failed: boolean
}

export interface ChainProviders {
  /** The provider for a new transaction; throws if there is none for live money. */
  choose(environment: Environment, chain: ChainName): ChainProvider
  /** The provider of a pending transaction; undefined if the bank no longer works with it. */
  find(of: {
    readonly provider: string
    readonly environment: Environment
  }): ChainProvider | undefined
}

export interface ProviderChoice {
  readonly simulated: ChainProvider
  readonly real: ChainProvider | undefined
  readonly production: boolean
}

/** Live transactions go to the real provider if there is one, in production to no other. The sandbox is simulated. */
export function makeProviders({ simulated, real, production }: ProviderChoice): ChainProviders {
  return {
    choose(environment, chain) {
      if (environment === 'sandbox') return simulated
      if (real?.serves(chain)) return real
      if (real || production)
        throw Unavailable({
          reason: `This bank does not reach ${chain}: no node is configured for it.`,
        })
      return simulated
    },
    find({ provider, environment }) {
      if (provider === simulated.name) return simulated
      return environment === 'live' && provider === real?.name ? real : undefined
    },
  }
}

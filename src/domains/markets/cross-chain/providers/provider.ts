// The port to bridge protocols, and the choice between the simulated and the real ones.
import type { Environment } from '../../../../operation/caller.ts'
import { Unavailable } from '../../../../operation/error.ts'
import type { ChainName } from '../../chains/index.ts'
import type { ProtocolName } from './protocols.ts'

/** The fields of a bridge that a protocol needs. */
export interface Transfer {
  readonly id: string
  readonly protocol: ProtocolName
  readonly source_chain: ChainName
  readonly destination_chain: ChainName
  readonly token: string
  /** The units that should arrive, and the minimum accepted. */
  readonly receive_units: bigint
  readonly least_units: bigint
  readonly recipient_address: string
  readonly source_tx_hash: string | null
  readonly destination_tx_hash: string | null
  readonly created_at: string
}

export interface Observed {
  readonly state: 'pending' | 'bridging' | 'confirming' | 'completed' | 'failed'
  /** When that state was reached. */
  readonly since: Date
  readonly confirmations: number
  readonly source_tx_hash: string | null
  readonly destination_tx_hash: string | null
  /** The units that arrived, once completed. */
  readonly delivered_units?: bigint
  readonly reason?: string
  /** Whether the money can still be recalled, so that a passed deadline ends the bridge. */
  readonly recallable: boolean
  /** When to poll again; undefined if the state will not change by itself. */
  readonly next_at?: Date
}

export interface BridgeProvider {
  readonly name: ProtocolName
  /** True when nothing is moved on a chain. */
  readonly simulated: boolean
  /** Advances the transfer as far as possible, and returns its state. Throws if a chain does not answer. */
  observe(transfer: Transfer, now: Date): Promise<Observed>
}

export interface Providers {
  /** Whether the protocol works for this environment. */
  serves(name: ProtocolName, environment: Environment): boolean
  /** Throws when the protocol does not work here. */
  choose(name: ProtocolName, environment: Environment): BridgeProvider
  /** The provider of an existing bridge; undefined if the bank no longer works with it. */
  find(bridge: {
    readonly protocol: ProtocolName
    readonly simulated: boolean
    readonly environment: Environment
  }): BridgeProvider | undefined
}

export interface ProviderChoice {
  readonly simulated: (name: ProtocolName) => BridgeProvider
  readonly real: readonly BridgeProvider[]
  readonly production: boolean
}

/**
 * Live bridges go through the real provider of a protocol if there is one; in production they are never
 * simulated. Sandbox credentials never reach a real provider.
 */
export function makeProviders({ simulated, real, production }: ProviderChoice): Providers {
  const realOf = (name: ProtocolName) => real.find((provider) => provider.name === name)
  const findFor = (name: ProtocolName, environment: Environment): BridgeProvider | undefined => {
    if (environment === 'sandbox') return simulated(name)
    return realOf(name) ?? (production ? undefined : simulated(name))
  }
  return {
    serves: (name, environment) => findFor(name, environment) !== undefined,
    choose(name, environment) {
      const found = findFor(name, environment)
      if (!found) throw Unavailable({ reason: `The bridge ${name} is not available at this bank.` })
      return found
    },
    find({ protocol, simulated: isSimulated, environment }) {
      if (!isSimulated) return environment === 'live' ? realOf(protocol) : undefined
      return production && environment === 'live' ? undefined : simulated(protocol)
    },
  }
}

// The port to connectors, which carry packets to receivers outside the bank, and the choice between them.
import type { Environment } from '../../../../operation/caller.ts'
import { Unavailable } from '../../../../operation/error.ts'
import type { Pointer } from '../addresses.ts'
import type { Reply } from '../ilp.ts'

export interface Connector {
  readonly name: string
  /** True if no real money leaves the bank. */
  readonly simulated: boolean
  /** Whether packets of the asset can be sent. */
  carries(asset: string): boolean
  /** Queries the receiver behind a pointer for its address and secret; throws a declared error if that fails. */
  resolve(pointer: Pointer): Promise<Resolved>
  /** The shared secret of an address without a connection; undefined if only its parties can know it. */
  secretOf(address: string): string | undefined
  /**
   * Sends a packet. Idempotent by the packet's id. Undefined if there is no answer, so that it is not known whether
   * the packet was fulfilled.
   */
  send(packet: SentPacket): Promise<Reply | undefined>
}

export interface Resolved {
  readonly address: string
  readonly secret: string
}

export interface SentPacket {
  readonly id: string
  readonly asset: string
  readonly prepare: Buffer
  /** The simulated network plays the receiver, too, and fulfils with the receiver's secret. */
  readonly secret: Buffer
  readonly now: Date
}

export interface Connectors {
  /** The connector for a new payment; throws if there is none. */
  choose(environment: Environment): Connector
  /** The connector of an existing payment; undefined if it is no longer configured. */
  find(payment: {
    readonly connector: string
    readonly environment: Environment
  }): Connector | undefined
}

interface Choice {
  readonly simulated: Connector
  readonly real: Connector | undefined
  readonly production: boolean
}

/** Live packets go to the real connector if there is one, and in production to no other. The sandbox is simulated. */
export function makeConnectors({ simulated, real, production }: Choice): Connectors {
  return {
    choose(environment) {
      if (production && !real && environment === 'live')
        throw Unavailable({
          reason: 'This bank reaches no external receivers: no Interledger peer is configured.',
        })
      return environment === 'live' ? (real ?? simulated) : simulated
    },
    find({ connector, environment }) {
      if (connector === real?.name) return environment === 'live' ? real : undefined
      const maySimulate = !production || environment === 'sandbox'
      return connector === simulated.name && maySimulate ? simulated : undefined
    },
  }
}

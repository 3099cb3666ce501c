// The calls and messages of Circle's Cross-Chain Transfer Protocol, version 2: USDC is burnt on one chain, Circle
// attests the message about it, and the message mints it on the other chain. Nothing is sent from here.
import {
  addressToWord,
  defineCall,
  getAddress,
  type Hex,
  hexToBytes,
} from '../../../../platform/evm.ts'
import type { Call, ChainName } from '../../chains/index.ts'

/** The contracts have the same addresses on all EVM chains. */
export const TOKEN_MESSENGER = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d'
export const MESSAGE_TRANSMITTER = '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64'

/** Circle's own numbers of the chains. */
const domains: Partial<Readonly<Record<ChainName, number>>> = {
  ethereum: 0,
  arbitrum: 3,
  base: 6,
  polygon: 7,
}

export function domainOf(chain: ChainName): number {
  const domain = domains[chain]
  if (domain === undefined) throw new Error(`Circle's protocol does not serve ${chain}`)
  return domain
}

const depositForBurn = defineCall(
  'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
)
const receiveMessage = defineCall('function receiveMessage(bytes message, bytes attestation)')

/** Any address may deliver the message. */
const ANY_CALLER = new Uint8Array(32)
/** Circle attests only what is final, which costs no fee. */
const FINAL = 2000n

export interface Burn {
  readonly token: string
  readonly units: bigint
  readonly to: ChainName
  readonly recipient: string
}

export const burnCall = ({ token, units, to, recipient }: Burn): Call => ({
  to: TOKEN_MESSENGER,
  value: 0n,
  data: depositForBurn({
    amount: units,
    destinationDomain: BigInt(domainOf(to)),
    mintRecipient: addressToWord(recipient),
    burnToken: getAddress(token),
    destinationCaller: ANY_CALLER,
    maxFee: 0n,
    minFinalityThreshold: FINAL,
  }),
})

export const mintCall = (message: Hex, attestation: Hex): Call => ({
  to: MESSAGE_TRANSMITTER,
  value: 0n,
  data: receiveMessage({ message: hexToBytes(message), attestation: hexToBytes(attestation) }),
})

// A message has a header of 148 bytes; the body of a burn follows it.
const HEADER_BYTES = 148
const BODY_BYTES = 228

export interface BurnMessage {
  readonly source_domain: number
  readonly destination_domain: number
  readonly token: Hex
  readonly recipient: Hex
  readonly units: bigint
  /** Kept by Circle, out of the units. */
  readonly fee_units: bigint
}

/** Undefined if the message is too short for a burn. */
export function readMessage(message: Hex): BurnMessage | undefined {
  if (message.length < 2 + 2 * (HEADER_BYTES + BODY_BYTES)) return undefined
  const part = (from: number, bytes: number): Hex =>
    `0x${message.slice(2 + 2 * from, 2 + 2 * (from + bytes))}`
  const body = (from: number, bytes: number): Hex => part(HEADER_BYTES + from, bytes)
  // An address takes the last 20 bytes of its word.
  const addressAt = (from: number): Hex => body(from + 12, 20)
  return {
    source_domain: Number(part(4, 4)),
    destination_domain: Number(part(8, 4)),
    token: addressAt(4),
    recipient: addressAt(36),
    units: BigInt(body(68, 32)),
    fee_units: BigInt(body(164, 32)),
  }
}

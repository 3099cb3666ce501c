// The calls and messages of Circle's Cross-Chain Transfer Protocol, version 2: USDC is burnt on one chain, Circle
// attests the message about it, and the message mints it on the other chain. Nothing is sent from here.
import type { Address, Hex } from 'viem'
import {
  encodeFunctionData,
  hexToBigInt,
  hexToNumber,
  padHex,
  parseAbi,
  size,
  sliceHex,
} from 'viem/utils'
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

const messenger = parseAbi([
  'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
])
const transmitter = parseAbi([
  'function receiveMessage(bytes message, bytes attestation) returns (bool success)',
])

/** Any address may deliver the message. */
const ANY_CALLER = padHex('0x', { size: 32 })
/** Circle attests only what is final, which costs no fee. */
const FINAL = 2000

export interface Burn {
  readonly token: string
  readonly units: bigint
  readonly to: ChainName
  readonly recipient: string
}

export const burnCall = ({ token, units, to, recipient }: Burn): Call => ({
  to: TOKEN_MESSENGER,
  value: 0n,
  data: encodeFunctionData({
    abi: messenger,
    functionName: 'depositForBurn',
    args: [
      units,
      domainOf(to),
      padHex(recipient as Address, { size: 32 }),
      token as Address,
      ANY_CALLER,
      0n,
      FINAL,
    ],
  }),
})

export const mintCall = (message: Hex, attestation: Hex): Call => ({
  to: MESSAGE_TRANSMITTER,
  value: 0n,
  data: encodeFunctionData({
    abi: transmitter,
    functionName: 'receiveMessage',
    args: [message, attestation],
  }),
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
  if (size(message) < HEADER_BYTES + BODY_BYTES) return undefined
  const word = (from: number, bytes: number): Hex => sliceHex(message, from, from + bytes)
  const body = (from: number, bytes: number): Hex => word(HEADER_BYTES + from, bytes)
  return {
    source_domain: hexToNumber(word(4, 4)),
    destination_domain: hexToNumber(word(8, 4)),
    token: sliceHex(body(4, 32), 12),
    recipient: sliceHex(body(36, 32), 12),
    units: hexToBigInt(body(68, 32)),
    fee_units: hexToBigInt(body(164, 32)),
  }
}

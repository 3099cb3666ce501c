// The supported chains, and how their addresses are validated. An address is stored in one normalized
// spelling, so that it cannot be registered twice.
import { base58btc } from 'multiformats/bases/base58'
import { Invalid } from '../../../operation/error.ts'
import { getAddress, isAddress } from '../../../platform/evm.ts'

export const chains = ['polygon', 'base', 'arbitrum', 'ethereum', 'solana'] as const
export type Chain = (typeof chains)[number]

/** Normalizes an address; throws if it is not valid on the chain. */
export function readAddress(chain: Chain, text: string): string {
  if (chain === 'solana') {
    if (isSolanaAddress(text)) return text
    throw refuse('The address must be a Solana address: 32 bytes in base58.')
  }
  if (isAddress(text)) return getAddress(text)
  throw refuse(
    'The address must be 0x and 40 hexadecimal digits, in lower case or with its checksum.',
  )
}

const refuse = (sentence: string) => Invalid({ errors: { address: [sentence] } })

/** A Solana address is a public key of 32 bytes, without a checksum. */
const isSolanaAddress = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58btc.baseDecode(text).length === 32

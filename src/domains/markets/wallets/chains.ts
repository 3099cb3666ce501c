// The chains whose addresses can be kept, and how an address of each is read. An address is kept in one
// spelling, so that it cannot be there twice.
import { base58btc } from 'multiformats/bases/base58'
import { getAddress, isAddress } from 'viem/utils'
import { Invalid } from '../../../operation/error.ts'

export const chains = ['polygon', 'base', 'arbitrum', 'ethereum', 'solana'] as const
export type Chain = (typeof chains)[number]

/** Throws when it is no address of the chain. */
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

/** A public key; it has no checksum of its own. */
const isSolanaAddress = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58btc.baseDecode(text).length === 32

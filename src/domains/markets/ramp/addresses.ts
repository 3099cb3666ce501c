// Validates the wallet addresses of a coin's network. Coins sent to a mistyped address are lost, so the
// checksum is verified wherever an address has one.
import { hash } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { isAddress } from '../../../platform/evm.ts'
import type { Coin } from './coins.ts'

/** Why a text is not a valid address, in a sentence; undefined if it is valid. */
export function findAddressError(address: string, network: Coin['network']): string | undefined {
  if (network === 'bitcoin')
    return isBitcoinAddress(address)
      ? undefined
      : 'The wallet address must be a valid Bitcoin address; check it for typing errors.'
  return isAddress(address)
    ? undefined
    : 'The wallet address must be 0x and 40 hexadecimal digits, in lower case or with its checksum.'
}

const isBitcoinAddress = (address: string): boolean =>
  /^bc1/i.test(address) ? isSegwit(address) : isBase58(address)

/** One version byte (0: pay to a key, 5: pay to a script), 20 bytes of hash, 4 bytes of checksum. */
function isBase58(address: string): boolean {
  if (!/^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(address)) return false
  const bytes = base58btc.baseDecode(address)
  if (bytes.length !== 25 || (bytes[0] !== 0 && bytes[0] !== 5)) return false
  const once = hash('sha256', bytes.subarray(0, 21), 'buffer')
  const twice = hash('sha256', once, 'buffer')
  return twice.subarray(0, 4).equals(bytes.subarray(21))
}

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** The checksum constants: of version 0 (BIP 173), and of all later versions (BIP 350). */
const BECH32 = 1
const BECH32M = 0x2bc830a3

function isSegwit(address: string): boolean {
  const text = address.toLowerCase()
  // Upper or lower case, but not mixed (BIP 173).
  if (address !== text && address !== address.toUpperCase()) return false
  if (!/^bc1[02-9ac-hj-np-z]{8,87}$/.test(text)) return false
  const values = Array.from(text.slice(3), (letter) => LETTERS.indexOf(letter))
  const version = values[0]!
  const program = readProgram(values.slice(1, -6))
  if (program === undefined || version > 16) return false
  const isLong = program >= 2 && program <= 40
  if (version === 0 ? program !== 20 && program !== 32 : !isLong) return false
  return checksum(values) === (version === 0 ? BECH32 : BECH32M)
}

/** The number of bytes in groups of five bits; undefined if the leftover bits are not zero padding. */
function readProgram(groups: readonly number[]): number | undefined {
  const bits = groups.length * 5
  const padding = bits % 8
  const last = groups.at(-1) ?? 0
  if (padding >= 5 || (last & ((1 << padding) - 1)) !== 0) return undefined
  return Math.floor(bits / 8)
}

function checksum(values: readonly number[]): number {
  // The prefix "bc" comes first, expanded as BIP 173 defines.
  return [3, 3, 0, 2, 3, ...values].reduce((sum, value) => {
    const top = sum >>> 25
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return GENERATORS.reduce(
      (all, generator, bit) => ((top >>> bit) & 1 ? all ^ generator : all),
      next,
    )
  }, 1)
}

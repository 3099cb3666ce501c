// Addresses in the formats of the chains: reading those that callers send, and making simulated ones.
import { createHash } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { Invalid } from '../../../operation/error.ts'
import { bytesToHex, getAddress, isAddress } from '../../../platform/evm.ts'
import { chainTable, type ChainName } from './reference-data.ts'

/** The longest address that a request may hold. */
export const ADDRESS_MAX = 100

const TRON_VERSION = 0x41
/** Addresses of the test network, so that no real coins are lost to a simulated address. */
const BITCOIN_TEST_VERSION = 0x6f
const BITCOIN_VERSIONS = [0x00, 0x05, BITCOIN_TEST_VERSION, 0xc4]

/** Normalizes an address; throws a refusal that names the field if the chain has no such address. */
export function readAddress(chain: ChainName, text: string, field: string): string {
  const found = findAddress(chain, text)
  if (found === undefined)
    throw Invalid({ errors: { [field]: [`This is not an address on ${chain}.`] } })
  return found
}

function findAddress(chain: ChainName, text: string): string | undefined {
  if (chainTable[chain].is_evm) return isAddress(text) ? getAddress(text) : undefined
  switch (chain) {
    case 'solana':
      return decode(text)?.length === 32 ? text : undefined
    case 'tron':
      return versionOf(text) === TRON_VERSION ? text : undefined
    case 'bitcoin': {
      const version = versionOf(text)
      const isBase58 = version !== undefined && BITCOIN_VERSIONS.includes(version)
      return isBase58 || isSegwit(text) ? text : undefined
    }
    default:
      return undefined
  }
}

/** The simulated address of the owner of a seed; it is the same on all EVM chains. */
export function simulatedAddress(chain: ChainName, seed: Buffer): string {
  const kind = chainTable[chain].is_evm ? 'evm' : chain
  const digest = createHash('sha256').update(`simulated/${kind}/`).update(seed).digest()
  if (chainTable[chain].is_evm) return getAddress(bytesToHex(digest.subarray(0, 20)))
  if (chain === 'solana') return base58btc.baseEncode(digest)
  const version = chain === 'tron' ? TRON_VERSION : BITCOIN_TEST_VERSION
  const body = Buffer.concat([Buffer.from([version]), digest.subarray(0, 20)])
  return base58btc.baseEncode(Buffer.concat([body, checksumOf(body)]))
}

function decode(text: string): Uint8Array | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{25,44}$/.test(text) ? base58btc.baseDecode(text) : undefined
}

/** The first byte of an address with a correct checksum. */
function versionOf(text: string): number | undefined {
  const bytes = decode(text)
  if (bytes?.length !== 25) return undefined
  const body = Buffer.from(bytes.subarray(0, 21))
  return checksumOf(body).equals(Buffer.from(bytes.subarray(21))) ? body[0] : undefined
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const checksumOf = (body: Buffer): Buffer => sha256(sha256(body)).subarray(0, 4)

const isSegwit = (text: string): boolean =>
  /^(bc|tb)1[02-9ac-hj-np-z]{11,71}$/.test(text) || /^(BC|TB)1[02-9AC-HJ-NP-Z]{11,71}$/.test(text)

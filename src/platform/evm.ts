// Addresses, call data, transactions and signed messages of EVM chains. This is the only module that uses the library
// for them. Nothing is sent from here.
import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  addr,
  ethHex,
  parseSignature,
  recoverAddressTyped,
  serializeSignature,
  Transaction,
} from 'micro-eth-signer'
import { createContract, parseAbi } from 'micro-eth-signer/abi.js'
import type { KeyService } from './key-service.ts'

export type Hex = `0x${string}`

export const isHex = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)

/** Whether a text is an address, in lower case or with its checksum (EIP-55). */
export const isAddress = (text: string): text is Hex =>
  /^0x[0-9a-fA-F]{40}$/.test(text) &&
  (text === text.toLowerCase() || text === addr.addChecksum(text))

/** The address with its checksum; throws if it is not valid. */
export function getAddress(text: string): Hex {
  if (!isAddress(text)) throw new Error(`${text} is not an address`)
  return toHex(addr.addChecksum(text))
}

export const bytesToHex = (bytes: Uint8Array): Hex => toHex(ethHex.encode(bytes))
export const hexToBytes = (hex: Hex): Uint8Array => ethHex.decode(hex)

/** A number as this many bytes; throws if it needs more. */
export function numberToHex(value: bigint | number, bytes: number): Hex {
  const digits = value.toString(16)
  if (value < 0 || digits.length > 2 * bytes) throw new Error(`${value} is not ${bytes} bytes long`)
  return `0x${digits.padStart(2 * bytes, '0')}`
}

/** An address as a word of 32 bytes. */
export const addressToWord = (address: string): Uint8Array =>
  hexToBytes(numberToHex(BigInt(getAddress(address)), 32))

type Argument = string | bigint | Uint8Array | { readonly [name: string]: Argument }

/**
 * Makes the encoder of the calls of a function, such as 'function transfer(address to, uint256 amount)'. A function
 * with one argument gets its value, another one its arguments by name.
 */
export function defineCall(signature: string): (given: Argument) => Hex {
  const [method] = Object.values(createContract(parseAbi([signature])))
  if (!method) throw new Error(`${signature} is not a function`)
  return (given) => bytesToHex(method.encodeInput(given))
}

export interface UnsignedTransaction {
  readonly chainId: number
  readonly nonce: bigint
  readonly to: string
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

export interface EvmAccount {
  readonly address: string
  /** Signs a transaction of EIP-1559. */
  sign(transaction: UnsignedTransaction): Promise<{ readonly raw: Hex; readonly tx_hash: Hex }>
  /** Throws if the key is not that of the address. */
  check(): Promise<void>
}

function prepare({ chainId, gas, ...fields }: UnsignedTransaction) {
  const unsigned = {
    type: 'eip1559',
    chainId: BigInt(chainId),
    gasLimit: gas,
    ...fields,
  } as const
  // The limits of strict mode are for human input: they refuse fees that some chains really have.
  return Transaction.prepare(unsigned, false)
}

/** With the key in memory; the same transaction always gets the same signature (RFC 6979). */
export const accountOf = (privateKey: string): EvmAccount => ({
  address: addr.fromPrivateKey(privateKey),
  async sign(transaction) {
    const signed = prepare(transaction).signBy(privateKey, false)
    return { raw: toHex(signed.toHex()), tx_hash: toHex(signed.hash) }
  },
  check: () => Promise.resolve(),
})

/** With a key that never leaves its service. The address is known beforehand, and each signature is checked against it. */
export const remoteAccountOf = (given: string, service: KeyService): EvmAccount => {
  const address = getAddress(given)
  return {
    address,
    async sign(transaction) {
      const unsigned = prepare(transaction)
      const signature = readDer(
        await service.sign(keccak_256(unsigned.toBytes({ includeSignature: false }))),
      )
      for (const yParity of [0, 1]) {
        const raw = { ...unsigned.raw, ...signature, yParity }
        const signed = new Transaction('eip1559', raw, { strict: false })
        if (senderOf(signed) === address)
          return { raw: toHex(signed.toHex()), tx_hash: toHex(signed.hash) }
      }
      throw new Error(`the key service signed with a key that is not that of ${address}`)
    },
    async check() {
      const spki = await service.publicKey()
      const own = addr.fromPublicKey(spki.subarray(-POINT_BYTES))
      if (own !== address)
        throw new Error(`the key at the key service has the address ${own}, not ${address}`)
    },
  }
}

/** A public key of this curve ends with its uncompressed point. */
const POINT_BYTES = 65

/** No point of the curve may belong to one of the two parities. */
function senderOf(signed: { readonly sender: string }): string | undefined {
  try {
    return signed.sender
  } catch {
    return undefined
  }
}

/** A signature in DER as the lower of its two forms, the only one that chains accept. */
function readDer(der: Uint8Array): { readonly r: bigint; readonly s: bigint } {
  const readInteger = (at: number): bigint => {
    if (der[at] !== 0x02) throw new Error('the key service answered with no signature in DER')
    const bytes = der.subarray(at + 2, at + 2 + der[at + 1]!)
    return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  }
  const r = readInteger(2)
  const s = readInteger(4 + der[3]!)
  return { r, s: s > ORDER / 2n ? ORDER - s : s }
}

/** A message of EIP-712. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** The order of the curve secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The address whose key signed the message; throws if the signature belongs to no key. */
export function recoverSigner(typed: TypedData, signature: string): Hex {
  const { r, s, yParity } = parseSignature(signature)
  // The library takes only the lower of the two forms that each signature has.
  const lower =
    s > ORDER / 2n ? { r, s: ORDER - s, yParity: yParity === 0 ? 1 : 0 } : { r, s, yParity }
  // The library derives the type of a message from constant types; it checks the message itself at run time.
  const message = typed as Parameters<typeof recoverAddressTyped>[1]
  return toHex(recoverAddressTyped(serializeSignature(lower), message))
}

/** The library's texts have the prefix, though its types do not say so. */
const toHex = (text: string): Hex => `0x${text.slice(2)}`

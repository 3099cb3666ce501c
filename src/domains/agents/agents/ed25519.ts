// Reads Ed25519 keys and signatures in every encoding that agents use: multibase (did:key), hex, base64,
// base64url, JWK and PEM. Inside the bank a public key is its 32 bytes.
import {
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  verify,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { base58btc } from 'multiformats/bases/base58'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** The multicodec prefix of an Ed25519 public key in did:key. */
const ED25519 = Buffer.from([0xed, 0x01])

/** The 32 bytes, or undefined when this is not an Ed25519 public key in a known encoding. */
export function readPublicKey(given: unknown): Buffer | undefined {
  if (typeof given === 'object' && given !== null) return readJwk(given)
  if (typeof given !== 'string') return undefined
  const text = given.trim()
  if (text.startsWith('-----BEGIN')) return readPem(text)
  return readMultibase(text) ?? readBytes(text, KEY_BYTES)
}

export const toMultibase = (key: Buffer): string =>
  base58btc.encode(new Uint8Array(Buffer.concat([ED25519, key])))

/** Makes a pair for an agent that has no key; the private half is its 32-byte seed in base64. */
export function makeKeyPair(): { readonly publicKey: Buffer; readonly privateKey: string } {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(jwk.x!, 'base64url'),
    privateKey: Buffer.from(jwk.d!, 'base64url').toString('base64'),
  }
}

/** Verified off the main thread, because this is the most expensive part of a login. */
export function isSignedBy(key: Buffer, text: string, signature: string): Promise<boolean> {
  const bytes = readBytes(signature.trim(), SIGNATURE_BYTES)
  if (!bytes) return Promise.resolve(false)
  return new Promise((resolve) =>
    verify(null, Buffer.from(text, 'utf8'), toKeyObject(key), bytes, (error, isGood) =>
      resolve(error === null && isGood),
    ),
  )
}

const keyObjects = new LRUCache<string, KeyObject>({ max: 10_000 })

function toKeyObject(key: Buffer): KeyObject {
  const x = key.toString('base64url')
  const known = keyObjects.get(x)
  if (known) return known
  const made = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  keyObjects.set(x, made)
  return made
}

function readJwk(given: object): Buffer | undefined {
  const { kty, crv, x } = given as JsonWebKey
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return undefined
  return readBytes(x, KEY_BYTES)
}

function readPem(text: string): Buffer | undefined {
  try {
    const key = createPublicKey(text)
    return key.asymmetricKeyType === 'ed25519' && text.includes('PUBLIC KEY')
      ? readJwk(key.export({ format: 'jwk' }))
      : undefined
  } catch {
    return undefined
  }
}

function readMultibase(text: string): Buffer | undefined {
  // Base64 may begin with z too, so the text counts as multibase only if it decodes to such a key.
  if (!/^z[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(text)) return undefined
  const bytes = Buffer.from(base58btc.decode(text))
  const isKey = bytes.length === ED25519.length + KEY_BYTES && bytes.subarray(0, 2).equals(ED25519)
  return isKey ? bytes.subarray(2) : undefined
}

/** Undefined unless the text is hex, base64 or base64url of exactly this many bytes. */
function readBytes(text: string, length: number): Buffer | undefined {
  if (text.length === length * 2 && /^[0-9a-f]+$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length ? bytes : undefined
}

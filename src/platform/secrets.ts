// Generates and hashes secrets, and signs. A secret that only needs to be recognised is kept as a hash and looked
// up by it, which avoids timing attacks. A secret that must be read again is sealed (`key-ring.ts`).
import { createPrivateKey, createPublicKey, hash, hkdfSync, randomBytes, sign } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Bytes from here on are discarded, or some characters would be likelier than others. */
const FAIR_BELOW = 256 - (256 % alphabet.length)

export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length + 8))
      if (byte < FAIR_BELOW && text.length < length) text += alphabet[byte % alphabet.length]
  return text
}

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** Long random secrets cannot be guessed, so they need no slow hash. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The same as text, for a map in memory. */
export const hashText = (secret: string): string => hash('sha256', secret, 'base64')

/** Signs in the bank's name with Ed25519; others can verify with the public key. */
export interface Signer {
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer
  sign(bytes: Buffer): Buffer
}

/** The PKCS #8 header that precedes the 32 bytes of a private key. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The seed of a bank that was set up before its keys were random. */
export const deriveSeed = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'florin', `sign ${purpose}`, 32))

/** Signs with the private key of 32 bytes. */
export function makeSigner(seed: Buffer): Signer {
  const der = Buffer.concat([ED25519_PKCS8, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x!, 'base64url'),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}

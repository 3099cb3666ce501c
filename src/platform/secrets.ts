// Generates, hashes and seals secrets. A secret that only needs to be recognised is kept as a hash and looked
// up by it, which avoids timing attacks. A secret that must be read again is sealed.
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

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

export interface Sealer {
  seal(plain: string): Buffer
  open(sealed: Buffer): string
  /** A keyed hash: recognises a text again, and cannot be attacked by guessing without the key. */
  digest(text: string): Buffer
  /** Identifies the key without revealing it. */
  readonly fingerprint: string
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a key derived from FLORIN_SECRET: a copy of the database alone reveals nothing. */
export function makeSealer(secret: string): Sealer {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'florin', purpose, 32))
  const key = derive('seal')
  const digestKey = derive('digest').toString('hex')
  return {
    fingerprint: derive('fingerprint').toString('hex').slice(0, 32),
    // The key is on both sides to prevent length extension; a single call, because every posting makes one.
    digest: (text) => hash('sha256', digestKey + text + digestKey, 'buffer'),
    seal(plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const body = sealed.subarray(IV_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

/** Signs in the bank's name with Ed25519; others can verify with the public key. */
export interface Signer {
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer
  sign(bytes: Buffer): Buffer
}

/** The PKCS #8 header that precedes the 32 bytes of a private key. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives a key for each purpose, always the same for the same FLORIN_SECRET. */
export function makeSigner(secret: string, purpose: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'florin', `sign ${purpose}`, 32))
  const der = Buffer.concat([ED25519_PKCS8, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x!, 'base64url'),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}

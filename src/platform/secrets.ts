// Secrets: made at random, kept as hashes where they only need to be recognised (and looked up by
// the hash, so that no comparison takes time by how much of a guess is right), sealed where they
// must be read again.
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

/** Bytes from here on would make some characters likelier than others. */
const FAIR_BELOW = 256 - (256 % alphabet.length)

export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length + 8))
      if (byte < FAIR_BELOW && text.length < length) text += alphabet[byte % alphabet.length]
  return text
}

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** Long random secrets need no slow hash: there is nothing to guess. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The same as text, for a map in memory. */
export const hashText = (secret: string): string => hash('sha256', secret, 'base64')

export interface Sealer {
  seal(plain: string): Buffer
  open(sealed: Buffer): string
  /** Recognises a text again; without the key nobody can try guesses against it. */
  digest(text: string): Buffer
  /** Tells two keys apart without telling anything about them. */
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
    // The key on both sides, as a keyed hash must have it; one call, because every posting makes one.
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

/** Signs in the bank's name (Ed25519), so that others can check it without being able to sign. */
export interface Signer {
  /** Its 32 bytes. */
  readonly publicKey: Buffer
  sign(bytes: Buffer): Buffer
}

/** What stands before the 32 bytes of a private key in PKCS #8. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key per purpose, always the same for the same FLORIN_SECRET. */
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

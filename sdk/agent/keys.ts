// The agent's Ed25519 key pair. The private key never leaves this process: the bank receives only the public key and
// signatures.

/** The PKCS #8 form of an Ed25519 key is these bytes, followed by the 32 bytes of its seed. */
const PKCS8_HEAD = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]

export interface KeyPair {
  /** As a JWK. */
  readonly publicKey: Readonly<Record<string, unknown>>
  /** The seed in base64: store it, and keep it secret. */
  readonly privateKey: string
}

export async function makeKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('This platform does not support Ed25519 key pairs.')
  const { kty, crv, x, d } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return { publicKey: { kty, crv, x }, privateKey: toBase64(fromBase64(d!)) }
}

/** Returns a function that signs texts with the key of this seed; signatures are base64. */
export async function makeSigner(privateKey: string): Promise<(text: string) => Promise<string>> {
  const bytes = Uint8Array.from([...PKCS8_HEAD, ...fromBase64(privateKey)])
  const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', false, ['sign'])
  return async (text) => {
    const signature = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(text))
    return toBase64(new Uint8Array(signature))
  }
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )

// Verifies the platform's signature over the exact bytes of a call: RSA with SHA-256 (PKCS #1 v1.5), in base64.
import { constants, type KeyObject, verify } from 'node:crypto'
import { Unauthenticated } from '../../../operation/error.ts'

export interface Signatures {
  /** The first signature that is present decides. */
  readonly platform_signature?: string
  readonly wsb_signature?: string
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Throws unless the platform signed the body. Without a configured key every call is refused. */
export function checkSignature(
  { platform_signature, wsb_signature }: Signatures,
  body: string,
  key: KeyObject | undefined,
): void {
  if (!key)
    throw Unauthenticated({
      reason: 'CARD_PLATFORM_PUBLIC_KEY is not set, so signatures cannot be verified.',
    })
  const signature = (platform_signature || wsb_signature || '').trim()
  const isGood =
    BASE64.test(signature) &&
    verify(
      'RSA-SHA256',
      Buffer.from(body, 'utf8'),
      { key, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(signature, 'base64'),
    )
  if (!isGood) throw Unauthenticated({ reason: 'The signature does not match the body.' })
}

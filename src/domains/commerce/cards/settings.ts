// The setting of the card platform's public key.
import { createPublicKey } from 'node:crypto'
import { defineSettings, pemText } from '../../../platform/settings.ts'

/** Undefined unless it is a public RSA key; a private key put here by mistake is refused. */
function readRsaKey(pem: Buffer) {
  const key = pem.includes('PRIVATE') ? undefined : createPublicKey(pem)
  return key?.asymmetricKeyType === 'rsa' ? key : undefined
}

export const settings = defineSettings({
  CARD_PLATFORM_PUBLIC_KEY: pemText(
    'Public key that verifies calls of the card platform; without it every call is refused.',
    'an RSA public key',
    readRsaKey,
  ),
})

// By which key the card platform is known.
import { createPublicKey } from 'node:crypto'
import { defineSettings, pemText } from '../../../platform/settings.ts'

/** Undefined unless it is an RSA key, and not a private one that was put here by mistake. */
function readRsaKey(pem: Buffer) {
  const key = pem.includes('PRIVATE') ? undefined : createPublicKey(pem)
  return key?.asymmetricKeyType === 'rsa' ? key : undefined
}

export const settings = defineSettings({
  CARD_PLATFORM_PUBLIC_KEY: pemText(
    'With which calls of the card platform are checked; without it none is believed.',
    'an RSA public key',
    readRsaKey,
  ),
})

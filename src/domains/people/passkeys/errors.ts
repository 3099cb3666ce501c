// The errors of passkeys and devices. Every wrong proof gets the same answer, so that an attacker does not
// learn which part of it was wrong.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** This error commits its writes, so that counted failures, suspected clones and used challenges are kept. */
export const AuthenticationFailed = defineError(
  'AUTHENTICATION_FAILED',
  401,
  () => 'The signature is not valid; ask for a new challenge and try again.',
  {
    advice:
      'Get a challenge from POST /api/v2/mobile/auth/passkey/challenge or POST /api/mobile/auth/biometric/challenge; it is valid for five minutes and one attempt. A passkey whose `status` is clone_suspected is never accepted.',
    keepsWrites: true,
  },
)

/** This error commits its writes, so that the challenge cannot be used again. */
export const AttestationFailed = defineError(
  'ATTESTATION_FAILED',
  422,
  () => 'The attestation of the new passkey is not valid; ask for new options and try again.',
  {
    advice:
      'Get the options from POST /api/v2/mobile/auth/passkey/register-challenge within the last five minutes, and create the passkey on a page or app whose origin is PUBLIC_URL or in WEBAUTHN_ORIGINS.',
    keepsWrites: true,
  },
)

export const PasskeyExists = defineError(
  'PASSKEY_EXISTS',
  409,
  () => 'This passkey is already registered.',
  {
    advice:
      'Sign in with it at POST /api/v2/mobile/auth/passkey/verify. Hand `excludeCredentials` of the options to the browser, which then offers only new authenticators.',
  },
)

const maximum = Type.Object({ maximum: Type.Integer() })

export const TooManyPasskeys = defineError<{ maximum: number }>(
  'TOO_MANY_PASSKEYS',
  422,
  (d) => `You have ${d.maximum} passkeys, which is the limit; remove one first.`,
  {
    advice:
      'List the passkeys with GET /api/v2/mobile/auth/passkeys and remove one with DELETE /api/v2/mobile/auth/passkeys/{id}.',
    details: maximum,
  },
)

export const TooManyDevices = defineError<{ maximum: number }>(
  'TOO_MANY_DEVICES',
  422,
  (d) => `You have ${d.maximum} devices, which is the limit; remove one first.`,
  {
    advice:
      'List the devices with GET /api/mobile/devices and remove one with DELETE /api/mobile/devices/{id}.',
    details: maximum,
  },
)

export const DeviceTaken = defineError(
  'DEVICE_TAKEN',
  409,
  () => 'This device is registered to another user, who must remove it first.',
  {
    advice:
      'Sign in as that user and call DELETE /api/mobile/devices/{id}, or register with a new `device_id`.',
  },
)

export const DeviceBlocked = defineError<{ blocked_until: string | null }>(
  'DEVICE_BLOCKED',
  403,
  (d) =>
    d.blocked_until === null
      ? 'This device is blocked until its owner unblocks it.'
      : `This device is blocked for your address until ${d.blocked_until}, after wrong signatures.`,
  {
    advice:
      'Wait until `blocked_until`, or sign in with the password and call POST /api/mobile/devices/{id}/unblock. If `blocked_until` is null, only that call lifts the block.',
    details: Type.Object({
      blocked_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    }),
  },
)

export const InvalidPublicKey = defineError(
  'INVALID_PUBLIC_KEY',
  400,
  () => 'The public_key must be a P-256 key, as PEM (BEGIN PUBLIC KEY) or base64 of its DER.',
  {
    advice:
      'Export the public key as SubjectPublicKeyInfo. If you sent a private key, discard it and generate a new pair.',
  },
)

export const BiometricNotAvailable = defineError(
  'BIOMETRIC_NOT_AVAILABLE',
  400,
  () => 'Biometrics are not enabled on this device; sign in and enable them first.',
  {
    advice:
      'Sign in with the password and register the key of the device with POST /api/mobile/auth/biometric/enable.',
  },
)

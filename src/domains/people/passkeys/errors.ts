// The errors of passkeys and devices. Every wrong proof gets the same answer, so that an attacker does not
// learn which part of it was wrong.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** This error commits its writes, so that counted failures, suspected clones and used challenges are kept. */
export const AuthenticationFailed = defineError(
  'AUTHENTICATION_FAILED',
  401,
  () => 'The signature does not prove who you are; ask for a new challenge and try again.',
  { keepsWrites: true },
)

/** This error commits its writes, so that the challenge cannot be used again. */
export const AttestationFailed = defineError(
  'ATTESTATION_FAILED',
  422,
  () => 'The answer does not prove a new passkey of yours; ask for new options and try again.',
  { keepsWrites: true },
)

export const PasskeyExists = defineError(
  'PASSKEY_EXISTS',
  409,
  () => 'This passkey is already registered.',
  { advice: 'Nothing: sign in with it.' },
)

const maximum = { details: Type.Object({ maximum: Type.Integer() }) }

export const TooManyPasskeys = defineError<{ maximum: number }>(
  'TOO_MANY_PASSKEYS',
  422,
  (d) => `You have ${d.maximum} passkeys, which is the limit; remove one first.`,
  maximum,
)

export const TooManyDevices = defineError<{ maximum: number }>(
  'TOO_MANY_DEVICES',
  422,
  (d) => `You have ${d.maximum} devices, which is the limit; remove one first.`,
  maximum,
)

export const DeviceTaken = defineError(
  'DEVICE_TAKEN',
  409,
  () => 'This device is registered to somebody else, who must remove it first.',
)

export const DeviceBlocked = defineError<{ blocked_until: string | null }>(
  'DEVICE_BLOCKED',
  403,
  (d) =>
    d.blocked_until === null
      ? 'This device is blocked until its owner unblocks it.'
      : `This device is blocked for your address until ${d.blocked_until}, after wrong signatures.`,
  {
    advice: 'Wait until then; meanwhile sign in with the password.',
    details: Type.Object({
      blocked_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    }),
  },
)

export const InvalidPublicKey = defineError(
  'INVALID_PUBLIC_KEY',
  400,
  () => 'The public_key must be a P-256 key, as PEM (BEGIN PUBLIC KEY) or base64 of its DER.',
)

export const BiometricNotAvailable = defineError(
  'BIOMETRIC_NOT_AVAILABLE',
  400,
  () => 'Biometrics are not enabled on this device; sign in and enable them first.',
)

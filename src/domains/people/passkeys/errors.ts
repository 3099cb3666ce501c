// What signing in without a password may be refused for. Whatever is wrong with a proof is refused in
// one and the same way: it must not tell how close somebody came.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** What was counted, marked or used up stays so. */
export const AuthenticationFailed = defineError(
  'AUTHENTICATION_FAILED',
  401,
  () => 'This does not prove who you are; ask for a new challenge and try again.',
  { keepsWrites: true },
)

/** The challenge stays used up. */
export const AttestationFailed = defineError(
  'ATTESTATION_FAILED',
  422,
  () => 'This does not prove that the passkey is new and yours; ask for new options and try again.',
  { keepsWrites: true },
)

export const PasskeyExists = defineError(
  'PASSKEY_EXISTS',
  409,
  () => 'This passkey is registered already.',
)

const maximum = { details: Type.Object({ maximum: Type.Integer() }) }

export const TooManyPasskeys = defineError<{ maximum: number }>(
  'TOO_MANY_PASSKEYS',
  422,
  (d) => `You have ${d.maximum} passkeys; remove one first.`,
  maximum,
)

export const TooManyDevices = defineError<{ maximum: number }>(
  'TOO_MANY_DEVICES',
  422,
  (d) => `You have ${d.maximum} devices; remove one first.`,
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
      : `This device is blocked until ${d.blocked_until}.`,
  {
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

// Wire shapes of passkeys, devices and their sessions.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, Uuid } from '../../../kernel/schema.ts'
import { User } from '../identity/index.ts'
import type { DeviceRow, SessionRow } from './device-store.ts'
import type { PasskeyRow } from './store.ts'

const NullableDateTime = Type.Union([DateTime, Type.Null()])
const NullableText = Type.Union([Type.String(), Type.Null()])

/** Bytes as text. The limits are far above what authenticators send. */
export const Bytes = (maxLength: number, description = 'Base64url or base64.') =>
  Type.String({ minLength: 1, maxLength, description })

export const CredentialId = Bytes(1400)
export const ClientData = Bytes(8000, 'The bytes of clientDataJSON, in base64url or base64.')

export const DeviceId = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'An id that the app chose for its installation.',
})

const Descriptor = Type.Object({ id: Type.String(), type: Type.Literal('public-key') })

export const LoginOptions = Type.Object(
  {
    challenge: Type.String({
      description: 'Base64url; it can be answered once, until `expires_at`.',
    }),
    rp_id: Type.String(),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    user_verification: Type.Literal('required'),
    allow_credentials: Type.Array(Descriptor, { maxItems: 20 }),
    expires_at: DateTime,
  },
  { $id: 'PasskeyLoginOptions' },
)

/** The fields have the browser's names, so that `parseCreationOptionsFromJSON` accepts them unchanged. */
export const RegistrationOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(
      Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() }),
      { maxItems: 10 },
    ),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    attestation: Type.Literal('none'),
    authenticatorSelection: Type.Object({
      authenticatorAttachment: Type.Literal('platform'),
      residentKey: Type.Literal('preferred'),
      requireResidentKey: Type.Literal(false),
      userVerification: Type.Literal('required'),
    }),
    excludeCredentials: Type.Array(Descriptor, { maxItems: 20 }),
    expires_at: DateTime,
  },
  { $id: 'PasskeyRegistrationOptions' },
)

export const toDescriptor = (credential_id: Buffer) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
})

const sessionFields = {
  user: User,
  access_token: Type.String(),
  refresh_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  refresh_expires_in: Type.Integer({ description: 'Seconds.' }),
  expires_at: DateTime,
}

/** The access token is repeated at the top level, as after a login by password. */
export const PasskeySession = Type.Object(
  {
    success: Type.Boolean(),
    data: Type.Object(sessionFields),
    access_token: Type.String(),
  },
  { $id: 'PasskeySession' },
)

export const Passkey = Type.Object(
  {
    id: Uuid,
    credential_id: Type.String(),
    name: Type.String(),
    status: Type.Enum(['active', 'clone_suspected'], {
      $id: 'PasskeyStatus',
      description: 'A passkey that seems to have been copied no longer signs in.',
    }),
    transports: Type.Array(Type.String(), { maxItems: 10 }),
    synced: Type.Boolean({ description: 'Whether it is kept on more than one device.' }),
    device_id: NullableText,
    created_at: DateTime,
    last_used_at: NullableDateTime,
  },
  { $id: 'Passkey' },
)

export const toPasskey = (row: PasskeyRow) => ({
  id: row.uuid,
  credential_id: row.credential_id.toString('base64url'),
  name: row.name,
  status: row.clone_suspected_at === null ? ('active' as const) : ('clone_suspected' as const),
  transports: row.transports,
  synced: row.is_synced,
  device_id: row.device_id,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
})

export const newDevice = {
  device_id: DeviceId,
  platform: Type.Enum(['ios', 'android'], {
    $id: 'DevicePlatform',
    description: 'The system of the device.',
  }),
  app_version: Type.String({ ...plainText(20), description: 'The version of the app.' }),
  push_token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'The token for push messages.' }),
  ),
  device_name: Type.Optional(
    Type.String({ ...plainText(100), description: 'The name of the device.' }),
  ),
  device_model: Type.Optional(
    Type.String({ ...plainText(100), description: 'The maker’s name of the model.' }),
  ),
  os_version: Type.Optional(
    Type.String({ ...plainText(50), description: 'The version of its system.' }),
  ),
}

export const Device = Type.Object(
  {
    id: Uuid,
    device_id: Type.String(),
    platform: newDevice.platform,
    app_version: Type.String(),
    device_name: NullableText,
    device_model: NullableText,
    os_version: NullableText,
    push_enabled: Type.Boolean(),
    has_push_token: Type.Boolean({ description: 'The same as push_enabled.' }),
    biometric_enabled: Type.Boolean(),
    biometric_key_id: NullableText,
    is_trusted: Type.Boolean({ description: 'Sessions on it last longer.' }),
    is_blocked: Type.Boolean(),
    blocked_until: Type.Union([DateTime, Type.Null()], {
      description:
        'Until when the device is blocked for the caller’s address, after wrong signatures from there. Null while is_blocked is true: until its owner unblocks it.',
    }),
    last_used_at: NullableDateTime,
    last_active_at: NullableDateTime,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'Device' },
)

export const toDevice = (row: DeviceRow, block: { until: string | null } | undefined) => ({
  id: row.uuid,
  device_id: row.device_id,
  platform: row.platform,
  app_version: row.app_version,
  device_name: row.device_name,
  device_model: row.device_model,
  os_version: row.os_version,
  push_enabled: row.push_token !== null,
  has_push_token: row.push_token !== null,
  biometric_enabled: row.public_key !== null,
  biometric_key_id: row.key_id,
  is_trusted: row.trusted_at !== null,
  is_blocked: block !== undefined,
  blocked_until: block?.until ?? null,
  last_used_at: row.last_used_at,
  last_active_at: row.last_used_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const BiometricToken = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds.' }),
    expires_at: DateTime,
    session_id: Uuid,
  },
  { $id: 'BiometricToken' },
)

export const Session = Type.Object(
  {
    id: Uuid,
    device_id: Type.String(),
    device_name: NullableText,
    address: Type.String({ description: 'The network address it was opened from.' }),
    created_at: DateTime,
    expires_at: DateTime,
  },
  { $id: 'BiometricSession' },
)

export const toSession = (row: SessionRow) => ({
  id: row.uuid,
  device_id: row.device_id,
  device_name: row.device_name,
  address: row.address,
  created_at: row.created_at,
  expires_at: row.expires_at,
})

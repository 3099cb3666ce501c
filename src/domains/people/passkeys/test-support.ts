// A software authenticator for tests, which can falsify every field, and a phone that signs in by biometrics.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Bank, Person } from '../../../../test/harness/bank.ts'

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** The user is present (1) and verified (4). */
const PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

export interface Said {
  readonly type?: string
  readonly origin?: string
  readonly rp_id?: string
  readonly flags?: number
  readonly count?: number
  readonly challenge?: string
  readonly crossOrigin?: boolean
  /** The algorithm that is claimed for a new key. */
  readonly alg?: number
}

export interface Authenticator {
  readonly credential_id: Buffer
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly origin: string
}

/** The origin at which browsers accept the passkeys of this bank. */
export const originOf = (bank: Bank): string => new URL(bank.url).origin

export const makeAuthenticator = (bank: Bank, namedCurve = 'P-256'): Authenticator => ({
  credential_id: randomBytes(16),
  ...generateKeyPairSync('ec', { namedCurve }),
  origin: originOf(bank),
})

const clientData = (authenticator: Authenticator, type: string, said: Said): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: said.type ?? type,
      challenge: said.challenge,
      origin: said.origin ?? authenticator.origin,
      crossOrigin: said.crossOrigin ?? false,
    }),
  )

function authenticatorData(said: Said, credential: Buffer = Buffer.alloc(0)): Buffer {
  const fixed = Buffer.alloc(5)
  const flags = said.flags ?? PRESENT_AND_VERIFIED
  fixed.writeUInt8(credential.length > 0 ? flags | HAS_CREDENTIAL : flags)
  fixed.writeUInt32BE(said.count ?? 0, 1)
  return Buffer.concat([sha256(said.rp_id ?? 'localhost'), fixed, credential])
}

function credentialData({ credential_id, publicKey }: Authenticator, alg = -7): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const point = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'))
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credential_id.length)
  return Buffer.concat([Buffer.alloc(16), length, credential_id, key])
}

/** The input of `passkey.register`; `said.challenge` is the bank's challenge. */
export function attest(authenticator: Authenticator, said: Said) {
  const data = authenticatorData(said, credentialData(authenticator, said.alg))
  const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', new Uint8Array(data)],
  ])
  return {
    credential_id: text(authenticator.credential_id),
    client_data_json: text(clientData(authenticator, 'webauthn.create', said)),
    attestation_object: text(isoCBOR.encode(attestation)),
  }
}

/** The input of `passkey.verify`. */
export function assert(authenticator: Authenticator, said: Said) {
  const data = authenticatorData(said)
  const client = clientData(authenticator, 'webauthn.get', said)
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), authenticator.privateKey)
  return {
    credential_id: text(authenticator.credential_id),
    authenticator_data: text(data),
    client_data_json: text(client),
    signature: text(signature),
  }
}

export async function askToRegister(bank: Bank, person: Person): Promise<string> {
  const { body } = await bank.call(
    'POST /api/v2/mobile/auth/passkey/register-challenge',
    {},
    person,
  )
  return body.data.challenge
}

export async function askToLogIn(bank: Bank, about: object = {}): Promise<string> {
  const { body } = await bank.call('POST /api/v2/mobile/auth/passkey/challenge', about)
  return body.data.challenge
}

/** Registers a passkey of the user; `more` are fields of the registration. */
export async function registerPasskey(
  bank: Bank,
  person: Person,
  said: Said = {},
  more: object = {},
) {
  const authenticator = makeAuthenticator(bank)
  const challenge = await askToRegister(bank, person)
  const { status, body } = await bank.call(
    'POST /api/v2/mobile/auth/passkey/register',
    { ...attest(authenticator, { challenge, ...said }), ...more },
    person,
  )
  if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
  return { ...authenticator, id: body.data.id as string }
}

let devices = 0

export const newDevice = () => ({
  device_id: `device-${++devices}`,
  platform: 'ios',
  app_version: '1.4.0',
  device_name: 'Telephone',
})

export async function registerDevice(bank: Bank, person: Person, device: object = newDevice()) {
  const { status, body } = await bank.call('POST /api/mobile/devices', device, person)
  if (status !== 201) throw new Error(`device answered ${status}: ${JSON.stringify(body)}`)
  return body.data as { id: string; device_id: string }
}

export interface Phone {
  readonly id: string
  readonly device_id: string
  readonly privateKey: KeyObject
}

/** A device that its owner signs in with by biometrics. */
export async function enableBiometrics(bank: Bank, person: Person): Promise<Phone> {
  const device = await registerDevice(bank, person)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { status, body } = await bank.call(
    'POST /api/mobile/auth/biometric/enable',
    {
      device_id: device.device_id,
      public_key: publicKey.export({ type: 'spki', format: 'pem' }),
      key_id: 'key-1',
    },
    person,
  )
  if (status !== 200) throw new Error(`enable answered ${status}: ${JSON.stringify(body)}`)
  return { ...device, privateKey }
}

/** The input of `biometric.verify`. */
export async function signChallenge(bank: Bank, { device_id, privateKey }: Phone) {
  const { body } = await bank.call('POST /api/mobile/auth/biometric/challenge', { device_id })
  const challenge: string = body.data.challenge
  return {
    device_id,
    challenge,
    signature: sign('sha256', Buffer.from(challenge), privateKey).toString('base64'),
  }
}

export async function logInByBiometrics(bank: Bank, phone: Phone) {
  const { status, body } = await bank.call(
    'POST /api/mobile/auth/biometric/verify',
    await signChallenge(bank, phone),
  )
  if (status !== 200) throw new Error(`verify answered ${status}: ${JSON.stringify(body)}`)
  return body.data as { access_token: string; session_id: string; expires_at: string }
}

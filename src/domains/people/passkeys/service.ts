// The rules of passkeys: a signed-in user registers one and signs in with it from then on. The private key
// never leaves the authenticator, which proves possession of it by signing a challenge of the bank.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { networkOf } from '../../../platform/addresses.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import {
  findUser,
  findUserByEmail,
  getPerson,
  lockCallerCredential,
  issueSession,
  recordAttempt,
} from '../identity/index.ts'
import { issueChallenge, readChallenge } from './challenge.ts'
import { findDevice, findDeviceById } from './device-store.ts'
import {
  AttestationFailed,
  AuthenticationFailed,
  PasskeyExists,
  TooManyPasskeys,
} from './errors.ts'
import { PasskeyCloneSuspected, PasskeyRegistered, PasskeyRemoved } from './events.ts'
import { type RelyingParty, relyingPartyAt } from './relying-party.ts'
import { toDescriptor } from './schema.ts'
import * as store from './store.ts'
import type { PasskeyRow } from './store.ts'
import {
  type ClientData,
  ES256,
  readBytes,
  readClientData,
  challengesOf,
  verifyAssertion,
  verifyAttestation,
} from './webauthn.ts'

/** The browser waits this long for its user; the challenge itself is valid for longer. */
const TIMEOUT_MS = 60_000
export const PASSKEYS_MAX = 20
const NO_USER = '00000000-0000-0000-0000-000000000000'

export interface PasskeyOptions {
  readonly sealer: Sealer
  readonly baseUrl: () => string
  /** Origins accepted besides that of the base URL. */
  readonly origins: readonly string[]
}

const partyOf = ({ baseUrl, origins }: PasskeyOptions): RelyingParty =>
  relyingPartyAt(baseUrl(), origins)

const forAnyone = 'login'
const forCredential = (id: Buffer): string => `login with ${id.toString('hex')}`
const forUser = (user_uuid: string): string => `login of ${user_uuid}`
const forRegistration = (user_uuid: string): string => `registration of ${user_uuid}`

export interface LoginRequest {
  readonly credential_id?: string
  readonly email?: string
  readonly device_id?: string
}

/** The answer does not reveal whether the e-mail address or device is known. */
export async function prepareLogin(request: LoginRequest, ctx: Context, options: PasskeyOptions) {
  const { subject, allowed } = await findAllowed(request, ctx, options.sealer)
  const { challenge, expires_at } = issueChallenge(subject, ctx.now, options.sealer)
  return {
    challenge,
    rp_id: partyOf(options).rp_id,
    timeout: TIMEOUT_MS,
    user_verification: 'required' as const,
    allow_credentials: allowed.map(toDescriptor),
    expires_at: expires_at.toISOString(),
  }
}

async function findAllowed(
  { credential_id, email, device_id }: LoginRequest,
  ctx: Context,
  sealer: Sealer,
) {
  const given = credential_id === undefined ? undefined : readBytes(credential_id)
  if (given) return { subject: forCredential(given), allowed: [given] }
  const hint = email ?? device_id
  if (hint === undefined) return { subject: forAnyone, allowed: [] }
  const device =
    email === undefined
      ? await findDeviceById(ctx.tx, hint, networkOf(ctx.caller.address))
      : undefined
  const user =
    email === undefined
      ? device?.user_uuid
      : (await findUserByEmail(ctx.tx, email, ctx.caller.tenant))?.uuid
  const passkeys = (await store.listPasskeys(ctx.tx, user ?? NO_USER)).filter(
    (row) => !device || row.device_uuid === device.uuid,
  )
  const known = passkeys.map((row) => row.credential_id)
  // The decoy is the same at every request, so that repeated requests cannot distinguish it from a real passkey.
  const decoy = sealer.constantDigest(`no passkey of ${hint.toLowerCase()}`)
  return { subject: forUser(user ?? NO_USER), allowed: known.length > 0 ? known : [decoy] }
}

export interface LoginAnswer {
  readonly credential_id: string
  readonly authenticator_data: string
  readonly client_data_json: string
  readonly signature: string
  readonly user_agent?: string
}

/**
 * An attempt with an unknown passkey writes nothing. An attempt with a known one is counted and uses up its
 * challenge, successful or not. No second factor is required, because the authenticator has verified its user.
 */
export async function logIn(answer: LoginAnswer, ctx: Context, options: PasskeyOptions) {
  const credential_id = readBytes(answer.credential_id)
  const passkey = credential_id && (await store.lockPasskey(ctx.tx, credential_id))
  if (!passkey) throw AuthenticationFailed({})
  await recordAttempt(
    ctx.tx,
    { subject: `passkey:${passkey.uuid}`, address: ctx.caller.address },
    ctx.now,
    () => isProof(passkey, answer, ctx, options),
    () => AuthenticationFailed({}),
  )
  const user = await findUser(ctx.tx, passkey.user_uuid)
  if (!user) throw AuthenticationFailed({})
  return { user, tokens: await issueSession(user, answer.user_agent, ctx) }
}

type LockedPasskey = NonNullable<Awaited<ReturnType<typeof store.lockPasskey>>>

async function isProof(
  passkey: LockedPasskey,
  answer: LoginAnswer,
  ctx: Context,
  options: PasskeyOptions,
): Promise<boolean> {
  const client_data = readClientData(answer.client_data_json)
  const authenticator_data = readBytes(answer.authenticator_data)
  const signature = readBytes(answer.signature)
  if (!client_data || !authenticator_data || !signature) return false
  const subjects = [forAnyone, forCredential(passkey.credential_id), forUser(passkey.user_uuid)]
  if (!(await useChallenge(client_data, subjects, ctx, options.sealer))) return false
  if (passkey.clone_suspected_at !== null || (await isOnBlockedDevice(passkey, ctx))) return false
  const count = await verifyAssertion(
    { ...passkey, client_data, authenticator_data, signature },
    partyOf(options),
  )
  if (count === undefined) return false
  if (!hasRisen(count, BigInt(passkey.sign_count))) {
    await suspectClone(passkey, ctx)
    return false
  }
  await store.updatePasskey(ctx.tx, passkey.uuid, { sign_count: count, last_used_at: ctx.now })
  return true
}

/** Only a block by the owner counts here: wrong signatures block a device's own key, not its passkeys. */
async function isOnBlockedDevice({ user_uuid, device_uuid }: LockedPasskey, ctx: Context) {
  if (device_uuid === null) return false
  const address = networkOf(ctx.caller.address)
  const device = await findDevice(ctx.tx, { user_uuid, uuid: device_uuid, address })
  return device !== undefined && device.blocked_at !== null
}

async function useChallenge(
  client_data: ClientData,
  subjects: readonly string[],
  ctx: Context,
  sealer: Sealer,
): Promise<boolean> {
  for (const text of challengesOf(client_data)) {
    const challenge = readChallenge(text, subjects, ctx.now, sealer)
    if (challenge) return store.useChallenge(ctx.tx, challenge)
  }
  return false
}

/** Synchronised passkeys do not count and always send zero; any other counter must rise with each use. */
const hasRisen = (count: bigint, known: bigint): boolean =>
  (count === 0n && known === 0n) || count > known

/** The bank cannot distinguish the original from the copy, so neither signs in from now on. */
async function suspectClone(passkey: LockedPasskey, ctx: Context): Promise<void> {
  await store.updatePasskey(ctx.tx, passkey.uuid, { clone_suspected_at: ctx.now })
  announce(PasskeyCloneSuspected, passkey, ctx)
}

export async function prepareRegistration(ctx: Context, options: PasskeyOptions) {
  const { rp_id } = partyOf(options)
  const user = (await findUser(ctx.tx, ctx.caller.user!))!
  const known = await store.listPasskeys(ctx.tx, user.uuid)
  const { challenge, expires_at } = issueChallenge(
    forRegistration(user.uuid),
    ctx.now,
    options.sealer,
  )
  return {
    challenge,
    rp: { id: rp_id, name: 'Florin' },
    user: {
      // The authenticator stores this id and reveals it to the bank's pages, so it must hold no personal data.
      id: Buffer.from(user.uuid.replaceAll('-', ''), 'hex').toString('base64url'),
      name: user.email,
      displayName: user.name,
    },
    pubKeyCredParams: [{ type: 'public-key' as const, alg: ES256 }],
    timeout: TIMEOUT_MS,
    attestation: 'none' as const,
    authenticatorSelection: {
      authenticatorAttachment: 'platform' as const,
      residentKey: 'preferred' as const,
      requireResidentKey: false as const,
      userVerification: 'required' as const,
    },
    excludeCredentials: known.map((row) => toDescriptor(row.credential_id)),
    expires_at: expires_at.toISOString(),
  }
}

export interface Registration {
  readonly credential_id: string
  readonly client_data_json: string
  readonly attestation_object: string
  readonly name?: string
  readonly transports?: string[]
  readonly device_id?: string
}

export async function register(
  input: Registration,
  ctx: Context,
  options: PasskeyOptions,
): Promise<PasskeyRow> {
  const user_uuid = ctx.caller.user!
  await lockCallerCredential(ctx)
  await store.lockOwner(ctx.tx, user_uuid)
  const device =
    input.device_id === undefined ? undefined : await getOwnDevice(input.device_id, ctx)
  const known = await store.listPasskeys(ctx.tx, user_uuid)
  if (known.length >= PASSKEYS_MAX) throw TooManyPasskeys({ maximum: PASSKEYS_MAX })
  const credential_id = readBytes(input.credential_id)
  const client_data = readClientData(input.client_data_json)
  const attestation_object = readBytes(input.attestation_object)
  if (!credential_id || !client_data || !attestation_object) throw AttestationFailed({})
  const subjects = [forRegistration(user_uuid)]
  if (!(await useChallenge(client_data, subjects, ctx, options.sealer))) throw AttestationFailed({})
  const verified = await verifyAttestation(
    { credential_id, client_data, attestation_object },
    partyOf(options),
  )
  if (!verified) throw AttestationFailed({})
  const row = {
    ...verified,
    uuid: uuidv7(ctx.now),
    user_uuid,
    credential_id,
    name: input.name ?? `Passkey ${known.length + 1}`,
    transports: input.transports ?? [],
    device_uuid: device?.uuid ?? null,
    created_at: ctx.now,
  }
  if (!(await store.insertPasskey(ctx.tx, row))) throw PasskeyExists({})
  announce(PasskeyRegistered, row, ctx)
  return (await listPasskeys(ctx)).find((passkey) => passkey.uuid === row.uuid)!
}

async function getOwnDevice(device_id: string, ctx: Context) {
  const device = await findDeviceById(ctx.tx, device_id, networkOf(ctx.caller.address))
  if (device?.user_uuid !== ctx.caller.user) throw NotFound({ what: 'device', id: device_id })
  return device
}

export const listPasskeys = (ctx: Context): Promise<PasskeyRow[]> =>
  store.listPasskeys(ctx.tx, ctx.caller.user!)

/** The passkeys of any user, for operators. */
export async function listPasskeysOf(user: string, ctx: Context): Promise<PasskeyRow[]> {
  const { uuid } = await getPerson(user, ctx)
  return store.listPasskeys(ctx.tx, uuid)
}

export const removePasskey = (uuid: string, ctx: Context): Promise<void> =>
  removeFrom(ctx.caller.user!, uuid, ctx)

/** Removes a passkey of any user, by an operator. */
export async function removePasskeyOf(user: string, uuid: string, ctx: Context): Promise<void> {
  const owner = await getPerson(user, ctx)
  await removeFrom(owner.uuid, uuid, ctx)
}

async function removeFrom(user_uuid: string, uuid: string, ctx: Context): Promise<void> {
  const row = await store.deletePasskey(ctx.tx, user_uuid, uuid)
  if (!row) throw NotFound({ what: 'passkey', id: uuid })
  announce(PasskeyRemoved, row, ctx)
}

const announce = (
  event: typeof PasskeyRegistered,
  { uuid, name, user_uuid }: { uuid: string; name: string; user_uuid: string },
  ctx: Context,
): void => ctx.emit(event, { passkey_uuid: uuid, name }, { user_uuid })

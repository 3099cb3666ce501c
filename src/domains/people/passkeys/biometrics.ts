// Signing in by biometrics: the phone protects a P-256 key with a fingerprint or face recognition, and signs a
// challenge with it. After three wrong signatures from one address in ten minutes, the device is blocked for
// that address only, for half an hour.
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { networkOf } from '../../../platform/addresses.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import {
  findUser,
  lockCallerCredential,
  issueBriefSession,
  listLiveSessions,
  revoke,
} from '../identity/index.ts'
import { issueChallenge, readChallenge } from './challenge.ts'
import * as store from './device-store.ts'
import type { DeviceRow } from './device-store.ts'
import { checkNotBlocked, endSessionsOn, listDevices, toEventData } from './devices.ts'
import { AuthenticationFailed, BiometricNotAvailable, InvalidPublicKey } from './errors.ts'
import { BiometricChanged, DeviceBlocked } from './events.ts'
import { useChallenge } from './store.ts'
import { readBytes } from './webauthn.ts'

const SESSION_SECONDS = 60 * 60
const TRUSTED_SESSION_SECONDS = 480 * 60
const FAILURES_MAX = 3
const FAILURE_WINDOW_MS = 10 * 60_000
const BLOCK_MS = 30 * 60_000

const subjectOf = (device: DeviceRow): string => `biometrics of ${device.uuid}`

export interface BiometricKey {
  readonly device_id: string
  readonly public_key: string
  readonly key_id?: string
}

/** A new key replaces the old one. */
export async function enable(input: BiometricKey, ctx: Context): Promise<DeviceRow> {
  await lockCallerCredential(ctx)
  const device = await lockOwn(input.device_id, ctx)
  checkNotBlocked(device, ctx.now)
  const public_key = readPublicKey(input.public_key)
  if (!public_key) throw InvalidPublicKey({})
  announce(device, true, ctx)
  const change = { public_key, key_id: input.key_id ?? null, biometric_enabled_at: ctx.now }
  return store.updateDevice(ctx.tx, device, change, ctx.now)
}

/** The sessions opened with the key end. */
export async function disable(device_id: string, ctx: Context): Promise<DeviceRow> {
  const device = await lockOwn(device_id, ctx)
  if (device.public_key === null) return device
  await endSessionsOn(device, ctx)
  announce(device, false, ctx)
  const change = { public_key: null, key_id: null, biometric_enabled_at: null }
  return store.updateDevice(ctx.tx, device, change, ctx.now)
}

async function lockOwn(device_id: string, ctx: Context): Promise<DeviceRow> {
  const device = await store.lockDeviceById(ctx.tx, device_id, networkOf(ctx.caller.address))
  if (device?.user_uuid !== ctx.caller.user) throw NotFound({ what: 'device', id: device_id })
  return device!
}

/** Accepts public keys only: a private key that was sent here is no longer secret. */
function readPublicKey(text: string): Buffer | undefined {
  try {
    const key = text.includes('-----') ? readPem(text) : readDer(text)
    const isP256 = key?.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return isP256 ? key.export({ type: 'spki', format: 'der' }) : undefined
  } catch {
    return undefined
  }
}

const readPem = (text: string): KeyObject | undefined =>
  text.trim().startsWith('-----BEGIN PUBLIC KEY-----') ? createPublicKey(text) : undefined

function readDer(text: string): KeyObject | undefined {
  const key = readBytes(text.replace(/\s/g, ''))
  return key && createPublicKey({ key, format: 'der', type: 'spki' })
}

export async function prepareVerification(device_id: string, ctx: Context, sealer: Sealer) {
  const found = await store.findDeviceById(ctx.tx, device_id, networkOf(ctx.caller.address))
  const device = checkUsable(found, device_id, ctx)
  return issueChallenge(subjectOf(device), ctx.now, sealer)
}

function checkUsable(device: DeviceRow | undefined, device_id: string, ctx: Context) {
  if (!device) throw NotFound({ what: 'device', id: device_id })
  checkNotBlocked(device, ctx.now)
  const { public_key } = device
  if (public_key === null) throw BiometricNotAvailable({})
  return { ...device, public_key }
}

export interface Verification {
  readonly device_id: string
  readonly challenge: string
  readonly signature: string
  readonly user_agent?: string
}

export async function logInByBiometrics(input: Verification, ctx: Context, sealer: Sealer) {
  const found = await store.lockDeviceById(ctx.tx, input.device_id, networkOf(ctx.caller.address))
  const device = checkUsable(found, input.device_id, ctx)
  if (!(await isProof(device, input, ctx, sealer))) {
    await countFailure(device, ctx)
    throw AuthenticationFailed({})
  }
  const user = await findUser(ctx.tx, device.user_uuid)
  if (!user) throw AuthenticationFailed({})
  await store.clearFailures(ctx.tx, device.uuid, networkOf(ctx.caller.address))
  await store.updateDevice(ctx.tx, device, { last_used_at: ctx.now }, ctx.now)
  const seconds = device.trusted_at === null ? SESSION_SECONDS : TRUSTED_SESSION_SECONDS
  const opened = await issueBriefSession(user, seconds, input.user_agent, ctx)
  await store.insertSession(ctx.tx, {
    uuid: opened.session,
    user_uuid: user.uuid,
    device_uuid: device.uuid,
    address: ctx.caller.address,
    created_at: ctx.now,
    expires_at: opened.expires_at,
  })
  return { ...opened, expires_in: seconds }
}

async function isProof(
  device: DeviceRow & { readonly public_key: Buffer },
  { challenge, signature }: Verification,
  ctx: Context,
  sealer: Sealer,
): Promise<boolean> {
  const known = readChallenge(challenge, [subjectOf(device)], ctx.now, sealer)
  if (!known || !(await useChallenge(ctx.tx, known))) return false
  const bytes = readBytes(signature)
  const key = createPublicKey({ key: device.public_key, format: 'der', type: 'spki' })
  return bytes !== undefined && verify('sha256', Buffer.from(challenge, 'utf8'), key, bytes)
}

async function countFailure(device: DeviceRow, ctx: Context): Promise<void> {
  const since = new Date(ctx.now.getTime() - FAILURE_WINDOW_MS)
  const source = { device_uuid: device.uuid, address: networkOf(ctx.caller.address) }
  const failures = await store.addFailure(ctx.tx, source, ctx.now, since)
  if (failures < FAILURES_MAX) return
  const blocked_until = new Date(ctx.now.getTime() + BLOCK_MS)
  await store.blockSource(ctx.tx, source, blocked_until)
  ctx.emit(
    DeviceBlocked,
    { ...toEventData(device), by: 'failures', blocked_until: blocked_until.toISOString() },
    { user_uuid: device.user_uuid },
  )
}

/** The caller's working sessions, newest first. */
export async function listSessions(page: PageRequest, ctx: Context) {
  const user_uuid = ctx.caller.user!
  const uuids = await listLiveSessions(ctx.tx, user_uuid, ctx.now)
  return store.listSessions(ctx.tx, { user_uuid, uuids }, page)
}

export async function endSession(uuid: string, ctx: Context): Promise<void> {
  const user_uuid = ctx.caller.user!
  const which = { user_uuid, uuid }
  const [session] = isUuid(uuid) ? await store.deleteSessions(ctx.tx, which) : []
  const ended =
    session === undefined ? 0 : await revoke({ user_uuid, session, kinds: ['access'] }, ctx)
  if (ended === 0) throw NotFound({ what: 'session', id: uuid })
}

/** Ends all biometric sessions of the caller, and returns their number. */
export async function endSessions(ctx: Context): Promise<number> {
  let ended = 0
  for (const device of await listDevices(ctx)) ended += await endSessionsOn(device, ctx)
  return ended
}

const announce = (device: DeviceRow, enabled: boolean, ctx: Context): void =>
  ctx.emit(BiometricChanged, { ...toEventData(device), enabled }, { user_uuid: device.user_uuid })

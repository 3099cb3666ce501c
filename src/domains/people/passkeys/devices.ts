// The rules of phones and tablets: registering, trusting, blocking and removing them.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { networkOf } from '../../../platform/addresses.ts'
import { lockCallerCredential, revoke } from '../identity/index.ts'
import * as store from './device-store.ts'
import type { DeviceDescription, DeviceRow } from './device-store.ts'
import { DeviceBlocked, DeviceTaken, TooManyDevices } from './errors.ts'
import * as events from './events.ts'
import { lockOwner } from './store.ts'

export const DEVICES_MAX = 5

export interface DeviceInput extends Partial<Omit<DeviceDescription, 'platform' | 'app_version'>> {
  readonly device_id: string
  readonly platform: 'ios' | 'android'
  readonly app_version: string
}

/** Work that other domains do for the owner of a new device. */
export type DeviceRegistrationHook = (user_uuid: string, ctx: Context) => Promise<unknown>

/** Registering the caller's own device again updates its description. */
export async function registerDevice(
  { device_id, ...input }: DeviceInput,
  ctx: Context,
  hooks: readonly DeviceRegistrationHook[],
): Promise<DeviceRow> {
  const user_uuid = ctx.caller.user!
  await lockCallerCredential(ctx)
  await lockOwner(ctx.tx, user_uuid)
  const own = await store.listDevices(ctx.tx, user_uuid, networkOf(ctx.caller.address))
  const known = own.find((row) => row.device_id === device_id)
  if (known) return store.updateDevice(ctx.tx, known, input, ctx.now)
  if (own.length >= DEVICES_MAX) throw TooManyDevices({ maximum: DEVICES_MAX })
  const description = {
    push_token: null,
    device_name: null,
    device_model: null,
    os_version: null,
    ...input,
  }
  const uuid = uuidv7(ctx.now)
  const created_at = ctx.now
  const row = { ...description, uuid, user_uuid, device_id, created_at }
  const device = await store.insertDevice(ctx.tx, row)
  if (!device) throw DeviceTaken({})
  announce(events.DeviceRegistered, device, ctx)
  for (const hook of hooks) await hook(user_uuid, ctx)
  return device
}

export const listDevices = (ctx: Context): Promise<DeviceRow[]> =>
  store.listDevices(ctx.tx, ctx.caller.user!, networkOf(ctx.caller.address))

export async function getDevice(uuid: string, ctx: Context): Promise<DeviceRow> {
  const which = { user_uuid: ctx.caller.user!, uuid, address: networkOf(ctx.caller.address) }
  const device = await store.findDevice(ctx.tx, which)
  if (!device) throw NotFound({ what: 'device', id: uuid })
  return device
}

export async function removeDevice(uuid: string, ctx: Context): Promise<void> {
  const device = await getDevice(uuid, ctx)
  await endSessionsOn(device, ctx)
  await store.deleteDevice(ctx.tx, device.uuid)
  announce(events.DeviceRemoved, device, ctx)
}

/** Removes all devices of the caller, and returns their number. */
export async function removeDevices(ctx: Context): Promise<number> {
  const own = await listDevices(ctx)
  for (const { uuid } of own) await removeDevice(uuid, ctx)
  return own.length
}

/** A device gets a new token when its app is reinstalled; without one it receives no push messages. */
export async function setPushToken(
  uuid: string,
  push_token: string | null,
  ctx: Context,
): Promise<DeviceRow> {
  const device = await getDevice(uuid, ctx)
  return store.updateDevice(ctx.tx, device, { push_token }, ctx.now)
}

/** For a lost device: its sessions end, neither its key nor its passkeys sign in, and it is no longer trusted. */
export async function blockDevice(uuid: string, ctx: Context): Promise<DeviceRow> {
  const device = await getDevice(uuid, ctx)
  await endSessionsOn(device, ctx)
  const change = { blocked_at: ctx.now, trusted_at: null }
  const blocked = await store.updateDevice(ctx.tx, device, change, ctx.now)
  const data = { ...toEventData(device), by: 'owner' as const, blocked_until: null }
  ctx.emit(events.DeviceBlocked, data, { user_uuid: device.user_uuid })
  return blocked
}

export async function unblockDevice(uuid: string, ctx: Context): Promise<DeviceRow> {
  const device = await getDevice(uuid, ctx)
  await store.clearFailures(ctx.tx, device.uuid)
  const free = { ...device, blocked_until: null }
  const unblocked = await store.updateDevice(ctx.tx, free, { blocked_at: null }, ctx.now)
  if (activeBlockOf(device, ctx.now)) announce(events.DeviceUnblocked, device, ctx)
  return unblocked
}

export async function trustDevice(uuid: string, ctx: Context): Promise<DeviceRow> {
  const device = await getDevice(uuid, ctx)
  checkNotBlocked(device, ctx.now)
  if (device.trusted_at !== null) return device
  announce(events.DeviceTrusted, device, ctx)
  return store.updateDevice(ctx.tx, device, { trusted_at: ctx.now }, ctx.now)
}

/** The block that applies to this caller; `until: null` means that only the owner can lift it. */
export function activeBlockOf(device: DeviceRow, now: Date): { until: string | null } | undefined {
  if (device.blocked_at !== null) return { until: null }
  const until = device.blocked_until
  return until !== null && new Date(until) > now ? { until } : undefined
}

export function checkNotBlocked(device: DeviceRow, now: Date): void {
  const block = activeBlockOf(device, now)
  if (block) throw DeviceBlocked({ blocked_until: block.until })
}

/** Returns the number of ended sessions. */
export async function endSessionsOn(device: DeviceRow, ctx: Context): Promise<number> {
  const { uuid: device_uuid, user_uuid } = device
  let ended = 0
  for (const session of await store.deleteSessions(ctx.tx, { device_uuid }))
    ended += await revoke({ user_uuid, session, kinds: ['access'] }, ctx)
  return ended
}

export const toEventData = ({ uuid, device_id }: DeviceRow) => ({ device_uuid: uuid, device_id })

const announce = (event: typeof events.DeviceRegistered, device: DeviceRow, ctx: Context): void =>
  ctx.emit(event, toEventData(device), { user_uuid: device.user_uuid })

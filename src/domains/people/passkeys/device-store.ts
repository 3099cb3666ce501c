// SQL of devices and of the sessions opened on them. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import { type Db, readPage } from '../../../platform/database.ts'

/** A device as seen from one address, because wrong signatures block it only for the address they came from. */
export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

const selectDevices = (tx: Db, address: string) =>
  tx
    .selectFrom('passkeys.devices as device')
    .leftJoin('passkeys.failures as failure', (join) =>
      join.onRef('failure.device_uuid', '=', 'device.uuid').on('failure.address', '=', address),
    )
    .selectAll('device')
    .select('failure.blocked_until')

/** Oldest first. */
export const listDevices = (tx: Db, user_uuid: string, address: string) =>
  selectDevices(tx, address)
    .where('device.user_uuid', '=', user_uuid)
    .orderBy('device.created_at')
    .orderBy('device.uuid')
    .execute()

export const findDevice = async (
  tx: Db,
  which: { readonly user_uuid: string; readonly uuid: string; readonly address: string },
): Promise<DeviceRow | undefined> =>
  isUuid(which.uuid)
    ? selectDevices(tx, which.address)
        .where('device.uuid', '=', which.uuid)
        .where('device.user_uuid', '=', which.user_uuid)
        .executeTakeFirst()
    : undefined

/** Finds a device of any user by the id that its app chose. */
export const findDeviceById = (
  tx: Db,
  device_id: string,
  address: string,
): Promise<DeviceRow | undefined> =>
  selectDevices(tx, address).where('device.device_id', '=', device_id).executeTakeFirst()

/**
 * Locks the device until the transaction ends, so that attempts on it are serialised. The row is read after the
 * lock is taken, so that an attempt that waited sees the failures counted before it.
 */
export async function lockDeviceById(
  tx: Db,
  device_id: string,
  address: string,
): Promise<DeviceRow | undefined> {
  await tx
    .selectFrom('passkeys.devices')
    .select('uuid')
    .where('device_id', '=', device_id)
    .forUpdate()
    .execute()
  return findDeviceById(tx, device_id, address)
}

export interface DeviceDescription {
  readonly platform: 'ios' | 'android'
  readonly app_version: string
  readonly push_token: string | null
  readonly device_name: string | null
  readonly device_model: string | null
  readonly os_version: string | null
}

export interface NewDevice extends DeviceDescription {
  readonly uuid: string
  readonly user_uuid: string
  readonly device_id: string
  readonly created_at: Date
}

/** Undefined when another user has a device with this id. */
export async function insertDevice(tx: Db, row: NewDevice): Promise<DeviceRow | undefined> {
  const device = await tx
    .insertInto('passkeys.devices')
    .values({ ...row, updated_at: row.created_at })
    .onConflict((conflict) => conflict.column('device_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return device && { ...device, blocked_until: null }
}

export interface DeviceChange extends Partial<DeviceDescription> {
  readonly public_key?: Buffer | null
  readonly key_id?: string | null
  readonly biometric_enabled_at?: Date | null
  readonly trusted_at?: Date | null
  readonly blocked_at?: Date | null
  readonly last_used_at?: Date
}

export async function updateDevice(
  tx: Db,
  { uuid, blocked_until }: DeviceRow,
  change: DeviceChange,
  now: Date,
): Promise<DeviceRow> {
  const row = await tx
    .updateTable('passkeys.devices')
    .set({ ...change, updated_at: now })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, blocked_until }
}

export interface Source {
  readonly device_uuid: string
  readonly address: string
}

/** Adds a failure, drops those up to `since`, and returns how many are left for this address. */
export async function addFailure(
  tx: Db,
  { device_uuid, address }: Source,
  now: Date,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into passkeys.failures as f (device_uuid, address, failed_at, updated_at)
    values (${device_uuid}, ${address}, array[${now}::timestamptz], ${now})
    on conflict (device_uuid, address) do update set updated_at = excluded.updated_at,
      failed_at = array(select at from unnest(f.failed_at) as at where at > ${since})
        || excluded.failed_at
    returning cardinality(failed_at) as failures`.execute(tx)
  return rows[0]!.failures
}

export async function blockSource(
  tx: Db,
  { device_uuid, address }: Source,
  blocked_until: Date,
): Promise<void> {
  await tx
    .updateTable('passkeys.failures')
    .set({ blocked_until, failed_at: [] })
    .where('device_uuid', '=', device_uuid)
    .where('address', '=', address)
    .execute()
}

/** Without an address, clears the failures from all addresses. */
export async function clearFailures(tx: Db, device_uuid: string, address?: string): Promise<void> {
  await tx
    .deleteFrom('passkeys.failures')
    .where('device_uuid', '=', device_uuid)
    .$if(address !== undefined, (query) => query.where('address', '=', address!))
    .execute()
}

export async function deleteDevice(tx: Db, uuid: string): Promise<void> {
  await tx.deleteFrom('passkeys.devices').where('uuid', '=', uuid).execute()
}

/** The tokens for push messages of a user's devices that are not blocked. */
export async function listPushTokens(tx: Db, user_uuid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('passkeys.devices')
    .select('push_token')
    .where('user_uuid', '=', user_uuid)
    .where('blocked_at', 'is', null)
    .where('push_token', 'is not', null)
    .orderBy('created_at')
    .execute()
  return rows.flatMap((row) => row.push_token ?? [])
}

/** Drops a token that the provider of push messages no longer knows. */
export async function forgetPushToken(tx: Db, user_uuid: string, token: string): Promise<void> {
  await tx
    .updateTable('passkeys.devices')
    .set({ push_token: null })
    .where('user_uuid', '=', user_uuid)
    .where('push_token', '=', token)
    .execute()
}

export interface NewSession {
  readonly uuid: string
  readonly user_uuid: string
  readonly device_uuid: string
  readonly address: string
  readonly created_at: Date
  readonly expires_at: Date
}

export async function insertSession(tx: Db, row: NewSession): Promise<void> {
  await tx.insertInto('passkeys.sessions').values(row).execute()
}

export type SessionRow = Awaited<ReturnType<typeof listSessions>>['rows'][number]

/** Newest first. */
export const listSessions = (
  tx: Db,
  which: { readonly user_uuid: string; readonly uuids: readonly string[] },
  page: PageRequest,
) =>
  readPage(
    tx
      .selectFrom('passkeys.sessions as session')
      .innerJoin('passkeys.devices as device', 'device.uuid', 'session.device_uuid')
      .selectAll('session')
      .select(['device.device_id', 'device.device_name'])
      .where('session.user_uuid', '=', which.user_uuid)
      .where(sql<boolean>`session.uuid = any(${which.uuids}::uuid[])`)
      .orderBy('session.created_at', 'desc')
      .orderBy('session.uuid', 'desc'),
    page,
  )

/** Returns the uuids of the deleted sessions. */
export async function deleteSessions(
  tx: Db,
  which: { readonly user_uuid: string; readonly uuid: string } | { readonly device_uuid: string },
): Promise<string[]> {
  const query = tx.deleteFrom('passkeys.sessions').returning('uuid')
  const rows =
    'uuid' in which
      ? await query
          .where('uuid', '=', which.uuid)
          .where('user_uuid', '=', which.user_uuid)
          .execute()
      : await query.where('device_uuid', '=', which.device_uuid).execute()
  return rows.map((row) => row.uuid)
}

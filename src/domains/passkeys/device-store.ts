// SQL of devices and of the sessions that were opened on them. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../kernel/page.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { type Db, readPage } from '../../platform/database.ts'

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

/** Oldest first. */
export const listDevices = (tx: Db, user_uuid: string) =>
  tx
    .selectFrom('passkeys.devices')
    .selectAll()
    .where('user_uuid', '=', user_uuid)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute()

export const findDevice = async (
  tx: Db,
  user_uuid: string,
  uuid: string,
): Promise<DeviceRow | undefined> =>
  isUuid(uuid)
    ? tx
        .selectFrom('passkeys.devices')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('user_uuid', '=', user_uuid)
        .executeTakeFirst()
    : undefined

/** By what the app calls itself. */
export const findDeviceById = (tx: Db, device_id: string): Promise<DeviceRow | undefined> =>
  tx
    .selectFrom('passkeys.devices')
    .selectAll()
    .where('device_id', '=', device_id)
    .executeTakeFirst()

/** Held until the transaction ends: tries on one device are judged one by one. */
export const lockDeviceById = (tx: Db, device_id: string): Promise<DeviceRow | undefined> =>
  tx
    .selectFrom('passkeys.devices')
    .selectAll()
    .where('device_id', '=', device_id)
    .forUpdate()
    .executeTakeFirst()

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

/** Undefined when somebody else has a device of this name. */
export const insertDevice = (tx: Db, row: NewDevice): Promise<DeviceRow | undefined> =>
  tx
    .insertInto('passkeys.devices')
    .values({ ...row, updated_at: row.created_at })
    .onConflict((conflict) => conflict.column('device_id').doNothing())
    .returningAll()
    .executeTakeFirst()

export interface DeviceChange extends Partial<DeviceDescription> {
  readonly public_key?: Buffer | null
  readonly key_id?: string | null
  readonly biometric_enabled_at?: Date | null
  readonly trusted_at?: Date | null
  readonly blocked_at?: Date | null
  readonly blocked_until?: Date | null
  readonly last_used_at?: Date
}

export const updateDevice = (
  tx: Db,
  uuid: string,
  change: DeviceChange,
  now: Date,
): Promise<DeviceRow> =>
  tx
    .updateTable('passkeys.devices')
    .set({ ...change, updated_at: now })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Notes a failure, forgets those up to `since`, and says how many there are. */
export async function addFailure(tx: Db, uuid: string, now: Date, since: Date): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update passkeys.devices
    set failed_at = array(select at from unnest(failed_at) as at where at > ${since})
      || ${now}::timestamptz
    where uuid = ${uuid}
    returning cardinality(failed_at) as failures`.execute(tx)
  return rows[0]!.failures
}

export async function clearFailures(tx: Db, uuid: string): Promise<void> {
  await sql`update passkeys.devices set failed_at = '{}' where uuid = ${uuid}`.execute(tx)
}

export async function deleteDevice(tx: Db, uuid: string): Promise<void> {
  await tx.deleteFrom('passkeys.devices').where('uuid', '=', uuid).execute()
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

/** Of these, newest first. */
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

/** Returns their uuids. */
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

// SQL of passkeys and of used challenges. No rules here.
import { sql } from 'kysely'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Db } from '../../../platform/database.ts'
import type { Challenge } from './challenge.ts'

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

/** Serialises changes to one user's passkeys and devices, so that their number can be limited. */
export async function lockOwner(tx: Db, user_uuid: string): Promise<void> {
  const name = `passkeys/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Oldest first. */
export const listPasskeys = (tx: Db, user_uuid: string) =>
  tx
    .selectFrom('passkeys.passkeys as passkey')
    .leftJoin('passkeys.devices as device', 'device.uuid', 'passkey.device_uuid')
    .selectAll('passkey')
    .select('device.device_id')
    .where('passkey.user_uuid', '=', user_uuid)
    .orderBy('passkey.created_at')
    .orderBy('passkey.uuid')
    .execute()

/** Locks the passkey until the transaction ends, so that its uses are serialised. */
export const lockPasskey = (tx: Db, credential_id: Buffer) =>
  tx
    .selectFrom('passkeys.passkeys')
    .selectAll()
    .where('credential_id', '=', credential_id)
    .forUpdate()
    .executeTakeFirst()

export interface NewPasskey {
  readonly uuid: string
  readonly user_uuid: string
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly sign_count: number
  readonly name: string
  readonly transports: string[]
  readonly is_synced: boolean
  readonly device_uuid: string | null
  readonly created_at: Date
}

/** False when a passkey with this credential id exists, of any user. */
export async function insertPasskey(tx: Db, row: NewPasskey): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkeys.passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('uuid')
    .executeTakeFirst()
  return inserted !== undefined
}

interface PasskeyChange {
  readonly sign_count?: bigint
  readonly last_used_at?: Date
  readonly clone_suspected_at?: Date
}

export async function updatePasskey(tx: Db, uuid: string, change: PasskeyChange): Promise<void> {
  await tx.updateTable('passkeys.passkeys').set(change).where('uuid', '=', uuid).execute()
}

/** Undefined when the user has no such passkey. */
export const deletePasskey = async (tx: Db, user_uuid: string, uuid: string) =>
  isUuid(uuid)
    ? tx
        .deleteFrom('passkeys.passkeys')
        .where('uuid', '=', uuid)
        .where('user_uuid', '=', user_uuid)
        .returningAll()
        .executeTakeFirst()
    : undefined

/** Marks the challenge as used; false when it was used before. */
export async function useChallenge(tx: Db, challenge: Challenge): Promise<boolean> {
  const used = await tx
    .insertInto('passkeys.used_challenges')
    .values({ ...challenge })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

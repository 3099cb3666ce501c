// All SQL of the schema `platform`: stored replies, the audit trail, the event log.
import { sql } from 'kysely'
import { uuidv7 } from '../kernel/uuid.ts'
import type { Db } from '../platform/database.ts'
import type { Caller } from './caller.ts'
import type { Audience, EventDef } from './event.ts'

/** Where the reply to one Idempotency-Key is kept. */
export interface Slot {
  readonly caller: string
  readonly operation: string
  readonly key: string
}

/**
 * Held until the transaction ends, also by a crash: there is no stale lock to wait for. The reply
 * must be looked up by a later statement, whose snapshot is younger than the lock.
 */
export async function tryLockSlot(tx: Db, slot: Slot): Promise<boolean> {
  const name = `${slot.caller}/${slot.operation}/${slot.key}`
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx)
  return rows[0]!.locked
}

export function findReply(tx: Db, slot: Slot) {
  return tx
    .selectFrom('platform.replies')
    .select(['input_hash', 'reply'])
    .where('caller', '=', slot.caller)
    .where('operation', '=', slot.operation)
    .where('key', '=', slot.key)
    .executeTakeFirst()
}

export async function insertReply(
  tx: Db,
  slot: Slot,
  reply: { readonly inputHash: Buffer; readonly reply: Buffer; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('platform.replies')
    .values({ ...slot, input_hash: reply.inputHash, reply: reply.reply, created_at: reply.now })
    .execute()
}

export async function deleteReply(tx: Db, slot: Slot): Promise<void> {
  await tx
    .deleteFrom('platform.replies')
    .where('caller', '=', slot.caller)
    .where('operation', '=', slot.operation)
    .where('key', '=', slot.key)
    .execute()
}

export async function deleteRepliesBefore(tx: Db, instant: Date): Promise<void> {
  await tx.deleteFrom('platform.replies').where('created_at', '<', instant.toISOString()).execute()
}

interface Cause {
  readonly caller: Caller
  readonly operation: string
  readonly requestId: string
  readonly now: Date
}

export async function insertAudit(tx: Db, cause: Cause): Promise<void> {
  await tx
    .insertInto('platform.audit')
    .values({
      id: uuidv7(cause.now),
      operation: cause.operation,
      user_uuid: cause.caller.user ?? null,
      credential_id: cause.caller.credential?.id ?? null,
      environment: cause.caller.environment,
      address: cause.caller.address,
      request_id: cause.requestId,
      created_at: cause.now,
    })
    .execute()
}

export interface EmittedEvent {
  readonly event: EventDef
  readonly data: object
  readonly audience: Audience
}

export async function insertEvents(
  tx: Db,
  cause: Cause,
  emitted: readonly EmittedEvent[],
): Promise<void> {
  if (emitted.length === 0) return
  await tx
    .insertInto('platform.events')
    .values(
      emitted.map(({ event, data, audience }) => ({
        id: uuidv7(cause.now),
        type: event.type,
        version: event.version,
        environment: cause.caller.environment,
        user_uuid: audience.user_uuid ?? null,
        account_uuid: audience.account_uuid ?? null,
        data: JSON.stringify(data),
        operation: cause.operation,
        request_id: cause.requestId,
        created_at: cause.now,
      })),
    )
    .execute()
}

/** Kept for good; the first process of a database writes it, the others read what it wrote. */
export async function settleSetting(tx: Db, name: string, value: string): Promise<string> {
  await tx
    .insertInto('platform.settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await tx
    .selectFrom('platform.settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}

/** The channel on which nodes tell each other that something cached has changed. */
export const NODES_CHANNEL = 'florin_nodes'

export interface Told {
  readonly topic: string
  readonly key: string
}

/** Heard by every listening node when, and only when, the transaction commits. */
export async function notifyNodes(tx: Db, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return
  const messages = told.map(({ topic, key }) => `${topic} ${key}`)
  await sql`select pg_notify(${NODES_CHANNEL}, m) from unnest(${messages}::text[]) as m`.execute(tx)
}

export function readTold(message: string): Told {
  const space = message.indexOf(' ')
  return { topic: message.slice(0, space), key: message.slice(space + 1) }
}

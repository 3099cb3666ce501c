// All SQL of the schema `platform`: stored replies, the audit trail, the event log.
import { CompiledQuery, sql } from 'kysely'
import { uuidv7 } from '../kernel/uuid.ts'
import {
  bytesColumn,
  jsonColumn,
  jsonTexts,
  plainColumn,
  textColumn,
  timeColumn,
} from '../platform/array-literals.ts'
import type { Db } from '../platform/database.ts'
import type { Statements } from '../platform/lane.ts'
import type { Audience, EventDef } from './event.ts'
import type { Cause } from './posting.ts'

/** Identifies the stored reply to one Idempotency-Key. */
export interface Slot {
  readonly caller: string
  readonly operation: string
  readonly key: string
}

/**
 * The lock ends with the transaction, also after a crash, so no stale lock can remain. The reply must be
 * looked up by a later statement, whose snapshot is younger than the lock.
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

/** Finds the earlier replies of many calls, in the order of the slots. */
export async function findReplies(
  tx: Statements,
  slots: readonly Slot[],
): Promise<readonly ({ input_hash: Buffer; text: string } | undefined)[]> {
  const rows = await tx.query<{ ord: number; input_hash: Buffer; text: string }>(
    `select slot.ord::int as ord, input_hash, text
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as slot (caller, operation, key, ord)
     join platform.replies using (caller, operation, key)`,
    toSlotColumns(slots),
    'find_replies',
  )
  const found = new Map(rows.map((row) => [row.ord - 1, row]))
  return slots.map((_, index) => found.get(index))
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

/** The rows of one table as part of a statement that writes several; its parameters start at `first`. */
export interface Part {
  readonly parameters: number
  readonly sql: (first: number) => string
}

export const repliesPart: Part = {
  parameters: 6,
  sql: (
    first,
  ) => `insert into platform.replies (caller, operation, key, input_hash, created_at, text)
    select * from unnest(${parameterList(first, ['text', 'text', 'text', 'bytea', 'timestamptz'])},
      string_to_array($${first + 5}::text, chr(31)))
    returning 1`,
}

/** Selects one row for each slot that has no reply. */
export const unusedPart: Part = {
  parameters: 3,
  sql: (
    first,
  ) => `select 1 from unnest(${parameterList(first, ['text', 'text', 'text'])}) as slot (caller, operation, key)
    where not exists (select from platform.replies r
      where r.caller = slot.caller and r.operation = slot.operation and r.key = slot.key)`,
}

export const toSlotColumns = (slots: readonly Slot[]): string[] => [
  plainColumn(slots, (slot) => slot.caller),
  plainColumn(slots, (slot) => slot.operation),
  textColumn(slots, (slot) => slot.key),
]

export interface NewReply {
  readonly slot: Slot
  readonly inputHash: Buffer
  /** The reply as unsealed JSON, because the answer to a posting holds no secret. */
  readonly text: string
  readonly now: Date
}

export const toReplyColumns = (rows: readonly NewReply[]): string[] => [
  ...toSlotColumns(rows.map((row) => row.slot)),
  bytesColumn(rows, (row) => row.inputHash),
  timeColumn(rows, (row) => row.now.getTime()),
  jsonTexts(rows, (row) => row.text),
]

/** '$3::uuid[], $4::text[]' */
export const parameterList = (first: number, types: readonly string[]): string =>
  types.map((type, index) => `$${first + index}::${type}[]`).join(', ')

export async function deleteReply(tx: Db, slot: Slot): Promise<void> {
  await tx
    .deleteFrom('platform.replies')
    .where('caller', '=', slot.caller)
    .where('operation', '=', slot.operation)
    .where('key', '=', slot.key)
    .execute()
}

/** After this time a retry counts as a new request. */
const REPLIES_KEPT_MS = 86_400_000

/** Returns the number of deleted rows. */
export async function deleteOldReplies(tx: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - REPLIES_KEPT_MS)
  const { numDeletedRows } = await tx
    .deleteFrom('platform.replies')
    .where('created_at', '<', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function insertAudits(tx: Db, causes: readonly Cause[]): Promise<void> {
  await tx
    .insertInto('platform.audit')
    .values(
      causes.map(({ caller, operation, requestId, now }) => ({
        id: uuidv7(now),
        operation,
        user_uuid: caller.user ?? null,
        credential_id: caller.credential?.id ?? null,
        agent_uuid: caller.agent ?? null,
        environment: caller.environment,
        address: caller.address,
        request_id: requestId,
        created_at: now,
      })),
    )
    .execute()
}

export interface EmittedEvent {
  readonly event: EventDef
  readonly data: object
  readonly audience: Audience
}

export interface CausedEvent extends EmittedEvent {
  readonly cause: Cause
}

export const eventsPart: Part = {
  parameters: 12,
  sql: (first) => `insert into platform.events
      (id, type, version, environment, user_uuid, account_uuid, other_account_uuid, is_public, data, operation,
       request_id, created_at)
    select * from unnest(${parameterList(first, ['uuid', 'text', 'integer', 'text', 'uuid', 'uuid', 'uuid', 'boolean', 'jsonb', 'text', 'text', 'timestamptz'])})
    returning 1`,
}

export const toEventColumns = (rows: readonly CausedEvent[]): string[] => [
  plainColumn(rows, ({ cause }) => uuidv7(cause.now)),
  textColumn(rows, ({ event }) => event.type),
  plainColumn(rows, ({ event }) => event.version),
  plainColumn(rows, ({ cause }) => cause.caller.environment),
  plainColumn(rows, ({ audience }) => audience.user_uuid),
  plainColumn(rows, ({ audience }) => audience.account_uuid),
  plainColumn(rows, ({ audience }) => audience.other_account_uuid),
  plainColumn(rows, ({ audience }) => String(audience.everyone ?? false)),
  jsonColumn(rows, ({ data }) => data),
  textColumn(rows, ({ cause }) => cause.operation),
  textColumn(rows, ({ cause }) => cause.requestId),
  timeColumn(rows, ({ cause }) => cause.now.getTime()),
]

export async function insertEvents(tx: Db, cause: Cause, emitted: readonly EmittedEvent[]) {
  if (emitted.length === 0) return
  const rows = emitted.map((event) => ({ ...event, cause }))
  await tx.executeQuery(CompiledQuery.raw(eventsPart.sql(1), toEventColumns(rows)))
}

/** Stores a permanent setting. The first process to use the database writes it; the others get that value. */
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

/** The NOTIFY channel on which nodes send each other cache invalidations. */
export const NODES_CHANNEL = 'florin_nodes'

export interface Invalidation {
  readonly topic: string
  readonly key: string
}

/** Every listening node receives the invalidations when, and only when, the transaction commits. */
export async function notifyNodes(tx: Db, invalidations: readonly Invalidation[]): Promise<void> {
  if (invalidations.length === 0) return
  const messages = invalidations.map(({ topic, key }) => `${topic} ${key}`)
  await sql`select pg_notify(${NODES_CHANNEL}, m) from unnest(${messages}::text[]) as m`.execute(tx)
}

export function readInvalidation(message: string): Invalidation {
  const space = message.indexOf(' ')
  return { topic: message.slice(0, space), key: message.slice(space + 1) }
}

// All SQL of the schema `platform`: stored replies, the audit trail, the event log.
import { CompiledQuery, sql } from 'kysely'
import { uuidv7 } from '../kernel/uuid.ts'
import { column } from '../platform/binary-arrays.ts'
import { type Db, runFixed } from '../platform/database.ts'
import type { Sealer } from '../platform/key-ring.ts'
import type { Statements } from '../platform/pipelined-connection.ts'
import { isOperator } from './caller.ts'
import type { Audience, EventDef } from './event.ts'
import type { Change } from './changes.ts'
import type { Cause } from './posting.ts'

/** Identifies the stored reply to one Idempotency-Key. */
export interface Slot {
  readonly caller: string
  readonly operation: string
  readonly key: string
}

/** Locks a slot and finds its reply. The lock ends with the transaction, also after a crash, so no stale lock can remain. */
export async function openSlot(tx: Db, slot: Slot) {
  const [row] = await runFixed<{
    locked: boolean
    input_hash: Buffer | null
    reply: Buffer | null
  }>(tx, 'select * from platform.open_slot($1, $2, $3)', [slot.caller, slot.operation, slot.key])
  const { locked, input_hash, reply } = row!
  return { locked, stored: input_hash && { input_hash, reply: reply! } }
}

/**
 * Finds the earlier replies of many calls, in the order of the slots. Replies to commands are sealed; a posting that
 * was a command in an earlier version of Florin needs the sealer to open those.
 */
export async function findReplies(
  tx: Statements,
  slots: readonly Slot[],
  sealer?: Pick<Sealer, 'open'>,
): Promise<readonly ({ input_hash: Buffer; text: string } | undefined)[]> {
  const rows = await tx.query<{
    ord: number
    input_hash: Buffer
    text: string | null
    reply: Buffer | null
  }>(
    `select slot.ord::int as ord, input_hash, text, reply
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as slot (caller, operation, key, ord)
     join platform.replies using (caller, operation, key)`,
    toSlotColumns(slots),
    'find_replies',
  )
  const found = new Map(rows.map((row) => [row.ord - 1, row]))
  return slots.map((_, index) => {
    const row = found.get(index)
    return row && { input_hash: row.input_hash, text: row.text ?? sealer!.open(row.reply!) }
  })
}

/** The rows of one table as part of a statement that writes several; its parameters start at `first`. */
export interface Part {
  readonly parameters: number
  readonly sql: (first: number) => string
}

/** A parameter of such a statement: mostly the values of one column. */
export type Parameter = Buffer | number

/** Replies to postings are kept as text, those to commands sealed. */
const insertReplies = (kept: 'text' | 'reply', type: 'text' | 'bytea'): Part => ({
  parameters: 6,
  sql: (
    first,
  ) => `insert into platform.replies (caller, operation, key, input_hash, created_at, ${kept})
    select * from unnest(${parameterList(first, ['text', 'text', 'text', 'bytea', 'timestamptz', type])})
    returning 1`,
})

export const repliesPart = insertReplies('text', 'text')
export const sealedRepliesPart = insertReplies('reply', 'bytea')

/** Selects one row for each slot that has no reply. */
export const unusedPart: Part = {
  parameters: 3,
  sql: (
    first,
  ) => `select 1 from unnest(${parameterList(first, ['text', 'text', 'text'])}) as slot (caller, operation, key)
    where not exists (select from platform.replies r
      where r.caller = slot.caller and r.operation = slot.operation and r.key = slot.key)`,
}

export const toSlotColumns = (slots: readonly Slot[]): Parameter[] => [
  column('text', slots, (slot) => slot.caller),
  column('text', slots, (slot) => slot.operation),
  column('text', slots, (slot) => slot.key),
]

export interface NewReply {
  readonly slot: Slot
  readonly inputHash: Buffer
  /** The reply as unsealed JSON, because the answer to a posting holds no secret. */
  readonly text: string
  readonly now: Date
}

export const toReplyColumns = (rows: readonly NewReply[]): Parameter[] => [
  ...toSlotColumns(rows.map((row) => row.slot)),
  column('bytea', rows, (row) => row.inputHash),
  column('timestamptz', rows, (row) => row.now.getTime()),
  column('text', rows, (row) => row.text),
]

/** Selects one row for each link that is not revoked, and prevents its revocation until the statement is committed. */
export const linksPart: Part = {
  parameters: 1,
  sql: (first) => `select 1 from platform.links where id = any($${first}::uuid[]) for key share`,
}

/** Returns the links that are not revoked; none of them can be revoked until the transaction ends. */
export async function holdLinks(
  tx: Statements,
  links: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    'select id from platform.links where id = any($1::uuid[]) order by id for key share',
    [column('uuid', links, (link) => link)],
    'hold_links',
  )
  return new Set(rows.map(({ id }) => id))
}

/** The different links over which the calls came. */
export const linksOf = (causes: readonly Cause[]): string[] => [
  ...new Set(causes.flatMap(({ link }) => link ?? [])),
]

/** '$3::uuid[], $4::text[]' */
export const parameterList = (first: number, types: readonly string[]): string =>
  types.map((type, index) => `$${first + index}::${type}[]`).join(', ')

/** Waits for others that change the same subject, so that each compares with what the one before left. */
export async function lockSubject(tx: Db, subject: string): Promise<void> {
  await runFixed(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [subject])
}

export async function deleteReply(tx: Db, slot: Slot): Promise<void> {
  await tx
    .deleteFrom('platform.replies')
    .where('caller', '=', slot.caller)
    .where('operation', '=', slot.operation)
    .where('key', '=', slot.key)
    .execute()
}

/** Who changed what: the uuid or another name in the path of the route, and the fields that changed, if compared. */
export interface Audited extends Cause {
  readonly target?: string | undefined
  readonly targetName?: string | undefined
  readonly changes?: readonly Change[] | undefined
}

export const auditsPart: Part = {
  parameters: 15,
  sql: (
    first,
  ) => `insert into platform.audit (id, operation, user_uuid, credential_id, agent_uuid, environment, address,
      request_id, target_uuid, target_name, changes, credential_kind, client_name, by_operator, created_at)
    select * from unnest(${parameterList(first, ['uuid', 'text', 'uuid', 'uuid', 'uuid', 'text', 'text', 'text', 'uuid', 'text', 'jsonb', 'text', 'text', 'boolean', 'timestamptz'])})
    returning 1`,
}

export const toAuditColumns = (causes: readonly Audited[]): Parameter[] => [
  column('uuid', causes, ({ now }) => uuidv7(now)),
  column('text', causes, ({ operation }) => operation),
  column('uuid', causes, ({ caller }) => caller.user),
  column('uuid', causes, ({ caller }) => caller.credential?.id),
  column('uuid', causes, ({ caller }) => caller.agent),
  column('text', causes, ({ caller }) => caller.environment),
  column('text', causes, ({ caller }) => caller.address),
  column('text', causes, ({ requestId }) => requestId),
  column('uuid', causes, ({ target }) => target),
  column('text', causes, ({ targetName }) => targetName),
  column('jsonb', causes, ({ changes }) => changes),
  column('text', causes, ({ caller }) => caller.credential?.kind),
  column('text', causes, ({ caller }) => caller.client?.name),
  column('boolean', causes, ({ caller }) => isOperator(caller)),
  column('timestamptz', causes, ({ now }) => now.getTime()),
]

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

export const toEventColumns = (rows: readonly CausedEvent[]): Parameter[] => [
  column('uuid', rows, ({ cause }) => uuidv7(cause.now)),
  column('text', rows, ({ event }) => event.type),
  column('integer', rows, ({ event }) => event.version),
  column('text', rows, ({ cause }) => cause.caller.environment),
  column('uuid', rows, ({ audience }) => audience.user_uuid),
  column('uuid', rows, ({ audience }) => audience.account_uuid),
  column('uuid', rows, ({ audience }) => audience.other_account_uuid),
  column('boolean', rows, ({ audience }) => audience.everyone ?? false),
  column('jsonb', rows, ({ data }) => data),
  column('text', rows, ({ cause }) => cause.operation),
  column('text', rows, ({ cause }) => cause.requestId),
  column('timestamptz', rows, ({ cause }) => cause.now.getTime()),
]

export async function insertEvents(tx: Db, cause: Cause, emitted: readonly EmittedEvent[]) {
  await insertCausedEvents(
    tx,
    emitted.map((event) => ({ ...event, cause })),
  )
}

export async function insertCausedEvents(tx: Db, rows: readonly CausedEvent[]): Promise<void> {
  if (rows.length === 0) return
  await tx.executeQuery(CompiledQuery.raw(eventsPart.sql(1), toEventColumns(rows)))
}

/** Stores a permanent setting. The first process to use the database writes it; the others get that value. */
export async function settleSetting(tx: Db, name: string, value: string): Promise<string> {
  await tx
    .insertInto('platform.settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSetting(tx, name))!
}

export async function findSetting(tx: Db, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('platform.settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

export async function replaceSetting(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('platform.settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Returns whether there was one. */
export async function deleteSetting(tx: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('platform.settings')
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Fails where the database accepts no writes. */
export async function writeHeartbeat(tx: Db): Promise<void> {
  await sql`update platform.heartbeat set beat_at = now()`.execute(tx)
}

/** The NOTIFY channel on which nodes send each other cache invalidations. */
export const NODES_CHANNEL = 'florin_nodes'

export interface Invalidation {
  readonly topic: string
  readonly key: string
}

export const toNoticeColumns = (invalidations: readonly Invalidation[]): string[] =>
  invalidations.map(({ topic, key }) => `${topic} ${key}`)

/** Every listening node receives the invalidations when, and only when, the transaction commits. */
export async function notifyNodes(tx: Db, invalidations: readonly Invalidation[]): Promise<void> {
  if (invalidations.length === 0) return
  const messages = toNoticeColumns(invalidations)
  await sql`select pg_notify(${NODES_CHANNEL}, m) from unnest(${messages}::text[]) as m`.execute(tx)
}

export function readInvalidation(message: string): Invalidation {
  const space = message.indexOf(' ')
  return { topic: message.slice(0, space), key: message.slice(space + 1) }
}

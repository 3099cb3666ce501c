// The SQL of incoming payments, connections, and packets that were received. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { OwnerScope } from '../payments/store.ts'

export type IncomingRow = Row<
  'interledger.incoming_payments',
  { units: bigint; received_units: bigint }
>

const toIncoming = (row: Row<'interledger.incoming_payments'>): IncomingRow => ({
  ...row,
  units: BigInt(row.units),
  received_units: BigInt(row.received_units),
})

export type NewIncoming = Omit<
  IncomingRow,
  'received_units' | 'status' | 'ended_at' | 'expires_at' | 'created_at'
> & { readonly expires_at: Date; readonly created_at: Date }

export async function insertIncoming(tx: Db, incoming: NewIncoming): Promise<IncomingRow> {
  const row = await tx
    .insertInto('interledger.incoming_payments')
    .values({ ...incoming, units: String(incoming.units), status: 'pending' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toIncoming(row)
}

export async function findIncoming(
  tx: Db,
  id: string,
  lock = false,
): Promise<IncomingRow | undefined> {
  if (!isUuid(id)) return undefined
  const one = tx.selectFrom('interledger.incoming_payments').selectAll().where('id', '=', id)
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst()
  return row && toIncoming(row)
}

/** Newest first. */
export async function listIncoming(
  tx: Db,
  { environment, user_uuid }: OwnerScope,
  page: PageRequest,
) {
  const mine = tx
    .selectFrom('interledger.incoming_payments')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
  const { rows, total } = await readPage(mine.selectAll().orderBy('id', 'desc'), page)
  return { rows: rows.map(toIncoming), total }
}

export interface IncomingChange {
  readonly received_units?: bigint
  readonly status?: IncomingRow['status']
  readonly ended_at?: Date
}

export async function updateIncoming(
  tx: Db,
  id: string,
  { received_units, ...change }: IncomingChange,
): Promise<IncomingRow> {
  const row = await tx
    .updateTable('interledger.incoming_payments')
    .set({
      ...change,
      ...(received_units !== undefined && { received_units: String(received_units) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toIncoming(row)
}

/** Locks incoming payments that are due to expire. */
export async function lockOverdueIncoming(
  tx: Db,
  environment: Environment,
  now: Date,
  limit: number,
) {
  const rows = await tx
    .selectFrom('interledger.incoming_payments')
    .selectAll()
    .where('environment', '=', environment)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', sql<string>`${now}`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toIncoming)
}

export type ConnectionRow = Row<'interledger.connections', { received_units: bigint }>

const toConnection = (row: Row<'interledger.connections'>): ConnectionRow => ({
  ...row,
  received_units: BigInt(row.received_units),
})

export type NewConnection = Omit<
  ConnectionRow,
  'received_units' | 'status' | 'ended_at' | 'expires_at' | 'created_at'
> & { readonly expires_at: Date; readonly created_at: Date }

export async function insertConnection(tx: Db, connection: NewConnection): Promise<ConnectionRow> {
  const row = await tx
    .insertInto('interledger.connections')
    .values({ ...connection, status: 'open' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toConnection(row)
}

export async function findConnection(
  tx: Db,
  id: string,
  lock = false,
): Promise<ConnectionRow | undefined> {
  if (!isUuid(id)) return undefined
  const one = tx.selectFrom('interledger.connections').selectAll().where('id', '=', id)
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst()
  return row && toConnection(row)
}

/** The newest open connection of a user to an address. */
export async function findConnectionTo(
  tx: Db,
  { environment, user_uuid }: OwnerScope,
  destination_address: string,
  now: Date,
): Promise<ConnectionRow | undefined> {
  const row = await tx
    .selectFrom('interledger.connections')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<string>`${now}`)
    .where('destination_address', '=', destination_address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toConnection(row)
}

/** Newest first. */
export async function listConnections(
  tx: Db,
  { environment, user_uuid }: OwnerScope,
  page: PageRequest,
) {
  const mine = tx
    .selectFrom('interledger.connections')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
  const { rows, total } = await readPage(mine.selectAll().orderBy('id', 'desc'), page)
  return { rows: rows.map(toConnection), total }
}

export interface ConnectionChange {
  readonly received_units?: bigint
  readonly expires_at?: Date
  readonly status?: ConnectionRow['status']
  readonly ended_at?: Date
}

export async function updateConnection(
  tx: Db,
  id: string,
  { received_units, ...change }: ConnectionChange,
): Promise<ConnectionRow> {
  const row = await tx
    .updateTable('interledger.connections')
    .set({
      ...change,
      ...(received_units !== undefined && { received_units: String(received_units) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toConnection(row)
}

/** Locks connections that are due to time out. */
export async function lockOverdueConnections(
  tx: Db,
  environment: Environment,
  now: Date,
  limit: number,
) {
  const rows = await tx
    .selectFrom('interledger.connections')
    .selectAll()
    .where('environment', '=', environment)
    .where('status', '=', 'open')
    .where('expires_at', '<=', sql<string>`${now}`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toConnection)
}

export type ReceivedRow = Row<'interledger.received_packets', { units: bigint }>
export type NewReceived = Omit<ReceivedRow, 'created_at'> & { readonly created_at: Date }

export async function insertReceived(tx: Db, packet: NewReceived): Promise<void> {
  await tx
    .insertInto('interledger.received_packets')
    .values({ ...packet, units: String(packet.units) })
    .execute()
}

/** Serializes packets with the same condition. */
export async function lockCondition(tx: Db, target_id: string, condition: Buffer): Promise<void> {
  const name = `interledger/${target_id}/${condition.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export async function findReceived(
  tx: Db,
  target_id: string,
  condition: Buffer,
): Promise<ReceivedRow | undefined> {
  const row = await tx
    .selectFrom('interledger.received_packets')
    .selectAll()
    .where('target_id', '=', target_id)
    .where('condition', '=', condition)
    .executeTakeFirst()
  return row && { ...row, units: BigInt(row.units) }
}

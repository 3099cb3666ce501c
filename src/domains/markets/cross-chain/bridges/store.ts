// The SQL of bridges. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { ChainName } from '../../chains/index.ts'
import type { BridgeStatus } from '../life-cycle.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'cross_chain.bridges.source_chain': ChainName
    'cross_chain.bridges.destination_chain': ChainName
  }
}

/** A user in an environment. */
export interface OwnerScope {
  readonly environment: Environment
  readonly user_uuid: string
}

export interface Units {
  readonly units: bigint
  readonly fee_units: bigint
  readonly receive_units: bigint
  readonly least_units: bigint
  readonly usd_cents: bigint
}

export type BridgeRow = Row<'cross_chain.bridges', Units & { delivered_units: bigint | null }>

const toBridge = (row: Row<'cross_chain.bridges'>): BridgeRow => ({
  ...row,
  units: BigInt(row.units),
  fee_units: BigInt(row.fee_units),
  receive_units: BigInt(row.receive_units),
  least_units: BigInt(row.least_units),
  usd_cents: BigInt(row.usd_cents),
  delivered_units: row.delivered_units === null ? null : BigInt(row.delivered_units),
})

/** Serializes the starting of one user's bridges, so that each sees how much the previous ones used. */
export async function lockUser(tx: Db, { environment, user_uuid }: OwnerScope): Promise<void> {
  const name = `cross_chain.bridges/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The bridges started in the UTC day of an instant; failed and refunded ones add nothing to the value. */
export async function sumDay(
  tx: Db,
  which: OwnerScope,
  now: Date,
): Promise<{ readonly cents: bigint; readonly count: number }> {
  const { rows } = await sql<{ cents: string; count: string }>`
    select count(*) as count,
      coalesce(sum(usd_cents) filter (where status not in ('failed', 'refunded')), 0) as cents
    from cross_chain.bridges
    where environment = ${which.environment} and user_uuid = ${which.user_uuid}
      and created_at >= date_trunc('day', ${now}::timestamptz, 'UTC')`.execute(tx)
  return { cents: BigInt(rows[0]!.cents), count: Number(rows[0]!.count) }
}

export async function isQuoteUsed(tx: Db, quote_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cross_chain.bridges')
    .select('id')
    .where('quote_uuid', '=', quote_uuid)
    .executeTakeFirst()
  return row !== undefined
}

export type NewBridge = OwnerScope &
  Units &
  Pick<
    BridgeRow,
    | 'id'
    | 'quote_id'
    | 'quote_uuid'
    | 'protocol'
    | 'simulated'
    | 'source_chain'
    | 'destination_chain'
    | 'token'
    | 'paid_token'
    | 'sender_address'
    | 'recipient_address'
    | 'source_account'
    | 'destination_account'
    | 'credited_user'
  > & {
    readonly deadline_at: Date
    readonly estimated_completion_at: Date
    readonly check_at: Date
    readonly created_at: Date
  }

export async function insertBridge(tx: Db, bridge: NewBridge): Promise<BridgeRow> {
  const { units, fee_units, receive_units, least_units, usd_cents } = bridge
  const row = await tx
    .insertInto('cross_chain.bridges')
    .values({
      ...bridge,
      units: String(units),
      fee_units: String(fee_units),
      receive_units: String(receive_units),
      least_units: String(least_units),
      usd_cents: String(usd_cents),
      status: 'pending',
      updated_at: bridge.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBridge(row)
}

export async function findBridge(tx: Db, id: string, lock = false): Promise<BridgeRow | undefined> {
  const one = tx.selectFrom('cross_chain.bridges').selectAll().where('id', '=', id)
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst()
  return row && toBridge(row)
}

export async function findBridges(tx: Db, ids: readonly string[]): Promise<Map<string, BridgeRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('cross_chain.bridges')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, toBridge(row)]))
}

/** Newest first. */
export async function listBridges(
  tx: Db,
  { environment, user_uuid, status }: OwnerScope & { readonly status?: BridgeStatus | undefined },
  page: PageRequest,
): Promise<{ readonly rows: BridgeRow[]; readonly total: number }> {
  const mine = tx
    .selectFrom('cross_chain.bridges')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
  const { rows, total } = await readPage(mine.selectAll().orderBy('id', 'desc'), page)
  return { rows: rows.map(toBridge), total }
}

export async function countBridges(tx: Db, which: OwnerScope) {
  const { rows } = await sql<{ total: string; pending: string; completed: string }>`
    select count(*) as total,
      count(*) filter (where status in ('pending', 'bridging', 'confirming')) as pending,
      count(*) filter (where status = 'completed') as completed
    from cross_chain.bridges
    where environment = ${which.environment} and user_uuid = ${which.user_uuid}`.execute(tx)
  const { total, pending, completed } = rows[0]!
  return { total: Number(total), pending: Number(pending), completed: Number(completed) }
}

/** Bridges that are due for a check, the longest overdue first; of all users, or of one. */
export async function listDue(
  tx: Db,
  { now, limit, of }: { readonly now: Date; readonly limit: number; readonly of?: OwnerScope },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cross_chain.bridges
    where check_at <= ${now} and (${of === undefined} or
      (environment = ${of?.environment ?? null}::text and user_uuid = ${of?.user_uuid ?? null}::uuid))
    order by check_at limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

export interface BridgeChange {
  readonly status?: BridgeStatus
  readonly source_tx_hash?: string | null
  readonly destination_tx_hash?: string | null
  readonly confirmations?: number
  readonly delivered_units?: bigint
  readonly destination_account?: string
  readonly reason?: string | null
  readonly check_at?: Date | null
  readonly ended_at?: Date
  readonly updated_at: Date
}

export async function updateBridge(
  tx: Db,
  id: string,
  { delivered_units, ...change }: BridgeChange,
): Promise<BridgeRow> {
  const row = await tx
    .updateTable('cross_chain.bridges')
    .set({
      ...change,
      ...(delivered_units !== undefined && { delivered_units: String(delivered_units) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBridge(row)
}

/** Leases a bridge that is due by postponing its check; false if another node holds the lease. */
export async function leaseBridge(tx: Db, id: string, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update cross_chain.bridges set check_at = ${until}
    where id = ${id} and check_at <= ${now} returning id`.execute(tx)
  return rows.length > 0
}

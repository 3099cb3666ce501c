// All SQL of the schema `escrow`. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import { type DuePage, listDueRows } from '../../../operation/due-store.ts'
import type { Row } from '../../../platform/rows.ts'
import type { EscrowStatus } from './life-cycle.ts'
import type { AgentCurrency } from './money.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'escrow.escrows.asset': AgentCurrency
    'escrow.escrows.metadata': Readonly<Record<string, unknown>>
  }
}

export type EscrowRow = Row<'escrow.escrows'>

export type NewEscrow = Pick<
  EscrowRow,
  | 'uuid'
  | 'environment'
  | 'transaction_uuid'
  | 'of_payment'
  | 'buyer_uuid'
  | 'buyer_did'
  | 'buyer_owner'
  | 'seller_uuid'
  | 'seller_did'
  | 'seller_owner'
  | 'resolver_uuid'
  | 'resolver_did'
  | 'resolver_owner'
  | 'status'
  | 'metadata'
> & {
  readonly asset: string
  readonly units: bigint
  readonly conditions: readonly string[]
  readonly release_conditions: readonly string[]
  readonly created_at: Date
  readonly expires_at: Date
}

/** Finds the escrow by its id or by the id of its transaction. */
export async function findEscrowByEitherId(tx: Db, uuid: string): Promise<EscrowRow | undefined> {
  const { rows } = await sql<EscrowRow>`
    select * from escrow.escrows where uuid = ${uuid}
    union all
    select * from escrow.escrows where transaction_uuid = ${uuid} and uuid <> ${uuid}
    limit 1`.execute(tx)
  return rows[0]
}

export async function insertEscrow(tx: Db, escrow: NewEscrow): Promise<EscrowRow> {
  const { units, conditions, release_conditions, metadata, ...rest } = escrow
  return tx
    .insertInto('escrow.escrows')
    .values({
      ...rest,
      units: String(units),
      conditions: [...conditions],
      release_conditions: [...release_conditions],
      metadata: JSON.stringify(metadata),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findEscrow(tx: Db, uuid: string): Promise<EscrowRow | undefined> {
  const { rows } = await sql<EscrowRow>`
    select * from escrow.escrows where uuid = ${uuid}`.execute(tx)
  return rows[0]
}

/** The lock makes changes to one escrow happen one after another. */
export async function lockEscrow(tx: Db, uuid: string): Promise<EscrowRow | undefined> {
  const { rows } = await sql<EscrowRow>`
    select * from escrow.escrows where uuid = ${uuid} for update`.execute(tx)
  return rows[0]
}

export type EscrowChange = Partial<
  Pick<
    EscrowRow,
    'status' | 'hold_id' | 'entry_id' | 'conditions_met' | 'released_by' | 'cancelled_reason'
  >
> & {
  readonly fee_units?: bigint
  readonly funded_at?: Date
  readonly released_at?: Date
  readonly cancelled_at?: Date
  readonly expired_at?: Date
}

export async function updateEscrow(
  tx: Db,
  uuid: string,
  { fee_units, conditions_met, ...change }: EscrowChange,
): Promise<EscrowRow> {
  return tx
    .updateTable('escrow.escrows')
    .set({
      ...change,
      ...(conditions_met && { conditions_met: [...conditions_met] }),
      ...(fee_units !== undefined && { fee_units: String(fee_units) }),
    })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface EscrowFilter {
  readonly environment: Environment
  readonly owner: string
  /** Restricts the list to this one of the owner's agents. */
  readonly agent?: string | undefined
  readonly status?: EscrowStatus | undefined
  readonly now: Date
  readonly limit: number
}

/** Newest first. An escrow past its time counts as expired even before its row says so. */
export async function listEscrows(tx: Db, filter: EscrowFilter): Promise<EscrowRow[]> {
  const { environment, owner, agent, status, now, limit } = filter
  const as = (role: 'buyer' | 'seller' | 'resolver') => sql`
    (select * from escrow.escrows
     where ${sql.ref(`${role}_owner`)} = ${owner} and environment = ${environment}
       ${agent === undefined ? sql`` : sql`and ${sql.ref(`${role}_uuid`)} = ${agent}`}
       ${
         status === undefined
           ? sql``
           : sql`and ${status} = case when status in ('created', 'funded') and expires_at <= ${now}
               then 'expired' else status end`
       }
     order by uuid desc limit ${limit})`
  const { rows } = await sql<EscrowRow>`
    select distinct on (uuid) * from (
      ${as('buyer')} union all ${as('seller')} union all ${as('resolver')}) mine
    order by uuid desc limit ${limit}`.execute(tx)
  return rows
}

/** The newest escrows of each of several agents of one owner, with the agent they were asked for. */
export async function listEscrowsOfEach(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly owner: string
    readonly dids: readonly string[]
    readonly limit: number
  },
): Promise<(EscrowRow & { readonly did: string })[]> {
  const as = (role: 'buyer' | 'seller' | 'resolver') => sql`
    (select * from escrow.escrows
     where ${sql.ref(`${role}_owner`)} = ${which.owner} and environment = ${which.environment}
       and ${sql.ref(`${role}_did`)} = d.did
     order by uuid desc limit ${which.limit})`
  const { rows } = await sql<EscrowRow & { did: string }>`
    select d.did, e.* from unnest(${which.dids}::text[]) as d (did)
    cross join lateral (
      select distinct on (uuid) * from (
        ${as('buyer')} union all ${as('seller')} union all ${as('resolver')}) own
      order by uuid desc limit ${which.limit}) e
    order by d.did, e.uuid desc`.execute(tx)
  return rows
}

export const listDueEscrows = (tx: Db, which: DuePage) =>
  listDueRows(
    tx,
    {
      table: 'escrow.escrows',
      id: 'uuid',
      at: 'expires_at',
      only: sql`status in ('created', 'funded')`,
    },
    which,
  )

export type DisputeRow = Row<'escrow.disputes'> & {
  readonly evidence: readonly Omit<Row<'escrow.evidence'>, 'dispute_uuid' | 'number'>[]
}

export type ResolutionType = NonNullable<DisputeRow['resolution_type']>

export async function insertDispute(
  tx: Db,
  dispute: Pick<DisputeRow, 'uuid' | 'escrow_uuid' | 'disputed_by' | 'reason' | 'method'> & {
    readonly created_at: Date
  },
  evidence: readonly string[],
): Promise<void> {
  await tx
    .insertInto('escrow.disputes')
    .values({ ...dispute, status: 'open' })
    .execute()
  if (evidence.length === 0) return
  await tx
    .insertInto('escrow.evidence')
    .values(
      evidence.map((text, index) => ({
        dispute_uuid: dispute.uuid,
        number: index + 1,
        evidence: text,
        submitted_by: dispute.disputed_by,
        submitted_at: dispute.created_at,
      })),
    )
    .execute()
}

export async function resolveDispute(
  tx: Db,
  escrow_uuid: string,
  resolution: {
    readonly resolved_by: string
    readonly resolved_at: Date
    readonly resolution_type: ResolutionType
    readonly resolution_reason: string | null
    readonly sender_units: bigint
    readonly receiver_units: bigint
  },
): Promise<void> {
  const { sender_units, receiver_units, ...rest } = resolution
  await tx
    .updateTable('escrow.disputes')
    .set({
      ...rest,
      status: 'resolved',
      sender_units: String(sender_units),
      receiver_units: String(receiver_units),
    })
    .where('escrow_uuid', '=', escrow_uuid)
    .execute()
}

/** The disputes with their evidence, by the id of the escrow. */
export async function findDisputes(
  tx: Db,
  escrows: readonly string[],
): Promise<Map<string, DisputeRow>> {
  if (escrows.length === 0) return new Map()
  const { rows } = await sql<DisputeRow>`
    select d.*, coalesce((
      select jsonb_agg(jsonb_build_object('evidence', e.evidence, 'submitted_by', e.submitted_by,
        'submitted_at', e.submitted_at) order by e.number)
      from escrow.evidence e where e.dispute_uuid = d.uuid), '[]') as evidence
    from escrow.disputes d where d.escrow_uuid = any(${escrows}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.escrow_uuid, row]))
}

// All SQL of the schema `agent_payments`. No rules here.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { type DuePage, listDueRows } from '../../../operation/due-store.ts'
import type { Row } from '../../../platform/rows.ts'
import type { AgentCurrency } from '../escrow/index.ts'
import type { PaymentStatus } from './life-cycle.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'agent_payments.payments.asset': AgentCurrency
    'agent_payments.payments.metadata': Readonly<Record<string, unknown>>
  }
}

export type PaymentRow = Row<'agent_payments.payments'>

export type NewPayment = Omit<
  PaymentRow,
  | 'asset'
  | 'units'
  | 'fee_units'
  | 'entry_id'
  | 'reason'
  | 'created_at'
  | 'expires_at'
  | 'closed_at'
> & {
  readonly asset: string
  readonly units: bigint
  readonly fee_units: bigint
  readonly created_at: Date
  readonly expires_at: Date
}

export async function insertPayment(tx: Db, payment: NewPayment): Promise<PaymentRow> {
  const { units, fee_units, metadata, ...rest } = payment
  return tx
    .insertInto('agent_payments.payments')
    .values({
      ...rest,
      units: String(units),
      fee_units: String(fee_units),
      metadata: JSON.stringify(metadata),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findPaymentRow(tx: Db, uuid: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select * from agent_payments.payments where uuid = ${uuid}`.execute(tx)
  return rows[0]
}

/** The lock makes changes to one payment happen one after another. */
export async function lockPayment(tx: Db, uuid: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select * from agent_payments.payments where uuid = ${uuid} for update`.execute(tx)
  return rows[0]
}

export async function closePayment(
  tx: Db,
  uuid: string,
  change: {
    readonly status: PaymentStatus
    readonly closed_at: Date
    readonly entry_id?: string
    readonly reason?: string
  },
): Promise<PaymentRow> {
  return tx
    .updateTable('agent_payments.payments')
    .set(change)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface PaymentFilter {
  readonly agent: string
  readonly type: 'sent' | 'received' | 'all'
  readonly status?: PaymentStatus | undefined
  readonly now: Date
  readonly limit: number
}

/** Newest first. A payment past its time counts as failed even before its row says so. */
export async function listPayments(tx: Db, filter: PaymentFilter): Promise<PaymentRow[]> {
  const { agent, type, status, now, limit } = filter
  const as = (side: 'from' | 'to') => sql`
    (select * from agent_payments.payments
     where ${sql.ref(`${side}_uuid`)} = ${agent}
       ${
         status === undefined
           ? sql``
           : sql`and ${status} = case when status = 'pending' and expires_at <= ${now}
               then 'failed' else status end`
       }
     order by uuid desc limit ${limit})`
  const sides = [
    ...(type === 'received' ? [] : [as('from')]),
    ...(type === 'sent' ? [] : [as('to')]),
  ]
  const { rows } = await sql<PaymentRow>`
    select * from (${sql.join(sides, sql` union all `)}) mine
    order by uuid desc limit ${limit}`.execute(tx)
  return rows
}

export const listDuePayments = (tx: Db, which: DuePage) =>
  listDueRows(
    tx,
    {
      table: 'agent_payments.payments',
      id: 'uuid',
      at: 'expires_at',
      only: sql`status = 'pending'`,
    },
    which,
  )

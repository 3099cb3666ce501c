// All SQL of payments that third parties initiate. No rules here.
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../../operation/due-store.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { PaymentStatus } from '../life-cycle.ts'

export type PaymentRow = Row<'open_banking.payments'>

export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'environment'
  | 'tpp_uuid'
  | 'consent_id'
  | 'status'
  | 'debtor_account'
  | 'creditor_iban'
  | 'creditor_name'
  | 'currency'
  | 'reference'
  | 'end_to_end_id'
  | 'redirect_uri'
  | 'carrier'
> & {
  readonly units: bigint
  readonly fee_units: bigint
  readonly due_at: Date
  readonly created_at: Date
}

export const insertPayment = (tx: Db, row: NewPayment): Promise<PaymentRow> =>
  tx
    .insertInto('open_banking.payments')
    .values({
      ...row,
      units: String(row.units),
      fee_units: String(row.fee_units),
      updated_at: row.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findPayment = async (tx: Db, id: string): Promise<PaymentRow | undefined> =>
  isUuid(id)
    ? tx.selectFrom('open_banking.payments').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined

export const lockPayment = async (tx: Db, id: string): Promise<PaymentRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('open_banking.payments')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined

/** Locks the payment that has this id at its carrier. */
export const lockCarried = (
  tx: Db,
  carrier: string,
  carrier_id: string,
): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('open_banking.payments')
    .selectAll()
    .where('carrier', '=', carrier)
    .where('carrier_id', '=', carrier_id)
    .forUpdate()
    .executeTakeFirst()

export interface PaymentFilter {
  readonly environment: Environment
  readonly role: 'tpp' | 'psu'
  readonly user: string
}

/** Newest first. */
export async function listPayments(
  tx: Db,
  { environment, role, user }: PaymentFilter,
  page: PageRequest,
) {
  const { rows, total } = await readPage(
    tx
      .selectFrom('open_banking.payments')
      .selectAll()
      .where('environment', '=', environment)
      .where(role === 'tpp' ? 'tpp_uuid' : 'psu_uuid', '=', user)
      .orderBy('id', 'desc'),
    page,
  )
  return { rows, total }
}

export interface PaymentChange {
  readonly status?: PaymentStatus
  readonly psu_uuid?: string
  readonly carrier_id?: string
  readonly reason?: string | null
  readonly due_at: Date | null
  readonly authorized_at?: Date
  readonly completed_at?: Date | null
  readonly updated_at?: Date
}

export const updatePayment = (tx: Db, id: string, change: PaymentChange): Promise<PaymentRow> =>
  tx
    .updateTable('open_banking.payments')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const listDuePayments = (tx: Db, which: DuePage) =>
  listDueRows(tx, { table: 'open_banking.payments' }, which)

// SQL of direct debit mandates. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { MandateStatus } from '../life-cycle.ts'

export type MandateRow = Row<'payment_rails.mandates'>

export interface NewMandate
  extends Pick<
    MandateRow,
    | 'id'
    | 'environment'
    | 'user_uuid'
    | 'allowed_by'
    | 'allowed_with'
    | 'account_id'
    | 'role'
    | 'mandate_id'
    | 'creditor_id'
    | 'creditor_name'
    | 'creditor_iban'
    | 'debtor_name'
    | 'debtor_iban'
    | 'scheme'
    | 'frequency'
    | 'signed_at'
  > {
  readonly max_units: bigint | null
  readonly expires_at: Date
  readonly created_at: Date
}

/** Undefined if the creditor has an open mandate with this reference already. */
export async function insertMandate(tx: Db, mandate: NewMandate): Promise<MandateRow | undefined> {
  return tx
    .insertInto('payment_rails.mandates')
    .values({
      ...mandate,
      max_units: mandate.max_units === null ? null : String(mandate.max_units),
      status: 'active',
      updated_at: mandate.created_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findMandate(tx: Db, id: string): Promise<MandateRow | undefined> {
  return isUuid(id)
    ? tx.selectFrom('payment_rails.mandates').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
}

/** Locks a mandate until the transaction ends, so that its collections are counted one after the other. */
export async function lockMandate(tx: Db, id: string): Promise<MandateRow | undefined> {
  return isUuid(id)
    ? tx
        .selectFrom('payment_rails.mandates')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
}

/** Locks the open mandate that a debtor gave to a creditor. */
export async function lockDebtorMandate(
  tx: Db,
  which: Pick<MandateRow, 'environment' | 'account_id' | 'creditor_id' | 'mandate_id'>,
): Promise<MandateRow | undefined> {
  return tx
    .selectFrom('payment_rails.mandates')
    .selectAll()
    .where('role', '=', 'debtor')
    .where('environment', '=', which.environment)
    .where('account_id', '=', which.account_id)
    .where('creditor_id', '=', which.creditor_id)
    .where('mandate_id', '=', which.mandate_id)
    .where('status', 'in', ['active', 'suspended'])
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the open mandates that a customer gave to creditors, of both environments. */
export const lockGiven = (tx: Db, user_uuid: string): Promise<MandateRow[]> =>
  given(tx, user_uuid).selectAll().orderBy('id').forUpdate().execute()

export async function countGiven(tx: Db, user_uuid: string): Promise<number> {
  const { count } = await given(tx, user_uuid)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const given = (tx: Db, user_uuid: string) =>
  tx
    .selectFrom('payment_rails.mandates')
    .where('user_uuid', '=', user_uuid)
    .where('role', '=', 'debtor')
    .where('status', 'in', ['active', 'suspended'])

/** Whether another customer collects under this creditor identifier. */
export async function isCreditorTaken(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly creditor_id: string
    readonly user_uuid: string
  },
): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_rails.mandates')
    .select('id')
    .where('environment', '=', which.environment)
    .where('creditor_id', '=', which.creditor_id)
    .where('role', '=', 'creditor')
    .where('user_uuid', '!=', which.user_uuid)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface MandateFilter {
  readonly environment: Environment
  readonly user_uuid: string
  readonly role?: MandateRow['role'] | undefined
  readonly status?: MandateStatus | undefined
}

/** Newest first. */
export async function listMandates(tx: Db, filter: MandateFilter, page: PageRequest) {
  let query = tx
    .selectFrom('payment_rails.mandates')
    .where('environment', '=', filter.environment)
    .where('user_uuid', '=', filter.user_uuid)
  if (filter.role !== undefined) query = query.where('role', '=', filter.role)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  return readPage(query.selectAll().orderBy('id', 'desc'), page)
}

/**
 * Collections that other customers of this bank have ordered by mandates of this debtor, and that are not settled yet:
 * the next first. The creditor's mandate and the debtor's are two rows with the same identifier and reference.
 */
export const listUpcoming = (
  tx: Db,
  { environment, user_uuid }: Pick<MandateFilter, 'environment' | 'user_uuid'>,
  page: PageRequest,
) =>
  readPage(
    tx
      .selectFrom('payment_rails.mandates as given')
      .innerJoin('payment_rails.mandates as collected', (join) =>
        join
          .onRef('collected.environment', '=', 'given.environment')
          .onRef('collected.creditor_id', '=', 'given.creditor_id')
          .onRef('collected.mandate_id', '=', 'given.mandate_id')
          .onRef('collected.creditor_iban', '=', 'given.creditor_iban')
          .onRef('collected.debtor_iban', '=', 'given.debtor_iban')
          .on('collected.role', '=', 'creditor')
          .on('collected.status', 'in', ['active', 'suspended']),
      )
      .innerJoin('payment_rails.payments as payment', (join) =>
        join
          .onRef('payment.mandate', '=', 'collected.id')
          .on('payment.direction', '=', 'incoming')
          .on('payment.status', 'in', ['pending', 'processing']),
      )
      .where('given.environment', '=', environment)
      .where('given.user_uuid', '=', user_uuid)
      .where('given.role', '=', 'debtor')
      .where('given.status', '=', 'active')
      .select([
        'payment.id',
        'payment.units',
        'payment.asset',
        'payment.memo',
        'payment.status',
        'payment.estimated_settlement',
        'given.id as mandate',
        'given.mandate_id',
        'given.account_id',
        'given.creditor_name',
      ])
      .$narrowType<{ status: 'pending' | 'processing' }>()
      .orderBy('payment.estimated_settlement')
      .orderBy('payment.id'),
    page,
  )

export async function updateMandate(
  tx: Db,
  id: string,
  change: {
    readonly status?: MandateStatus
    readonly last_used_at?: Date
    readonly expires_at?: Date
    readonly updated_at: Date
  },
): Promise<MandateRow> {
  return tx
    .updateTable('payment_rails.mandates')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The collections of a mandate since an instant, except failed ones. */
export async function countCollections(tx: Db, mandate: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from payment_rails.payments
    where mandate = ${mandate} and created_at >= ${since}
      and status not in ('failed', 'cancelled')`.execute(tx)
  return Number(rows[0]!.count)
}

/** Locks mandates that are due to expire, some at a time. */
export async function lockExpired(
  tx: Db,
  which: { readonly environment: Environment; readonly now: Date; readonly limit: number },
): Promise<MandateRow[]> {
  return tx
    .selectFrom('payment_rails.mandates')
    .selectAll()
    .where('environment', '=', which.environment)
    .where('status', 'in', ['active', 'suspended'])
    .where(sql<boolean>`expires_at <= ${which.now}`)
    .orderBy('expires_at')
    .limit(which.limit)
    .forUpdate()
    .execute()
}

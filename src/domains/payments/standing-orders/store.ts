// SQL of standing orders and their payments. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Due } from '../../../operation/due-jobs.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { OrderStatus } from './life-cycle.ts'

export type OrderRow = Row<'standing_orders.orders'>
export type PaymentRow = Row<'standing_orders.payments'>

export interface NewOrder
  extends Omit<OrderRow, 'units' | 'try_at' | 'allowed_at' | 'created_at' | 'updated_at'> {
  readonly units: bigint
  readonly try_at: Date
  readonly allowed_at: Date
  readonly created_at: Date
  readonly updated_at: Date
}

export const insertOrder = (tx: Db, order: NewOrder): Promise<OrderRow> =>
  tx
    .insertInto('standing_orders.orders')
    .values({ ...order, units: String(order.units) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findOrder = async (tx: Db, id: string): Promise<OrderRow | undefined> =>
  isUuid(id)
    ? tx.selectFrom('standing_orders.orders').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined

/** Locks an order until the transaction ends, so that a date is paid once. */
export const lockOrder = async (tx: Db, id: string): Promise<OrderRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('standing_orders.orders')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined

const open = ['active', 'paused'] as const

export interface OrderFilter {
  readonly environment: Environment
  readonly user_uuid: string
  readonly status?: OrderStatus | undefined
}

/** The orders that a user owns or set up, newest first. */
export async function listOrders(tx: Db, filter: OrderFilter, page: PageRequest) {
  let query = tx
    .selectFrom('standing_orders.orders')
    .where('environment', '=', filter.environment)
    .where((eb) =>
      eb.or([eb('user_uuid', '=', filter.user_uuid), eb('allowed_by', '=', filter.user_uuid)]),
    )
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  return readPage(query.selectAll().orderBy('id', 'desc'), page)
}

/** Locks the owner's list, so that concurrent creations are counted. */
export async function countOwned(
  tx: Db,
  { environment, user_uuid }: Pick<OrderFilter, 'environment' | 'user_uuid'>,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`standing-orders ${user_uuid}`}, 0))`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('standing_orders.orders')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('status', 'in', open)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countAllowed(tx: Db, user_uuid: string): Promise<number> {
  const { count } = await allowed(tx, user_uuid)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const lockAllowed = (tx: Db, user_uuid: string): Promise<OrderRow[]> =>
  allowed(tx, user_uuid).selectAll().orderBy('id').forUpdate().execute()

const allowed = (tx: Db, user_uuid: string) =>
  tx
    .selectFrom('standing_orders.orders')
    .where('allowed_by', '=', user_uuid)
    .where('status', 'in', open)

export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'recipient_name'
    | 'reference'
    | 'last_on'
    | 'status'
    | 'dates_passed'
    | 'next_on'
    | 'payments_made'
    | 'failed_in_a_row'
    | 'attempts'
    | 'allowed_by'
    | 'allowed_with'
  >
> & {
  readonly units?: string
  readonly try_at?: Date
  readonly allowed_at?: Date
  readonly updated_at: Date
}

export const updateOrder = (tx: Db, id: string, change: OrderChange): Promise<OrderRow> =>
  tx
    .updateTable('standing_orders.orders')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Orders whose next attempt is due, by id. */
export async function listDue(
  tx: Db,
  { now, after, limit }: { now: Date; after: Due | undefined; limit: number },
): Promise<Due[]> {
  let query = tx
    .selectFrom('standing_orders.orders')
    .select(['id as uuid', 'environment', 'try_at as expires_at'])
    .where('status', '=', 'active')
    .where(sql<boolean>`try_at <= ${now}`)
  if (after) query = query.where('id', '>', after.uuid)
  return query.orderBy('id').limit(limit).execute()
}

export async function insertPayment(
  tx: Db,
  payment: Omit<PaymentRow, 'decided_at'> & { readonly decided_at: Date },
): Promise<void> {
  await tx.insertInto('standing_orders.payments').values(payment).execute()
}

/** The newest first. */
export const listPayments = (tx: Db, order_id: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('standing_orders.payments')
      .where('order_id', '=', order_id)
      .selectAll()
      .orderBy('due_on', 'desc'),
    page,
  )

// All SQL of endpoints and of the payments for them, without rules.
import { sql } from 'kysely'
import type { PageRequest, Window } from '../../../../kernel/page.ts'
import type { Environment, Owner } from '../../../../operation/caller.ts'
import { type Db, readPage, readWindow } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { Scope } from '../scope.ts'

/** Only an endpoint whose `seller` is an operator may be at a path that the bank itself serves. */
export type EndpointRow = Row<'x402.endpoints'>

export async function insertEndpoint(
  tx: Db,
  { now, ...row }: Omit<EndpointRow, 'created_at' | 'updated_at'> & { readonly now: Date },
): Promise<EndpointRow | undefined> {
  return tx
    .insertInto('x402.endpoints')
    .values({ ...row, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['environment', 'method', 'path']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function listEndpoints(tx: Db, owner: Owner, page: PageRequest) {
  const query = tx
    .selectFrom('x402.endpoints')
    .selectAll()
    .where('environment', '=', owner.environment)
    .where('user_uuid', '=', owner.user_uuid)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(query, page)
  return { rows, total }
}

export async function listActiveIn(tx: Db, environment: Environment, window: Window) {
  const { rows, total } = await readWindow(
    tx
      .selectFrom('x402.endpoints')
      .selectAll()
      .where('is_active', '=', true)
      .where('environment', '=', environment)
      .orderBy('path')
      .orderBy('method'),
    window,
  )
  return { rows, total }
}

export async function listActive(tx: Db): Promise<EndpointRow[]> {
  return tx
    .selectFrom('x402.endpoints')
    .selectAll()
    .where('is_active', '=', true)
    .orderBy('path')
    .orderBy('method')
    .execute()
}

export async function findEndpoint(
  tx: Db,
  id: string,
  owner: Owner,
): Promise<EndpointRow | undefined> {
  return tx
    .selectFrom('x402.endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', owner.environment)
    .where('user_uuid', '=', owner.user_uuid)
    .executeTakeFirst()
}

export type EndpointChange = Partial<
  Pick<
    EndpointRow,
    | 'seller'
    | 'method'
    | 'path'
    | 'price_usd_cents'
    | 'network'
    | 'asset'
    | 'description'
    | 'mime_type'
    | 'is_active'
  >
>

/** Whether an endpoint, active or not, has one of these paths and a matching method. */
export async function isAnyAt(
  tx: Db,
  {
    environment,
    method,
    paths,
    notOf,
  }: Pick<EndpointRow, 'environment' | 'method'> & {
    readonly paths: readonly string[]
    /** The user whose own endpoints are ignored. */
    readonly notOf?: string
  },
): Promise<boolean> {
  const row = await tx
    .selectFrom('x402.endpoints')
    .select('id')
    .where('environment', '=', environment)
    .where(sql`lower(path)`, 'in', paths)
    .$if(method !== '*', (all) => all.where('method', 'in', [method, '*']))
    .$if(notOf !== undefined, (all) => all.where('user_uuid', '<>', notOf!))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another endpoint has this method and path. */
export async function isTaken(
  tx: Db,
  { id, environment, method, path }: Pick<EndpointRow, 'id' | 'environment' | 'method' | 'path'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('x402.endpoints')
    .select('id')
    .where('environment', '=', environment)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateEndpoint(
  tx: Db,
  id: string,
  change: EndpointChange,
  now: Date,
): Promise<EndpointRow> {
  return tx
    .updateTable('x402.endpoints')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteEndpoint(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('x402.endpoints').where('id', '=', id).execute()
}

export type X402PaymentRow = Row<'x402.payments'>

export interface NewX402Payment extends Owner {
  readonly id: string
  readonly endpoint_id: string
  readonly endpoint: string
  readonly payer: string | null
  readonly pay_to: string
  readonly amount: bigint
  readonly network: string
  readonly asset: string
  readonly test_mode: boolean
  readonly now: Date
}

/** Inserts one row per payment, even if the payment is tried several times. */
export async function recordVerified(
  tx: Db,
  { now, amount, ...row }: NewX402Payment,
): Promise<void> {
  await tx
    .insertInto('x402.payments')
    .values({
      ...row,
      amount: String(amount),
      scheme: 'exact',
      status: 'verified',
      created_at: now,
      verified_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function recordEnd(
  tx: Db,
  id: string,
  end: {
    readonly status: 'settled' | 'failed'
    readonly transaction_hash: string | null
    readonly error_reason: string | null
    readonly settled_at: string | null
  },
): Promise<void> {
  await tx.updateTable('x402.payments').set(end).where('id', '=', id).execute()
}

export async function expirePayments(tx: Db, before: Date): Promise<void> {
  await tx
    .updateTable('x402.payments')
    .set({ status: 'expired' })
    .where('status', '=', 'verified')
    .where('created_at', '<', before.toISOString())
    .execute()
}

export interface PaymentFilter extends Scope {
  readonly status: X402PaymentRow['status'] | undefined
  readonly network: string | undefined
  readonly payer: string | undefined
  readonly since: Date | undefined
}

const matching = (tx: Db, filter: PaymentFilter) =>
  tx
    .selectFrom('x402.payments')
    .where('environment', '=', filter.environment)
    .$if(filter.user_uuid !== undefined, (all) => all.where('user_uuid', '=', filter.user_uuid!))
    .$if(filter.status !== undefined, (all) => all.where('status', '=', filter.status!))
    .$if(filter.network !== undefined, (all) => all.where('network', '=', filter.network!))
    .$if(filter.payer !== undefined, (all) => all.where('payer', '=', filter.payer!))
    .$if(filter.since !== undefined, (all) =>
      all.where('created_at', '>=', filter.since!.toISOString()),
    )

export async function listPayments(
  tx: Db,
  filter: PaymentFilter,
  page: { readonly page: number; readonly per_page: number },
): Promise<{ readonly rows: X402PaymentRow[]; readonly total: number }> {
  const query = matching(tx, filter).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await readPage(query, page)
  return { rows, total }
}

export async function findPayment(
  tx: Db,
  id: string,
  filter: Scope,
): Promise<X402PaymentRow | undefined> {
  const none = { status: undefined, network: undefined, payer: undefined, since: undefined }
  return matching(tx, { ...filter, ...none })
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

export function sumPayments(tx: Db, filter: PaymentFilter) {
  return matching(tx, filter)
    .select((eb) => [
      eb.fn.countAll<string>().as('total'),
      eb.fn.countAll<string>().filterWhere('status', '=', 'settled').as('settled'),
      eb.fn.countAll<string>().filterWhere('status', '=', 'failed').as('failed'),
      sql<string>`coalesce(sum(amount) filter (where status = 'settled'), 0)`.as('volume'),
      sql<string>`count(distinct payer) filter (where status = 'settled')`.as('payers'),
    ])
    .executeTakeFirstOrThrow()
}

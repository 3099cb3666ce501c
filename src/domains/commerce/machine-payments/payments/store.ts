// All SQL of payments, without rules. The simulated facilitator's is in x402/store.ts.
import { sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { Scope } from '../scope.ts'
import type { RailId } from './rails.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'machine_payments.payments.rail': RailId
  }
}

/** `user_uuid` is the user whose session accompanied the payment, `agent_ids` are the payer's names. */
export type PaymentRow = Pick<Row<'machine_payments.payments'>, (typeof columns)[number]>

export type PaymentStatus = PaymentRow['status']

const columns = [
  'id',
  'environment',
  'challenge',
  'rail',
  'proof_key',
  'resource',
  'digest',
  'payer',
  'price_usdc',
  'amount',
  'currency',
  'network',
  'test_mode',
  'status',
  'failure',
  'settlement_reference',
  'created_at',
  'settled_at',
  'user_uuid',
  'agent_ids',
] as const

export async function findByProof(
  tx: Db,
  rail: RailId,
  proof_key: string,
): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('machine_payments.payments')
    .select(columns)
    .where('rail', '=', rail)
    .where('proof_key', '=', proof_key)
    .executeTakeFirst()
}

/** Payments that used this proof or this challenge, in one query, so that nothing changes in between. */
export async function listUsing(
  tx: Db,
  rail: RailId,
  proof_key: string,
  challenge: string | null,
): Promise<PaymentRow[]> {
  return tx
    .selectFrom('machine_payments.payments')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb.and([eb('rail', '=', rail), eb('proof_key', '=', proof_key)]),
        eb('challenge', '=', challenge),
      ]),
    )
    .execute()
}

export interface NewPayment {
  readonly id: string
  readonly environment: Environment
  readonly challenge: string | null
  readonly rail: RailId
  readonly proof_key: string
  readonly resource: string
  readonly digest: Buffer
  readonly payer: string | null
  readonly price_usdc: bigint
  readonly amount: bigint
  readonly currency: string
  readonly network: string | null
  readonly test_mode: boolean
  readonly now: Date
}

/** False when the proof or the challenge was used before. */
export async function insertVerified(
  tx: Db,
  { now, price_usdc, amount, ...payment }: NewPayment,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('machine_payments.payments')
    .values({
      ...payment,
      price_usdc: String(price_usdc),
      amount: String(amount),
      status: 'verified',
      created_at: now,
      verified_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Claims an unsettled payment; undefined when another request holds the claim or the payment is finished. */
export async function claimPayment(
  tx: Db,
  id: string,
  {
    now,
    until,
    user_uuid,
    agent_ids,
  }: {
    readonly now: Date
    readonly until: Date
    readonly user_uuid: string | null
    readonly agent_ids: readonly string[]
  },
): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('machine_payments.payments')
    .set({ claimed_until: until, user_uuid, agent_ids: [...agent_ids] })
    .where('id', '=', id)
    .where('status', '=', 'verified')
    .where((eb) =>
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now.toISOString())]),
    )
    .returning(columns)
    .executeTakeFirst()
}

export async function releaseClaim(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('machine_payments.payments')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('status', '=', 'verified')
    .execute()
}

export async function recordSettled(
  tx: Db,
  id: string,
  settlement_reference: string,
  now: Date,
): Promise<PaymentRow> {
  return tx
    .updateTable('machine_payments.payments')
    .set({ status: 'settled', settlement_reference, settled_at: now, claimed_until: null })
    .where('id', '=', id)
    .where('status', '=', 'verified')
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function recordFailed(tx: Db, id: string, failure: string): Promise<PaymentRow> {
  return tx
    .updateTable('machine_payments.payments')
    .set({ status: 'failed', failure, claimed_until: null })
    .where('id', '=', id)
    .where('status', '=', 'verified')
    .returning(columns)
    .executeTakeFirstOrThrow()
}

const seenBy = (tx: Db, { environment, user_uuid }: Scope) =>
  tx
    .selectFrom('machine_payments.payments')
    .where('environment', '=', environment)
    .$if(user_uuid !== undefined, (all) => all.where('user_uuid', '=', user_uuid!))

export async function listPayments(
  tx: Db,
  filter: Scope & { readonly status: PaymentStatus | undefined; readonly rail: RailId | undefined },
  page: { readonly page: number; readonly per_page: number },
): Promise<{ readonly rows: PaymentRow[]; readonly total: number }> {
  const matching = seenBy(tx, filter)
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status!))
    .$if(filter.rail !== undefined, (query) => query.where('rail', '=', filter.rail!))
  const newestFirst = matching.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await readPage(newestFirst, page)
  return { rows, total }
}

/** Counts and settled amounts by rail. */
export async function sumPayments(tx: Db, scope: Scope) {
  const rows = await seenBy(tx, scope)
    .select((eb) => [
      'rail',
      eb.fn.countAll<string>().as('total'),
      eb.fn.countAll<string>().filterWhere('status', '=', 'settled').as('settled'),
      eb.fn.countAll<string>().filterWhere('status', '=', 'failed').as('failed'),
      // Each payment is rounded up to whole cents, like its price.
      sql<string>`coalesce(sum(ceil(price_usdc / 10000)) filter (where status = 'settled'), 0)`.as(
        'settled_cents',
      ),
    ])
    .groupBy('rail')
    .orderBy('rail')
    .execute()
  return rows
}

// All SQL of messages, delivery reports and rates, without rules. The simulated provider's is in providers/store.ts.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { SmsStatus } from './life-cycle.ts'
import type { DeliveryReport } from './providers/provider.ts'

export type MessageRow = Pick<Row<'sms.messages'>, (typeof columns)[number]>

const columns = [
  'id',
  'environment',
  'provider',
  'provider_id',
  'test_mode',
  'destination',
  'sender',
  'message',
  'parts',
  'country_code',
  'price_usdc',
  'status',
  'error_code',
  'error_message',
  'user_uuid',
  'payment_rail',
  'payment_id',
  'payment_receipt',
  'attempts',
  'created_at',
  'delivered_at',
] as const

export interface NewMessage {
  readonly id: string
  readonly environment: Environment
  readonly provider: string
  readonly test_mode: boolean
  readonly destination: string
  readonly sender: string
  readonly message: string
  readonly parts: number
  readonly country_code: string
  readonly price_usdc: bigint
  readonly payer: string | null
  readonly fingerprint: Buffer | null
  readonly user_uuid: string | null
  readonly payment_rail: string | null
  readonly payment_id: string | null
  readonly payment_receipt: string | null
  readonly next_attempt_at: Date
  readonly now: Date
}

export async function insertMessage(
  tx: Db,
  { now, price_usdc, ...message }: NewMessage,
): Promise<MessageRow> {
  return tx
    .insertInto('sms.messages')
    .values({ ...message, price_usdc: String(price_usdc), created_at: now, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function findMessage(tx: Db, id: string): Promise<MessageRow | undefined> {
  return tx.selectFrom('sms.messages').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Makes concurrent requests for the same message wait until this transaction ends. */
export async function lockDuplicates(tx: Db, what: string): Promise<void> {
  const name = `sms/${what}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The newest matching message that did not fail. */
export async function findDuplicate(
  tx: Db,
  fingerprint: Buffer,
  since: Date,
): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('sms.messages')
    .select(columns)
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '>', since.toISOString())
    .where('status', '<>', 'failed')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest message bought with a payment. */
export async function findByPayment(tx: Db, payment_id: string): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('sms.messages')
    .select(columns)
    .where('payment_id', '=', payment_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Claims a pending message for one sender and counts the attempt; undefined when another one holds the claim. */
export async function claimMessage(
  tx: Db,
  id: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<MessageRow | undefined> {
  return tx
    .updateTable('sms.messages')
    .set((eb) => ({ claimed_until: until, attempts: eb('attempts', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now.toISOString())]),
    )
    .returning(columns)
    .executeTakeFirst()
}

export async function releaseClaim(
  tx: Db,
  id: string,
  change: { readonly next_attempt_at: Date; readonly error_message: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('sms.messages')
    .set({
      claimed_until: null,
      next_attempt_at: change.next_attempt_at,
      error_message: change.error_message,
      updated_at: change.now,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

export async function lockMessage(tx: Db, id: string): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('sms.messages')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function lockByProviderId(
  tx: Db,
  provider: string,
  provider_id: string,
): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('sms.messages')
    .select(columns)
    .where('provider', '=', provider)
    .where('provider_id', '=', provider_id)
    .forUpdate()
    .executeTakeFirst()
}

export interface StatusChange {
  readonly status: SmsStatus
  readonly provider_id?: string
  readonly error_code?: string | null
  readonly error_message?: string | null
  readonly mcc?: string | null
  readonly mnc?: string | null
  readonly sent_at?: Date
  readonly delivered_at?: Date
}

export async function updateStatus(
  tx: Db,
  id: string,
  now: Date,
  change: StatusChange,
): Promise<MessageRow> {
  return tx
    .updateTable('sms.messages')
    .set({ ...change, claimed_until: null, updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** The ids of due messages without a claim. */
export async function listWaiting(tx: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('sms.messages')
    .select('id')
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', now.toISOString())
    .where((eb) =>
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now.toISOString())]),
    )
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function insertEarlyReport(
  tx: Db,
  provider: string,
  report: DeliveryReport,
): Promise<void> {
  await tx
    .insertInto('sms.early_reports')
    .values({ provider, ...report })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .execute()
}

export async function takeEarlyReport(
  tx: Db,
  provider: string,
  provider_id: string,
): Promise<DeliveryReport | undefined> {
  const row = await tx
    .deleteFrom('sms.early_reports')
    .where('provider', '=', provider)
    .where('provider_id', '=', provider_id)
    .returning(['provider_id', 'status', 'error_code', 'mcc', 'mnc', 'reported_at'])
    .executeTakeFirst()
  return row && { ...row, reported_at: new Date(row.reported_at) }
}

export async function findRate(
  tx: Db,
  provider: string,
  country_code: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('sms.rates')
    .select('rate_eur')
    .where('provider', '=', provider)
    .where('country_code', '=', country_code)
    .executeTakeFirst()
  return row?.rate_eur
}

export async function upsertRates(
  tx: Db,
  provider: string,
  rates: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  if (rates.size === 0) return
  await tx
    .insertInto('sms.rates')
    .values(
      [...rates].map(([country_code, rate_eur]) => ({
        provider,
        country_code,
        rate_eur,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['provider', 'country_code']).doUpdateSet((eb) => ({
        rate_eur: eb.ref('excluded.rate_eur'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

// All SQL of the schema `ramp`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { CoinCode, Fiat, RampType } from './coins.ts'
import type { SessionStatus } from './life-cycle.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'ramp.sessions.fiat_currency': Fiat
    'ramp.sessions.crypto_currency': CoinCode
  }
}

export type SessionRow = Row<'ramp.sessions'>

export interface RampUser {
  readonly environment: Environment
  readonly user_uuid: string
}

/** Serializes the starting of one user's sessions, so that each sees how much the previous ones used. */
export async function lockUser(tx: Db, { environment, user_uuid }: RampUser): Promise<void> {
  const name = `ramp.sessions/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** US cents of the sessions started in the UTC day of an instant, except failed and expired ones. */
export async function sumDay(tx: Db, which: RampUser, now: Date): Promise<bigint> {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(dollar_cents), 0) as cents from ramp.sessions
    where environment = ${which.environment} and user_uuid = ${which.user_uuid}
      and created_at >= date_trunc('day', ${now}::timestamptz, 'UTC')
      and status not in ('failed', 'expired')`.execute(tx)
  return BigInt(rows[0]!.cents)
}

export async function isQuoteUsed(tx: Db, quote_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ramp.sessions')
    .select('id')
    .where('quote_uuid', '=', quote_uuid)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewSession extends RampUser {
  readonly id: string
  readonly provider: string
  readonly provider_session_id: string
  readonly provider_status: string
  readonly type: RampType
  readonly fiat_currency: Fiat
  readonly fiat_units: bigint
  readonly fee_units: bigint
  readonly network_fee_units: bigint
  readonly crypto_currency: CoinCode
  readonly crypto_units: bigint
  readonly dollar_cents: bigint
  readonly wallet_address: string
  readonly checkout_url: string
  readonly account_uuid: string | null
  readonly quote_uuid: string | null
  readonly check_at: Date
  readonly expires_at: Date
  readonly created_at: Date
}

export async function insertSession(tx: Db, session: NewSession): Promise<SessionRow> {
  return tx
    .insertInto('ramp.sessions')
    .values({
      ...session,
      fiat_units: String(session.fiat_units),
      fee_units: String(session.fee_units),
      network_fee_units: String(session.network_fee_units),
      crypto_units: String(session.crypto_units),
      dollar_cents: String(session.dollar_cents),
      status: 'pending',
      updated_at: session.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findSession(tx: Db, id: string): Promise<SessionRow | undefined> {
  return isUuid(id)
    ? tx.selectFrom('ramp.sessions').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
}

/** Locks a session, found by its id or by the provider's id, until the transaction ends. */
export async function lockSession(
  tx: Db,
  which: { readonly id: string } | { readonly provider: string; readonly named: string },
): Promise<SessionRow | undefined> {
  const all = tx.selectFrom('ramp.sessions').selectAll().forUpdate()
  return (
    'id' in which
      ? all.where('id', '=', which.id)
      : all.where('provider', '=', which.provider).where('provider_session_id', '=', which.named)
  ).executeTakeFirst()
}

/** Newest first. */
export async function listSessions(
  tx: Db,
  { environment, user_uuid }: RampUser,
  page: PageRequest,
): Promise<{ readonly rows: SessionRow[]; readonly total: number }> {
  const mine = tx
    .selectFrom('ramp.sessions')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
  const { rows, total } = await readPage(mine.selectAll().orderBy('id', 'desc'), page)
  return { rows, total }
}

/** Sessions that are due to be checked, the longest overdue first. */
export async function listDue(tx: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ramp.sessions where check_at <= ${now} order by check_at limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

export interface SessionChange {
  readonly status?: SessionStatus
  readonly provider_status?: string
  readonly crypto_units?: string
  readonly reason?: string | null
  readonly account_uuid?: string
  readonly entry_id?: string
  readonly check_at?: Date | null
  readonly completed_at?: Date
  readonly updated_at?: Date
}

export async function updateSession(
  tx: Db,
  id: string,
  change: SessionChange,
): Promise<SessionRow> {
  return tx
    .updateTable('ramp.sessions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

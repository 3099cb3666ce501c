// All SQL of the schema `gcu`. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../operation/caller.ts'
import type { Db } from '../../platform/database.ts'

export type TradeSide = 'buy' | 'sell'

export interface Trader {
  readonly environment: Environment
  readonly user_uuid: string
}

/** Trades of one person come one after the other, so that each sees what the last has used. */
export async function lockTrader(tx: Db, { environment, user_uuid }: Trader): Promise<void> {
  const name = `gcu.trades/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export interface UsedRow {
  readonly side: TradeSide
  readonly daily: bigint
  readonly monthly: bigint
}

/** Euro cents traded in the UTC day and the UTC month of an instant. */
export async function sumTrades(
  tx: Db,
  { environment, user_uuid }: Trader,
  now: Date,
): Promise<UsedRow[]> {
  const { rows } = await sql<{ side: TradeSide; daily: string; monthly: string }>`
    select side, sum(euro_cents) as monthly,
      coalesce(sum(euro_cents) filter (where created_at >= date_trunc('day', ${now}::timestamptz, 'UTC')), 0) as daily
    from gcu.trades
    where environment = ${environment} and user_uuid = ${user_uuid}
      and created_at >= date_trunc('month', ${now}::timestamptz, 'UTC')
    group by side`.execute(tx)
  return rows.map(({ side, daily, monthly }) => ({
    side,
    daily: BigInt(daily),
    monthly: BigInt(monthly),
  }))
}

export async function isQuoteUsed(tx: Db, quote_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('gcu.trades')
    .select('id')
    .where('quote_uuid', '=', quote_uuid)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewTrade extends Trader {
  readonly id: string
  readonly account_uuid: string
  readonly side: TradeSide
  readonly currency: string
  readonly currency_units: bigint
  readonly gcu_units: bigint
  readonly fee_units: bigint
  readonly euro_cents: bigint
  /** Eighteen places. */
  readonly exchange_rate: string
  readonly quote_uuid: string | null
  readonly created_at: Date
}

export async function insertTrade(tx: Db, trade: NewTrade): Promise<void> {
  const { currency_units, gcu_units, fee_units, euro_cents, ...row } = trade
  await tx
    .insertInto('gcu.trades')
    .values({
      ...row,
      currency_units: String(currency_units),
      gcu_units: String(gcu_units),
      fee_units: String(fee_units),
      euro_cents: String(euro_cents),
    })
    .execute()
}

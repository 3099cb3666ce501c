// All SQL of the schema `gcu`. No rules here.
import { sql } from 'kysely'
import { column } from '../../../platform/binary-arrays.ts'
import type { Db } from '../../../platform/database.ts'
import type { Trader, TradeSide } from '../gcu-terms/index.ts'

/** The quotes among these that a trade has used. */
export async function findUsedQuotes(tx: Db, quotes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ quote_uuid: string }>`
    select quote_uuid from gcu.trades where quote_uuid = any(${column('uuid', quotes, (one) => one)}::uuid[])`.execute(
    tx,
  )
  return new Set(rows.map(({ quote_uuid }) => quote_uuid))
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

export async function insertTrades(tx: Db, trades: readonly NewTrade[]): Promise<void> {
  if (trades.length === 0) return
  await sql`
    insert into gcu.trades (id, environment, user_uuid, account_uuid, side, currency, currency_units, gcu_units,
      fee_units, euro_cents, exchange_rate, quote_uuid, created_at)
    select id, environment, user_uuid, account_uuid, side, currency, currency_units, gcu_units,
      fee_units, euro_cents, exchange_rate::numeric, quote_uuid, created_at
    from unnest(
      ${column('uuid', trades, ({ id }) => id)}::uuid[],
      ${column('text', trades, ({ environment }) => environment)}::text[],
      ${column('uuid', trades, ({ user_uuid }) => user_uuid)}::uuid[],
      ${column('uuid', trades, ({ account_uuid }) => account_uuid)}::uuid[],
      ${column('text', trades, ({ side }) => side)}::text[],
      ${column('text', trades, ({ currency }) => currency)}::text[],
      ${column('numeric', trades, ({ currency_units }) => currency_units)}::numeric[],
      ${column('numeric', trades, ({ gcu_units }) => gcu_units)}::numeric[],
      ${column('numeric', trades, ({ fee_units }) => fee_units)}::numeric[],
      ${column('numeric', trades, ({ euro_cents }) => euro_cents)}::numeric[],
      ${column('text', trades, ({ exchange_rate }) => exchange_rate)}::text[],
      ${column('uuid', trades, ({ quote_uuid }) => quote_uuid)}::uuid[],
      ${column('timestamptz', trades, ({ created_at }) => created_at.getTime())}::timestamptz[])
      as t (id, environment, user_uuid, account_uuid, side, currency, currency_units, gcu_units, fee_units,
        euro_cents, exchange_rate, quote_uuid, created_at)`.execute(tx)
}

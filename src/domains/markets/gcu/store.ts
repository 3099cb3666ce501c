// All SQL of the schema `gcu`. No rules here.
import type { Db } from '../../../platform/database.ts'
import type { Trader, TradeSide } from '../gcu-terms/index.ts'

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

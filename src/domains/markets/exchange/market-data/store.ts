// SQL of the public history of a market: its trades without the parties, and its candles.
import { sql } from 'kysely'
import { dayOf } from '../../../../kernel/days.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { BookKey } from '../store.ts'

type PublicTradeRow = Pick<
  Row<'exchange.trades'>,
  'number' | 'price' | 'amount' | 'value' | 'maker_side' | 'created_at'
>

/** Newest first; only trades with a number below `before`. */
export const listPublicTrades = async (
  tx: Db,
  { environment, pair }: BookKey,
  before: number | undefined,
  limit: number,
): Promise<PublicTradeRow[]> => {
  let query = tx
    .selectFrom('exchange.trades')
    .select(['number', 'price', 'amount', 'value', 'maker_side', 'created_at'])
    .where('environment', '=', environment)
    .where('pair', '=', pair)
  if (before !== undefined) query = query.where('number', '<', String(before))
  return query.orderBy('number', 'desc').limit(limit).execute()
}

export interface StoredCandle {
  readonly at: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly value: string
  readonly trades: number
}

/** Oldest first. An interval without trades has no row. */
export async function listCandles(
  tx: Db,
  { environment, pair }: BookKey,
  seconds: number,
  from: Date,
  to: Date,
): Promise<StoredCandle[]> {
  const { rows } = await sql<StoredCandle>`
    select date_bin(${seconds} * interval '1 second', minute, 'epoch'::timestamptz) as at,
      (array_agg(open order by minute))[1] as open, max(high) as high, min(low) as low,
      (array_agg(close order by minute desc))[1] as close,
      sum(volume) as volume, sum(value) as value, sum(trades)::int as trades
    from exchange.candles
    where environment = ${environment} and pair = ${pair} and minute >= ${from} and minute < ${to}
    group by 1 order by 1`.execute(tx)
  return rows
}

/** The same by whole days in UTC, which have their own table because a year has half a million minutes. */
export async function listDayCandles(
  tx: Db,
  { environment, pair }: BookKey,
  from: Date,
  to: Date,
): Promise<StoredCandle[]> {
  const { rows } = await sql<StoredCandle>`
    select day::timestamp at time zone 'UTC' as at, open, high, low, close, volume, value, trades::int as trades
    from exchange.day_candles
    where environment = ${environment} and pair = ${pair} and day >= ${dayOf(from)}::date
      and day < ${dayOf(to)}::date
    order by day`.execute(tx)
  return rows
}

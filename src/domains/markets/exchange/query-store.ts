// SQL for reading the exchange: orders, trades, price levels and daily figures.
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readSqlPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { OrderSide } from './matching/order-book.ts'
import { type BookKey, orderColumns, type OrderRow, type PlacedOrder, toOrder } from './store.ts'

/** Selects the orders of one account, or all that a user owns or manages. */
export type OwnerFilter =
  | { readonly account: string; readonly owner: string }
  | { readonly user: string }

const ownedBy = (whose: OwnerFilter): RawBuilder<unknown> =>
  'account' in whose
    ? sql`o.user_uuid = ${whose.owner}::uuid and o.account_id = ${whose.account}::uuid`
    : sql`(o.user_uuid = ${whose.user}::uuid or o.manager_uuid = ${whose.user}::uuid)`

export interface TradeFilter {
  readonly environment: Environment
  readonly whose: OwnerFilter
  readonly pair: string | undefined
}

export type TradeRow = Omit<Row<'exchange.trades'>, 'environment' | 'number'> & {
  /** Whether the buy order and the sell order belong to the selected owner. */
  readonly buys: boolean
  readonly sells: boolean
}

/** Lists each trade once, even if both of its orders match the filter. */
const tradesOf = (filter: TradeFilter): RawBuilder<unknown> => sql`
  from (
    select id, bool_or(buys) as buys, bool_or(sells) as sells from (
      select t.id, true as buys, false as sells
      from exchange.orders o join exchange.trades t on t.buy_order = o.id
      where o.environment = ${filter.environment} and ${ownedBy(filter.whose)}
      union all
      select t.id, false, true
      from exchange.orders o join exchange.trades t on t.sell_order = o.id
      where o.environment = ${filter.environment} and ${ownedBy(filter.whose)}) side
    group by id) mine
  join exchange.trades t on t.id = mine.id
  where (${filter.pair ?? null}::text is null or t.pair = ${filter.pair ?? null})`

/** Newest first. */
export async function listTrades(
  tx: Db,
  filter: TradeFilter,
  page: PageRequest,
): Promise<{ trades: TradeRow[]; total: number }> {
  const query = {
    columns: sql<TradeRow>`t.id, t.pair, t.buy_order, t.sell_order, t.buyer_account, t.seller_account, t.price,
      t.amount, t.value, t.maker_fee, t.taker_fee, t.maker_side, t.created_at, mine.buys, mine.sells`,
    matching: tradesOf(filter),
    orderBy: sql`t.created_at desc, t.pair, t.number desc`,
  }
  const { rows, total } = await readSqlPage(tx, query, page)
  return { trades: rows, total }
}

export interface Level {
  readonly price: bigint
  readonly amount: bigint
}

/** The best prices of a side, with the amount waiting at each. */
export async function listLevels(
  tx: Db,
  { environment, pair }: BookKey,
  side: OrderSide,
  depth: number,
): Promise<Level[]> {
  const order = side === 'buy' ? sql`desc` : sql`asc`
  const { rows } = await sql<{ price: string; amount: string }>`
    select price, sum(amount - filled) as amount from exchange.orders
    where environment = ${environment} and pair = ${pair} and side = ${side} and closed_at is null
      and status <> 'pending'
    group by price order by price ${order} limit ${depth}`.execute(tx)
  return rows.map((row) => ({ price: BigInt(row.price), amount: BigInt(row.amount) }))
}

/** The orders that would be matched first, best price first, then oldest first. */
export async function listBestOrders(
  tx: Db,
  { environment, pair }: BookKey,
  side: OrderSide,
  limit: number,
): Promise<PlacedOrder[]> {
  const order = side === 'buy' ? sql`desc` : sql`asc`
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from exchange.orders o
    where environment = ${environment} and pair = ${pair} and side = ${side} and closed_at is null
      and status <> 'pending'
    order by price ${order}, seq limit ${limit}`.execute(tx)
  return rows.map(toOrder)
}

export interface DayRow {
  readonly last_price: bigint | null
  /** Undefined when nothing was traded within the day. */
  readonly day:
    | {
        readonly open: bigint
        readonly high: bigint
        readonly low: bigint
        readonly volume: bigint
      }
    | undefined
}

/** The last price of each pair, and its trading since a minute. */
export async function listDays(
  tx: Db,
  environment: Environment,
  from: Date,
  pair: string | null = null,
): Promise<Map<string, DayRow>> {
  const { rows } = await sql<{
    pair: string
    last_price: string | null
    open: string | null
    high: string | null
    low: string | null
    volume: string | null
  }>`
    select b.pair, b.last_price, c.open, c.high, c.low, c.volume
    from exchange.books b
    cross join lateral (
      select (array_agg(open order by minute))[1] as open, max(high) as high, min(low) as low,
        sum(volume) as volume
      from exchange.candles
      where environment = b.environment and pair = b.pair and minute >= ${from}) c
    where b.environment = ${environment} and (${pair}::text is null or b.pair = ${pair})`.execute(
    tx,
  )
  return new Map(
    rows.map((row) => [
      row.pair,
      {
        last_price: row.last_price === null ? null : BigInt(row.last_price),
        day:
          row.open === null
            ? undefined
            : {
                open: BigInt(row.open),
                high: BigInt(row.high!),
                low: BigInt(row.low!),
                volume: BigInt(row.volume!),
              },
      },
    ]),
  )
}

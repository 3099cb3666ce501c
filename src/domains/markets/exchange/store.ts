// All SQL that changes the schema `exchange`. A transaction must lock a book's row before changing the book.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import { plainColumn, textColumn, timeColumn } from '../../../platform/array-literals.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Order, OrderSide } from './matching/order-book.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'exchange.orders.environment': Environment
  }
}

export interface BookKey {
  readonly environment: Environment
  readonly pair: string
}

export type BookRow = Row<
  'exchange.books',
  { version: number; seq: number; trades: number; last_price: bigint | null }
>

/** Locks books until the transaction ends; every node locks in the same order, which prevents deadlocks. */
export async function lockBooks(tx: Db, keys: readonly BookKey[]): Promise<BookRow[]> {
  const { rows } = await sql<Row<'exchange.books'>>`
    select environment, pair, version, seq, trades, last_price from exchange.books
    where (environment, pair) in (select * from unnest(
      ${plainColumn(keys, (key) => key.environment)}::text[], ${plainColumn(keys, (key) => key.pair)}::text[]))
    order by environment, pair for update`.execute(tx)
  return rows.map((row) => ({
    environment: row.environment,
    pair: row.pair,
    version: Number(row.version),
    seq: Number(row.seq),
    trades: Number(row.trades),
    last_price: row.last_price === null ? null : BigInt(row.last_price),
  }))
}

type Times = 'triggered_at' | 'expires_at' | 'created_at' | 'updated_at' | 'closed_at'

export type OrderRow = Omit<Row<'exchange.orders'>, 'book_version' | Times> & {
  readonly triggered_ms: number | null
  readonly expires_ms: number | null
  readonly created_ms: number
  readonly updated_ms: number
  readonly closed_ms: number | null
}

export type PlacedOrder = Order & BookKey

const ms = (column: string): RawBuilder<unknown> =>
  sql`(extract(epoch from ${sql.ref(column)})::float8 * 1000)`

/** Every column of an order; the table's alias is `o`. */
export const orderColumns = sql`o.id, o.environment, o.pair, o.account_id, o.user_uuid, o.manager_uuid, o.side,
  o.type, o.time_in_force, o.amount, o.price, o.stop_price, o.maker_rate, o.taker_rate, o.by_program, o.filled, o.value,
  o.weight, o.fee, o.status, o.reason, o.seq, ${ms('o.triggered_at')} as triggered_ms,
  ${ms('o.expires_at')} as expires_ms, ${ms('o.created_at')} as created_ms,
  ${ms('o.updated_at')} as updated_ms, ${ms('o.closed_at')} as closed_ms`

const big = (text: string | null): bigint | null => (text === null ? null : BigInt(text))
const time = (value: number | null): number | null => (value === null ? null : Math.round(value))

export const toOrder = (row: OrderRow): PlacedOrder => ({
  id: row.id,
  environment: row.environment,
  pair: row.pair,
  account_id: row.account_id,
  user_uuid: row.user_uuid,
  manager_uuid: row.manager_uuid,
  side: row.side,
  type: row.type,
  time_in_force: row.time_in_force,
  amount: BigInt(row.amount),
  price: big(row.price),
  stop_price: big(row.stop_price),
  maker_rate: BigInt(row.maker_rate),
  taker_rate: BigInt(row.taker_rate),
  by_program: row.by_program,
  filled: BigInt(row.filled),
  value: BigInt(row.value),
  weight: BigInt(row.weight),
  fee: BigInt(row.fee),
  status: row.status,
  reason: row.reason,
  seq: Number(row.seq),
  triggered_at: time(row.triggered_ms),
  expires_at: time(row.expires_ms),
  created_at: Math.round(row.created_ms),
  updated_at: Math.round(row.updated_ms),
  closed_at: time(row.closed_ms),
})

/** The version of a book that a node's copy has. */
export interface KnownVersion extends BookKey {
  readonly version: number
}

/** Orders that changed since the known versions, in order of arrival. */
export async function listChangedOrders(
  tx: Db,
  since: readonly KnownVersion[],
): Promise<PlacedOrder[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from unnest(${plainColumn(since, (key) => key.environment)}::text[],
      ${plainColumn(since, (key) => key.pair)}::text[],
      ${plainColumn(since, (key) => key.version)}::bigint[]) as known (environment, pair, version)
    join exchange.orders o on o.environment = known.environment and o.pair = known.pair
      and o.book_version > known.version
    order by o.seq`.execute(tx)
  return rows.map(toOrder)
}

/** All waiting orders of the books, in order of arrival. */
export async function listWaitingOrders(tx: Db, keys: readonly BookKey[]): Promise<PlacedOrder[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns}
    from unnest(${plainColumn(keys, (key) => key.environment)}::text[],
      ${plainColumn(keys, (key) => key.pair)}::text[]) as wanted (environment, pair)
    join exchange.orders o on o.environment = wanted.environment and o.pair = wanted.pair
      and o.closed_at is null
    order by o.seq`.execute(tx)
  return rows.map(toOrder)
}

export async function findOrders(
  tx: Db,
  ids: readonly string[],
): Promise<Map<string, PlacedOrder>> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from exchange.orders o where o.id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, toOrder(row)]))
}

/** The trading volume of customers since a day, in cents. */
export async function sumVolumes(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly users: readonly string[]
    readonly since: string
  },
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ user_uuid: string; cents: string }>`
    select user_uuid, sum(cents) as cents from exchange.volumes
    where environment = ${which.environment} and user_uuid = any(${which.users}::uuid[])
      and day > ${which.since}::date
    group by user_uuid`.execute(tx)
  return new Map(rows.map((row) => [row.user_uuid, BigInt(row.cents)]))
}

export interface NewTrade extends BookKey {
  readonly id: string
  readonly number: number
  readonly buy_order: string | null
  readonly sell_order: string | null
  readonly buyer_account: string
  readonly seller_account: string
  readonly price: bigint
  readonly amount: bigint
  readonly value: bigint
  readonly maker_fee: bigint
  readonly taker_fee: bigint
  readonly maker_side: OrderSide
  readonly created_at: number
}

export interface Volume {
  readonly environment: Environment
  readonly user_uuid: string
  readonly day: string
  readonly cents: bigint
}

/** All changes of one batch. */
export interface BookChanges {
  /** The books after the batch, with the version that they had before it. */
  readonly books: readonly BookRow[]
  readonly newOrders: readonly PlacedOrder[]
  readonly orders: readonly PlacedOrder[]
  readonly trades: readonly NewTrade[]
  readonly volumes: readonly Volume[]
}

/** Writes a batch in one statement; parts without rows change nothing. */
export async function writeBooks(tx: Db, changes: BookChanges): Promise<void> {
  const { books, newOrders, orders, trades, volumes } = changes
  if (books.length === 0) return
  const versions = new Map(books.map((book) => [keyOf(book), book.version + 1]))
  await sql`
    with books as (${updateBooks(books)}),
      new_orders as (${insertOrders(newOrders, versions)}),
      orders as (${updateOrders(orders, versions)}),
      new_trades as (${insertTrades(trades)}),
      candles as (${addToCandles}),
      day_candles as (${addToDayCandles}),
      volumes as (${addVolumes(volumes)})
    select 1`.execute(tx)
}

const keyOf = ({ environment, pair }: BookKey): string => `${environment} ${pair}`

const updateBooks = (books: readonly BookRow[]): RawBuilder<unknown> => sql`
    update exchange.books b
    set version = b.version + 1, seq = u.seq, trades = u.trades, last_price = u.last_price
    from unnest(${plainColumn(books, (book) => book.environment)}::text[],
      ${plainColumn(books, (book) => book.pair)}::text[], ${plainColumn(books, (book) => book.seq)}::bigint[],
      ${plainColumn(books, (book) => book.trades)}::bigint[],
      ${plainColumn(books, (book) => book.last_price)}::numeric[]) as u (environment, pair, seq, trades, last_price)
    where b.environment = u.environment and b.pair = u.pair`

const insertOrders = (
  orders: readonly PlacedOrder[],
  versions: ReadonlyMap<string, number>,
): RawBuilder<unknown> => sql`
    insert into exchange.orders (id, environment, pair, account_id, user_uuid, manager_uuid, side, type,
      time_in_force, amount, price, stop_price, maker_rate, taker_rate, by_program, filled, value, weight, fee,
      status, reason, seq, book_version, triggered_at, expires_at, created_at, updated_at, closed_at)
    select * from unnest(
      ${plainColumn(orders, (order) => order.id)}::uuid[],
      ${plainColumn(orders, (order) => order.environment)}::text[],
      ${plainColumn(orders, (order) => order.pair)}::text[],
      ${plainColumn(orders, (order) => order.account_id)}::uuid[],
      ${plainColumn(orders, (order) => order.user_uuid)}::uuid[],
      ${plainColumn(orders, (order) => order.manager_uuid)}::uuid[],
      ${plainColumn(orders, (order) => order.side)}::text[],
      ${plainColumn(orders, (order) => order.type)}::text[],
      ${plainColumn(orders, (order) => order.time_in_force)}::text[],
      ${plainColumn(orders, (order) => order.amount)}::numeric[],
      ${plainColumn(orders, (order) => order.price)}::numeric[],
      ${plainColumn(orders, (order) => order.stop_price)}::numeric[],
      ${plainColumn(orders, (order) => order.maker_rate)}::integer[],
      ${plainColumn(orders, (order) => order.taker_rate)}::integer[],
      ${plainColumn(orders, (order) => String(order.by_program))}::boolean[],
      ${plainColumn(orders, (order) => order.filled)}::numeric[],
      ${plainColumn(orders, (order) => order.value)}::numeric[],
      ${plainColumn(orders, (order) => order.weight)}::numeric[],
      ${plainColumn(orders, (order) => order.fee)}::numeric[],
      ${plainColumn(orders, (order) => order.status)}::text[],
      ${textColumn(orders, (order) => order.reason)}::text[],
      ${plainColumn(orders, (order) => order.seq)}::bigint[],
      ${plainColumn(orders, (order) => versions.get(keyOf(order)))}::bigint[],
      ${timeColumn(orders, (order) => order.triggered_at)}::timestamptz[],
      ${timeColumn(orders, (order) => order.expires_at)}::timestamptz[],
      ${timeColumn(orders, (order) => order.created_at)}::timestamptz[],
      ${timeColumn(orders, (order) => order.updated_at)}::timestamptz[],
      ${timeColumn(orders, (order) => order.closed_at)}::timestamptz[])`

const updateOrders = (
  orders: readonly PlacedOrder[],
  versions: ReadonlyMap<string, number>,
): RawBuilder<unknown> => sql`
    update exchange.orders o
    set filled = u.filled, value = u.value, weight = u.weight, fee = u.fee, status = u.status,
      reason = u.reason, seq = u.seq, book_version = u.book_version, triggered_at = u.triggered_at,
      updated_at = u.updated_at, closed_at = u.closed_at
    from unnest(
      ${plainColumn(orders, (order) => order.id)}::uuid[],
      ${plainColumn(orders, (order) => order.filled)}::numeric[],
      ${plainColumn(orders, (order) => order.value)}::numeric[],
      ${plainColumn(orders, (order) => order.weight)}::numeric[],
      ${plainColumn(orders, (order) => order.fee)}::numeric[],
      ${plainColumn(orders, (order) => order.status)}::text[],
      ${textColumn(orders, (order) => order.reason)}::text[],
      ${plainColumn(orders, (order) => order.seq)}::bigint[],
      ${plainColumn(orders, (order) => versions.get(keyOf(order)))}::bigint[],
      ${timeColumn(orders, (order) => order.triggered_at)}::timestamptz[],
      ${timeColumn(orders, (order) => order.updated_at)}::timestamptz[],
      ${timeColumn(orders, (order) => order.closed_at)}::timestamptz[])
      as u (id, filled, value, weight, fee, status, reason, seq, book_version, triggered_at, updated_at, closed_at)
    where o.id = u.id`

const insertTrades = (trades: readonly NewTrade[]): RawBuilder<unknown> => sql`
      insert into exchange.trades (id, environment, pair, number, buy_order, sell_order, buyer_account,
        seller_account, price, amount, value, maker_fee, taker_fee, maker_side, created_at)
      select * from unnest(
        ${plainColumn(trades, (trade) => trade.id)}::uuid[],
        ${plainColumn(trades, (trade) => trade.environment)}::text[],
        ${plainColumn(trades, (trade) => trade.pair)}::text[],
        ${plainColumn(trades, (trade) => trade.number)}::bigint[],
        ${plainColumn(trades, (trade) => trade.buy_order)}::uuid[],
        ${plainColumn(trades, (trade) => trade.sell_order)}::uuid[],
        ${plainColumn(trades, (trade) => trade.buyer_account)}::uuid[],
        ${plainColumn(trades, (trade) => trade.seller_account)}::uuid[],
        ${plainColumn(trades, (trade) => trade.price)}::numeric[],
        ${plainColumn(trades, (trade) => trade.amount)}::numeric[],
        ${plainColumn(trades, (trade) => trade.value)}::numeric[],
        ${plainColumn(trades, (trade) => trade.maker_fee)}::numeric[],
        ${plainColumn(trades, (trade) => trade.taker_fee)}::numeric[],
        ${plainColumn(trades, (trade) => trade.maker_side)}::text[],
        ${timeColumn(trades, (trade) => trade.created_at)}::timestamptz[])
      returning environment, pair, number, price, amount, value, created_at`

/** Adds the new trades to the candles of one length. */
const addTo = (
  table: RawBuilder<unknown>,
  start: RawBuilder<unknown>,
  of: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    insert into ${table} as c (environment, pair, ${start}, open, high, low, close, volume, value, trades)
    select environment, pair, ${of}, (array_agg(price order by number))[1],
      max(price), min(price), (array_agg(price order by number desc))[1], sum(amount), sum(value), count(*)
    from new_trades group by 1, 2, 3 order by 1, 2, 3
    on conflict (environment, pair, ${start}) do update set
      high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close,
      volume = c.volume + excluded.volume, value = c.value + excluded.value,
      trades = c.trades + excluded.trades`

const addToCandles = addTo(
  sql`exchange.candles`,
  sql`minute`,
  sql`date_trunc('minute', created_at, 'UTC')`,
)
const addToDayCandles = addTo(
  sql`exchange.day_candles`,
  sql`day`,
  sql`(created_at at time zone 'UTC')::date`,
)

const addVolumes = (volumes: readonly Volume[]): RawBuilder<unknown> => sql`
    insert into exchange.volumes as v (environment, user_uuid, day, cents)
    select * from unnest(
      ${plainColumn(volumes, (volume) => volume.environment)}::text[],
      ${plainColumn(volumes, (volume) => volume.user_uuid)}::uuid[],
      ${plainColumn(volumes, (volume) => volume.day)}::date[],
      ${plainColumn(volumes, (volume) => volume.cents)}::numeric[]) as new (environment, user_uuid, day, cents)
    order by 1, 2, 3
    on conflict (environment, user_uuid, day) do update set cents = v.cents + excluded.cents`

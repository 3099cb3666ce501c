// SQL of a page of orders. The text is fixed, and one statement serves several pages, of several callers.
import { sql } from 'kysely'
import {
  boundedTotal,
  COUNTED_MAX,
  type PageRequest,
  type Window,
  windowOf,
} from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { batchRequests } from '../../../../platform/batch-reader.ts'
import { type Db, fixedText, runFixed } from '../../../../platform/database.ts'
import type { OrderStatus } from '../matching/order-book.ts'
import type { OwnerFilter } from '../query-store.ts'
import { orderColumns, type OrderRow, type PlacedOrder, toOrder } from '../store.ts'

export interface OrderFilter {
  readonly environment: Environment
  readonly whose: OwnerFilter
  readonly statuses: readonly OrderStatus[] | undefined
  readonly pair: string | undefined
}

const FINAL: readonly OrderStatus[] = ['filled', 'cancelled', 'expired', 'rejected']
const EVERY: readonly OrderStatus[] = ['pending', 'open', 'partially_filled', ...FINAL]

/** Each condition matches an index; where it does not apply, its operand is null. */
const owned = [
  sql`o.user_uuid = k.person`,
  sql`o.manager_uuid = k.person and o.user_uuid <> k.person`,
  sql`o.account_id = k.account and o.user_uuid = k.owner`,
]
const those = sql`o.environment = k.environment and (k.pair is null or o.pair = k.pair)`

/** The newest orders of each status, which include the newest of all. */
const newest = owned.map(
  (mine) => sql`
    select found.* from unnest(string_to_array(k.statuses, ',')) as s (status)
    cross join lateral (
      select o.id, o.created_at from exchange.orders o where ${mine} and ${those} and o.status = s.status
      order by o.created_at desc, o.id desc limit k.skipped + k.shown) found`,
)

const countedOf = owned.map(
  (mine) => sql`
    (select 1 from exchange.orders o
     where ${mine} and ${those} and o.status = any(string_to_array(k.statuses, ',')) and k.counts
     limit ${sql.lit(COUNTED_MAX + 1)})`,
)

const ORDERS = fixedText(sql`
  select k.n, c.total, ${orderColumns}
  from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[],
      $9::bigint[], $10::boolean[])
    as k (n, person, account, owner, environment, pair, statuses, shown, skipped, counts)
  cross join lateral (
    select count(*)::int as total from (
      ${sql.join(countedOf, sql` union all `)} limit ${sql.lit(COUNTED_MAX + 1)}) matching) c
  left join lateral (
    select * from (${sql.join(newest, sql` union all `)}) listed
    order by listed.created_at desc, listed.id desc limit k.shown offset k.skipped) page on true
  left join exchange.orders o on o.id = page.id
  order by k.n, page.created_at desc, page.id desc`)

type OrdersRequest = OrderFilter & Window & { readonly counts: boolean }
type FoundRow = OrderRow & { readonly n: number; readonly total: number }

async function readPages(tx: Db, requests: readonly OrdersRequest[]): Promise<FoundRow[][]> {
  const found = await runFixed<FoundRow>(tx, ORDERS(tx), [
    requests.map((_, index) => index),
    requests.map(({ whose }) => ('user' in whose ? whose.user : null)),
    requests.map(({ whose }) => ('account' in whose ? whose.account : null)),
    requests.map(({ whose }) => ('account' in whose ? whose.owner : null)),
    requests.map(({ environment }) => environment),
    requests.map(({ pair }) => pair ?? null),
    requests.map(({ statuses = EVERY }) => statuses.join(',')),
    requests.map(({ limit }) => limit),
    requests.map(({ offset }) => offset),
    requests.map(({ counts }) => counts),
  ])
  const pages: FoundRow[][] = requests.map(() => [])
  for (const row of found) pages[row.n]!.push(row)
  return pages
}

const readShared = batchRequests(readPages)

/** Pages that reach further are read alone, because they would delay the others of a batch. */
const SHARED_UNTIL = 500

/**
 * Lists that are known to exceed the count limit. Orders are never deleted and a final status never changes, so such a
 * list does not shrink, unless its filter names a status that is not final.
 */
const long = new Set<string>()
const LONG_KEPT = 10_000

function keepLong(list: string): void {
  if (long.size >= LONG_KEPT) long.clear()
  long.add(list)
}

/** Newest first, and their total number, up to the count limit. */
export async function listOrders(
  tx: Db,
  filter: OrderFilter,
  page: PageRequest,
): Promise<{ orders: PlacedOrder[]; total: number }> {
  const list = JSON.stringify(filter)
  const isLong = long.has(list)
  const request = { ...filter, ...windowOf(page), counts: !isLong }
  const found =
    request.offset + request.limit <= SHARED_UNTIL
      ? await readShared(tx, request)
      : (await readPages(tx, [request]))[0]!
  const [first] = found as [FoundRow, ...FoundRow[]]
  const counted = isLong ? COUNTED_MAX + 1 : first.total
  const onlyGrows = filter.statuses?.every((status) => FINAL.includes(status)) ?? true
  if (counted > COUNTED_MAX && onlyGrows && !tx.isTransaction) keepLong(list)
  const orders = (first.id as string | null) === null ? [] : found.map(toOrder)
  return { orders, total: boundedTotal(counted, orders.length, page) }
}

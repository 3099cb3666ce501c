// All SQL of the schema `baskets`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { type Db, readSqlPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export type BasketType = BasketRow['type']
export type Frequency = BasketRow['rebalance_frequency']

export type BasketRow = Omit<Row<'baskets.baskets'>, 'created_by'> & {
  readonly components: readonly ComponentRow[]
}

export type ComponentRow = Omit<Row<'baskets.components'>, 'basket_code' | 'place'>

const basket = sql<BasketRow>`b.code, b.name, b.description, b.precision, b.type, b.rebalance_frequency,
  b.is_active, b.history_days, b.last_rebalanced_at, b.created_at,
  (select jsonb_agg(jsonb_build_object('asset_code', c.asset_code, 'weight', c.weight,
      'min_weight', c.min_weight, 'max_weight', c.max_weight) order by c.place, c.asset_code)
    from baskets.components c where c.basket_code = b.code) as components`

export interface BasketFilter {
  readonly type?: BasketType | undefined
  readonly active?: boolean | undefined
}

const matching = ({ type = null, active = null }: Partial<Record<keyof BasketFilter, unknown>>) =>
  sql`from baskets.baskets b
    where (${type}::text is null or b.type = ${type})
      and (${active}::boolean is null or b.is_active = ${active})`

export async function listBaskets(tx: Db, filter: BasketFilter): Promise<BasketRow[]> {
  const { rows } = await sql<BasketRow>`
    select ${basket} ${matching(filter)} order by b.code`.execute(tx)
  return rows
}

/** One page of baskets, and the total number. */
export function listBasketPage(tx: Db, filter: BasketFilter, page: PageRequest) {
  const query = { columns: basket, matching: matching(filter), orderBy: sql`b.code` }
  return readSqlPage(tx, query, page)
}

export async function findBasket(tx: Db, code: string): Promise<BasketRow | undefined> {
  const { rows } = await sql<BasketRow>`
    select ${basket} from baskets.baskets b where b.code = ${code}`.execute(tx)
  return rows[0]
}

/** Keeps a basket's composition unchanged until the transaction ends; read the basket after this lock. */
export async function lockBasketShared(tx: Db, code: string): Promise<void> {
  await sql`select 1 from baskets.baskets where code = ${code} for share`.execute(tx)
}

/** Locks one basket, or all for null, so that compositions and values change one transaction at a time. */
export async function lockBaskets(tx: Db, code: string | null): Promise<void> {
  await sql`
    select 1 from baskets.baskets where (${code}::text is null or code = ${code})
    order by code for update`.execute(tx)
}

export interface NewBasket {
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly precision: number
  readonly type: BasketType
  readonly rebalance_frequency: Frequency
  readonly created_by: string | null
  readonly created_at: Date
}

export async function insertBasket(tx: Db, row: NewBasket): Promise<void> {
  await tx.insertInto('baskets.baskets').values(row).execute()
}

/** Sets the weights of parts; new parts are added at the end. */
export async function saveComponents(
  tx: Db,
  code: string,
  components: readonly ComponentRow[],
): Promise<void> {
  await sql`
    insert into baskets.components (basket_code, asset_code, weight, min_weight, max_weight, place)
    select ${code}, c.asset_code, c.weight, c.min_weight, c.max_weight,
      c.place + (select count(*) from baskets.components where basket_code = ${code})
    from jsonb_to_recordset(${JSON.stringify(components.map((one, place) => ({ ...one, place })))}::jsonb)
      as c (asset_code text, weight integer, min_weight integer, max_weight integer, place integer)
    on conflict (basket_code, asset_code) do update set weight = excluded.weight`.execute(tx)
}

export async function setRebalanced(tx: Db, code: string, now: Date): Promise<void> {
  await tx
    .updateTable('baskets.baskets')
    .set({ last_rebalanced_at: now })
    .where('code', '=', code)
    .execute()
}

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'baskets.compositions.parts': readonly StoredComponent[]
    'baskets.values.parts': readonly (StoredComponent & { readonly price_usd: string })[]
  }
}

/** How much of an asset one whole basket contains. */
export interface StoredComponent {
  readonly asset_code: string
  readonly weight: number
  /** Twelve places. */
  readonly units: string
}

export type CompositionRow = Pick<Row<'baskets.compositions'>, 'valid_at' | 'parts'>

/** All compositions of a basket, oldest first. */
export async function listCompositions(tx: Db, code: string): Promise<CompositionRow[]> {
  const { rows } = await sql<CompositionRow>`
    select valid_at, parts from baskets.compositions
    where basket_code = ${code} order by valid_at, id`.execute(tx)
  return rows
}

/** The current compositions of baskets, by code; a basket that was never priced has none. */
export async function findCompositions(
  tx: Db,
  codes: readonly string[],
): Promise<Map<string, CompositionRow>> {
  const { rows } = await sql<CompositionRow & { basket_code: string }>`
    select distinct on (basket_code) basket_code, valid_at, parts from baskets.compositions
    where basket_code = any(${[...codes]}::text[])
    order by basket_code, valid_at desc, id desc`.execute(tx)
  return new Map(rows.map((row) => [row.basket_code, row]))
}

export async function insertComposition(
  tx: Db,
  code: string,
  row: {
    readonly valid_at: Date
    readonly reason: 'launch' | 'rebalance'
    readonly parts: readonly StoredComponent[]
  },
): Promise<void> {
  await tx
    .insertInto('baskets.compositions')
    .values({ ...row, basket_code: code, parts: JSON.stringify(row.parts) })
    .execute()
}

/** The value has eight places. */
export type ValueRow = Omit<Row<'baskets.values'>, 'basket_code'>

export async function insertValues(tx: Db, code: string, rows: readonly ValueRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into baskets.values (basket_code, calculated_at, value, generated, parts)
    select ${code}, v.calculated_at, v.value, v.generated, v.parts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v (calculated_at timestamptz, value numeric, generated boolean, parts jsonb)`.execute(tx)
}

const value = sql`calculated_at, value, generated, parts`

/** The most values read at once; a long period is thinned out, since it may have a value for every hour of years. */
export const VALUES_MAX = 2_400

/**
 * Values between two instants, both included, oldest first. If there are more than `VALUES_MAX`, the
 * first, the last and evenly spaced values between them.
 */
export async function listValues(tx: Db, code: string, from: Date, to: Date): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select ${value} from (
      select *, row_number() over (order by calculated_at) as nth, count(*) over () as n
      from baskets.values
      where basket_code = ${code} and calculated_at between ${from} and ${to}) v
    where n <= ${sql.lit(VALUES_MAX)} or nth in (1, n)
      or nth % ((n + ${sql.lit(VALUES_MAX - 1)}) / ${sql.lit(VALUES_MAX)}) = 0
    order by calculated_at`.execute(tx)
  return rows
}

/** The last value of each day between two instants, oldest first. */
export async function listDailyValues(
  tx: Db,
  code: string,
  from: Date,
  to: Date,
): Promise<ValueRow[]> {
  const day = sql`(calculated_at at time zone 'UTC')::date`
  const { rows } = await sql<ValueRow>`
    select ${value} from (
      select distinct on (${day}) * from baskets.values
      where basket_code = ${code} and calculated_at between ${from} and ${to}
      order by ${day}, calculated_at desc) v
    order by calculated_at`.execute(tx)
  return rows
}

/** The last values up to an instant, newest first. */
export async function listLastValues(
  tx: Db,
  code: string,
  at: Date,
  limit: number,
): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select ${value} from baskets.values where basket_code = ${code} and calculated_at <= ${at}
    order by calculated_at desc limit ${limit}`.execute(tx)
  return rows
}

/** The last stored value of each basket up to an instant. */
export async function findLastValues(
  tx: Db,
  codes: readonly string[],
  at: Date,
): Promise<Map<string, ValueRow>> {
  const { rows } = await sql<ValueRow & { code: string }>`
    select c.code, last.* from unnest(${[...codes]}::text[]) as c (code)
    cross join lateral (
      select ${value} from baskets.values v where v.basket_code = c.code and calculated_at <= ${at}
      order by calculated_at desc limit 1) last`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

export async function findFirstTime(tx: Db, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ calculated_at: string }>`
    select calculated_at from baskets.values where basket_code = ${code}
    order by calculated_at limit 1`.execute(tx)
  return rows[0]?.calculated_at
}

export type BucketUnit = 'hour' | 'day' | 'week' | 'month'

/** The mean and the last value of each UTC hour, day, week (from Monday) or month that has values. */
export async function listBuckets(
  tx: Db,
  code: string,
  unit: BucketUnit,
  from: Date,
  to: Date,
): Promise<{ readonly start: string; readonly mean: string; readonly last: string }[]> {
  const { rows } = await sql<{ start: string; mean: string; last: string }>`
    select date_trunc(${unit}, calculated_at, 'UTC') as start, round(avg(value), 8) as mean,
      (array_agg(value order by calculated_at desc))[1] as last
    from baskets.values
    where basket_code = ${code} and calculated_at between ${from} and ${to}
    group by 1 order by 1`.execute(tx)
  return rows
}

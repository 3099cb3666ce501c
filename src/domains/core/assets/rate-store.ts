// SQL of the table `assets.rates`. Each row is the value of one whole asset in another, from an instant until
// the next row of the pair begins. Rows are added and closed, never rewritten. All rates are in dollars.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import { readRate } from './rate.ts'

/** Notes of the source of a rate; `valid_until` is when a rate that an operator set lapses. */
export interface RateMetadata {
  readonly valid_until?: string
  readonly [more: string]: unknown
}

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'assets.rates.metadata': RateMetadata
  }
}

export type RateRow = Omit<Row<'assets.rates'>, 'stale_since'>

export type RateSource = RateRow['source']

const columns = sql`id, from_asset, to_asset, rate, bid, ask, source, provider, valid_at, expires_at,
  is_active, metadata`

/** The dollar rates valid at an instant, of these assets or of all. */
export async function findDollarRates(
  tx: Db,
  at: Date,
  which: { readonly codes?: readonly string[]; readonly provider?: string } = {},
): Promise<RateRow[]> {
  const { codes = null, provider = null } = which
  const { rows } = await sql<RateRow>`
    select newest.* from assets.assets a
    cross join lateral (
      select ${columns} from assets.rates r
      where r.from_asset = a.code and r.to_asset = 'USD' and r.is_active and r.valid_at <= ${at}
        and (${provider}::text is null or r.provider = ${provider})
      order by r.valid_at desc limit 1) newest
    where (${codes}::text[] is null or a.code = any(${codes}::text[]))
      -- The last rate of one provider is still its last when another provider's has replaced it.
      and (${provider}::text is not null or newest.expires_at is null or newest.expires_at > ${at})
    order by a.code`.execute(tx)
  return rows
}

/** The dollar rates of these assets at each of these instants, times 10^18; by instant, then by asset. */
export async function listDollarRatesAtEach(
  tx: Db,
  codes: readonly string[],
  instants: readonly Date[],
): Promise<Map<string, bigint>[]> {
  const { rows } = await sql<{ index: number; code: string; rate: string }>`
    select i.index::int as index, a.code, newest.rate
    from unnest(${codes}::text[]) as a (code)
    cross join unnest(${instants.map((instant) => instant.toISOString())}::timestamptz[])
      with ordinality as i (instant, index)
    cross join lateral (
      select r.rate, r.expires_at from assets.rates r
      where r.from_asset = a.code and r.to_asset = 'USD' and r.is_active and r.valid_at <= i.instant
      order by r.valid_at desc limit 1) newest
    where newest.expires_at is null or newest.expires_at > i.instant`.execute(tx)
  const found = instants.map(() => new Map<string, bigint>())
  for (const { index, code, rate } of rows) found[index - 1]!.set(code, readRate(rate))
  return found
}

/** All dollar rates of an asset that began between two instants, both included, oldest first. */
export async function listDollarRates(
  tx: Db,
  code: string,
  from: Date,
  to: Date,
): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select ${columns} from assets.rates
    where from_asset = ${code} and to_asset = 'USD' and is_active and valid_at between ${from} and ${to}
    order by valid_at`.execute(tx)
  return rows
}

export interface RateFilter {
  readonly from: string | undefined
  readonly to: string | undefined
  /** Matches rates from or to this asset. */
  readonly asset: string | undefined
  readonly source: RateSource | undefined
  readonly active: boolean | undefined
  readonly valid: boolean | undefined
  readonly limit: number
}

const STALE_AFTER = sql`interval '1 day'`

/** The newest matching rates, and counts of all matches: in total, valid now, and valid but older than a day. */
export async function listRates(tx: Db, filter: RateFilter, now: Date) {
  const {
    from = null,
    to = null,
    asset = null,
    source = null,
    active = null,
    valid = null,
  } = filter
  const isValid = sql`(is_active and valid_at <= ${now} and (expires_at is null or expires_at > ${now}))`
  const matching = sql`
    from assets.rates
    where (${from}::text is null or from_asset = ${from}) and (${to}::text is null or to_asset = ${to})
      and (${asset}::text is null or ${asset} in (from_asset, to_asset))
      and (${source}::text is null or source = ${source})
      and (${active}::boolean is null or is_active = ${active})
      and (${valid}::boolean is null or ${isValid} = ${valid})`
  const [listed, counted] = await Promise.all([
    sql<RateRow>`select ${columns} ${matching}
      order by valid_at desc, from_asset, to_asset, id limit ${filter.limit}`.execute(tx),
    sql<{ total: number; valid: number; stale: number }>`
      select count(*)::int as total, count(*) filter (where ${isValid})::int as valid,
        count(*) filter (where ${isValid} and valid_at < ${now}::timestamptz - ${STALE_AFTER})::int as stale
      ${matching}`.execute(tx),
  ])
  return { rows: listed.rows, counts: counted.rows[0]! }
}

/** Locks the rates until the transaction ends, so that only one transaction on any node adds rates. */
export async function lockRates(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('assets.rates', 0))`.execute(tx)
}

export interface NewRate {
  readonly from_asset: string
  readonly rate: string
  readonly bid: string | null
  readonly ask: string | null
  readonly source: RateSource
  readonly provider: string
  readonly valid_at: Date
  readonly metadata: object
}

/**
 * Adds dollar rates, except for instants that already have one, and closes each rate where the next
 * begins. Returns the added rates, oldest first.
 */
export async function insertDollarRates(tx: Db, rates: readonly NewRate[]): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    insert into assets.rates (from_asset, to_asset, rate, bid, ask, source, provider, valid_at, expires_at,
      metadata)
    select from_asset, 'USD', rate, bid, ask, source, provider, valid_at,
      -- The next of the new rates, or a known one that comes earlier.
      least(min(valid_at) over (partition by from_asset order by valid_at
        range between interval '1 microsecond' following and unbounded following), (
        select min(n.valid_at) from assets.rates n where n.from_asset = r.from_asset and n.to_asset = 'USD'
          and n.is_active and n.valid_at > r.valid_at)),
      metadata
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r (from_asset text, rate numeric,
      bid numeric, ask numeric, source text, provider text, valid_at timestamptz, metadata jsonb)
    on conflict do nothing returning ${columns}`.execute(tx)
  const codes = [...new Set(rows.map((row) => row.from_asset))]
  await sql`
    update assets.rates r set expires_at = next.valid_at
    from (
      select o.id, min(n.valid_at) as valid_at from assets.rates o
      join assets.rates n on n.from_asset = o.from_asset and n.to_asset = o.to_asset and n.is_active
        and n.valid_at > o.valid_at
      where o.is_active and o.expires_at is null and o.to_asset = 'USD'
        and o.from_asset = any(${codes}::text[])
      group by o.id) next
    where r.id = next.id`.execute(tx)
  return rows.toSorted((a, b) => (a.valid_at < b.valid_at ? -1 : 1))
}

/** The rates that operators set for these assets, past and current. */
export async function listOperatorRates(tx: Db, codes: readonly string[]): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select ${columns} from assets.rates
    where provider = 'operator' and is_active and to_asset = 'USD'
      and from_asset = any(${[...codes]}::text[])`.execute(tx)
  return rows
}

/** The time of a provider's last rate. */
export async function findLastOf(tx: Db, provider: string): Promise<string | undefined> {
  const { rows } = await sql<{ valid_at: string }>`
    select valid_at from assets.rates where provider = ${provider} and is_active
    order by valid_at desc limit 1`.execute(tx)
  return rows[0]?.valid_at
}

/** Marks the current rates of these providers that are older than a day, and returns those newly marked. */
export async function markStale(tx: Db, providers: readonly string[], now: Date) {
  const { rows } = await sql<RateRow>`
    update assets.rates set stale_since = ${now}
    where is_active and expires_at is null and stale_since is null
      and provider = any(${[...providers]}::text[]) and valid_at < ${now}::timestamptz - ${STALE_AFTER}
    returning ${columns}`.execute(tx)
  return rows
}

/** Counts the valid rates from or to an asset. */
export async function countRates(tx: Db, code: string, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from assets.rates
    where ${code} in (from_asset, to_asset) and is_active and valid_at <= ${now}
      and (expires_at is null or expires_at > ${now})`.execute(tx)
  return rows[0]!.total
}

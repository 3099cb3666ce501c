// SQL that searches, sorts and adds up booked transactions of some accounts, with their category and merchant. The
// words of references are matched in memory, once for each distinct reference, because PostgreSQL takes a hundred
// times as long for it.
import { type RawBuilder, sql } from 'kysely'
import { type Db, readInSlices } from '../../../platform/database.ts'
import { type BookedFilter, selectBooked, type Side } from '../../core/ledger/index.ts'
import {
  categoryNames,
  categoryOfSubtype,
  EXCHANGE,
  labelReference,
  NO_MERCHANT,
  OWN_TRANSFERS,
  UNCATEGORIZED,
} from './categories.ts'
import type { Sort } from './filters.ts'

export interface Search extends BookedFilter {
  /** The owner of each account of the caller, by account. */
  readonly owners: Readonly<Record<string, string>>
  /** The same for the accounts that the question is about. */
  readonly askedOwners: Readonly<Record<string, string>>
  /** The number of smallest units in one whole unit of each asset. */
  readonly scales: Readonly<Record<string, string>>
  readonly min: string | undefined
  readonly max: string | undefined
  readonly category: string | undefined
  readonly recipient: string | undefined
  /** Accounts of the caller whose name contains the recipient. */
  readonly namedAccounts: readonly string[]
  /** Categories, recipients and accounts with such a name that are left out. */
  readonly categoriesNot: readonly string[]
  readonly recipientsNot: readonly string[]
  readonly namedAccountsNot: readonly string[]
  readonly sort: Sort
  /** The value of one unit of each asset in a common measure, by which amounts are sorted; assets without a rate are absent. */
  readonly weights: Readonly<Record<string, string>>
}

/** Categories and merchants by reference; references without a known word are absent. */
interface Labels {
  readonly categories: Readonly<Record<string, string>>
  readonly merchants: Readonly<Record<string, string>>
}

const noLabels: Labels = { categories: {}, merchants: {} }

/** A non-blank text field of the metadata, or null. */
const metadataText = (key: string, length: number): RawBuilder<unknown> =>
  sql`case when jsonb_typeof(s.metadata -> ${sql.lit(key)}) = 'string'
    then nullif(btrim(left(s.metadata ->> ${sql.lit(key)}, ${sql.lit(length)})), '') end`

const notedCategory = sql`lower(${metadataText('category', 50)})`

const isOwn = sql`(k.owners ->> s.other_account::text) = s.owner::text`

/** In order: the bank's subtype, the category in the metadata, a transfer to oneself, the words of the reference. */
const category = sql`coalesce(k.subtypes ->> s.subtype, k.names ->> ${notedCategory}, ${notedCategory},
  case when ${isOwn} then ${sql.lit(OWN_TRANSFERS)} end, k.categories ->> s.reference,
  ${sql.lit(UNCATEGORIZED)})`

const notedMerchant = sql`coalesce(${metadataText('merchant', 100)}, ${metadataText('merchant_name', 100)})`

const merchant = sql`coalesce(${notedMerchant}, k.merchants ->> s.reference, ${sql.lit(NO_MERCHANT)})`

const toJson = (value: object): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`

/**
 * The matching rows, as `s`. Lookup tables are JSON objects in `k` rather than joined tables, because the planner's
 * choice of a join depends on a guess at the number of rows.
 */
function matching(
  tx: Db,
  search: Search,
  labels: Labels,
  category_asked = search.category ?? null,
): RawBuilder<unknown> {
  const { min = null, max = null, recipient = null } = search
  const scale = sql`(k.scales ->> s.asset)::numeric`
  const contains = (text: RawBuilder<unknown>) => sql`position(${recipient} in lower(${text})) > 0`
  const names = (text: RawBuilder<unknown>) => sql`position(n.word in lower(${text})) > 0`
  return sql`
    from ${selectBooked(tx, search)} s
    cross join (select ${toJson(search.owners)} as owners, ${toJson(search.askedOwners)} as asked,
      ${toJson(search.scales)} as scales, ${toJson(search.weights)} as weights, ${toJson(categoryOfSubtype)} as subtypes,
      ${toJson(categoryNames)} as names, ${toJson(labels.categories)} as categories,
      ${toJson(labels.merchants)} as merchants) k
    where (${min}::numeric is null or s.units >= ${min}::numeric * ${scale})
      and (${max}::numeric is null or s.units <= ${max}::numeric * ${scale})
      and (${category_asked}::text is null or ${category} = ${category_asked})
      and (${recipient}::text is null or ${contains(sql`s.reference`)} or ${contains(notedMerchant)}
        or ${contains(metadataText('recipient', 100))} or s.other_account = any(${search.namedAccounts}::uuid[]))
      and (cardinality(${search.categoriesNot}::text[]) = 0 or ${category} <> all(${search.categoriesNot}::text[]))
      and (cardinality(${search.recipientsNot}::text[]) = 0
        or not exists (select 1 from unnest(${search.recipientsNot}::text[]) as n (word)
          where ${names(sql`s.reference`)} or ${names(notedMerchant)}
            or ${names(metadataText('recipient', 100))}
            or s.other_account = any(${search.namedAccountsNot}::uuid[])))`
}

/** Finds the labels of all references that may match. */
async function labelMatching(tx: Db, search: Search): Promise<Labels> {
  const different = sql<{ reference: string }>`
    select distinct s.reference ${matching(tx, search, noLabels, null)} and s.reference is not null`
  const categories: [string, string][] = []
  const merchants: [string, string][] = []
  for await (const rows of readInSlices(tx, 'queries_references', different))
    for (const { reference } of rows) {
      const label = labelReference(reference)
      if (label.category !== undefined) categories.push([reference, label.category])
      if (label.merchant !== undefined) merchants.push([reference, label.merchant])
    }
  return { categories: Object.fromEntries(categories), merchants: Object.fromEntries(merchants) }
}

/** Labels are needed only to filter by category: those of the named ones, or all of them to find the uncategorized. */
async function labelsFor(tx: Db, search: Search): Promise<Labels> {
  const { categoriesNot } = search
  if (search.category === undefined && categoriesNot.length === 0) return noLabels
  const { categories } = await labelMatching(tx, search)
  const wanted = Object.entries(categories).filter(
    ([, label]) =>
      label === search.category ||
      search.category === UNCATEGORIZED ||
      categoriesNot.includes(label),
  )
  return { categories: Object.fromEntries(wanted), merchants: {} }
}

export interface SideSum {
  readonly asset: string
  readonly side: Side
  readonly count: number
  readonly units: bigint
  readonly smallest: bigint
  readonly largest: bigint
}

async function sumLabelled(tx: Db, search: Search, labels: Labels): Promise<SideSum[]> {
  const { rows } = await sql<Record<Exclude<keyof SideSum, 'side'>, string> & { side: Side }>`
    select s.asset, s.side, count(*) as count, sum(s.units) as units, min(s.units) as smallest,
      max(s.units) as largest
    ${matching(tx, search, labels)} group by s.asset, s.side order by s.asset, s.side`.execute(tx)
  return rows.map((row) => ({
    asset: row.asset,
    side: row.side,
    count: Number(row.count),
    units: BigInt(row.units),
    smallest: BigInt(row.smallest),
    largest: BigInt(row.largest),
  }))
}

export interface MatchingRow {
  readonly id: string
  readonly line: number
  readonly side: Side
  readonly account_id: string
  readonly other_account: string
  readonly position: string
  readonly asset: string
  readonly units: string
  readonly reference: string | null
  readonly booked_at: string
  readonly category: string
  readonly merchant: string
}

const byAmount = sql`s.units * (k.weights ->> s.asset)::numeric`
const newestFirst = sql`s.booked_at desc, s.position desc, s.side`
/** Among equal amounts the newest comes first, so that the order is always the same. */
const orders: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  newest: newestFirst,
  oldest: sql`s.booked_at, s.position, s.side`,
  largest: sql`${byAmount} desc nulls last, ${newestFirst}`,
  smallest: sql`${byAmount} nulls last, ${newestFirst}`,
}

async function listLabelled(
  tx: Db,
  search: Search,
  labels: Labels,
  limit: number,
): Promise<MatchingRow[]> {
  const { rows } = await sql<MatchingRow>`
    select s.id, s.line, s.side, s.account_id, s.other_account, s.position, s.asset, s.units, s.reference, s.booked_at,
      ${category} as category, ${merchant} as merchant
    ${matching(tx, search, labels)}
    order by ${orders[search.sort]} limit ${limit}`.execute(tx)
  return rows.map(labelled)
}

/** Fills in category and merchant from the words of the reference where nothing else gave them. */
function labelled(row: MatchingRow): MatchingRow {
  const label = row.reference === null ? undefined : labelReference(row.reference)
  return {
    ...row,
    category: row.category === UNCATEGORIZED ? (label?.category ?? UNCATEGORIZED) : row.category,
    merchant: row.merchant === NO_MERCHANT ? (label?.merchant ?? NO_MERCHANT) : row.merchant,
  }
}

/** The sums of all matches by asset and direction, and the first matches in the order that was asked for. */
export async function searchMatching(
  tx: Db,
  search: Search,
  limit: number,
): Promise<{ readonly sums: SideSum[]; readonly rows: MatchingRow[] }> {
  const labels = await labelsFor(tx, search)
  return {
    sums: await sumLabelled(tx, search, labels),
    rows: await listLabelled(tx, search, labels, limit),
  }
}

/** The sums alone, of a period to compare with. */
export async function sumMatching(tx: Db, search: Search): Promise<SideSum[]> {
  return sumLabelled(tx, search, await labelsFor(tx, search))
}

/** `counted` is spent or earned; `own` moved between two accounts in question; `exchange` swapped one asset for another. */
export type Kind = 'counted' | 'own' | 'exchange'

const exchangeSubtypes = Object.keys(categoryOfSubtype).filter(
  (subtype) => categoryOfSubtype[subtype] === EXCHANGE,
)

/** A question that names one of these categories wants it counted. */
const kindOf = ({ category: asked }: Search): RawBuilder<unknown> => sql`case
  when ${asked === EXCHANGE || asked === OWN_TRANSFERS}::boolean then 'counted'
  when s.subtype = any(${exchangeSubtypes}::text[]) then 'exchange'
  when (k.asked ->> s.other_account::text) = s.owner::text then 'own' else 'counted' end`

export interface Sum {
  readonly asset: string
  readonly count: number
  readonly units: bigint
}

/** A sum with a name and its largest amount. */
export interface Group extends Sum {
  readonly name: string
  readonly largest: bigint
}

/** The totals, and the spending among them grouped in three ways. */
export interface Breakdown {
  readonly totals: readonly (Sum & { readonly side: Side; readonly kind: Kind })[]
  /** The groups hold spending only. */
  readonly categories: readonly Group[]
  readonly days: readonly Group[]
  readonly merchants: readonly Group[]
  /** The day of the earliest match of any kind. */
  readonly first: string | undefined
}

interface GroupRow {
  readonly asset: string
  readonly side: Side
  readonly kind: Kind
  readonly category: string
  readonly merchant: string
  readonly day: string
  readonly count: string
  readonly units: string
  readonly largest: string
}

export async function breakDown(tx: Db, search: Search): Promise<Breakdown> {
  const labels = await labelMatching(tx, search)
  const { rows } = await sql<GroupRow>`
    select s.asset, s.side, ${kindOf(search)} as kind, ${category} as category, ${merchant} as merchant,
      (s.booked_at at time zone 'UTC')::date as day, count(*) as count, sum(s.units) as units,
      max(s.units) as largest
    ${matching(tx, search, labels)} group by 1, 2, 3, 4, 5, 6`.execute(tx)
  const groups = rows.map((row) => ({
    ...row,
    count: Number(row.count),
    units: BigInt(row.units),
    largest: BigInt(row.largest),
  }))
  const spent = groups.filter(({ kind, side }) => kind === 'counted' && side === 'from')
  return {
    totals: groups,
    categories: spent.map((group) => ({ ...group, name: group.category })),
    days: spent.map((group) => ({ ...group, name: group.day })),
    merchants: spent.map((group) => ({ ...group, name: group.merchant })),
    first: groups.reduce<string | undefined>(
      (first, { day }) => (first === undefined || day < first ? day : first),
      undefined,
    ),
  }
}

/** The sums of spending, without groups. */
export async function sumSpent(tx: Db, search: Search): Promise<Sum[]> {
  const labels = await labelsFor(tx, search)
  const { rows } = await sql<Record<keyof Sum, string>>`
    select asset, count(*) as count, sum(units) as units
    from (select s.asset, s.units, ${kindOf(search)} as kind ${matching(tx, search, labels)}) s
    where kind = 'counted' group by asset order by asset`.execute(tx)
  return rows.map((row) => ({
    asset: row.asset,
    count: Number(row.count),
    units: BigInt(row.units),
  }))
}

/** The reference of the newest spending that matches; undefined when there is none. */
export async function findSpentReference(
  tx: Db,
  search: Search,
): Promise<string | null | undefined> {
  const labels = await labelsFor(tx, search)
  const { rows } = await sql<{ reference: string | null }>`
    select reference
    from (select s.*, ${kindOf(search)} as kind ${matching(tx, search, labels)}) s
    where kind = 'counted' order by booked_at desc, position desc limit 1`.execute(tx)
  return rows[0]?.reference
}

/** The positions of the first payment from each account to each counterparty of some rows. */
export async function findFirstPayments(
  tx: Db,
  { books }: Search,
  list: readonly MatchingRow[],
): Promise<ReadonlySet<string>> {
  const others = [...new Set(list.map(({ other_account }) => other_account))]
  const all: BookedFilter = { books, from: undefined, to: undefined, side: 'from' }
  const { rows } = await sql<{ first: string }>`
    select min(s.position) as first from ${selectBooked(tx, all)} s
    where s.other_account = any(${others}::uuid[]) group by s.account_id, s.other_account`.execute(
    tx,
  )
  return new Set(rows.map(({ first }) => first))
}

/** The number of transactions of each account on each of the days of some rows, by account and day. */
export async function countOnDays(
  tx: Db,
  { books }: Search,
  list: readonly MatchingRow[],
): Promise<ReadonlyMap<string, number>> {
  const days = [...new Set(list.map(({ booked_at }) => booked_at.slice(0, 10)))].toSorted()
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ account_id: string; day: string; count: string }>`
    select s.account_id, (s.booked_at at time zone 'UTC')::date as day, count(*) as count
    from ${selectBooked(tx, {
      books,
      from: new Date(`${days[0]}T00:00:00Z`),
      to: new Date(`${days.at(-1)}T23:59:59.999Z`),
      side: undefined,
    })} s
    where (s.booked_at at time zone 'UTC')::date = any(${days}::date[]) group by 1, 2`.execute(tx)
  return new Map(rows.map((row) => [`${row.account_id} ${row.day}`, Number(row.count)]))
}

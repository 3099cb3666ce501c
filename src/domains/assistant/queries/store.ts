// SQL that searches, sorts and adds up booked transactions of some accounts. Sums come from the daily sums wherever
// these know enough; a search by amount, by counterparty or of payments only reads every move of its period. The
// transactions that are shown are read from the few days on which the sums say they are.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { MoveFilter, Side } from '../../core/ledger/index.ts'
import {
  columns,
  endOf,
  labelAll,
  labelledRows,
  labelOne,
  noLabels,
  coverageOf,
  readDay,
  selectParts,
  startOf,
  UNCATEGORIZED,
} from '../spending/for-tasks.ts'
import type { Kind, Labels, Narrow, Coverage, Scope, SumScope } from '../spending/index.ts'
import type { Sort } from './filters.ts'
import { isPayment } from './payments.ts'

export interface Search extends SumScope {
  /** The least and the greatest number of units of each asset that match; undefined without such a bound. */
  readonly min: Readonly<Record<string, string>> | undefined
  readonly max: Readonly<Record<string, string>> | undefined
  readonly category: string | undefined
  readonly recipient: string | undefined
  /** Accounts of the caller whose name contains the recipient. */
  readonly namedAccounts: readonly string[]
  /** Categories, recipients and accounts with such a name that are left out. */
  readonly categoriesNot: readonly string[]
  readonly recipientsNot: readonly string[]
  readonly namedAccountsNot: readonly string[]
  readonly sort: Sort
  /** Leaves out deposits and withdrawals, movements between own accounts, and trades. */
  readonly paymentsOnly: boolean
  /** The value of one unit of each asset in a common measure, by which amounts are sorted; assets without a rate are absent. */
  readonly weights: Readonly<Record<string, string>>
  /** Reads every move, also where the sums would do. */
  readonly scans?: true
}

/**
 * The conditions on single moves; undefined without any, when sums can answer. Deposits and withdrawals are not told
 * apart from payments in the sums.
 */
function narrowOf(tx: Db, search: Search): Narrow | undefined {
  const { min, max, recipient, recipientsNot, paymentsOnly } = search
  const texts = [sql`s.reference`, columns.notedMerchant, columns.notedRecipient]
  const names = (word: RawBuilder<unknown>, accounts: readonly string[]) =>
    sql`(${sql.join(
      texts.map((text) => sql`coalesce(position(${word} in lower(${text})) > 0, false)`),
      sql` or `,
    )} or s.other_account = any(${accounts}::uuid[]))`
  const conditions = [
    min && sql`s.units >= (k.least ->> s.asset)::numeric`,
    max && sql`s.units <= (k.most ->> s.asset)::numeric`,
    recipient !== undefined && names(sql`${recipient}::text`, search.namedAccounts),
    recipientsNot.length > 0 &&
      sql`not exists (select 1 from unnest(${recipientsNot}::text[]) as n (word)
        where ${names(sql`n.word`, search.namedAccountsNot)})`,
    paymentsOnly && isPayment(tx, search),
  ].filter((condition) => typeof condition === 'object')
  if (conditions.length === 0) return undefined
  return {
    where: sql.join(conditions, sql` and `),
    known: { ...(min && { least: min }), ...(max && { most: max }) },
  }
}

/** How a search is answered: what is read from where, and under which labels. */
interface Plan {
  readonly narrow: Narrow | undefined
  readonly reach: Coverage
  readonly labels: Labels
}

async function planOf(tx: Db, search: Search, need: 'all' | 'asked'): Promise<Plan> {
  const narrow = narrowOf(tx, search)
  const reach =
    narrow || search.scans
      ? { summed: [], booked: search.books }
      : await coverageOf(tx, search.view, search.books)
  const scope = { ...search, books: reach.booked }
  const labels =
    need === 'all' ? await labelAll(tx, scope, narrow) : await labelAsked(tx, search, scope, narrow)
  return { narrow, reach, labels }
}

/** Labels are needed only to filter by category: those of the named ones, or all of them to find the uncategorized. */
async function labelAsked(
  tx: Db,
  { category, categoriesNot }: Search,
  scope: Scope,
  narrow: Narrow | undefined,
): Promise<Labels> {
  if (category === undefined && categoriesNot.length === 0) return noLabels
  const labels = await labelAll(tx, scope, narrow)
  const wanted = Object.entries(labels.categories).filter(
    ([, label]) =>
      label === category || category === UNCATEGORIZED || categoriesNot.includes(label),
  )
  return { ...labels, categories: Object.fromEntries(wanted), merchants: {}, ruledMerchants: {} }
}

/** The condition on the category, for a column of that name. */
const isAsked = (
  { category, categoriesNot }: Search,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const conditions = [
    category !== undefined && sql`${column} = ${category}`,
    categoriesNot.length > 0 && sql`${column} <> all(${categoriesNot}::text[])`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The sums and single moves that match, as `p`. */
const matching = (tx: Db, search: Search, { reach, labels, narrow }: Plan): RawBuilder<unknown> =>
  sql`from ${selectParts(tx, search, reach, labels, narrow)} p where ${isAsked(search, sql`p.category`)}`

export interface SideSum {
  readonly asset: string
  readonly side: Side
  readonly count: number
  readonly units: bigint
  readonly smallest: bigint
  readonly largest: bigint
}

/** A sum as the database writes it. */
type SumText = Record<Exclude<keyof SideSum, 'side'>, string> & { readonly side: Side }

const toSideSum = (row: SumText): SideSum => ({
  asset: row.asset,
  side: row.side,
  count: Number(row.count),
  units: BigInt(row.units),
  smallest: BigInt(row.smallest),
  largest: BigInt(row.largest),
})

async function sumPlanned(tx: Db, search: Search, plan: Plan): Promise<SideSum[]> {
  const { rows } = await sql<SumText>`
    select p.asset, p.side, sum(p.count) as count, sum(p.units) as units, min(p.smallest) as smallest,
      max(p.largest) as largest
    ${matching(tx, search, plan)} group by p.asset, p.side order by p.asset, p.side`.execute(tx)
  return rows.map(toSideSum)
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

interface Unlabelled extends Omit<MatchingRow, 'category' | 'merchant'> {
  readonly subtype: string | null
  readonly noted_category: string | null
  readonly noted_merchant: string | null
  readonly is_own: boolean
}

const byAmount = sql`s.units * (k.weights ->> s.asset)::numeric`
const newestFirst = sql`s.booked_at desc, s.position desc, s.side`
/** Among equal amounts the newest comes first, so that the order is always the same. */
const orders = (sort: Sort, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  ({
    newest: newestFirst,
    oldest: sql`s.booked_at, s.position, s.side`,
    largest: sql`${value} desc nulls last, ${newestFirst}`,
    smallest: sql`${value} nulls last, ${newestFirst}`,
  })[sort]

/** What is shown of a transaction, and what its labels are made of. */
const rowColumns = sql`s.id, s.line, s.side, s.account_id, s.other_account, s.position, s.asset, s.units, s.reference,
  s.booked_at, s.subtype, ${columns.notedCategory} as noted_category, ${columns.notedMerchant} as noted_merchant,
  ${columns.isOwn} as is_own`

const dayValues: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  newest: sql`null::text`,
  oldest: sql`null::text`,
  largest: sql`d.largest * (w.weights ->> d.asset)::numeric`,
  smallest: sql`d.smallest * (w.weights ->> d.asset)::numeric`,
}

/** The same orders among the days of a balance. */
const dayOrders: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  newest: sql`d.day desc`,
  oldest: sql`d.day`,
  largest: sql`${dayValues.largest} desc nulls last, d.day desc`,
  smallest: sql`${dayValues.smallest} nulls last, d.day desc`,
}

/** The days of balances among which the first transactions are, and the least value of these, if they are by value. */
interface Chosen {
  readonly books: MoveFilter['books']
  readonly threshold: string | undefined
}

/**
 * Chooses the days from the sums. By value, each day has a transaction that is as early in the order as the day itself,
 * so that `limit` days, and those that are equal to the last, suffice; none of less value than the last is shown. By
 * time, the days suffice that have `limit` transactions together.
 */
async function chooseDays(tx: Db, search: Search, { reach }: Plan, limit: number): Promise<Chosen> {
  if (reach.summed.length === 0) return { books: [], threshold: undefined }
  const summed: Plan = { reach: { ...reach, booked: [] }, labels: noLabels, narrow: undefined }
  const { rows } = await sql<{
    account_id: string
    asset: string
    day: string
    count: string
    value: string | null
  }>`
    select d.account_id, d.asset, d.day, d.count, ${dayValues[search.sort]} as value
    from (
      select p.account_id, p.asset, p.day, sum(p.count) as count, max(p.largest) as largest,
        min(p.smallest) as smallest
      ${matching(tx, search, summed)} group by p.account_id, p.asset, p.day) d
    cross join (select ${JSON.stringify(search.weights)}::jsonb as weights) w
    order by ${dayOrders[search.sort]} fetch first ${sql.lit(limit)} rows with ties`.execute(tx)
  const nameOf = (account: string, asset: string) => `${account} ${asset}`
  const books = new Map(
    reach.summed.map((book) => [nameOf(book.account.id, book.asset), book] as const),
  )
  const isByTime = search.sort === 'newest' || search.sort === 'oldest'
  return {
    books: (isByTime ? takeDays(rows, limit) : rows).map(({ account_id, asset, day }) => ({
      ...books.get(nameOf(account_id, asset))!,
      from: startOf(readDay(day)!),
      to: endOf(readDay(day)!),
    })),
    threshold: rows.length < limit ? undefined : (rows.at(-1)?.value ?? undefined),
  }
}

/** Whole days, until they have enough transactions. */
function takeDays<Row extends { readonly day: string; readonly count: string }>(
  rows: readonly Row[],
  limit: number,
): Row[] {
  let count = 0
  const last = rows.find((row) => (count += Number(row.count)) >= limit)
  const end = last ? rows.findLastIndex(({ day }) => day === last.day) + 1 : rows.length
  return rows.slice(0, end)
}

/** A condition that nothing of less value than the threshold meets; in ascending order, of more. */
const beyond = (sort: Sort, threshold: string | undefined): RawBuilder<unknown> =>
  threshold === undefined
    ? sql`true`
    : sort === 'largest'
      ? sql`${byAmount} >= ${threshold}::numeric`
      : sql`${byAmount} <= ${threshold}::numeric`

async function listPlanned(
  tx: Db,
  search: Search,
  plan: Plan,
  limit: number,
): Promise<MatchingRow[]> {
  const { books, threshold } = await chooseDays(tx, search, plan, limit)
  const scope: Scope = { ...search, books: [...books, ...plan.reach.booked] }
  const near: Narrow = {
    where: sql`${plan.narrow?.where ?? sql`true`} and ${beyond(search.sort, threshold)}`,
    known: { ...plan.narrow?.known, weights: search.weights },
  }
  const labels = books.length === 0 ? plan.labels : await labelAsked(tx, search, scope, near)
  const { rows } = await sql<Unlabelled>`
    select ${rowColumns}
    ${labelledRows(tx, scope, labels, near)} and ${isAsked(search, columns.category)}
    order by ${orders(search.sort, byAmount)} limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, ...labelOne(row, search.view) }))
}

/** The sums of all matches by asset and direction, and the first matches in the order that was asked for. */
export async function searchMatching(tx: Db, search: Search, limit: number): Promise<Matches> {
  const plan = await planOf(tx, search, 'asked')
  if (plan.reach.summed.length === 0) return scanOnce(tx, search, plan, limit)
  return {
    sums: await sumPlanned(tx, search, plan),
    rows: await listPlanned(tx, search, plan, limit),
  }
}

interface Matches {
  readonly sums: SideSum[]
  readonly rows: MatchingRow[]
}

/** Without sums, every move is read once for both. */
async function scanOnce(tx: Db, search: Search, plan: Plan, limit: number): Promise<Matches> {
  const scope: Scope = { ...search, books: plan.reach.booked }
  const narrow: Narrow = {
    where: plan.narrow?.where ?? sql`true`,
    known: { ...plan.narrow?.known, weights: search.weights },
  }
  const { rows } = await sql<
    Unlabelled & { readonly sums: readonly SumText[]; readonly value: string | null }
  >`
    with found as materialized (
      select ${rowColumns}, ${byAmount} as value ${labelledRows(tx, scope, plan.labels, narrow)}
        and ${isAsked(search, columns.category)})
    select s.*, (
      select json_agg(g) from (
        select asset, side, count(*)::text as count, sum(units)::text as units, min(units)::text as smallest,
          max(units)::text as largest
        from found group by asset, side order by asset, side) g) as sums
    from found s order by ${orders(search.sort, sql`s.value`)} limit ${limit}`.execute(tx)
  return {
    sums: (rows[0]?.sums ?? []).map(toSideSum),
    rows: rows.map(({ sums: _sums, value: _value, ...row }) => ({
      ...row,
      ...labelOne(row, search.view),
    })),
  }
}

/** The sums alone, of a period to compare with. */
export async function sumMatching(tx: Db, search: Search): Promise<SideSum[]> {
  return sumPlanned(tx, search, await planOf(tx, search, 'asked'))
}

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
  readonly grouped: 'total' | 'category' | 'merchant' | 'day'
  readonly name: string
  readonly count: string
  readonly units: string
  readonly largest: string
  readonly first: string
}

export async function breakDown(tx: Db, search: Search): Promise<Breakdown> {
  const plan = await planOf(tx, search, 'all')
  const { rows } = await sql<GroupRow>`
    select p.asset, p.side, p.kind,
      case grouping(p.category, p.merchant, p.day)
        when 7 then 'total' when 3 then 'category' when 5 then 'merchant' else 'day' end as grouped,
      coalesce(p.category, p.merchant, p.day::text) as name, sum(p.count) as count, sum(p.units) as units,
      max(p.largest) as largest, min(p.day) as first
    ${matching(tx, search, plan)}
    group by grouping sets ((p.asset, p.side, p.kind), (p.asset, p.side, p.kind, p.category),
      (p.asset, p.side, p.kind, p.merchant), (p.asset, p.side, p.kind, p.day))
    having grouping(p.category, p.merchant, p.day) = 7 or (p.side = 'from' and p.kind = 'counted')`.execute(
    tx,
  )
  const groups = rows.map((row) => ({
    ...row,
    count: Number(row.count),
    units: BigInt(row.units),
    largest: BigInt(row.largest),
  }))
  const of = (grouped: GroupRow['grouped']) => groups.filter((group) => group.grouped === grouped)
  const totals = of('total')
  return {
    totals,
    categories: of('category'),
    days: of('day'),
    merchants: of('merchant'),
    first: totals.map(({ first }) => first).toSorted()[0],
  }
}

/** The sums of spending, without groups. */
export async function sumSpent(tx: Db, search: Search): Promise<Sum[]> {
  const plan = await planOf(tx, search, 'asked')
  const { rows } = await sql<Record<keyof Sum, string>>`
    select p.asset, sum(p.count) as count, sum(p.units) as units
    ${matching(tx, search, plan)} and p.kind = 'counted' group by p.asset order by p.asset`.execute(
    tx,
  )
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
  const { labels, narrow } = await planOf(tx, { ...search, scans: true }, 'asked')
  const { rows } = await sql<{ reference: string | null }>`
    select s.reference ${labelledRows(tx, search, labels, narrow)}
      and ${isAsked(search, columns.category)} and ${columns.kind} = 'counted'
    order by s.booked_at desc, s.position desc limit 1`.execute(tx)
  return rows[0]?.reference
}

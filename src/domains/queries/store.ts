// SQL that searches, sorts and adds up what was booked on some accounts, with what it was for and whom
// it went to. The ledger says what was booked; nothing here is loaded that is not shown.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type BookedFilter, selectBooked, type Side } from '../ledger/index.ts'
import {
  categoryOfSubtype,
  categoryOfWord,
  EXCHANGE,
  MERCHANT_PATTERN,
  merchantOfWord,
  NO_MERCHANT,
  OWN_TRANSFERS,
  UNCATEGORIZED,
  WORD_PATTERN,
} from './categories.ts'

export interface Search extends BookedFilter {
  /** All accounts of the caller, and whether they are asked about. */
  readonly accounts: readonly {
    readonly id: string
    readonly owner: string
    readonly isAsked: boolean
  }[]
  /** How many units one whole of each asset has. */
  readonly scales: Readonly<Record<string, string>>
  readonly min: string | undefined
  readonly max: string | undefined
  readonly category: string | undefined
  readonly recipient: string | undefined
  /** Accounts of the caller that are called so. */
  readonly namedAccounts: readonly string[]
}

/** A text in the metadata, if there is one that says something. */
const noted = (key: string, length: number): RawBuilder<unknown> =>
  sql`case when jsonb_typeof(s.metadata -> ${sql.lit(key)}) = 'string'
    then nullif(btrim(left(s.metadata ->> ${sql.lit(key)}, ${sql.lit(length)})), '') end`

const lookUp = (table: Readonly<Record<string, string>>, word: RawBuilder<unknown>) =>
  sql`(${JSON.stringify(table)}::jsonb ->> ${word})`

const firstWord = (pattern: string): RawBuilder<unknown> =>
  sql`substring(lower(s.reference) from ${pattern}::text)`

const notedCategory = sql`lower(${noted('category', 50)})`

const category = sql`coalesce(${lookUp(categoryOfSubtype, sql`s.subtype`)},
  ${lookUp(categoryOfWord, notedCategory)}, ${notedCategory},
  case when p.id is not null then ${sql.lit(OWN_TRANSFERS)} end,
  ${lookUp(categoryOfWord, firstWord(WORD_PATTERN))}, ${sql.lit(UNCATEGORIZED)})`

const merchant = sql`coalesce(${noted('merchant', 100)}, ${noted('merchant_name', 100)},
  ${lookUp(merchantOfWord, firstWord(MERCHANT_PATTERN))}, ${sql.lit(NO_MERCHANT)})`

/** What matches, as `s`; `p` is the other account where it is the same person's. */
function matching(tx: Db, search: Search): RawBuilder<unknown> {
  const { accounts, min = null, max = null, recipient = null } = search
  const scale = sql`(${JSON.stringify(search.scales)}::jsonb ->> s.asset)::numeric`
  const contains = (text: RawBuilder<unknown>) => sql`position(${recipient} in lower(${text})) > 0`
  return sql`
    from ${selectBooked(tx, search)} s
    left join unnest(${accounts.map(({ id }) => id)}::uuid[], ${accounts.map(({ owner }) => owner)}::uuid[],
      ${accounts.map(({ isAsked }) => isAsked)}::boolean[]) as p (id, owner, is_asked)
      on p.id = s.other_account and p.owner = s.owner
    where (${min}::numeric is null or s.units >= ${min}::numeric * ${scale})
      and (${max}::numeric is null or s.units <= ${max}::numeric * ${scale})
      and (${search.category ?? null}::text is null or ${category} = ${search.category ?? null})
      and (${recipient}::text is null or ${contains(sql`s.reference`)} or ${contains(merchant)}
        or ${contains(noted('recipient', 100))} or s.other_account = any(${search.namedAccounts}::uuid[]))`
}

export interface SideSum {
  readonly asset: string
  readonly side: Side
  readonly count: number
  readonly units: bigint
  readonly smallest: bigint
  readonly largest: bigint
}

/** What matches, added up for each asset and direction. */
export async function sumMatching(tx: Db, search: Search): Promise<SideSum[]> {
  const { rows } = await sql<Record<keyof SideSum, string>>`
    select s.asset, s.side, count(*) as count, sum(s.units) as units, min(s.units) as smallest,
      max(s.units) as largest
    ${matching(tx, search)} group by s.asset, s.side order by s.asset, s.side`.execute(tx)
  return rows.map((row) => ({
    asset: row.asset,
    side: row.side as Side,
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
  readonly asset: string
  readonly units: string
  readonly reference: string | null
  readonly booked_at: string
  readonly category: string
  readonly merchant: string
}

/** The newest first. */
export async function listMatching(tx: Db, search: Search, limit: number): Promise<MatchingRow[]> {
  const { rows } = await sql<MatchingRow>`
    select s.id, s.line, s.side, s.account_id, s.asset, s.units, s.reference, s.booked_at,
      ${category} as category, ${merchant} as merchant
    ${matching(tx, search)}
    order by s.booked_at desc, s.position desc, s.side limit ${limit}`.execute(tx)
  return rows
}

/** Spent or earned; or neither: moved between accounts that are both asked about, or exchanged. */
export type Kind = 'counted' | 'own' | 'exchange'

const exchangeSubtypes = Object.keys(categoryOfSubtype).filter(
  (subtype) => categoryOfSubtype[subtype] === EXCHANGE,
)

/** Whoever asks for such a category by its name wants to see it counted. */
const kindOf = ({ category: asked }: Search): RawBuilder<unknown> => sql`case
  when ${asked === EXCHANGE || asked === OWN_TRANSFERS}::boolean then 'counted'
  when s.subtype = any(${exchangeSubtypes}::text[]) then 'exchange'
  when p.is_asked then 'own' else 'counted' end`

export interface Sum {
  readonly asset: string
  readonly count: number
  readonly units: bigint
}

/** Everything of one kind and direction, and what it is made of: three times the same money. */
export interface Breakdown {
  readonly totals: readonly (Sum & { readonly side: Side; readonly kind: Kind })[]
  /** Of what was spent. */
  readonly categories: readonly (Sum & { readonly name: string })[]
  readonly days: readonly (Sum & { readonly name: string })[]
  readonly merchants: readonly (Sum & { readonly name: string })[]
  /** The day of the first match, of whatever kind. */
  readonly first: string | undefined
}

interface GroupRow {
  readonly asset: string
  readonly side: Side
  readonly kind: Kind
  readonly level: 'total' | 'category' | 'day' | 'merchant'
  readonly name: string
  readonly count: string
  readonly units: string
  readonly first: string
}

export async function breakDown(tx: Db, search: Search): Promise<Breakdown> {
  const { rows } = await sql<GroupRow>`
    select asset, side, kind, coalesce(category, day, merchant) as name,
      case grouping(category, day, merchant) when 7 then 'total' when 3 then 'category' when 5 then 'day'
        else 'merchant' end as level,
      count(*) as count, sum(units) as units, min(day) as first
    from (
      select s.asset, s.side, s.units, ${kindOf(search)} as kind, ${category} as category,
        ${merchant} as merchant, to_char(s.booked_at at time zone 'UTC', 'YYYY-MM-DD') as day
      ${matching(tx, search)} offset 0) c
    group by grouping sets ((asset, side, kind), (asset, side, kind, category), (asset, side, kind, day),
      (asset, side, kind, merchant))`.execute(tx)
  const groups = rows.map((row) => ({
    ...row,
    count: Number(row.count),
    units: BigInt(row.units),
  }))
  const spentBy = (level: GroupRow['level']) =>
    groups.filter((row) => row.level === level && row.kind === 'counted' && row.side === 'from')
  return {
    totals: groups.filter((row) => row.level === 'total'),
    categories: spentBy('category'),
    days: spentBy('day'),
    merchants: spentBy('merchant'),
    first: rows.map((row) => row.first).toSorted()[0],
  }
}

/** What was spent, nothing else of it. */
export async function sumSpent(tx: Db, search: Search): Promise<Sum[]> {
  const { rows } = await sql<Record<keyof Sum, string>>`
    select asset, count(*) as count, sum(units) as units
    from (select s.asset, s.units, ${kindOf(search)} as kind ${matching(tx, search)}) s
    where kind = 'counted' group by asset order by asset`.execute(tx)
  return rows.map((row) => ({
    asset: row.asset,
    count: Number(row.count),
    units: BigInt(row.units),
  }))
}

export interface Payment {
  readonly asset: string
  readonly units: bigint
  readonly reference: string | null
  readonly day: string
}

/** The largest of what was spent of each asset; the newest of equals. */
export async function listLargestSpent(tx: Db, search: Search): Promise<Payment[]> {
  const { rows } = await sql<Omit<Payment, 'units'> & { units: string }>`
    select distinct on (asset) asset, units, reference,
      to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from (select s.*, ${kindOf(search)} as kind ${matching(tx, search)}) s
    where kind = 'counted' order by asset, units desc, booked_at desc, position desc`.execute(tx)
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}

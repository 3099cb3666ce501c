// SQL of the daily sums: folding moves into them, and reading them together with the moves that are not folded yet.
// Both are exact at any time, because a balance's row in `spending.books` says how many of its moves the sums hold, and
// it changes in the transaction that changes the sums.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import { listOwners } from '../../../core/ledger/for-tasks.ts'
import type { MoveBook, MoveFilter } from '../../../core/ledger/index.ts'
import { OWN_TRANSFERS } from '../categories.ts'
import { labelAll, labelledRows } from './labelled-store.ts'
import { columns, lookUp, type Narrow, type Scope } from './label-expressions.ts'
import { type Labels, NIL, noLabels, type View } from '../rules/labels.ts'

interface BookName {
  readonly account_id: string
  readonly asset: string
}

const nameOf = ({ account_id, asset }: BookName): string => `${account_id} ${asset}`

/** The number of moves of each balance that the sums of a view hold; those without any are absent. */
export async function listAggregated(
  tx: Db,
  view: View,
  books: readonly BookName[],
  lock = false,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<BookName & { seq: string }>`
    select f.account_id, f.asset, f.seq
    from unnest(${books.map((book) => book.account_id)}::uuid[], ${books.map((book) => book.asset)}::text[])
      as b (account_id, asset)
    join spending.books f on f.view_id = ${view.id} and f.account_id = b.account_id and f.asset = b.asset
    order by f.account_id, f.asset ${lock ? sql`for update of f` : sql``}`.execute(tx)
  return new Map(rows.map((row) => [nameOf(row), BigInt(row.seq)]))
}

/** A balance, and the number of its last move that the sums should hold. */
export interface Aggregation extends BookName {
  readonly owner: string | null
  readonly seq: bigint
}

/** The payments that are remembered for each counterparty. */
const PAYMENTS_KEPT = 24

const newest = (list: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select x[greatest(cardinality(x) - ${sql.lit(PAYMENTS_KEPT - 1)}, 1):] from (select ${list} as x) t)`

/** Adds the moves up to a number to the sums of a view; those that are in them already are not added again. */
export async function aggregateBooks(
  tx: Db,
  view: View,
  folds: readonly Aggregation[],
): Promise<number> {
  if (folds.length === 0) return 0
  const sorted = folds.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  await sql`
    insert into spending.books (view_id, account_id, asset)
    select ${view.id}, * from unnest(${sorted.map((fold) => fold.account_id)}::uuid[],
      ${sorted.map((fold) => fold.asset)}::text[])
    on conflict do nothing`.execute(tx)
  const folded = await listAggregated(tx, view, sorted, true)
  const due = sorted.flatMap((fold) => {
    const after = folded.get(nameOf(fold)) ?? 0n
    return fold.seq > after ? [{ ...fold, after }] : []
  })
  const books = due.map(({ account_id, owner, asset, after, seq }) => ({
    account: { id: account_id, user_uuid: owner },
    asset,
    after,
    upTo: seq,
  }))
  if (books.length === 0) return 0
  const scope = await withOwners(tx, { books, view })
  await addToSums(tx, scope, await labelAll(tx, scope))
  const expected = due.reduce((all, { after, seq }) => all + (seq - after), 0n)
  await sql`
    update spending.books f set seq = b.seq
    from unnest(${due.map((fold) => fold.account_id)}::uuid[], ${due.map((fold) => fold.asset)}::text[],
      ${due.map((fold) => String(fold.seq))}::bigint[]) as b (account_id, asset, seq)
    where f.view_id = ${view.id} and f.account_id = b.account_id and f.asset = b.asset`.execute(tx)
  return Number(expected)
}

/** The owners of all counterparties, which identify transfers between two accounts of one owner. */
async function withOwners(
  tx: Db,
  { books, view }: { readonly books: readonly MoveBook[]; readonly view: View },
): Promise<Scope> {
  const all = { books, from: undefined, to: undefined, side: undefined }
  const scope: Scope = { ...all, view, owners: {}, askedOwners: {}, countsAll: false }
  const { rows } = await sql<{ id: string }>`
    select distinct s.other_account as id ${labelledRows(tx, scope, noLabels)}`.execute(tx)
  const owners = await listOwners(
    tx,
    rows.map(({ id }) => id),
  )
  return {
    ...scope,
    owners: Object.fromEntries(
      owners.flatMap(({ id, user_uuid }) => (user_uuid === null ? [] : [[id, user_uuid]])),
    ),
  }
}

async function addToSums(tx: Db, scope: Scope, labels: Labels): Promise<void> {
  const viewId = sql`${scope.view.id}::uuid`
  const lastDay = sql`payees.days[cardinality(payees.days)]`
  const { rows } = await sql<{ count: string }>`
    with labelled as materialized (
      select s.account_id, s.asset, ${columns.utcDay} as day, s.side, s.units, s.other_account,
        coalesce(${columns.firmCategory}, ${columns.wordCategory}) as category,
        ${columns.firmCategory} is not null as is_firm, ${columns.isExchange} as is_exchange,
        ${columns.merchant} as merchant, ${columns.isOwn} as is_own
      ${labelledRows(tx, scope, labels)}),
    summed as (
      insert into spending.sums (view_id, account_id, asset, day, side, category, is_firm, is_exchange, merchant,
        own_account, count, units, smallest, largest)
      select ${viewId}, account_id, asset, day, side, category, is_firm, is_exchange, merchant,
        case when is_own then other_account else ${NIL}::uuid end as own_account, count(*), sum(units), min(units),
        max(units)
      from labelled
      group by account_id, asset, day, side, category, is_firm, is_exchange, merchant, own_account
      order by account_id, asset, day, side, category, merchant, own_account, is_firm, is_exchange
      on conflict (view_id, account_id, asset, day, side, category, merchant, own_account, is_firm, is_exchange)
      do update set count = sums.count + excluded.count, units = sums.units + excluded.units,
        smallest = least(sums.smallest, excluded.smallest), largest = greatest(sums.largest, excluded.largest)),
    paid as (
      insert into spending.payees (view_id, account_id, asset, other_account, merchant, category, days, units)
      select ${viewId}, account_id, asset, other_account, merchant, (array_agg(category order by day desc))[1],
        ${newest(sql`array_agg(day order by day)`)}, ${newest(sql`array_agg(units order by day)`)}
      from (
        select account_id, asset, other_account, merchant, day, max(category) as category, sum(units) as units
        from labelled where side = 'from' and not is_exchange and not is_own
        group by account_id, asset, other_account, merchant, day) d
      group by account_id, asset, other_account, merchant
      on conflict (view_id, account_id, asset, other_account, merchant) do update set
        category = excluded.category,
        days = ${newest(sql`case when ${lastDay} = excluded.days[1] then payees.days || excluded.days[2:]
          else payees.days || excluded.days end`)},
        units = ${newest(sql`case when ${lastDay} = excluded.days[1]
          then payees.units[:cardinality(payees.units) - 1] || (payees.units[cardinality(payees.units)]
            + excluded.units[1]) || excluded.units[2:]
          else payees.units || excluded.units end`)})
    select count(*) as count from labelled`.execute(tx)
  const expected = scope.books.reduce((all, { after = 0n, upTo = 0n }) => all + (upTo - after), 0n)
  // Moves of a balance have no gaps; with one, the sums would be wrong for ever.
  if (BigInt(rows[0]!.count) !== expected)
    throw new Error(`spending: ${rows[0]!.count} of ${expected} moves can be read`)
}

/** What is read from the sums, and what from the ledger. */
export interface Coverage {
  readonly summed: readonly (MoveBook & { readonly upTo: bigint })[]
  readonly booked: readonly MoveBook[]
}

/** A balance as the ledger knows it in the same snapshot. */
export type ScopeBook = MoveBook & { readonly seq: bigint | number }

/** Whose sums are read: a scope with the numbers of all its moves. */
export interface SumScope extends Scope {
  readonly books: readonly ScopeBook[]
}

export async function coverageOf(
  tx: Db,
  view: View,
  books: readonly ScopeBook[],
): Promise<Coverage> {
  const named = books.map((book) => ({ account_id: book.account.id, asset: book.asset }))
  const folded = await listAggregated(tx, view, named)
  const seqOf = (book: ScopeBook) =>
    folded.get(nameOf({ account_id: book.account.id, asset: book.asset })) ?? 0n
  return {
    summed: books
      .filter((book) => seqOf(book) > 0n)
      .map((book) => ({ ...book, upTo: seqOf(book) })),
    booked: books
      .filter((book) => BigInt(book.seq) > seqOf(book))
      .map((book) => ({ ...book, after: seqOf(book) })),
  }
}

const day = (time: Date | undefined): string | null => time?.toISOString().slice(0, 10) ?? null

/** The sums of a scope as `x` with their balances as `b`, from `from` on. */
const summedRows = (
  { view, from, to, side }: Omit<MoveFilter, 'books'> & Pick<Scope, 'view'>,
  books: Coverage['summed'],
): RawBuilder<unknown> => sql`
  from unnest(${books.map((book) => book.account.id)}::uuid[],
    ${books.map((book) => book.account.user_uuid)}::uuid[], ${books.map((book) => book.asset)}::text[])
    as b (account_id, owner, asset)
  cross join lateral (
    select * from spending.sums y
    where y.view_id = ${view.id} and y.account_id = b.account_id and y.asset = b.asset
      and y.day >= coalesce(${day(from)}::date, '-infinity') and y.day <= coalesce(${day(to)}::date, 'infinity')
      and (${side ?? null}::text is null or y.side = ${side ?? null}::text)) x`

/**
 * The sums and the moves that are not in them, in the same columns: account_id, asset, side, day, category, merchant,
 * kind, count, units, smallest, largest, is_summed. Periods are whole UTC days.
 */
export function selectParts(
  tx: Db,
  scope: Scope,
  { summed, booked }: Coverage,
  labels: Labels,
  narrow?: Narrow,
): RawBuilder<unknown> {
  const owns = (map: 'owners' | 'asked') =>
    sql`(x.own_account <> ${sql.lit(NIL)}
      and coalesce((${sql.ref(`k.${map}`)} ->> x.own_account::text) = b.owner::text, false))`
  const fromSums = sql`
    select b.account_id, x.asset, x.side, x.day,
      case when not x.is_firm and ${owns('owners')} then ${sql.lit(OWN_TRANSFERS)} else x.category end as category,
      x.merchant,
      case when k.counts_all then 'counted' when x.is_exchange then 'exchange'
        when ${owns('asked')} then 'own' else 'counted' end as kind,
      x.count, x.units, x.smallest, x.largest, true as is_summed
    ${summedRows(scope, summed)} cross join ${lookUp(scope, noLabels)} k`
  const fromMoves = sql`
    select s.account_id, s.asset, s.side, ${columns.utcDay} as day, ${columns.category} as category,
      ${columns.merchant} as merchant, ${columns.kind} as kind, 1::bigint as count, s.units, s.units as smallest,
      s.units as largest, false as is_summed
    ${labelledRows(tx, { ...scope, books: booked }, labels, narrow)}`
  return summed.length === 0 ? sql`(${fromMoves})` : sql`(${fromSums} union all ${fromMoves})`
}

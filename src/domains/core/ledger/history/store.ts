// SQL that reads the history of accounts: every side of a move, and transfers that are pending or failed. The
// moves of a balance are numbered, so the newest are found by number, and only about as many as shown are read.
import { type RawBuilder, sql } from 'kysely'
import { COUNTED_MAX, type PageRequest } from '../../../../kernel/page.ts'
import { timeOf } from '../../../../kernel/uuid.ts'
import { type Db, pageClause, searchPattern } from '../../../../platform/database.ts'
import type { MoveType } from '../../../../operation/posting.ts'
import type { Row } from '../../../../platform/rows.ts'
import {
  COUNTERPARTY_NAME,
  firstIdAt,
  lastIdAt,
  type Side,
  type SideOfMove,
  TRANSFER_PURPOSE,
} from '../ids.ts'

/** One side of a move, or of a pending or failed transfer, which has no number and no balance after it. */
export type HistoryRow = Pick<
  Row<'ledger.moves'>,
  | 'line'
  | 'type'
  | 'subtype'
  | 'asset'
  | 'units'
  | 'reference'
  | 'metadata'
  | 'link'
  | 'linked_to'
  | 'user_uuid'
  | 'credential_id'
  | 'agent'
  | 'request_id'
> & {
  readonly id: string
  readonly side: Side
  readonly account_id: string
  readonly other_account: string | null
  /** The code of the other account when it is the bank's own. */
  readonly other_code: string | null
  /** Null when the other account is the bank's own. */
  readonly other_holder: string | null
  readonly after: string | null
  readonly seq: string | null
  readonly status: 'pending' | 'completed' | 'failed'
  readonly reason: string | null
  /** For a reversal, the line of the linked entry that it reverses. */
  readonly linked_line: number | null
  readonly completed_at: string | null
}

export interface HistoryBook {
  readonly account: { readonly id: string }
  readonly asset: string
}

export interface HistoryFilter {
  readonly accounts: readonly string[]
  readonly books: readonly HistoryBook[]
  readonly asset?: string | undefined
  readonly type?: MoveType | undefined
  readonly status?: HistoryRow['status'] | undefined
  /** Only what these accounts paid (from) or received (to). */
  readonly side?: Side | undefined
  readonly search?: HistorySearch | undefined
  /** Both ends are included. */
  readonly start?: Date | undefined
  readonly end?: Date | undefined
}

/** Text in the reference or in the name of the other party, or one of these amounts. */
export interface HistorySearch {
  readonly text: string
  readonly amounts: readonly { readonly asset: string; readonly units: bigint }[]
}

/** A search reads this many of the newest moves of each balance, because no index finds parts of texts. */
export const SEARCHED_MAX = 10_000

export interface HistorySort {
  readonly by: 'created_at' | 'amount' | 'type' | 'status'
  readonly descending: boolean
}

/** The weight of one unit of each asset, for sorting amounts of different assets. */
export type Weights = ReadonlyMap<string, bigint>

/**
 * A transfer that was pending first has an older id than its number suggests. This many of them may be among
 * the newest moves before more have to be read.
 */
const WAITED_MAX = 20

/** The columns of a move, seen from one side of it. */
const sideColumns = (side: Side): RawBuilder<unknown> => sql`
  m.entry_id as id, m.line, ${sql.lit(side)} as side, ${sql.ref(`m.${side}_account`)} as account_id,
  ${sql.ref(`m.${side === 'from' ? 'to' : 'from'}_account`)} as other_account, m.type, m.subtype,
  m.asset, m.units, ${sql.ref(`m.${side}_after`)} as after, ${sql.ref(`m.${side}_seq`)} as seq,
  'completed' as status, null as reason, m.reference, m.metadata, m.link, m.linked_to,
  m.user_uuid, m.credential_id, m.agent, m.request_id, m.created_at as completed_at, m.position`

/**
 * Pending and failed transfers in the shape of moves: two sides, and the fee as a separate move. The
 * conditions select the holds for the paying and for the receiving side.
 */
function waiting(pays: RawBuilder<unknown>, gets: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = (
    side: Side,
    line: number,
    units: RawBuilder<unknown>,
  ): RawBuilder<unknown> => sql`
    h.id, ${sql.lit(line)}::smallint as line, ${sql.lit(side)} as side,
    ${sql.ref(side === 'from' ? 'h.account_id' : 'h.to_account')} as account_id,
    ${line === 1 ? sql`null::uuid` : sql.ref(side === 'from' ? 'h.to_account' : 'h.account_id')}
      as other_account,
    'transfer' as type, ${line === 1 ? sql`'fee'` : sql`null`} as subtype, h.asset, ${units} as units,
    null::numeric as after, null::bigint as seq,
    case h.status when 'open' then 'pending' else 'failed' end as status, h.reason, h.reference,
    h.metadata, null as link, null::uuid as linked_to, h.user_uuid, h.credential_id, h.agent,
    h.request_id, null::timestamptz as completed_at, h.position`
  // A literal, because it is the condition of a partial index.
  const waits = sql`h.purpose = ${sql.lit(TRANSFER_PURPOSE)} and h.status <> 'captured'`
  return sql`
    select ${columns('from', 0, sql`h.units - h.fee`)} from ledger.holds h where ${pays} and ${waits}
    union all
    select ${columns('from', 1, sql`h.fee`)} from ledger.holds h
      where ${pays} and h.fee > 0 and ${waits}
    union all
    select ${columns('to', 0, sql`h.units - h.fee`)} from ledger.holds h where ${gets} and ${waits}`
}

/** The other party of a trade is not named, so its name must not be found either. */
function matches(search: HistorySearch, which: Side): RawBuilder<unknown> {
  const pattern = searchPattern(search.text)
  return sql`(
  lower(m.reference) like ${pattern}
  or lower(m.metadata ->> ${sql.lit(COUNTERPARTY_NAME)}) like ${pattern}
  or lower(m.metadata ->> 'merchant_name') like ${pattern}
  or (m.subtype is distinct from 'trade' and exists (
    select from ledger.accounts o
    where o.id = ${sql.ref(`m.${which === 'from' ? 'to' : 'from'}_account`)}
      and lower(o.holder_name) like ${pattern}))
  or ${isAmount(search, 'm')})`
}

/** Until the money has arrived the payee is not named, so only the reference and the amount are searched. */
const waitingMatches = (search: HistorySearch): RawBuilder<unknown> => sql`(
  lower(h.reference) like ${searchPattern(search.text)} or ${isAmount(search, 'h')})`

const isAmount = ({ amounts }: HistorySearch, table: 'm' | 'h'): RawBuilder<unknown> => sql`
  (${sql.ref(`${table}.asset`)}, ${sql.ref(`${table}.units`)}) in (
    select * from unnest(${amounts.map(({ asset }) => asset)}::text[],
      ${amounts.map(({ units }) => String(units))}::numeric[]))`

/** The matching pending and failed transfers; none if the filter asks for completed ones or another type. */
function waitingOf(filter: HistoryFilter): RawBuilder<unknown> {
  const { accounts, asset, type, status } = filter
  const isNone = status === 'completed' || (type !== undefined && type !== 'transfer')
  const those = allOf([
    isNone ? sql`false` : undefined,
    asset === undefined ? undefined : sql`h.asset = ${asset}`,
    status === undefined ? undefined : sql`(h.status = 'open') = ${status === 'pending'}`,
    filter.search && waitingMatches(filter.search),
    ...withinTime(filter, 'h.id'),
  ])
  const seen = (side: Side) => (wantsSide(filter, side) ? those : sql`false`)
  return waiting(
    sql`h.account_id = any(${accounts}::uuid[]) and ${seen('from')}`,
    sql`h.to_account = any(${accounts}::uuid[]) and ${seen('to')}`,
  )
}

const sides: readonly Side[] = ['from', 'to']

const allOf = (conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)

/** Ids begin with the time of the request. */
const withinTime = ({ start, end }: HistoryFilter, id: string) => [
  start && sql`${sql.ref(id)} >= ${firstIdAt(start)}::uuid`,
  end && sql`${sql.ref(id)} <= ${lastIdAt(end)}::uuid`,
]

const wantsSide = (filter: HistoryFilter, side: Side): boolean =>
  filter.side === undefined || filter.side === side

const wantsMoved = ({ status }: HistoryFilter): boolean =>
  status === undefined || status === 'completed'

/**
 * Every side of the moves that match; a depth limits each side of each balance to that many of the newest.
 * A request from the filter's start or later was also posted at the start or later, so `low` skips none.
 */
function movedOf(filter: HistoryFilter, depth?: number): RawBuilder<unknown> {
  const { type, start, search } = filter
  const books = wantsMoved(filter) ? filter.books : []
  const after = start
    ? sql`ledger.seq_at(b.account_id, b.asset, ${new Date(start.getTime() - 1).toISOString()}::timestamptz)`
    : sql`0::bigint`
  const low = search
    ? sql`greatest(${after}, (
        select seq - ${SEARCHED_MAX} from ledger.balances n
        where n.account_id = b.account_id and n.asset = b.asset))`
    : after
  const those = allOf([
    // A literal, because the condition of a partial index is matched against it.
    type === undefined ? undefined : sql`m.type = ${sql.lit(type)}`,
    ...withinTime(filter, 'm.entry_id'),
  ])
  const side = (which: Side) => {
    const seq = sql.ref(`m.${which}_seq`)
    return sql`
      (select ${sideColumns(which)} from ledger.moves m
       where ${sql.ref(`m.${which}_account`)} = b.account_id and m.asset = b.asset
         and ${seq} > b.low and ${those} ${search ? sql`and ${matches(search, which)}` : sql``}
       ${depth === undefined ? sql`` : sql`order by ${seq} desc limit ${depth}`})`
  }
  const assets = books.map((book) => book.asset)
  return sql`select side.* from (
      select b.account_id, b.asset, ${low} as low
      from unnest(${books.map((book) => book.account.id)}::uuid[], ${assets}::text[])
        as b (account_id, asset) offset 0) b
    cross join lateral (${sql.join(
      sides.filter((which) => wantsSide(filter, which)).map(side),
      sql` union all `,
    )}) side`
}

/** Ordered by the time in the ids; within a millisecond, in the order of the log. */
const inTime = (direction: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`substring(uuid_send(r.id) for 6) ${direction}, r.position ${direction}, r.line ${direction},
    r.side ${direction}`

const weighed = (weights: Weights): RawBuilder<unknown> => {
  const cases = [...weights].map(
    ([asset, weight]) => sql`when ${asset} then ${String(weight)}::numeric`,
  )
  return sql`r.units * case r.asset ${sql.join(cases, sql` `)} end`
}

/** Rows with equal keys are ordered newest first. */
function orderBy(sort: HistorySort, weights: Weights): RawBuilder<unknown> {
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  if (sort.by === 'created_at') return inTime(direction)
  const key = sort.by === 'amount' ? weighed(weights) : sql.ref(`r.${sort.by}`)
  return sql`${key} ${direction}, ${inTime(sql`desc`)}`
}

/** One page of the matching history. */
export async function listHistory(
  tx: Db,
  filter: HistoryFilter,
  sort: HistorySort,
  weights: Weights,
  page: PageRequest,
): Promise<HistoryRow[]> {
  if (sort.by === 'created_at' && sort.descending) return listNewest(tx, filter, page)
  const { rows } = await sql<HistoryRow>`
    with r as (
      select r.* from (${movedOf(filter)} union all ${waitingOf(filter)}) r
      order by ${orderBy(sort, weights)} ${pageClause(page)})
    select r.*, ${lookedUp} from r left join ledger.accounts o on o.id = r.other_account
    order by ${orderBy(sort, weights)}`.execute(tx)
  return rows
}

/**
 * Reads the newest moves of each balance, and more of them until the page is certain to hold the newest by
 * time of request. Ids begin with the time of the request, while numbers follow the time of posting, which is
 * never earlier. So the unread moves of a side were requested no later than its oldest read move was posted,
 * and enough is read once no such edge is newer than the last row of the page.
 */
async function listNewest(tx: Db, filter: HistoryFilter, page: PageRequest): Promise<HistoryRow[]> {
  const wanted = page.page * page.per_page
  for (let depth = wanted + WAITED_MAX; ; depth *= 4) {
    const { rows } = await sql<HistoryRow & { position: string; edges: Edge[] | null }>`
      with moved as materialized (${movedOf(filter, depth)}),
      edges as (
        select extract(epoch from min(completed_at)) * 1000 as moved_ms, min(position)::text as position
        from moved group by account_id, asset, side having count(*) = ${depth}),
      r as (
        select r.* from (select * from moved union all ${waitingOf(filter)}) r
        order by ${inTime(sql`desc`)} ${pageClause(page)})
      select r.*, ${lookedUp}, (select json_agg(edges) from edges) as edges
      from r left join ledger.accounts o on o.id = r.other_account
      order by ${inTime(sql`desc`)}`.execute(tx)
    const last = rows[page.per_page - 1]
    if (!last || (last.edges ?? []).every((edge) => isBehind(edge, last))) return rows
  }
}

/** The newest rows of each of several accounts, read together; the same care as for one page of all of them. */
export async function listNewestOfEach(
  tx: Db,
  filter: HistoryFilter,
  limit: number,
): Promise<HistoryRow[]> {
  for (let depth = limit + WAITED_MAX; ; depth *= 4) {
    const { rows } = await sql<
      HistoryRow & { position: string; number: number; edges: Edge[] | null }
    >`
      with moved as materialized (${movedOf(filter, depth)}),
      edges as (
        select account_id, extract(epoch from min(completed_at)) * 1000 as moved_ms,
          min(position)::text as position
        from moved group by account_id, asset, side having count(*) = ${depth}),
      r as (
        select * from (
          select r.*, (row_number() over (partition by r.account_id order by ${inTime(sql`desc`)}))::int as number
          from (select * from moved union all ${waitingOf(filter)}) r) numbered
        where number <= ${limit})
      select r.*, ${lookedUp},
        (select json_agg(e) from edges e where e.account_id = r.account_id) as edges
      from r left join ledger.accounts o on o.id = r.other_account
      order by r.account_id, r.number`.execute(tx)
    const isCertain = rows
      .filter(({ number }) => number === limit)
      .every((last) => (last.edges ?? []).every((edge) => isBehind(edge, last)))
    if (isCertain) return rows
  }
}

/** The oldest move read of a side that has more. */
interface Edge {
  readonly moved_ms: number
  readonly position: string
}

function isBehind(edge: Edge, last: { readonly id: string; readonly position: string }): boolean {
  const asked = timeOf(last.id).getTime()
  return (
    edge.moved_ms < asked ||
    (edge.moved_ms === asked && BigInt(edge.position) <= BigInt(last.position))
  )
}

/** Whether the balances store the number of matching moves. */
export const isCountKept = ({ type, side, start, end, search }: HistoryFilter): boolean =>
  type === undefined && side === undefined && !start && !end && !search

/** Counts the matching rows; without a stored count, up to one more than the limit of counts. */
export async function countHistory(tx: Db, filter: HistoryFilter): Promise<number> {
  const isKept = isCountKept(filter)
  const uncounted = isKept
    ? waitingOf(filter)
    : sql`${movedOf(filter, COUNTED_MAX + 1)} union all ${waitingOf(filter)} limit ${COUNTED_MAX + 1}`
  // One statement counts both, so that a transfer which completes meanwhile is counted once.
  const known = isKept && wantsMoved(filter) ? countMoved(filter.books) : sql`0`
  const { rows } = await sql<{ total: string }>`
    select count(*) + ${known} as total from (${uncounted}) r`.execute(tx)
  return Number(rows[0]!.total)
}

const countMoved = (books: readonly HistoryBook[]): RawBuilder<unknown> => sql`
  (select coalesce(sum(b.seq), 0)
   from unnest(${books.map((book) => book.account.id)}::uuid[], ${books.map((book) => book.asset)}::text[])
     as wanted (account_id, asset)
   join ledger.balances b on b.account_id = wanted.account_id and b.asset = wanted.asset)`

/** Looked up only for the rows that are shown. */
export const linkedLine = sql`case when r.link = 'reversal_of' then (
  select min(l.line) from ledger.moves l where l.entry_id = r.linked_to and l.asset = r.asset
    and l.from_account = case r.side when 'to' then r.account_id else r.other_account end
    and l.to_account = case r.side when 'to' then r.other_account else r.account_id end) end`

const lookedUp = sql`o.code as other_code, o.holder_name as other_holder, ${linkedLine} as linked_line`

/** One side of a move, or of a pending or failed transfer. */
export async function findHistoryRow(tx: Db, which: SideOfMove): Promise<HistoryRow | undefined> {
  const { entry_id, line, side } = which
  const those = sql`h.id = ${entry_id}`
  const { rows } = await sql<HistoryRow>`
    select r.*, ${lookedUp}
    from (
      select ${sideColumns(side)} from ledger.moves m where m.entry_id = ${entry_id}
      union all ${waiting(those, those)}) r
    left join ledger.accounts o on o.id = r.other_account
    where r.line = ${line} and r.side = ${side}`.execute(tx)
  return rows[0]
}

/** The moves of one balance with numbers above `after`, up to and including `until`. */
export interface NumberedMoves {
  readonly account: string
  readonly asset: string
  readonly after: number
  readonly until: number
}

export async function listMoves(tx: Db, which: NumberedMoves): Promise<HistoryRow[]> {
  const side = (column: Side) => sql`select ${sideColumns(column)} from ledger.moves m
    where ${sql.ref(`m.${column}_account`)} = ${which.account} and m.asset = ${which.asset}
      and ${sql.ref(`m.${column}_seq`)} > ${which.after}
      and ${sql.ref(`m.${column}_seq`)} <= ${which.until}`
  const { rows } = await sql<HistoryRow>`
    select r.*, ${lookedUp}
    from (${side('from')} union all ${side('to')}) r
    left join ledger.accounts o on o.id = r.other_account
    order by r.seq`.execute(tx)
  return rows
}

interface ReversedMove {
  readonly entry_id: string
  readonly from: string
  readonly to: string
  readonly asset: string
}

/** The units of a move that have been reversed so far. */
export async function sumReversals(tx: Db, move: ReversedMove): Promise<bigint> {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(units), 0) as units from ledger.moves
    where link = 'reversal_of' and linked_to = ${move.entry_id} and asset = ${move.asset}
      and from_account = ${move.to} and to_account = ${move.from}`.execute(tx)
  return BigInt(rows[0]!.units)
}

/** The same; the entry stays locked until the transaction ends, so that another reversal waits and then counts this one. */
export async function lockReversals(tx: Db, move: ReversedMove): Promise<bigint> {
  await sql`select 1 from ledger.moves where entry_id = ${move.entry_id} order by line for update`.execute(
    tx,
  )
  return sumReversals(tx, move)
}

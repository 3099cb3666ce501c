// SQL that searches the payments of the whole bank, newest first. Ids begin with their time, so a period is a range of
// ids, which is read along the primary key. What no index finds is looked for among a limited number of rows, and the
// answer says how far back that was.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import { plainColumn, textColumn } from '../../../../platform/array-literals.ts'
import { type Db, searchPattern } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import { timeOf } from '../../../../kernel/uuid.ts'
import { COUNTERPARTY_NAME, firstIdAt, lastIdAt, TRANSFER_PURPOSE } from '../ids.ts'

/** A search reads this many moves, and as many reservations, before it stops. */
export const BANK_SEARCHED_MAX = 20_000
const PER_BOOK_MIN = 200

export interface BankPayment
  extends Pick<
    Row<'ledger.moves'>,
    'line' | 'type' | 'subtype' | 'asset' | 'units' | 'reference' | 'metadata'
  > {
  readonly id: string
  readonly from_account: string
  readonly to_account: string
  readonly status: 'pending' | 'completed' | 'failed'
  readonly reason: string | null
  readonly completed_at: string | null
}

export interface AmountRange {
  readonly asset: string
  readonly least: bigint
  readonly most: bigint | undefined
}

export interface BankSearch {
  readonly environment: Environment
  readonly from: Date | undefined
  readonly to: Date | undefined
  /** Only payments with ids before this one. */
  readonly before: string | undefined
  readonly status: BankPayment['status'] | undefined
  readonly kind: string | undefined
  readonly asset: string | undefined
  readonly amounts: readonly AmountRange[] | undefined
  /** Only payments of these accounts; their newest moves are found by number. */
  readonly accounts: readonly string[] | undefined
  /** Part of the name of a counterparty outside the bank. */
  readonly outsider: string | undefined
  /** Part of the reference. */
  readonly reference: string | undefined
  readonly limit: number
}

export interface BankSearchResult {
  readonly rows: readonly BankPayment[]
  /** The id at which the search stopped although there are older payments. */
  readonly stoppedAt: string | undefined
  /** The oldest moment of which all payments were searched; undefined if the whole period was. */
  readonly searchedBackTo: Date | undefined
}

/** One row for each payment: its first movement that matches. One more than `limit` says that there are more. */
export async function searchPayments(tx: Db, search: BankSearch): Promise<BankSearchResult> {
  const bounds = {
    low: firstIdAt(search.from ?? new Date(0)),
    high: lastIdAt(search.to ?? new Date(8.64e15)),
  }
  return search.accounts
    ? searchBooks(tx, search, search.accounts, bounds)
    : searchAll(tx, search, bounds)
}

interface Bounds {
  readonly low: string
  readonly high: string
}

async function searchAll(tx: Db, search: BankSearch, { low, high }: Bounds) {
  const stop = await findStop(tx, search, { low, high })
  const start = stop ?? low
  const within = (id: string): RawBuilder<unknown> =>
    sql`${sql.ref(id)} between ${start}::uuid and ${high}::uuid and ${isBefore(id, search)}`
  const rows = await listMatches(tx, search, [
    ...(wantsMoves(search) ? [moves(within('m.entry_id'))] : []),
    ...(wantsHolds(search) ? [holds(within('h.id'))] : []),
  ])
  return {
    rows,
    stoppedAt: stop,
    searchedBackTo: stop === undefined ? undefined : timeOf(stop),
  }
}

const wantsMoves = ({ status }: BankSearch): boolean =>
  status === undefined || status === 'completed'
const wantsHolds = ({ status }: BankSearch): boolean => status !== 'completed'

const isBefore = (id: string, { before }: BankSearch): RawBuilder<unknown> =>
  before === undefined ? sql`true` : sql`${sql.ref(id)} < ${before}::uuid`

/** The id of the last row that may be read, in the range that is wanted. */
async function findStop(
  tx: Db,
  search: BankSearch,
  { low, high }: Bounds,
): Promise<string | undefined> {
  const last = (table: 'ledger.moves' | 'ledger.holds', id: 'entry_id' | 'id') => sql`(
    select ${sql.ref(id)} from ${sql.table(table)}
    where ${sql.ref(id)} between ${low}::uuid and ${high}::uuid and ${isBefore(id, search)}
    order by ${sql.ref(id)} desc offset ${BANK_SEARCHED_MAX - 1} limit 1)`
  const { rows } = await sql<{ stop: string | null }>`
    select greatest(
      ${wantsMoves(search) ? last('ledger.moves', 'entry_id') : sql`null::uuid`},
      ${wantsHolds(search) ? last('ledger.holds', 'id') : sql`null::uuid`}) as stop`.execute(tx)
  return rows[0]!.stop ?? undefined
}

const COLUMNS = sql`m.entry_id as id, m.line, m.environment, m.type, m.subtype, m.asset, m.units,
  m.from_account, m.to_account, m.reference, m.metadata, 'completed' as status, null as reason,
  m.created_at as completed_at`

const moves = (which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${COLUMNS} from ledger.moves m where ${which}`

/** Transfers that are pending, and those that failed; completed ones are moves. */
const holds = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select h.id, 0::smallint as line, h.environment, 'transfer' as type, null as subtype, h.asset,
    h.units - h.fee as units, h.account_id as from_account, h.to_account, h.reference, h.metadata,
    case h.status when 'open' then 'pending' else 'failed' end as status, h.reason,
    null::timestamptz as completed_at
  from ledger.holds h
  where h.purpose = ${sql.lit(TRANSFER_PURPOSE)} and h.status <> 'captured' and ${which}`

async function listMatches(
  tx: Db,
  search: BankSearch,
  sources: readonly RawBuilder<unknown>[],
): Promise<BankPayment[]> {
  const { rows } = await sql<BankPayment>`
    select distinct on (r.id) r.id, r.line, r.type, r.subtype, r.asset, r.units, r.from_account,
      r.to_account, r.reference, r.metadata, r.status, r.reason, r.completed_at
    from (${sql.join(sources, sql` union all `)}) r
    where ${sql.join(conditions(search), sql` and `)}
    order by r.id desc, r.line limit ${search.limit + 1}`.execute(tx)
  return rows
}

/** A fee is part of the payment before it in its entry. */
function conditions(search: BankSearch): RawBuilder<unknown>[] {
  const { environment, status, kind, asset, amounts, outsider, reference } = search
  const given = (value: unknown, condition: () => RawBuilder<unknown>): RawBuilder<unknown>[] =>
    value === undefined ? [] : [condition()]
  return [
    sql`r.environment = ${environment}`,
    sql`(r.line = 0 or r.subtype is distinct from 'fee')`,
    ...given(status, () => sql`r.status = ${status}`),
    ...given(kind, () => sql`coalesce(r.subtype, r.type) = ${kind}`),
    ...given(asset, () => sql`r.asset = ${asset}`),
    ...given(reference, () => sql`lower(r.reference) like ${searchPattern(reference!)}`),
    ...given(
      outsider,
      () => sql`r.subtype is not null
        and lower(r.metadata ->> ${sql.lit(COUNTERPARTY_NAME)}) like ${searchPattern(outsider!)}`,
    ),
    ...given(
      amounts,
      () => sql`exists (
        select from unnest(${textColumn(amounts!, (one) => one.asset)}::text[],
          ${plainColumn(amounts!, (one) => String(one.least))}::numeric[],
          ${plainColumn(amounts!, (one) => (one.most === undefined ? 'NaN' : String(one.most)))}::numeric[])
          as a (asset, least, most)
        where a.asset = r.asset and r.units between a.least and a.most)`,
    ),
  ]
}

/** The moves of a few accounts: of each balance its newest ones, up to the end of the period. */
async function searchBooks(
  tx: Db,
  search: BankSearch,
  accounts: readonly string[],
  { low, high }: Bounds,
): Promise<BankSearchResult> {
  const depth = Math.max(PER_BOOK_MIN, Math.floor(BANK_SEARCHED_MAX / Math.max(accounts.length, 1)))
  const books = sql`
    (select b.account_id, b.asset, ${
      search.to === undefined
        ? sql`b.seq`
        : sql`ledger.seq_at(b.account_id, b.asset, ${search.to.toISOString()}::timestamptz)`
    } as seq
    from ledger.balances b where b.account_id = any(${accounts}::uuid[]) and b.seq > 0
      ${search.asset === undefined ? sql`` : sql`and b.asset = ${search.asset}`} offset 0) b`
  const within = (id: string): RawBuilder<unknown> =>
    sql`${sql.ref(id)} between ${low}::uuid and ${high}::uuid and ${isBefore(id, search)}`
  const side = (name: 'from' | 'to'): RawBuilder<unknown> => sql`
    select ${COLUMNS} from ${books} join ledger.moves m on ${sql.ref(`m.${name}_account`)} = b.account_id
      and m.asset = b.asset and ${sql.ref(`m.${name}_seq`)} > b.seq - ${depth}
      and ${sql.ref(`m.${name}_seq`)} <= b.seq
    where ${within('m.entry_id')}`
  const held = (column: 'account_id' | 'to_account'): RawBuilder<unknown> =>
    holds(sql`${sql.ref(`h.${column}`)} = any(${accounts}::uuid[]) and ${within('h.id')}`)
  const rows = await listMatches(tx, search, [
    ...(wantsMoves(search) ? [side('from'), side('to')] : []),
    ...(wantsHolds(search) ? [held('account_id'), held('to_account')] : []),
  ])
  const { rows: edges } = await sql<{ edge: string | null }>`
    select max(m.created_at) as edge from ${books}
    cross join lateral (
      select created_at from ledger.moves
      where from_account = b.account_id and asset = b.asset and from_seq = b.seq - ${depth}
      union all
      select created_at from ledger.moves
      where to_account = b.account_id and asset = b.asset and to_seq = b.seq - ${depth}) m`.execute(
    tx,
  )
  const edge = edges[0]!.edge === null ? undefined : new Date(edges[0]!.edge)
  const isRelevant = edge !== undefined && (search.from === undefined || edge >= search.from)
  return { rows, stoppedAt: undefined, searchedBackTo: isRelevant ? edge : undefined }
}

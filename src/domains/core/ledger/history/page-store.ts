// SQL of the most requested pages: the newest transactions of one account. The text is fixed, and one
// statement serves several pages, of several callers, because its own cost is more than that of a page.
import type { Window } from '../../../../kernel/page.ts'
import { COUNTED_MAX } from '../../../../kernel/page.ts'
import { timeOf } from '../../../../kernel/uuid.ts'
import { batchRequests } from '../../../../platform/batch-reader.ts'
import { type Db, runFixed } from '../../../../platform/database.ts'
import type { HistoryRow } from './store.ts'
import { BANK_IDS_END, type Side, TRANSFER_PURPOSE } from '../ids.ts'

/** What a page shows of a transaction. */
export type ListedRow = Omit<
  HistoryRow,
  'seq' | 'link' | 'user_uuid' | 'credential_id' | 'agent' | 'request_id'
>

export interface NewestRequest extends Window {
  readonly account: string
  /** Only this asset. */
  readonly asset?: string | undefined
}

export interface NewestPage {
  readonly rows: readonly ListedRow[]
  readonly total: number
}

/** Pages that reach further are read alone, because they would keep others waiting. */
const SHARED_UNTIL = 500

/**
 * A transfer that was pending first has an older id than its number suggests. This many of them may be among the
 * newest moves before more have to be read.
 */
const WAITED_MAX = 8

/** A page without any row is one row of which only the number and the total are set. */
interface Found extends Omit<ListedRow, 'account_id'> {
  account_id: string
  readonly n: number
  readonly total: string
  readonly position: string
  /** The oldest moves read of balances that have more. */
  readonly edge_at: string | null
  readonly edge_position: string | null
}

/** The newest moves of a balance `b`: moves are numbered, so they are those with the greatest numbers. */
const moved = (side: Side, other: Side) => `
  select m.entry_id as id, m.line, '${side}' as side, m.${other}_account as other_account, m.type, m.subtype,
    m.asset, m.units, m.${side}_after as after, 'completed' as status, null as reason, m.reference, m.metadata,
    m.link, m.linked_to, m.created_at as completed_at, m.position,
    m.${side}_seq = b.seq - k.depth + 1 and b.seq > k.depth as is_edge
  from ledger.moves m
  where m.${side}_account = b.account_id and m.asset = b.asset and m.${side}_seq > b.seq - k.depth`

/** The conditions of indexes, which are literals. */
const WAITS = `h.purpose = '${TRANSFER_PURPOSE}' and h.status <> 'captured' and (k.asset is null or h.asset = k.asset)`

/** The newest pending and failed transfers in the shape of moves; the fee is a separate move. */
const waiting = (side: Side, isFee: boolean) => `
  select h.id, ${isFee ? 1 : 0}::smallint, '${side}',
    ${isFee ? 'null::uuid' : side === 'from' ? 'h.to_account' : 'h.account_id'}, 'transfer',
    ${isFee ? `'fee'` : 'null'}, h.asset, ${isFee ? 'h.fee' : 'h.units - h.fee'}, null::numeric,
    case h.status when 'open' then 'pending' else 'failed' end, h.reason, h.reference, h.metadata, null,
    null::uuid, null::timestamptz, h.position, false
  from (
    select * from ledger.holds h
    where h.${side === 'from' ? 'account_id' : 'to_account'} = k.account and ${WAITS} ${isFee ? 'and h.fee > 0' : ''}
    order by h.created_at desc, h.position desc limit k.depth) h`

/** By the time in the ids; within a millisecond, in the order of the log. */
const NEWEST_FIRST = `substring(uuid_send(r.id) for 6) desc, r.position desc, r.line desc, r.side desc`

/** Balances know how many moves they have; pending and failed transfers are few, and counted up to a limit. */
const counted = (side: Side, count: string) => `
  (select ${count} from (
    select h.fee from ledger.holds h
    where h.${side === 'from' ? 'account_id' : 'to_account'} = k.account and ${WAITS} limit ${COUNTED_MAX}) h)`

const NEWEST = `
  select k.n, t.total, r.id, r.line, r.side, r.other_account, r.type, r.subtype, r.asset, r.units, r.after,
    r.status, r.reason, r.reference, r.metadata, r.linked_to, r.completed_at, r.position, r.edge_at,
    r.edge_position,
    case when r.other_account < '${BANK_IDS_END}'::uuid then (
      select o.code from ledger.accounts o where o.id = r.other_account) end as other_code,
    case when r.other_account >= '${BANK_IDS_END}'::uuid then (
      select o.holder_name from ledger.accounts o where o.id = r.other_account) end as other_holder,
    case when r.link = 'reversal_of' then (
      select min(l.line) from ledger.moves l where l.entry_id = r.linked_to and l.asset = r.asset
        and l.from_account = case r.side when 'to' then k.account else r.other_account end
        and l.to_account = case r.side when 'to' then r.other_account else k.account end) end as linked_line
  from unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
    as k (n, account, asset, depth, shown, skipped)
  cross join lateral (
    select (select coalesce(sum(b.seq), 0) from ledger.balances b
        where b.account_id = k.account and (k.asset is null or b.asset = k.asset))
      + ${counted('from', 'count(*) + count(*) filter (where h.fee > 0)')}
      + ${counted('to', 'count(*)')} as total
    offset 0) t
  left join lateral (
    select r.*, max(r.completed_at) filter (where r.is_edge) over () as edge_at,
      max(r.position) filter (where r.is_edge) over () as edge_position
    from (
      select side.* from ledger.balances b
      cross join lateral (${moved('from', 'to')} union all ${moved('to', 'from')}) side
      where b.account_id = k.account and (k.asset is null or b.asset = k.asset)
      union all ${waiting('from', false)}
      union all ${waiting('from', true)}
      union all ${waiting('to', false)}) r
    order by ${NEWEST_FIRST} limit k.shown offset k.skipped) r on true
  order by k.n, ${NEWEST_FIRST}`

/** Several pages by one statement; `depth` is how many of the newest moves of each balance are read. */
async function readPages(
  tx: Db,
  requests: readonly (NewestRequest & { readonly depth: number })[],
): Promise<Found[][]> {
  const found = await runFixed<Found>(tx, NEWEST, [
    requests.map((_, index) => index),
    requests.map(({ account }) => account),
    requests.map(({ asset }) => asset ?? null),
    requests.map(({ depth }) => depth),
    requests.map(({ limit }) => limit),
    requests.map(({ offset }) => offset),
  ])
  const pages: Found[][] = requests.map(() => [])
  for (const row of found) {
    row.account_id = requests[row.n]!.account
    pages[row.n]!.push(row)
  }
  return pages
}

const firstDepth = ({ limit, offset }: Window): number => offset + limit + WAITED_MAX

const readShared = batchRequests((tx: Db, requests: readonly NewestRequest[]) =>
  readPages(
    tx,
    requests.map((request) => ({ ...request, depth: firstDepth(request) })),
  ),
)

/**
 * The newest transactions of an account by the time of their request. More moves are read until the page is certain to
 * hold the newest: ids begin with the time of the request, while numbers follow the time of posting, which is never
 * earlier. So the unread moves of a balance were requested no later than its oldest read move was posted, and enough is
 * read once no such edge is newer than the last row of the page.
 */
export async function readNewestPage(tx: Db, request: NewestRequest): Promise<NewestPage> {
  let depth = firstDepth(request)
  let found =
    depth <= SHARED_UNTIL
      ? await readShared(tx, request)
      : (await readPages(tx, [{ ...request, depth }]))[0]!
  while (!isCertain(found, request)) {
    depth *= 4
    found = (await readPages(tx, [{ ...request, depth }]))[0]!
  }
  return { rows: isEmpty(found) ? [] : found, total: Number(found[0]!.total) }
}

const isEmpty = ([first]: readonly Found[]): boolean => (first!.id as string | null) === null

function isCertain(found: readonly Found[], { limit }: Window): boolean {
  const last = found[limit - 1]
  if (!last || last.edge_at === null) return true
  const asked = timeOf(last.id).getTime()
  const moved_ms = Date.parse(last.edge_at)
  return (
    moved_ms < asked || (moved_ms === asked && BigInt(last.edge_position!) <= BigInt(last.position))
  )
}

// SQL of a page of the transfers of one account, the last completed or failed first. The text is fixed, and one
// statement serves several pages, of several callers.
import {
  boundedTotal,
  COUNTED_MAX,
  type PageRequest,
  type Window,
  windowOf,
} from '../../../../kernel/page.ts'
import { batchRequests } from '../../../../platform/batch-reader.ts'
import { type Db, runFixed } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import { type Side, TRANSFER_PURPOSE } from '../ids.ts'

/** A transfer of an account: an entry, or a hold that is pending or failed. */
export type TransferRow = Pick<
  Row<'ledger.moves'>,
  'from_account' | 'to_account' | 'asset' | 'units' | 'reference' | 'metadata' | 'link'
> & {
  readonly id: string
  readonly fee: string
  readonly status: 'pending' | 'completed' | 'failed'
  readonly reason: string | null
  readonly completed_at: string | null
  readonly from_holder: string | null
  readonly to_holder: string | null
}

/** How many of the moves of an account are transfers, up to the numbers that its balances had then. */
interface Counted {
  readonly seqs: Readonly<Record<string, number>>
  readonly transfers: number
}

interface TransferRequest extends Window {
  readonly account: string
  /** What was counted before; null when it need not be counted any more. */
  readonly known: Counted['seqs'] | null
}

interface Found extends TransferRow {
  readonly n: number
  readonly seqs: Counted['seqs'] | null
  /** Transfers after the known numbers. */
  readonly counted: string | null
  readonly waiting: string
}

const IS_TRANSFER = `m.type = 'transfer' and m.subtype is null and m.line = 0`
const WAITS = `h.purpose = '${TRANSFER_PURPOSE}' and h.status <> 'captured'`
const sideOf = (side: Side) => (side === 'from' ? 'h.account_id' : 'h.to_account')

const countSince = (side: Side) => `
  (select 1 from ledger.moves m
   where m.${side}_account = b.account_id and m.asset = b.asset and ${IS_TRANSFER}
     and m.${side}_seq > coalesce((k.known ->> b.asset)::bigint, 0)
   limit ${COUNTED_MAX + 1})`

const countWaiting = (side: Side) => `
  (select 1 from ledger.holds h where ${sideOf(side)} = k.account and ${WAITS} limit ${COUNTED_MAX + 1})`

/** The moves of a balance are numbered in the order of time, so the newest are found by number. */
const completed = (side: Side) => `
  (select m.entry_id as id, m.from_account, m.to_account, m.asset, m.units, m.reference, m.metadata,
     'completed' as status, null as reason, m.link, m.created_at as completed_at, m.created_at as at,
     m.position, null::numeric as fee
   from ledger.moves m
   where m.${side}_account = b.account_id and m.asset = b.asset and ${IS_TRANSFER}
   order by m.${side}_seq desc limit k.skipped + k.shown)`

/** Failed transfers are in the order of their failure, so all are read, up to a limit that no account reaches. */
const waiting = (side: Side) => `
  (select h.id, h.account_id, h.to_account, h.asset, h.units - h.fee, h.reference, h.metadata,
     case h.status when 'open' then 'pending' else 'failed' end, h.reason, 'capture_of', null::timestamptz,
     coalesce(h.closed_at, h.created_at), h.position, h.fee
   from ledger.holds h where ${sideOf(side)} = k.account and ${WAITS}
   order by h.created_at desc, h.position desc limit ${COUNTED_MAX + 1})`

/** Within a millisecond, in the order of the log, which is that of the numbers: no page leaves a transfer out. */
const lastFirst = (rows: string) => `${rows}.at desc, ${rows}.position desc`

const TRANSFERS = `
  select k.n, c.seqs, c.counted, w.waiting, r.id, r.from_account, r.to_account, r.asset, r.units, r.reference,
    r.metadata, r.status, r.reason, r.link, r.completed_at,
    (select f.holder_name from ledger.accounts f where f.id = r.from_account) as from_holder,
    (select t.holder_name from ledger.accounts t where t.id = r.to_account) as to_holder,
    coalesce(r.fee, (select sum(f.units) from ledger.moves f
      where f.entry_id = r.id and f.line > 0 and f.subtype = 'fee'), 0) as fee
  from unnest($1::int[], $2::uuid[], $3::bigint[], $4::bigint[], $5::jsonb[])
    as k (n, account, shown, skipped, known)
  cross join lateral (
    select jsonb_object_agg(b.asset, b.seq) as seqs, sum(since.transfers) as counted
    from ledger.balances b
    cross join lateral (
      select count(*) as transfers
      from (${countSince('from')} union all ${countSince('to')}) moved) since
    where b.account_id = k.account and k.known is not null) c
  cross join lateral (
    select count(*) as waiting from (${countWaiting('from')} union all ${countWaiting('to')}) held) w
  left join lateral (
    select * from (
      select side.* from ledger.balances b
      cross join lateral (${completed('from')} union all ${completed('to')}) side
      where b.account_id = k.account
      union all ${waiting('from')}
      union all ${waiting('to')}) found
    order by ${lastFirst('found')} limit k.shown offset k.skipped) r on true
  order by k.n, ${lastFirst('r')}`

async function readPages(tx: Db, requests: readonly TransferRequest[]): Promise<Found[][]> {
  const found = await runFixed<Found>(tx, TRANSFERS, [
    requests.map((_, index) => index),
    requests.map(({ account }) => account),
    requests.map(({ limit }) => limit),
    requests.map(({ offset }) => offset),
    requests.map(({ known }) => known && JSON.stringify(known)),
  ])
  const pages: Found[][] = requests.map(() => [])
  for (const row of found) pages[row.n]!.push(row)
  return pages
}

const readShared = batchRequests(readPages)

/** Pages that reach further are read alone, because they would keep others waiting. */
const SHARED_UNTIL = 500

/**
 * Moves are never changed and numbered without gaps, so what was counted once stays true, and only later moves are
 * counted with the next page. A transaction sees moves that may be rolled back, so it neither uses nor keeps counts.
 */
const counts = new Map<string, Counted>()
const COUNTS_MAX = 20_000

function keepCount(account: string, counted: Counted): void {
  if (!counts.has(account) && counts.size >= COUNTS_MAX)
    counts.delete(counts.keys().next().value as string)
  counts.set(account, counted)
}

const NOTHING: Counted = { seqs: {}, transfers: 0 }

/** A page of transfers, the last completed or failed first, and their number up to the limit of counts. */
export async function listTransferRows(tx: Db, account: string, page: PageRequest) {
  const before = (tx.isTransaction ? undefined : counts.get(account)) ?? NOTHING
  const known = before.transfers > COUNTED_MAX ? null : before.seqs
  const request = { account, known, ...windowOf(page) }
  const found =
    request.offset + request.limit <= SHARED_UNTIL
      ? await readShared(tx, request)
      : (await readPages(tx, [request]))[0]!
  const [first] = found as [Found, ...Found[]]
  const transfers = before.transfers + Number(first.counted ?? 0)
  if (!tx.isTransaction && first.seqs) keepCount(account, { seqs: first.seqs, transfers })
  const rows: readonly TransferRow[] = (first.id as string | null) === null ? [] : found
  return { rows, total: boundedTotal(transfers + Number(first.waiting), rows.length, page) }
}

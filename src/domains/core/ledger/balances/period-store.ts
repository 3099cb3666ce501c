// SQL that reads the past of balances: the balance at an instant, and the sums of a range of moves.
// Everything is summed from the moves themselves; no stored total is trusted.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { MoveType } from '../../../../operation/posting.ts'
import type { Db } from '../../../../platform/database.ts'
import type { NumberedMoves } from '../history/store.ts'
import type { Side, SystemCode } from '../ids.ts'

/** The balance after the move with this number; 0 before the first. */
const unitsAfter = (seq: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(
  (select m.from_after from ledger.moves m
   where m.from_account = b.account_id and m.asset = b.asset and m.from_seq = ${seq}),
  (select m.to_after from ledger.moves m
   where m.to_account = b.account_id and m.asset = b.asset and m.to_seq = ${seq}), 0)`

/** A balance at both ends of a period, and now. */
export interface BookInPeriod {
  readonly asset: string
  /** The numbers of the last move before the period and of the last one in it. */
  readonly open_seq: number
  readonly open_units: bigint
  readonly close_seq: number
  readonly close_units: bigint
  readonly seq: number
  readonly units: bigint
  readonly held: bigint
}

/** Both ends of the period are included. */
export async function listBooksInPeriod(
  tx: Db,
  account: string,
  period: { readonly from: Date; readonly to: Date },
  asset?: string,
): Promise<BookInPeriod[]> {
  const before = new Date(period.from.getTime() - 1).toISOString()
  const seqAt = (instant: string) =>
    sql`(select ledger.seq_at(b.account_id, b.asset, ${instant}::timestamptz) as seq offset 0)`
  const { rows } = await sql<
    Record<Exclude<keyof BookInPeriod, 'asset'>, string> & { asset: string }
  >`
    select b.asset, b.seq, b.units, b.held,
      o.seq as open_seq, ${unitsAfter(sql`o.seq`)} as open_units,
      c.seq as close_seq, ${unitsAfter(sql`c.seq`)} as close_units
    from ledger.balances b
    cross join lateral ${seqAt(before)} o
    cross join lateral ${seqAt(period.to.toISOString())} c
    where b.account_id = ${account} and (${asset ?? null}::text is null or b.asset = ${asset ?? null})
    order by b.asset`.execute(tx)
  return rows.map((row) => ({
    asset: row.asset,
    open_seq: Number(row.open_seq),
    open_units: BigInt(row.open_units),
    close_seq: Number(row.close_seq),
    close_units: BigInt(row.close_units),
    seq: Number(row.seq),
    units: BigInt(row.units),
    held: BigInt(row.held),
  }))
}

export interface BankBalance {
  readonly code: SystemCode
  readonly asset: string
  readonly units: bigint
}

/**
 * The balances of the bank's own accounts in one snapshot, now or at an instant, which is included. They are
 * few, so this is fast however many customers there are. All accounts add up to zero in every asset, so the
 * customers' total is the negative of the bank's.
 */
export async function listBankBalances(
  tx: Db,
  environment: Environment,
  instant?: Date,
): Promise<BankBalance[]> {
  const at = instant?.toISOString() ?? null
  const { rows } = await sql<Omit<BankBalance, 'units'> & { units: string }>`
    select a.code, b.asset, case when past.seq is null then b.units
      else ${unitsAfter(sql`past.seq`)} end as units
    from ledger.accounts a join ledger.balances b on b.account_id = a.id
    cross join lateral (
      select case when ${at}::timestamptz < b.moved_at
        then ledger.seq_at(b.account_id, b.asset, ${at}::timestamptz) end as seq offset 0) past
    where a.environment = ${environment} and a.code is not null and b.seq > 0
    order by a.code, b.asset`.execute(tx)
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}

/** The moves of a range, with a negative amount where they reduced the balance. */
function signedMoves(which: NumberedMoves): RawBuilder<unknown> {
  const side = (column: Side) => sql`
    select m.type, m.subtype, ${sql.lit(column)} as side, m.link, m.linked_to, m.created_at,
      ${sql.ref(`m.${column}_seq`)} as seq, ${sql.ref(`m.${column}_after`)} as after,
      ${sql.raw(column === 'from' ? '-' : '')}m.units as units
    from ledger.moves m
    where ${sql.ref(`m.${column}_account`)} = ${which.account} and m.asset = ${which.asset}
      and ${sql.ref(`m.${column}_seq`)} > ${which.after}
      and ${sql.ref(`m.${column}_seq`)} <= ${which.until}`
  return sql`(${side('from')} union all ${side('to')})`
}

export interface MovesOfKind {
  readonly type: MoveType
  readonly subtype: string | null
  readonly side: Side
  readonly count: number
  /** Negative for outgoing moves. */
  readonly units: bigint
}

export async function sumMovesByKind(tx: Db, which: NumberedMoves): Promise<MovesOfKind[]> {
  const { rows } = await sql<
    Omit<MovesOfKind, 'units' | 'count'> & { units: string; count: string }
  >`
    select type, subtype, side, count(*) as count, sum(units) as units
    from ${signedMoves(which)} m group by type, subtype, side`.execute(tx)
  return rows.map((row) => ({ ...row, count: Number(row.count), units: BigInt(row.units) }))
}

/** The result of checking a range of moves against the balance before it. */
export interface Chain {
  readonly count: number
  readonly units: bigint
  readonly first: number | null
  readonly last: number | null
  /** The count of numbers that do not follow the one before. */
  readonly gaps: number
  /** The count of balances that are not the one before plus the move. */
  readonly breaks: number
}

export async function checkChain(tx: Db, which: NumberedMoves, opening: bigint): Promise<Chain> {
  const { rows } = await sql<Record<keyof Chain, string | null>>`
    select count(*) as count, coalesce(sum(units), 0) as units, min(seq) as first, max(seq) as last,
      count(*) filter (where seq <> seq_before + 1) as gaps,
      count(*) filter (where after <> after_before + units) as breaks
    from (
      select m.*, lag(m.seq, 1, ${which.after}::bigint) over (order by m.seq) as seq_before,
        lag(m.after, 1, ${String(opening)}::numeric) over (order by m.seq) as after_before
      from ${signedMoves(which)} m) m`.execute(tx)
  const row = rows[0]!
  return {
    count: Number(row.count),
    units: BigInt(row.units!),
    first: row.first === null ? null : Number(row.first),
    last: row.last === null ? null : Number(row.last),
    gaps: Number(row.gaps),
    breaks: Number(row.breaks),
  }
}

export interface Turnover {
  /** '2026-03' */
  readonly month: string
  readonly debit: bigint
  readonly credit: bigint
}

export async function listTurnovers(tx: Db, which: NumberedMoves): Promise<Turnover[]> {
  const { rows } = await sql<Record<keyof Turnover, string>>`
    select to_char(m.created_at at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(-sum(units) filter (where units < 0), 0) as debit,
      coalesce(sum(units) filter (where units > 0), 0) as credit
    from ${signedMoves(which)} m group by 1 order by 1`.execute(tx)
  return rows.map((row) => ({
    month: row.month,
    debit: BigInt(row.debit),
    credit: BigInt(row.credit),
  }))
}

export interface HoldInPeriod {
  readonly id: string
  readonly purpose: string
  readonly units: string
  readonly captured: string
  readonly status: 'open' | 'captured' | 'released' | 'expired'
  readonly reason: string | null
  readonly to_account: string | null
  readonly user_uuid: string | null
  readonly credential_id: string | null
  readonly agent: string | null
  readonly request_id: string | null
  readonly created_at: string
  readonly closed_at: string | null
}

export interface HoldsInPeriod {
  readonly opened: { readonly count: number; readonly units: bigint }
  readonly captured: { readonly count: number; readonly units: bigint }
  readonly released: { readonly count: number; readonly units: bigint }
  /** Holds that are open now, not at the end of the period. */
  readonly open: { readonly count: number; readonly units: bigint }
  /** The newest holds that were opened, captured or closed in the period, or are open now. */
  readonly holds: HoldInPeriod[]
}

/** Sums the holds on a balance in a period; `which` names the moves of the same period. */
export async function sumHolds(
  tx: Db,
  which: NumberedMoves,
  period: { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<HoldsInPeriod> {
  const within = (column: string) =>
    sql`${sql.ref(column)} between ${period.from.toISOString()} and ${period.to.toISOString()}`
  // A captured hold is found through the moves that captured it, in the period or after it.
  const captures = sql`select m.linked_to from ledger.moves m
    where m.from_account = ${which.account} and m.asset = ${which.asset}
      and m.from_seq > ${which.after} and m.link = 'capture_of'`
  const holds = sql`
    select h.* from ledger.holds h where h.account_id = ${which.account}
      and h.asset = ${which.asset} and h.status <> 'captured'
    union all
    select h.* from ledger.holds h where h.status = 'captured' and h.id in (${captures})`
  const isOpened = within('h.created_at')
  const isReleased = sql`h.status in ('released', 'expired') and ${within('h.closed_at')}`
  const capturedNow = sql`
    select m.linked_to as id, -m.units as units from ${signedMoves(which)} m
    where m.side = 'from' and m.link = 'capture_of'`
  const [sums, listed] = await Promise.all([
    sql<Record<string, string>>`
      select count(*) filter (where ${isOpened}) as opened,
        coalesce(sum(h.units) filter (where ${isOpened}), 0) as opened_units,
        count(*) filter (where ${isReleased}) as released,
        coalesce(sum(h.units - h.captured) filter (where ${isReleased}), 0) as released_units,
        count(*) filter (where h.status = 'open') as open,
        coalesce(sum(h.units - h.captured) filter (where h.status = 'open'), 0) as open_units,
        (select count(distinct c.id) from (${capturedNow}) c) as captured,
        (select coalesce(sum(c.units), 0) from (${capturedNow}) c) as captured_units
      from (${holds}) h`.execute(tx),
    sql<HoldInPeriod>`
      select h.id, h.purpose, h.units, h.captured, h.status, h.reason, h.to_account, h.user_uuid,
        h.credential_id, h.agent, h.request_id, h.created_at, h.closed_at
      from (${holds}) h
      where ${isOpened} or ${isReleased} or h.status = 'open'
        or h.id in (select c.id from (${capturedNow}) c)
      order by h.created_at desc, h.id desc limit ${limit}`.execute(tx),
  ])
  const row = sums.rows[0]!
  const sum = (name: string) => ({
    count: Number(row[name]),
    units: BigInt(row[`${name}_units`]!),
  })
  return {
    opened: sum('opened'),
    captured: sum('captured'),
    released: sum('released'),
    open: sum('open'),
    holds: listed.rows,
  }
}

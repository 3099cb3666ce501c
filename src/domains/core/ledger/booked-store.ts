// SQL that selects every side of the moves of some balances in a period. Other domains build their own
// conditions and sums on top of it.
import { type RawBuilder, sql } from 'kysely'
import type { MoveType } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import type { Side } from './ids.ts'

export interface BookedFilter {
  readonly books: readonly {
    readonly account: { readonly id: string; readonly user_uuid: string | null }
    readonly asset: string
  }[]
  /** Both ends are included; undefined means without bound. */
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly side: Side | undefined
}

export interface BookedSide {
  readonly id: string
  readonly line: number
  readonly side: Side
  readonly account_id: string
  readonly owner: string | null
  readonly other_account: string
  readonly type: MoveType
  readonly subtype: string | null
  readonly asset: string
  readonly units: string
  readonly reference: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly booked_at: string
  readonly position: string
}

/** The moves of a balance are numbered in the order of time, so a period is a range of numbers. */
const seqAt = (time: Date | undefined, otherwise: RawBuilder<unknown>): RawBuilder<unknown> => {
  const instant = time?.toISOString() ?? null
  return sql`case when ${instant}::timestamptz is null then ${otherwise}
    else ledger.seq_at(b.account_id, b.asset, ${instant}::timestamptz) end`
}

/** The SQL text is the same for every filter, so that the statement is prepared only once. */
export function selectBooked(tx: Db, { books, from, to, side }: BookedFilter) {
  const before = from && new Date(from.getTime() - 1)
  const sideOf = (which: Side) => {
    const seq = sql.ref(`m.${which}_seq`)
    return sql`
      select m.entry_id as id, m.line, ${sql.lit(which)} as side,
        ${sql.ref(`m.${which === 'from' ? 'to' : 'from'}_account`)} as other_account, m.type, m.subtype,
        m.units, m.reference, m.metadata, m.created_at as booked_at, m.position
      from ledger.moves m
      where ${sql.ref(`m.${which}_account`)} = b.account_id and m.asset = b.asset
        and ${seq} > b.low and ${seq} <= b.high
        and (${side ?? null}::text is null or ${side ?? null}::text = ${sql.lit(which)})`
  }
  return tx
    .selectFrom(
      sql<BookedSide>`(
        select b.account_id, b.owner, b.asset, side.* from (
          select b.*, ${seqAt(before, sql`0::bigint`)} as low, ${seqAt(to, sql`${LAST_SEQ}::bigint`)} as high
          from unnest(${books.map((book) => book.account.id)}::uuid[],
            ${books.map((book) => book.account.user_uuid)}::uuid[],
            ${books.map((book) => book.asset)}::text[]) as b (account_id, owner, asset) offset 0) b
        cross join lateral (${sideOf('from')} union all ${sideOf('to')}) side)`.as<'booked'>(
        'booked',
      ),
    )
    .selectAll()
}

const LAST_SEQ = String(2n ** 63n - 1n)

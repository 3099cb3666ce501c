// SQL that selects every side of the moves of some balances in a period. Other domains build their own
// conditions and sums on top of it.
import { type RawBuilder, sql } from 'kysely'
import type { MoveType } from '../../../../operation/posting.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Side } from '../ids.ts'

export interface MoveBook {
  readonly account: { readonly id: string; readonly user_uuid: string | null }
  readonly asset: string
  /** Only moves of this balance with a greater number, up to and including another. */
  readonly after?: bigint
  readonly upTo?: bigint
  /** A shorter period for this balance; a balance may be listed with several periods that share no instant. */
  readonly from?: Date
  readonly to?: Date
}

export interface MoveFilter {
  readonly books: readonly MoveBook[]
  /** Both ends are included; undefined means without bound. */
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly side: Side | undefined
}

export interface MoveSide {
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
const seqAt = (time: RawBuilder<unknown>, otherwise: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${time} is null then ${otherwise}
    else ledger.seq_at(b.account_id, b.asset, ${time}) end`

const justBefore = (time: Date | undefined): Date | undefined =>
  time && new Date(time.getTime() - 1)

const writeTime = (time: Date | undefined): string | null => time?.toISOString() ?? null

/** The SQL text is the same for every filter, so that the statement is prepared only once. */
export function selectMoves(tx: Db, { books, from, to, side }: MoveFilter) {
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
      sql<MoveSide>`(
        select b.account_id, b.owner, b.asset, side.* from (
          select b.account_id, b.owner, b.asset, greatest(b.after, ${seqAt(sql`b.since`, sql`0::bigint`)}) as low,
            least(b.up_to, ${seqAt(sql`b.until`, sql`b.up_to`)}) as high
          from unnest(${books.map((book) => book.account.id)}::uuid[],
            ${books.map((book) => book.account.user_uuid)}::uuid[],
            ${books.map((book) => book.asset)}::text[],
            ${books.map((book) => String(book.after ?? 0n))}::bigint[],
            ${books.map((book) => String(book.upTo ?? LAST_SEQ))}::bigint[],
            ${books.map((book) => writeTime(justBefore(book.from ?? from)))}::timestamptz[],
            ${books.map((book) => writeTime(book.to ?? to))}::timestamptz[])
            as b (account_id, owner, asset, after, up_to, since, until) offset 0) b
        cross join lateral (${sideOf('from')} union all ${sideOf('to')}) side)`.as<'booked'>(
        'booked',
      ),
    )
    .selectAll()
}

const LAST_SEQ = 2n ** 63n - 1n

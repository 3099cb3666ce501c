// SQL that lists the moves of the bank's own accounts in a period, newest first. The moves of a balance are numbered in
// the order of the log, so only about as many as are shown are read of each, whatever the period.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { Side } from '../ids.ts'

export interface BankMove
  extends Pick<
    Row<'ledger.moves'>,
    | 'entry_id'
    | 'line'
    | 'position'
    | 'type'
    | 'subtype'
    | 'asset'
    | 'units'
    | 'reference'
    | 'created_at'
  > {
  /** The side of the account of the bank. */
  readonly side: Side
  readonly code: string
  /** The other account, if it is the bank's too. */
  readonly other_code: string | null
  readonly other_holder: string | null
}

export interface BankMoveFilter {
  readonly environment: Environment
  /** The codes of the accounts; undefined means all accounts of the bank. */
  readonly codes: readonly string[] | undefined
  /** Also the pools, each of which is an account. */
  readonly hasPools: boolean
  readonly asset: string | undefined
  /** Both ends are included. */
  readonly from: Date
  readonly to: Date
  /** Only moves before this position in the log. */
  readonly before: string | undefined
  readonly limit: number
}

/** Moves between two of the accounts change nothing for them together, and are left out. */
export async function listBankMoves(tx: Db, filter: BankMoveFilter): Promise<BankMove[]> {
  const { environment, codes, hasPools, asset, before, limit } = filter
  const { from, to } = await narrow(tx, filter)
  const justBefore = new Date(from.getTime() - 1).toISOString()
  const seqAt = (instant: string): RawBuilder<unknown> =>
    sql`(select ledger.seq_at(b.account_id, b.asset, ${instant}::timestamptz) as seq offset 0)`
  const side = (name: Side, other: Side): RawBuilder<unknown> => sql`(
    select m.entry_id, m.line, m.position, m.type, m.subtype, m.asset, m.units, m.reference,
      m.created_at, ${sql.lit(name)} as side, ${sql.ref(`m.${other}_account`)} as other_account
    from ledger.moves m
    where ${sql.ref(`m.${name}_account`)} = b.account_id and m.asset = b.asset
      and ${sql.ref(`m.${name}_seq`)} > o.seq and ${sql.ref(`m.${name}_seq`)} <= c.seq
      and ${before === undefined ? sql`true` : sql`m.position < ${before}::bigint`}
      and ${sql.ref(`m.${other}_account`)} not in (select id from wanted)
    order by ${sql.ref(`m.${name}_seq`)} desc limit ${limit})`
  const { rows } = await sql<BankMove>`
    with wanted as materialized (
      select id, code from ledger.accounts
      where environment = ${environment} and code is not null
        and ${codes === undefined ? sql`true` : sql`(code = any(${codes}::text[]) or ${hasPools} and code like 'pool:%')`})
    select s.entry_id, s.line, s.position, s.type, s.subtype, s.asset, s.units, s.reference,
      s.created_at, s.side, a.code, other.code as other_code, other.holder_name as other_holder
    from wanted a
    join ledger.balances b on b.account_id = a.id and b.seq > 0
      and ${asset === undefined ? sql`true` : sql`b.asset = ${asset}`}
    cross join lateral ${seqAt(justBefore)} o
    cross join lateral ${seqAt(to.toISOString())} c
    cross join lateral (${side('from', 'to')} union all ${side('to', 'from')}) s
    join ledger.accounts other on other.id = s.other_account
    order by s.position desc limit ${limit}`.execute(tx)
  return rows
}

/** Moves before a position are no newer than the move at it. */
async function narrow(tx: Db, { from, to, before }: BankMoveFilter) {
  if (before === undefined) return { from, to }
  const found = await tx
    .selectFrom('ledger.moves')
    .select('created_at')
    .where('position', '=', before)
    .executeTakeFirst()
  const at = found ? new Date(found.created_at) : to
  return { from, to: at < to ? at : to }
}

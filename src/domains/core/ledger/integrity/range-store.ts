// SQL that verifies new moves. Nearly always they are sound, so one lean statement proves it exactly, and the caller
// computes the differences only for the balances that it could not prove.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import { type BalanceName, sides, type LogRange } from './proof-store.ts'

export interface CheckedLogRange {
  /** Balances that are not proved to be sound, outside of quarantine; one more than the limit when there are more. */
  readonly suspects: readonly BalanceName[]
  /** Whether a move is in another environment than one of its accounts. */
  readonly isMixed: boolean
  /** Balances that have moves beyond the stretch; computed only at the end of the log. */
  readonly unfinished: readonly BalanceName[]
}

/**
 * Links the moves of every balance that the stretch touches, from its last proof on, and stores new proofs of the
 * sound ones. A balance is sound when its first move follows from the proof, each other move from the one before it,
 * in number, amount and time, and the stored balance from the last one, if that is in the stretch.
 */
export async function checkRange(
  tx: Db,
  { after, until }: LogRange,
  limits: { readonly suspects: number; readonly withUnfinished: boolean },
): Promise<CheckedLogRange> {
  const inStretch = sql`position > ${after} and position <= ${until}`
  const { rows } = await sql<CheckedLogRange>`
    with side as (${sides('from', inStretch)} union all ${sides('to', inStretch)}),
    linked as (
      select *, lag(seq) over in_order as seq_before, lag(after) over in_order as units_before,
        lag(at) over in_order as at_before
      from side window in_order as (partition by account_id, asset order by seq)),
    come as (
      select account_id, asset, min(seq) as first_seq, max(seq) as seq, min(at) as first_at,
        max(at) as moved_at, sum(delta) as delta,
        sum(after - delta) filter (where seq_before is null) as units_before,
        min(environment) as environment, min(environment) <> max(environment) as is_mixed,
        coalesce(bool_and(seq = seq_before + 1 and after - delta = units_before and at >= at_before),
          true) as is_linked
      from linked group by account_id, asset),
    judged as materialized (
      select w.account_id, w.asset, w.seq, w.units_before + w.delta as units, w.moved_at, p.ctid as proof,
        w.seq >= coalesce(b.seq, 0) as at_top, a.quarantine is null as is_open,
        w.is_mixed or a.environment is distinct from w.environment as is_mixed,
        w.is_linked and w.first_seq = coalesce(p.seq, 0) + 1 and w.units_before = coalesce(p.units, 0)
          and w.first_at >= coalesce(p.moved_at, '-infinity')
          and coalesce(w.seq < b.seq
            or (w.seq = b.seq and w.units_before + w.delta = b.units and w.moved_at = b.moved_at), false)
          and (b.held = 0 or b.held = (
            select coalesce(sum(units - captured), 0) from ledger.holds
            where account_id = w.account_id and asset = w.asset and status = 'open')) as is_sound
      from come w
      left join ledger.proofs p on p.account_id = w.account_id and p.asset = w.asset
      left join ledger.balances b on b.account_id = w.account_id and b.asset = w.asset
      left join ledger.accounts a on a.id = w.account_id),
    proven as (
      update ledger.proofs p set seq = j.seq, units = j.units, moved_at = j.moved_at
      from judged j where p.ctid = j.proof and j.is_sound),
    first_proven as (
      insert into ledger.proofs (account_id, asset, seq, units, moved_at)
      select account_id, asset, seq, units, moved_at from judged where proof is null and is_sound
      on conflict (account_id, asset)
        do update set seq = excluded.seq, units = excluded.units, moved_at = excluded.moved_at)
    select
      array(select jsonb_build_object('account_id', account_id, 'asset', asset) from judged
        where is_sound is not true and is_open limit ${limits.suspects + 1}) as suspects,
      exists (select from judged where is_mixed) as "isMixed",
      array(select jsonb_build_object('account_id', account_id, 'asset', asset) from judged
        where ${limits.withUnfinished} and not at_top) as unfinished`.execute(tx)
  return rows[0]!
}

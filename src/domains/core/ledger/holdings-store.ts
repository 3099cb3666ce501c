// What customers hold of an asset, by owner: for domains that weigh people by their money. An account
// counts for whoever owns it, never for whoever manages it, so that no unit counts for two. Money that
// is reserved is still its owner's.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'

export interface HoldingsFilter {
  readonly environment: Environment
  readonly asset: string
  /** Holdings as they were just before this instant; the present ones when absent. */
  readonly before: Date | undefined
}

export interface Holding {
  readonly user_uuid: string
  readonly units: string
}

/** A balance after its move with this number: 0 before the first. */
const unitsAfter = (seq: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(
  (select m.from_after from ledger.moves m
   where m.from_account = b.account_id and m.asset = b.asset and m.from_seq = ${seq}),
  (select m.to_after from ledger.moves m
   where m.to_account = b.account_id and m.asset = b.asset and m.to_seq = ${seq}), 0)`

/**
 * Everybody who holds some, with how much. A move counts for both its sides or for neither, so what
 * one statement reads here never sums to more than there was. Closed accounts are looked at, too: they
 * may have held something at the instant.
 */
export function selectHoldings(tx: Db, { environment, asset, before }: HoldingsFilter) {
  // Times are whole milliseconds.
  const instant = before ? new Date(before.getTime() - 1).toISOString() : null
  return tx
    .selectFrom(
      sql<Holding>`(
        select a.user_uuid, sum(case
          when ${instant}::timestamptz is null or b.moved_at <= ${instant}::timestamptz then b.units
          else ${unitsAfter(sql`ledger.seq_at(b.account_id, b.asset, ${instant}::timestamptz)`)}
          end) as units
        from ledger.balances b join ledger.accounts a on a.id = b.account_id
        where b.asset = ${asset} and b.seq > 0 and a.environment = ${environment} and a.code is null
        group by a.user_uuid)`.as<'holdings'>('holdings'),
    )
    .selectAll()
    .where('units', '>', '0')
}

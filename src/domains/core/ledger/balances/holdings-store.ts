// SQL that sums the holdings of an asset by owner, for domains that weigh votes by money. An account counts
// for its owner, never for its manager, so that no unit counts twice. Reserved money still counts for its
// owner.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'

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

/** The balance after the move with this number; 0 before the first. */
const unitsAfter = (seq: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(
  (select m.from_after from ledger.moves m
   where m.from_account = b.account_id and m.asset = b.asset and m.from_seq = ${seq}),
  (select m.to_after from ledger.moves m
   where m.to_account = b.account_id and m.asset = b.asset and m.to_seq = ${seq}), 0)`

/**
 * All owners who hold the asset, with their amounts. A move counts for both of its sides or for neither, so the
 * holdings of one statement never sum to more than existed. Closed accounts are included, because they may
 * have held money at the instant.
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

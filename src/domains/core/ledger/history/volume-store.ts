// SQL that sums a stretch of moves by day: how much came in, went out and was paid between customers, and whose accounts
// moved. Fees, trades and reversals are no payments of their own.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Range } from '../../../../operation/log-store.ts'
import type { Db } from '../../../../platform/database.ts'
import { BANK_IDS_END } from '../ids.ts'

type Stretch = Pick<Range, 'from' | 'until'>

/** Between customers' accounts it is a payment; money between a customer and the bank counts by its type. */
const counted = ({ from, until }: Stretch): RawBuilder<unknown> => sql`
  select m.environment, (m.created_at at time zone 'UTC')::date as day, m.asset, m.units, m.from_account,
    m.to_account, case m.type when 'transfer' then 'payment' else m.type end as kind
  from ledger.moves m
  where m.position between ${from} and ${until}
    and m.subtype is distinct from 'fee' and m.subtype is distinct from 'trade'
    and m.link is distinct from 'reversal_of'
    and case m.type when 'transfer' then least(m.from_account, m.to_account) >= ${BANK_IDS_END}::uuid
      else greatest(m.from_account, m.to_account) >= ${BANK_IDS_END}::uuid end`

export interface DailyVolume {
  readonly environment: Environment
  /** In UTC. */
  readonly day: string
  readonly asset: string
  readonly kind: 'deposit' | 'withdrawal' | 'payment'
  readonly moves: string
  readonly units: string
}

export async function sumDailyVolumes(tx: Db, stretch: Stretch): Promise<DailyVolume[]> {
  const { rows } = await sql<DailyVolume>`
    select environment, day::text as day, asset, kind, count(*) as moves, sum(units) as units
    from (${counted(stretch)}) counted
    group by environment, day, asset, kind order by environment, day, asset, kind`.execute(tx)
  return rows
}

export interface OwnerActivity {
  readonly environment: Environment
  readonly user_uuid: string
  readonly first_on: string
  readonly last_on: string
}

/** The owners of the accounts that paid or received, with the first and last day of it. */
export async function listActiveOwners(tx: Db, stretch: Stretch): Promise<OwnerActivity[]> {
  const { rows } = await sql<OwnerActivity>`
    select a.environment, a.user_uuid, min(s.day)::text as first_on, max(s.day)::text as last_on
    from (${counted(stretch)}) counted
    cross join lateral (
      values (counted.from_account, counted.day), (counted.to_account, counted.day)) s (account_id, day)
    join ledger.accounts a on a.id = s.account_id and a.user_uuid is not null
    group by a.environment, a.user_uuid order by a.environment, a.user_uuid`.execute(tx)
  return rows
}

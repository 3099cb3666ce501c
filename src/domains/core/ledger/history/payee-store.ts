// SQL that finds the payees of the owner of some accounts. Only the newest moves of each balance are read, which
// are found by their numbers, so an account with millions of moves costs no more than one with hundreds.
import { sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'

export interface PaidAccount {
  readonly account: string
  readonly tenant_uuid: string | null
  readonly last_at: string
  readonly times: number
  /** The text of the last payment that had one. */
  readonly reference: string | null
  readonly holder_name: string | null
}

export interface PaidRequest {
  readonly environment: Environment
  /** Own accounts. */
  readonly accounts: readonly string[]
  readonly user: string
  /** How many of the newest moves of each balance are read, in each direction. */
  readonly depth: number
  readonly limit: number
}

/** Open accounts of other customers that got a transfer from these, the last paid first. */
export async function listPayees(tx: Db, request: PaidRequest): Promise<PaidAccount[]> {
  const newest = (own: 'from' | 'to', other: 'from' | 'to') => sql`
    (select ${sql.ref(`m.${other}_account`)} as other, m.created_at as at, m.reference,
       m.type, m.subtype, ${sql.lit(own === 'from')} as is_payment
     from ledger.moves m
     where ${sql.ref(`m.${own}_account`)} = b.account_id and m.asset = b.asset
     order by ${sql.ref(`m.${own}_seq`)} desc limit ${request.depth})`
  const { rows } = await sql<PaidAccount>`
    with moved as (
      select m.* from ledger.balances b
      cross join lateral (${newest('from', 'to')} union all ${newest('to', 'from')}) m
      where b.account_id = any(${request.accounts}::uuid[]) and m.type = 'transfer'
        and (m.subtype is null or m.subtype = 'p2p'))
    select a.id as account, a.tenant_uuid, max(m.at) filter (where m.is_payment) as last_at,
      (count(*) filter (where m.is_payment))::int as times,
      (array_agg(m.reference order by m.at desc)
        filter (where m.is_payment and m.reference is not null))[1] as reference, a.holder_name
    from moved m join ledger.accounts a on a.id = m.other
    where a.environment = ${request.environment} and a.code is null and a.status <> 'closed'
      and a.user_uuid is not null and a.user_uuid <> ${request.user}
    group by a.id having bool_or(m.is_payment)
    order by last_at desc, a.id limit ${request.limit}`.execute(tx)
  return rows
}

// SQL that reads what a list of accounts shows of the ledger: whether each may be used, and its dollars.
import { batchRequests } from '../../../../platform/batch-reader.ts'
import { type Db, runFixed } from '../../../../platform/database.ts'
import type { AccountStatus } from '../../../../operation/posting.ts'

export interface AccountSummary {
  readonly status: AccountStatus
  readonly dollars: bigint
}

const STANDINGS = `
  select w.n, a.status, b.units
  from unnest($1::int[], $2::uuid[]) as w (n, id)
  join ledger.accounts a on a.id = w.id
  left join ledger.balances b on b.account_id = a.id and b.asset = 'USD'`

/** The standings of several accounts, in the order of their ids, each of which must exist. */
export const readAccountSummaries = batchRequests(
  async (tx: Db, requests: readonly (readonly string[])[]): Promise<AccountSummary[][]> => {
    const ids = requests.flat()
    const rows = await runFixed<{ n: number; status: AccountStatus; units: string | null }>(
      tx,
      STANDINGS,
      [ids.map((_, index) => index), ids],
    )
    const found: AccountSummary[] = []
    for (const { n, status, units } of rows) found[n] = { status, dollars: BigInt(units ?? 0) }
    let start = 0
    return requests.map(({ length }) => found.slice(start, (start += length)))
  },
)

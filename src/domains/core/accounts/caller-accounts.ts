// Reads the accounts of a caller, each with its books in the ledger.
import { ownerOf } from '../../../operation/caller.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { findAccounts, getAccount } from '../ledger/for-tasks.ts'
import type { Account } from '../ledger/index.ts'
import * as store from './store.ts'
import type { AccountRow } from './store.ts'

export interface CallerAccount {
  readonly row: AccountRow
  readonly account: Account
}

export async function getCallerAccount(id: string, ctx: Context): Promise<CallerAccount> {
  const account = await getAccount(ctx.tx, id, ctx.caller)
  const row = await store.findAccount(ctx.tx, id)
  // The account was closed between the two reads.
  if (!row) throw NotFound({ what: 'account', id })
  return { account, row }
}

export async function listCallerAccounts(
  ctx: Pick<Context, 'caller' | 'tx'>,
): Promise<CallerAccount[]> {
  return withLedgerAccounts(await store.listAccounts(ctx.tx, ownerOf(ctx)), ctx)
}

export async function withLedgerAccounts(
  rows: readonly AccountRow[],
  ctx: Pick<Context, 'tx'>,
): Promise<CallerAccount[]> {
  const accounts = await findAccounts(
    ctx.tx,
    rows.map((row) => row.uuid),
  )
  return rows.map((row) => ({ row, account: accounts.get(row.uuid)! }))
}

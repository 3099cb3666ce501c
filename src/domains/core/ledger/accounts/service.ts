// Opens accounts in the ledger and changes their status.
import { NotFound } from '../../../../operation/error.ts'
import type { AccountStatus } from '../../../../operation/posting.ts'
import { type Db, statementsOf } from '../../../../platform/database.ts'
import type { Account } from '../postings/core.ts'
import { ACCOUNT_CHANGED, type PostContext } from '../postings/service.ts'
import { insertAccounts, type NewAccount } from './opening-store.ts'
import { type Owner, updateInDebt } from './debt-store.ts'
import { type HolderName, updateHolderNames } from './holder-store.ts'
import { insertAccount, lockAccount, updateAccount } from '../store.ts'

export async function openAccount(
  ctx: Pick<PostContext, 'tx' | 'now'>,
  account: Omit<NewAccount, 'created_at'>,
): Promise<void> {
  await insertAccount(statementsOf(ctx.tx), { ...account, created_at: ctx.now })
}

/** Opens many accounts by one statement. */
export const openAccounts = (tx: Db, accounts: readonly NewAccount[]): Promise<void> =>
  insertAccounts(tx, accounts)

/**
 * Changes the status of an account. `next` decides while the account is locked, so that its view stays
 * true until the transaction ends; it throws to refuse.
 */
export async function changeStatus(
  ctx: Pick<PostContext, 'tx' | 'invalidate'>,
  id: string,
  next: (account: Account) => AccountStatus | Promise<AccountStatus>,
): Promise<AccountStatus> {
  const tx = statementsOf(ctx.tx)
  const account = await lockAccount(tx, id)
  if (!account) throw NotFound({ what: 'account', id })
  const status = await next(account)
  await updateAccount(tx, id, { status, quarantine: account.quarantine })
  ctx.invalidate(ACCOUNT_CHANGED, id)
  return status
}

/** Names the holders of accounts; decisions do not depend on it, so the versions of the balances stay. */
export async function setHolderNames(
  ctx: Pick<PostContext, 'tx' | 'invalidate'>,
  names: readonly HolderName[],
): Promise<void> {
  await updateHolderNames(ctx.tx, names)
  for (const { id } of names) ctx.invalidate(ACCOUNT_CHANGED, id)
}

/**
 * Marks the accounts of an owner who owes the bank money, those that were opened since included, or lifts the marks.
 * While they are marked, money comes in, and nothing leaves them but collections by the bank.
 */
export async function setInDebt(
  ctx: Pick<PostContext, 'tx' | 'invalidate'>,
  owner: Owner,
  owes: boolean,
): Promise<void> {
  for (const id of await updateInDebt(ctx.tx, owner, owes)) ctx.invalidate(ACCOUNT_CHANGED, id)
}

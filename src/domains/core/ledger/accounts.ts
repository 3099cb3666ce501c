// Opens accounts in the ledger and changes their status.
import { NotFound } from '../../../operation/error.ts'
import type { AccountStatus } from '../../../operation/posting.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Account } from './core.ts'
import { ACCOUNT_CHANGED, type PostContext, statementsOf } from './post.ts'
import { insertAccount, lockAccount, updateAccount } from './store.ts'

export interface NewAccount {
  readonly id: string
  readonly environment: Environment
  readonly user_uuid: string
  readonly manager_uuid: string | null
  readonly tenant_uuid: string | null
}

export async function openAccount(
  ctx: Pick<PostContext, 'tx' | 'now'>,
  account: NewAccount,
): Promise<void> {
  await insertAccount(statementsOf(ctx.tx), { ...account, created_at: ctx.now })
}

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

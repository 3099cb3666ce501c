// Finds the account that a request names, or the caller's first one. An unknown account and
// one of another user are rejected with the same message.
import type { Context } from '../../../operation/operation.ts'
import { Invalid } from '../../../operation/error.ts'
import { findFirstAccountOf } from '../../core/accounts/index.ts'
import type { FundingScope } from '../../core/funding/index.ts'
import { type Account, findAccounts, isVisible, canUse } from '../../core/ledger/index.ts'

const refuse = (sentence: string) => Invalid({ errors: { account_id: [sentence] } })

/** An open customer's account of the caller's environment and tenant, of any owner. */
export async function findOpenAccount(id: string, ctx: Context): Promise<Account | undefined> {
  const account = (await findAccounts(ctx.tx, [id])).get(id.toLowerCase())
  return isVisible(account, ctx.caller) ? account : undefined
}

/** `reach` is "any" only for callers who may move cash of every customer. */
export async function readAccount(
  id: string | undefined,
  ctx: Context,
  reach: FundingScope = 'own',
): Promise<Account> {
  if (id === undefined) {
    const first = await findFirstAccountOf(ctx)
    if (!first) throw refuse('You have no account; open one, or name one with account_id.')
    return first
  }
  const account = await findOpenAccount(id, ctx)
  if (!account || (reach === 'own' && !canUse(account, ctx.caller)))
    throw refuse(`You have no open account ${id}.`)
  return account
}

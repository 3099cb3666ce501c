// Chooses the account that pays for a swap or a bridge: the one that the caller names, else their custody account on
// the chain if it holds enough, else the oldest of their other accounts that does.
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { listAllCallerAccounts } from '../../core/accounts/index.ts'
import { type Account, findAccounts, InsufficientFunds } from '../../core/ledger/index.ts'
import type { Custody } from './custody.ts'
import type { Token } from './reference-data.ts'

export interface SourceRequest {
  readonly token: Pick<Token, 'asset' | 'chain'>
  readonly units: bigint
  readonly account_uuid?: string | undefined
}

/** Throws INSUFFICIENT_FUNDS with the most that one account has; the ledger checks again when it posts. */
export async function chooseSourceAccount(
  ctx: Context,
  { token, units, account_uuid }: SourceRequest,
  custody: Custody,
): Promise<Account> {
  const held = await custody.list(ctx)
  if (account_uuid !== undefined) {
    const account = await getOwn(account_uuid, ctx)
    const elsewhere = held.find((one) => one.account.id === account.id && one.chain !== token.chain)
    if (elsewhere)
      throw Invalid({
        errors: { account_uuid: [`This account holds tokens on ${elsewhere.chain}.`] },
      })
    checkEnough([account], token, units)
    return account
  }
  const custodial = new Set(held.map((one) => one.account.id))
  const others = (await listAllCallerAccounts(ctx))
    .filter(({ account }) => account.user_uuid === ctx.caller.user && !custodial.has(account.id))
    .toReversed()
    .map(({ account }) => account)
  const onChain = held.filter((one) => one.chain === token.chain).map((one) => one.account)
  const usable = [...onChain, ...others].filter(({ status }) => status === 'active')
  checkEnough(usable, token, units)
  return usable.find((account) => availableIn(account, token.asset) >= units)!
}

/** Only accounts that the caller owns or manages; an operator cannot spend the money of others here. */
async function getOwn(id: string, { tx, caller }: Context): Promise<Account> {
  const account = (await findAccounts(tx, [id])).get(id.toLowerCase())
  const isOwn =
    account !== undefined &&
    account.environment === caller.environment &&
    account.status !== 'closed' &&
    caller.user !== undefined &&
    (account.user_uuid === caller.user || account.manager_uuid === caller.user)
  if (!isOwn) throw NotFound({ what: 'account', id })
  return account
}

const availableIn = ({ books }: Account, asset: string): bigint => {
  const book = books.get(asset)
  return book ? book.units - book.held : 0n
}

function checkEnough(
  accounts: readonly Account[],
  { asset }: Pick<Token, 'asset'>,
  units: bigint,
): void {
  const available = accounts.map((account) => availableIn(account, asset))
  const most = available.reduce((a, b) => (a > b ? a : b), 0n)
  if (most < units)
    throw InsufficientFunds({
      asset_code: asset,
      current_balance: String(most),
      requested_amount: String(units),
    })
}

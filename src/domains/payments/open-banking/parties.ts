// The parties: a third party (TPP) requests, and the account holder (PSU) decides about accounts of their own.
import type { Caller, Environment } from '../../../operation/caller.ts'
import { Forbidden } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AccountView } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import type { AccountDirectory } from '../../core/account-numbers/index.ts'
import { type Account, findAccounts } from '../../core/ledger/index.ts'

const noScopes: ReadonlySet<string> = new Set()

/** A context in which data is read as the account holder sees it, with none of the caller's own rights. */
export const asAccountHolder = (ctx: Context, psu_uuid: string): Context => ({
  ...ctx,
  caller: {
    user: psu_uuid,
    ...(ctx.caller.tenant !== undefined && { tenant: ctx.caller.tenant }),
    scopes: noScopes,
    environment: ctx.caller.environment,
    address: ctx.caller.address,
  },
})

/**
 * A consent outlives the credential with which it was given, so in the live environment the account holder must
 * be signed in. In the sandbox nothing is real, and keys are the only credentials.
 */
export function checkInPerson({ environment, credential }: Caller): void {
  if (environment === 'live' && credential?.kind !== 'login')
    throw Forbidden({
      reason:
        'Only the account holder can decide this, and only when signed in; sign in and retry.',
    })
}

/** Whether the user owns or manages this open account. Operators cannot decide about consents. */
export const isHolder = (
  account: AccountView | undefined,
  user: string,
  environment: Environment,
): account is AccountView =>
  account !== undefined &&
  account.environment === environment &&
  account.status !== 'closed' &&
  account.code === null &&
  (account.user_uuid === user || account.manager_uuid === user)

/** The accounts that these texts name, by text: only those that the caller owns or manages. */
export async function findHeld(
  tx: Db,
  written: readonly string[],
  { user, environment }: Caller,
  directory: AccountDirectory,
): Promise<Map<string, Account>> {
  const ids = await directory.findMany(tx, written)
  const accounts = await findAccounts(tx, [...new Set(ids.values())])
  const held = new Map<string, Account>()
  for (const [text, id] of ids) {
    const account = accounts.get(id)
    if (account && isHolder(account, user!, environment)) held.set(text, account)
  }
  return held
}

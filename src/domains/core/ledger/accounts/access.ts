// Decides who may use an account: its owner, its manager and operators.
import { Forbidden, NotFound } from '../../../../operation/error.ts'
import { type Caller, isOperator, reaches } from '../../../../operation/caller.ts'
import type { AccountView } from '../../../../operation/posting.ts'
import { batchReads } from '../../../../platform/batch-reader.ts'
import { type Db, statementsOf } from '../../../../platform/database.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Account, Hold } from '../postings/core.ts'
import { listOpenHolds, loadAccounts, loadHolds } from '../store.ts'

export const canUse = (account: AccountView, caller: Caller): boolean =>
  isOperator(caller) ||
  (caller.user !== undefined &&
    (account.user_uuid === caller.user || account.manager_uuid === caller.user))

/** Whether this is a customer's open account that the caller may know of, regardless of its owner. */
export const isVisible = <Found extends AccountView>(
  account: Found | undefined,
  caller: Caller,
): account is Found =>
  account !== undefined &&
  account.environment === caller.environment &&
  reaches(caller, account.tenant_uuid) &&
  account.status !== 'closed' &&
  account.code === null

/**
 * Whether this is a customer's open account that money from `payer` can reach, regardless of the caller: the system
 * sees all tenants, but their customers pay only among themselves.
 */
export const isPayableFrom = <Found extends AccountView>(
  account: Found | undefined,
  payer: Pick<AccountView, 'environment' | 'tenant_uuid'>,
): account is Found =>
  account !== undefined &&
  account.environment === payer.environment &&
  account.tenant_uuid === payer.tenant_uuid &&
  account.status !== 'closed' &&
  account.code === null

/** A customer's open account, regardless of its owner; 404 when this environment and tenant have none with this id. */
export function checkOpen<Found extends AccountView>(
  account: Found | undefined,
  id: string,
  caller: Caller,
): Found {
  if (!isVisible(account, caller)) throw NotFound({ what: 'account', id })
  return account
}

/** A customer's open account that the caller may use; 404 when there is none, 403 when it is not theirs. */
export function checkUsable<Found extends AccountView>(
  account: Found | undefined,
  id: string,
  caller: Caller,
): Found {
  const open = checkOpen(account, id, caller)
  if (!canUse(open, caller)) throw Forbidden({ reason: `The account ${id} is not yours.` })
  return open
}

export async function getAccount(tx: Db, id: string, caller: Caller): Promise<Account> {
  return checkUsable(await findAccount(tx, id), id, caller)
}

const readAccount = batchReads((tx, ids) => loadAccounts(statementsOf(tx), ids))

const findAccount = async (tx: Db, id: string): Promise<Account | undefined> =>
  isUuid(id) ? readAccount(tx, id.toLowerCase()) : undefined

export async function findAccounts(tx: Db, ids: readonly string[]): Promise<Map<string, Account>> {
  const known = ids.filter(isUuid).map((id) => id.toLowerCase())
  return known.length === 0 ? new Map() : loadAccounts(statementsOf(tx), known)
}

export const findOpenHolds = (tx: Db, which: Parameters<typeof listOpenHolds>[1]) =>
  listOpenHolds(statementsOf(tx), which)

export async function findHold(tx: Db, id: string): Promise<Hold | undefined> {
  return isUuid(id) ? (await loadHolds(statementsOf(tx), [id], false)).get(id) : undefined
}

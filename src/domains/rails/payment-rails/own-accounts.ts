// Finds out whether the other side of a payment is an account of this bank, and how others write our accounts.
import type { Caller } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { AccountDirectory } from '../../core/account-numbers/index.ts'
import { type Account, findAccounts, isThere } from '../../core/ledger/index.ts'
import { findUser } from '../../people/identity/index.ts'
import type { Party } from './party.ts'
import type { PaymentRow } from './store.ts'

export type Found =
  | { readonly is: 'ours'; readonly account: Account }
  /** The number is one of this bank, but no open account that the caller may know of has it. */
  | { readonly is: 'missing' }
  /** The IBAN, the BIC and the routing number name different banks. */
  | { readonly is: 'contradictory' }
  | { readonly is: 'elsewhere' }

export async function findOwnAccount(
  tx: Db,
  directory: AccountDirectory,
  party: Party,
  caller: Caller,
): Promise<Found> {
  const bank = directory.bankOf(party)
  if (bank === 'other') return { is: 'elsewhere' }
  if (bank === 'contradictory') return { is: 'contradictory' }
  const id = await directory.find(tx, party)
  const account = id === undefined ? undefined : (await findAccounts(tx, [id])).get(id)
  if (isThere(account, caller)) return { is: 'ours', account }
  return bank === 'none' ? { is: 'elsewhere' } : { is: 'missing' }
}

/** One of our accounts as the other side of a payment. */
export async function partyOf(
  tx: Db,
  directory: AccountDirectory,
  account: string,
  name: string | null = null,
): Promise<Party> {
  const known = (await directory.of(tx, [account])).get(account)
  return {
    name,
    iban: known?.iban ?? null,
    bic: known?.bic ?? null,
    routing_number: known?.routing_number ?? null,
    account_number: known?.account_number ?? null,
  }
}

/** The customer of a payment as the other side sees them. */
export async function getOwnParty(
  tx: Db,
  directory: AccountDirectory,
  { user_uuid, account_id }: Pick<PaymentRow, 'user_uuid' | 'account_id'>,
): Promise<Party> {
  const user = await findUser(tx, user_uuid)
  return partyOf(tx, directory, account_id, user?.name ?? null)
}

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
  | { readonly is: 'elsewhere' }

/** An account without a routing number and IBAN is one of ours, if we have it, and otherwise anywhere. */
function isWrittenAsOurs(directory: AccountDirectory, { iban, routing_number }: Party): boolean {
  if (iban !== null) return directory.isOurs(iban)
  return routing_number === null || routing_number === directory.routingNumber
}

export async function findOwnAccount(
  tx: Db,
  directory: AccountDirectory,
  party: Party,
  caller: Caller,
): Promise<Found> {
  if (!isWrittenAsOurs(directory, party)) return { is: 'elsewhere' }
  const { iban, routing_number, account_number } = party
  const id = await directory.find(tx, { iban, account_number })
  const account = id === undefined ? undefined : (await findAccounts(tx, [id])).get(id)
  if (isThere(account, caller)) return { is: 'ours', account }
  return iban === null && routing_number === null ? { is: 'elsewhere' } : { is: 'missing' }
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

// Finds out whether the counterparty of a payment has an account at this bank, and how other banks address ours.
import type { Caller } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { AccountDirectory } from '../../core/account-numbers/index.ts'
import { type Account, findAccounts, isPayableFrom, isVisible } from '../../core/ledger/index.ts'
import { findUser } from '../../people/identity/index.ts'
import type { Party } from './party.ts'
import type { PaymentRow } from './payments/store.ts'

export type Found =
  | { readonly is: 'ours'; readonly account: Account }
  /** The number is one of this bank, but no open account that is visible to the seeker has it. */
  | { readonly is: 'missing' }
  /** The IBAN, the BIC and the routing number name different banks. */
  | { readonly is: 'contradictory' }
  | { readonly is: 'elsewhere' }

/** For whom an account is searched: an account at this bank, or a caller; that of a network sees all tenants. */
type Seeker =
  | { readonly of: Pick<Account, 'environment' | 'tenant_uuid'> }
  | { readonly by: Caller }

export async function findOwnAccount(
  tx: Db,
  directory: AccountDirectory,
  party: Party,
  seeker: Seeker,
): Promise<Found> {
  const bank = directory.bankOf(party)
  if (bank === 'other') return { is: 'elsewhere' }
  if (bank === 'contradictory') return { is: 'contradictory' }
  const id = await directory.find(tx, party)
  const account = id === undefined ? undefined : (await findAccounts(tx, [id])).get(id)
  const isFound = 'of' in seeker ? isPayableFrom(account, seeker.of) : isVisible(account, seeker.by)
  if (isFound) return { is: 'ours', account: account! }
  return bank === 'none' ? { is: 'elsewhere' } : { is: 'missing' }
}

/** The counterparty of a payment, if it is a customer of this bank in the tenant of the payment's own account. */
export async function findOtherSide(
  tx: Db,
  directory: AccountDirectory,
  { party, account_id }: Pick<PaymentRow, 'party' | 'account_id'>,
): Promise<Found> {
  const own = (await findAccounts(tx, [account_id])).get(account_id)
  if (!own) throw new Error(`the ledger does not know the account ${account_id}`)
  return findOwnAccount(tx, directory, party, { of: own })
}

/** One of our accounts as the counterparty of a payment. */
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

/** The customer of a payment as the counterparty sees them. */
export async function getOwnParty(
  tx: Db,
  directory: AccountDirectory,
  { user_uuid, account_id }: Pick<PaymentRow, 'user_uuid' | 'account_id'>,
): Promise<Party> {
  const user = await findUser(tx, user_uuid)
  return partyOf(tx, directory, account_id, user?.name ?? null)
}

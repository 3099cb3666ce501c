// Finds out whether the other side of a payment is an account of this bank.
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import { findAccounts, type Account } from '../../core/ledger/index.ts'
import type { Party } from './party.ts'

/** How the bank numbers its accounts; the domain of account numbers provides it. */
export interface Numbering {
  find(
    tx: Db,
    written: {
      readonly iban?: string
      readonly account_number?: string
      readonly routing_number?: string
      readonly account?: string
    },
  ): Promise<string | undefined>
  isOurs(iban: string): boolean
  readonly routing_number: string
  /** The full number of an account of this bank. */
  partyOf(tx: Db, account: string, name: string | null): Promise<Party>
}

export type Found =
  | { readonly is: 'ours'; readonly account: Account }
  /** The number is one of this bank, but no open account of this environment has it. */
  | { readonly is: 'missing' }
  | { readonly is: 'elsewhere' }

export async function findOwnAccount(
  tx: Db,
  numbering: Numbering,
  { iban, routing_number, account_number }: Party,
  environment: Environment,
): Promise<Found> {
  const isOurs =
    iban === null
      ? routing_number === null || routing_number === numbering.routing_number
      : numbering.isOurs(iban)
  if (!isOurs) return { is: 'elsewhere' }
  const id = await numbering.find(
    tx,
    iban !== null
      ? { iban }
      : routing_number !== null
        ? { routing_number, account_number: account_number! }
        : { account: account_number! },
  )
  const account = id === undefined ? undefined : (await findAccounts(tx, [id])).get(id)
  const isThere =
    account !== undefined &&
    account.environment === environment &&
    account.code === null &&
    account.status !== 'closed'
  if (isThere) return { is: 'ours', account }
  return iban === null && routing_number === null ? { is: 'elsewhere' } : { is: 'missing' }
}

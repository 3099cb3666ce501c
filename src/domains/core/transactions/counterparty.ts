// The name of the other party of a transaction. Both parties of a completed payment see each other's name; before that
// only the payee does, because otherwise a transfer that fails would reveal the holder of any account for nothing.
import { COUNTERPARTY_NAME } from '../ledger/for-tasks.ts'
import type { ListedRow } from '../ledger/index.ts'

/** One side of a move, and what is known of the other. */
type SideOfMove = Pick<
  ListedRow,
  'side' | 'status' | 'subtype' | 'metadata' | 'other_account' | 'other_code' | 'other_holder'
>

/** Orders on the exchange are matched whoever placed them, and neither side learns of the other. */
const isAnonymous = ({ subtype }: Pick<ListedRow, 'subtype'>): boolean => subtype === 'trade'

/** Null for an account of the bank, and where the parties do not learn of each other. */
export const otherAccountOf = (row: SideOfMove): string | null =>
  row.other_code !== null || isAnonymous(row) ? null : row.other_account

export function counterpartyNameOf(row: SideOfMove): string | null {
  const { side, status, metadata, subtype } = row
  if (isAnonymous(row) || (side === 'from' && status !== 'completed')) return null
  const written = isWrittenByBank(row) ? metadata?.[COUNTERPARTY_NAME] : undefined
  // A merchant is known to customers by its own name, not by that of its owner.
  const merchant =
    subtype === 'merchant_payment' && side === 'from' ? metadata?.['merchant_name'] : undefined
  for (const name of [merchant, written]) if (typeof name === 'string') return name
  return row.other_holder
}

/**
 * Only postings by the bank's domains have a subtype, other than the fee of a transfer, whose metadata the customer
 * chooses.
 */
const isWrittenByBank = ({ other_code, subtype }: SideOfMove): boolean =>
  other_code !== null && subtype !== null && subtype !== 'fee'

// Lets reputation look up the past transactions of two agents in payments and escrows.
import type { Db } from '../../../platform/database.ts'

export interface PastTransaction {
  /** The canonical id, so that a transaction is reviewed once however its id was written. */
  readonly transaction_id: string
  /** The amount, in hundredths of its currency, rounded down. */
  readonly value_cents: bigint
  /** Whether money changed hands: the payment is completed, or the escrow released or resolved. */
  readonly is_settled: boolean
}

/** Finds the payment or escrow with this id if it is between these two DIDs, in whichever direction. */
export type FindPastTransaction = (
  tx: Db,
  id: string,
  did: string,
  other_did: string,
) => Promise<PastTransaction | undefined>

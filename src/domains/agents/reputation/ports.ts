// What reputation asks of payments and escrows: whether two agents really dealt with each other.
import type { Db } from '../../../platform/database.ts'

export interface Dealing {
  /** Its one name: a dealing is reviewed once, in whatever spelling it is asked for. */
  readonly transaction_id: string
  /** What it was about, in hundredths of its currency, rounded down. */
  readonly value_cents: bigint
  /** Money changed hands: the payment is completed, the escrow released. */
  readonly is_settled: boolean
}

/** The payment or escrow with this id, if it is between these two DIDs, in either direction. */
export type FindDealing = (
  tx: Db,
  id: string,
  did: string,
  other_did: string,
) => Promise<Dealing | undefined>

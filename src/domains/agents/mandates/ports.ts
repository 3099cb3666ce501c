// Lets mandates look up a payment, with just enough fields to check whether it fits.
import type { Db } from '../../../platform/database.ts'

export interface PaymentSummary {
  /** The canonical id; the same payment may be requested with its id written differently. */
  readonly transaction_id: string
  readonly from_agent_did: string
  readonly to_agent_did: string
  /** In the smallest unit of the currency. */
  readonly units: bigint
  readonly currency: string
  readonly status: string
  readonly created_at: string
}

/** Finds the payment with this id (`txn-<uuid>`), between any two agents, with its present status. */
export type FindPayment = (tx: Db, id: string) => Promise<PaymentSummary | undefined>

// What mandates ask of payments: just enough to tell whether one fits.
import type { Db } from '../../../platform/database.ts'

export interface SeenPayment {
  /** Its one name: the same payment may be asked for in other spellings. */
  readonly transaction_id: string
  readonly from_agent_did: string
  readonly to_agent_did: string
  /** In the smallest unit of the currency. */
  readonly units: bigint
  readonly currency: string
  readonly status: string
}

/** The payment with this id (`txn-<uuid>`), whosever it is; its status as of now. */
export type FindPayment = (tx: Db, id: string) => Promise<SeenPayment | undefined>

// Carriers deliver authorized payments to the creditor: within this bank, or over a rail to another one. The
// first carrier that reaches the creditor takes the payment.
import type { Environment } from '../../../../operation/caller.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'

/** A payment as a carrier gets it; the amount is in the smallest unit of the currency. */
export interface PaymentOrder {
  readonly id: string
  readonly environment: Environment
  readonly debtor_account: string
  readonly creditor_iban: string
  readonly creditor_name: string | null
  readonly currency: string
  readonly units: bigint
  readonly reference: string | null
  readonly end_to_end_id: string
  /** The fee that the account holder was shown before they decided, in the smallest unit. */
  readonly fee_units: bigint
}

export type PaymentQuery = Omit<PaymentOrder, 'id' | 'fee_units'>

/** The state of a payment at its carrier. */
export interface Progress {
  readonly status: 'pending' | 'completed' | 'failed'
  readonly reason: string | null
}

export interface Carrier {
  readonly name: string
  /** Whether it delivers payments to this IBAN at all. */
  reaches(iban: string): boolean
  /**
   * Refuses a payment that it could not send, before the account holder authorizes it. Otherwise returns the fee
   * that the account holder pays on top of the amount, in the smallest unit.
   */
  check(payment: PaymentQuery, ctx: Context): Promise<bigint>
  /** Takes the money, in the transaction of the call, and returns its own id for the payment. */
  send(payment: PaymentOrder, ctx: Context): Promise<string>
  /** Looks up a payment that it has sent. */
  follow(tx: Db, carrier_id: string): Promise<Progress>
}

export class CarrierRegistry {
  private readonly all: Handlers<Carrier>

  constructor(all: Handlers<Carrier>) {
    this.all = all
  }

  find(iban: string): Carrier | undefined {
    return this.all.handlers.find((carrier) => carrier.reaches(iban))
  }

  get(name: string): Carrier {
    const carrier = this.all.handlers.find((one) => one.name === name)
    if (!carrier) throw new Error(`there is no carrier "${name}" for payments`)
    return carrier
  }
}

// The port to the payment networks, and the choice between the simulated network and the real one.
import type { Environment } from '../../../../operation/caller.ts'
import { Unavailable } from '../../../../operation/error.ts'
import type { MandateRow } from '../mandates/store.ts'
import type { Party } from '../party.ts'
import type { PaymentRow } from '../payments/store.ts'

/** The network rejected a payment, or returned it. */
export interface Refusal {
  readonly status: 'failed' | 'returned'
  readonly code: string
  readonly reason: string
  /** Of a returned payment: the units that other banks deducted as charges. */
  readonly kept?: string
}

/** An answer of a network about a payment; one that was completed may carry a notice. */
export type Outcome =
  | { readonly status: 'completed'; readonly code?: string; readonly reason?: string }
  | Refusal

/** The data that a network needs in addition to the payment. */
export interface SubmissionContext {
  /** The customer's own account. */
  readonly own: Party
  /** The mandate of a collection. */
  readonly mandate: MandateRow | undefined
  readonly now: Date
}

export interface Scheme {
  readonly name: 'simulated' | 'files'
  /** True if no real money moves. */
  readonly simulated: boolean
  /**
   * How long to wait for an answer; undefined when answers arrive by themselves. Such a network is handed a
   * payment only after the transaction that created the payment has been committed.
   */
  readonly answerSeconds: number | undefined
  /** Submits a payment to the network. Must be idempotent, because it is repeated after a crash. */
  submit(payment: PaymentRow, handed: SubmissionContext): Promise<void>
  /** Submits a batch of ACH payments as one file. */
  submitBatch(file: { readonly file_name: string; readonly content: string }): Promise<void>
  /** The network's answer to a payment that is processing, if there is one yet. */
  answer(payment: PaymentRow): Outcome | undefined
  /** The return of a payment that was completed, if one follows. */
  answerLater(payment: PaymentRow): Outcome | undefined
}

export interface Schemes {
  /** The network for a new payment; throws if there is none. */
  choose(environment: Environment): Scheme
  /** Whether new payments of the environment are simulated. */
  isSimulated(environment: Environment): boolean
  /** The network of an existing payment; undefined if it is no longer configured. */
  find(payment: Pick<PaymentRow, 'scheme' | 'environment'>): Scheme | undefined
  /** The networks with which payments of the environment may still be in progress. */
  listUsable(environment: Environment): Scheme[]
}

export interface SchemeChoice {
  readonly simulated: Scheme
  readonly real: Scheme | undefined
  readonly production: boolean
}

/**
 * Live payments go to the real network if there is one; in production they are never simulated. Payments of the
 * sandbox environment never reach a real network.
 */
export function makeSchemes({ simulated, real, production }: SchemeChoice): Schemes {
  const isOff = production && !real
  const find: Schemes['find'] = ({ scheme, environment }) => {
    if (scheme === real?.name) return environment === 'live' ? real : undefined
    const maySimulate = !production || (environment === 'sandbox' && !isOff)
    return scheme === simulated.name && maySimulate ? simulated : undefined
  }
  return {
    choose(environment) {
      if (isOff)
        throw Unavailable({
          reason: 'Payment rails are not available at this bank: no payment network is configured.',
        })
      return environment === 'live' ? (real ?? simulated) : simulated
    },
    isSimulated: (environment) => environment === 'sandbox' || real === undefined,
    find,
    listUsable: (environment) =>
      [simulated, ...(real ? [real] : [])].filter(({ name }) =>
        find({ scheme: name, environment }),
      ),
  }
}

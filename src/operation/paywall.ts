// A paywall stands before routes that cost something. The transport asks it before a route is served and
// tells it what was answered; domains that sell something bring one each.
import type { Environment } from './caller.ts'

export interface PaywallRequest {
  readonly environment: Environment
  readonly method: string
  /** Decoded, without query and trailing slash: as routes are found. */
  readonly path: string
  readonly query: string
  /** Whether a route answers it, whatever it costs. */
  readonly served: boolean
  readonly body: unknown
  /** Who says who they are beside the payment. */
  readonly user: string | undefined
  readonly agent: string | undefined
  readonly proofs: {
    readonly authorization: string | undefined
    readonly payment_authorization: string | undefined
    readonly payment_signature: string | undefined
    readonly x_payment: string | undefined
    readonly x_payment_signature: string | undefined
    readonly x_payment_payload: string | undefined
  }
}

/** What a route answered, as far as it can be given again. */
export interface PaidAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Passage {
  /** Its name in logs, where no route answers. */
  readonly operation: string
  /** What the same payment bought before: sent again, and no route is asked. */
  readonly answer?: PaidAnswer | undefined
  /** Told what is about to be sent, except of what never ends. */
  settle(answer: PaidAnswer | undefined): Promise<Readonly<Record<string, string>>>
  release(): Promise<void>
}

export interface Paywall {
  /** Nothing costs anything: requests need not even be described. */
  readonly isIdle: boolean
  /** Undefined where nothing is to be paid. */
  take(request: PaywallRequest): Passage | undefined | Promise<Passage | undefined>
}

// The interface of a paywall, which makes callers pay for routes. The transport asks it before a route is
// served and settles with it before the answer is sent. A domain that sells requests contributes one. A price belongs
// to the operation behind its path, so the paywall gets every address of the operation, whatever transport it is called
// through.
import type { Caller, Environment } from './caller.ts'
import { type AnyOperation, parseRoute } from './operation.ts'

export interface Address {
  readonly method: string
  readonly path: string
}

export interface PaywallRequest {
  readonly environment: Environment
  readonly method: string
  /** Decoded, without query and trailing slash, as the router matches it. */
  readonly path: string
  /** The other addresses of the same operation with the same ids; none if the bank does not serve the path. */
  readonly aliases: readonly Address[]
  readonly query: string
  /** Whether the bank has a route for this request. */
  readonly served: boolean
  readonly body: unknown
  /** The authenticated user, if the request carries a session beside the payment. */
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

/** The stored part of an answer, with which it can be sent again. */
export interface PaidAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Permission to serve a request whose payment is verified and reserved, but not settled yet. */
export interface Passage {
  /** The operation's name in logs when no route of the bank answers. */
  readonly operation: string
  /** The answer that this payment bought before; it is sent again without calling the route. */
  readonly answer?: PaidAnswer | undefined
  /** Takes the payment and returns the receipt headers. The answer is undefined for a stream. */
  settle(answer: PaidAnswer | undefined): Promise<Readonly<Record<string, string>>>
  /** Releases the reserved payment for another try. */
  release(): Promise<void>
}

export interface Paywall {
  /** True while nothing has a price, so that requests skip the paywall entirely. */
  readonly isIdle: boolean
  /** Undefined when the request is free; throws when it must be paid for first. */
  take(request: PaywallRequest): Passage | undefined | Promise<Passage | undefined>
}

/** Every address of an operation, with the ids of this input; anything but text and numbers is no id. */
export const addressesOf = (
  op: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): readonly Address[] =>
  op.rest.map(({ route }) => {
    const { method, path, params } = parseRoute(route)
    const filled = params.reduce(
      (all, name) => all.replace(`:${name}`, toSegment(input[name])),
      path,
    )
    return { method, path: filled }
  })

const toSegment = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** For transports that cannot take a payment: throws the demand for payment if the operation has a price. */
export async function refuseSold(
  paywall: Paywall,
  op: AnyOperation,
  input: unknown,
  { environment, user, agent }: Caller,
): Promise<void> {
  if (paywall.isIdle) return
  const fields = typeof input === 'object' && input !== null ? { ...input } : {}
  const [first, ...aliases] = addressesOf(op, fields)
  if (!first) return
  const request = { ...first, aliases, environment, user, agent }
  const passage = await paywall.take({
    ...request,
    query: '',
    served: true,
    body: undefined,
    proofs: noProofs,
  })
  await passage?.release()
}

const noProofs = {
  authorization: undefined,
  payment_authorization: undefined,
  payment_signature: undefined,
  x_payment: undefined,
  x_payment_signature: undefined,
  x_payment_payload: undefined,
}

// Taken at a monetized path: a request passes with a payment that counts, and the payment is settled only
// after the request has succeeded. One payment is one passage; what failed on the way may be tried again.
import { createHash } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import {
  type AcceptedPayments,
  getNetwork,
  type Offer,
  PaymentGate,
  type Proofs,
  toReceipt,
  toX402Response,
  type Verified,
  x402Rail,
} from '../machine-payments/index.ts'
import type { EndpointBook } from './book.ts'
import { type EndpointRow, recordEnd, recordVerified } from './store.ts'

export interface TollOptions {
  readonly book: EndpointBook
  readonly accepted: AcceptedPayments
  readonly sealer: Pick<Sealer, 'digest'>
  readonly baseUrl: () => string
  readonly db: Db
  readonly clock: Clock
  /** Whether one of the bank's own operations has this path, by whichever method. */
  readonly isServed: (path: string) => boolean
}

export interface TollRequest {
  readonly environment: Environment
  readonly method: string
  /** Decoded, without query and trailing slash. */
  readonly path: string
  /** Whether a route of the bank's answers this request. */
  readonly served: boolean
  readonly proofs: Proofs
  /** Whose bearer came with it. */
  readonly user?: string | undefined
}

/** A request that has shown a payment; one of the two follows. */
export interface Passage {
  /** Its name in logs, where no route of the bank's answers. */
  readonly operation: string
  /** Takes the money; returns the headers that say so, or throws what is answered instead. */
  settle(): Promise<Readonly<Record<string, string>>>
  /** The request failed: nothing is taken, and the same payment may come again. */
  release(): Promise<void>
}

const USDC_PER_CENT = 10_000n

export const priceOf = ({ price_usd_cents }: Pick<EndpointRow, 'price_usd_cents'>): bigint =>
  BigInt(price_usd_cents) * USDC_PER_CENT

/** Undefined where nothing is to be paid; throws the 402 where something is. */
export class Tolls {
  private readonly options: TollOptions
  private readonly gates = new Map<string, PaymentGate>()

  constructor(options: TollOptions) {
    this.options = options
  }

  get isIdle(): boolean {
    return this.options.book.isEmpty
  }

  take(request: TollRequest): Passage | undefined | Promise<Passage | undefined> {
    // A request for the head of an answer is one for the answer.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = this.options.book.find(request.environment, method, request.path)
    if (found === undefined) return undefined
    return Promise.resolve(found).then((endpoint) =>
      endpoint && this.counts(endpoint, request)
        ? this.demand(endpoint, { ...request, method })
        : undefined,
    )
  }

  /** The bank may have begun to serve a path after a customer put a price on it. */
  private counts({ seller }: EndpointRow, { served, path }: TollRequest): boolean {
    return seller === 'operator' || !(served || this.options.isServed(path))
  }

  private async demand(endpoint: EndpointRow, request: TollRequest): Promise<Passage> {
    const gate = this.gateOf(endpoint.network)
    const offer = toOffer(endpoint, request)
    const verified = await gate.verify(offer, request.proofs)
    const payment = await gate.reserve(offer, verified)
    if (payment.status === 'settled')
      throw gate.refuse(offer, 'payment-already-used', 'payment_already_used')
    await this.record(endpoint, offer, verified, payment)
    return {
      operation: 'x402.resource',
      settle: async () => {
        const settled = await gate.settle(offer, verified, payment, async (tx, end) => {
          await recordEnd(tx, end.id, {
            status: end.status as 'settled' | 'failed',
            transaction_hash: end.settlement_reference,
            error_reason: end.failure,
            settled_at: end.settled_at,
          })
        })
        const response = toX402Response(settled)!
        return {
          'PAYMENT-RESPONSE': response,
          'X-PAYMENT-RESPONSE': response,
          'Payment-Receipt': toReceipt(settled),
        }
      },
      release: () => gate.release(payment),
    }
  }

  private record(
    endpoint: EndpointRow,
    offer: Offer,
    verified: Verified,
    payment: { readonly id: string; readonly test_mode: boolean },
  ): Promise<void> {
    const { db, clock, accepted } = this.options
    return recordVerified(db, {
      id: payment.id,
      environment: endpoint.environment,
      user_uuid: endpoint.user_uuid,
      endpoint_id: endpoint.id,
      endpoint: offer.route,
      payer: verified.payer,
      pay_to: accepted.payTo,
      amount: verified.amount,
      network: endpoint.network,
      asset: endpoint.asset,
      test_mode: payment.test_mode,
      now: clock.now(),
    })
  }

  private gateOf(network: string): PaymentGate {
    const known = this.gates.get(network)
    if (known) return known
    const { accepted, sealer, baseUrl, db, clock } = this.options
    const { facilitator, payTo } = accepted
    const terms = { networks: [network] as const, payTo }
    const gate = new PaymentGate({
      accepted: {
        rails: facilitator ? [x402Rail({ ...terms, facilitator })] : [],
        x402: facilitator && { ...terms, facilitator: facilitator.url },
      },
      challenges: false,
      sealer,
      baseUrl,
      db,
      clock,
    })
    this.gates.set(network, gate)
    return gate
  }
}

const toOffer = (endpoint: EndpointRow, { method, path, user }: TollRequest): Offer => ({
  environment: endpoint.environment,
  route: `${method} ${path as `/${string}`}`,
  digest: createHash('sha256').update(`${method} ${path}`).digest(),
  price_usdc: priceOf(endpoint),
  description: endpoint.description ?? `${endpoint.path} on ${getNetwork(endpoint.network).name}`,
  pricing: {},
  buyer: { user },
})

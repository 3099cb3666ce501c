// The price of an endpoint: an amount in cents, paid by x402 on one network and recorded for the seller. Each
// payment buys one request.
import { createHash } from 'node:crypto'
import type { PaywallRequest } from '../../../../operation/paywall.ts'
import type { PaymentAcceptance } from '../payments/acceptance.ts'
import { type EndpointRow, recordEnd, recordVerified } from './store.ts'
import { getNetwork, USDC_PER_CENT } from '../x402/networks.ts'
import type { Offer } from '../payments/offer.ts'
import type { Payments } from '../payments/service.ts'
import type { Price } from '../paywall/price.ts'

export interface EndpointPriceOptions {
  readonly payments: Payments
  readonly accepted: PaymentAcceptance
  /** Whether one of the bank's own operations serves the path; '*' stands for any method. */
  readonly isServed: (method: string, path: string) => boolean
}

export const priceOf = ({ price_usd_cents }: Pick<EndpointRow, 'price_usd_cents'>): bigint =>
  BigInt(price_usd_cents) * USDC_PER_CENT

export function endpointPrice(
  endpoint: EndpointRow,
  { payments, accepted, isServed }: EndpointPriceOptions,
): Price {
  const { environment, method, path, seller, network } = endpoint
  const { db, clock } = payments.options
  return {
    environment,
    method,
    path,
    seller,
    operation: 'x402.resource',
    keepsAnswers: false,
    // The bank may have added its own route there after a customer set the price.
    isAskedOf: ({ served, path: asked }) =>
      seller === 'operator' || !(served || isServed('*', asked)),
    payments: () => payments.narrow({ accepted: accepted.onNetwork(network), challenges: false }),
    toOffer: (request) => toOffer(endpoint, request),
    record: {
      shown: (offer, verified, { id, test_mode }) =>
        recordVerified(db, {
          id,
          environment,
          user_uuid: endpoint.user_uuid,
          endpoint_id: endpoint.id,
          endpoint: offer.route,
          payer: verified.payer,
          pay_to: accepted.payTo,
          amount: verified.amount,
          network,
          asset: endpoint.asset,
          test_mode,
          now: clock.now(),
        }),
      ended: (tx, { id, status, settlement_reference, failure, settled_at }) =>
        recordEnd(tx, id, {
          status: status === 'settled' ? 'settled' : 'failed',
          transaction_hash: settlement_reference,
          error_reason: failure,
          settled_at,
        }),
    },
  }
}

function toOffer(endpoint: EndpointRow, { path, user, ...request }: PaywallRequest): Offer {
  // A HEAD request is priced, and paid for, as the GET request it mirrors.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  return {
    environment: endpoint.environment,
    route: `${method} ${path as `/${string}`}`,
    digest: createHash('sha256').update(`${method} ${path}`).digest(),
    price_usdc: priceOf(endpoint),
    description: endpoint.description ?? `${endpoint.path} on ${getNetwork(endpoint.network).name}`,
    pricing: {},
    buyer: { user },
  }
}

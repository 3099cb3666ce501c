// The price of a resource: an amount in any currency with a dollar rate, paid on any of its rails. A repeat with
// the same payment gets the stored answer.
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../../kernel/json.ts'
import { multiplyDivide } from '../../../../kernel/money.ts'
import { Unavailable } from '../../../../operation/error.ts'
import type { PaywallRequest } from '../../../../operation/paywall.ts'
import { type AssetCatalogue, RATE_SCALE } from '../../../core/assets/index.ts'
import type { PaymentAcceptance } from '../payments/acceptance.ts'
import { USDC_PER_CENT } from '../x402/networks.ts'
import type { Offer } from '../payments/offer.ts'
import type { Payments } from '../payments/service.ts'
import type { Price } from '../paywall/price.ts'
import type { ResourceRow } from './store.ts'

export interface ResourcePriceOptions {
  readonly payments: Payments
  readonly accepted: PaymentAcceptance
  readonly assets: Pick<AssetCatalogue, 'findDollarRate'>
}

/** The price in millionths of a USDC, rounded up; undefined when the currency has no rate. */
export function findPrice(
  { amount_cents, currency }: Pick<ResourceRow, 'amount_cents' | 'currency'>,
  assets: ResourcePriceOptions['assets'],
): bigint | undefined {
  // One USDC counts as one dollar.
  const rate = assets.findDollarRate(currency === 'USDC' ? 'USD' : currency)
  if (rate === undefined) return undefined
  return multiplyDivide(BigInt(amount_cents) * USDC_PER_CENT, rate, RATE_SCALE, 'up')
}

export function resourcePrice(
  resource: ResourceRow,
  { payments, accepted, assets }: ResourcePriceOptions,
): Price {
  const { environment, method, path, available_rails } = resource
  return {
    environment,
    method,
    path,
    seller: 'operator',
    operation: 'mpp.resource',
    keepsAnswers: true,
    isAskedOf: () => true,
    payments: () => payments.narrow({ accepted: accepted.onRails(available_rails) }),
    toOffer: (request) => toOffer(resource, request, assets),
  }
}

function toOffer(
  resource: ResourceRow,
  { method, path, query, body, user, agent }: PaywallRequest,
  assets: ResourcePriceOptions['assets'],
): Offer {
  const price_usdc = findPrice(resource, assets)
  // Without a rate the price is unknown, and the resource must not be free.
  if (price_usdc === undefined)
    throw Unavailable({
      reason: `There is no dollar rate for ${resource.currency} at the moment; try again later.`,
    })
  const { amount_cents, currency, mime_type } = resource
  return {
    environment: resource.environment,
    route: `${method} ${path as `/${string}`}`,
    digest: createHash('sha256')
      .update(canonicalJson([method, path, query, body ?? null]))
      .digest(),
    price_usdc,
    description: resource.description ?? `${resource.method} ${resource.path}`,
    pricing: { resource: { id: resource.id, amount_cents, currency } },
    buyer: { user, agent },
    mime_type,
  }
}

// An offer to sell a request, and its presentation in a 402 by the "Payment" scheme and by x402.
import { formatDecimal } from '../../../../kernel/money.ts'
import type { Caller, Environment } from '../../../../operation/caller.ts'
import type { Shown } from '../../../../operation/error.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { type Challenge, toHeader, toSchemeChallenge } from './challenge.ts'
import { type Problem, problemTitles } from '../errors.ts'
import { type Rail, toCents } from './rails.ts'
import { x402Shown } from '../x402/response.ts'
import { makeRequirement } from '../x402/protocol.ts'

export interface X402Terms {
  readonly networks: readonly [string, ...string[]]
  readonly payTo: string
  /** The facilitator's address as shown to payers. */
  readonly facilitator: string
}

/** The request that is sold, its price, and its description for the buyer. */
export interface Offer {
  readonly environment: Environment
  /** 'POST /api/v1/sms/send' */
  readonly route: `${string} /${string}`
  /** A digest of the whole request; a proof counts for this request only. */
  readonly digest: Buffer
  readonly price_usdc: bigint
  readonly description: string
  /** Further details of the price, shown in the 402. */
  readonly pricing: object
  /** The authenticated caller, if the request carries a session beside the payment. */
  readonly buyer: { readonly [Name in 'user' | 'agent']?: Caller[Name] | undefined }
  /** The media type of the answer; JSON by default. */
  readonly mime_type?: string
}

/** Why a payment is missing or was not accepted. */
export interface Wrong {
  readonly problem: Problem
  readonly reason: string | undefined
}

const toError = ({ reason }: Wrong): Pick<Shown, 'error'> =>
  reason === undefined ? {} : { error: { reason } }

export function showX402(offer: Offer, terms: X402Terms, wrong: Wrong, baseUrl: string): Shown {
  const { price_usdc, route, description, mime_type = 'application/json' } = offer
  return {
    ...x402Shown({
      accepts: terms.networks.map((network) => makeRequirement(network, price_usdc, terms.payTo)),
      resource: { url: baseUrl + route.split(' ')[1]!, description, mimeType: mime_type },
      facilitator: terms.facilitator,
      error: wrong.reason ?? problemTitles[wrong.problem],
    }),
    ...toError(wrong),
  }
}

export function showChallenges(
  offer: Offer,
  challenge: Challenge,
  realm: string,
  wrong: Wrong,
  {
    rails: list,
    sealer,
  }: { readonly rails: readonly Rail[]; readonly sealer: Pick<Sealer, 'digest' | 'digests'> },
): Shown {
  const { price_usdc, description } = offer
  const rails = list.map((rail) => toRail(rail, offer, challenge, realm, sealer))
  const title = problemTitles[wrong.problem]
  return {
    headers: {
      'WWW-Authenticate': rails.map((rail) => toHeader(rail.challenge)).join(', '),
      'Cache-Control': 'no-store',
      'X-Payment-Protocol': 'mpp',
      'X-Payment-Version': '1',
    },
    body: {
      type: `https://paymentauth.org/problems/${wrong.problem}`,
      title,
      status: 402,
      detail: wrong.reason === undefined ? title : `${title} (${wrong.reason})`,
      challenge_id: challenge.id,
      challenge: {
        id: challenge.id,
        realm,
        intent: 'charge',
        resource_id: offer.route.replace(' /', ':'),
        amount: String(price_usdc),
        amount_cents: Number(toCents(price_usdc)),
        currency: 'USDC',
        available_rails: rails.map((rail) => rail.id),
        nonce: challenge.nonce,
        expires_at: challenge.expires_at.toISOString(),
        hmac: challenge.hmac,
        description,
      },
      pricing: {
        price_usdc: String(price_usdc),
        price_usd: formatDecimal({ units: price_usdc, asset: { code: 'USD', precision: 6 } }),
        currency: 'USDC',
        ...offer.pricing,
      },
      rails,
    },
    ...toError(wrong),
  }
}

function toRail(
  rail: Rail,
  { price_usdc, description }: Offer,
  challenge: Challenge,
  realm: string,
  sealer: Pick<Sealer, 'digest' | 'digests'>,
) {
  const { info } = rail
  const asked = rail.ask(price_usdc, challenge.id)
  const { amount, currency, recipient, network, asset, details } = asked
  const request = {
    amount: String(amount),
    currency,
    recipient,
    description,
    ...(details && { methodDetails: details }),
  }
  return {
    id: info.id,
    name: info.label,
    currencies: info.currencies,
    amount: String(amount),
    currency,
    ...(network !== undefined && { network }),
    ...(asset !== undefined && { asset }),
    pay_to: recipient,
    challenge: toSchemeChallenge(challenge, realm, info.id, request, sealer),
  }
}

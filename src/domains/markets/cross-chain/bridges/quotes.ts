// Quotes of bridges: terms guaranteed to one user for one bridge within five minutes.
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { defineQuote } from '../../../../operation/sealed-quote.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { readUnits } from '../../../core/assets/index.ts'
import type { ChainName } from '../../chains/index.ts'
import { QuoteOver } from '../errors.ts'
import type { CrossChainOptions } from '../options.ts'
import type { ProtocolName } from '../providers/protocols.ts'
import {
  type BridgeToken,
  chooseOffer,
  findBridgeToken,
  getBridgeToken,
  isRouteServed,
  listOffers,
} from './offers.ts'
import { cheapestOf, fastestOf, rank } from './ranking.ts'
import type { Offer } from './terms.ts'
import { showComparison, showQuote } from '../view.ts'

/** The guaranteed terms; the units less the fee arrive. */
export interface BridgeTerms {
  readonly source_chain: ChainName
  readonly destination_chain: ChainName
  readonly token: string
  readonly paid_token: string
  readonly protocol: ProtocolName
  readonly units: bigint
  readonly fee_units: bigint
}

/** A bridge is started by its quote alone, so there is no request that could mismatch. */
const ALONE = {}

const PREFIX = 'quote_br_'

const sealed = defineQuote<typeof ALONE, BridgeTerms>({
  purpose: 'cross_chain.bridge',
  validSeconds: 300,
  expired: (valid_until) =>
    QuoteOver({
      reason: 'QUOTE_EXPIRED',
      sentence: `This quote expired at ${valid_until}; ask for a new one.`,
    }),
  mismatch: () => new Error('every bridge agrees with its quote'),
  unknown: (id) => NotFound({ what: 'quote', id: `${PREFIX}${id}` }),
})

export interface OpenedQuote {
  readonly quote_id: string
  readonly uuid: string
  readonly terms: BridgeTerms
}

export function sealQuote(
  terms: BridgeTerms,
  ctx: Pick<Context, 'caller' | 'now'>,
  sealer: Sealer,
) {
  const { quote_id, valid_until } = sealed.seal(ALONE, terms, ctx, sealer)
  return { quote_id: `${PREFIX}${quote_id}`, valid_until }
}

/** Throws if the quote is not the caller's or has expired. */
export function openQuote(
  quote_id: string,
  ctx: Pick<Context, 'caller' | 'now'>,
  sealer: Sealer,
): OpenedQuote {
  if (!quote_id.startsWith(PREFIX)) throw NotFound({ what: 'quote', id: quote_id })
  const { uuid, terms } = sealed.open(quote_id.slice(PREFIX.length), ALONE, ctx, sealer)
  return { quote_id, uuid, terms }
}

export const termsOf = (
  route: { readonly from: ChainName; readonly to: ChainName },
  { code, paid }: Pick<BridgeToken, 'code' | 'paid'>,
  { protocol, units, fee_units }: Pick<Offer, 'protocol' | 'units' | 'fee_units'>,
): BridgeTerms => ({
  source_chain: route.from,
  destination_chain: route.to,
  token: code,
  paid_token: paid,
  protocol,
  units,
  fee_units,
})

export interface QuoteRequest {
  readonly source_chain: ChainName
  readonly destination_chain: ChainName
  readonly token: string
  readonly amount: string | number
  readonly preferred_bridge?: ProtocolName
}

export function quoteBridge(request: QuoteRequest, ctx: Context, options: CrossChainOptions) {
  const route = { from: request.source_chain, to: request.destination_chain }
  const token = getBridgeToken(request.token, route, options)
  const order = { route, token, units: readUnits(request.amount, token) }
  const { chosen, others } = chooseOffer(order, ctx, options, request.preferred_bridge)
  const quote = sealQuote(termsOf(route, token, chosen), ctx, options.sealer)
  const alternatives = rank([chosen, ...others]).filter((offer) => offer !== chosen)
  const { simulated } = options.providers.choose(chosen.protocol, ctx.caller.environment)
  return showQuote({ ...quote, route, token, chosen, alternatives, simulated })
}

export interface FeesRequest {
  readonly from: ChainName
  readonly to: ChainName
  readonly token: string
  readonly amount: string
}

/** Compares the fees of all protocols; a route that none serves gives an empty comparison, not an error. */
export function compareFees(request: FeesRequest, ctx: Context, options: CrossChainOptions) {
  const { from, to } = request
  const token = findBridgeToken(request.token, from, options)
  // A token that no protocol carries has no known precision; its amount is only repeated.
  const units = readUnits(request.amount, token ?? { code: 'the token', precision: 18 })
  const order = token && { route: { from, to }, token, units }
  const offers = order ? listOffers(order, ctx, options) : []
  const ranked = rank(offers)
  return showComparison({
    request,
    token,
    isServed: order !== undefined && isRouteServed(order, ctx, options),
    ranked,
    cheapest: cheapestOf(ranked),
    fastest: fastestOf(ranked),
  })
}

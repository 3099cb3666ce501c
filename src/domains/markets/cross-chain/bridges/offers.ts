// Finds the protocols that can carry a token from one chain to another, and their terms.
import type { Context } from '../../../../operation/operation.ts'
import { Unavailable } from '../../../../operation/error.ts'
import type { AssetRecord } from '../../../core/assets/index.ts'
import { type ChainName, findToken } from '../../chains/index.ts'
import { NoQuote } from '../errors.ts'
import type { CrossChainOptions } from '../options.ts'
import {
  isServed,
  protocolNames,
  protocols,
  type ProtocolName,
  type Route,
} from '../providers/protocols.ts'
import { cheapestOf } from './ranking.ts'
import { makeOffer, type Offer } from './terms.ts'

export interface BridgeOrder {
  readonly route: Route
  readonly token: AssetRecord
  readonly units: bigint
}

type Options = Pick<CrossChainOptions, 'assets' | 'providers' | 'feeWithin'>
type Calling = Pick<Context, 'caller'>

/** A token as bridges carry it. */
export interface BridgeToken extends AssetRecord {
  /** The asset that it is paid in: no bridge carries ether itself, so the bank wraps it one to one. */
  readonly paid: string
}

/** Symbols are case-insensitive; undefined if no protocol carries the token. */
export function findBridgeToken(
  symbol: string,
  from: ChainName,
  { assets }: Options,
): BridgeToken | undefined {
  const asked = symbol.toUpperCase()
  const code = asked === 'ETH' ? 'WETH' : asked
  const isCarried = protocolNames.some((name) => protocols[name].tokens.includes(code))
  const token = isCarried ? assets.find(code) : undefined
  return token && { ...token, paid: findToken(from, asked)?.asset ?? code }
}

export function getBridgeToken(symbol: string, route: Route, options: Options): BridgeToken {
  const token = findBridgeToken(symbol, route.from, options)
  if (!token) throw unsupported(symbol, route)
  return token
}

/** The protocols that serve the route at this bank; the test protocol only if it is requested. */
const listServing = (
  { route, token }: BridgeOrder,
  { caller }: Calling,
  { providers }: Options,
  wanted?: ProtocolName,
): ProtocolName[] =>
  listKnown(route, token, wanted).filter((name) => providers.serves(name, caller.environment))

const listKnown = (route: Route, token: AssetRecord, wanted?: ProtocolName): ProtocolName[] =>
  protocolNames
    .filter((name) => !protocols[name].testOnly || name === wanted)
    .filter((name) => isServed(protocols[name], route, token.code))

/** Whether any protocol serves the route, even if only for a larger amount. */
export const isRouteServed = (order: BridgeOrder, ctx: Calling, options: Options): boolean =>
  listServing(order, ctx, options).length > 0

/** The offers of all protocols that serve the route at this bank and whose fee is less than the amount. */
export function listOffers(
  order: BridgeOrder,
  ctx: Calling,
  options: Options,
  wanted?: ProtocolName,
): Offer[] {
  const { route, token, units } = order
  const asset = { asset: token.code, precision: token.precision }
  return listServing(order, ctx, options, wanted).flatMap(
    (name) => makeOffer(protocols[name], route, units, asset, options.feeWithin) ?? [],
  )
}

/** The requested protocol if it serves the route, else the cheapest; throws if there is none. */
export function chooseOffer(
  order: BridgeOrder,
  ctx: Calling,
  options: Options,
  wanted?: ProtocolName,
): { readonly chosen: Offer; readonly others: Offer[] } {
  const offers = listOffers(order, ctx, options, wanted)
  const chosen = offers.find(({ protocol }) => protocol === wanted) ?? cheapestOf(offers)
  if (!chosen) throw explain(order, ctx, options, wanted)
  return { chosen, others: offers.filter((offer) => offer !== chosen) }
}

/** The requested protocol and no other, because this offer moves money; by default the cheapest. */
export function getOffer(
  order: BridgeOrder,
  ctx: Calling,
  options: Options,
  wanted?: ProtocolName,
): Offer {
  const { chosen } = chooseOffer(order, ctx, options, wanted)
  if (wanted === undefined || chosen.protocol === wanted) return chosen
  if (isServed(protocols[wanted], order.route, order.token.code))
    throw explain(order, ctx, options, wanted)
  throw NoQuote({
    reason: 'ROUTE_UNSUPPORTED',
    sentence: `${wanted} does not carry ${order.token.code} from ${order.route.from} to ${order.route.to}.`,
  })
}

function explain(order: BridgeOrder, ctx: Calling, options: Options, wanted?: ProtocolName): Error {
  const { route, token } = order
  if (listKnown(route, token, wanted).length === 0) return unsupported(token.code, route)
  if (listServing(order, ctx, options, wanted).length === 0)
    return Unavailable({
      reason: 'Bridges are not available at this bank: no provider is configured.',
    })
  return NoQuote({
    reason: 'AMOUNT_TOO_SMALL',
    sentence: 'Nothing is left of this amount after the fee; use a larger amount.',
  })
}

const unsupported = (symbol: string, { from, to }: Route): Error =>
  NoQuote({
    reason: 'ROUTE_UNSUPPORTED',
    sentence:
      from === to
        ? 'A bridge leads to another chain; choose two different chains.'
        : `No bridge carries ${symbol.toUpperCase()} from ${from} to ${to}.`,
  })

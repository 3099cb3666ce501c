// Swaps across chains: the token is bridged first, by the cheapest protocol, and swapped on the destination chain if
// the caller wants another token there.
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { AppError, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readUnits } from '../../../core/assets/index.ts'
import type { ChainName } from '../../chains/index.ts'
import { startBridge } from '../bridges/service.ts'
import { NoQuote, NoSwapQuote } from '../errors.ts'
import { CrossChainSwapInitiated } from '../events.ts'
import { readSwapId } from '../ids.ts'
import type { CrossChainOptions } from '../options.ts'
import type { Route } from '../providers/protocols.ts'
import { type BridgeToken, getBridgeToken, getOffer } from '../bridges/offers.ts'
import { openQuote, sealQuote, termsOf } from '../bridges/quotes.ts'
import { type BridgeRow, findBridge, findBridges, type OwnerScope } from '../bridges/store.ts'
import type { SwapMarket } from './market.ts'
import { openSwapQuote, sealSwapQuote, type SwapTerms } from './quotes.ts'
import * as store from './store.ts'
import type { SwapRow } from './store.ts'
import { minimumReceived, type Offer } from '../bridges/terms.ts'
import { showSwapQuote, toSwapEvent } from '../view.ts'

export interface SwapOptions extends CrossChainOptions {
  readonly market: SwapMarket
}

export interface SwapRequest {
  readonly source_chain: ChainName
  readonly destination_chain: ChainName
  readonly from_token: string
  readonly to_token: string
  readonly amount: string | number
}

export interface SwapStart extends SwapRequest {
  readonly slippage_bps?: number
  readonly wallet_address?: string
  readonly account_uuid?: string
  readonly quote_id?: string
}

/** The default: 0.5 %. */
export const SLIPPAGE_BPS = 50
/** A swap on the destination chain takes this much longer. */
const SWAP_SECONDS = 30

export async function quoteSwap(request: SwapRequest, ctx: Context, options: SwapOptions) {
  const { terms, offer } = await findTerms(request, ctx, options)
  const quote = sealSwapQuote(terms, ctx, options.sealer)
  const { simulated } = options.providers.choose(offer.protocol, ctx.caller.environment)
  return showSwapQuote({ ...quote, terms, simulated }, options)
}

/** The terms of the swap at current prices. */
async function findTerms(
  request: SwapRequest,
  ctx: Context,
  options: SwapOptions,
): Promise<{ readonly terms: SwapTerms; readonly offer: Offer }> {
  const { route, from, to } = readTokens(request, options)
  const units = readUnits(request.amount, from)
  const offer = asSwapError(() => getOffer({ route, token: from, units }, ctx, options))
  const isSame = from.code === to
  const { output_units, gas_units } = isSame
    ? { output_units: offer.receive_units, gas_units: 0n }
    : await estimate(
        { chain: route.to, from_token: from.code, to_token: to, units: offer.receive_units },
        ctx,
        options,
      )
  const terms = {
    ...wantedOf(route, from, to, units),
    protocol: offer.protocol,
    bridge_fee_units: offer.fee_units,
    gas_units,
    expected_units: output_units,
    seconds: BigInt(offer.seconds + (isSame ? 0 : SWAP_SECONDS)),
  }
  return { terms, offer }
}

/** The token that is bridged, and the asset that is wanted on the other chain. */
function readTokens(request: SwapRequest, options: SwapOptions) {
  const route = { from: request.source_chain, to: request.destination_chain }
  const from = asSwapError(() => getBridgeToken(request.from_token, route, options))
  const to = options.market.assetOn(route.to, request.to_token)
  if (to === undefined)
    throw NoSwapQuote({
      reason: 'ROUTE_UNSUPPORTED',
      sentence: `There is no token ${request.to_token.toUpperCase()} on ${route.to}.`,
    })
  // Wrapped ether is not traded for ether, so it stays what it is.
  return { route, from, to: from.code === 'WETH' && to === 'ETH' ? from.code : to }
}

const wantedOf = (route: Route, from: BridgeToken, to_token: string, units: bigint) => ({
  source_chain: route.from,
  destination_chain: route.to,
  from_token: from.code,
  paid_token: from.paid,
  to_token,
  units,
})

/** Converts the bridge's error for a missing quote to that of swaps. */
function asSwapError<Output>(find: () => Output): Output {
  try {
    return find()
  } catch (error) {
    if (error instanceof AppError && error.def.code === NoQuote.code)
      throw NoSwapQuote(error.details as Parameters<typeof NoSwapQuote>[0])
    throw error
  }
}

async function estimate(
  order: Parameters<SwapMarket['estimate']>[1],
  ctx: Context,
  { market }: SwapOptions,
) {
  try {
    const found = await market.estimate(ctx, order)
    if (found.output_units > 0n) return found
  } catch (error) {
    if (!(error instanceof AppError) || error.def.status >= 500) throw error
    const { reason } = (error.details ?? {}) as { readonly reason?: string }
    const isSmall = reason === 'AMOUNT_TOO_SMALL'
    throw NoSwapQuote(
      { reason: isSmall ? reason : 'NO_LIQUIDITY', sentence: error.message },
      { cause: error },
    )
  }
  throw NoSwapQuote({
    reason: 'AMOUNT_TOO_SMALL',
    sentence: 'The output of this swap would be zero; use a larger amount.',
  })
}

/** Starts the bridge of a swap; the swap itself follows when the bridge has ended. */
export async function startSwap(
  request: SwapStart,
  ctx: Context,
  options: SwapOptions,
): Promise<{ readonly swap: SwapRow; readonly bridge: BridgeRow }> {
  const { quote_id, uuid, terms } = await findQuote(request, ctx, options)
  const { source_chain: from, destination_chain: to, from_token, paid_token, to_token } = terms
  const offer = { protocol: terms.protocol, units: terms.units, fee_units: terms.bridge_fee_units }
  const token = { code: from_token, paid: paid_token }
  const bridgeQuote = sealQuote(termsOf({ from, to }, token, offer), ctx, options.sealer)
  const bridge = await startBridge(
    {
      quote: openQuote(bridgeQuote.quote_id, ctx, options.sealer),
      isUsed: () => store.isSwapQuoteUsed(ctx.tx, uuid),
      arrivesHere: from_token !== to_token,
      ...(request.wallet_address !== undefined && { recipient_address: request.wallet_address }),
      recipientField: 'wallet_address',
      ...(request.account_uuid !== undefined && { account_uuid: request.account_uuid }),
    },
    ctx,
    options,
  )
  const swap = await store.insertSwap(ctx.tx, {
    environment: bridge.environment,
    user_uuid: bridge.user_uuid,
    id: uuidv7(ctx.now),
    quote_id,
    quote_uuid: uuid,
    bridge_id: bridge.id,
    from_token,
    to_token,
    input_units: terms.units,
    expected_units: terms.expected_units,
    least_units: minimumReceived(terms.expected_units, {
      parts: BigInt(request.slippage_bps ?? SLIPPAGE_BPS),
      of: 10_000n,
    }),
    fee_units: terms.bridge_fee_units + terms.gas_units,
    seconds: Number(terms.seconds),
    created_at: ctx.now,
  })
  ctx.emit(CrossChainSwapInitiated, toSwapEvent(swap, bridge, options), {
    user_uuid: swap.user_uuid,
  })
  return { swap, bridge }
}

/** The quote that the caller names, or one that is made now. */
async function findQuote(request: SwapStart, ctx: Context, options: SwapOptions) {
  if (request.quote_id !== undefined)
    return openSwapQuote(request.quote_id, readWanted(request, options), ctx, options.sealer)
  const { terms } = await findTerms(request, ctx, options)
  const { quote_id } = sealSwapQuote(terms, ctx, options.sealer)
  return openSwapQuote(quote_id, terms, ctx, options.sealer)
}

function readWanted(request: SwapRequest, options: SwapOptions) {
  const { route, from, to } = readTokens(request, options)
  return wantedOf(route, from, to, readUnits(request.amount, from))
}

/** Finds a swap of the caller with its bridge; those of others are reported as not found. */
export async function getSwap(id: string, { tx, caller }: Context) {
  const uuid = readSwapId(id)
  const swap = uuid === undefined ? undefined : await store.findSwap(tx, uuid)
  if (!swap || swap.user_uuid !== caller.user || swap.environment !== caller.environment)
    throw NotFound({ what: 'cross-chain swap', id })
  return { swap, bridge: (await findBridge(tx, swap.bridge_id))! }
}

export async function listSwaps({ tx, caller }: Context, page: PageRequest) {
  const whose: OwnerScope = { environment: caller.environment, user_uuid: caller.user! }
  const { rows, total } = await store.listSwaps(tx, whose, page)
  const bridges = await findBridges(
    tx,
    rows.map((row) => row.bridge_id),
  )
  return { found: rows.map((swap) => ({ swap, bridge: bridges.get(swap.bridge_id)! })), total }
}

// Quotes of swaps: the best route and its terms, guaranteed to one user for one swap within a minute.
import { AppError, Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { defineQuote } from '../../../../operation/sealed-quote.ts'
import { multiplyDivide } from '../../../../kernel/money.ts'
import { readUnits } from '../../../core/assets/index.ts'
import { type ChainName, type Token, unitsForUsd } from '../../chains/index.ts'
import { ExecutionFailed, NoLiquidity } from '../errors.ts'
import { chooseChain, type DefiOptions } from '../options.ts'
import { MILLION } from '../pools/math.ts'
import { poolAddress, toPool } from '../pools/service.ts'
import { type Dex, dexSources, gasCents } from '../protocols.ts'
import { findRoutes, IMPACT_MAX, type Route } from '../pools/routes.ts'
import * as store from '../store.ts'
import {
  assetOf,
  poolAsset,
  readToken,
  symbolOf,
  writeCents,
  writePercent,
  writeUnits,
} from '../tokens.ts'

export const QUOTE_PREFIX = 'quote_sw_'
const QUOTE_SECONDS = 60
/** In millionths: 0.5 %. */
export const SLIPPAGE_DEFAULT = 5_000n

export interface SwapRequest {
  readonly chain: ChainName
  readonly token_in: string
  readonly token_out: string
  readonly amount_in: string | number
  /** In millionths. */
  readonly slippage: bigint
  readonly sources: readonly Dex[]
}

/** The names of the request's fields, for errors. */
export interface FieldNames {
  readonly token_in: string
  readonly token_out: string
  readonly amount_in: string
}

/** The guaranteed terms of a quote; lists are joined by commas. */
interface Terms {
  readonly chain: string
  readonly token_in: string
  readonly token_out: string
  readonly units_in: bigint
  readonly expected_units: bigint
  readonly min_units: bigint
  readonly dex: string
  readonly pools: string
  readonly path: string
  readonly gas_cents: bigint
}

/** The quote contains its own request, so there is nothing else to match. */
const WANTED = { kind: 'swap' }

const swapQuote = defineQuote<typeof WANTED, Terms>({
  purpose: 'defi.swap',
  validSeconds: QUOTE_SECONDS,
  expired: (valid_until) =>
    ExecutionFailed({
      reason: 'QUOTE_EXPIRED',
      sentence: `This quote expired at ${valid_until}; ask for a new one.`,
    }),
  mismatch: () => NotFound({ what: 'quote', id: 'of this kind' }),
})

export interface SwapTerms {
  readonly chain: ChainName
  readonly token_in: Token
  readonly token_out: Token
  readonly units_in: bigint
  readonly expected_units: bigint
  readonly min_units: bigint
  readonly dex: Dex
  readonly pools: readonly number[]
  readonly path: readonly string[]
  readonly gas_cents: bigint
  /** In the token that is paid with, rounded up. */
  readonly gas_units: bigint
}

/** Computes the best terms now; throws if there is no route, or the swap is too large for it. */
export async function findTerms(
  request: SwapRequest,
  fields: FieldNames,
  ctx: Context,
): Promise<{ readonly terms: SwapTerms; readonly routes: readonly Route[] }> {
  const { chain } = request
  const token_in = readToken(chain, request.token_in, fields.token_in)
  const token_out = readToken(chain, request.token_out, fields.token_out)
  const units_in = readUnits(request.amount_in, assetOf(token_in), fields.amount_in)
  if (poolAsset(token_in) === poolAsset(token_out))
    throw Invalid({
      errors: { [fields.token_out]: ['The two tokens must be different; ETH is traded as WETH.'] },
    })
  const pools = await store.listPools(ctx.tx, ctx.caller.environment, chain)
  const routes = findRoutes(pools.map(toPool), {
    asset_in: poolAsset(token_in),
    precision_in: token_in.precision,
    asset_out: poolAsset(token_out),
    units_in,
    sources: request.sources,
  })
  const best = routes[0]
  if (!best) throw noRoute(request, pools.length > 0)
  checkImpact(best)
  const gas = gasCents(best.dex, chain)
  const terms: SwapTerms = {
    chain,
    token_in,
    token_out,
    units_in,
    expected_units: best.units_out,
    min_units: multiplyDivide(best.units_out, MILLION - request.slippage, MILLION, 'up'),
    dex: best.dex,
    pools: best.pools.map(({ number }) => number),
    path: best.path,
    gas_cents: gas,
    gas_units: gasUnits(token_in, gas),
  }
  return { terms, routes }
}

const noRoute = ({ chain, token_in, token_out }: SwapRequest, hasPools: boolean) =>
  NoLiquidity({
    reason: 'NO_ROUTE',
    sentence: hasPools
      ? `There is no route from ${token_in} to ${token_out} on ${chain} for this amount.`
      : `There are no pools on ${chain}.`,
  })

function checkImpact({ impact }: Route): void {
  if (impact > IMPACT_MAX)
    throw ExecutionFailed({
      reason: 'PRICE_IMPACT',
      sentence: `The swap would move the price by ${writePercent(impact)} %; at most ${writePercent(IMPACT_MAX)} % is allowed. Use a smaller amount.`,
    })
}

const CENT = 10n ** 16n

const gasUnits = (token: Token, cents: bigint): bigint => unitsForUsd(token, cents * CENT, 'up')

/** The answer to a request for a quote. */
export async function quoteSwap(
  request: SwapRequest,
  fields: FieldNames,
  ctx: Context,
  options: DefiOptions,
) {
  const { simulated } = chooseChain(options, ctx.caller.environment, request.chain)
  const { terms, routes } = await findTerms(request, fields, ctx)
  const sealed = sealTerms(terms, ctx, options)
  const { token_in, token_out } = terms
  const write = (units: bigint) => writeUnits(token_out, units)
  return {
    quote_id: sealed.quote_id,
    chain: terms.chain,
    token_in: token_in.symbol,
    token_out: token_out.symbol,
    amount_in: writeUnits(token_in, terms.units_in),
    estimated_output: write(terms.expected_units),
    minimum_output: write(terms.min_units),
    price_impact_percent: writePercent(routes[0]!.impact),
    estimated_gas_usd: writeCents(terms.gas_cents),
    gas_amount: writeUnits(token_in, terms.gas_units),
    best_route: showRoute(routes[0]!),
    alternative_routes: routes.slice(1).map((route) => ({
      dex: route.dex,
      estimated_output: write(route.units_out),
      price_impact_percent: writePercent(route.impact),
    })),
    simulated,
    quote_expires_at: sealed.valid_until,
  }
}

const showRoute = ({ dex, path, pools }: Route) => ({
  dex,
  path: path.map(symbolOf),
  pools: pools.map(poolAddress),
  fee_tier: pools.map(({ fee }) => `${trimZeros(writePercent(BigInt(fee)))}%`).join(' + '),
})

const trimZeros = (decimal: string): string => decimal.replace(/\.?0+$/, '')

/** Seals terms into a quote for the caller. */
export function sealTerms(
  terms: SwapTerms,
  ctx: Context,
  { sealer }: Pick<DefiOptions, 'sealer'>,
): { readonly quote_id: string; readonly valid_until: string } {
  const { gas_units: _computed, ...rest } = terms
  const sealed = swapQuote.seal(
    WANTED,
    {
      ...rest,
      token_in: terms.token_in.symbol,
      token_out: terms.token_out.symbol,
      pools: terms.pools.join(),
      path: terms.path.join(),
    },
    ctx,
    sealer,
  )
  return { ...sealed, quote_id: `${QUOTE_PREFIX}${sealed.quote_id}` }
}

/** The terms of a quote; 404 when the caller has no such quote, 422 when it has expired. */
export function openQuote(
  quote_id: string,
  ctx: Context,
  { sealer }: Pick<DefiOptions, 'sealer'>,
): { readonly uuid: string; readonly terms: SwapTerms } {
  try {
    const bare = quote_id.startsWith(QUOTE_PREFIX) ? quote_id.slice(QUOTE_PREFIX.length) : ''
    const { uuid, terms } = swapQuote.open(bare, WANTED, ctx, sealer)
    const chain = terms.chain as ChainName
    const token_in = readToken(chain, terms.token_in, 'quote_id')
    return {
      uuid,
      terms: {
        ...terms,
        chain,
        token_in,
        token_out: readToken(chain, terms.token_out, 'quote_id'),
        dex: terms.dex as Dex,
        pools: terms.pools.split(',').map(Number),
        path: terms.path.split(','),
        gas_units: gasUnits(token_in, terms.gas_cents),
      },
    }
  } catch (error) {
    if (error instanceof AppError && error.def.code === Invalid.code)
      throw NotFound({ what: 'quote', id: quote_id.slice(0, 40) })
    throw error
  }
}

export const allSources: readonly Dex[] = [...dexSources, 'demo']

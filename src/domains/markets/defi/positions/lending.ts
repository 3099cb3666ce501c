// Lending: supplying tokens for interest, and borrowing against them. The money is on the bank's lending account;
// positions record each user's share.
import type { Context } from '../../../../operation/operation.ts'
import { readUnits } from '../../../core/assets/index.ts'
import { systemAccount } from '../../../core/ledger/index.ts'
import type { ChainName } from '../../chains/index.ts'
import { changePosition, findPosition } from './adjustment.ts'
import { NoLiquidity, NotOffered } from '../errors.ts'
import { PositionChanged } from '../events.ts'
import { findMarket, type Market, marketsOf } from './markets.ts'
import { chooseChain, type DefiOptions, userOf } from '../options.ts'
import { postAll } from '../pools/service.ts'
import * as store from './store.ts'
import { healthOn, listOwn, type Position, showPosition, writeRate } from './service.ts'
import { assetOf, readToken, writeUnits } from '../tokens.ts'

export interface LendingRequest {
  readonly chain: ChainName
  readonly token: string
  readonly amount: string | number
  readonly account_uuid?: string | undefined
}

export type LendingAction = 'supply' | 'withdraw' | 'borrow' | 'repay'

/** In hundredths: loans may not exceed the borrowing capacity of their collateral. */
const HEALTH_MIN = 100n

export async function listMarkets(chain: ChainName, ctx: Context) {
  checkChain(chain)
  const totals = await totalsOf(chain, ctx)
  return marketsOf(chain).map((market) => {
    const { supplied, borrowed } = totals(market)
    return {
      token: market.token.symbol,
      supply_apy: writeRate(market.supply_apy),
      borrow_apy: writeRate(market.borrow_apy),
      total_supplied: writeUnits(market.token, supplied),
      total_borrowed: writeUnits(market.token, borrowed),
      ltv: writeRate(market.ltv / 100n),
    }
  })
}

function checkChain(chain: ChainName): void {
  if (marketsOf(chain).length === 0)
    throw NotOffered({
      reason: 'CHAIN_NOT_SUPPORTED',
      sentence: `There are no lending markets on ${chain}.`,
    })
}

async function totalsOf(chain: ChainName, ctx: Context) {
  const sums = await store.sumMarkets(ctx.tx, ctx.caller.environment, chain)
  return ({ token, base_supplied, base_borrowed }: Market) => {
    const of = (type: string): bigint =>
      BigInt(sums.find((one) => one.asset === token.asset && one.type === type)?.units ?? 0)
    return { supplied: base_supplied + of('supply'), borrowed: base_borrowed + of('borrow') }
  }
}

/** Throws if the market has too little liquidity; the lock keeps the result valid until the transaction ends. */
export async function checkLiquidity(market: Market, units: bigint, ctx: Context): Promise<void> {
  const { chain, asset } = market.token
  await store.lockMarket(ctx.tx, ctx.caller.environment, chain, asset)
  const { supplied, borrowed } = (await totalsOf(chain, ctx))(market)
  if (units > supplied - borrowed)
    throw NoLiquidity({
      reason: 'NO_LIQUIDITY',
      sentence: `The market for ${market.token.symbol} on ${chain} has ${writeUnits(market.token, supplied - borrowed)} left; use a smaller amount.`,
    })
}

export function readMarket(chain: ChainName, symbol: string): Market {
  checkChain(chain)
  const { asset } = readToken(chain, symbol, 'token')
  const market = findMarket(chain, asset === 'ETH' ? 'WETH' : asset)
  if (!market)
    throw NotOffered({
      reason: 'TOKEN_NOT_SUPPORTED',
      sentence: `There is no lending market for ${symbol} on ${chain}.`,
    })
  return market
}

export async function changeLending(
  action: LendingAction,
  request: LendingRequest,
  ctx: Context,
  options: DefiOptions,
) {
  const { chain } = request
  chooseChain(options, ctx.caller.environment, chain)
  const market = readMarket(chain, request.token)
  const { token } = market
  const asked = readUnits(request.amount, assetOf(token))
  await store.lockUser(ctx.tx, userOf(ctx))
  const before = await listOwn(ctx)
  const type = action === 'supply' || action === 'withdraw' ? 'supply' : 'borrow'
  const kind = { chain, protocol: 'aave_v3', type, asset: token.asset } as const
  const held = findPosition(before, kind)?.units ?? 0n
  // A repayment above the debt repays all of it, so that a loan can be closed to the last unit.
  const units = action === 'repay' && asked > held ? held : asked
  if ((action === 'withdraw' && units > held) || (action === 'repay' && held === 0n))
    throw NotOffered({
      reason: 'POSITION_TOO_SMALL',
      sentence: `Your position is ${writeUnits(token, held)} ${token.symbol}; use a smaller amount.`,
    })
  const gives = action === 'withdraw' || action === 'borrow'
  if (gives) await checkLiquidity(market, units, ctx)
  const change = action === 'supply' || action === 'borrow' ? units : -units
  const position = await changePosition(before, kind, change, ctx)
  const after = await listOwn(ctx)
  if (gives) checkHealth(after, chain)
  await moveMoney(action, { ...request, market, units }, ctx, options)
  const shown = showPosition(position, after)
  ctx.emit(
    PositionChanged,
    { action, ...eventOf(shown), changed_by: writeUnits(token, units) },
    { user_uuid: ctx.caller.user! },
  )
  return shown
}

export const eventOf = (shown: ReturnType<typeof showPosition>) => ({
  position_id: shown.position_id,
  protocol: shown.protocol,
  type: shown.type,
  chain: shown.chain,
  asset: shown.asset,
  amount: shown.amount,
})

function checkHealth(positions: readonly Position[], chain: ChainName): void {
  const health = healthOn(positions, chain)
  if (health !== undefined && health < HEALTH_MIN)
    throw NotOffered({
      reason: 'HEALTH_FACTOR',
      sentence: `The health factor on ${chain} would be ${writeRate(health)}; it must be at least ${writeRate(HEALTH_MIN)}.`,
    })
}

async function moveMoney(
  action: LendingAction,
  request: LendingRequest & { readonly market: Market; readonly units: bigint },
  ctx: Context,
  { custody, sourceOf }: DefiOptions,
): Promise<void> {
  const { market, units, chain, account_uuid } = request
  const lending = systemAccount(ctx.caller.environment, 'defi:lending')
  const { token } = market
  const own = await custody.open(ctx, chain)
  const takes = action === 'supply' || action === 'repay'
  const [from, to] = takes
    ? [(await sourceOf(ctx, { token, units, account_uuid })).id, lending]
    : [lending, own.id]
  await postAll(ctx, [
    {
      type: 'transfer',
      subtype: 'defi',
      reference: `Lending on ${chain}: ${action} ${token.symbol}`,
      moves: [{ from, to, asset: token.asset, units }],
    },
  ])
}

// Composes a basket from its parts, and decomposes it again. All legs are one ledger entry, so they
// happen together or not at all. Each leg is rounded against the customer: up when the customer pays
// it, down when the customer receives it. Composing and decomposing again costs at most one smallest
// unit of each part.
//
// Composing GCU is a way to buy it, so it counts against the same limit and costs the same fee as at
// the counter; the fee is a separate move for each part. Decomposing GCU is free, because a holder is
// entitled to its parts. Other baskets are not sold by the bank, so they have no limit and no fee.
import { formatDecimal } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { NewMove } from '../../../operation/posting.ts'
import {
  type AssetCatalogue,
  type AssetRecord,
  RATE_SCALE,
  readUnits,
} from '../../core/assets/index.ts'
import { feeOn, GCU, toEuroCents, traderOf, useAllowance } from '../gcu-terms/index.ts'
import {
  type Account,
  getAccount,
  post,
  systemAccount,
  toTransactionId,
} from '../../core/ledger/index.ts'
import { BasketInactive, BasketUnpriced } from './errors.ts'
import * as events from './events.ts'
import { legUnits, type Component, VALUE_SCALE } from './components.ts'
import * as store from './store.ts'
import type { BasketRow } from './store.ts'
import { findValuation, readComponents, readPrices } from './valuation.ts'

export interface ConversionRequest {
  readonly uuid: string
  readonly basket_code: string
  readonly amount: string | number
}

interface Leg {
  readonly asset: AssetRecord
  readonly units: bigint
}

interface Exchange {
  readonly account: Account
  readonly basket: BasketRow
  /** Smallest units of the basket. */
  readonly amount: bigint
  readonly legs: readonly Leg[]
  /** The legs that decomposing the amount would bring. */
  readonly least: readonly Leg[]
}

export async function compose(request: ConversionRequest, ctx: Context, assets: AssetCatalogue) {
  const exchange = await readExchange(request, 'up', ctx, assets)
  const treasury = systemAccount(ctx.caller.environment, 'treasury:gcu')
  const { account, basket, amount, legs } = exchange
  checkDecomposable(exchange)
  const fees = basket.code === GCU ? feesOf(legs) : []
  const given = toMoves(legs, account.id, treasury)
  const moves = [
    ...given,
    { from: treasury, to: account.id, asset: basket.code, units: amount },
    ...toMoves(fees, account.id, systemAccount(ctx.caller.environment, 'fees'), 'fee'),
  ]
  const entry = await postExchange(exchange, 'basket_compose', moves, ctx)
  if (basket.code === GCU) await countPurchase(exchange, entry.id, ctx)
  const transaction_id = toTransactionId({ entry_id: entry.id, line: given.length, side: 'to' })
  const at = entry.at.toISOString()
  const exchanged = describe(exchange, transaction_id)
  ctx.emit(
    events.BasketComposed,
    { ...exchanged, components: amountsOf(legs), composed_at: at },
    audienceOf(account),
  )
  return {
    ...exchanged,
    components_used: amountsOf(legs),
    fees: amountsOf(fees),
    rounding: 'up' as const,
    composed_at: at,
  }
}

export async function decompose(request: ConversionRequest, ctx: Context, assets: AssetCatalogue) {
  const exchange = await readExchange(request, 'down', ctx, assets)
  const treasury = systemAccount(ctx.caller.environment, 'treasury:gcu')
  const { account, basket, amount, legs } = exchange
  checkDecomposable(exchange)
  const given = toMoves(legs, treasury, account.id)
  const moves = [{ from: account.id, to: treasury, asset: basket.code, units: amount }, ...given]
  const entry = await postExchange(exchange, 'basket_decompose', moves, ctx)
  const transaction_id = toTransactionId({ entry_id: entry.id, line: 0, side: 'from' })
  const at = entry.at.toISOString()
  const exchanged = describe(exchange, transaction_id)
  ctx.emit(
    events.BasketDecomposed,
    { ...exchanged, components: amountsOf(legs), decomposed_at: at },
    audienceOf(account),
  )
  return { ...exchanged, components: amountsOf(legs), rounding: 'down' as const, decomposed_at: at }
}

async function readExchange(
  request: ConversionRequest,
  rounding: 'up' | 'down',
  ctx: Context,
  assets: AssetCatalogue,
): Promise<Exchange> {
  const account = await getAccount(ctx.tx, request.uuid, ctx.caller)
  const code = request.basket_code.toUpperCase()
  await store.lockBasketShared(ctx.tx, code)
  const basket = await store.findBasket(ctx.tx, code)
  if (!basket)
    throw Invalid({
      errors: { basket_code: [`There is no basket ${code}; see the list of baskets.`] },
    })
  // A new basket may be missing in the catalogue; it is not inactive for that.
  if (!basket.is_active || assets.find(code)?.is_active === false) throw BasketInactive({ code })
  const amount = readUnits(request.amount, basket)
  const composition = (await store.findCompositions(ctx.tx, [code])).get(code)
  if (!composition) throw BasketUnpriced({ code })
  const legsOf = (how: 'up' | 'down') =>
    readComponents(composition).map((part) => toLeg(part, amount, basket, how, assets))
  return { account, basket, amount, legs: legsOf(rounding), least: legsOf('down') }
}

/** Refuses an amount so small that decomposing it would bring nothing. */
function checkDecomposable({ basket, amount, least }: Exchange): void {
  if (least.some(({ units }) => units > 0n)) return
  const shown = `${formatDecimal({ units: amount, asset: basket })} ${basket.code}`
  throw Invalid({
    errors: {
      amount: [`${shown} is less than the smallest unit of any of its parts; use a larger amount.`],
    },
  })
}

const feesOf = (legs: readonly Leg[]): Leg[] =>
  legs.map(({ asset, units }) => ({ asset, units: feeOn(units) }))

/** Counts the value of the parts and the fee against the buyer's limit, as at the counter. */
async function countPurchase(
  { account, basket, amount }: Exchange,
  id: string,
  { tx, now }: Context,
): Promise<void> {
  const valuation = await findValuation(tx, basket, now)
  const { prices } = await readPrices(tx, ['EUR'], now)
  const euro = prices.get('EUR')
  if (!valuation || euro === undefined) throw BasketUnpriced({ code: basket.code })
  const euro_cents = toEuroCents(
    { units: amount + feeOn(amount), precision: basket.precision },
    valuation.value * (RATE_SCALE / VALUE_SCALE),
    euro,
  )
  const trader = traderOf(account)
  await useAllowance(tx, {
    ...trader,
    id,
    side: 'buy',
    way: 'composition',
    euro_cents,
    created_at: now,
  })
}

function toLeg(
  part: Component,
  amount: bigint,
  basket: BasketRow,
  rounding: 'up' | 'down',
  assets: AssetCatalogue,
): Leg {
  const asset = assets.get(part.asset_code)
  return { asset, units: legUnits(amount, basket, part, asset, rounding) }
}

/** Empty legs are left out, because a move must not be empty. */
const toMoves = (legs: readonly Leg[], from: string, to: string, subtype?: string): NewMove[] =>
  legs
    .filter(({ units }) => units > 0n)
    .map(({ asset, units }) => ({
      from,
      to,
      asset: asset.code,
      units,
      ...(subtype !== undefined && { subtype }),
    }))

const postExchange = (
  { basket, amount }: Exchange,
  subtype: 'basket_compose' | 'basket_decompose',
  moves: readonly NewMove[],
  ctx: Context,
) =>
  post(ctx, {
    books: moves.flatMap(({ from, to, asset }) => [
      { account: from, asset },
      { account: to, asset },
    ]),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        subtype,
        reference: `${subtype === 'basket_compose' ? 'Compose' : 'Decompose'} ${formatDecimal({ units: amount, asset: basket })} ${basket.code}`,
        credits: 'exchanged',
        moves,
      }),
  })

const describe = ({ account, basket, amount }: Exchange, transaction_id: string) => ({
  basket_code: basket.code,
  account_uuid: account.id,
  basket_amount: formatDecimal({ units: amount, asset: basket }),
  transaction_id,
})

const amountsOf = (legs: readonly Leg[]): Record<string, string> =>
  Object.fromEntries(legs.map(({ asset, units }) => [asset.code, formatDecimal({ units, asset })]))

const audienceOf = (account: Account) => ({
  user_uuid: account.manager_uuid ?? account.user_uuid ?? undefined,
  account_uuid: account.id,
})

// Says what an order would cost or bring now, by the rules by which it would be matched.
import { dayOf } from '../../../../kernel/days.ts'
import { DAY_MS } from '../../../../kernel/durations.ts'
import { formatDecimal, UNITS_MAX } from '../../../../kernel/money.ts'
import type { Context } from '../../../../operation/operation.ts'
import { getAccount } from '../../../core/ledger/index.ts'
import { ratesFor, VOLUME_DAYS } from '../matching/fees.ts'
import { marketMakerOrder, quotesOf } from '../matching/market-maker.ts'
import {
  feeOf,
  type FundsCheck,
  MARKET_MAKER,
  type Match,
  needOf,
  type Order,
  OrderBook,
  type OrderSide,
  opposite,
} from '../matching/order-book.ts'
import type { Pair } from '../pairs.ts'
import { listBestOrders } from '../query-store.ts'
import { sumVolumes } from '../store.ts'
import { type ExchangeOptions, type OrderRequest, readPlacement } from './service.ts'
import { averagePrice, priceOrNull } from './view.ts'

/** An order rarely meets more; what these do not fill is estimated at the price of the house. */
const ORDERS_MAX = 1_000

/** The price that bounds the cost lies half a percent beyond the worst price of the estimate. */
const MARGIN = 5n
const MARGIN_SCALE = 1_000n

/** Waiting orders have reserved what they need, and the estimate asks for no money. */
const everyOrderTrades: FundsCheck = {
  judge: () => 'trade',
  reservedFor: ({ id }) => (id === MARKET_MAKER ? null : UNITS_MAX),
}

export type EstimateRequest = Pick<
  OrderRequest,
  'account_uuid' | 'type' | 'base_currency' | 'quote_currency' | 'amount' | 'price'
>

export async function estimate(request: EstimateRequest, ctx: Context, options: ExchangeOptions) {
  const type = request.price === undefined ? 'market' : 'limit'
  const asked = { ...request, order_type: type, time_in_force: 'GTC' } as const
  const { pair, side, amount, price } = readPlacement(asked, ctx, options)
  const { environment } = ctx.caller
  const owner = await findOwner(request, ctx)
  const now = ctx.now.getTime()
  const book = new OrderBook(pair)
  const key = { environment, pair: pair.name }
  // An order that is due has expired before this one is matched.
  for (const order of await listBestOrders(ctx.tx, key, opposite(side), ORDERS_MAX))
    if (order.expires_at === null || order.expires_at > now) book.put(order)
  const since = dayOf(new Date(now - VOLUME_DAYS * DAY_MS))
  const volumes = await sumVolumes(ctx.tx, { environment, users: [owner], since })
  const order: Order = {
    ...marketMakerOrder(side, 0n, amount, now),
    ...ratesFor(volumes.get(owner) ?? 0n),
    user_uuid: owner,
    type,
    time_in_force: 'GTC',
    price,
  }
  const match = book.match(order, quotesOf(pair, options.assets, ctx.now), everyOrderTrades)
  return { ...describe(order, match, pair), estimated_at: ctx.now.toISOString() }
}

async function findOwner({ account_uuid }: EstimateRequest, { tx, caller }: Context) {
  if (account_uuid === undefined) return caller.user!
  return (await getAccount(tx, account_uuid, caller)).user_uuid!
}

function describe(order: Order, match: Match, pair: Pair) {
  const { fills, left, end, reason } = match
  const value = fills.reduce((sum, fill) => sum + fill.value, 0n)
  const fee = feeOf(value * order.taker_rate)
  const filled = order.amount - left
  const worst = fills.at(-1)?.price ?? null
  const bound = order.price ?? (worst === null ? null : boundOf(worst, order.side))
  const given = order.side === 'buy' ? pair.quote : pair.base
  const base = (units: bigint): string => formatDecimal({ units, asset: pair.base })
  const quote = (units: bigint): string => formatDecimal({ units, asset: pair.quote })
  return {
    pair: pair.name,
    type: order.side,
    amount: base(order.amount),
    filled_amount: base(filled),
    waiting_amount: base(end === 'rests' ? left : 0n),
    cancelled_amount: base(end === 'rests' ? 0n : left),
    reason,
    average_price: averagePrice(value, filled, pair),
    worst_price: priceOrNull(worst, pair),
    limit_price: priceOrNull(bound, pair),
    value: quote(value),
    fee_amount: quote(fee),
    fee_currency: pair.quote.code,
    total: quote(order.side === 'buy' ? value + fee : value - fee),
    needed_amount: formatDecimal({ units: needOf(order, match, pair), asset: given }),
    needed_currency: given.code,
  }
}

/** Rounded towards the worst price. */
function boundOf(worst: bigint, side: OrderSide): bigint {
  const margin = (worst * MARGIN) / MARGIN_SCALE
  return side === 'buy' ? worst + margin : worst - margin
}

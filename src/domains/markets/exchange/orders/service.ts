// Validates order requests, and quotes conversions.
import { formatDecimal, formatMoney, multiplyDivide } from '../../../../kernel/money.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { PostingContext } from '../../../../operation/operation.ts'
import { type AssetCatalogue, readAmount, readAsset } from '../../../core/assets/index.ts'
import {
  type OrderSide,
  type OrderType,
  stopCapOf,
  type TimeInForce,
  valueOf,
} from '../matching/order-book.ts'
import type { Pair, Pairs } from '../pairs.ts'
import { formatPrice } from './view.ts'
import type { Placement } from './request.ts'

export interface ExchangeOptions {
  readonly assets: AssetCatalogue
  readonly pairs: Pairs
}

export interface OrderRequest {
  readonly account_uuid?: string
  readonly type: OrderSide
  readonly order_type: OrderType | 'stop-limit'
  readonly base_currency: string
  readonly quote_currency: string
  readonly amount: string | number
  readonly price?: string | number
  readonly stop_price?: string | number
  readonly time_in_force: TimeInForce
  readonly expires_at?: string
}

const refuse = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })

export function readPlacement(
  request: OrderRequest,
  ctx: Pick<PostingContext, 'now'>,
  { assets, pairs }: ExchangeOptions,
): Placement {
  const pair = readPair(request, pairs)
  for (const field of ['base_currency', 'quote_currency'] as const)
    readAsset(assets, request[field], field)
  const type = request.order_type === 'stop-limit' ? 'stop_limit' : request.order_type
  const amount = readBase(request, pair, assets)
  const isLimit = type === 'limit' || type === 'stop_limit'
  const isStop = type === 'stop' || type === 'stop_limit'
  const price = isLimit ? readPrice(request, 'price', pair) : null
  const stop_price = isStop ? readPrice(request, 'stop_price', pair) : null
  // For a stop that buys, the most that it may pay is reserved.
  const worst =
    price ?? (stop_price !== null && request.type === 'buy' ? stopCapOf(stop_price) : null)
  if (worst !== null && valueOf(amount, worst, pair, 'down') === 0n)
    throw refuse(
      isLimit ? 'price' : 'stop_price',
      `${formatMoney({ units: amount, asset: pair.base })} at ${formatPrice(worst, pair)} is worth less than ${formatMoney({ units: 1n, asset: pair.quote })}, the smallest payable amount; raise the amount or the price.`,
    )
  return {
    kind: 'place',
    pair,
    account: request.account_uuid?.toLowerCase(),
    side: request.type,
    type,
    time_in_force: request.time_in_force,
    amount,
    price,
    stop_price,
    expires_at: readExpiry(request, ctx.now),
  }
}

function readPair(request: OrderRequest, pairs: Pairs): Pair {
  const { base_currency, quote_currency } = request
  const pair = pairs.find(base_currency, quote_currency)
  if (!pair)
    throw refuse(
      'base_currency',
      `The pair ${base_currency}/${quote_currency} is not traded; see the list of markets.`,
    )
  return pair
}

function readBase(request: OrderRequest, pair: Pair, assets: AssetCatalogue): bigint {
  const { units } = readAmount(
    assets,
    { amount: request.amount, asset_code: pair.base.code },
    { amount: 'amount', asset: 'base_currency' },
  )
  const write = (bound: bigint): string => formatMoney({ units: bound, asset: pair.base })
  if (units < pair.min) throw refuse('amount', `The amount must be at least ${write(pair.min)}.`)
  if (units > pair.max) throw refuse('amount', `The amount must be at most ${write(pair.max)}.`)
  return units
}

function readPrice(
  request: OrderRequest,
  field: 'price' | 'stop_price',
  { price, price_max }: Pair,
): bigint {
  const name = field.replace('_', ' ')
  const given = request[field]
  if (given === undefined) throw refuse(field, `The ${name} field is required.`)
  const text = String(given)
  const match = /^(\d{1,20})(?:\.(\d+))?$/.exec(text)
  if (!match) throw refuse(field, `The ${name} must be a decimal number such as "12.50".`)
  const [, whole = '', fraction = ''] = match
  const places = fraction.replace(/0+$/, '')
  if (places.length > price.precision)
    throw refuse(field, `The ${name} may have at most ${price.precision} decimal places here.`)
  const ticks = BigInt(whole + places.padEnd(price.precision, '0'))
  if (ticks <= 0n) throw refuse(field, `The ${name} must be greater than zero.`)
  if (ticks > price_max)
    throw refuse(
      field,
      `The ${name} must be at most ${formatDecimal({ units: price_max, asset: price })}.`,
    )
  return ticks
}

function readExpiry(request: OrderRequest, now: Date): number | null {
  const { time_in_force, expires_at } = request
  if (time_in_force !== 'GTD') {
    if (expires_at === undefined) return null
    throw refuse('expires_at', 'Only an order with time in force GTD expires.')
  }
  if (expires_at === undefined)
    throw refuse('expires_at', 'The expires at field is required for time in force GTD.')
  const ms = new Date(expires_at).getTime()
  if (ms <= now.getTime()) throw refuse('expires_at', 'The expires at must be in the future.')
  return ms
}

export interface QuoteRequest {
  readonly from_currency: string
  readonly to_currency: string
  readonly amount: string | number
  readonly include_fees: boolean
}

const RATE = { code: '', precision: 10 }
const QUOTE_FEE = 2n
const QUOTE_FEE_SCALE = 1_000n

/** Quotes a conversion at the current rates, without binding the bank. */
export function quote(request: QuoteRequest, now: Date, { assets }: ExchangeOptions) {
  const { asset: from, units } = readAmount(
    assets,
    { amount: request.amount, asset_code: request.from_currency },
    { amount: 'amount', asset: 'from_currency' },
  )
  const to = readAsset(assets, request.to_currency, 'to_currency')
  if (from.code === to.code) throw refuse('to_currency', 'The two currencies must be different.')
  const rateOf = (asset: typeof from, field: string): bigint => {
    const rate = assets.findDollarRate(asset.code)
    if (!asset.is_tradeable || rate === undefined)
      throw refuse(field, `The asset ${asset.code} is not traded.`)
    return rate
  }
  const [fromRate, toRate] = [rateOf(from, 'from_currency'), rateOf(to, 'to_currency')]
  const one = 10n ** BigInt(RATE.precision)
  const rate = multiplyDivide(fromRate, one, toRate, 'half-even')
  // Rounded down, so that the quote never promises too much.
  const converted = multiplyDivide(
    units * fromRate,
    10n ** BigInt(to.precision),
    toRate * 10n ** BigInt(from.precision),
    'down',
  )
  const fee = multiplyDivide(converted, QUOTE_FEE, QUOTE_FEE_SCALE, 'up')
  const write = (amount: bigint): string => formatDecimal({ units: amount, asset: to })
  const shownRate = formatDecimal({ units: rate, asset: RATE })
  return {
    from_currency: from.code,
    to_currency: to.code,
    exchange_rate: shownRate,
    inverse_rate: formatDecimal({
      units: multiplyDivide(toRate, one, fromRate, 'half-even'),
      asset: RATE,
    }),
    amount: formatDecimal({ units, asset: from }),
    converted_amount: write(converted),
    fee_amount: write(request.include_fees ? fee : 0n),
    total_amount: write(request.include_fees ? converted - fee : converted),
    formatted_rate: `1 ${from.code} = ${shownRate} ${to.code}`,
    formatted_amount: formatMoney({ units: converted, asset: to }),
    spread_percentage: '0.1',
    provider: 'internal',
    timestamp: now.toISOString(),
  }
}

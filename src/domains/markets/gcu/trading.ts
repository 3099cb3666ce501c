// Buying GCU from the treasury and selling it back: what it comes to, at which price, and the entry in
// the ledger. Everything is rounded against the customer: what is given down, what is taken up. The
// fee is one percent of the money and a leg of its own.
import { formatDecimal, formatMoney, multiplyDivide } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { NewMove } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import { findFirstAccountOf } from '../../core/accounts/index.ts'
import {
  type AssetCatalogue,
  type AssetRecord,
  RATE_SCALE,
  readAsset,
  readUnits,
  writeRate,
} from '../../core/assets/index.ts'
import { findValuation, getBasket, readPrices, toNumber, VALUE_SCALE } from '../baskets/index.ts'
import {
  Allowances,
  FEE_PERCENT,
  feeOn,
  type TradeSide,
  traderOf,
  ValueUnavailable,
} from '../gcu-terms/index.ts'
import {
  type Account,
  getAccount,
  newEntryId,
  post,
  systemAccount,
  toTransactionId,
} from '../../core/ledger/index.ts'
import { convertUnits, type RateUpdater } from '../../core/rates/index.ts'
import { NoAccount, QuoteUsed } from './errors.ts'
import * as events from './events.ts'
import { gcuQuote } from './quotes.ts'
import { insertTrade, isQuoteUsed } from './store.ts'

export interface TradingOptions {
  readonly assets: AssetCatalogue
  readonly rateUpdater: RateUpdater
  readonly sealer: Sealer
}

export const currencies = ['EUR', 'USD', 'GBP', 'CHF'] as const
export type Currency = (typeof currencies)[number]

/** In whole units of what is given: money to buy, GCU to sell. */
export const minimums: Record<TradeSide, number> = { buy: 100, sell: 10 }
export const maximums: Record<TradeSide, number> = { buy: 1_000_000, sell: 100_000 }

/** What one GCU and one of the currency are worth in dollars; exact, and what a quote promises. */
export interface Price {
  /** Times 10^8. */
  readonly gcu: bigint
  /** Times 10^18. */
  readonly currency: bigint
}

/** Older than a day, and no longer the hour's in which the next ones come. */
const STALE_MS = 25 * 3_600_000

export async function findPrice(tx: Db, currency: Currency, now: Date): Promise<Price | undefined> {
  const basket = await getBasket(tx, 'GCU')
  const valuation = basket.is_active ? await findValuation(tx, basket, now) : undefined
  const { prices, times } = await readPrices(tx, [currency], now)
  const price = prices.get(currency)
  if (!valuation || price === undefined) return undefined
  const oldest = Math.min(valuation.oldest.getTime(), times.get(currency)?.getTime() ?? Infinity)
  if (now.getTime() - oldest > STALE_MS) return undefined
  return { gcu: valuation.value, currency: price }
}

/** Money does not move at an old price; one that follows a rule need not be waited for. */
async function getPrice(
  ctx: Context,
  currency: Currency,
  rateUpdater: RateUpdater,
): Promise<Price> {
  const known = await findPrice(ctx.tx, currency, ctx.now)
  if (known) return known
  await rateUpdater.fillDays(ctx)
  const price = await findPrice(ctx.tx, currency, ctx.now)
  if (!price) throw ValueUnavailable({})
  return price
}

/** GCU for one of the currency, as a fraction. */
const toRate = ({ gcu, currency }: Price) => ({
  numerator: currency,
  denominator: gcu * (RATE_SCALE / VALUE_SCALE),
})

const invert = ({ numerator, denominator }: ReturnType<typeof toRate>) => ({
  numerator: denominator,
  denominator: numerator,
})

export interface Terms {
  readonly side: TradeSide
  readonly money: AssetRecord
  readonly gcu: AssetRecord
  /** Before the fee is taken off what is bought with, or what is sold for. */
  readonly money_units: bigint
  readonly fee_units: bigint
  readonly gcu_units: bigint
  readonly price: Price
  /** Times 10^18, to be shown. */
  readonly rate: bigint
}

/** What giving so much comes to. */
export function reckon(
  side: TradeSide,
  given: bigint,
  price: Price,
  money: AssetRecord,
  gcu: AssetRecord,
): Terms {
  const rate = toRate(price)
  const money_units = side === 'buy' ? given : convertUnits(given, invert(rate), gcu, money, 'down')
  const fee_units = feeOn(money_units)
  const gcu_units =
    side === 'buy' ? convertUnits(given - fee_units, rate, money, gcu, 'down') : given
  const shown = multiplyDivide(RATE_SCALE, rate.numerator, rate.denominator, 'half-even')
  return { side, money, gcu, money_units, fee_units, gcu_units, price, rate: shown }
}

export interface TradeRequest {
  readonly amount: string | number
  readonly currency: string
}

export function readTrade(side: TradeSide, request: TradeRequest, assets: AssetCatalogue) {
  const currency = currencies.find((code) => code === request.currency.toUpperCase())
  if (!currency)
    throw Invalid({
      errors: { currency: [`The currency must be one of ${currencies.join(', ')}.`] },
    })
  const [money, gcu] = [readAsset(assets, currency, 'currency'), readAsset(assets, 'GCU')]
  const given = side === 'buy' ? money : gcu
  const units = readUnits(request.amount, given)
  if (units > toUnits(maximums[side], given))
    throw Invalid({
      errors: { amount: [`The amount must be at most ${maximums[side]} ${given.code}.`] },
    })
  return { currency, money, gcu, units }
}

const toUnits = (whole: number, asset: AssetRecord): bigint =>
  BigInt(whole) * 10n ** BigInt(asset.precision)

/** The least that is quoted is a hundredth. */
const QUOTE_PARTS = 100n

export interface QuoteRequest extends TradeRequest {
  readonly operation: TradeSide
}

export async function quote(request: QuoteRequest, ctx: Context, options: TradingOptions) {
  const { operation: side } = request
  const { currency, money, gcu, units } = readTrade(side, request, options.assets)
  const price = await findPrice(ctx.tx, currency, ctx.now)
  if (!price) throw ValueUnavailable({})
  if (units * QUOTE_PARTS < toUnits(1, side === 'buy' ? money : gcu))
    throw Invalid({ errors: { amount: ['The amount must be at least 0.01.'] } })
  const terms = reckon(side, units, price, money, gcu)
  const { quote_id, valid_until } = gcuQuote.seal(
    { side, units, currency },
    price,
    ctx,
    options.sealer,
  )
  const got = side === 'buy' ? terms.gcu_units : terms.money_units - terms.fee_units
  return {
    quote_id,
    operation: side,
    input_amount: show(units, side === 'buy' ? money : gcu),
    input_currency: side === 'buy' ? currency : gcu.code,
    output_amount: show(got, side === 'buy' ? gcu : money),
    output_currency: side === 'buy' ? gcu.code : currency,
    exchange_rate: showRate6(terms.rate),
    fee_amount: show(terms.fee_units, money),
    fee_currency: currency,
    fee_percentage: Number(FEE_PERCENT),
    minimum_amount: minimums[side],
    maximum_amount: maximums[side],
    rounding: ROUNDING,
    quote_valid_until: valid_until,
  }
}

const ROUNDING = 'What is received is rounded down, the fee up.'

const show = (units: bigint, asset: AssetRecord): number => toNumber(units, asset.precision)

const cutRate = (rate: bigint): bigint => multiplyDivide(rate, 10n ** 6n, RATE_SCALE, 'half-even')
const showRate6 = (rate: bigint): number => toNumber(cutRate(rate), 6)

export interface OrderRequest extends TradeRequest {
  readonly account_uuid?: string
  readonly quote_id?: string
}

export async function trade(
  side: TradeSide,
  request: OrderRequest,
  ctx: Context,
  options: TradingOptions,
) {
  const { currency, money, gcu, units } = readTrade(side, request, options.assets)
  const given = side === 'buy' ? money : gcu
  if (units < toUnits(minimums[side], given))
    throw Invalid({
      errors: { amount: [`The amount must be at least ${minimums[side]} ${given.code}.`] },
    })
  const account = await chooseAccount(request.account_uuid, ctx)
  const promised =
    request.quote_id === undefined
      ? undefined
      : gcuQuote.open(request.quote_id, { side, units, currency }, ctx, options.sealer)
  const price = promised?.terms ?? (await getPrice(ctx, currency, options.rateUpdater))
  const terms = reckon(side, units, price, money, gcu)
  if (terms.money_units === 0n || terms.gcu_units === 0n)
    throw Invalid({ errors: { amount: ['The amount is worth less than a smallest unit.'] } })
  const trader = traderOf(account)
  const euro_cents = await toEuros(terms, ctx, options)
  const check = async (allowances: Allowances): Promise<void> => {
    if (promised && (await isQuoteUsed(ctx.tx, promised.uuid))) throw QuoteUsed({})
    allowances.check(trader, side, euro_cents)
  }
  // Whoever is over the limit hears of that first, whatever else they lack; below it counts.
  await check(await Allowances.read(ctx.tx, [trader], ctx.now))
  const entry = await postTrade(terms, account, ctx)
  const allowances = await Allowances.lock(ctx.tx, [trader], ctx.now)
  await check(allowances)
  allowances.use({
    ...trader,
    id: entry.id,
    side,
    way: 'counter',
    euro_cents,
    created_at: ctx.now,
  })
  await allowances.save(ctx.tx)
  await insertTrade(ctx.tx, {
    ...trader,
    id: entry.id,
    account_uuid: account.id,
    side,
    currency,
    currency_units: terms.money_units,
    gcu_units: terms.gcu_units,
    fee_units: terms.fee_units,
    euro_cents,
    exchange_rate: writeRate(terms.rate),
    quote_uuid: promised?.uuid ?? null,
    created_at: ctx.now,
  })
  return describeTrade(terms, account, entry, ctx)
}

/** The one named, or the caller's own oldest. */
async function chooseAccount(uuid: string | undefined, ctx: Context): Promise<Account> {
  if (uuid !== undefined) return getAccount(ctx.tx, uuid, ctx.caller)
  const own = await findFirstAccountOf(ctx)
  if (!own) throw NoAccount({})
  return own
}

/** What counts against the limits, in euro cents, rounded up. */
async function toEuros(
  { money, money_units, price }: Terms,
  ctx: Context,
  options: TradingOptions,
): Promise<bigint> {
  const euro = options.assets.get('EUR')
  const { prices } = await readPrices(ctx.tx, [euro.code], ctx.now)
  const dollars = prices.get(euro.code)
  if (dollars === undefined) throw ValueUnavailable({})
  const rate =
    money.code === euro.code ? RATE_SCALE : { numerator: price.currency, denominator: dollars }
  return convertUnits(money_units, rate, money, euro, 'up')
}

interface Posted {
  readonly id: string
  readonly at: Date
  readonly gcu_after: bigint
}

async function postTrade(terms: Terms, account: Account, ctx: Context): Promise<Posted> {
  const { side, money, gcu, money_units, fee_units, gcu_units } = terms
  const { environment } = ctx.caller
  const treasury = systemAccount(environment, 'treasury:gcu')
  const fees = systemAccount(environment, 'fees')
  const fee: NewMove = {
    from: account.id,
    to: fees,
    asset: money.code,
    units: fee_units,
    subtype: 'fee',
  }
  const moves: NewMove[] =
    side === 'buy'
      ? [
          { from: account.id, to: treasury, asset: money.code, units: money_units - fee_units },
          fee,
          { from: treasury, to: account.id, asset: gcu.code, units: gcu_units },
        ]
      : [
          { from: account.id, to: treasury, asset: gcu.code, units: gcu_units },
          { from: treasury, to: account.id, asset: money.code, units: money_units },
          fee,
        ]
  const entry = await post(ctx, {
    books: moves.flatMap(({ from, to, asset }) => [
      { account: from, asset },
      { account: to, asset },
    ]),
    decide: (ledger) =>
      ledger.post({
        id: newEntryId(ctx.now),
        type: 'transfer',
        subtype: side === 'buy' ? 'gcu_buy' : 'gcu_sell',
        reference: `${side === 'buy' ? 'Buy' : 'Sell'} ${formatMoney({ units: gcu_units, asset: gcu })}`,
        moves,
      }),
  })
  return {
    id: entry.id,
    at: entry.at,
    gcu_after: side === 'buy' ? entry.moves[2]!.to_after : entry.moves[0]!.from_after,
  }
}

function describeTrade(terms: Terms, account: Account, entry: Posted, ctx: Context) {
  const { side, money, gcu, money_units, fee_units, gcu_units, rate } = terms
  const line =
    side === 'buy' ? { line: 2, side: 'to' as const } : { line: 0, side: 'from' as const }
  const transaction_id = toTransactionId({ entry_id: entry.id, ...line })
  const timestamp = entry.at.toISOString()
  const paid = side === 'buy' ? money_units : money_units - fee_units
  ctx.emit(
    side === 'buy' ? events.GcuBought : events.GcuSold,
    {
      transaction_id,
      account_uuid: account.id,
      gcu_amount: formatDecimal({ units: gcu_units, asset: gcu }),
      amount: formatDecimal({ units: paid, asset: money }),
      currency: money.code,
      fee_amount: formatDecimal({ units: fee_units, asset: money }),
      exchange_rate: formatDecimal({ units: cutRate(rate), asset: { code: '', precision: 6 } }),
      timestamp,
    },
    { user_uuid: account.manager_uuid ?? account.user_uuid ?? undefined, account_uuid: account.id },
  )
  return {
    transaction_id,
    account_uuid: account.id,
    gcu: show(gcu_units, gcu),
    money: show(paid, money),
    currency: money.code,
    exchange_rate: showRate6(rate),
    fee_amount: show(fee_units, money),
    fee_currency: money.code,
    new_gcu_balance: show(entry.gcu_after, gcu),
    rounding: ROUNDING,
    timestamp,
    said: `${formatMoney({ units: gcu_units, asset: gcu })} ${side === 'buy' ? 'bought for' : 'sold for'} ${formatMoney({ units: paid, asset: money })}.`,
  }
}

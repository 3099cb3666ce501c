// Buys GCU from the treasury and sells it back, in batches. All trades touch the same accounts of the bank, so that
// trades in transactions of their own would wait for each other; here those that arrive while one transaction runs
// share the next. Each is refused, answered and recorded by itself.
import { formatDecimal, formatMoney } from '../../../kernel/money.ts'
import type { BatchRunner } from '../../../operation/batches.ts'
import type { Bank } from '../../../operation/bank.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { BookName, NewMove } from '../../../operation/posting.ts'
import type { Batch, DecidedCall, Decision, Outcome } from '../../../operation/write.ts'
import type { Db } from '../../../platform/database.ts'
import { findFirstAccountOf } from '../../core/accounts/index.ts'
import {
  type AssetCatalogue,
  type AssetRecord,
  RATE_SCALE,
  writeRate,
} from '../../core/assets/index.ts'
import {
  type Account,
  checkUsable,
  findAccounts,
  type Group,
  newEntryId,
  openGroup,
  systemAccount,
  toTransactionId,
} from '../../core/ledger/index.ts'
import { convertUnits } from '../../core/rates/index.ts'
import {
  Allowances,
  type Trader,
  type TradeSide,
  traderOf,
  ValueUnavailable,
} from '../gcu-terms/index.ts'
import { NoAccount, QuoteUsed } from './errors.ts'
import * as events from './events.ts'
import type { Prices } from './prices.ts'
import { gcuQuote } from './quotes.ts'
import { findUsedQuotes, insertTrades, type NewTrade } from './store.ts'
import {
  computeTerms,
  type Currency,
  truncateRate,
  minimums,
  type OrderRequest,
  readTrade,
  ROUNDING,
  show,
  formatRate,
  type Terms,
  toUnits,
} from './service.ts'

/** A requested trade, in units of the asset that the caller pays. */
export interface Order {
  readonly side: TradeSide
  readonly currency: Currency
  readonly money: AssetRecord
  readonly gcu: AssetRecord
  readonly units: bigint
  readonly account_uuid?: string | undefined
  readonly quote_id?: string | undefined
}

/** A requested trade with the prices of that moment. */
export interface TradeRequest {
  readonly order: Order
  readonly prices: Prices
  readonly toAnswer: (trade: Traded) => unknown
}

export interface RequestOptions {
  readonly assets: AssetCatalogue
  readonly findPrices: (order: Order) => Promise<Prices>
}

export async function requestTrade(
  side: TradeSide,
  request: OrderRequest,
  { assets, findPrices }: RequestOptions,
  toAnswer: TradeRequest['toAnswer'],
): Promise<TradeRequest> {
  const order = readOrder(side, request, assets)
  return { order, prices: await findPrices(order), toAnswer }
}

function readOrder(side: TradeSide, request: OrderRequest, assets: AssetCatalogue): Order {
  const { account_uuid, quote_id } = request
  const { currency, money, gcu, units } = readTrade(side, request, assets)
  const given = side === 'buy' ? money : gcu
  if (units < toUnits(minimums[side], given))
    throw Invalid({
      errors: { amount: [`The amount must be at least ${minimums[side]} ${given.code}.`] },
    })
  return { side, currency, money, gcu, units, account_uuid, quote_id }
}

export interface TradeOptions extends Pick<Bank, 'sealer'> {
  readonly assets: AssetCatalogue
}

type Call = DecidedCall<TradeRequest>

/** A trade that its caller may make, before limits and balances are checked. */
interface Accepted {
  readonly call: Call
  readonly account: Account
  readonly trader: Trader
  readonly terms: Terms
  readonly euro_cents: bigint
  readonly quote_uuid: string | null
}

/** What the runner decided about the trades of a batch. */
interface Decided {
  readonly outcomes: Map<Call, Outcome>
  readonly trades: NewTrade[]
}

export class TradeRunner implements BatchRunner<TradeRequest, unknown> {
  readonly name = 'gcu_trades'
  readonly sizeMax = 256
  private readonly options: TradeOptions

  constructor(options: TradeOptions) {
    this.options = options
  }

  async decide({ tx, calls, invalidate }: Batch<TradeRequest>): Promise<Decision<unknown>> {
    const decided: Decided = { outcomes: new Map(), trades: [] }
    const listed = () => ({ outcomes: calls.map((call) => decided.outcomes.get(call)!) })
    const accepted = await this.judge(tx, calls, decided)
    if (accepted.length === 0) return listed()
    // To avoid deadlocks, the money is locked before the allowances.
    const group = await openGroup(tx, { books: accepted.flatMap(listBooks), holds: [] })
    // The trades of a batch that spans midnight count to the day before, which is stricter.
    const now = new Date(Math.min(...accepted.map(({ call }) => call.cause.now.getTime())))
    const traders = accepted.map(({ trader }) => trader)
    const allowances = await Allowances.lock(tx, traders, now)
    const quotes = accepted.flatMap(({ quote_uuid }) => quote_uuid ?? [])
    const used = quotes.length > 0 ? await findUsedQuotes(tx, quotes) : new Set<string>()
    for (const trade of accepted) settleOne(trade, { group, allowances, used }, decided)
    await group.write(invalidate)
    await allowances.save(tx)
    await insertTrades(tx, decided.trades)
    return listed()
  }

  /** Returns the trades that may be made, and notes the refusals of the others. */
  private async judge(tx: Db, calls: readonly Call[], { outcomes }: Decided): Promise<Accepted[]> {
    const named = calls.flatMap(({ request }) => request.order.account_uuid ?? [])
    const accounts = await findAccounts(tx, [...new Set(named)])
    const accepted: Accepted[] = []
    for (const call of calls) {
      try {
        accepted.push(this.accept(call, await chooseAccount(tx, call, accounts)))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcomes.set(call, { refused: error })
      }
    }
    return accepted
  }

  private accept(call: Call, account: Account): Accepted {
    const { order, prices } = call.request
    const { side, units, currency, money, gcu, quote_id } = order
    const promised =
      quote_id === undefined
        ? undefined
        : gcuQuote.open(quote_id, { side, units, currency }, call.cause, this.options.sealer)
    const price = promised?.terms ?? prices.trade
    if (!price) throw ValueUnavailable({})
    const terms = computeTerms(side, units, price, money, gcu)
    if (terms.money_units === 0n || terms.gcu_units === 0n)
      throw Invalid({
        errors: {
          amount: [
            'The amount is worth less than the smallest unit of the asset received; use a larger amount.',
          ],
        },
      })
    return {
      call,
      account,
      trader: traderOf(account),
      terms,
      euro_cents: toEuros(terms, prices.euro, this.options.assets),
      quote_uuid: promised?.uuid ?? null,
    }
  }
}

/** The named account, or the caller's oldest own account. */
async function chooseAccount(
  tx: Db,
  { request, cause }: Call,
  accounts: ReadonlyMap<string, Account>,
): Promise<Account> {
  const { account_uuid } = request.order
  if (account_uuid !== undefined)
    return checkUsable(accounts.get(account_uuid.toLowerCase()), account_uuid, cause.caller)
  const own = await findFirstAccountOf({ tx, caller: cause.caller })
  if (!own) throw NoAccount({})
  return own
}

/** The euro cents that a trade counts against the limits, rounded up. */
function toEuros(
  { money, money_units, price }: Terms,
  dollars: bigint | undefined,
  assets: AssetCatalogue,
): bigint {
  if (dollars === undefined) throw ValueUnavailable({})
  const euro = assets.get('EUR')
  const rate =
    money.code === euro.code ? RATE_SCALE : { numerator: price.currency, denominator: dollars }
  return convertUnits(money_units, rate, money, euro, 'up')
}

function listMoves({ call, account, terms }: Accepted): NewMove[] {
  const { side, money, gcu, money_units, fee_units, gcu_units } = terms
  const { environment } = call.cause.caller
  const treasury = systemAccount(environment, 'treasury:gcu')
  const fees = systemAccount(environment, 'fees')
  const fee: NewMove = {
    from: account.id,
    to: fees,
    asset: money.code,
    units: fee_units,
    subtype: 'fee',
  }
  return side === 'buy'
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
}

const listBooks = (trade: Accepted): BookName[] =>
  listMoves(trade).flatMap(({ from, to, asset }) => [
    { account: from, asset },
    { account: to, asset },
  ])

/** Decides one trade; if it succeeds, it uses up a part of its trader's allowance and its quote. */
function settleOne(
  trade: Accepted,
  state: { readonly group: Group; readonly allowances: Allowances; readonly used: Set<string> },
  decided: Decided,
): void {
  const { call, quote_uuid } = trade
  const { group, allowances, used } = state
  try {
    if (quote_uuid !== null && used.has(quote_uuid)) throw QuoteUsed({})
    allowances.check(trade.trader, trade.terms.side, trade.euro_cents)
    const posted = postTrade(group, trade)
    record(trade, posted, allowances, decided)
    if (quote_uuid !== null) used.add(quote_uuid)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    decided.outcomes.set(call, { refused: error })
  }
}

interface Posted {
  readonly id: string
  readonly at: Date
  readonly gcu_after: bigint
}

function postTrade(group: Group, trade: Accepted): Posted {
  const { call, terms } = trade
  const isBuy = terms.side === 'buy'
  const amount = formatMoney({ units: terms.gcu_units, asset: terms.gcu })
  const entry = group.run(
    (ledger) =>
      ledger.post({
        id: newEntryId(call.cause.now),
        type: 'transfer',
        subtype: isBuy ? 'gcu_buy' : 'gcu_sell',
        reference: `${isBuy ? 'Buy' : 'Sell'} ${amount}`,
        credits: 'exchanged',
        moves: listMoves(trade),
      }),
    call.cause,
  )
  const gcu_after = isBuy ? entry.moves[2]!.to_after : entry.moves[0]!.from_after
  return { id: entry.id, at: entry.at, gcu_after }
}

function record(
  trade: Accepted,
  posted: Posted,
  allowances: Allowances,
  { outcomes, trades }: Decided,
): void {
  const { call, account, trader, terms, euro_cents, quote_uuid } = trade
  const { cause, request } = call
  const { side, money, money_units, gcu_units, fee_units, rate } = terms
  const created_at = cause.now
  allowances.use({ ...trader, id: posted.id, side, way: 'counter', euro_cents, created_at })
  trades.push({
    ...trader,
    id: posted.id,
    account_uuid: account.id,
    side,
    currency: money.code,
    currency_units: money_units,
    gcu_units,
    fee_units,
    euro_cents,
    exchange_rate: writeRate(rate),
    quote_uuid,
    created_at,
  })
  announce(trade, posted)
  outcomes.set(call, { result: request.toAnswer(describe(trade, posted)) })
}

const transactionOf = ({ terms }: Accepted, { id }: Posted): string =>
  toTransactionId(
    terms.side === 'buy'
      ? { entry_id: id, line: 2, side: 'to' }
      : { entry_id: id, line: 0, side: 'from' },
  )

/** What the customer paid or received in money. */
const moneyOf = ({ side, money_units, fee_units }: Terms): bigint =>
  side === 'buy' ? money_units : money_units - fee_units

function announce(trade: Accepted, posted: Posted): void {
  const { call, account, terms } = trade
  const { side, money, gcu, fee_units, gcu_units, rate } = terms
  call.emit(
    side === 'buy' ? events.GcuBought : events.GcuSold,
    {
      transaction_id: transactionOf(trade, posted),
      account_uuid: account.id,
      gcu_amount: formatDecimal({ units: gcu_units, asset: gcu }),
      amount: formatDecimal({ units: moneyOf(terms), asset: money }),
      currency: money.code,
      fee_amount: formatDecimal({ units: fee_units, asset: money }),
      exchange_rate: formatDecimal({
        units: truncateRate(rate),
        asset: { code: '', precision: 6 },
      }),
      timestamp: posted.at.toISOString(),
    },
    {
      user_uuid: account.manager_uuid ?? account.user_uuid ?? undefined,
      account_uuid: account.id,
    },
  )
}

export type Traded = ReturnType<typeof describe>

function describe(trade: Accepted, posted: Posted) {
  const { account, terms } = trade
  const { side, money, gcu, fee_units, gcu_units, rate } = terms
  const paid = moneyOf(terms)
  return {
    transaction_id: transactionOf(trade, posted),
    account_uuid: account.id,
    gcu: show(gcu_units, gcu),
    money: show(paid, money),
    currency: money.code,
    exchange_rate: formatRate(rate),
    fee_amount: show(fee_units, money),
    fee_currency: money.code,
    new_gcu_balance: show(posted.gcu_after, gcu),
    rounding: ROUNDING,
    timestamp: posted.at.toISOString(),
    message: `${formatMoney({ units: gcu_units, asset: gcu })} ${side === 'buy' ? 'bought for' : 'sold for'} ${formatMoney({ units: paid, asset: money })}.`,
  }
}

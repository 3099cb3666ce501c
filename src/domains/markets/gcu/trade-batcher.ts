// Buys GCU from the treasury and sells it back, in batches. All trades touch the same accounts of the bank, so that
// trades in transactions of their own would wait for each other; here those that arrive while one transaction runs
// share the next. Each is refused, answered and recorded by itself.
import type { Clock } from '../../../kernel/clock.ts'
import { formatDecimal, formatMoney } from '../../../kernel/money.ts'
import {
  type BatchedCall,
  Batches,
  isConflict,
  listReplies,
  type Settled,
  splitAnswered,
} from '../../../operation/batches.ts'
import type { Bank } from '../../../operation/bank.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { IdempotentCall, Reply } from '../../../operation/idempotency.ts'
import type { PostingRunner } from '../../../operation/pipeline.ts'
import type { BookName, Cause, NewMove, Plan } from '../../../operation/posting.ts'
import { type CausedEvent, insertAudits, insertCausedEvents } from '../../../operation/store.ts'
import { planForBatches } from '../../../platform/batch-statements.ts'
import { batchReads } from '../../../platform/batch-reader.ts'
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
  runGroup,
  statementsOf,
  systemAccount,
  toTransactionId,
} from '../../core/ledger/index.ts'
import { convertUnits, type RateUpdater } from '../../core/rates/index.ts'
import { readPrices } from '../baskets/index.ts'
import {
  Allowances,
  type Trader,
  type TradeSide,
  traderOf,
  ValueUnavailable,
} from '../gcu-terms/index.ts'
import { NoAccount, QuoteUsed } from './errors.ts'
import * as events from './events.ts'
import { gcuQuote } from './quotes.ts'
import { findUsedQuotes, insertTrades, type NewTrade } from './store.ts'
import {
  computeTerms,
  type Currency,
  truncateRate,
  findPrice,
  minimums,
  type OrderRequest,
  type Price,
  readTrade,
  ROUNDING,
  show,
  formatRate,
  type Terms,
  toUnits,
} from './service.ts'

/** Plans with this runner are run by `TradeBatcher`. */
export const TRADE_RUNNER = 'gcu.trading'

/** A requested trade, in units of the asset that the caller pays. */
interface Order {
  readonly side: TradeSide
  readonly currency: Currency
  readonly money: AssetRecord
  readonly gcu: AssetRecord
  readonly units: bigint
  readonly account_uuid?: string | undefined
  readonly quote_id?: string | undefined
}

export class TradePlan<Output> implements Plan<Output> {
  readonly runner = TRADE_RUNNER
  readonly books: readonly BookName[] = []
  readonly order: Order
  readonly toAnswer: (trade: Traded) => Output

  constructor(order: Order, toAnswer: (trade: Traded) => Output) {
    this.order = order
    this.toAnswer = toAnswer
  }

  decide(): Output {
    throw new Error(`a trade must be run by the runner ${TRADE_RUNNER}`)
  }
}

export function planTrade<Output>(
  side: TradeSide,
  request: OrderRequest,
  assets: AssetCatalogue,
  toAnswer: (trade: Traded) => Output,
): TradePlan<Output> {
  const { account_uuid, quote_id } = request
  const { currency, money, gcu, units } = readTrade(side, request, assets)
  const given = side === 'buy' ? money : gcu
  if (units < toUnits(minimums[side], given))
    throw Invalid({
      errors: { amount: [`The amount must be at least ${minimums[side]} ${given.code}.`] },
    })
  return new TradePlan({ side, currency, money, gcu, units, account_uuid, quote_id }, toAnswer)
}

export interface TradeBatcherOptions
  extends Pick<Bank, 'database' | 'sealer' | 'invalidate' | 'notifyLater'> {
  readonly clock: Clock
  readonly assets: AssetCatalogue
  readonly rateUpdater: RateUpdater
}

/** The prices when the trade was requested; undefined if missing or outdated. */
interface Prices {
  readonly trade: Price | undefined
  /** The dollars of one euro, times 10^18. */
  readonly euro: bigint | undefined
}

interface PricedPlan {
  readonly plan: TradePlan<unknown>
  readonly prices: Prices
}

type Call = BatchedCall<PricedPlan>
type Outcome = Settled<PricedPlan>

/** A trade that its caller may make, before limits and balances are checked. */
interface Accepted {
  readonly call: Call
  readonly account: Account
  readonly trader: Trader
  readonly terms: Terms
  readonly euro_cents: bigint
  readonly quote_uuid: string | null
}

/** Everything that is written for the trades of a batch. */
interface Writing {
  readonly settled: Outcome[]
  readonly trades: NewTrade[]
  readonly announced: CausedEvent[]
  readonly causes: Cause[]
}

const BATCH_MAX = 256
const TRIES_MAX = 5

export class TradeBatcher implements PostingRunner {
  private readonly options: TradeBatcherOptions
  private readonly readPrices: (tx: Db, currency: string) => Promise<Prices | undefined>
  private readonly batches = new Batches<PricedPlan>({
    sizeMax: BATCH_MAX,
    settle: (calls) => this.settle(calls),
  })

  constructor(options: TradeBatcherOptions) {
    this.options = options
    this.readPrices = batchReads((tx, currencies) =>
      readAllPrices(tx, currencies as readonly Currency[], options.clock.now()),
    )
  }

  async run(
    plan: TradePlan<unknown>,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    finish: (output: unknown) => unknown,
  ): Promise<Reply> {
    const prices = await this.findPrices(plan.order)
    return this.batches.run({ plan, prices }, cause, idempotency, finish)
  }

  /** Resolves when every trade so far is settled. */
  close(): Promise<void> {
    return this.batches.close()
  }

  /** Missing rates that can be computed are filled in first. */
  private async findPrices({ currency, quote_id }: Order): Promise<Prices> {
    const { database, rateUpdater } = this.options
    const known = (await this.readPrices(database.read, currency))!
    if (known.trade || quote_id !== undefined) return known
    await rateUpdater.catchUp(database.write)
    return (await this.readPrices(database.read, currency))!
  }

  private async settle(calls: readonly Call[]): Promise<Outcome[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await runGroup(this.options, (tx) => this.tradeAll(tx, calls))
      } catch (error) {
        if (!isConflict(error) || tries === TRIES_MAX) throw error
      }
    }
  }

  private async tradeAll(
    tx: Db,
    calls: readonly Call[],
  ): Promise<{ outcomes: Outcome[]; changed: readonly string[] }> {
    await planForBatches(tx)
    const { answered, fresh } = await splitAnswered(statementsOf(tx), calls, this.options.sealer)
    const { accepted, refused } = await this.judge(tx, fresh)
    const known = [...answered, ...refused]
    if (accepted.length === 0) return { outcomes: known, changed: [] }
    // To avoid deadlocks, the money is locked before the allowances.
    const books = accepted.flatMap(listBooks)
    const group = await openGroup(tx, { books, holds: [] })
    // The trades of a batch that spans midnight count to the day before, which is stricter.
    const now = new Date(Math.min(...accepted.map(({ call }) => call.cause.now.getTime())))
    const allowances = await Allowances.lock(
      tx,
      accepted.map(({ trader }) => trader),
      now,
    )
    const quotes = accepted.flatMap(({ quote_uuid }) => quote_uuid ?? [])
    const used = quotes.length > 0 ? await findUsedQuotes(tx, quotes) : new Set<string>()
    const writing = decideAll(group, accepted, allowances, used)
    const changed = await group.write(listReplies(writing.settled))
    await allowances.save(tx)
    await insertTrades(tx, writing.trades)
    await insertAudits(tx, writing.causes)
    await insertCausedEvents(tx, writing.announced)
    return { outcomes: [...known, ...writing.settled], changed }
  }

  private async judge(
    tx: Db,
    calls: readonly Call[],
  ): Promise<{ accepted: Accepted[]; refused: Outcome[] }> {
    const named = calls.flatMap(({ request }) => request.plan.order.account_uuid ?? [])
    const accounts = await findAccounts(tx, [...new Set(named)])
    const accepted: Accepted[] = []
    const refused: Outcome[] = []
    for (const call of calls) {
      try {
        accepted.push(this.accept(call, await chooseAccount(tx, call, accounts)))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push({ call, error })
      }
    }
    return { accepted, refused }
  }

  private accept(call: Call, account: Account): Accepted {
    const { plan, prices } = call.request
    const { side, units, currency, money, gcu, quote_id } = plan.order
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

async function readAllPrices(
  tx: Db,
  currencies: readonly Currency[],
  now: Date,
): Promise<Map<string, Prices>> {
  const euro = (await readPrices(tx, ['EUR'], now)).prices.get('EUR')
  const found = new Map<string, Prices>()
  for (const currency of currencies)
    found.set(currency, { trade: await findPrice(tx, currency, now), euro })
  return found
}

/** The named account, or the caller's oldest own account. */
async function chooseAccount(
  tx: Db,
  { request, cause }: Call,
  accounts: ReadonlyMap<string, Account>,
): Promise<Account> {
  const { account_uuid } = request.plan.order
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

/** Decides the trades in their order; each that succeeds uses up a part of its trader's allowance and its quote. */
function decideAll(
  group: Group,
  accepted: readonly Accepted[],
  allowances: Allowances,
  used: Set<string>,
): Writing {
  const writing: Writing = { settled: [], trades: [], announced: [], causes: [] }
  for (const trade of accepted) {
    const { call } = trade
    try {
      if (trade.quote_uuid !== null && used.has(trade.quote_uuid)) throw QuoteUsed({})
      allowances.check(trade.trader, trade.terms.side, trade.euro_cents)
      const posted = postTrade(group, trade)
      record(trade, posted, allowances, writing)
      if (trade.quote_uuid !== null) used.add(trade.quote_uuid)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      writing.settled.push({ call, error })
    }
  }
  return writing
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

function record(trade: Accepted, posted: Posted, allowances: Allowances, writing: Writing): void {
  const { call, account, trader, terms, euro_cents, quote_uuid } = trade
  const { cause, request } = call
  const { side, money, money_units, gcu_units, fee_units, rate } = terms
  const created_at = cause.now
  allowances.use({ ...trader, id: posted.id, side, way: 'counter', euro_cents, created_at })
  writing.trades.push({
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
  writing.causes.push(cause)
  writing.announced.push({ ...announce(trade, posted), cause })
  const output = call.finish(request.plan.toAnswer(describe(trade, posted)))
  writing.settled.push({
    call,
    reply: { output, replayed: false, text: JSON.stringify(output) },
  })
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

function announce(trade: Accepted, posted: Posted): Omit<CausedEvent, 'cause'> {
  const { account, terms } = trade
  const { side, money, gcu, fee_units, gcu_units, rate } = terms
  return {
    event: side === 'buy' ? events.GcuBought : events.GcuSold,
    data: {
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
    audience: {
      user_uuid: account.manager_uuid ?? account.user_uuid ?? undefined,
      account_uuid: account.id,
    },
  }
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

// Decides one batch in memory: places, matches, settles and cancels orders one after the other, in
// locked books and a locked ledger. Nothing here reads or writes the database.
import { dayOf } from '../../../../kernel/days.ts'
import { formatDecimal, multiplyDivide, UNITS_MAX } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { type AppError, NotFound } from '../../../../operation/error.ts'
import { type Environment, systemCaller } from '../../../../operation/caller.ts'
import type { Cause, Draft } from '../../../../operation/posting.ts'
import { mayTake } from '../../../../operation/spending.ts'
import { DecideAgain } from '../../../../operation/write.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import {
  type Allowances,
  GCU,
  toEuroCents,
  type Trader,
  traderOf,
  ValueUnavailable,
} from '../../gcu-terms/index.ts'
import {
  AccountFrozen,
  checkUsable,
  type Group,
  canUse,
  newEntryId,
  systemAccount,
} from '../../../core/ledger/index.ts'
import {
  type FundsCheck,
  MARKET_MAKER,
  isWaiting,
  type MatchDecision,
  leftOf,
  type Match,
  needOf,
  needOfStop,
  type Order,
  type OrderSide,
  type Quotes,
  type Traded,
  valueOf,
} from './order-book.ts'
import { BalanceLimitExceeded, OrderNotOpen, RateNotCurrent } from '../errors.ts'
import { OrderMatched } from '../events.ts'
import { ratesFor } from './fees.ts'
import { marketMakerOrder, midPrice, quotesOf } from './market-maker.ts'
import type { BookReplica } from './market.ts'
import type { Pair } from '../pairs.ts'
import {
  checkPrice,
  findBounds,
  findOffRate,
  getBounds,
  isProgram,
  priceOutOfBounds,
} from './program-guard.ts'
import type { NewTrade, Volume } from '../store.ts'
import { maintenanceSpending, MAINTENANCE_JOB } from '../jobs.ts'
import type { Placement } from '../orders/request.ts'

export const ORDER_PURPOSE = 'order'

/** A trade could overflow a balance that is larger than this. */
const BALANCE_MAX = UNITS_MAX / 2n

/** The batch needs an account or a hold that it did not lock. */
export class NotLocked extends DecideAgain {
  constructor() {
    super('an account or a hold is not locked')
  }
}

export const volumeKey = (environment: Environment, user: string): string =>
  `${environment} ${user}`

const LIMIT_EXCEEDED = 'limit_exceeded'
const OFF_RATE = 'off_rate'

/** Whether an order receives GCU. */
const getsGcu = ({ pair }: BookReplica, { side, user_uuid }: Order): boolean =>
  user_uuid !== MARKET_MAKER && (side === 'buy' ? pair.base : pair.quote).code === GCU

/** The units that an order receives from a match, and may receive later for its rest. */
function gainOf(order: Order, match: Match, pair: Pair): bigint {
  const rest = match.end === 'rests' ? match.left : 0n
  if (order.side === 'buy') return match.fills.reduce((sum, fill) => sum + fill.amount, rest)
  const later = rest > 0n ? valueOf(rest, order.price!, pair, 'up') : 0n
  return match.fills.reduce((sum, fill) => sum + fill.value, later)
}

/** The match of a triggered stop that is refused: no fills, and the order is cancelled. */
const cancelled = (order: Order, reason: string): Match => ({
  fills: [],
  dropped: [],
  left: leftOf(order),
  end: 'cancelled',
  reason,
})

const enough = new Error('there is enough')

export interface BatchOptions {
  readonly group: Group
  readonly assets: AssetCatalogue
  readonly now: Date
  /** The recent trading volume of account owners, in cents, by `volumeKey`. */
  readonly volumes: ReadonlyMap<string, bigint>
  /** The locked allowances of all users whose orders may receive GCU. */
  readonly allowances: Allowances
}

interface Payment {
  readonly to: string
  readonly units: bigint
  readonly subtype?: string
}

export class Batch {
  readonly trades: NewTrade[] = []
  private readonly added = new Map<string, Volume>()
  private readonly quotes = new Map<BookReplica, Quotes>()
  private readonly group: Group
  private readonly assets: AssetCatalogue
  private readonly now: Date
  private readonly earlier: ReadonlyMap<string, bigint>
  private readonly allowances: Allowances

  constructor({ group, assets, now, volumes, allowances }: BatchOptions) {
    this.group = group
    this.assets = assets
    this.now = now
    this.earlier = volumes
    this.allowances = allowances
  }

  get volumes(): Volume[] {
    return [...this.added.values()]
  }

  /** Expires orders that are due, then lets the house trade with orders that its new quotes cross. */
  tidy(market: BookReplica): void {
    const cause = this.bankCause(market)
    for (const order of market.book.listDue(this.now.getTime()))
      if (this.judge(market, order) !== 'stop') this.end(market, order, 'expired', null, cause)
    for (const side of ['buy', 'sell'] as const) this.tradeForHouse(market, side, cause)
    this.cascade(market, cause)
  }

  private tradeForHouse(market: BookReplica, side: OrderSide, cause: Cause): void {
    const quotes = this.quotesOf(market)
    const price = side === 'buy' ? quotes.bid : quotes.ask
    const other = market.book.bestPrice(side === 'buy' ? 'sell' : 'buy')
    if (price === null || other === undefined) return
    if (side === 'buy' ? other > price : other < price) return
    const order = marketMakerOrder(side, price, UNITS_MAX, this.now.getTime())
    this.group.run((ledger) => this.carryOut(ledger, market, order, (match) => match), cause)
  }

  place(market: BookReplica, placement: Placement, id: string, cause: Cause): Order {
    const order = this.group.run(
      (ledger) => this.decide(ledger, market, placement, id, cause),
      cause,
    )
    this.cascade(market, this.bankCause(market))
    return order
  }

  /** Refuses by throwing, before anything changes in the book. */
  private decide(
    ledger: Draft,
    market: BookReplica,
    placement: Placement,
    account_id: string,
    cause: Cause,
  ): Order {
    const account = checkUsable(ledger.account(account_id), account_id, cause.caller)
    if (account.status === 'frozen') throw AccountFrozen({ account_uuid: account_id })
    const { pair, book } = market
    if (this.isFull(market, account_id, placement.side)) throw BalanceLimitExceeded({})
    const by_program = isProgram(cause.caller)
    if (by_program) {
      const bounds = getBounds(pair, this.assets, this.now)
      if (placement.price !== null) checkPrice(placement.price, pair, bounds)
    }
    const owner = account.user_uuid!
    const now = this.now.getTime()
    const order: Order = {
      id: newEntryId(cause.now),
      account_id,
      user_uuid: owner,
      manager_uuid: account.manager_uuid,
      side: placement.side,
      type: placement.type,
      time_in_force: placement.time_in_force,
      amount: placement.amount,
      price: placement.price,
      stop_price: placement.stop_price,
      ...ratesFor(this.volumeOf(market, owner)),
      by_program,
      expires_at: placement.expires_at,
      created_at: cause.now.getTime(),
      filled: 0n,
      value: 0n,
      weight: 0n,
      fee: 0n,
      status: 'pending',
      reason: null,
      seq: book.seq,
      triggered_at: null,
      updated_at: now,
      closed_at: null,
    }
    if (order.stop_price !== null) {
      if (!book.isTriggered(order, midPrice(pair, this.assets, this.now) ?? null)) {
        this.reserve(ledger, market, order, needOfStop(order, pair))
        book.park(order)
        market.addFresh(order)
        return order
      }
      order.triggered_at = now
    }
    this.carryOut(ledger, market, order, (match) => {
      const refusal = this.findRefusal(market, order, match)
      if (refusal) throw refusal.error
      const need = needOf(order, match, pair)
      if (match.end === 'rests') this.reserve(ledger, market, order, need)
      else this.checkFunds(ledger, market, order, need)
      return match
    })
    market.addFresh(order)
    return order
  }

  private reserve(ledger: Draft, { pair }: BookReplica, order: Order, need: bigint): void {
    // An order that is cancelled at once needs no money, and a hold must not be empty.
    if (need === 0n) return
    ledger.reserve({
      id: order.id,
      purpose: ORDER_PURPOSE,
      account: order.account_id,
      asset: (order.side === 'sell' ? pair.base : pair.quote).code,
      units: need,
      reference: `Exchange ${pair.name}`,
    })
  }

  /** An order that does not rest needs no hold; trying one, and undoing it, checks that the money is there. */
  private checkFunds(ledger: Draft, market: BookReplica, order: Order, need: bigint): void {
    try {
      ledger.attempt(() => {
        this.reserve(ledger, market, order, need)
        throw enough
      })
    } catch (error) {
      if (error !== enough) throw error
    }
  }

  /** Matches an order, lets `approve` check or refuse the match, and settles it. Nothing is refused after `approve`. */
  private carryOut(
    ledger: Draft,
    market: BookReplica,
    order: Order,
    approve: (match: Match) => Match,
  ): void {
    const { book, pair } = market
    const found = book.match(order, this.quotesOf(market), this.fundsCheckFor(ledger, market))
    const match = approve(found)
    const touched = [
      ...match.fills.flatMap(({ maker }) => maker ?? []),
      ...match.dropped.map((dropped) => dropped.order),
    ]
    // An account may be locked for another order of its owner while the hold of this order is not.
    if (touched.some((maker) => !this.group.findHold(maker.id))) throw new NotLocked()
    try {
      const first = book.trades + 1
      const trades = book.apply(order, match, this.now.getTime())
      trades.forEach((trade, index) => this.settle(ledger, market, trade, first + index))
      for (const maker of touched) {
        market.touch(maker)
        this.release(ledger, maker)
      }
      this.release(ledger, order)
      if (trades.length > 0) this.announce(ledger, market, order, match.fills)
    } catch (cause) {
      // The book has changed already, so the whole batch must fail and not only this order.
      throw new Error(`a match in ${pair.name} could not be settled`, { cause })
    }
  }

  /** The quotes are the same for the whole batch. */
  private quotesOf(market: BookReplica): Quotes {
    const known = this.quotes.get(market)
    if (known) return known
    const quotes = quotesOf(market.pair, this.assets, this.now)
    this.quotes.set(market, quotes)
    return quotes
  }

  private fundsCheckFor(ledger: Draft, market: BookReplica): FundsCheck {
    /** Euro cents of GCU that makers receive in this match, by the user whose limit counts. */
    const planned = new Map<string, bigint>()
    return {
      judge: (maker, amount, value) => {
        const judgement = this.judge(market, maker)
        if (judgement !== 'trade' || !getsGcu(market, maker)) return judgement
        const trader = this.traderFor(maker)
        const cents = this.countGcu(maker.side === 'buy' ? amount : value)
        // Without a rate the value of the GCU is unknown for now, so the order keeps waiting.
        if (cents === undefined) return 'stop'
        const all = cents + (planned.get(trader.user_uuid) ?? 0n)
        if (this.allowances.findRefusal(trader, 'buy', all)) return { drop: LIMIT_EXCEEDED }
        planned.set(trader.user_uuid, all)
        return 'trade'
      },
      reservedFor: ({ id }) => {
        const hold = ledger.hold(id)
        return hold?.status === 'open' ? hold.units - hold.captured : null
      },
    }
  }

  /** Why a taker's match is refused: a connected client's price is off the rate, or a GCU limit is exceeded. */
  private findRefusal(
    market: BookReplica,
    order: Order,
    match: Match,
  ): { readonly error: AppError; readonly reason: string } | undefined {
    const { pair } = market
    if (order.by_program) {
      const bounds = findBounds(pair, this.assets, this.now)
      if (!bounds) return { error: RateNotCurrent({ pair: pair.name }), reason: OFF_RATE }
      const price = findOffRate(match, order.side, bounds)
      if (price !== undefined)
        return { error: priceOutOfBounds(price, pair, bounds), reason: OFF_RATE }
    }
    if (!getsGcu(market, order)) return undefined
    const units = gainOf(order, match, pair)
    if (units === 0n) return undefined
    const cents = this.countGcu(units)
    if (cents === undefined) return { error: ValueUnavailable({}), reason: LIMIT_EXCEEDED }
    const error = this.allowances.findRefusal(this.traderFor(order), 'buy', cents)
    return error && { error, reason: LIMIT_EXCEEDED }
  }

  /** The user whose GCU limit an order's purchases count against. */
  private traderFor(order: Order): Trader {
    const account = this.group.findAccount(order.account_id)
    const trader = account && traderOf(account)
    if (!trader || !this.allowances.has(trader)) throw new NotLocked()
    return trader
  }

  /** Euro cents at the bank's rates and not at the price paid, because two traders may agree on any price. */
  private countGcu(units: bigint): bigint | undefined {
    const price = this.assets.findValidRate(GCU, this.now)
    const euro = this.assets.findValidRate('EUR', this.now)
    if (price === undefined || euro === undefined) return undefined
    return toEuroCents({ units, precision: this.assets.get(GCU).precision }, price, euro)
  }

  /** Whether a waiting order's account can be debited and credited. */
  private judge(market: BookReplica, maker: Order): MatchDecision {
    const account = this.group.findAccount(maker.account_id)
    if (!account) throw new NotLocked()
    // A quarantined account allows no change at all, not even the release of a hold.
    if (account.quarantine !== null) return 'stop'
    const isOpen = account.status === 'active' && !account.owes
    if (!isOpen || this.isFull(market, maker.account_id, maker.side))
      return { drop: 'account_unavailable' }
    return 'trade'
  }

  private isFull({ pair }: BookReplica, account: string, side: OrderSide): boolean {
    const gets = side === 'buy' ? pair.base.code : pair.quote.code
    const book = this.group.findAccount(account)?.books.get(gets)
    return book !== undefined && book.units > BALANCE_MAX
  }

  /** Moves the base to the buyer and its value to the seller; each side pays its fee in the quote. */
  private settle(ledger: Draft, market: BookReplica, trade: Traded, number: number): void {
    const { pair, environment } = market
    const house = systemAccount(environment, 'market-maker')
    const fees = systemAccount(environment, 'fees')
    const buyer = trade.buyer?.account_id ?? house
    const seller = trade.seller?.account_id ?? house
    const id = newEntryId(this.now)
    const entry = {
      type: 'transfer',
      subtype: 'trade',
      reference: `Exchange ${pair.name}`,
      // The order book is anonymous: neither side chose the other, and each gives as much as it gets, so no money
      // can be aimed at a customer. The guards are asked where tokens or money leave an account for a named one.
      credits: 'exchanged',
    } as const
    const pay = (
      payer: Order | null,
      asset: string,
      moves: readonly Payment[],
      entryId?: string,
    ) => {
      if (moves.length === 0) return
      const named = { ...entry, ...(entryId !== undefined && { id: entryId }) }
      if (payer && ledger.hold(payer.id)?.status === 'open')
        ledger.capture({ ...named, hold: payer.id, moves })
      else {
        const from = payer?.account_id ?? house
        ledger.post({ ...named, moves: moves.map((move) => ({ ...move, from, asset })) })
      }
    }
    pay(trade.seller, pair.base.code, [{ to: buyer, units: trade.amount }], id)
    const costs = [
      { to: seller, units: trade.value },
      { to: fees, units: trade.buyer_fee, subtype: 'fee' },
    ]
    pay(
      trade.buyer,
      pair.quote.code,
      costs.filter(({ units }) => units > 0n),
    )
    if (trade.seller_fee > 0n)
      ledger.post({
        ...entry,
        subtype: 'fee',
        link: { kind: 'fee_of', to: id },
        moves: [{ from: seller, to: fees, asset: pair.quote.code, units: trade.seller_fee }],
      })
    this.record(market, trade, { id, number, buyer, seller })
  }

  private record(
    market: BookReplica,
    trade: Traded,
    facts: { id: string; number: number; buyer: string; seller: string },
  ): void {
    const makerBuys = trade.maker_side === 'buy'
    this.trades.push({
      id: facts.id,
      environment: market.environment,
      pair: market.pair.name,
      number: facts.number,
      buy_order: trade.buyer?.id ?? null,
      sell_order: trade.seller?.id ?? null,
      buyer_account: facts.buyer,
      seller_account: facts.seller,
      price: trade.price,
      amount: trade.amount,
      value: trade.value,
      maker_fee: makerBuys ? trade.buyer_fee : trade.seller_fee,
      taker_fee: makerBuys ? trade.seller_fee : trade.buyer_fee,
      maker_side: trade.maker_side,
      created_at: this.now.getTime(),
    })
    for (const order of [trade.buyer, trade.seller])
      if (order && getsGcu(market, order))
        this.allowances.use({
          ...this.traderFor(order),
          id: facts.id,
          side: 'buy',
          way: 'exchange',
          euro_cents: this.countGcu(order.side === 'buy' ? trade.amount : trade.value)!,
          created_at: this.now,
        })
    const cents = this.assets.toDollars([{ asset: market.pair.quote.code, units: trade.value }])
    for (const order of [trade.buyer, trade.seller]) {
      if (!order || cents === 0n) continue
      const key = volumeKey(market.environment, order.user_uuid)
      const before = this.added.get(key)?.cents ?? 0n
      this.added.set(key, {
        environment: market.environment,
        user_uuid: order.user_uuid,
        day: dayOf(this.now),
        cents: before + cents,
      })
    }
  }

  private volumeOf({ environment }: BookReplica, user: string): bigint {
    const key = volumeKey(environment, user)
    return (this.earlier.get(key) ?? 0n) + (this.added.get(key)?.cents ?? 0n)
  }

  /** Releases the rest of a closed order's hold. */
  private release(ledger: Draft, order: Order): void {
    if (isWaiting(order) || order.user_uuid === MARKET_MAKER) return
    if (ledger.hold(order.id)?.status === 'open')
      ledger.release(
        order.id,
        `The order is ${order.status}.`,
        order.status === 'expired' ? 'expired' : 'released',
      )
  }

  private announce(
    ledger: Draft,
    market: BookReplica,
    taker: Order,
    fills: readonly { maker: Order | null; price: bigint; amount: bigint }[],
  ): void {
    const { pair } = market
    const emit = (order: Order, price: bigint): void =>
      ledger.emit(
        OrderMatched,
        {
          order_id: order.id,
          pair: pair.name,
          side: order.side,
          price: formatDecimal({ units: price, asset: pair.price }),
          filled_amount: formatDecimal({ units: order.filled, asset: pair.base }),
          status: order.status,
          matched_at: this.now.toISOString(),
        },
        { user_uuid: order.user_uuid, account_uuid: order.account_id },
      )
    for (const { maker, price } of fills) if (maker) emit(maker, price)
    if (taker.user_uuid === MARKET_MAKER) return
    const amount = fills.reduce((sum, fill) => sum + fill.amount, 0n)
    const cost = fills.reduce((sum, fill) => sum + fill.amount * fill.price, 0n)
    emit(taker, multiplyDivide(cost, 1n, amount, 'half-even'))
  }

  /** Executes the stops that the last trades triggered, one after the other; each may trigger more. */
  private cascade(market: BookReplica, cause: Cause): void {
    const { book } = market
    const stuck = new Set<Order>()
    for (;;) {
      const order = book.findTriggered(stuck)
      if (!order) return
      const judgement = this.judge(market, order)
      if (judgement === 'stop') stuck.add(order)
      else if (judgement !== 'trade') this.end(market, order, 'cancelled', judgement.drop, cause)
      else {
        book.trigger(order, this.now.getTime())
        market.touch(order)
        this.group.run((ledger) => {
          this.carryOut(ledger, market, order, (match) => {
            const refusal = this.findRefusal(market, order, match)
            return refusal ? cancelled(order, refusal.reason) : match
          })
        }, cause)
      }
    }
  }

  /** `stored` is the order as the database has it, if it was closed before this batch. */
  cancel(
    market: BookReplica,
    stored: Order | undefined,
    { id, shown }: { readonly id: string; readonly shown: string },
    cause: Cause,
  ): Order {
    // The order is in the book, or was closed by this batch, or was closed before it.
    const order =
      market.book.orders.get(id) ?? market.changed.get(id) ?? market.fresh.get(id) ?? stored
    const account = order && this.group.findAccount(order.account_id)
    const isTheirs =
      account !== undefined &&
      account.environment === cause.caller.environment &&
      canUse(account, cause.caller)
    if (!order || !isTheirs) throw NotFound({ what: 'order', id: shown })
    if (!isWaiting(order)) throw OrderNotOpen({ status: order.status })
    this.end(market, order, 'cancelled', 'cancelled_by_owner', cause)
    return order
  }

  private end(
    market: BookReplica,
    order: Order,
    status: 'cancelled' | 'expired',
    reason: string | null,
    cause: Cause,
  ): void {
    this.group.run((ledger) => {
      // The hold is released first: if that is refused, the order stays unchanged.
      if (ledger.hold(order.id)?.status === 'open')
        ledger.release(
          order.id,
          `The order is ${status}.`,
          status === 'expired' ? 'expired' : 'released',
        )
      market.book.close(order, status, reason, this.now.getTime())
      market.touch(order)
    }, cause)
  }

  private bankCause({ environment }: BookReplica): Cause {
    return {
      caller: systemCaller(environment),
      operation: MAINTENANCE_JOB,
      maySpend: mayTake(maintenanceSpending),
      requestId: uuidv7(this.now),
      now: this.now,
    }
  }
}

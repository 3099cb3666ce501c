// Runs orders in batches. The next batch collects while one commits, so that an idle exchange answers
// at once and a busy one settles hundreds of orders in one transaction. A batch locks the rows of its
// books, in the same order on every node. A node keeps a copy of each book: if the copy's version is no
// longer that of the row, the copy is updated from the tables first. Orders, trades, money and
// idempotent replies are written together or not at all.
import type { Logger } from 'pino'
import type { Clock } from '../../../../kernel/clock.ts'
import { dayOf } from '../../../../kernel/days.ts'
import { DAY_MS } from '../../../../kernel/durations.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { Batches, type BatchRunner } from '../../../../operation/batches.ts'
import { type Environment, systemCaller } from '../../../../operation/caller.ts'
import { AppError, NotFound } from '../../../../operation/error.ts'
import type { Reply } from '../../../../operation/idempotency.ts'
import type { Invalidate } from '../../../../operation/operation.ts'
import type { BookName, Cause } from '../../../../operation/posting.ts'
import { mayTake } from '../../../../operation/spending.ts'
import {
  type Batch as CallBatch,
  type DecidedCall,
  type Decision,
  type Outcome,
  type WriteCall,
  type WriteOptions,
} from '../../../../operation/write.ts'
import type { Db } from '../../../../platform/database.ts'
import { settleAll } from '../../../../platform/batch-statements.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { Allowances, traderOf } from '../../gcu-terms/index.ts'
import {
  findFirstAccounts,
  type Group,
  openGroup,
  systemAccount,
} from '../../../core/ledger/index.ts'
import { type Order, leftOf } from './order-book.ts'
import { VOLUME_DAYS } from './fees.ts'
import { quotesOf } from './market-maker.ts'
import { type Demand, bothBalances, listReachableOrders, BookReplica } from './market.ts'
import type { Pairs } from '../pairs.ts'
import { NotLocked, Batch, volumeKey } from './batch.ts'
import * as store from '../store.ts'
import { maintenanceSpending, MAINTENANCE_JOB } from '../jobs.ts'
import { toCancelled, toPlaced } from '../orders/view.ts'
import type { Cancellation, OrderRequest, Placement } from '../orders/request.ts'

export interface EngineOptions {
  readonly assets: AssetCatalogue
  readonly pairs: Pairs
  readonly clock: Clock
  readonly log: Logger
}

type Item = DecidedCall<OrderRequest>

type AccountOf = (item: Item, command: Placement) => string

/** The books, orders and accounts that the items of a batch refer to. */
interface BatchContext {
  readonly markets: ReadonlyMap<string, BookReplica>
  /** The orders to be cancelled, by id. */
  readonly places: ReadonlyMap<string, store.PlacedOrder>
  readonly accountOf: AccountOf
}

const environments: readonly Environment[] = ['live', 'sandbox']

export class Engine implements BatchRunner<OrderRequest, unknown> {
  readonly name = 'exchange'
  readonly sizeMax = 128
  private readonly options: EngineOptions
  private readonly batches: Batches<OrderRequest>
  private readonly markets = new Map<string, BookReplica>()
  /** The books of the batch in progress, while it is not committed; the copies of all books may be wrong then. */
  private uncommitted: ReadonlyMap<string, BookReplica> | undefined

  constructor(options: EngineOptions, writing: WriteOptions) {
    this.options = options
    this.batches = new Batches(this, writing)
  }

  /** Queues a call for the next batch and resolves with its reply. */
  run(call: WriteCall<OrderRequest>): Promise<Reply> {
    return this.batches.run(call)
  }

  /** In every book: expires orders that are due, and lets the house trade where rates have moved. */
  async tidy(): Promise<void> {
    const { pairs, clock } = this.options
    const now = clock.now()
    const tidyings = environments.flatMap((environment) =>
      pairs.list().map((pair) => {
        const cause: Cause = {
          caller: systemCaller(environment),
          operation: MAINTENANCE_JOB,
          maySpend: mayTake(maintenanceSpending),
          requestId: uuidv7(now),
          now,
        }
        const request = { kind: 'tidy', pair } as const
        return this.run({ request, cause, idempotency: undefined, isSealed: false, finish: keep })
      }),
    )
    await Promise.all(tidyings)
  }

  /** Starts `tidy` without waiting for it. */
  tidySoon(): void {
    this.tidy().catch((error: unknown) =>
      this.options.log.warn(
        { err: error },
        'could not tidy the exchange; the next run tries again',
      ),
    )
  }

  /** Resolves when everything handed in so far is settled. */
  close(): Promise<void> {
    return this.batches.close()
  }

  async decide(batch: CallBatch<OrderRequest>): Promise<Decision<unknown>> {
    const { tx, calls: items } = batch
    // An attempt that failed may have changed the copies of the books.
    if (this.uncommitted) this.markets.clear()
    this.uncommitted = new Map()
    const cancels = items.flatMap(({ request }) => (request.kind === 'cancel' ? request.order : []))
    // An order never moves to another book; its status is read below, under lock.
    const places = await findOrders(tx, cancels)
    const markets = await this.openMarkets(tx, keysOf(items, places))
    this.uncommitted = markets
    const firstAccounts = await findDefaultAccounts(tx, items)
    const accountOf: AccountOf = (item, { account }) =>
      account ?? firstAccounts.get(volumeKey(environmentOf(item), item.cause.caller.user!)) ?? ''
    const everything = batch.failures.some((error) => error instanceof NotLocked)
    const context = { markets, places, accountOf, everything }
    const { group, gcuReceivers } = await this.lockMoney(tx, items, context)
    const now = this.options.clock.now()
    const volumes = await findVolumes(tx, items, group, accountOf, now)
    const gone = await findOrders(
      tx,
      cancels.filter((id) => !isInAnyBook(markets, id)),
    )
    const allowances = await lockAllowances(tx, gcuReceivers, group, now)
    const { assets } = this.options
    const session = new Batch({ group, assets, now, volumes, allowances })
    for (const market of markets.values()) session.tidy(market)
    const outcomes = items.map((item) => decideOne(item, session, { ...context, gone }))
    const writing = write(tx, { session, group, allowances, markets }, batch.invalidate)
    return { outcomes, writing }
  }

  committed(): void {
    for (const market of this.uncommitted!.values()) market.settle()
    this.uncommitted = undefined
  }

  /** Locks books and updates this node's copies of them. */
  private async openMarkets(
    tx: Db,
    keys: readonly store.BookKey[],
  ): Promise<Map<string, BookReplica>> {
    const found = new Map<string, BookReplica>()
    if (keys.length === 0) return found
    const unknown: store.BookKey[] = []
    const outdated: store.KnownVersion[] = []
    for (const row of await store.lockBooks(tx, keys)) {
      const name = keyOf(row.environment, row.pair)
      const known = this.markets.get(name)
      const market = known ?? new BookReplica(row, this.options.pairs.get(row.pair))
      if (!known) unknown.push(row)
      else if (known.version !== row.version) {
        outdated.push({ ...row, version: known.version })
        known.sync(row)
      }
      found.set(name, market)
      this.markets.set(name, market)
    }
    const orders = [
      ...(unknown.length > 0 ? await store.listWaitingOrders(tx, unknown) : []),
      ...(outdated.length > 0 ? await store.listChangedOrders(tx, outdated) : []),
    ]
    for (const order of orders) found.get(keyOf(order.environment, order.pair))!.book.replace(order)
    return found
  }

  /** Locks every balance that may move: of the callers, of orders that may match, of the house, and for fees. */
  private async lockMoney(
    tx: Db,
    items: readonly Item[],
    known: BatchContext & { readonly everything: boolean },
  ): Promise<{ group: Group; gcuReceivers: ReadonlySet<string> }> {
    const books = new Map<string, BookName>()
    const holds = new Set<string>()
    /** Accounts that may receive GCU. */
    const gcuReceivers = new Set<string>()
    const add = (market: BookReplica, account: string): void => {
      if (!isUuid(account)) return
      if (market.tradesGcu) gcuReceivers.add(account)
      for (const book of bothBalances(market, account)) books.set(`${account} ${book.asset}`, book)
    }
    for (const [name, market] of known.markets) {
      const here = items.filter(
        (item) => nameOf(item, known.places) === name && item.request.kind !== 'tidy',
      )
      for (const order of this.listReach(market, here, known.everything)) {
        add(market, order.account_id)
        holds.add(order.id)
      }
      for (const item of here) {
        const command = item.request
        if (command.kind === 'place') add(market, known.accountOf(item, command).toLowerCase())
        const cancelled =
          command.kind === 'cancel' ? known.places.get(command.order.toLowerCase()) : undefined
        if (!cancelled) continue
        add(market, cancelled.account_id)
        holds.add(cancelled.id)
      }
      add(market, systemAccount(market.environment, 'market-maker'))
      add(market, systemAccount(market.environment, 'fees'))
    }
    const group = await openGroup(tx, { books: [...books.values()], holds: [...holds] })
    return { group, gcuReceivers }
  }

  private listReach(
    market: BookReplica,
    items: readonly Item[],
    everything: boolean,
  ): Iterable<Order> {
    const { book, pair } = market
    if (everything) return book.orders.values()
    const { clock, assets } = this.options
    const amounts: Demand['amounts'] = { buy: 0n, sell: 0n }
    const prices: bigint[] = []
    const now = clock.now()
    const due = book.listDue(now.getTime())
    for (const { request: command } of items) {
      if (command.kind === 'place') {
        amounts[command.side] += command.amount
        if (command.price !== null) prices.push(command.price)
      } else if (command.kind === 'cancel') due.push(...(findIn(book, command) ?? []))
    }
    // When an order leaves the book, orders behind it may be met instead.
    for (const order of due) amounts[order.side === 'buy' ? 'sell' : 'buy'] += leftOf(order)
    return new Set([
      ...due,
      ...listReachableOrders(market, { amounts, prices }, quotesOf(pair, assets, now)),
    ])
  }
}

const findIn = (book: BookReplica['book'], { order }: Cancellation): Order[] | undefined => {
  const found = book.orders.get(order.toLowerCase())
  return found && [found]
}

const keyOf = (environment: Environment, pair: string): string => `${environment} ${pair}`

/** The key of the book that an item concerns; undefined if the order does not exist. */
function nameOf(item: Item, places: ReadonlyMap<string, store.PlacedOrder>): string | undefined {
  const command = item.request
  if (command.kind !== 'cancel') return keyOf(environmentOf(item), command.pair.name)
  const place = places.get(command.order.toLowerCase())
  return place && keyOf(place.environment, place.pair)
}

function keysOf(
  items: readonly Item[],
  places: ReadonlyMap<string, store.PlacedOrder>,
): store.BookKey[] {
  const keys = new Map<string, store.BookKey>()
  for (const item of items) {
    const command = item.request
    const key =
      command.kind === 'cancel'
        ? places.get(command.order.toLowerCase())
        : { environment: environmentOf(item), pair: command.pair.name }
    if (key) keys.set(keyOf(key.environment, key.pair), key)
  }
  return [...keys.values()]
}

const isInAnyBook = (markets: ReadonlyMap<string, BookReplica>, id: string): boolean =>
  [...markets.values()].some(({ book }) => book.orders.has(id.toLowerCase()))

async function findOrders(tx: Db, ids: readonly string[]) {
  const known = ids.filter(isUuid).map((id) => id.toLowerCase())
  return known.length > 0 ? store.findOrders(tx, known) : new Map<string, store.PlacedOrder>()
}

/** The first account of each caller who named no account. */
async function findDefaultAccounts(tx: Db, items: readonly Item[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const environment of environments) {
    const users = items.flatMap(({ request, cause }) =>
      request.kind === 'place' &&
      request.account === undefined &&
      cause.caller.environment === environment
        ? cause.caller.user!
        : [],
    )
    if (users.length === 0) continue
    const accounts = await findFirstAccounts(tx, { environment, users: [...new Set(users)] })
    for (const [user, account] of accounts) found.set(volumeKey(environment, user), account)
  }
  return found
}

/** Allowances are locked after the money, to avoid deadlocks: see `Allowances`. */
const lockAllowances = (
  tx: Db,
  accounts: ReadonlySet<string>,
  group: Group,
  now: Date,
): Promise<Allowances> => {
  const known = [...accounts].flatMap((id) => group.findAccount(id) ?? [])
  // The bank's own accounts have no owner and no limits.
  const traders = known.filter((account) => account.user_uuid !== null).map(traderOf)
  return Allowances.lock(tx, traders, now)
}

async function findVolumes(
  tx: Db,
  items: readonly Item[],
  group: Group,
  accountOf: AccountOf,
  now: Date,
): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>()
  const since = dayOf(new Date(now.getTime() - VOLUME_DAYS * DAY_MS))
  for (const environment of environments) {
    const users = items.flatMap((item) => {
      if (item.request.kind !== 'place' || environmentOf(item) !== environment) return []
      return group.findAccount(accountOf(item, item.request).toLowerCase())?.user_uuid ?? []
    })
    if (users.length === 0) continue
    const volumes = await store.sumVolumes(tx, { environment, users: [...new Set(users)], since })
    for (const [user, cents] of volumes) found.set(volumeKey(environment, user), cents)
  }
  return found
}

/** A refusal is the item's outcome; any other error fails the batch. */
function decideOne(
  item: Item,
  session: Batch,
  context: BatchContext & { readonly gone: ReadonlyMap<string, store.PlacedOrder> },
): Outcome {
  try {
    const result = fulfil(item, session, context)
    // Moves and holds record who placed an order; only the audit records who cancelled one.
    return item.request.kind === 'cancel' ? { result } : { result, isAudited: false }
  } catch (error) {
    if (error instanceof AppError) return { refused: error }
    throw error
  }
}

function fulfil(
  item: Item,
  session: Batch,
  context: BatchContext & { readonly gone: ReadonlyMap<string, store.PlacedOrder> },
): unknown {
  const { request: command, cause } = item
  if (command.kind === 'tidy') return undefined
  const name = nameOf(item, context.places)
  const market = name === undefined ? undefined : context.markets.get(name)
  if (command.kind === 'place') {
    const account = context.accountOf(item, command)
    return toPlaced(session.place(market!, command, account, cause), market!.pair)
  }
  const place = context.places.get(command.order.toLowerCase())
  if (!market || !place) throw NotFound({ what: 'order', id: command.order })
  const which = { id: place.id, shown: command.order }
  return toCancelled(session.cancel(market, context.gone.get(place.id), which, cause))
}

/** Writes all decisions of a batch. */
function write(
  tx: Db,
  decided: {
    readonly session: Batch
    readonly group: Group
    readonly allowances: Allowances
    readonly markets: ReadonlyMap<string, BookReplica>
  },
  invalidate: Invalidate,
): Promise<void> {
  const { session, group, allowances } = decided
  const changed = [...decided.markets.values()].filter((market) => market.isChanged)
  const money = group.write(invalidate)
  const books = store.writeBooks(tx, {
    books: changed.map((market) => market.toRow()),
    newOrders: changed.flatMap((market) => [...market.fresh.values()]),
    orders: changed.flatMap((market) => [...market.changed.values()]),
    trades: session.trades,
    volumes: session.volumes,
  })
  return settleAll([money, books, allowances.save(tx)])
}

const environmentOf = ({ cause }: Item): Environment => cause.caller.environment

const keep = (result: unknown): unknown => result

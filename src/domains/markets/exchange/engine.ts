// Decides what happens in the books. While one batch of orders commits the next collects, so that an
// idle exchange answers at once and a busy one settles hundreds in one transaction. A batch locks the
// rows of the books it is about, in one order on every node; a node's copy of a book is used while its
// version is the row's, and is brought up to date from the tables otherwise. Orders, trades, money and
// the replies to keys are written together or not at all.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { readJson } from '../../../kernel/json.ts'
import { RecentMap } from '../../../kernel/recent-map.ts'
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import { type Environment, bankItself } from '../../../operation/caller.ts'
import {
  AppError,
  excuseDatabase,
  IdempotencyConflict,
  NotFound,
  RequestInProgress,
} from '../../../operation/error.ts'
import type { Invalidate } from '../../../operation/operation.ts'
import type { IdempotentCall, Reply } from '../../../operation/idempotency.ts'
import type { BookName, Cause } from '../../../operation/posting.ts'
import {
  insertAudits,
  type NewReply,
  notifyNodes,
  type Invalidation,
} from '../../../operation/store.ts'
import { type Db, isRetryable, isUnavailable } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { Allowances, traderOf } from '../gcu-terms/index.ts'
import {
  ACCOUNT_CHANGED,
  findEarlierReplies,
  findFirstAccounts,
  type Group,
  openGroup,
  systemAccount,
} from '../../core/ledger/index.ts'
import { type Order, leftOf } from './core.ts'
import { VOLUME_DAYS } from './fees.ts'
import { quotesOf } from './house.ts'
import { type Demand, listBoth, listWithinReach, Market } from './market.ts'
import type { Pairs } from './pairs.ts'
import { OutOfReach, Session, volumeKey } from './session.ts'
import * as store from './store.ts'
import { toCancelled, toPlaced } from './view.ts'
import { type Cancellation, type Placement, Wish } from './wish.ts'

export interface EngineOptions {
  readonly db: Db
  readonly assets: AssetCatalogue
  readonly pairs: Pairs
  readonly clock: Clock
  readonly log: Logger
  readonly invalidate: Invalidate
}

interface Item {
  readonly command: Wish<unknown>['command']
  readonly environment: Environment
  readonly cause: Cause
  readonly idempotency: IdempotentCall | undefined
  readonly finish: (output: unknown) => unknown
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

type Outcome =
  | { readonly item: Item; readonly reply: Reply }
  | { readonly item: Item; readonly error: unknown }

type AccountOf = (item: Item, command: Placement) => string

/** What the items of a batch are about. */
interface Scene {
  readonly markets: ReadonlyMap<string, Market>
  /** Where the orders to be cancelled are. */
  readonly places: ReadonlyMap<string, store.PlacedOrder>
  readonly accountOf: AccountOf
}

interface Settled {
  readonly outcomes: Outcome[]
  readonly markets: ReadonlyMap<string, Market>
  /** Those that exist, as `Engine.balances` names them. */
  readonly balances: readonly string[]
}

/** Not all that wait: while some are settled, others are read and answered. */
const BATCH_MAX = 128
const ANSWERS_AT_ONCE = 8
const BALANCES_KEPT = 200_000
const TRIES_MAX = 5
const environments: readonly Environment[] = ['live', 'sandbox']

export class Engine {
  private readonly options: EngineOptions
  private readonly markets = new Map<string, Market>()
  /** Balances that are known to exist, by account and asset. */
  private readonly balances = new RecentMap<string, true>(BALANCES_KEPT)
  private readonly inFlight = new Set<string>()
  private queue: Item[] = []
  /** What became of the batch before. */
  private unanswered: Outcome[] = []
  private working: Promise<void> | undefined

  constructor(options: EngineOptions) {
    this.options = options
  }

  /** Takes what is for the exchange and leaves the rest to the ledger. */
  run(
    wish: Wish<unknown>,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    finish: (output: unknown) => unknown = (output) => output,
  ): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const slot = idempotency && slotName(idempotency)
    if (slot !== undefined) {
      if (this.inFlight.has(slot)) return Promise.reject(RequestInProgress({}))
      this.inFlight.add(slot)
    }
    const { environment } = cause.caller
    this.queue.push({
      command: wish.command,
      environment,
      cause,
      idempotency,
      finish,
      resolve,
      reject,
    })
    this.working ??= this.work()
    return promise
  }

  /** Expires what is over and trades with the house where rates have moved: in every book. */
  async tidy(): Promise<void> {
    const { pairs, clock } = this.options
    const now = clock.now()
    const wishes = environments.flatMap((environment) =>
      pairs.list().map((pair) => {
        const cause: Cause = {
          caller: bankItself(environment),
          operation: 'exchange.tidy',
          requestId: uuidv7(now),
          now,
        }
        return this.run(new Wish({ kind: 'tidy', pair }), cause, undefined)
      }),
    )
    await Promise.all(wishes)
  }

  /** The same, when nobody waits for it. */
  tidySoon(): void {
    this.tidy().catch((error: unknown) => this.options.log.warn({ err: error }, 'exchange waits'))
  }

  /** Resolves when everything handed in so far is settled. */
  async close(): Promise<void> {
    await this.working
  }

  private async work(): Promise<void> {
    // What arrives in the same turn of the event loop goes into the same batch.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.queue.length > 0) {
      const settled = await this.settle(this.queue.splice(0, BATCH_MAX))
      this.answer()
      this.unanswered = settled
    }
    this.working = undefined
    this.answer()
  }

  /** A few at a time: the database must not wait for its next statement until all are answered. */
  private answer(): void {
    const outcomes = this.unanswered
    this.unanswered = []
    const answerSome = (): void => {
      for (const outcome of outcomes.splice(0, ANSWERS_AT_ONCE)) {
        const { idempotency, resolve, reject } = outcome.item
        if (idempotency) this.inFlight.delete(slotName(idempotency))
        if ('reply' in outcome) resolve(outcome.reply)
        else reject(outcome.error)
      }
      if (outcomes.length > 0) setImmediate(answerSome)
    }
    answerSome()
  }

  /** Never fails: whatever happens is the outcome of each item. */
  private async settle(items: readonly Item[]): Promise<Outcome[]> {
    let everything = false
    for (let tries = 1; ; tries++) {
      try {
        return await this.transact(items, everything)
      } catch (error) {
        // Copies may have been changed by what was not written.
        this.markets.clear()
        if (error instanceof OutOfReach && !everything) everything = true
        else if (!isConflict(error) || tries >= TRIES_MAX) return this.settleApart(items, error)
      }
    }
  }

  /** One of them cannot be written: each for itself, so that it spoils no neighbour. */
  private async settleApart(items: readonly Item[], error: unknown): Promise<Outcome[]> {
    if (isUnavailable(error) || items.length === 1)
      return items.map((item) => ({ item, error: excuseDatabase(error) }))
    const outcomes: Outcome[] = []
    for (const item of items) outcomes.push(...(await this.settle([item])))
    return outcomes
  }

  private async transact(items: readonly Item[], everything: boolean): Promise<Outcome[]> {
    const { db, invalidate } = this.options
    const told: Invalidation[] = []
    const { outcomes, markets, balances } = await db
      .transaction()
      .execute((tx) => this.decideAndWrite(tx, items, everything, told))
    for (const market of markets.values()) market.settle()
    for (const name of balances) this.balances.set(name, true)
    for (const { topic, key } of told) invalidate(topic, key)
    return outcomes
  }

  private async decideAndWrite(
    tx: Db,
    items: readonly Item[],
    everything: boolean,
    told: Invalidation[],
  ): Promise<Settled> {
    await store.planForBatches(tx)
    const cancels = items.flatMap(({ command }) => (command.kind === 'cancel' ? command.order : []))
    // Where an order belongs never changes; what has become of it is looked up below, under lock.
    const places = await findOrders(tx, cancels)
    const markets = await this.openMarkets(tx, keysOf(items, places))
    const earlier = await findEarlier(tx, items)
    const open = items.filter((item) => !earlier.has(item))
    const firstAccounts = await findAccountsMeant(tx, open)
    const accountOf: AccountOf = (item, { account }) =>
      account ?? firstAccounts.get(volumeKey(item.environment, item.cause.caller.user!)) ?? ''
    const scene = { markets, places, accountOf, everything }
    const { group, balances, getters } = await this.lockMoney(tx, open, scene)
    const now = this.options.clock.now()
    const volumes = await findVolumes(tx, open, group, accountOf, now)
    const gone = await findOrders(
      tx,
      cancels.filter((id) => !isAnywhere(markets, id)),
    )
    const allowances = await lockAllowances(tx, getters, group, now)
    const { assets } = this.options
    const session = new Session({ group, assets, now, volumes, allowances })
    for (const market of markets.values()) session.tidy(market)
    const outcomes = open.map((item) => decideOne(item, session, { ...scene, gone }))
    const writing = write(tx, { session, group, allowances, markets, outcomes })
    // The database works on this batch while the callers of the one before are answered.
    setImmediate(() => this.answer())
    const changed = await writing
    for (const key of changed) told.push({ topic: ACCOUNT_CHANGED, key })
    await notifyNodes(tx, told)
    return { outcomes: [...earlier.values(), ...outcomes], markets, balances }
  }

  /** The books, locked, and this node's copies of them brought up to date. */
  private async openMarkets(tx: Db, keys: readonly store.BookKey[]): Promise<Map<string, Market>> {
    const found = new Map<string, Market>()
    if (keys.length === 0) return found
    const unknown: store.BookKey[] = []
    const outdated: store.KnownVersion[] = []
    for (const row of await store.lockBooks(tx, keys)) {
      const name = keyOf(row.environment, row.pair)
      const known = this.markets.get(name)
      const market = known ?? new Market(row, this.options.pairs.get(row.pair))
      if (!known) unknown.push(row)
      else if (known.version !== row.version) {
        outdated.push({ ...row, version: known.version })
        known.take(row)
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

  /** Everybody whose money may move: who asks, who may be met, the house, and the bank for its fees. */
  private async lockMoney(
    tx: Db,
    items: readonly Item[],
    known: Scene & { readonly everything: boolean },
  ): Promise<{ group: Group; balances: string[]; getters: ReadonlySet<string> }> {
    const books = new Map<string, BookName>()
    const holds = new Set<string>()
    /** Accounts that may get GCU. */
    const getters = new Set<string>()
    const add = (market: Market, account: string): void => {
      if (!isUuid(account)) return
      if (market.tradesGcu) getters.add(account)
      for (const book of listBoth(market, account)) books.set(`${account} ${book.asset}`, book)
    }
    for (const [name, market] of known.markets) {
      const here = items.filter(
        (item) => nameOf(item, known.places) === name && item.command.kind !== 'tidy',
      )
      for (const order of this.listReach(market, here, known.everything)) {
        add(market, order.account_id)
        holds.add(order.id)
      }
      for (const { command, ...item } of here) {
        if (command.kind === 'place')
          add(market, known.accountOf({ command, ...item }, command).toLowerCase())
        const cancelled =
          command.kind === 'cancel' ? known.places.get(command.order.toLowerCase()) : undefined
        if (!cancelled) continue
        add(market, cancelled.account_id)
        holds.add(cancelled.id)
      }
      add(market, systemAccount(market.environment, 'market-maker'))
      add(market, systemAccount(market.environment, 'fees'))
    }
    const newBooks = [...books].flatMap(([name, book]) => (this.balances.has(name) ? [] : book))
    const names = { books: [...books.values()], newBooks, holds: [...holds] }
    const group = await openGroup(tx, names)
    // Somebody may have named an account that does not exist.
    const balances = [...books].flatMap(([name, { account, asset }]) =>
      group.findAccount(account)?.books.has(asset) ? name : [],
    )
    return { group, balances, getters }
  }

  private listReach(market: Market, items: readonly Item[], everything: boolean): Iterable<Order> {
    const { book, pair } = market
    if (everything) return book.orders.values()
    const { clock, assets } = this.options
    const amounts: Demand['amounts'] = { buy: 0n, sell: 0n }
    const prices: bigint[] = []
    const now = clock.now()
    const due = book.listDue(now.getTime())
    for (const { command } of items) {
      if (command.kind === 'place') {
        amounts[command.side] += command.amount
        if (command.price !== null) prices.push(command.price)
      } else if (command.kind === 'cancel') due.push(...(findIn(book, command) ?? []))
    }
    // Who leaves makes room for others to be met.
    for (const order of due) amounts[order.side === 'buy' ? 'sell' : 'buy'] += leftOf(order)
    return new Set([
      ...due,
      ...listWithinReach(market, { amounts, prices }, quotesOf(pair, assets, now)),
    ])
  }
}

const findIn = (book: Market['book'], { order }: Cancellation): Order[] | undefined => {
  const found = book.orders.get(order.toLowerCase())
  return found && [found]
}

const keyOf = (environment: Environment, pair: string): string => `${environment} ${pair}`

/** The book that an item is about; undefined for an order that does not exist. */
function nameOf(
  { command, environment }: Item,
  places: ReadonlyMap<string, store.PlacedOrder>,
): string | undefined {
  if (command.kind !== 'cancel') return keyOf(environment, command.pair.name)
  const place = places.get(command.order.toLowerCase())
  return place && keyOf(place.environment, place.pair)
}

function keysOf(
  items: readonly Item[],
  places: ReadonlyMap<string, store.PlacedOrder>,
): store.BookKey[] {
  const keys = new Map<string, store.BookKey>()
  for (const { command, environment } of items) {
    const key =
      command.kind === 'cancel'
        ? places.get(command.order.toLowerCase())
        : { environment, pair: command.pair.name }
    if (key) keys.set(keyOf(key.environment, key.pair), key)
  }
  return [...keys.values()]
}

const isAnywhere = (markets: ReadonlyMap<string, Market>, id: string): boolean =>
  [...markets.values()].some(({ book }) => book.orders.has(id.toLowerCase()))

async function findOrders(tx: Db, ids: readonly string[]) {
  const known = ids.filter(isUuid).map((id) => id.toLowerCase())
  return known.length > 0 ? store.findOrders(tx, known) : new Map<string, store.PlacedOrder>()
}

/** What other calls with the same keys were answered before. */
async function findEarlier(tx: Db, items: readonly Item[]): Promise<Map<Item, Outcome>> {
  const found = new Map<Item, Outcome>()
  const keyed = items.filter((item) => item.idempotency)
  if (keyed.length === 0) return found
  const stored = await findEarlierReplies(
    tx,
    keyed.map((item) => item.idempotency!.slot),
  )
  keyed.forEach((item, index) => {
    const row = stored[index]
    if (!row) return
    if (!row.input_hash.equals(item.idempotency!.inputHash))
      found.set(item, { item, error: IdempotencyConflict({}) })
    else {
      const reply = { output: readJson(row.text), replayed: true, text: row.text }
      found.set(item, { item, reply })
    }
  })
  return found
}

/** The first account of each caller who named none. */
async function findAccountsMeant(tx: Db, items: readonly Item[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const environment of environments) {
    const users = items.flatMap(({ command, environment: where, cause }) =>
      command.kind === 'place' && command.account === undefined && where === environment
        ? cause.caller.user!
        : [],
    )
    if (users.length === 0) continue
    const accounts = await findFirstAccounts(tx, { environment, users: [...new Set(users)] })
    for (const [user, account] of accounts) found.set(volumeKey(environment, user), account)
  }
  return found
}

/** After the money, as everywhere: see `Allowances`. */
const lockAllowances = (
  tx: Db,
  accounts: ReadonlySet<string>,
  group: Group,
  now: Date,
): Promise<Allowances> => {
  const known = [...accounts].flatMap((id) => group.findAccount(id) ?? [])
  // The bank's own accounts are nobody's.
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
  const since = new Date(now.getTime() - VOLUME_DAYS * 86_400_000).toISOString().slice(0, 10)
  for (const environment of environments) {
    const users = items.flatMap((item) => {
      if (item.command.kind !== 'place' || item.environment !== environment) return []
      return group.findAccount(accountOf(item, item.command).toLowerCase())?.user_uuid ?? []
    })
    if (users.length === 0) continue
    const volumes = await store.sumVolumes(tx, { environment, users: [...new Set(users)], since })
    for (const [user, cents] of volumes) found.set(volumeKey(environment, user), cents)
  }
  return found
}

/** A refusal is an outcome; anything else ends the batch. */
function decideOne(
  item: Item,
  session: Session,
  scene: Scene & { readonly gone: ReadonlyMap<string, store.PlacedOrder> },
): Outcome {
  try {
    const output = item.finish(fulfil(item, session, scene))
    return { item, reply: { output, replayed: false, text: JSON.stringify(output) } }
  } catch (error) {
    if (error instanceof AppError) return { item, error }
    throw error
  }
}

function fulfil(
  item: Item,
  session: Session,
  scene: Scene & { readonly gone: ReadonlyMap<string, store.PlacedOrder> },
): unknown {
  const { command, cause } = item
  if (command.kind === 'tidy') return undefined
  const name = nameOf(item, scene.places)
  const market = name === undefined ? undefined : scene.markets.get(name)
  if (command.kind === 'place') {
    const account = scene.accountOf(item, command)
    return toPlaced(session.place(market!, command, account, cause), market!.pair)
  }
  const place = scene.places.get(command.order.toLowerCase())
  if (!market || !place) throw NotFound({ what: 'order', id: command.order })
  const which = { id: place.id, shown: command.order }
  return toCancelled(session.cancel(market, scene.gone.get(place.id), which, cause))
}

/** All that a batch has decided; answers with the accounts whose money moved. */
async function write(
  tx: Db,
  decided: {
    readonly session: Session
    readonly group: Group
    readonly allowances: Allowances
    readonly markets: ReadonlyMap<string, Market>
    readonly outcomes: readonly Outcome[]
  },
): Promise<string[]> {
  const done = decided.outcomes.flatMap((outcome) => ('reply' in outcome ? outcome : []))
  const replies = done.flatMap(({ item, reply }) =>
    item.idempotency ? toReply(item.idempotency, item.cause, reply) : [],
  )
  const changed = [...decided.markets.values()].filter((market) => market.isChanged)
  const accounts = await decided.group.write(replies)
  await store.writeBooks(tx, {
    books: changed.map((market) => market.toRow()),
    newOrders: changed.flatMap((market) => [...market.fresh.values()]),
    orders: changed.flatMap((market) => [...market.changed.values()]),
    trades: decided.session.trades,
    volumes: decided.session.volumes,
  })
  await decided.allowances.save(tx)
  // Moves and holds tell who placed an order; who cancelled one only this does.
  const cancelled = done.filter(({ item }) => item.command.kind === 'cancel')
  if (cancelled.length > 0)
    await insertAudits(
      tx,
      cancelled.map(({ item }) => item.cause),
    )
  return accounts
}

const toReply = (idempotency: IdempotentCall, { now }: Cause, { text }: Reply): NewReply => ({
  slot: idempotency.slot,
  inputHash: idempotency.inputHash,
  text: text!,
  now,
})

const slotName = ({ slot }: IdempotentCall): string =>
  `${slot.caller}/${slot.operation}/${slot.key}`

/** Somebody else was faster: with a key, a balance, or a lock. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return error instanceof OutOfReach || code === 'FL001' || code === '23505' || isRetryable(error)
}

// Keeps the rates up to date: history at the first start, a new rate when a feed has one, and a word
// when none has come for a day. Any node may do it, several at once do it once.
import { bankItself } from '../../../operation/caller.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Invalidate } from '../../../operation/operation.ts'
import { runAsBank } from '../../../operation/bank-work.ts'
import { settleSetting } from '../../../operation/store.ts'
import type { Db } from '../../../platform/database.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import {
  type AssetRecord,
  findDollarRates,
  findLastOf,
  listAssets,
  lockRates,
  markStale,
  type RateRow,
} from '../assets/index.ts'
import { RateStale } from './events.ts'
import { addDays, type DailyFeed, type Quote, type RateFeed, startOfDay } from './feed.ts'
import {
  announce,
  isHeld,
  OPERATOR,
  type RecordContext,
  recordQuotes,
  type Speaker,
} from './recording.ts'

export interface KeeperOptions {
  /** The first that is for an asset is asked for it. */
  readonly feeds: readonly RateFeed[]
  readonly clock: Clock
  readonly log: Logger
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
}

/** What was added, and which feeds could not be asked. */
export interface Refreshed {
  readonly added: readonly RateRow[]
  readonly failed: readonly string[]
}

export const HISTORY_DAYS = 90

/** Asking again sooner adds nothing: whoever may ask may ask often. */
const FRESH_MS = 60_000

const isDaily = (feed: RateFeed): feed is DailyFeed => 'daily' in feed

const speakerOf = ({ name, source }: RateFeed): Speaker => ({ provider: name, source })

interface Heard {
  readonly feed: RateFeed
  readonly quotes: readonly Quote[]
}

export class RateKeeper {
  readonly feeds: readonly RateFeed[]
  private readonly options: KeeperOptions

  constructor(options: KeeperOptions) {
    this.options = options
    this.feeds = options.feeds
  }

  /** Every start, before anything is served: history the first time, the missing days later. */
  prepare(db: Db): Promise<void> {
    if (this.feeds.length === 0)
      this.options.log.warn('RATE_FEED_URL is not set: there are only the rates that operators set')
    return this.inTransaction(db, (ctx) => this.fillDays(ctx))
  }

  readonly job: JobDef = {
    name: 'rates.refresh',
    cron: '1 * * * *',
    retries: 0,
    run: (_payload, db) => this.run(db),
  }

  private async run(db: Db): Promise<void> {
    const { clock } = this.options
    const assets = (await listAssets(db)).filter((asset) => asset.is_active)
    const market = this.feeds.filter((feed) => !isDaily(feed))
    const { heard } = await this.ask(market, assets, clock.now(), clock.now())
    await this.inTransaction(db, async (ctx) => {
      for (const one of heard) await this.record(ctx, one)
      await this.fillDays(ctx)
      // What an operator set for a time is over: the feeds say it again, before the next day, too.
      const over = await listLapsed(ctx)
      if (over.size > 0) await this.refresh(ctx, over)
      const names = this.feeds.map((feed) => feed.name)
      await announce(ctx, RateStale, await markStale(ctx.tx, names, ctx.now))
    })
  }

  /** What the feeds say now of these assets, or of all; a rate of this very minute is kept. */
  async refresh(ctx: RecordContext, codes?: ReadonlySet<string>): Promise<Refreshed> {
    const { tx, now } = ctx
    const assets = await listAssets(tx)
    const fresh = await findDollarRates(tx, new Date(now))
    const isFresh = new Set(
      fresh
        .filter((row) => now.getTime() - Date.parse(row.valid_at) < FRESH_MS)
        .map((row) => row.from_asset),
    )
    const wanted = assets.filter(
      ({ code, is_active }) => is_active && !isFresh.has(code) && (codes?.has(code) ?? true),
    )
    const { heard, failed } = await this.ask(this.feeds, wanted, now, await startedOn(tx, now))
    const added: RateRow[] = []
    for (const one of heard) added.push(...(await this.record(ctx, one)))
    return { added, failed }
  }

  /** What a feed says now. */
  private async record(ctx: RecordContext, { feed, quotes }: Heard): Promise<RateRow[]> {
    const lapsed = await listLapsed(ctx)
    const timely = quotes.map((quote) => (lapsed.has(quote.asset) ? sayNow(quote, ctx.now) : quote))
    return recordQuotes(ctx, timely, speakerOf(feed), { isFeed: true })
  }

  /**
   * Each asset is asked of the first feed that is for it, and of the next when that one has no price
   * of it. A feed that is silent is waited for: another's price would be a leap.
   */
  private async ask(
    feeds: readonly RateFeed[],
    assets: readonly AssetRecord[],
    now: Date,
    started: Date,
  ): Promise<{ heard: Heard[]; failed: string[] }> {
    const heard: Heard[] = []
    const failed: string[] = []
    let left = assets
    for (const feed of feeds) {
      const wanted = new Set(left.filter((asset) => feed.isFor(asset)).map(({ code }) => code))
      if (wanted.size === 0) continue
      try {
        const quotes = (await feed.latest(now, started)).filter(({ asset }) => wanted.has(asset))
        heard.push({ feed, quotes })
        const priced = new Set(quotes.map(({ asset }) => asset))
        left = left.filter(({ code }) => !priced.has(code))
      } catch (error) {
        this.options.log.warn({ err: error, feed: feed.name }, 'a rate feed cannot be read')
        failed.push(feed.name)
        left = left.filter(({ code }) => !wanted.has(code))
      }
    }
    return { heard, failed }
  }

  /** Whose last price another feed gave is that feed's, for as long as it is silent. */
  private async listOthers(feed: RateFeed, { tx, now }: RecordContext): Promise<Set<string>> {
    const others = this.feeds.filter((other) => other !== feed).map(({ name }) => name)
    const current = await findDollarRates(tx, now)
    return new Set(
      current.filter(({ provider }) => others.includes(provider)).map((row) => row.from_asset),
    )
  }

  /** Prices that follow a rule are known for every day: what is missing until today is added. */
  async fillDays(ctx: RecordContext): Promise<void> {
    const { tx, now } = ctx
    for (const feed of this.feeds.filter(isDaily)) {
      // Before it is looked at: another node may be filling the same days.
      await lockRates(tx)
      const started = await startedOn(tx, now)
      const last = await findLastOf(tx, feed.name)
      const first = last ? addDays(startOfDay(new Date(last)), 1) : addDays(started, -HISTORY_DAYS)
      if (first > now) continue
      const others = await this.listOthers(feed, ctx)
      const quotes = feed.daily(first, now, started).filter(({ asset }) => !others.has(asset))
      const isHistory = last === undefined
      await recordQuotes(ctx, quotes, speakerOf(feed), { isHistory, isFeed: true })
    }
  }

  private inTransaction(db: Db, work: (ctx: RecordContext) => Promise<void>): Promise<void> {
    const { clock, invalidate } = this.options
    const caller = bankItself('live')
    return runAsBank({ db, now: clock.now(), caller, operation: 'rates.refresh', invalidate }, work)
  }
}

/** Assets whose rate an operator set for a time that is over. */
async function listLapsed({ tx, now }: RecordContext): Promise<Set<string>> {
  const current = await findDollarRates(tx, now)
  const lapsed = current.filter((row) => row.provider === OPERATOR && !isHeld(row, now))
  return new Set(lapsed.map((row) => row.from_asset))
}

/** What a feed said while an operator's rate stayed counts from when that has lapsed. */
const sayNow = (quote: Quote, now: Date): Quote =>
  quote.valid_at >= now
    ? quote
    : {
        ...quote,
        valid_at: now,
        metadata: { ...quote.metadata, said_at: quote.valid_at.toISOString() },
      }

/** The day of the bank's first start, on which its prices are exactly those of the table. */
async function startedOn(tx: Db, now: Date): Promise<Date> {
  const today = startOfDay(now).toISOString()
  return new Date(await settleSetting(tx, 'rates_started', today))
}

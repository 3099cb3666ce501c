// Keeps the rates up to date: fills in history at the first start, records new quotes of the feeds, and
// announces rates that are older than a day. Any node may do this; when several try at once, one does.
import { systemCaller } from '../../../operation/caller.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Invalidate } from '../../../operation/operation.ts'
import { runAsSystem } from '../../../operation/system-work.ts'
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
  emitRateUpdated,
  isPinned,
  OPERATOR,
  type RecordContext,
  recordQuotes,
  type QuoteSource,
} from './recorder.ts'

export interface UpdaterOptions {
  /** In order of preference: the first feed that quotes an asset is asked for it. */
  readonly feeds: readonly RateFeed[]
  readonly clock: Clock
  readonly log: Logger
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
}

/** The rates that were added, and the feeds that could not be read. */
export interface Refreshed {
  readonly added: readonly RateRow[]
  readonly failed: readonly string[]
}

export const HISTORY_DAYS = 90

/** Rates newer than this are not refreshed again, so that frequent requests do not burden the feeds. */
const FRESH_MS = 60_000

const isDaily = (feed: RateFeed): feed is DailyFeed => 'daily' in feed

const sourceOf = ({ name, source }: RateFeed): QuoteSource => ({ provider: name, source })

interface FeedQuotes {
  readonly feed: RateFeed
  readonly quotes: readonly Quote[]
}

export class RateUpdater {
  readonly feeds: readonly RateFeed[]
  private readonly options: UpdaterOptions

  constructor(options: UpdaterOptions) {
    this.options = options
    this.feeds = options.feeds
  }

  /** Runs at every start before the bank serves: fills in history the first time, missing days later. */
  prepare(db: Db): Promise<void> {
    if (this.feeds.length === 0)
      this.options.log.warn(
        'RATE_FEED_URL is not set: the only rates are those that operators set; set RATE_FEED_URL to have them updated',
      )
    return this.catchUp(db)
  }

  /** Fills in the missing days in a transaction of its own. */
  catchUp(db: Db): Promise<void> {
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
    const { answers } = await this.ask(market, assets, clock.now(), clock.now())
    await this.inTransaction(db, async (ctx) => {
      for (const answer of answers) await this.record(ctx, answer)
      await this.fillDays(ctx)
      // The feeds replace an operator's lapsed rate at once, without waiting for the next day.
      const lapsed = await listLapsed(ctx)
      if (lapsed.size > 0) await this.refresh(ctx, lapsed)
      const names = this.feeds.map((feed) => feed.name)
      await emitRateUpdated(ctx, RateStale, await markStale(ctx.tx, names, ctx.now))
    })
  }

  /** Records the feeds' current quotes of these assets, or of all; rates younger than a minute are kept. */
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
    const { answers, failed } = await this.ask(this.feeds, wanted, now, await startedOn(tx, now))
    const added: RateRow[] = []
    for (const answer of answers) added.push(...(await this.record(ctx, answer)))
    return { added, failed }
  }

  private async record(ctx: RecordContext, { feed, quotes }: FeedQuotes): Promise<RateRow[]> {
    const lapsed = await listLapsed(ctx)
    const timely = quotes.map((quote) =>
      lapsed.has(quote.asset) ? startNow(quote, ctx.now) : quote,
    )
    return recordQuotes(ctx, timely, sourceOf(feed), { isFeed: true })
  }

  /**
   * Takes each asset from the first feed that quotes it, or from the next when that feed has no price for
   * it. The assets of a feed that fails keep their last rate: another feed's price could jump.
   */
  private async ask(
    feeds: readonly RateFeed[],
    assets: readonly AssetRecord[],
    now: Date,
    started: Date,
  ): Promise<{ answers: FeedQuotes[]; failed: string[] }> {
    const answers: FeedQuotes[] = []
    const failed: string[] = []
    let left = assets
    for (const feed of feeds) {
      const wanted = new Set(left.filter((asset) => feed.isFor(asset)).map(({ code }) => code))
      if (wanted.size === 0) continue
      try {
        const quotes = (await feed.latest(now, started)).filter(({ asset }) => wanted.has(asset))
        answers.push({ feed, quotes })
        const priced = new Set(quotes.map(({ asset }) => asset))
        left = left.filter(({ code }) => !priced.has(code))
      } catch (error) {
        this.options.log.warn(
          { err: error, feed: feed.name },
          'the rate feed could not be read; its last rates stay valid',
        )
        failed.push(feed.name)
        left = left.filter(({ code }) => !wanted.has(code))
      }
    }
    return { answers, failed }
  }

  /** The assets whose current rate is another feed's, and stays so until that feed quotes them again. */
  private async listOthers(feed: RateFeed, { tx, now }: RecordContext): Promise<Set<string>> {
    const others = this.feeds.filter((other) => other !== feed).map(({ name }) => name)
    const current = await findDollarRates(tx, now)
    return new Set(
      current.filter(({ provider }) => others.includes(provider)).map((row) => row.from_asset),
    )
  }

  /** Adds the missing days up to today for feeds that can compute every day. */
  async fillDays(ctx: RecordContext): Promise<void> {
    const { tx, now } = ctx
    for (const feed of this.feeds.filter(isDaily)) {
      // The lock comes before the reads, because another node may be filling the same days.
      await lockRates(tx)
      const started = await startedOn(tx, now)
      const last = await findLastOf(tx, feed.name)
      const first = last ? addDays(startOfDay(new Date(last)), 1) : addDays(started, -HISTORY_DAYS)
      if (first > now) continue
      const others = await this.listOthers(feed, ctx)
      const quotes = feed.daily(first, now, started).filter(({ asset }) => !others.has(asset))
      const isHistory = last === undefined
      await recordQuotes(ctx, quotes, sourceOf(feed), { isHistory, isFeed: true })
    }
  }

  private inTransaction(db: Db, work: (ctx: RecordContext) => Promise<void>): Promise<void> {
    const { clock, invalidate } = this.options
    const caller = systemCaller('live')
    return runAsSystem(
      { db, now: clock.now(), caller, operation: 'rates.refresh', invalidate },
      work,
    )
  }
}

/** The assets whose current rate an operator set with a `valid_until` that has passed. */
async function listLapsed({ tx, now }: RecordContext): Promise<Set<string>> {
  const current = await findDollarRates(tx, now)
  const lapsed = current.filter((row) => row.provider === OPERATOR && !isPinned(row, now))
  return new Set(lapsed.map((row) => row.from_asset))
}

/** A quote from while an operator's rate was in force is valid only from now on. */
const startNow = (quote: Quote, now: Date): Quote =>
  quote.valid_at >= now
    ? quote
    : {
        ...quote,
        valid_at: now,
        metadata: { ...quote.metadata, said_at: quote.valid_at.toISOString() },
      }

/** The day of the bank's first start, on which the simulated prices are exactly those of the table. */
async function startedOn(tx: Db, now: Date): Promise<Date> {
  const today = startOfDay(now).toISOString()
  return new Date(await settleSetting(tx, 'rates_started', today))
}

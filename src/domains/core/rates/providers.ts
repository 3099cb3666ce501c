// Compares the rates of the providers side by side and over time, and checks whether a quote is plausible.
import { dayOf } from '../../../kernel/days.ts'
import { DAY_MS } from '../../../kernel/durations.ts'
import { multiplyDivide } from '../../../kernel/money.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import {
  type AssetCatalogue,
  findDollarRates,
  findLastOf,
  listDollarRates,
  RATE_SCALE,
  type RateRow,
  readAsset,
  readRate,
  showChange,
  showRate,
} from '../assets/index.ts'
import type { PairRequest, RateOptions } from './service.ts'
import { addDays, dayNumber, type RateFeed, startOfDay } from './feed.ts'
import { inverseOf, joinLegs, type Rate } from './rate.ts'
import { rateAt } from './queries.ts'
import { toPair } from './view.ts'

interface ProviderRate {
  readonly provider: string
  readonly rate: Rate
}

const HISTORY_DAYS_MAX = 366

export const listProviders = ({ assets, updater }: RateOptions, ctx: Context) =>
  Promise.all(
    updater.feeds.map(async (feed) => ({
      name: feed.name,
      title: feed.title,
      source: feed.source,
      simulated: feed.simulated,
      assets: assets
        .list()
        .filter((asset) => asset.is_active && feed.isFor(asset))
        .map((asset) => asset.code),
      last_update: (await findLastOf(ctx.tx, feed.name)) ?? null,
    })),
  )

export function getFeed(name: string, { updater }: RateOptions): RateFeed {
  const feed = updater.feeds.find((one) => one.name === name)
  if (!feed) throw NotFound({ what: 'exchange provider', id: name })
  return feed
}

export function readPair(request: PairRequest, assets: AssetCatalogue): PairRequest {
  const from = readAsset(assets, request.from.toUpperCase(), 'from').code
  const to = readAsset(assets, request.to.toUpperCase(), 'to').code
  if (from === to) throw Invalid({ errors: { to: ['The two assets must be different.'] } })
  return { from, to }
}

export const toProviderRate = ({ provider, rate }: ProviderRate, now: Date) => ({
  provider,
  ...toPair(rate, now),
})

/** The last rate of each provider for the pair; providers without one are left out. */
async function findProviderRates({ from, to }: PairRequest, options: RateOptions, ctx: Context) {
  const quotes = await Promise.all(
    options.updater.feeds.map(async ({ name }) => ({
      provider: name,
      rate: await rateAt(ctx.tx, from, to, ctx.now, name),
    })),
  )
  const known = quotes.filter((one): one is ProviderRate => one.rate !== undefined)
  if (known.length === 0) throw NotFound({ what: 'exchange rate', id: `${from}/${to}` })
  return known
}

export async function compareProviders(request: PairRequest, options: RateOptions, ctx: Context) {
  const pair = readPair(request, options.assets)
  const quotes = await findProviderRates(pair, options, ctx)
  const byBid = quotes.filter(({ rate }) => rate.bid !== null)
  const byAsk = quotes.filter(({ rate }) => rate.ask !== null)
  const best = (list: readonly ProviderRate[], isBetter: (a: Rate, b: Rate) => boolean) =>
    list.reduce<ProviderRate | undefined>(
      (found, one) => (found && !isBetter(one.rate, found.rate) ? found : one),
      undefined,
    )?.provider ?? null
  return {
    from_asset: pair.from,
    to_asset: pair.to,
    rates: quotes.map((one) => toProviderRate(one, ctx.now)),
    best_bid: best(byBid, (a, b) => a.bid! > b.bid!),
    best_ask: best(byAsk, (a, b) => a.ask! < b.ask!),
  }
}

/** The mean, rounded half to even, of the providers' rates from the last day. */
export async function aggregateProviders(request: PairRequest, options: RateOptions, ctx: Context) {
  const pair = readPair(request, options.assets)
  const quotes = (await findProviderRates(pair, options, ctx)).filter(
    ({ rate }) => ctx.now.getTime() - rate.valid_at.getTime() <= DAY_MS,
  )
  if (quotes.length === 0) throw NotFound({ what: 'exchange rate', id: `${pair.from}/${pair.to}` })
  const rates = quotes.map(({ rate }) => rate.rate).toSorted((a, b) => (a < b ? -1 : 1))
  const [lowest, highest] = [rates[0]!, rates.at(-1)!]
  const sum = rates.reduce((a, b) => a + b, 0n)
  return {
    from_asset: pair.from,
    to_asset: pair.to,
    rate: showRate(multiplyDivide(sum, 1n, BigInt(rates.length), 'half-even')),
    lowest: showRate(lowest),
    highest: showRate(highest),
    spread_percent: showChange(lowest, highest),
    providers: quotes.map(({ provider }) => provider),
  }
}

export interface HistoryRequest extends PairRequest {
  readonly start_date: string
  readonly end_date: string
}

export async function readHistory(request: HistoryRequest, options: RateOptions, ctx: Context) {
  const { from, to } = readPair(request, options.assets)
  const { start, end } = readDays(request)
  const last = end > ctx.now ? ctx.now : end
  const [ofFrom, ofTo] = await Promise.all([
    dailyRates(ctx.tx, from, start, last),
    dailyRates(ctx.tx, to, start, last),
  ])
  const days = Math.max(0, dayNumber(last) - dayNumber(start) + 1)
  return {
    from_asset: from,
    to_asset: to,
    start_date: request.start_date,
    end_date: request.end_date,
    rates: Array.from({ length: days }, (_, index) => addDays(start, index)).flatMap((day) => {
      const legs = [ofFrom(day), ofTo(day)]
      if (legs.some((leg) => leg === 'unknown')) return []
      const [a, b] = legs as (RateRow | undefined)[]
      const rate = joinLegs({ from, to }, a, b, day)
      return {
        date: dayOf(day),
        rate: showRate(rate.rate),
        inverse_rate: showRate(inverseOf(rate)),
        generated: [a, b].some((leg) => leg && 'generated' in leg.metadata),
      }
    }),
  }
}

function readDays({ start_date, end_date }: HistoryRequest): { start: Date; end: Date } {
  const start = new Date(start_date)
  const end = addDays(new Date(end_date), 1)
  const refuse = (sentence: string) => Invalid({ errors: { end_date: [sentence] } })
  if (start >= end) throw refuse(`The end date ${end_date} is before the start date ${start_date}.`)
  if (dayNumber(end) - dayNumber(start) > HISTORY_DAYS_MAX)
    throw refuse(`A request may span at most ${HISTORY_DAYS_MAX} days; split it into several.`)
  return { start, end: new Date(end.getTime() - 1) }
}

/** Looks up the rate at the end of a day: the last one that began on that day or before. */
async function dailyRates(tx: Db, code: string, start: Date, end: Date) {
  if (code === 'USD') return () => undefined
  const [before, rows] = await Promise.all([
    findDollarRates(tx, start, { codes: [code] }),
    listDollarRates(tx, code, start, end),
  ])
  return (day: Date): RateRow | 'unknown' => {
    const next = addDays(startOfDay(day), 1).toISOString()
    return rows.findLast((row) => row.valid_at < next) ?? before[0] ?? 'unknown'
  }
}

export interface QuoteToCheck extends PairRequest {
  readonly rate: string
  readonly bid?: string
  readonly ask?: string
  readonly timestamp?: string
}

// SPREAD_MAX and DEVIATION_MAX are in hundredths of a percent, AGE_MAX is in seconds.
const SPREAD_MAX = 100n
const DEVIATION_MAX = 1_000n
const AGE_MAX = 300

/** Checks whether a quote is near our rate, has a small spread and is recent. A missing side is taken to be the rate. */
export async function checkQuote(request: QuoteToCheck, options: RateOptions, ctx: Context) {
  const { from, to } = readPair(request, options.assets)
  const reference = await rateAt(ctx.tx, from, to, ctx.now)
  if (!reference) throw NotFound({ what: 'exchange rate', id: `${from}/${to}` })
  const read = (text: string | undefined) => (text === undefined ? undefined : readRate(text))
  const [rate, bid, ask] = [readRate(request.rate), read(request.bid), read(request.ask)]
  for (const [field, value] of Object.entries({ rate, bid, ask }))
    if (value === 0n)
      throw Invalid({ errors: { [field]: [`The ${field} must be greater than zero.`] } })
  const age =
    request.timestamp === undefined
      ? null
      : Math.floor((ctx.now.getTime() - Date.parse(request.timestamp)) / 1000)
  const hasSpread = bid !== undefined && ask !== undefined
  const problems = [
    ...(isFurther(reference.rate, rate, DEVIATION_MAX)
      ? [`The rate is more than 10 % away from ours, ${showRate(reference.rate)}.`]
      : []),
    ...(bid !== undefined && bid > rate ? ['The bid is above the rate.'] : []),
    ...(ask !== undefined && ask < rate ? ['The ask is below the rate.'] : []),
    ...(isFurther(bid ?? rate, ask ?? rate, SPREAD_MAX)
      ? [
          hasSpread
            ? 'Bid and ask are more than 1 % apart.'
            : `The ${bid === undefined ? 'ask' : 'bid'} is more than 1 % away from the rate.`,
        ]
      : []),
    ...(age !== null && age > AGE_MAX ? [`The quote is older than ${AGE_MAX} seconds.`] : []),
    ...(age !== null && age < 0 ? ['The timestamp of the quote is in the future.'] : []),
  ]
  return {
    from_asset: from,
    to_asset: to,
    rate: showRate(rate),
    reference_rate: showRate(reference.rate),
    deviation_percent: showChange(reference.rate, rate),
    spread_percent: hasSpread ? showChange(bid, ask) : null,
    age_seconds: age,
    is_valid: problems.length === 0,
    problems,
  }
}

const isFurther = (base: bigint, value: bigint, max: bigint): boolean => {
  const distance = value > base ? value - base : base - value
  return multiplyDivide(RATE_SCALE, distance, base, 'up') * 10_000n > max * RATE_SCALE
}

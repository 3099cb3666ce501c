// Records the values of baskets. A basket is launched, worth one dollar, as soon as all of its parts
// have a price. Then a value is written for every UTC day, and for each hour in which it has changed.
// Each value is also the exchange rate of the basket. Missed days are filled from the rates of those
// days. Dynamic baskets are rebalanced when they are due.
import { DAY_MS, HOUR_MS } from '../../../kernel/durations.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { Db } from '../../../platform/database.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import { RATE_SCALE, writeRate } from '../../core/assets/index.ts'
import { rateAt, type RateUpdater, listRatesBetween, recordQuotes } from '../../core/rates/index.ts'
import {
  priceComponents,
  setUnits,
  toComponentRow,
  VALUE_DIGITS,
  VALUE_SCALE,
  valueOf,
} from './components.ts'
import { isDue, type RebalanceContext, rebalance } from './rebalancing.ts'
import * as store from './store.ts'
import type { BasketRow, CompositionRow, ValueRow } from './store.ts'
import { readComponents, readPrices } from './valuation.ts'

export interface ValuerOptions {
  readonly rateUpdater: RateUpdater
  readonly work: Bank['work']
}

const JOB = 'baskets.value'

export class Valuer {
  private readonly options: ValuerOptions

  constructor(options: ValuerOptions) {
    this.options = options
  }

  /** Runs at every start, after the rates are loaded: writes the history the first time, missing days later. */
  prepare(): Promise<void> {
    return this.options.work('live', JOB, async (ctx) => {
      await store.lockBaskets(ctx.tx, null)
      for (const basket of await store.listBaskets(ctx.tx, { active: true }))
        await addMissingValues(ctx, basket)
    })
  }

  readonly job: JobDef = {
    name: JOB,
    // Three minutes past the hour, after the hour's rates have been fetched.
    cron: '3 * * * *',
    retries: 0,
    run: () => this.run(),
  }

  private async run(): Promise<void> {
    await this.options.work('live', JOB, async (ctx) => {
      await store.lockBaskets(ctx.tx, null)
      await this.options.rateUpdater.fillDays(ctx)
      for (const basket of await store.listBaskets(ctx.tx, { active: true })) {
        await addMissingValues(ctx, basket)
        if (isDue(basket, ctx.now)) await rebalance(ctx, basket.code)
      }
    })
  }
}

/** Sets the first composition of a basket: worth one dollar at current prices. Undefined if a price is missing. */
export async function launch(
  { tx, now }: Pick<RebalanceContext, 'tx' | 'now'>,
  basket: BasketRow,
): Promise<CompositionRow | undefined> {
  const { prices } = await readPrices(
    tx,
    basket.components.map((component) => component.asset_code),
    now,
  )
  const targets = basket.components.map(({ asset_code, weight }) => ({
    asset_code,
    weight,
    price: prices.get(asset_code),
  }))
  if (!targets.every((target): target is typeof target & { price: bigint } => !!target.price))
    return undefined
  const parts = setUnits(targets, VALUE_SCALE).map(toComponentRow)
  await store.insertComposition(tx, basket.code, { valid_at: now, reason: 'launch', parts })
  await store.setRebalanced(tx, basket.code, now)
  return { valid_at: now.toISOString(), parts }
}

/** Adds the values that are missing up to now, and their exchange rates. */
export async function addMissingValues(ctx: RebalanceContext, basket: BasketRow): Promise<void> {
  const { tx, now } = ctx
  const known = await store.listCompositions(tx, basket.code)
  const launched = known.length === 0 ? await launch(ctx, basket) : undefined
  const compositions = launched ? [launched] : known
  if (compositions.length === 0) return
  const [last] = await store.listLastValues(tx, basket.code, now, 1)
  const times = last
    ? missingTimes(new Date(last.calculated_at), now)
    : firstTimes(basket.history_days, now)
  const values = await computeValues(tx, compositions, times)
  const added = values.filter(
    (row, index) =>
      isDayStart(row.calculated_at) || row.value !== (values[index - 1]?.value ?? last?.value),
  )
  await store.insertValues(tx, basket.code, added)
  await recordQuotes(
    ctx,
    added.map((row) => toQuote(basket.code, row)),
    { provider: 'basket', source: 'market' },
    { isHistory: last === undefined },
  )
}

const startOf = (time: Date, length: number): number => Math.floor(time.getTime() / length) * length

const isDayStart = (time: string): boolean => Date.parse(time) % DAY_MS === 0

/** The times of a new basket's first values: the start of each day of its history, if it has one, and now. */
function firstTimes(days: number, now: Date): Date[] {
  const today = startOf(now, DAY_MS)
  const mornings = Array.from(
    { length: days === 0 ? 0 : days + 1 },
    (_, index) => new Date(today + (index - days) * DAY_MS),
  )
  return [...mornings.filter((morning) => morning < now), now]
}

/** The start of each day since the last value, and of the current hour. */
function missingTimes(last: Date, now: Date): Date[] {
  const days = (startOf(now, DAY_MS) - startOf(last, DAY_MS)) / DAY_MS
  const mornings = Array.from(
    { length: days },
    (_, index) => new Date(startOf(last, DAY_MS) + (index + 1) * DAY_MS),
  )
  const hour = new Date(startOf(now, HOUR_MS))
  return hour > (mornings.at(-1) ?? last) ? [...mornings, hour] : mornings
}

/** The basket's value at each of these times, oldest first; times without a known price are left out. */
async function computeValues(
  tx: Db,
  compositions: readonly CompositionRow[],
  times: readonly Date[],
): Promise<ValueRow[]> {
  const [first, last] = [times[0], times.at(-1)]
  if (!first || !last) return []
  const codes = new Set(compositions.flatMap(({ parts }) => parts.map((part) => part.asset_code)))
  const series = new Map<string, (time: Date) => bigint | undefined>()
  for (const code of codes) series.set(code, await readSeries(tx, code, first, last))
  return times.flatMap((time) => {
    // For times before the launch, the first composition is used.
    const composition =
      compositions.findLast(({ valid_at }) => Date.parse(valid_at) <= time.getTime()) ??
      compositions[0]!
    const prices = new Map<string, bigint>()
    for (const [code, priceAt] of series) {
      const price = priceAt(time)
      if (price !== undefined) prices.set(code, price)
    }
    const parts = priceComponents(readComponents(composition), prices)
    if (!parts) return []
    return {
      calculated_at: time.toISOString(),
      value: writeValue(valueOf(parts)),
      generated: time.getTime() < Date.parse(compositions[0]!.valid_at),
      parts: parts.map((part) => ({ ...toComponentRow(part), price_usd: writeRate(part.price) })),
    }
  })
}

async function readSeries(tx: Db, code: string, first: Date, last: Date) {
  const before = await rateAt(tx, code, 'USD', first)
  const rates = await listRatesBetween(tx, code, first, last)
  return (time: Date): bigint | undefined =>
    rates.findLast(({ valid_at }) => valid_at <= time)?.rate ?? before?.rate
}

function writeValue(value: bigint): string {
  const digits = String(value).padStart(VALUE_DIGITS + 1, '0')
  return `${digits.slice(0, -VALUE_DIGITS)}.${digits.slice(-VALUE_DIGITS)}`
}

export const readValue = (text: string): bigint => BigInt(text.replace('.', ''))

const toQuote = (asset: string, { value, generated, calculated_at }: ValueRow) => ({
  asset,
  rate: readValue(value) * (RATE_SCALE / VALUE_SCALE),
  bid: null,
  ask: null,
  valid_at: new Date(calculated_at),
  metadata: { basket: true, ...(generated && { generated: true }) },
})

// What all accounts of the caller were worth at the end of each day, in dollars. Balances are those that were booked,
// rates those of the day. The work is bounded: where there are very many moves or assets, the days lie further apart.
import { dayOf } from '../../../../kernel/days.ts'
import { DAY_MS } from '../../../../kernel/durations.ts'
import { DOLLAR, formatDecimal, multiplyDivide } from '../../../../kernel/money.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { listAllCallerAccounts } from '../../accounts/index.ts'
import { type AssetCatalogue, listDollarRatesAtEach, RATE_SCALE } from '../../assets/index.ts'
import { listBalancesAtEach, listDayClosings } from '../../ledger/index.ts'

const daysOf = { week: 7, month: 30, quarter: 91, year: 365 } as const
export type ValuationPeriod = keyof typeof daysOf

/** Up to this many moves are read; with more, each balance is looked up day by day. */
const MOVES_MAX = 20_000
const LOOKUPS_MAX = 1_000
const RATES_MAX = 10_000
/** Each balance is multiplied by a rate on each day. */
const PRODUCTS_MAX = 50_000

interface Book {
  readonly account: string
  readonly asset: string
  readonly seq: number
  readonly units: bigint
  readonly moved_at: number
}

/** The units of each book on each of the days. */
type Past = (book: Book, index: number) => bigint

export async function getValuation(period: ValuationPeriod, ctx: Context, assets: AssetCatalogue) {
  const books = (await listAllCallerAccounts(ctx)).flatMap(({ account }) =>
    [...account.books.values()]
      .filter((book) => book.seq > 0)
      .map(({ asset, seq, units, moved_at }) => ({
        account: account.id,
        asset,
        seq,
        units,
        moved_at,
      })),
  )
  const codes = [...new Set(books.map((book) => book.asset))].filter((code) => code !== DOLLAR.code)
  const count = daysOf[period]
  const step = Math.max(
    1,
    Math.ceil((count * codes.length) / RATES_MAX),
    Math.ceil((count * books.length) / PRODUCTS_MAX),
  )
  const { days, past } = await readPast(books, count, Math.min(step, count), ctx)
  const rates = await readRates(codes, days, ctx.tx, assets)
  const points = days.map((day, index) => {
    const held = books.map((book) => ({ asset: book.asset, units: past(book, index) }))
    return { date: dayOf(day), ...rates.value(held, index) }
  })
  return {
    period,
    currency: DOLLAR.code,
    points,
    at_todays_rate: [...rates.atTodays].toSorted(),
    without_rate: codes.filter((code) => assets.findDollarRate(code) === undefined).toSorted(),
  }
}

/** The last instants of the days up to today, `step` apart and oldest first; of today it is now. */
function listDays(count: number, step: number, now: Date): Date[] {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const days = [now]
  for (let back = step; back <= count; back += step)
    days.unshift(new Date(midnight - (back - 1) * DAY_MS - 1))
  return days
}

async function readPast(books: readonly Book[], count: number, least: number, ctx: Context) {
  const [first] = listDays(count, least, ctx.now)
  // Most balances did not move in the period and need no query.
  const moved = books.filter((book) => book.moved_at > first!.getTime())
  const [open = []] = moved.length === 0 ? [] : await listBalancesAtEach(ctx.tx, moved, [first!])
  const opening = new Map(open.map((one) => [nameOf(one), one]))
  const ranges = moved.map((book) => ({
    ...book,
    after: opening.get(nameOf(book))!.seq,
    until: book.seq,
  }))
  const moves = ranges.reduce((sum, { after, until }) => sum + until - after, 0)
  if (moves > MOVES_MAX) return readByLookup(moved, count, least, ctx)
  const days = listDays(count, least, ctx.now)
  const closings = new Map<string, { readonly day: string; readonly units: bigint }[]>()
  for (const { day, units, ...book } of moves === 0 ? [] : await listDayClosings(ctx.tx, ranges)) {
    const name = nameOf(book)
    closings.set(name, [...(closings.get(name) ?? []), { day, units }])
  }
  const past: Past = (book, index) => {
    if (index === days.length - 1) return book.units
    const began = opening.get(nameOf(book))
    if (!began) return book.units
    const day = dayOf(days[index]!)
    const last = closings.get(nameOf(book))?.findLast((closing) => closing.day <= day)
    return last?.units ?? began.units
  }
  return { days, past }
}

async function readByLookup(moved: readonly Book[], count: number, least: number, ctx: Context) {
  const step = Math.max(least, Math.ceil((count * moved.length) / LOOKUPS_MAX))
  const days = listDays(count, Math.min(step, count), ctx.now)
  const found = await listBalancesAtEach(ctx.tx, moved, days.slice(0, -1))
  const byDay = found.map((list) => new Map(list.map((one) => [nameOf(one), one.units])))
  const past: Past = (book, index) => byDay[index]?.get(nameOf(book)) ?? book.units
  return { days, past }
}

const nameOf = ({ account, asset }: Pick<Book, 'account' | 'asset'>): string =>
  `${account} ${asset}`

async function readRates(
  codes: readonly string[],
  days: readonly Date[],
  tx: Db,
  assets: AssetCatalogue,
) {
  const known = codes.length === 0 ? [] : await listDollarRatesAtEach(tx, codes, days)
  const atTodays = new Set<string>()
  const finest = BigInt(
    Math.max(DOLLAR.precision, ...codes.map((code) => assets.get(code).precision)),
  )
  /** Cents, rounded once at the end; an asset without any rate counts for nothing. */
  const value = (
    held: readonly { readonly asset: string; readonly units: bigint }[],
    index: number,
  ) => {
    let sum = 0n
    let is_estimated = false
    for (const { asset: code, units } of held) {
      if (units === 0n) continue
      const ofDay = code === DOLLAR.code ? RATE_SCALE : known[index]?.get(code)
      const rate = ofDay ?? assets.findDollarRate(code)
      if (rate === undefined) continue
      if (ofDay === undefined) {
        atTodays.add(code)
        is_estimated = true
      }
      sum += units * rate * 10n ** (finest - BigInt(assets.get(code).precision))
    }
    const scale = RATE_SCALE * 10n ** (finest - BigInt(DOLLAR.precision))
    const cents = multiplyDivide(sum, 1n, scale, 'half-even')
    return { total_usd: formatDecimal({ units: cents, asset: DOLLAR }), is_estimated }
  }
  return { value, atTodays }
}

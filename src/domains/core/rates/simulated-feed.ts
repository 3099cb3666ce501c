// The simulated feed of a sandbox bank: a fixed table of prices with a small fixed movement around it. A day
// always has the same price, on every node and in every run; nothing is random.
//
// The rule (`daily-wave-1`): the price of an asset on UTC day n, for a bank that first started on day s,
//   price(n) = table × (1,000,000 + swing(n) − swing(s)) ÷ 1,000,000, rounded half to even at 18 places,
// so that the price on the day of the first start is exactly the table's. swing, in millionths, is the sum of
// two triangle waves of 13 and 47 days that begin at a place given by the letters of the asset's code:
// at most 0.12 % a day and 1.6 % in all for currencies and gold, four times that for BTC and ETH. A pegged
// asset moves with its peg. Bid and ask are each 0.05 % away from the price.
import { dayOf } from '../../../kernel/days.ts'
import { multiplyDivide } from '../../../kernel/money.ts'
import { readRate } from '../assets/index.ts'
import { addDays, type DailyFeed, dayNumber, type Quote, startOfDay } from './feed.ts'

const RULE = 'daily-wave-1'
const MILLION = 1_000_000n
const HALF_SPREAD = 500n

interface Price {
  readonly asset: string
  readonly dollars: string
  /** The asset whose movement the price follows; without one the price is constant. */
  readonly moves_like?: string
  /** Multiplies the movement; default: 1. */
  readonly strength?: number
}

const table: readonly Price[] = [
  { asset: 'EUR', dollars: '1.0850', moves_like: 'EUR' },
  { asset: 'GBP', dollars: '1.2700', moves_like: 'GBP' },
  { asset: 'CHF', dollars: '1.0870', moves_like: 'CHF' },
  { asset: 'JPY', dollars: '0.0067', moves_like: 'JPY' },
  { asset: 'XAU', dollars: '2000', moves_like: 'XAU' },
  { asset: 'BTC', dollars: '45000', moves_like: 'BTC', strength: 4 },
  { asset: 'ETH', dollars: '2500', moves_like: 'ETH', strength: 4 },
  { asset: 'USDC', dollars: '1' },
  { asset: 'USDT', dollars: '1' },
  { asset: 'DAI', dollars: '1' },
  { asset: 'WETH', dollars: '2500', moves_like: 'ETH', strength: 4 },
  { asset: 'STETH', dollars: '2500', moves_like: 'ETH', strength: 4 },
  { asset: 'WBTC', dollars: '45000', moves_like: 'BTC', strength: 4 },
  { asset: 'MATIC', dollars: '0.70' },
  { asset: 'BNB', dollars: '400' },
  { asset: 'SOL', dollars: '100' },
  { asset: 'TRX', dollars: '0.10' },
  { asset: 'FUSD', dollars: '1' },
  { asset: 'FEUR', dollars: '1.0850', moves_like: 'EUR' },
  { asset: 'FGOLD', dollars: '2000', moves_like: 'XAU' },
]

const waves = [
  { days: 13, millionths: 2_000 },
  { days: 47, millionths: 6_000 },
]

export const simulatedFeed: DailyFeed = {
  name: 'internal',
  title: 'Florin table of prices',
  source: 'api',
  simulated: true,
  isFor: ({ code }) => table.some((price) => price.asset === code),
  latest: (now, started) =>
    Promise.resolve(table.map((price) => quote(price, now, now, startOfDay(started)))),
  daily(first, last, started) {
    const days = dayNumber(last) - dayNumber(first) + 1
    return Array.from({ length: days }, (_, index) => addDays(startOfDay(first), index)).flatMap(
      (day) => table.map((price) => quote(price, day, day, startOfDay(started))),
    )
  },
}

function quote(price: Price, day: Date, valid_at: Date, started: Date): Quote {
  const swing = swingOf(price, dayNumber(day)) - swingOf(price, dayNumber(started))
  const rate = scale(readRate(price.dollars), MILLION + BigInt(swing))
  return {
    asset: price.asset,
    rate,
    bid: scale(rate, MILLION - HALF_SPREAD),
    ask: scale(rate, MILLION + HALF_SPREAD),
    valid_at,
    metadata: { generated: true, rule: RULE, started: dayOf(started) },
  }
}

const scale = (rate: bigint, millionths: bigint): bigint =>
  multiplyDivide(rate, millionths, MILLION, 'half-even')

function swingOf({ moves_like, strength = 1 }: Price, day: number): number {
  if (moves_like === undefined) return 0
  const place = Buffer.from(moves_like).reduce((sum, letter) => sum * 31 + letter, 7)
  return waves.reduce(
    (sum, wave) => sum + strength * triangle((day + place) % wave.days, wave.days, wave.millionths),
    0,
  )
}

/** From +height at 0 down to −height in the middle and up again; whole numbers. */
const triangle = (at: number, length: number, height: number): number =>
  Math.trunc((height * (2 * Math.abs(2 * at - length) - length)) / length)

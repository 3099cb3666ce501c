// The reference rates of the European Central Bank, or whatever else answers in their form: a document
// that says, once a working day, how much of each currency one euro is. For money only.
import { multiplyDivide } from '../../../kernel/money.ts'
import { RATE_SCALE, readRate } from '../assets/index.ts'
import { dayNumber, type Quote, type RateFeed } from './feed.ts'

const TIMEOUT_MS = 5_000
const LENGTH_MAX = 1_000_000
/** Longer than any row of holidays: an older document is one that nobody writes any more. */
const DAYS_MAX = 7

export const ecbFeed = (url: string): RateFeed => ({
  name: 'ecb',
  title: 'European Central Bank reference rates',
  source: 'api',
  simulated: false,
  isFor: ({ type, code }) => type === 'fiat' && code !== 'USD',
  async latest(now) {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the rate feed answered ${response.status}`)
    return readReferenceRates(await response.text(), now)
  },
})

/** Each in dollars: what one euro is in dollars, divided by what it is in the currency. */
export function readReferenceRates(document: string, now: Date): Quote[] {
  if (document.length > LENGTH_MAX) throw new Error('the rate feed sent too much')
  const published = /\btime=["'](\d{4}-\d{2}-\d{2})["']/.exec(document)?.[1]
  const perEuro = new Map<string, bigint>(
    [
      ...document.matchAll(
        /\bcurrency=["']([A-Z]{3})["']\s+rate=["'](\d{1,12}(?:\.\d{1,18})?)["']/g,
      ),
    ].map((match) => [match[1]!, readRate(match[2]!)]),
  )
  const dollars = perEuro.get('USD')
  if (published === undefined || !dollars) throw new Error('the rate feed sent no reference rates')
  if (dayNumber(now) - dayNumber(new Date(published)) > DAYS_MAX)
    throw new Error(`the rate feed stands still since ${published}`)
  return [...perEuro.set('EUR', RATE_SCALE)]
    .filter(([asset, rate]) => asset !== 'USD' && rate > 0n)
    .map(([asset, rate]) => ({
      asset,
      rate: multiplyDivide(RATE_SCALE, dollars, rate, 'half-even'),
      bid: null,
      ask: null,
      // It counts from when it was read: it has no hour of its own, and the next may take days.
      valid_at: now,
      metadata: { published },
    }))
}

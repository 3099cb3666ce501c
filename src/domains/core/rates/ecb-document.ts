// Reads the XML document of the ECB reference rates:
// <Envelope><Cube><Cube time="2026-02-27"><Cube currency="USD" rate="1.1702"/>…
// Namespace prefixes, the kind of quotes and the order of attributes do not matter. A document type is
// refused: the document needs none, and entities declared there could exhaust memory.
import { multiplyDivide } from '../../../kernel/money.ts'
import { XmlScanner } from '../../../kernel/xml/scanner.ts'
import { RATE_SCALE, readRate } from '../assets/index.ts'
import { dayNumber, type Quote } from './feed.ts'

/** The rates of one euro on the newest day of the document. */
interface ReferenceRates {
  /** '2026-02-27' */
  readonly published: string
  /** The rates as the document writes them. */
  readonly perEuro: ReadonlyMap<string, string>
}

/** Longer than any row of holidays: an older document is no longer updated. */
const DAYS_MAX = 7
/** The document has four levels. */
const DEPTH_MAX = 10

const DAY = /^\d{4}-\d{2}-\d{2}$/
const CODE = /^[A-Z]{3}$/
const RATE = /^\d{1,12}(\.\d{1,18})?$/

/** Each currency in dollars: the dollars for one euro divided by the currency's units for one euro. */
export function readReferenceRates(document: string, now: Date): Quote[] {
  const { published, perEuro: written } = readDocument(document)
  const perEuro = new Map([...written].map(([code, rate]) => [code, readRate(rate)]))
  const dollars = perEuro.get('USD')
  if (!dollars) throw new Error('the rate feed sent no reference rates')
  if (dayNumber(now) - dayNumber(new Date(published)) > DAYS_MAX)
    throw new Error(
      `the newest rates of the feed are of ${published}, more than ${DAYS_MAX} days ago`,
    )
  return [...perEuro.set('EUR', RATE_SCALE)]
    .filter(([asset, rate]) => asset !== 'USD' && rate > 0n)
    .map(([asset, rate]) => ({
      asset,
      rate: multiplyDivide(RATE_SCALE, dollars, rate, 'half-even'),
      bid: null,
      ask: null,
      // The rate is valid from now on: the document names no hour, and the next may take days.
      valid_at: now,
      metadata: { published },
    }))
}

function readDocument(document: string): ReferenceRates {
  if (/<!DOCTYPE/i.test(document))
    throw new Error('the rate feed sent a document type declaration, which is refused')
  const [newest] = readDays(document).toSorted((a, b) => b.time.localeCompare(a.time))
  if (newest === undefined) throw new Error('the rate feed sent no reference rates')
  return {
    published: newest.time,
    perEuro: new Map(newest.rows.filter(([code, rate]) => CODE.test(code) && RATE.test(rate))),
  }
}

interface Day {
  readonly time: string
  readonly rows: (readonly [code: string, rate: string])[]
}

/** A cube with a time is a day; the cubes directly in it are its rates. */
function readDays(document: string): Day[] {
  const days: Day[] = []
  /** The open elements: the day, or undefined for any other. */
  const open: (Day | undefined)[] = []
  const scanner = new XmlScanner(
    {
      open({ local, attributes }) {
        const read = (name: string): string => attributes.get(name)?.trim() ?? ''
        const isCube = local === 'Cube'
        if (isCube) open.at(-1)?.rows.push([read('currency'), read('rate')])
        const time = read('time')
        const day = isCube && DAY.test(time) ? { time, rows: [] } : undefined
        if (day) days.push(day)
        open.push(day)
      },
      text() {},
      close: () => void open.pop(),
    },
    { lengthMax: document.length, depthMax: DEPTH_MAX },
  )
  try {
    scanner.write(document.trimEnd())
    scanner.end()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`the answer of the rate feed is not valid XML: ${why}`, { cause: error })
  }
  return days
}

// Reads the XML document of the ECB reference rates:
// <Envelope><Cube><Cube time="2026-02-27"><Cube currency="USD" rate="1.1702"/>…
// Namespace prefixes, the kind of quotes and the order of attributes do not matter. A document type is
// refused: the document needs none, and entities declared there could exhaust memory.
import { XMLParser } from 'fast-xml-parser'
import { multiplyDivide } from '../../../kernel/money.ts'
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
/** The document uses four levels. */
const DEPTH_MAX = 10

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: DEPTH_MAX,
  // Every element is read as a list, even when there is only one.
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

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
  const days = findAll(parse(document), 'Cube').filter((day) => DAY.test(attributeOf(day, 'time')))
  const [newest] = days.toSorted((a, b) =>
    attributeOf(b, 'time').localeCompare(attributeOf(a, 'time')),
  )
  if (newest === undefined) throw new Error('the rate feed sent no reference rates')
  const rows = elementsOf(newest, 'Cube').map(
    (row) => [attributeOf(row, 'currency'), attributeOf(row, 'rate')] as const,
  )
  return {
    published: attributeOf(newest, 'time'),
    perEuro: new Map(rows.filter(([code, rate]) => CODE.test(code) && RATE.test(rate))),
  }
}

function parse(document: string): unknown {
  try {
    return parser.parse(document, true)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`the answer of the rate feed is not valid XML: ${why}`, { cause: error })
  }
}

/** Finds the elements at any depth; the parser bounds the depth. */
function findAll(parent: unknown, name: string): unknown[] {
  if (typeof parent !== 'object' || parent === null) return []
  return Object.entries(parent)
    .flatMap(([key, list]) => (Array.isArray(list) ? list.map((one) => ({ key, one })) : []))
    .flatMap(({ key, one }) => [...(key === name ? [one] : []), ...findAll(one, name)])
}

function elementsOf(parent: unknown, name: string): unknown[] {
  const list = partOf(parent, name)
  return Array.isArray(list) ? list : []
}

const attributeOf = (element: unknown, name: string): string => {
  const value = partOf(element, `@${name}`)
  return typeof value === 'string' ? value.trim() : ''
}

const partOf = (element: unknown, name: string): unknown =>
  typeof element === 'object' && element !== null && Object.hasOwn(element, name)
    ? (element as Readonly<Record<string, unknown>>)[name]
    : undefined

// The document of reference rates, read as the XML that it is:
// <Envelope><Cube><Cube time="2026-02-27"><Cube currency="USD" rate="1.1702"/>…
// Prefixes of namespaces, quotes and the order of attributes are the sender's business. A document type
// is refused: nothing that it could declare is of use here, and entities are how XML is made to hurt.
import { XMLParser } from 'fast-xml-parser'
import { multiplyDivide } from '../../../kernel/money.ts'
import { RATE_SCALE, readRate } from '../assets/index.ts'
import { dayNumber, type Quote } from './feed.ts'

/** What one euro was on the newest day of the document. */
interface ReferenceRates {
  /** '2026-02-27' */
  readonly published: string
  /** As they were written. */
  readonly perEuro: ReadonlyMap<string, string>
}

/** Longer than any row of holidays: an older document is one that nobody writes any more. */
const DAYS_MAX = 7
/** Four are in use. */
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
  // Every element in a list, also where there is only one.
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

const DAY = /^\d{4}-\d{2}-\d{2}$/
const CODE = /^[A-Z]{3}$/
const RATE = /^\d{1,12}(\.\d{1,18})?$/

/** Each in dollars: what one euro is in dollars, divided by what it is in the currency. */
export function readReferenceRates(document: string, now: Date): Quote[] {
  const { published, perEuro: written } = readDocument(document)
  const perEuro = new Map([...written].map(([code, rate]) => [code, readRate(rate)]))
  const dollars = perEuro.get('USD')
  if (!dollars) throw new Error('the rate feed sent no reference rates')
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

function readDocument(document: string): ReferenceRates {
  if (/<!DOCTYPE/i.test(document))
    throw new Error('the rate feed sent a document type, which is not read')
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
    throw new Error(`the rate feed sent what is not XML: ${why}`, { cause: error })
  }
}

/** However they are wrapped; no deeper than the parser goes. */
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

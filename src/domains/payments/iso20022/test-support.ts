// Shared by the tests of messages: samples of our own and of banks, the schemas of ISO where they are available, and
// random records from the layouts.
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { it } from 'vitest'
import {
  findText,
  itForEachOutside,
  outsideFiles,
  readFolder,
  type SampleFile,
} from '../../../../test/harness/outside.ts'
import { decimalsOf } from './codec/currencies.ts'
import * as formats from './codec/formats.ts'
import type { Amount, Leaf, Node, Nodes } from './codec/layout.ts'
import { layouts, type MessageType } from './messages/index.ts'

/** Messages of our own in the forms that banks send: older and national versions, a prefix in an envelope, and more. */
export const samples = readFolder(fileURLToPath(new URL('./samples', import.meta.url)))
/** Messages of banks. */
export const bankSamples = outsideFiles('iso20022/samples')
export const allSamples = [...samples, ...bankSamples]

export function sampleOf(name: string): string {
  const text = findText(samples, name)
  if (text === undefined) throw new Error(`There is no sample with "${name}" in its name`)
  return text
}

/** A message without what belongs to its file: written again, it has another version and no envelope. */
export const contentOf = (message: object) => {
  const { version: _v, namespace: _n, business_header: _h, ...content } = message as AnyRecord
  return content
}

/** One test for each sample of our own, and for each message of a bank. */
export function itForEachSample(
  title: string,
  test: (sample: SampleFile) => Promise<void> | void,
): void {
  it.each(samples)(`${title}: $name`, test)
  itForEachOutside(bankSamples, `${title}, from a bank`, test)
}

const schemaTexts: ReadonlyMap<string, string> = new Map(
  outsideFiles('iso20022/xsd').map(({ name, text: schema }) => [name.replace('.xsd', ''), schema]),
)
const validators = new Map<string, XsdValidator>()

/** The versions of which the official schema is there. */
export const versionsWithSchema: ReadonlySet<string> = new Set(schemaTexts.keys())

function schemaOf(version: string): XsdValidator {
  const known =
    validators.get(version) ??
    XsdValidator.fromDoc(XmlDocument.fromString(schemaTexts.get(version)!))
  validators.set(version, known)
  return known
}

/** Throws if the message is not valid by the official schema of its version. */
export function validateBySchema(version: string, xml: string): void {
  const document = XmlDocument.fromString(xml)
  try {
    schemaOf(version).validate(document)
  } finally {
    document.dispose()
  }
}

/** The same for whatever version the message says; one without a schema is compared as the one that has it. */
export function validateAnyVersion(xml: string): void {
  const own = /tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})"/.exec(xml)![1]!
  const [version] = [own, ...versionsWithSchema].filter(
    (one) => versionsWithSchema.has(one) && one.slice(0, 8) === own.slice(0, 8),
  )
  validateBySchema(version!, xml.replace(own, version!))
}

/** For helpers that many tests use: does nothing without the schemas. Tests about the schemas themselves name them as
 *  a need. */
export function validateWherePossible(xml: string): void {
  if (versionsWithSchema.size > 0) validateAnyVersion(xml)
}

type AnyRecord = Record<string, unknown>

const text = (length: number) =>
  fc
    .oneof(
      fc.string({ minLength: 1, maxLength: length, unit: 'grapheme-ascii' }),
      fc.string({ minLength: 1, maxLength: Math.min(length, 40), unit: 'binary' }),
      fc.constantFrom('a < b && c > "d"', "l'été", ']]>', '<!-- -->', '&amp;', 'x'.repeat(length)),
    )
    .map((one) => Array.from(one.trim()).slice(0, length).join('').trim())
    .filter((one) => one !== '' && formats.maxText(length).flawOf(one) === undefined)

const two = (number: number) => String(number).padStart(2, '0')
const day = fc
  .tuple(
    fc.integer({ min: 1900, max: 2100 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([y, m, d]) => `${y}-${two(m)}-${two(d)}`)
const moment = fc
  .tuple(
    day,
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.constantFrom('', 'Z', '+02:00', '.123', '.5Z'),
  )
  .map(([date, h, m, end]) => `${date}T${two(h)}:${two(m)}:07${end}`)

const byFormat: ReadonlyMap<formats.Format, fc.Arbitrary<string>> = new Map([
  [formats.date, day],
  [formats.dateTime, moment],
  [
    formats.iban,
    fc.constantFrom(
      'DE89370400440532013000',
      'CH9300762011623852957',
      'GB29NWBK60161331926819',
      'MT84MALT011000012345MTLCAST001S',
      'NO9386011117947',
    ),
  ],
  [formats.bic, fc.constantFrom('DEUTDEFF', 'POFICHBEXXX', 'NWBKGB2L', 'A1B2FR33ABC')],
  [formats.uetr, fc.uuid({ version: 4 })],
  [formats.currencyCode, fc.constantFrom('EUR', 'JPY', 'KWD')],
  [
    formats.decimal,
    fc
      .tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 99 }))
      .map(([a, b]) => `${a}.${two(b)}`),
  ],
  [formats.externalCode, fc.constantFrom('AC01', 'NARR', 'DUPL', 'OPBD', 'CLBD')],
  [formats.shortCode, fc.constantFrom('PMNT', 'SEPA', 'A')],
  [formats.status, fc.constantFrom('ACSC', 'RJCT', 'PART')],
  [formats.countText, fc.nat(100).map(String)],
  [formats.numberText, fc.nat(100).map(String)],
  [formats.pageText, fc.integer({ min: 1, max: 99_999 }).map(String)],
])

function leaf({ format, kind, joined }: Leaf): fc.Arbitrary<unknown> {
  if (kind === 'integer') return fc.nat(1_000_000)
  if (kind === 'boolean') return fc.boolean()
  const length = /at most (\d+) characters/.exec(format.words)?.[1]
  const codes = /^one of (.*)$/.exec(format.words)?.[1]
  const one =
    byFormat.get(format) ??
    (codes ? fc.constantFrom(...codes.split(', ')) : text(Number(length ?? 4)))
  return joined ? fc.array(one, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n')) : one
}

const money = ({ field, currency }: Amount): fc.Arbitrary<AnyRecord> =>
  fc
    .tuple(
      fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CHF'),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
    )
    .map(([code, units]) => {
      const places = decimalsOf(code)!
      const digits = units.toString().padStart(places + 1, '0')
      const cut = digits.length - places
      const decimals = digits.slice(0, cut) + (places > 0 ? `.${digits.slice(cut)}` : '')
      return { [field]: decimals, [currency]: code }
    })

/** Null for every value and no records, as reading gives for absent elements. */
export function blank(nodes: Nodes): AnyRecord {
  const record: AnyRecord = {}
  for (const node of nodes) {
    if (node.node === 'leaf') record[node.field] = null
    else if (node.node === 'amount')
      Object.assign(record, { [node.field]: null, [node.currency]: null })
    else if (node.node === 'list') record[node.field] = []
    else if (node.node !== 'older') Object.assign(record, blank(node.nodes as Nodes))
  }
  return record
}

const merge = (parts: readonly fc.Arbitrary<AnyRecord>[]): fc.Arbitrary<AnyRecord> =>
  fc.tuple(...parts).map((records) => Object.assign({}, ...records) as AnyRecord)

/** Valid content of an element; `full` if it must not be absent. */
function part(node: Node): fc.Arbitrary<AnyRecord> {
  const empty = fc.constant(blank([node]))
  const maybe = (some: fc.Arbitrary<AnyRecord>, required: boolean) =>
    required ? some : fc.oneof(some, empty)
  switch (node.node) {
    case 'leaf':
      return maybe(
        leaf(node).map((one) => ({ [node.field]: one })),
        node.required,
      )
    case 'amount':
      return maybe(money(node), node.required)
    case 'group':
      return maybe(recordOf(node.nodes as Nodes), node.required && node.filler === undefined)
    case 'choice': {
      const nodes = node.nodes as Nodes
      const some = fc.oneof(
        ...nodes.map((one) => filled(one).map((record) => ({ ...blank(nodes), ...record }))),
      )
      return maybe(some, node.required)
    }
    case 'list':
      return fc
        .array(recordOf(node.nodes as Nodes), {
          minLength: node.required ? 1 : 0,
          maxLength: Math.min(node.most, 3),
        })
        .map((items) => ({ [node.field]: items }))
    case 'older':
      return fc.constant({})
  }
}

/** The same, but present: an alternative that was chosen. */
function filled(node: Node): fc.Arbitrary<AnyRecord> {
  if (node.node === 'leaf') return leaf(node).map((one) => ({ [node.field]: one }))
  if (node.node === 'amount') return money(node)
  return recordOf((node as { readonly nodes: Nodes }).nodes)
}

const recordOf = (nodes: Nodes): fc.Arbitrary<AnyRecord> => merge(nodes.map(part))

/** A record with every field of the layout, valid by the schema. */
export const recordFor = (type: MessageType): fc.Arbitrary<AnyRecord> =>
  recordOf(layouts[type].nodes).map(fixed)

/** Fields that completing changes on purpose. */
function fixed(record: AnyRecord): AnyRecord {
  const result = { ...record }
  const inner = result.transactions as readonly AnyRecord[] | undefined
  for (const field of ['settlement_date', 'instructing_agent_bic', 'instructed_agent_bic'])
    if (inner?.some((one) => one[field] !== null && one[field] !== undefined)) result[field] = null
  if (result.case_id !== null && result.case_id !== undefined && result.case_creator_bic === null)
    result.case_creator_bic = result.assigner_bic
  return result
}

/** Parts of XML, most of which are wrong in most places. */
export const piecesOfXml = [
  '<',
  '>',
  '</',
  '/>',
  '&',
  ';',
  '"',
  "'",
  '=',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<!DOCTYPE a [',
  '&#0;',
  '&#x10FFFF;',
  '\0',
  '\uD800',
  '\uFEFF',
  '\uFFFF',
  '\r',
  ' xmlns="x"',
  ' xmlns:xml="x"',
  '<Document>',
  '</Document>',
  '<PmtInf>',
  '<Ntry/>',
  '<Amt Ccy="">',
  '<x:y xmlns:x="z">',
  '-',
  '.',
  '9'.repeat(50),
  '__proto__',
  'constructor',
]

/** One change: cut, repeat, swap, insert. */
const change = fc.tuple(
  fc.nat(3),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.oneof(fc.constantFrom(...piecesOfXml), fc.string({ unit: 'binary', maxLength: 5 })),
)

/** A few changes of a text. */
export const changes = fc.array(change, { minLength: 1, maxLength: 3 })

type Change = readonly [kind: number, from: number, to: number, piece: string]

export const mutate = (xml: string, made: readonly Change[]): string =>
  made.reduce((now, [kind, a, b, piece]) => {
    const [from, to] = [
      Math.floor(Math.min(a, b) * now.length),
      Math.floor(Math.max(a, b) * now.length),
    ]
    if (kind === 0) return now.slice(0, from) + now.slice(to)
    if (kind === 1)
      return now.slice(0, to) + now.slice(from, Math.min(to, from + 2000)) + now.slice(to)
    if (kind === 2)
      return now.slice(0, from) + piece + now.slice(Math.min(from + piece.length, now.length))
    return now.slice(0, from) + piece + now.slice(from)
  }, xml)

// White space, CDATA sections and no-break spaces, compared with a validator of schemas: where a message has only
// elements, the verdict of the bank is that of the schema. The schema is a part of pacs.002, and the official one where
// it is available.
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { NEEDS_OUTSIDE_FILES } from '../../../../../test/harness/outside.ts'
import { checkMessage, readMessage } from '../message.ts'
import { validateBySchema, versionsWithSchema } from '../test-support.ts'

const VERSION = 'pacs.002.001.11'
const NAMESPACE = `urn:iso:std:iso:20022:tech:xsd:${VERSION}`

const element = (name: string, content: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`
const text = (name: string, facets: string) =>
  `<xs:element name="${name}"><xs:simpleType><xs:restriction base="xs:string">${facets}</xs:restriction></xs:simpleType></xs:element>`
const max35 = '<xs:minLength value="1"/><xs:maxLength value="35"/>'

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${NAMESPACE}" elementFormDefault="qualified">
${element(
  'Document',
  element(
    'FIToFIPmtStsRpt',
    element('GrpHdr', text('MsgId', max35) + '<xs:element name="CreDtTm" type="xs:dateTime"/>') +
      element(
        'OrgnlGrpInfAndSts',
        text('OrgnlMsgId', max35) +
          text('OrgnlMsgNmId', max35) +
          text('GrpSts', '<xs:enumeration value="ACSC"/>'),
      ),
  ),
)}
</xs:schema>`
const validator = XsdValidator.fromDoc(XmlDocument.fromString(schema))

/** The places between elements: marks that are replaced by what is tried there. */
const PLACES = 8
const frame = `<Document xmlns="${NAMESPACE}">{0}
  <FIToFIPmtStsRpt>{1}
    <GrpHdr>{2}
      <MsgId>{id}</MsgId>{3}
      <CreDtTm>2026-03-01T12:00:00Z</CreDtTm>{4}
    </GrpHdr>{5}
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>ORDER-7</OrgnlMsgId>
      <OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>
      <GrpSts>{status}</GrpSts>{6}
    </OrgnlGrpInfAndSts>
  </FIToFIPmtStsRpt>{7}
</Document>`

interface Parts {
  readonly between?: Readonly<Record<number, string>>
  readonly id?: string
  readonly status?: string
}

const messageOf = ({ between = {}, id = 'MSG-1', status = 'ACSC' }: Parts): string =>
  frame
    .replace(/\{(\d)\}/g, (_mark, place: string) => between[Number(place)] ?? '')
    .replace('{id}', () => id)
    .replace('{status}', () => status)

type Validate = (xml: string) => void

const validate: Validate = (xml) => {
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
  } finally {
    document.dispose()
  }
}

function isValid(xml: string, by: Validate): boolean {
  try {
    by(xml)
    return true
  } catch {
    return false
  }
}

const allowed = ['', ' ', '\t', '\n', '\r\n', '&#32;', '&#x9;', '&#13;', '<!-- x -->', '<?x y?>']
const refusedText = ['\u00a0', '&#160;', '&#xA0;', '\u2003', '\u2028', '\u3000', '\ufeff', '\u0085']
const refusedSections = ['', ' ', '\n', '\u00a0', 'x'].map((one) => `<![CDATA[${one}]]>`)
const refused = [...refusedText, ...refusedSections, '\u200b', 'x', '&amp;']

const between = fc.dictionary(
  fc.integer({ min: 0, max: PLACES - 1 }).map(String),
  fc
    .array(
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...allowed) }, fc.constantFrom(...refused)),
      {
        maxLength: 4,
      },
    )
    .map((pieces) => pieces.join('')),
  { maxKeys: 4 },
)

const compare = (by: Validate) =>
  fc.assert(
    fc.property(between, (pieces) => {
      const xml = messageOf({ between: pieces })
      expect(checkMessage(xml).valid, JSON.stringify(pieces)).toBe(isValid(xml, by))
    }),
    { numRuns: 500 },
  )

describe('between elements', () => {
  it.each([...allowed, ...refused])('%j is judged as by the schema, in every place', (piece) => {
    for (let place = 0; place < PLACES; place++) {
      const xml = messageOf({ between: { [place]: piece } })
      const { valid, errors } = checkMessage(xml)
      expect(valid).toBe(isValid(xml, validate))
      expect(valid).toBe(allowed.includes(piece))
      expect(errors.every(({ code }) => code === 'FORMAT')).toBe(true)
    }
  })

  it('anything is judged as by the schema', () => compare(validate))

  it.skipIf(!versionsWithSchema.has(VERSION))(
    `anything is judged as by the schema of ISO ${NEEDS_OUTSIDE_FILES}`,
    () => compare((xml) => validateBySchema(VERSION, xml)),
  )

  it('the line and the character are named', () => {
    const problemOf = (pieces: Parts['between']) =>
      checkMessage(messageOf({ between: pieces! })).errors[0]
    expect(problemOf({ 3: '\n\n\u00a0' })).toEqual({
      line: 6,
      path: 'FIToFIPmtStsRpt/GrpHdr',
      code: 'FORMAT',
      message:
        'The element has the character U+00A0 (no-break space) where only elements and the white space of XML are allowed.',
    })
    expect(problemOf({ 4: '\n<![CDATA[\n]]>' })).toMatchObject({
      line: 6,
      message: 'The element has a CDATA section where only elements are allowed.',
    })
    expect(problemOf({ 7: '\u2003' })).toMatchObject({ line: 12, path: 'Document' })
    expect(problemOf({ 0: 'x' })).toMatchObject({
      line: 1,
      message: 'The element has text where only elements are allowed.',
    })
  })
})

describe('in a value', () => {
  it.each([
    ['a section', '<![CDATA[A&B]]>', 'A&B'],
    ['text and sections', 'A<![CDATA[&]]><![CDATA[]]>B', 'A&B'],
    ['a no-break space', '\u00a0A\u00a0', '\u00a0A\u00a0'],
    ['only a no-break space', '&#160;', '\u00a0'],
    ['the end of a section', '<![CDATA[]]]]><![CDATA[>]]>', ']]>'],
  ])('%s is text, as for the schema', (_title, id, value) => {
    const xml = messageOf({ id })
    expect(isValid(xml, validate)).toBe(true)
    expect(checkMessage(xml).errors).toEqual([])
    expect(readMessage(xml)).toMatchObject({ message_id: value })
  })

  it.each([
    ['a no-break space around a code', { status: '\u00a0ACSC' }],
    ['a no-break space in a section', { status: 'ACSC<![CDATA[\u00a0]]>' }],
    ['an empty section alone', { id: '<![CDATA[]]>' }],
    ['text beside an element', { id: 'A<b/>' }],
    ['a section beside an element', { id: '<![CDATA[]]><b/>' }],
  ] as const)('%s is refused, as by the schema', (_title, parts) => {
    const xml = messageOf(parts)
    expect(isValid(xml, validate)).toBe(false)
    expect(checkMessage(xml).valid).toBe(false)
  })

  it('white space of XML around a code is accepted, which the schema refuses', () => {
    const xml = messageOf({ status: '\n  ACSC\n  ' })
    expect(isValid(xml, validate)).toBe(false)
    expect(checkMessage(xml).valid).toBe(true)
  })
})

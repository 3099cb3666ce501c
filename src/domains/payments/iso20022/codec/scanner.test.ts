// The scanner compared with saxes, a third-party XML parser: for samples, written messages and mutations of both, it
// reports the same, however the text is split, and refuses whatever saxes refuses. Where it is stricter, that is listed
// here.
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { InvalidXml, XmlScanner } from '../../../../kernel/xml/scanner.ts'
import { writeMessage } from '../message.ts'
import { messageTypes } from '../messages/index.ts'
import {
  allSamples,
  changes,
  itForEachSample,
  mutate,
  piecesOfXml,
  recordFor,
} from '../test-support.ts'
import { DEPTH_MAX } from './reader.ts'

const RUNS = Number(process.env.ISO20022_FUZZ_RUNS ?? 150)
const HOURS = 3_600_000

type Report = readonly [what: string, ...details: unknown[]]

interface Outcome {
  readonly reported: readonly Report[]
  readonly problem?: InvalidXml
}

/** Texts that follow each other are one, and the space around the first element is none. */
class Notes {
  readonly reported: Report[] = []
  private depth = 0
  private waiting = ''

  text(text: string): void {
    this.waiting += text
  }

  add(one: Report): void {
    if (this.waiting !== '' && this.depth > 0) this.reported.push(['text', this.waiting])
    this.waiting = ''
    this.depth += one[0] === 'open' ? 1 : -1
    this.reported.push(one)
  }
}

function scan(pieces: readonly string[]): Outcome {
  const notes = new Notes()
  const scanner = new XmlScanner(
    {
      open: ({ local, uri, attributes }, line) =>
        notes.add(['open', local, uri, [...attributes], line]),
      text: (text) => notes.text(text),
      close: () => notes.add(['close']),
    },
    { lengthMax: 10_000_000, depthMax: DEPTH_MAX },
  )
  try {
    for (const piece of pieces) scanner.write(piece)
    scanner.end()
    return { reported: notes.reported }
  } catch (error) {
    if (!(error instanceof InvalidXml)) throw error
    return { reported: notes.reported, problem: error }
  }
}

/** Undefined if saxes refuses the text. */
function parse(text: string): readonly Report[] | undefined {
  const notes = new Notes()
  const parser = new SaxesParser({ xmlns: true, position: true })
  let line = 1
  parser.on('error', (error) => {
    throw error
  })
  // The line on which the tag begins.
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', ({ local, uri, attributes }) =>
    notes.add([
      'open',
      local,
      uri,
      Object.values(attributes).map(({ name, value }) => [name, value]),
      line,
    ]),
  )
  parser.on('text', (one) => notes.text(one))
  parser.on('cdata', (one) => notes.text(one))
  parser.on('closetag', () => notes.add(['close']))
  try {
    parser.write(text).close()
    return notes.reported
  } catch {
    return undefined
  }
}

const withoutLines = (reported: readonly Report[]) =>
  reported.map((one) => (one[0] === 'open' ? one.slice(0, 4) : one))

/**
 * Refused although saxes accepts it: by a limit, for a DOCTYPE, for an unused version of XML, for half of a
 * surrogate pair, which saxes joins with whatever follows.
 */
const isStricter = (text: string, { code, message }: InvalidXml): boolean =>
  ['TOO_LONG', 'TOO_DEEP', 'DOCTYPE'].includes(code) ||
  message.startsWith('XML version') ||
  !text.isWellFormed()

function compare(text: string): void {
  const { reported, problem } = scan([text])
  const expected = parse(text)
  if (problem)
    expect(expected === undefined || isStricter(text, problem), problem.message).toBe(true)
  else expect(withoutLines(reported)).toEqual(expected && withoutLines(expected))
}

const cut = (text: string, places: readonly number[]): string[] => {
  const sorted = places.map((place) => Math.floor(place * text.length)).toSorted((a, b) => a - b)
  return [0, ...sorted].map((from, index) => text.slice(from, sorted[index] ?? text.length))
}

const written = fc
  .constantFrom(...messageTypes)
  .chain((type) => recordFor(type).map((record) => writeMessage(type, undefined, record)))
const text = fc.oneof(
  fc.constantFrom(...allSamples.map((one) => one.text.slice(0, 6000))),
  written,
  fc.constantFrom(
    `<a xmlns="u" xmlns:p="v" p:b='1' b="2"><p:c xmlns=""/>x<!-- y -->&#x1F600;\u{1F600}<![CDATA[<&]]></a>`,
    '\ufeff<?xml version="1.0" encoding="UTF-8" standalone=\'yes\'?>\r\n<a\r b = "1\t2&#10;3"\r\n>\r\r\n</a\n>\r<?x y?>',
  ),
)

describe('the scanner', () => {
  itForEachSample('reports what saxes reports, with its lines', ({ text: sample }) => {
    expect(scan([sample])).toEqual({ reported: parse(sample) })
  })

  it('reports for written messages what saxes reports', { timeout: HOURS }, () => {
    fc.assert(
      fc.property(written, (xml) => {
        expect(scan([xml])).toEqual({ reported: parse(xml) })
      }),
      { numRuns: RUNS },
    )
  })

  it('accepts and refuses what saxes does, or refuses more', { timeout: HOURS }, () => {
    fc.assert(
      fc.property(text, changes, (base, change) => compare(mutate(base, change))),
      { numRuns: RUNS * 4 },
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...piecesOfXml), { maxLength: 30 }), (parts) => {
        compare(parts.join(''))
        compare(`<a>${parts.join('')}</a>`)
      }),
      { numRuns: RUNS * 2 },
    )
  })

  it('reports the same however the text is split into chunks', { timeout: HOURS }, () => {
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
    fc.assert(
      fc.property(text, fc.oneof(fc.constant([]), changes), places, (base, change, at) => {
        const mutated = mutate(base, change)
        expect(scan(cut(mutated, at))).toEqual(scan([mutated]))
      }),
      { numRuns: RUNS * 2 },
    )
    fc.assert(
      fc.property(text, changes, (base, change) => {
        const mutated = mutate(base.slice(0, 1500), change)
        expect(scan(mutated.split(''))).toEqual(scan([mutated]))
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    )
  })

  it.each([
    ['a text of the greatest length', `<a>${'x'.repeat(65_536)}</a>`, undefined],
    ['a longer text', `<a>${'x'.repeat(65_537)}</a>`, 'TOO_LONG'],
    ['a longer tag', `<a b="${'x'.repeat(65_536)}"/>`, 'TOO_LONG'],
    ['a longer end tag', `<a></a${' '.repeat(65_536)}>`, 'TOO_LONG'],
    ['a longer comment', `<!--${' '.repeat(65_536)}--><a/>`, 'TOO_LONG'],
    ['a longer instruction', `<?x ${' '.repeat(65_536)}?><a/>`, 'TOO_LONG'],
    ['longer CDATA', `<a><![CDATA[${' '.repeat(65_536)}]]></a>`, 'TOO_LONG'],
    ['a tag that never ends', `<a b="${'x'.repeat(80_000)}`, 'TOO_LONG'],
    ['elements of the greatest depth', '<a>'.repeat(64) + '</a>'.repeat(64), undefined],
    ['deeper elements', '<a>'.repeat(65) + '</a>'.repeat(65), 'TOO_DEEP'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['a DOCTYPE inside', '<a><!DOCTYPE a></a>', 'DOCTYPE'],
    ['XML 1.1', '<?xml version="1.1"?><a/>', 'NOT_WELL_FORMED'],
    ['an attribute twice', '<a b="" b=""/>', 'NOT_WELL_FORMED'],
    [
      'an attribute twice by two prefixes',
      '<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>',
      'NOT_WELL_FORMED',
    ],
    ['a prefix after its element', '<a><p:b xmlns:p="u"/><p:b/></a>', 'NOT_WELL_FORMED'],
    ['half of a pair', '<a>\ud83d</a>', 'NOT_WELL_FORMED'],
    ['half of a pair at the end', '<a/>\ud83d', 'NOT_WELL_FORMED'],
    ['a reference to no character', '<a>&#0;</a>', 'NOT_WELL_FORMED'],
  ])('judges %s in any pieces', (_name, xml, code) => {
    for (const size of [xml.length, 32_767, 1000])
      expect(
        scan(xml.match(new RegExp(`[^]{1,${Math.min(size, 65_535)}}`, 'g')) ?? []).problem?.code,
      ).toBe(code)
  })

  it('reads a document of very many different tags and namespaces', () => {
    const many = Array.from(
      { length: 3000 },
      (_, i) => `<e${i} a="${i}"><p:x xmlns:p="u${i}"/></e${i}>`,
    )
    const xml = `<a>${many.join('\n')}</a>`
    expect(scan([xml])).toEqual({ reported: parse(xml) })
  })

  it('names the line of what is wrong', () => {
    expect(scan(['<a>\r\n\r<b>\n</c></a>']).problem).toMatchObject({
      line: 4,
      message: 'The XML is not well-formed: </c> stands where <b> must be closed.',
    })
    expect(scan(['<a\n b="\n<"/>']).problem?.line).toBe(3)
    expect(scan(['<a>\n', '\n\u0001']).problem?.line).toBe(3)
  })
})

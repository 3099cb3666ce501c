// The matcher of names: the same name in any order, case and accents; spelling; work; the files of lists.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ListError, readList } from './list-file.ts'
import { NameIndex } from './name-index.ts'
import { keyOf, partsOf, scoreOf } from './names.ts'

const words = vi.hoisted(() => ({ compared: 0 }))
vi.mock(import('fastest-levenshtein'), async (load) => {
  const library = await load()
  const distance = (a: string, b: string) => {
    words.compared++
    return library.distance(a, b)
  }
  return { ...library, distance }
})

const score = (a: string, b: string) => scoreOf(partsOf(a), partsOf(b))

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
const accents = ['', '\u0301', '\u0308', '\u0327', '\u030C']
const word = fc
  .array(fc.constantFrom(...letters), { minLength: 2, maxLength: 12 })
  .map((l) => l.join(''))
const name = fc.array(word, { minLength: 1, maxLength: 5 })

/** The name in another order, with other case, accents and punctuation. */
const disguised = name.chain((parts) =>
  fc
    .tuple(
      fc.shuffledSubarray(parts, { minLength: parts.length, maxLength: parts.length }),
      fc.infiniteStream(fc.tuple(fc.boolean(), fc.constantFrom(...accents))),
      fc.constantFrom(' ', '  ', ', ', '-', '. '),
    )
    .map(([order, stream, between]) => {
      const dress = (text: string) =>
        text
          .split('')
          .map((letter) => {
            const [isUpper, accent] = stream.next().value!
            return (isUpper ? letter.toUpperCase() : letter) + accent
          })
          .join('')
          .normalize('NFC')
      return { plain: parts.join(' '), dressed: order.map(dress).join(between) }
    }),
)

describe('a name', () => {
  it('equals itself in any order, case, accents and punctuation', () => {
    fc.assert(
      fc.property(disguised, ({ plain, dressed }) => {
        expect(keyOf(dressed)).toBe(keyOf(plain))
        expect(score(dressed, plain)).toBe(1)
      }),
    )
  })

  it('is found in a list in any spelling', async () => {
    await fc.assert(
      fc.asyncProperty(
        disguised,
        fc.array(name, { maxLength: 20 }),
        async ({ plain, dressed }, others) => {
          const entries = [plain, ...others.map((parts) => parts.join(' '))].map((text, id) => ({
            id: String(id),
            name: text,
            aliases: [],
            type: null,
            program: null,
          }))
          const index = await NameIndex.build(entries)
          expect(index.find(dressed, 1).map(({ entry }) => keyOf(entry.name))).toContain(
            keyOf(plain),
          )
        },
      ),
      { numRuns: 50 },
    )
  })

  it('has a symmetric score between 0 and 1', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const forth = scoreOf(a, b)
        expect(forth).toBeGreaterThanOrEqual(0)
        expect(forth).toBeLessThanOrEqual(1 + 1e-9)
        expect(scoreOf(b, a)).toBeCloseTo(forth, 6)
      }),
    )
  })

  it.each([
    ['Victor Exemplar', 'Viktor Exemplar', true],
    ['Łukasz Przykład', 'LUKASZ PRZYKLAD', true],
    ['Abd al-Rahman Beispiel', 'Abdalrahman Beispiel', true],
    ['Abdul Rahman', 'Abdulrahman', true],
    ["O'Brien Muster", 'OBrien, Muster', true],
    ['Jürgen Groß', 'Juergen Gross', true],
    ['John Smith', 'John Albert Smith', true],
    // Padding does not hide a name.
    ['Victor Exemplar', 'Aaa Bbb Ccc Ddd Eee Victor Exemplar', true],
    ['John', 'John Smith', false],
    ['Mary Jones', 'John Smith', false],
    ['', 'John Smith', false],
  ])('%s and %s: %s', (a, b, isHit) => {
    expect(score(a, b) >= 0.88).toBe(isHit)
  })
})

describe('a list of 50,000 names', () => {
  it('is searched without comparing all of them, also for a name made of its commonest words', async () => {
    let seed = 1
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const make = (length: number) => Array.from({ length }, () => letters[next(26)]).join('')
    const first = Array.from({ length: 300 }, () => make(4 + next(5)))
    const entries = Array.from({ length: 50_000 }, (_, id) => ({
      id: String(id),
      name: `${first[next(300)]} ${make(5 + next(6))}`,
      aliases: [],
      type: null,
      program: null,
    }))
    const index = await NameIndex.build(entries)
    const target = entries[31_415]!
    expect(index.find(target.name, 0.88)[0]!.entry.name).toBe(target.name)
    // Comparing two words is nearly all of the work, and unlike time it is the same on every machine.
    const compared = (work: () => unknown): number => {
      words.compared = 0
      work()
      return words.compared
    }
    const tenth = entries.slice(0, 5_000).map((entry) => partsOf(entry.name))
    for (const sought of [target.name, first.slice(0, 40).join(' ').slice(0, 255)]) {
      const own = partsOf(sought)
      const all = 10 * compared(() => tenth.map((theirs) => scoreOf(own, theirs)))
      expect(compared(() => index.find(sought, 0.88))).toBeLessThan(all / 5)
    }
  })
})

describe('a file', () => {
  it('is read as CSV, with quotes, line breaks and a mark at its beginning', () => {
    const csv = '\uFEFFid,name,aliases,program\r\n1,"Doe, ""J""\nJane",A;B ; ,X\r\n\r\n2,Solo,,\n'
    expect(readList(csv, true)).toEqual([
      { id: '1', name: 'Doe, "J"\nJane', aliases: ['A', 'B'], type: null, program: 'X' },
      { id: '2', name: 'Solo', aliases: [], type: null, program: null },
    ])
  })

  it('is read as JSON, alone or with entries', () => {
    const entry = { id: 7, name: ' A ', aliases: ['B'], type: 'person' }
    const read = { id: '7', name: 'A', aliases: ['B'], type: 'person', program: null }
    expect(readList(JSON.stringify([entry]), false)).toEqual([read])
    expect(readList(JSON.stringify({ entries: [entry] }), false)).toEqual([read])
  })

  it.each([
    ['name\nA', true],
    ['id,name\n1,"A', true],
    ['id,name\n1,', true],
    ['id,name\n1,A\n1,B', true],
    ['{', false],
    ['{}', false],
    ['[{"id":"1"}]', false],
    ['[{"id":"1","name":"A","aliases":7}]', false],
    [JSON.stringify([{ id: '1', name: 'A'.repeat(501) }]), false],
    ['null', false],
  ])('is refused: %s', (text, isCsv) => {
    expect(() => readList(text, isCsv)).toThrow(ListError)
  })

  it('is never read wrongly, whatever it holds', () => {
    const cell = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((text) => text.trim() !== '' && !text.includes(';'))
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const quoted = cells.map((text, id) => `${id},"${text.replaceAll('"', '""')}"`)
        const names = readList(`id,name\n${quoted.join('\n')}\n`, true).map((entry) => entry.name)
        expect(names).toEqual(cells.map((text) => text.trim()))
      }),
    )
  })
})

// The lines of a file are the same however its text is divided into pieces, and those that a plain reading of the rules
// gives.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, RECORD_LENGTH } from './layout.ts'
import { splitLines } from './lines.ts'
import { type Problem, Problems } from './problem.ts'

interface Outcome {
  readonly lines: readonly Line[]
  readonly problems: readonly Problem[]
}

function split(pieces: readonly string[]): Outcome {
  const problems = new Problems()
  return { lines: [...splitLines(pieces, problems)], problems: problems.found }
}

/** The numbers and the beginnings of the lines, with the whole text at hand. */
function splitPlainly(text: string): string[] {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  const end = content.trimEnd()
  const lines = (end.endsWith('\u001a') ? end.slice(0, -1) : content).split(/\r\n|\n|\r/)
  const isOnly = lines.filter((line) => line.trim() !== '').length === 1
  const records = lines.flatMap((line) => {
    const { length } = line.trimEnd()
    const isJoined = length > RECORD_LENGTH && (isOnly || line.length % RECORD_LENGTH === 0)
    const count = isJoined ? Math.ceil(length / RECORD_LENGTH) : 1
    return Array.from({ length: count }, (_, at) =>
      isJoined ? line.slice(at * RECORD_LENGTH, (at + 1) * RECORD_LENGTH) : line,
    )
  })
  return records.flatMap((record, at) =>
    record.trim() === ''
      ? []
      : [`${at + 1}:${record.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH)}`],
  )
}

const part = fc.constantFrom(
  '\r',
  '\n',
  '\r\n',
  '\u001a',
  ' ',
  '\ufeff',
  'x',
  'y'.repeat(94),
  '9'.repeat(188),
  ' '.repeat(94),
)
const parts = fc.array(part, { maxLength: 12 })

describe('the lines of a file', () => {
  it('are those of its whole text', () => {
    fc.assert(
      fc.property(parts, (some) => {
        const text = some.join('')
        const shown = split([text]).lines.map((line) => `${line.number}:${line.text}`)
        expect(shown).toEqual(splitPlainly(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('are the same in any pieces', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 100 }), (some, size) => {
        const text = some.join('')
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        expect(split(pieces)).toEqual(split([text]))
        expect(split(some)).toEqual(split([text]))
      }),
      { numRuns: 2_000 },
    )
  })
})

// Properties of the codec: what is written is read back, a wrong digit is detected, and no input crashes it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allAddendaTables } from './addenda-records.ts'
import {
  adviceBatchControl,
  adviceFileControl,
  batchControl,
  batchHeader as batchHeaderTable,
  fileControl,
  fileHeader as fileHeaderTable,
  internationalBatchHeader,
} from './batch-records.ts'
import { allEntryTables } from './entry-records.ts'
import { checkFile, describeProblem, NachaError, readFile, writeFile } from './index.ts'
import { fieldsOf } from './layout.ts'
import { anyFile, entry, fileHeader, samples } from './test-support.ts'

/** Enough for the suite. */
const RUNS = 300

const sampleFile = (secCode: string): string =>
  writeFile({ header: fileHeader, batches: [samples[secCode]!] })
const sampleTexts = Object.keys(samples).map(sampleFile)

const errorsOf = (text: string): string[] =>
  checkFile(text)
    .problems.filter(({ severity }) => severity === 'error')
    .map(describeProblem)

const replaced = (text: string, at: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + 1)

describe('layouts', () => {
  const tables = [
    fileHeaderTable,
    fileControl,
    adviceFileControl,
    batchHeaderTable,
    internationalBatchHeader,
    batchControl,
    adviceBatchControl,
    ...allEntryTables,
    ...allAddendaTables,
  ]

  it.each(tables.map((table, index) => [`${table.name} ${index}`, table] as const))(
    'of %s claim no column twice',
    (_name, table) => {
      let next = table.prefix.length + 1
      for (const [, field] of fieldsOf<(typeof table)['fields']>(table)) {
        expect(field.from).toBeGreaterThanOrEqual(next)
        expect(field.to).toBeGreaterThanOrEqual(field.from)
        next = field.to + 1
      }
      expect(next).toBeLessThanOrEqual(95)
    },
  )
})

describe('what is written', () => {
  it.each(Object.keys(samples))('is read back in class %s', (secCode) => {
    const text = sampleFile(secCode)
    const lines = text.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.length % 10).toBe(0)
    expect(lines.every((line) => line.length === 94)).toBe(true)
    const file = readFile(text)
    expect(file.warnings).toEqual([])
    expect(file.batches[0]).toMatchObject(withoutComputed(samples[secCode]!))
    expect(writeFile(file)).toBe(text)
  })

  it('has the totals that were added up by hand', () => {
    const text = writeFile({
      header: fileHeader,
      batches: [
        {
          ...samples['PPD']!,
          entries: [
            entry({ amount: 100_00n, routingNumber: '021200025' }),
            entry({ amount: 250_50n, routingNumber: '231380104' }),
            entry({ amount: 75_25n, routingNumber: '121042882', transactionCode: '37' }),
          ],
        },
        {
          ...samples['CCD']!,
          entries: [entry({ amount: 1n, addenda: [{ type: '05', information: 'X' }] })],
        },
      ],
    })
    const lines = text.split('\n')
    // 02120002 + 23138010 + 12104288 = 37362300.
    expect(lines[1]!.slice(1, 4)).toBe('200')
    expect(lines[5]).toBe(
      '820000000300373623000000000075250000000350501234567890                         121042880000001',
    )
    expect(lines[6]!.slice(1, 4)).toBe('220')
    // With 23138010 of the second batch the hash is 60500310; 11 records fill two blocks.
    expect(lines[10]!.slice(0, 55)).toBe('9000002000002000000050060500310000000007525000000035051')
    expect(lines.slice(11, 20).every((line) => line === '9'.repeat(94))).toBe(true)
  })

  it('keeps the last ten digits of a hash total', () => {
    const entries = Array.from({ length: 150 }, () => entry({ routingNumber: '999999992' }))
    const { control } = readFile(
      writeFile({ header: fileHeader, batches: [{ ...samples['PPD']!, entries }] }),
    )
    // 150 times 99,999,999 is 14,999,999,850.
    expect(control.entryHash).toBe(4_999_999_850)
  })

  it('is read back whatever it is', () => {
    fc.assert(
      fc.property(anyFile, (input) => {
        const file = readFile(writeFile(input))
        expect(file.header).toEqual(input.header)
        expect(file.batches).toHaveLength(input.batches.length)
        for (const [index, batch] of input.batches.entries())
          expect(file.batches[index]).toMatchObject(withoutComputed(batch))
        expect(file.warnings).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  const refused: readonly [string, Parameters<typeof entry>[0], string][] = [
    ['an amount that does not fit', { amount: 10_000_000_000n }, 'amount'],
    ['an amount below zero', { amount: -1n }, 'amount'],
    ['a name that is too long', { name: 'X'.repeat(23) }, 'name'],
    ['no name', { name: ' ' }, 'name'],
    ['letters beyond ASCII', { name: 'José' }, 'name'],
    ['a line break', { name: 'A\nB' }, 'name'],
    ['a routing number with a wrong check digit', { routingNumber: '231380105' }, 'routingNumber'],
    ['an unknown code', { transactionCode: '99' }, 'transactionCode'],
    ['a trace number of another bank', { traceNumber: '999999990000001' }, 'traceNumber'],
    ['a prenote of money', { transactionCode: '23' }, 'amount'],
  ]
  it.each(refused)('is never %s', (_what, changes, field) => {
    const write = (): string =>
      writeFile({
        header: fileHeader,
        batches: [{ ...samples['PPD']!, entries: [entry(), entry(changes)] }],
      })
    expect(write).toThrow(NachaError)
    expect(write).toThrow(expect.objectContaining({ line: 4, record: 'entry', field }))
  })
})

describe('a wrong digit', () => {
  /** Columns in which every digit is covered by a check digit, a count, a hash or a sum. */
  const covered: Readonly<Record<string, readonly [from: number, to: number]>> = {
    '6': [4, 12],
    '8': [5, 44],
    '9': [2, 55],
  }
  const amounts = [30, 39] as const

  it.each(Object.keys(samples).filter((secCode) => secCode !== 'ADV'))(
    'of an amount, a routing number or a count is detected in class %s',
    (secCode) => {
      const text = sampleFile(secCode)
      const lines = text.split('\n')
      for (const [row, line] of lines.entries()) {
        const span = covered[line[0] ?? '']
        if (span === undefined || /^9+$/.test(line)) continue
        const columns = [span, ...(line.startsWith('6') ? [amounts] : [])]
        for (const [from, to] of columns)
          for (let column = from; column <= to; column += 1) {
            const digit = line[column - 1]!
            const other = String((Number(digit) + 1 + (column % 9)) % 10)
            const wrong = replaced(text, row * 95 + column - 1, other)
            expect(errorsOf(wrong), `${row + 1}:${column} ${digit}->${other}`).not.toEqual([])
          }
      }
    },
  )

  it('is detected in files of any kind', () => {
    fc.assert(
      fc.property(
        anyFile.filter(({ batches }) => batches.length > 0),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (input, position, shift) => {
          const text = writeFile(input)
          const places = text.split('\n').flatMap((line, row) => {
            const span = /^9+$/.test(line) ? undefined : covered[line[0] ?? '']
            if (span === undefined) return []
            const [from, to] = line.startsWith('6') ? [4, 12] : span
            const own = Array.from({ length: to - from + 1 }, (_, index) => from + index)
            const amount = line.startsWith('6') ? [30, 31, 32, 33, 34, 35, 36, 37, 38, 39] : []
            return [...own, ...amount].map((column) => row * 95 + column - 1)
          })
          const at = places[position % places.length]!
          const wrong = replaced(text, at, String((Number(text[at]) + shift) % 10))
          expect(errorsOf(wrong)).not.toEqual([])
        },
      ),
      { numRuns: RUNS },
    )
  })

  it.each([1, -1])('of a hash total is reported with its line (off by %i)', (by) => {
    const text = sampleFile('CTX')
    const { batches } = readFile(text)
    const hash = batches[0]!.control.entryHash
    const [right, wrong] = [hash, hash + by].map((value) => String(value).padStart(10, '0'))
    const line = text.split('\n').findIndex((one) => one.startsWith('8')) + 1
    const broken = text.replace(`8225000003${right}`, `8225000003${wrong}`)
    expect(broken).not.toBe(text)
    expect(() => readFile(broken)).toThrow(
      expect.objectContaining({
        line,
        record: 'batch control',
        field: 'entryHash',
        positions: '11-20',
        reason: `Is ${hash + by}, but the entries of the batch come to ${hash}.`,
      }),
    )
  })
})

describe('a file cut in the middle', () => {
  it.each(Object.keys(samples))('is refused wherever it is cut (class %s)', (secCode) => {
    const text = sampleFile(secCode)
    const control = text.split('\n').findIndex((line) => line.startsWith('9'))
    // The figures of the control end in column 55, or 71 in a file of advices; the blanks after them may be missing.
    const end = control * 95 + (secCode === 'ADV' ? 71 : 55)
    for (let length = 0; length < end; length += 1)
      expect(checkFile(text.slice(0, length)).file, `cut at ${length}`).toBeUndefined()
    expect(checkFile(text.slice(0, end)).file).toBeDefined()
  })

  it('is refused when lines are missing, doubled or swapped', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sampleTexts),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('drop', 'double', 'swap'),
        (text, first, second, kind) => {
          const lines = text.split('\n').filter((line) => line !== '' && !/^9+$/.test(line))
          const [a, b] = [first % lines.length, second % lines.length]
          const changed = [...lines]
          if (kind === 'drop') changed.splice(a, 1)
          else if (kind === 'double') changed.splice(a, 0, lines[a]!)
          else [changed[a], changed[b]] = [lines[b]!, lines[a]!]
          if (changed.join('\n') === lines.join('\n')) return
          expect(errorsOf(changed.join('\n'))).not.toEqual([])
        },
      ),
      { numRuns: RUNS },
    )
  })
})

describe('arbitrary input', () => {
  /** Reads without a crash; and whatever it takes can be checked and read again with the same result. */
  const survives = (text: string): void => {
    const { file, problems } = checkFile(text)
    expect(problems.length).toBeLessThanOrEqual(1001)
    expect(file === undefined).toBe(problems.some(({ severity }) => severity === 'error'))
    if (file === undefined) expect(() => readFile(text)).toThrow(NachaError)
    else expect(readFile(text)).toEqual(file)
  }

  it('is read or refused: bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) =>
        survives(Buffer.from(bytes).toString('latin1')),
      ),
      { numRuns: RUNS },
    )
  })

  it('is read or refused: text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), survives), {
      numRuns: RUNS,
    })
  })

  it('is read or refused: lines that look like records', () => {
    const line = fc
      .tuple(
        fc.constantFrom('1', '5', '6', '702', '705', '710', '717', '718', '798', '799', '8', '9'),
        fc.string({
          unit: fc.constantFrom(...'0123456789 AZ*'.split('')),
          minLength: 80,
          maxLength: 95,
        }),
      )
      .map(([prefix, rest]) => (prefix + rest).slice(0, 95))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => survives(lines.join('\n'))),
      { numRuns: RUNS },
    )
  })

  it('is read or refused: good files with changes', () => {
    const change = fc.record({
      at: fc.nat(),
      by: fc.oneof(
        fc.constantFrom(
          '',
          '\n',
          '\r\n',
          '\0',
          '9',
          '0',
          ' ',
          '-',
          'é',
          '\u{1f600}',
          '9'.repeat(94),
        ),
        fc.string({ maxLength: 3 }),
      ),
      length: fc.nat({ max: 120 }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...sampleTexts),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (text, changes) => {
          let changed = text
          for (const { at, by, length } of changes) {
            const from = at % (changed.length + 1)
            changed = changed.slice(0, from) + by + changed.slice(from + length)
          }
          survives(changed)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('reports a thousand problems at most, and an error among them', () => {
    const text = Array.from({ length: 5000 }, () => '6'.repeat(94)).join('\n')
    const { problems } = checkFile(text)
    expect(problems).toHaveLength(1000)
    expect(() => readFile(text)).toThrow(NachaError)
  })
})

/** The input, without the numbers that the writer computes. */
function withoutComputed(batch: (typeof samples)[string]) {
  return {
    header: batch.header,
    entries: batch.entries.map((one) => ({ ...one, addenda: one.addenda ?? [] })),
  }
}

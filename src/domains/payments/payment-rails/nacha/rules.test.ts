// The rules of files: what is refused, with the place and the reason, and what is tolerated.
import { describe, expect, it } from 'vitest'
import type { AchFileInput, AddendaInput, BatchInput, EntryInput } from './file.ts'
import { checkFile, type NachaError, readFile, writeFile } from './index.ts'
import { batchHeader, entry, fileHeader, samples } from './test-support.ts'

const written = (...batches: BatchInput[]): string => writeFile({ header: fileHeader, batches })
const batchOf = (secCode: string, ...entries: EntryInput[]): BatchInput => ({
  header: batchHeader(secCode),
  entries,
})
const plain = written(batchOf('PPD', entry(), entry({ amount: 5n }), entry({ amount: 6n })))

/** The text with columns of one line replaced. */
function edit(text: string, line: number, from: number, by: string): string {
  const lines = text.split('\n')
  const old = lines[line - 1]!
  lines[line - 1] = old.slice(0, from - 1) + by + old.slice(from - 1 + by.length)
  return lines.join('\n')
}

const firstError = (text: string) =>
  checkFile(text).problems.find(({ severity }) => severity === 'error')
const warningsOf = (text: string) => readFile(text).warnings.map(({ reason }) => reason)

describe('refused in a file', () => {
  const cases: readonly [what: string, text: string, problem: Partial<NachaError>][] = [
    ['nothing in it', '', { line: 1, record: 'file', reason: 'The file is empty.' }],
    ['blanks only', ' \n\n ', { line: 1, reason: 'The file is empty.' }],
    [
      'no file header',
      plain.slice(95),
      { line: 1, reason: 'A file begins with a file header, record type 1.' },
    ],
    [
      'two file headers',
      plain.slice(0, 95) + plain,
      { line: 2, reason: 'A file has one file header, as its first record.' },
    ],
    [
      'a record of 100 columns',
      edit(plain, 1, 87, 'REFERENCE12345'),
      { line: 1, positions: '95-100' },
    ],
    ['other priority', edit(plain, 1, 2, '02'), { line: 1, field: 'priorityCode' }],
    ['other record size', edit(plain, 1, 35, '095'), { line: 1, field: 'recordSize' }],
    [
      'a destination of letters',
      edit(plain, 1, 4, 'BANKOFNONE'),
      { field: 'immediateDestination' },
    ],
    ['no destination', edit(plain, 1, 4, ' '.repeat(10)), { field: 'immediateDestination' }],
    ['an impossible date', edit(plain, 1, 24, '260231'), { field: 'fileDate', positions: '24-29' }],
    ['no date', edit(plain, 1, 24, '      '), { field: 'fileDate' }],
    ['an impossible time', edit(plain, 1, 30, '2460'), { field: 'fileTime' }],
    ['no modifier', edit(plain, 1, 34, ' '), { field: 'fileIdModifier', positions: '34' }],
    ['a tab in a name', edit(plain, 1, 50, '\t'), { line: 1, positions: '50' }],
    ['an unknown class', edit(plain, 2, 51, 'XYZ'), { line: 2, field: 'secCode' }],
    ['an unknown service class', edit(plain, 2, 2, '299'), { line: 2, field: 'serviceClass' }],
    ['no company', edit(plain, 2, 41, ' '.repeat(10)), { line: 2, field: 'companyId' }],
    ['an impossible effective date', edit(plain, 2, 70, '261301'), { field: 'effectiveDate' }],
    ['a settlement day above 366', edit(plain, 2, 76, '367'), { field: 'settlementDay' }],
    ['another company in the control', edit(plain, 6, 45, '9'), { line: 6, field: 'companyId' }],
    ['another bank in the control', edit(plain, 6, 80, '99999999'), { line: 6, field: 'odfi' }],
    ['another number in the control', edit(plain, 6, 94, '2'), { line: 6, field: 'batchNumber' }],
    [
      'another service class in the control',
      edit(plain, 6, 2, '200'),
      { line: 6, field: 'serviceClass' },
    ],
    [
      'debits in a batch of credits',
      edit(plain, 4, 2, '27'),
      {
        line: 4,
        field: 'transactionCode',
        reason: 'Code 27 is a debit; a batch of service class 220 has credits only.',
      },
    ],
    [
      'an addenda mark without addenda',
      edit(plain, 3, 79, '1'),
      { line: 3, field: 'addendaIndicator', reason: 'Is 1, but no addenda follow.' },
    ],
    [
      'trace numbers that do not ascend',
      edit(plain, 5, 88, '0000002'),
      { line: 5, field: 'traceNumber', positions: '80-94' },
    ],
    [
      'the trace number of another bank',
      edit(plain, 4, 80, '9'),
      { line: 4, field: 'traceNumber' },
    ],
    ['no account', edit(plain, 3, 13, ' '.repeat(17)), { line: 3, field: 'accountNumber' }],
    ['an amount with a blank', edit(plain, 3, 30, ' '), { line: 3, field: 'amount' }],
    ['an entry of zero', edit(plain, 3, 30, '0000000000'), { line: 3, field: 'amount' }],
    ['a code of advices', edit(plain, 3, 2, '81'), { line: 3, field: 'transactionCode' }],
    ['a batch count off by one', edit(plain, 7, 7, '2'), { line: 7, field: 'batchCount' }],
    [
      'a block count off by one',
      edit(plain, 7, 13, '2'),
      { line: 7, field: 'blockCount', reason: 'Is 2, but 7 records fill 1 blocks of ten.' },
    ],
    [
      'an entry after the end',
      `${plain}${plain.split('\n')[2]}\n`,
      { line: 11, reason: 'Only lines of nines may follow the file control.' },
    ],
    ['padding that is cut off', plain.slice(0, -10), { line: 10 }],
    ['addenda of no type', withLine(plain, 4, '742'), { line: 4, field: 'type', positions: '2-3' }],
    [
      'addenda before an entry',
      withLine(plain, 3, '705'),
      { line: 3, reason: 'Addenda must follow the entry they belong to.' },
    ],
    [
      'a batch in a batch',
      withLine(plain, 4, plain.split('\n')[1]!),
      { line: 4, reason: 'The batch that begins on line 2 has no batch control, record type 8.' },
    ],
  ]
  it.each(cases)('%s', (_what, text, problem) => {
    expect(firstError(text)).toMatchObject({ severity: 'error', ...problem })
    expect(() => readFile(text)).toThrow(
      expect.objectContaining({ name: 'NachaError', ...problem }),
    )
  })

  function withLine(text: string, line: number, added: string): string {
    return text
      .split('\n')
      .toSpliced(line - 1, 0, added)
      .join('\n')
  }

  it('addenda without their mark, numbered wrongly, or of another entry', () => {
    const text = written(samples['CTX']!)
    expect(firstError(edit(text, 3, 79, '0'))).toMatchObject({
      line: 3,
      field: 'addendaIndicator',
      reason: 'Is 0, but 2 addenda follow.',
    })
    expect(firstError(edit(text, 5, 87, '1'))).toMatchObject({
      line: 5,
      record: 'addenda 05',
      field: 'sequence',
      positions: '84-87',
      reason: 'Is 1, and must be 2.',
    })
    expect(firstError(edit(text, 4, 94, '9'))).toMatchObject({ line: 4, field: 'entrySequence' })
    const terminal = written(samples['POS']!)
    expect(firstError(edit(terminal, 4, 94, '9'))).toMatchObject({ line: 4, field: 'traceNumber' })
  })

  it('batch numbers that do not ascend', () => {
    const text = written(batchOf('PPD', entry()), batchOf('PPD', entry()))
    const wrong = edit(edit(text, 5, 94, '1'), 7, 94, '1')
    expect(firstError(wrong)).toMatchObject({ line: 5, field: 'batchNumber' })
  })

  it('advices beside payments', () => {
    const mixed = (): string => written(samples['ADV']!, batchOf('PPD', entry()))
    expect(mixed).toThrow(expect.objectContaining({ field: 'secCode' }))
  })
})

describe('refused by its class', () => {
  const five = (count: number): AddendaInput[] =>
    Array.from({ length: count }, () => ({ type: '05' as const, information: 'X' }))
  const iat = samples['IAT']!.entries[0]!
  const cases: readonly [
    what: string,
    secCode: string,
    changes: Partial<EntryInput>,
    field: string,
  ][] = [
    ['a credit by telephone', 'TEL', { transactionCode: '22' }, 'transactionCode'],
    ['a debit that a customer starts', 'CIE', { transactionCode: '27' }, 'transactionCode'],
    ['two addenda to a person', 'PPD', { addenda: five(2) }, 'addendaIndicator'],
    [
      'addenda by telephone',
      'TEL',
      { transactionCode: '27', addenda: five(1) },
      'addendaIndicator',
    ],
    ['a card payment without its terminal', 'POS', { transactionCode: '27' }, 'addendaIndicator'],
    [
      'a card payment with a text for its terminal',
      'POS',
      { transactionCode: '27', addenda: five(1) },
      'addendaIndicator',
    ],
    [
      'a converted check above 25,000.00',
      'ARC',
      { transactionCode: '27', amount: 2_500_001n },
      'amount',
    ],
    [
      'a bounced check above 2,500.00',
      'RCK',
      { transactionCode: '27', amount: 250_001n },
      'amount',
    ],
    ['an acknowledgement of money', 'ACK', { transactionCode: '22' }, 'amount'],
    ['zero dollars that are some', 'CCD', { transactionCode: '24' }, 'amount'],
    ['a wrong number of addenda', 'CTX', { addendaCount: 3, addenda: five(2) }, 'addendaCount'],
    [
      'a change without a correction',
      'COR',
      { transactionCode: '21', amount: 0n },
      'addendaIndicator',
    ],
    [
      'addenda missing across a border',
      'IAT',
      { ...iat, addenda: iat.addenda!.filter(({ type }) => type !== '13') },
      'addendaIndicator',
    ],
    [
      'addenda out of order across a border',
      'IAT',
      { ...iat, addenda: iat.addenda!.toReversed() },
      'addendaIndicator',
    ],
  ]
  it.each(cases)('%s', (_what, secCode, changes, field) => {
    const { header } = samples[secCode]!
    const write = (): string => written({ header, entries: [entry(changes)] })
    expect(write).toThrow(expect.objectContaining({ name: 'NachaError', line: 3, field }))
  })

  it('not a reversal, which has the opposite direction', () => {
    const header = { ...batchHeader('TEL'), description: 'REVERSAL' }
    const text = written({ header, entries: [entry({ transactionCode: '22' })] })
    expect(readFile(text).batches).toHaveLength(1)
  })

  it.each([
    ['ARC', 2_500_000n],
    ['RCK', 250_000n],
  ])('not %s of exactly the most', (secCode, amount) => {
    const text = written(batchOf(secCode, entry({ transactionCode: '27', amount })))
    expect(readFile(text).control.totalDebit).toBe(amount)
  })
})

describe('tolerated', () => {
  const records = plain.split('\n').filter((line) => line !== '' && !/^9+$/.test(line))
  const same = readFile(plain)
  const forms: readonly [what: string, text: string][] = [
    ['line ends of Windows', plain.replaceAll('\n', '\r\n')],
    ['line ends of old Macs', plain.replaceAll('\n', '\r')],
    ['no line break at the end', plain.trimEnd()],
    ['no line breaks at all', plain.replaceAll('\n', '')],
    ['blocks of ten without breaks', `${plain.replaceAll('\n', '')}\n`],
    ['blank lines at the end', `${plain}\n\n   \n`],
    ['a byte order mark', `\ufeff${plain}`],
    ['the mark that ends files of old systems', `${plain}\u001a`],
    ['blanks stripped from lines', plain.replaceAll(/ +$/gm, '')],
    ['blanks added to lines', plain.replaceAll('\n', '     \n')],
    ['padding missing', `${records.join('\n')}\n`],
  ]
  it.each(forms)('%s', (_what, text) => {
    const { warnings: _warnings, ...file } = readFile(text)
    const { warnings: _none, ...expected } = same
    expect(file).toEqual(expected)
  })

  it('missing padding, with a warning', () => {
    expect(warningsOf(records.join('\n'))).toEqual([
      '0 lines of nines follow the file control; 3 would fill the last block of ten.',
    ])
  })

  it('letters beyond ASCII, each in one column', () => {
    const text = edit(plain, 3, 55, 'JOSÉ ŻÓŁĆ')
    expect(readFile(text).batches[0]!.entries[0]!.name).toBe('JOSÉ ŻÓŁĆ')
  })

  it('dates that are blank or zeros, and marks of same-day settlement', () => {
    const text = edit(edit(plain, 2, 64, 'SD1800'), 2, 70, '000000')
    expect(readFile(text).batches[0]!.header).toMatchObject({
      descriptiveDate: 'SD1800',
      effectiveDate: null,
    })
  })

  it('marks in reserved columns', () => {
    expect(warningsOf(edit(edit(plain, 6, 74, '@@@@@@'), 7, 56, '0'.repeat(39)))).toEqual([])
  })

  it('a file without batches', () => {
    const text = writeFile({ header: { ...fileHeader, fileIdModifier: '' }, batches: [] })
    expect(readFile(text)).toMatchObject({ batches: [], control: { blockCount: 1, entryHash: 0 } })
  })

  it('a company at another position in its columns', () => {
    const header = { ...batchHeader('PPD'), companyId: '123456789' }
    const text = edit(written({ header, entries: [entry()] }), 4, 45, ' 123456789')
    expect(warningsOf(text)).toEqual([])
  })

  it('the number of the last batch as batch count, where numbers were skipped', () => {
    const [first, second] = [batchOf('PPD', entry()), batchOf('PPD', entry())]
    const input: AchFileInput = {
      header: fileHeader,
      batches: [first, { ...second, header: { ...second.header, batchNumber: 7 } }],
    }
    const text = writeFile(input)
    expect(warningsOf(edit(text, 8, 7, '7'))).toEqual(['Is 7, but the file has 2 batches.'])
    expect(firstError(edit(text, 8, 7, '6'))).toMatchObject({ field: 'batchCount' })
  })

  it('a company left out of the control of an international batch', () => {
    expect(warningsOf(edit(written(samples['IAT']!), 13, 45, ' '.repeat(10)))).toEqual([])
  })
})

// Returns and notifications of change: they go back to the sender's bank, name the original, and pass the reader.
import { describe, expect, it } from 'vitest'
import {
  changeCodes,
  isRoutingNumber,
  makeChange,
  makeChanges,
  makeReturn,
  makeReturns,
  readCorrection,
  readFile,
  returnCodes,
  secCodes,
  toAchText,
  transactionCodes,
  writeFile,
} from './index.ts'
import { batchHeader, entry, fileHeader, samples } from './test-support.ts'

const stamp = { fileDate: '2026-03-04', fileTime: '08:00' }
const other = '021200025'
const sent = readFile(
  writeFile({
    header: fileHeader,
    batches: [
      {
        header: batchHeader('PPD'),
        entries: [
          entry({ amount: 100n }),
          entry({ amount: 200n, transactionCode: '37', routingNumber: other }),
          entry({ amount: 300n, addenda: [{ type: '05', information: 'RENT' }] }),
        ],
      },
      samples['IAT']!,
    ],
  }),
)
const [credit, debit, withAddenda] = sent.batches[0]!.entries
const international = sent.batches[1]!.entries[0]!

describe('a return', () => {
  it('is sent with the amount to the bank that sent the entry', () => {
    const back = readFile(writeFile(makeReturn(sent, credit!, 'R03', stamp)))
    expect(back.header).toMatchObject({
      immediateDestination: '121042882',
      immediateOrigin: '231380104',
      destinationName: 'FLORIN BANK',
      originName: 'FEDERAL RESERVE',
      fileDate: '2026-03-04',
    })
    const [batch] = back.batches
    expect(batch!.header).toMatchObject({ odfi: '23138010', secCode: 'PPD', serviceClass: '220' })
    expect(batch!.entries).toEqual([
      {
        ...credit!,
        transactionCode: '21',
        routingNumber: '121042882',
        traceNumber: '231380100000001',
        addenda: [
          {
            type: '99',
            line: 4,
            returnCode: 'R03',
            originalTraceNumber: credit!.traceNumber,
            originalRdfi: '23138010',
            dateOfDeath: null,
            information: '',
            traceNumber: '231380100000001',
          },
        ],
      },
    ])
    expect(back.control).toMatchObject({ totalCredit: 100n, totalDebit: 0n })
  })

  it('of several banks has a batch for each, and numbers that are used once', () => {
    const returned = [credit!, debit!, withAddenda!].map((one) => ({
      entry: one,
      returnCode: 'R01',
    }))
    const back = readFile(writeFile(makeReturns(sent, returned, { ...stamp, firstSequence: 41 })))
    expect(back.batches.map(({ header }) => header.odfi)).toEqual(['23138010', '02120002'])
    expect(
      back.batches.flatMap(({ entries }) => entries.map((one) => [one.traceNumber, one.amount])),
    ).toEqual([
      ['231380100000041', 100n],
      ['231380100000043', 300n],
      ['021200020000042', 200n],
    ])
    expect(back.control).toMatchObject({ totalCredit: 400n, totalDebit: 200n })
  })

  it('of an international entry keeps its addenda and the amount', () => {
    const back = readFile(writeFile(makeReturn(sent, international, 'R83', stamp)))
    const { addenda } = back.batches[0]!.entries[0]!
    expect(addenda.map(({ type }) => type)).toEqual([
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
      '99',
    ])
    expect(addenda.at(-1)).toMatchObject({ returnCode: 'R83', originalAmount: 100_000n })
  })

  it('names the date of death where the code asks for it', () => {
    expect(() => makeReturn(sent, credit!, 'R15', stamp)).toThrow(/R15 must have the date of death/)
    const dated = [{ entry: credit!, returnCode: 'R15', dateOfDeath: '2026-02-28' }]
    const back = readFile(writeFile(makeReturns(sent, dated, stamp)))
    expect(back.batches[0]!.entries[0]!.addenda[0]).toMatchObject({ dateOfDeath: '2026-02-28' })
  })

  it.each(['R00', 'R68', 'R71', 'C01', ''])('has no code "%s"', (code) => {
    expect(() => makeReturn(sent, credit!, code, stamp)).toThrow(/is not a return code/)
  })

  it('cannot be returned, made twice, or made of an entry of another file', () => {
    const back = readFile(writeFile(makeReturn(sent, credit!, 'R03', stamp)))
    const again = back.batches[0]!.entries[0]!
    expect(() => makeReturn(back, again, 'R03', stamp)).toThrow(/cannot be returned/)
    expect(() => makeReturn(sent, again, 'R03', stamp)).toThrow(/not of this file/)
    const twice = { entry: credit!, returnCode: 'R01' }
    expect(() => makeReturns(sent, [twice, { ...twice }], stamp)).toThrow(/answered twice/)
  })
})

describe('a notification of change', () => {
  const corrections = {
    C01: { accountNumber: '9988776655' },
    C02: { routingNumber: other },
    C03: { routingNumber: other, accountNumber: '12345678901234567' },
    C04: { name: 'JANE SMITH' },
    C05: { transactionCode: '32' },
    C06: { accountNumber: '9988776655', transactionCode: '32' },
    C07: { routingNumber: other, accountNumber: '9988776655', transactionCode: '32' },
    C09: { identification: 'EMP-2' },
  }
  it.each(Object.entries(corrections))(
    '%s carries its correction and no money',
    (code, correction) => {
      const back = readFile(writeFile(makeChange(sent, debit!, code, correction, stamp)))
      const [batch] = back.batches
      expect(batch!.header).toMatchObject({ secCode: 'COR', odfi: '02120002' })
      const [change] = batch!.entries
      expect(change).toMatchObject({
        transactionCode: '36',
        amount: 0n,
        routingNumber: '121042882',
      })
      const [addenda] = change!.addenda
      expect(addenda).toMatchObject({ type: '98', originalTraceNumber: debit!.traceNumber })
      const data = addenda!.type === '98' ? addenda!.correctedData : ''
      expect(readCorrection(code, data)).toEqual(correction)
    },
  )

  it('of an international entry is an international one', () => {
    const changed = [{ entry: international, changeCode: 'C01', correction: corrections.C01 }]
    const back = readFile(writeFile(makeChanges(sent, changed, stamp)))
    expect(back.batches[0]!.header).toMatchObject({ secCode: 'COR', companyName: 'IATCOR' })
    expect(back.warnings).toEqual([])
  })

  it('needs the values that its code corrects, and a code of a change', () => {
    const make = (code: string, correction: object) => () =>
      makeChange(sent, credit!, code, correction, stamp)
    expect(make('C03', { routingNumber: other })).toThrow(/missing or too long/)
    expect(make('C01', { accountNumber: '1'.repeat(18) })).toThrow(/missing or too long/)
    expect(make('C61', {})).toThrow(/is for refusals/)
    expect(make('C99', {})).toThrow(/missing or too long/)
  })
})

describe('codes', () => {
  it('are complete, each with a title of its own', () => {
    const gaps = new Set([48, 49, 54, 55, 56, 57, 58, 59, 60, 63, 64, 65, 66, 78, 79])
    const expected = Array.from({ length: 85 }, (_, index) => index + 1)
      .filter((number) => !gaps.has(number))
      .map((number) => `R${String(number).padStart(2, '0')}`)
    expect([...returnCodes.keys()]).toEqual(expected)
    const titles = [...returnCodes.values(), ...secCodes.values()].map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    expect([...returnCodes.values()].filter(({ retryable }) => retryable)).toMatchObject([
      { code: 'R01' },
    ])
    expect(changeCodes.size).toBe(23)
    expect(secCodes.size).toBe(Object.keys(samples).length)
  })

  it('of transactions say which way the money goes', () => {
    const directions = (direction: string) =>
      [...transactionCodes.values()]
        .filter((one) => one.direction === direction && one.purpose === 'live')
        .map(({ code }) => code)
    expect(directions('credit')).toEqual(['22', '32', '42', '52', '81', '83', '85', '87'])
    expect(directions('debit')).toEqual(['27', '37', '47', '55', '82', '84', '86', '88'])
    expect(transactionCodes.get('23')).toMatchObject({ direction: 'credit', purpose: 'prenote' })
    expect(transactionCodes.get('38')).toMatchObject({ direction: 'debit', purpose: 'prenote' })
  })

  it('of routing have a check digit', () => {
    expect(['231380104', '121042882', '021000021', '011401533'].every(isRoutingNumber)).toBe(true)
    expect(
      ['231380105', '321380104', '000000000', '12104288', '1210428820', '12104288X'].some(
        isRoutingNumber,
      ),
    ).toBe(false)
  })
})

describe('text for records', () => {
  it.each([
    ['José Ñandú', 22, 'Jose Nandu'],
    ['Zażółć gęślą', 7, 'Zazo?c'],
    ['a\tb\nc', 22, 'a b c'],
    ['日本', 22, '??'],
    ['  Jane  ', 22, 'Jane'],
    ['', 5, ''],
  ])('%j in %i columns is %j', (value, length, expected) => {
    expect(toAchText(value, length)).toBe(expected)
  })
})

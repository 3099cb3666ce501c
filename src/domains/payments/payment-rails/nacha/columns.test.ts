// Columns of every layout, against lines that were set by hand from the published record formats: a mistake in a table
// would otherwise affect reading and writing alike.
import { describe, expect, it } from 'vitest'
import { writeCorrection } from './change-codes.ts'
import type { AddendaInput, BatchInput } from './file.ts'
import { readFile, writeFile } from './index.ts'
import { batchHeader, entry, fileHeader, samples } from './test-support.ts'

const linesOf = (batch: BatchInput): string[] =>
  writeFile({ header: fileHeader, batches: [batch] }).split('\n')

describe('columns of', () => {
  it('the header of a file', () => {
    expect(linesOf(samples['PPD']!)[0]).toBe(
      '101 231380104 1210428822603020930A094101FEDERAL RESERVE        FLORIN BANK                    ',
    )
  })

  it('the header of a batch', () => {
    const header = {
      ...batchHeader('PPD'),
      companyData: 'DISCRETIONARY DATA 1',
      descriptiveDate: 'SD1800',
      settlementDay: '062',
    }
    expect(linesOf({ header, entries: [entry()] })[1]).toBe(
      '5220ACME CORP       DISCRETIONARY DATA 11234567890PPDPAYROLL   SD18002603030621121042880000001',
    )
  })

  it('the header of an international batch', () => {
    const { header, entries } = samples['IAT']!
    expect(linesOf({ header: { ...header, foreignExchangeReference: 'RATE-7' }, entries })[1]).toBe(
      '5220                FF3RATE-7         US1234567890IATPAYROLL   CADUSD260303   1121042880000001',
    )
  })

  const entries: readonly [secCode: string, line: string][] = [
    [
      'ADV',
      '681231380104744-5678-99    12345678901212104288211131 NAME                    0011000010500001',
    ],
    [
      'ARC',
      '62723138010412345678         0000012345123879654      ABC COMPANY             0121042880000001',
    ],
    [
      'CIE',
      '62223138010412345678         0000012345JANE DOE       1234567890123456789012  0121042880000001',
    ],
    [
      'CTX',
      '62723138010412345678         0000012345EMP-1          0002JANE DOE            1121042880000001',
    ],
    [
      'ENR',
      '62323138010412345678         0000000000EMP-1          0001JANE DOE            1121042880000001',
    ],
    [
      'IAT',
      '6222313801040009             0000100000FOREIGN ACCOUNT OF UP TO 35 LETTERS    1121042880000001',
    ],
    [
      'POP',
      '62723138010412345678         0000012345123456789PHILPAABC COMPANY             0121042880000001',
    ],
    [
      'POS',
      '62723138010412345678         0000012345EMP-1          JANE DOE              011121042880000001',
    ],
    [
      'PPD',
      '62223138010412345678         0000012345EMP-1          JANE DOE                0121042880000001',
    ],
    [
      'SHR',
      '62723138010412345678         00000123450722123456789100001234567891123456789011121042880000001',
    ],
    [
      'TRC',
      '62723138010412345678         0000012345123456789012345CHECK11234567890123456010121042880000001',
    ],
  ]
  it.each(entries)('an entry of %s', (secCode, line) => {
    expect(linesOf(samples[secCode]!)[2]).toBe(line)
  })

  it('the controls of advices', () => {
    expect(linesOf(samples['ADV']!).slice(4, 6)).toEqual([
      '828000000200462760200000000012345678901200000000123456789012COMPANY NAME, INC  121042880000001',
      '90000010000010000000200462760200000000012345678901200000000123456789012                       ',
    ])
  })

  it('the addenda of a terminal', () => {
    expect(linesOf(samples['POS']!)[3]).toBe(
      '702REFONE1REFTERM021000490614123456TARGET STORE 0049          PHILADELPHIA   PA121042880000001',
    )
  })

  it('the addenda of a payment across a border', () => {
    expect(linesOf(samples['IAT']!).slice(3, 12)).toEqual([
      '710ANN000000000000100000928383-23938          BEK ENTERPRISES                          0000001',
      '711BEK SOLUTIONS                      15 WEST PLACE STREET                             0000001',
      '712JACOBSTOWN*PA\\                     US*19305\\                                        0000001',
      '713CITADEL BANK                       01121042882                         US           0000001',
      '714CITADEL BANK                       01121042882                         US           0000001',
      '7159874654932139872121 FRONT STREET                                                    0000001',
      '716LETTERTOWN*AB\\                     CA*80014\\                                        0000001',
      '717INVOICE 7                                                                       00010000001',
      '718CITADEL BANK                       01121042882                         US       00010000001',
    ])
  })

  const original = { originalTraceNumber: '059999990000301', originalRdfi: '12391871' }
  const before = {
    returnTraceNumber: '779999990000301',
    returnSettlementDay: '165',
    returnReason: '01',
  }
  const answers: readonly [what: string, secCode: string, addenda: AddendaInput, line: string][] = [
    [
      'a return',
      'PPD',
      {
        type: '99',
        returnCode: 'R15',
        ...original,
        dateOfDeath: '2026-02-28',
        information: 'OWNER DIED',
      },
      '799R1505999999000030126022812391871OWNER DIED                                  121042880000001',
    ],
    [
      'a return that is refused',
      'PPD',
      { type: '99', returnCode: 'R68', ...original, ...before, information: 'UNTIMELY RETURN' },
      '799R68059999990000301      12391871   77999999000030116501UNTIMELY RETURN      121042880000001',
    ],
    [
      'a refusal that is contested',
      'PPD',
      {
        type: '99',
        returnCode: 'R71',
        ...original,
        ...before,
        dateReturned: '260227',
        originalSettlementDay: '164',
        dishonoredTraceNumber: '889999990000301',
        dishonoredSettlementDay: '166',
        dishonoredReason: '67',
      },
      '799R71059999990000301260227123918711647799999900003011650188999999000030116667 121042880000001',
    ],
    [
      'a refusal of a change',
      'COR',
      {
        type: '98',
        changeCode: 'C63',
        ...original,
        correctedData: '1918171614',
        refusedChangeCode: 'C01',
        refusedTraceSequence: '0000301',
      },
      '798C63059999990000301      123918711918171614                   C010000301     121042880000001',
    ],
  ]
  it.each(answers)('the addenda of %s', (_what, secCode, addenda, line) => {
    const back = entry({ transactionCode: '21', amount: 0n, addenda: [addenda] })
    const text = writeFile({
      header: fileHeader,
      batches: [{ header: batchHeader(secCode), entries: [back] }],
    })
    expect(text.split('\n')[3]).toBe(line)
    expect(readFile(text).batches[0]!.entries[0]!.addenda[0]).toMatchObject(addenda)
  })

  it('corrected data', () => {
    const all = {
      routingNumber: '021200025',
      accountNumber: '12345678901234567',
      transactionCode: '32',
    }
    expect(['C03', 'C06', 'C07'].map((code) => writeCorrection(code, all))).toEqual([
      '021200025   12345678901234567',
      '12345678901234567   32',
      '0212000251234567890123456732',
    ])
  })
})

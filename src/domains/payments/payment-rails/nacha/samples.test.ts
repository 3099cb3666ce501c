// Files of third parties: every valid one is read with the totals that were added up by hand, every invalid one is
// refused with the line and the reason.
import { describe, expect } from 'vitest'
import { itForEachOutside, itWithOutside } from '../../../../../test/harness/outside.ts'
import { type Batch, checkFile, describeProblem, NachaError, readFile, writeFile } from './index.ts'
import { invalidFiles, validFiles } from './test-support.ts'

const errorOf = (text: string): NachaError => {
  try {
    readFile(text)
  } catch (error) {
    if (error instanceof NachaError) return error
    throw error
  }
  throw new Error('The file was read.')
}

describe('files of third parties', () => {
  itForEachOutside(validFiles, 'a valid one is read', ({ text }) => {
    const { file, problems } = checkFile(text)
    expect(problems.filter(({ severity }) => severity === 'error').map(describeProblem)).toEqual([])
    expect(file!.batches.length).toBeGreaterThan(0)
  })

  itForEachOutside(invalidFiles, 'an invalid one is refused', ({ text }) => {
    expect(checkFile(text).file).toBeUndefined()
  })

  itForEachOutside(validFiles, 'a valid one is written as it was', ({ text }) => {
    const file = readFile(text)
    const again = readFile(writeFile(file))
    // The batch count of one file is wrong, and is corrected.
    const { batchCount: _wrong, ...control } = file.control
    expect(again.control).toMatchObject(control)
    // The position of the company in its columns is not kept.
    const plain = ({ line: _line, ...batch }: Batch) => ({
      ...batch,
      control: { ...batch.control, companyId: batch.control.companyId?.trim() },
    })
    expect(again.batches.map(plain)).toEqual(file.batches.map(plain))
    expect(again.header).toEqual(file.header)
  })
})

describe('in files of third parties', () => {
  itWithOutside(
    invalidFiles,
    'ppd-debit-invalid-entryDetail-checkDigit.ach',
    'a wrong check digit is refused with its location',
    (text) => {
      const error = errorOf(text)
      expect(error).toMatchObject({
        line: 3,
        record: 'entry',
        field: 'routingNumber',
        positions: '4-12',
        reason: 'Routing number 231380105 has the check digit 5; it must be 4.',
      })
      expect(error.message).toBe(
        'Line 3, entry, routingNumber (columns 4-12): Routing number 231380105 has the check digit 5; it must be 4.',
      )
    },
  )

  itWithOutside(
    invalidFiles,
    'adv-invalidFileControl.ach',
    'a file control that counts no entries is refused with its location',
    (text) => {
      expect(errorOf(text)).toMatchObject({
        line: 6,
        record: 'file control',
        field: 'entryAddendaCount',
        positions: '14-21',
        reason: 'Is 0, but the batches come to 2.',
      })
    },
  )

  itWithOutside(validFiles, 'ppd-debit.ach', 'the debit of one person has its fields', (text) => {
    const file = readFile(text)
    expect(file.header).toEqual({
      immediateDestination: '231380104',
      immediateOrigin: '0121042882',
      fileDate: '2019-06-24',
      fileTime: '00:00',
      fileIdModifier: 'A',
      destinationName: 'Federal Reserve Bank',
      originName: 'My Bank Name',
      referenceCode: '',
    })
    expect(file.batches[0]!.entries).toEqual([
      {
        line: 3,
        transactionCode: '27',
        routingNumber: '231380104',
        accountNumber: '12345678',
        amount: 100_000_000n,
        identification: '',
        name: 'Receiver Account Name',
        discretionaryData: '',
        traceNumber: '121042880000001',
        addenda: [],
      },
    ])
    expect(file.control).toMatchObject({ totalDebit: 100_000_000n, totalCredit: 0n })
    expect(file.warnings).toEqual([])
  })

  itWithOutside(
    validFiles,
    'return-WEB.ach',
    'returns have their reason and the returned entry',
    (text) => {
      const { batches, control } = readFile(text)
      const answers = batches.flatMap(({ entries }) => entries.flatMap(({ addenda }) => addenda))
      expect(answers).toEqual([
        expect.objectContaining({
          type: '99',
          returnCode: 'R01',
          originalTraceNumber: '091400600000001',
          originalRdfi: '09100001',
          line: 4,
        }),
        expect.objectContaining({
          type: '99',
          returnCode: 'R03',
          originalTraceNumber: '091400600000003',
          originalRdfi: '02100002',
          line: 8,
        }),
      ])
      // 123.54 debited and 45.65 credited came back.
      expect(control).toMatchObject({
        totalDebit: 12_354n,
        totalCredit: 4_565n,
        entryHash: 18_280_120,
      })
    },
  )

  itWithOutside(
    validFiles,
    '20110805A.ach',
    'domestic and international payments are in one file',
    (text) => {
      const { batches, control, warnings } = readFile(text)
      expect(batches.map(({ header }) => `${header.secCode} ${header.batchNumber}`)).toEqual([
        'PPD 1',
        'PPD 3',
        'IAT 4',
        'IAT 5',
      ])
      expect(batches.map(({ entries }) => entries.length)).toEqual([25, 18, 3, 2])
      // 46,100.00 and 4,910.00 debited; 1.76 and 0.24 credited.
      expect(control).toMatchObject({ totalDebit: 5_101_000n, totalCredit: 200n })
      expect(batches[2]!.entries[2]).toMatchObject({
        name: 'MADISON ROSS',
        identification: 'A293',
        accountNumber: '998412345',
        amount: 273_000n,
      })
      expect(warnings.map(({ field, reason }) => [field, reason])).toEqual([
        ['batchCount', 'Is 5, but the file has 4 batches.'],
        [
          undefined,
          '0 lines of nines follow the file control; 7 would fill the last block of ten.',
        ],
      ])
    },
  )
})

// Writes NACHA files. Counts, sums, hash totals, blocks, classes and sequences are computed here; the finished text
// passes our own strict reader before it is returned.
import {
  addenda02,
  addenda05,
  addenda10,
  addenda11,
  addenda12,
  addenda13,
  addenda14,
  addenda15,
  addenda16,
  addenda17,
  addenda18,
  changeTableOf,
  returnTableOf,
} from './addenda-records.ts'
import {
  adviceBatchControl,
  adviceFileControl,
  batchControl,
  batchHeader,
  fileControl,
  fileHeader,
  internationalBatchHeader,
  isInternational,
} from './batch-records.ts'
import { entryTableOf } from './entry-records.ts'
import type { AchFileInput, AddendaInput, BatchInput, EntryInput } from './file.ts'
import {
  fieldProblem,
  type Fields,
  RECORD_LENGTH,
  type RecordTable,
  type Values,
  writeRecord,
} from './layout.ts'
import { NachaError, type Problem, Problems } from './problem.ts'
import { checkFile } from './reader.ts'
import { blocksOf, sumOf, type Totals, totalsOf } from './totals.ts'
import { transactionCodes } from './transaction-codes.ts'

const PADDING = '9'.repeat(RECORD_LENGTH)

class FileWriter {
  readonly #lines: string[] = []
  readonly #problems = new Problems()
  /** The last number assigned to an entry; trace numbers are unique in the whole file. */
  #sequence = 0

  write({ header, batches }: AchFileInput): string {
    this.#add(fileHeader, {
      fileTime: null,
      fileIdModifier: 'A',
      destinationName: '',
      originName: '',
      referenceCode: '',
      ...header,
    })
    const totals = batches.map((batch, index) => this.#batch(batch, index + 1))
    const isAdvice = batches.some((batch) => batch.header.secCode === 'ADV')
    this.#add(isAdvice ? adviceFileControl : fileControl, {
      batchCount: batches.length,
      blockCount: blocksOf(this.#lines.length + 1),
      ...sumOf(totals),
    })
    while (this.#lines.length % 10 !== 0) this.#lines.push(PADDING)
    this.#refuse(this.#problems.found)
    const text = `${this.#lines.join('\n')}\n`
    this.#refuse(checkFile(text).problems)
    return text
  }

  #batch({ header, entries, control }: BatchInput, number: number): Totals {
    const isAdvice = header.secCode === 'ADV'
    const full = {
      serviceClass: isAdvice ? '280' : serviceClassOf(entries),
      effectiveDate: null,
      settlementDay: '',
      originatorStatusCode: isAdvice ? '0' : '1',
      batchNumber: number,
      ...header,
    }
    this.#add(isInternational(header) ? internationalBatchHeader : batchHeader, full)
    for (const entry of entries) this.#entry(header, entry)
    const totals = totalsOf(entries)
    this.#add(isAdvice ? adviceBatchControl : batchControl, {
      serviceClass: full.serviceClass,
      ...totals,
      companyId: header.companyId,
      messageAuthentication: control?.messageAuthentication ?? '',
      operatorData: control?.operatorData ?? '',
      odfi: header.odfi,
      batchNumber: full.batchNumber,
    })
    return totals
  }

  #entry(header: BatchInput['header'], entry: EntryInput): void {
    const { addenda = [] } = entry
    const table = entryTableOf(header)
    this.#sequence += 1
    const traceNumber = entry.traceNumber ?? header.odfi + String(this.#sequence).padStart(7, '0')
    const line = this.#add(table, {
      addendaCount: addenda.length,
      ...entry,
      traceNumber,
      addendaIndicator: addenda.length > 0 ? '1' : '0',
    })
    // Returns keep the name of the original; the originator of a payment must name its receiver.
    const isNew = !addenda.some(({ type }) => type === '98' || type === '99')
    if (isNew && table.fields.name !== undefined && (entry.name ?? '').trim() === '')
      this.#problems.add(fieldProblem(table, 'name', line, 'Must not be blank.'))
    const counted = new Map<string, number>()
    for (const one of addenda) {
      const sequence = (counted.get(one.type) ?? 0) + 1
      counted.set(one.type, sequence)
      this.#addenda(one, isInternational(header), {
        traceNumber,
        sequence,
        entrySequence: traceNumber.slice(-7),
      })
    }
  }

  #addenda(
    one: AddendaInput,
    international: boolean,
    numbers: { traceNumber: string; sequence: number; entrySequence: string },
  ): void {
    switch (one.type) {
      case '02':
        return void this.#add(addenda02, { ...numbers, ...one })
      case '05':
        return void this.#add(addenda05, { ...numbers, ...one })
      case '10':
        return void this.#add(addenda10, { ...numbers, ...one })
      case '11':
        return void this.#add(addenda11, { ...numbers, ...one })
      case '12':
        return void this.#add(addenda12, { ...numbers, ...one })
      case '13':
        return void this.#add(addenda13, { ...numbers, ...one })
      case '14':
        return void this.#add(addenda14, { ...numbers, ...one })
      case '15':
        return void this.#add(addenda15, { ...numbers, ...one })
      case '16':
        return void this.#add(addenda16, { ...numbers, ...one })
      case '17':
        return void this.#add(addenda17, { ...numbers, ...one })
      case '18':
        return void this.#add(addenda18, { ...numbers, ...one })
      case '98':
        return void this.#add(changeTableOf(one.changeCode), { ...numbers, ...one })
      case '99':
        return void this.#add(returnTableOf(one.returnCode, international), { ...numbers, ...one })
    }
  }

  /** Adds a record, and returns its line. */
  #add<T extends Fields>(table: RecordTable<T>, values: Values<T>): number {
    const line = this.#lines.length + 1
    this.#lines.push(writeRecord(table, values, line, this.#problems))
    return line
  }

  #refuse(problems: readonly Problem[]): void {
    const first = problems.find(({ severity }) => severity === 'error')
    if (first !== undefined) throw new NachaError(first, problems)
  }
}

/** 220 for credits only, 225 for debits only, 200 for both. */
function serviceClassOf(entries: readonly EntryInput[]): string {
  const directions = new Set(
    entries.map(({ transactionCode }) => transactionCodes.get(transactionCode)?.direction),
  )
  if (directions.size !== 1) return '200'
  return directions.has('credit') ? '220' : '225'
}

/** The text of a file: records of 94 characters, each ended by a line feed, in whole blocks of ten. */
export const writeFile = (file: AchFileInput): string => new FileWriter().write(file)

/**
 * Text as a record can hold it: accents are dropped, everything else beyond ASCII becomes a question mark, and what
 * does not fit is cut off.
 */
export const toAchText = (value: string, length: number): string =>
  value
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x7e]/gu, '?')
    .trim()
    .slice(0, length)
    .trimEnd()

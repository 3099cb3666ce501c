// Reads NACHA files: the order of records, the fields of each, and then the rules over batches and the file.
//
// A file is refused when money, receiver or sender could be misread: records out of order or cut off, fields that are no
// numbers or dates, wrong check digits, counts, hash totals or sums, numbers that do not ascend, entries that their class
// does not allow. Common deviations are tolerated, most of them with a warning:
// - blanks missing at the end of lines, or too many of them; blank lines; any kind of line break, or none at all;
// - missing or incomplete padding with lines of nines;
// - characters beyond ASCII in texts, one column each; marks in reserved columns;
// - a company identification that is elsewhere in its ten columns, or missing in the control of an international
//   batch; descriptive dates of any form (same-day marks such as SD1800 among them); effective dates of blanks or zeros;
// - files without batches, and a file identification modifier left blank in them;
// - a batch count that is the number of the last batch, where numbers of batches were skipped;
// - international batches whose service class does not fit their entries (the totals by direction still must), whose
//   addenda are numbered oddly, or whose notifications of change carry an amount;
// - returns: trace numbers of their addenda, more than one of these, and payment addenda that came back with them.
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
  type FileControl,
  fileControl,
  type FileHeader,
  fileHeader,
  internationalBatchHeader,
  isInternational,
} from './batch-records.ts'
import { entryTableOf } from './entry-records.ts'
import type { AchFile, Addenda, Batch, BatchHeader, Entry } from './file.ts'
import { type Fields, type Line, readRecord, type RecordTable, type Values } from './layout.ts'
import { splitLines } from './lines.ts'
import { NachaError, type Problem, Problems } from './problem.ts'
import {
  checkBatch,
  checkBatchOrder,
  checkEntry,
  checkFileControl,
  checkFileHeader,
  checkPadding,
} from './rules.ts'

const NAMES: Readonly<Record<string, string>> = {
  '1': 'file header',
  '5': 'batch header',
  '6': 'entry',
  '7': 'addenda',
  '8': 'batch control',
  '9': 'file control',
}
const nameOf = (line: Line): string => NAMES[line.text[0]!] ?? 'record'
const isPadding = (line: Line): boolean => /^9+$/.test(line.text)

/** Goes through the records of one file. */
class FileReader {
  readonly #lines: readonly Line[]
  readonly #problems: Problems
  #at = 0

  constructor(lines: readonly Line[], problems: Problems) {
    this.#lines = lines
    this.#problems = problems
  }

  /** The whole file, or undefined when its header or control is missing. */
  read(): Omit<AchFile, 'warnings'> | undefined {
    const first = this.#peek()
    if (first === undefined) {
      this.#wrong(1, 'file', 'The file is empty.')
      return undefined
    }
    let header: FileHeader | undefined
    if (this.#isNext('1')) header = this.#values(fileHeader, this.#take())
    else
      this.#wrong(first.number, nameOf(first), 'A file begins with a file header, record type 1.')
    const batches = this.#batches()
    const isAdvice = batches.some((batch) => batch.header.secCode === 'ADV')
    if (header !== undefined)
      checkFileHeader(header, first.number, batches.length > 0, this.#problems)
    const control = this.#control(isAdvice, batches)
    this.#end()
    return header === undefined || control === undefined ? undefined : { header, batches, control }
  }

  #batches(): Batch[] {
    const batches: Batch[] = []
    for (let line = this.#peek(); line !== undefined; line = this.#peek()) {
      if (line.text.startsWith('5')) {
        const batch = this.#batch()
        if (batch === undefined) continue
        checkBatchOrder(batches.at(-1), batch, this.#problems)
        batches.push(batch)
      } else if (line.text.startsWith('9')) break
      else {
        const reason =
          line.text[0] === '1'
            ? 'A file has one file header, as its first record.'
            : `A record of type "${line.text[0]}" is not allowed outside of a batch.`
        this.#wrong(this.#take().number, nameOf(line), reason)
      }
    }
    return batches
  }

  #batch(): Batch | undefined {
    const line = this.#take()
    const plain = {
      secCode: line.text.slice(50, 53),
      companyName: line.text.slice(4, 20).trimEnd(),
    }
    const table = isInternational(plain) ? internationalBatchHeader : batchHeader
    const header = this.#values(table, line)
    const entries: Entry[] = []
    for (let next = this.#peek(); next !== undefined; next = this.#peek()) {
      if (this.#isNext('6')) entries.push(this.#entry(header))
      else if (this.#isNext('7')) {
        this.#wrong(this.#take().number, 'addenda', 'Addenda must follow the entry they belong to.')
      } else if (this.#isNext('8')) {
        const last = this.#take()
        const isAdvice = header.secCode === 'ADV'
        const control = this.#values(isAdvice ? adviceBatchControl : batchControl, last)
        const batch = { line: line.number, header, entries, control }
        checkBatch(batch, last.number, this.#problems)
        return batch
      } else break
    }
    const here = this.#peek()?.number ?? this.#lastLine()
    const reason = `The batch that begins on line ${line.number} has no batch control, record type 8.`
    this.#wrong(here, 'batch control', reason)
    return undefined
  }

  #entry(header: BatchHeader): Entry {
    const line = this.#take()
    const { addendaIndicator, ...values } = this.#values(entryTableOf(header), line)
    const addenda: Addenda[] = []
    while (this.#isNext('7')) {
      const one = this.#addenda(this.#take(), isInternational(header))
      if (one !== undefined) addenda.push(one)
    }
    const entry = withReceiver({ line: line.number, ...values, addenda })
    checkEntry(entry, addendaIndicator, header, this.#problems)
    return entry
  }

  #addenda(line: Line, international: boolean): Addenda | undefined {
    const type = line.text.slice(1, 3)
    const code = line.text.slice(3, 6)
    const at = { line: line.number }
    switch (type) {
      case '02':
        return { type, ...at, ...this.#values(addenda02, line) }
      case '05':
        return { type, ...at, ...this.#values(addenda05, line) }
      case '10':
        return { type, ...at, ...this.#values(addenda10, line) }
      case '11':
        return { type, ...at, ...this.#values(addenda11, line) }
      case '12':
        return { type, ...at, ...this.#values(addenda12, line) }
      case '13':
        return { type, ...at, ...this.#values(addenda13, line) }
      case '14':
        return { type, ...at, ...this.#values(addenda14, line) }
      case '15':
        return { type, ...at, ...this.#values(addenda15, line) }
      case '16':
        return { type, ...at, ...this.#values(addenda16, line) }
      case '17':
        return { type, ...at, ...this.#values(addenda17, line) }
      case '18':
        return { type, ...at, ...this.#values(addenda18, line) }
      case '98':
        return { type, ...at, ...this.#values(changeTableOf(code), line) }
      case '99':
        return { type, ...at, ...this.#values(returnTableOf(code, international), line) }
      default:
        this.#problems.add({
          severity: 'error',
          line: line.number,
          record: 'addenda',
          field: 'type',
          positions: '2-3',
          reason: `There are no addenda of the type "${type}".`,
        })
        return undefined
    }
  }

  #control(isAdvice: boolean, batches: readonly Batch[]): FileControl | undefined {
    const line = this.#peek()
    if (line === undefined || isPadding(line)) {
      const reason = 'The file ends without a file control, record type 9: it is cut off.'
      this.#wrong(line?.number ?? this.#lastLine(), 'file control', reason)
      return undefined
    }
    const records = this.#at + 1
    const control = this.#values(isAdvice ? adviceFileControl : fileControl, this.#take())
    checkFileControl(control, isAdvice, batches, { line: line.number, records }, this.#problems)
    return control
  }

  #end(): void {
    const records = this.#at
    let padding = 0
    for (let line = this.#peek(); line !== undefined; line = this.#peek()) {
      if (isPadding(line)) padding += 1
      else
        this.#wrong(line.number, nameOf(line), 'Only lines of nines may follow the file control.')
      this.#take()
    }
    checkPadding(records, padding, this.#lastLine(), this.#problems)
  }

  #values<T extends Fields>(table: RecordTable<T>, line: Line): Values<T> {
    return readRecord(table, line, this.#problems)
  }

  #peek(): Line | undefined {
    return this.#lines[this.#at]
  }

  #isNext(type: string): boolean {
    return this.#peek()?.text.startsWith(type) ?? false
  }

  #take(): Line {
    const line = this.#lines[this.#at]!
    this.#at += 1
    return line
  }

  #lastLine(): number {
    return this.#lines.at(-1)?.number ?? 1
  }

  #wrong(line: number, record: string, reason: string): void {
    this.#problems.add({ severity: 'error', line, record, reason })
  }
}

/** International entries name their receiver in addenda: they are given the name and the identification found there. */
function withReceiver(entry: Entry): Entry {
  const found = { ...entry }
  for (const one of entry.addenda) {
    if (one.type === '10') Object.assign(found, { name: one.receiverName })
    if (one.type === '15') Object.assign(found, { identification: one.receiverId })
  }
  return found
}

export interface CheckedFile {
  /** Absent when there is an error. */
  readonly file?: AchFile
  /** Errors and warnings in the order of their lines, a thousand at most. */
  readonly problems: readonly Problem[]
}

/** Reads a file and returns all its problems. */
export function checkFile(text: string): CheckedFile {
  const problems = new Problems()
  const read = new FileReader(splitLines(text, problems), problems).read()
  const found = problems.found.toSorted((a, b) => a.line - b.line)
  if (read === undefined || problems.hasErrors) return { problems: found }
  return { file: { ...read, warnings: found }, problems: found }
}

/** Reads a file, or throws its first error. */
export function readFile(text: string): AchFile {
  const { file, problems } = checkFile(text)
  if (file !== undefined) return file
  throw new NachaError(problems.find(({ severity }) => severity === 'error')!, problems)
}

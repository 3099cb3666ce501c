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
import type { TextPieces } from '../../../../platform/text-encoding.ts'
import { entryTableOf } from './entry-records.ts'
import type { AchFile, Addenda, Batch, BatchControl, BatchHeader, Entry } from './file.ts'
import { type Fields, type Line, readRecord, type RecordTable, type Values } from './layout.ts'
import { splitLines } from './lines.ts'
import { NachaError, type Problem, Problems } from './problem.ts'
import {
  BatchRules,
  checkBatchOrder,
  checkFileControl,
  checkFileHeader,
  checkPadding,
} from './rules.ts'
import { RunningTotals } from './totals.ts'

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

/** Receives the parts of a file in its order, as soon as each is read. */
export interface FileHandler {
  header(header: FileHeader): void
  batch(header: BatchHeader, line: number): void
  entry(entry: Entry): void
  endOfBatch(control: BatchControl): void
  control(control: FileControl): void
}

/** More than any class allows; their sequence numbers have four digits. */
const ADDENDA_MAX = 9_999

/** Goes through the records of one file. It keeps no more of it than one entry. */
class FileReader {
  readonly #lines: Iterator<Line, undefined>
  readonly #problems: Problems
  readonly #handler: FileHandler
  #next: Line | undefined
  /** The records that were taken. */
  #taken = 0
  #lastLine = 1
  readonly #totals = new RunningTotals()
  #count = 0
  #isAdvice = false
  #last: BatchHeader | undefined

  constructor(lines: Iterator<Line, undefined>, problems: Problems, handler: FileHandler) {
    this.#lines = lines
    this.#problems = problems
    this.#handler = handler
    this.#advance()
  }

  read(): void {
    const first = this.#next
    if (first === undefined) return this.#wrong(1, 'file', 'The file is empty.')
    let header: FileHeader | undefined
    if (this.#isNext('1')) {
      header = this.#values(fileHeader, this.#take())
      this.#handler.header(header)
    } else
      this.#wrong(first.number, nameOf(first), 'A file begins with a file header, record type 1.')
    this.#batches()
    if (header !== undefined) checkFileHeader(header, first.number, this.#count > 0, this.#problems)
    this.#control()
    this.#end()
  }

  #batches(): void {
    for (let line = this.#next; line !== undefined; line = this.#next) {
      if (line.text.startsWith('5')) this.#batch()
      else if (line.text.startsWith('9')) break
      else {
        const reason =
          line.text[0] === '1'
            ? 'A file has one file header, as its first record.'
            : `A record of type "${line.text[0]}" is not allowed outside of a batch.`
        this.#wrong(this.#take().number, nameOf(line), reason)
      }
    }
  }

  #batch(): void {
    const line = this.#take()
    const plain = {
      secCode: line.text.slice(50, 53),
      companyName: line.text.slice(4, 20).trimEnd(),
    }
    const table = isInternational(plain) ? internationalBatchHeader : batchHeader
    const header = this.#values(table, line)
    const rules = new BatchRules(header, line.number, this.#problems)
    this.#handler.batch(header, line.number)
    while (this.#next !== undefined) {
      if (this.#isNext('6')) this.#handler.entry(this.#entry(header, rules))
      else if (this.#isNext('7')) {
        this.#wrong(this.#take().number, 'addenda', 'Addenda must follow the entry they belong to.')
      } else if (this.#isNext('8')) return this.#endOfBatch(header, line.number, rules)
      else break
    }
    const here = this.#next?.number ?? this.#lastLine
    const reason = `The batch that begins on line ${line.number} has no batch control, record type 8.`
    this.#wrong(here, 'batch control', reason)
  }

  #endOfBatch(header: BatchHeader, line: number, rules: BatchRules): void {
    const last = this.#take()
    const isAdvice = header.secCode === 'ADV'
    const control = this.#values(isAdvice ? adviceBatchControl : batchControl, last)
    this.#totals.addBatch(rules.end(control, last.number))
    checkBatchOrder(this.#last, header, line, this.#problems)
    this.#last = header
    this.#count += 1
    this.#isAdvice ||= isAdvice
    this.#handler.endOfBatch(control)
  }

  #entry(header: BatchHeader, rules: BatchRules): Entry {
    const line = this.#take()
    const { addendaIndicator, ...values } = this.#values(entryTableOf(header), line)
    const addenda: Addenda[] = []
    for (let count = 1; this.#isNext('7'); count++) {
      const one = this.#addenda(this.#take(), isInternational(header))
      if (one !== undefined && count <= ADDENDA_MAX) addenda.push(one)
      if (one !== undefined && count === ADDENDA_MAX + 1)
        this.#wrong(one.line, 'addenda', `An entry has at most ${ADDENDA_MAX} addenda.`)
    }
    const entry = withReceiver({ line: line.number, ...values, addenda })
    rules.checkEntry(entry, addendaIndicator)
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

  #control(): void {
    const line = this.#next
    if (line === undefined || isPadding(line)) {
      const reason = 'The file ends without a file control, record type 9: it is cut off.'
      return this.#wrong(line?.number ?? this.#lastLine, 'file control', reason)
    }
    const isAdvice = this.#isAdvice
    const control = this.#values(isAdvice ? adviceFileControl : fileControl, this.#take())
    const at = { line: line.number, records: this.#taken }
    const read = { count: this.#count, isAdvice, last: this.#last, totals: this.#totals }
    checkFileControl(control, read, at, this.#problems)
    this.#handler.control(control)
  }

  #end(): void {
    const records = this.#taken
    let padding = 0
    for (let line = this.#next; line !== undefined; line = this.#next) {
      if (isPadding(line)) padding += 1
      else
        this.#wrong(line.number, nameOf(line), 'Only lines of nines may follow the file control.')
      this.#take()
    }
    checkPadding(records, padding, this.#lastLine, this.#problems)
  }

  #values<T extends Fields>(table: RecordTable<T>, line: Line): Values<T> {
    return readRecord(table, line, this.#problems)
  }

  #isNext(type: string): boolean {
    return this.#next?.text.startsWith(type) ?? false
  }

  #take(): Line {
    const line = this.#next!
    this.#taken += 1
    this.#advance()
    return line
  }

  #advance(): void {
    this.#next = this.#lines.next().value
    if (this.#next !== undefined) this.#lastLine = this.#next.number
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

/** Reads a file part by part; returns all its problems. Parts of a file with an error may not fit together. */
export function readParts(
  pieces: TextPieces,
  handler: FileHandler,
): { readonly hasErrors: boolean; readonly problems: readonly Problem[] } {
  const problems = new Problems()
  new FileReader(splitLines(pieces, problems), problems, handler).read()
  return {
    hasErrors: problems.hasErrors,
    problems: problems.found.toSorted((a, b) => a.line - b.line),
  }
}

/** Reads a file and returns all its problems. */
export function checkFile(text: string): CheckedFile {
  const batches: Batch[] = []
  let header: FileHeader | undefined
  let control: FileControl | undefined
  let batch: (Omit<Batch, 'control'> & { readonly entries: Entry[] }) | undefined
  const { hasErrors, problems } = readParts([text], {
    header: (one) => {
      header = one
    },
    batch: (one, line) => {
      batch = { line, header: one, entries: [] }
    },
    entry: (one) => void batch!.entries.push(one),
    endOfBatch: (one) => void batches.push({ ...batch!, control: one }),
    control: (one) => {
      control = one
    },
  })
  if (hasErrors) return { problems }
  return { file: { header: header!, batches, control: control!, warnings: problems }, problems }
}

/** Reads a file, or throws its first error. */
export function readFile(text: string): AchFile {
  const { file, problems } = checkFile(text)
  if (file !== undefined) return file
  throw new NachaError(problems.find(({ severity }) => severity === 'error')!, problems)
}

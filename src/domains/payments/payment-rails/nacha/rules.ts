// The rules over records of a NACHA file: what entries, batches and the file must agree on.
import { addenda02, addenda05 } from './addenda-records.ts'
import {
  adviceBatchControl,
  adviceFileControl,
  batchControl,
  batchHeader,
  type FileControl,
  type FileHeader,
  fileControl,
  fileHeader,
  isInternational,
} from './batch-records.ts'
import { entryTableOf } from './entry-records.ts'
import type { Addenda, BatchControl, BatchHeader, Entry } from './file.ts'
import { fieldProblem } from './layout.ts'
import type { Problem, Problems } from './problem.ts'
import { secCodes } from './sec-codes.ts'
import { blocksOf, RunningTotals, type Totals } from './totals.ts'
import { transactionCodes } from './transaction-codes.ts'

/** An amount in cents as decimal text. */
const shown = (amount: bigint): string =>
  `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** A return or a notification of change: it contains the original unchanged, so rules for new entries do not apply. */
const isAnswer = (entry: Entry): boolean =>
  entry.addenda.some(({ type }) => type === '98' || type === '99') ||
  transactionCodes.get(entry.transactionCode)?.purpose === 'return'

/** Reverses an earlier entry, so its direction is the opposite. */
const isReversal = (header: BatchHeader): boolean => header.description.trim() === 'REVERSAL'

function checkEntry(
  entry: Entry,
  addendaIndicator: string,
  header: BatchHeader,
  problems: Problems,
): void {
  const table = entryTableOf(header)
  const wrong = (
    field: keyof typeof table.fields,
    reason: string,
    severity?: Problem['severity'],
  ): void => problems.add(fieldProblem(table, field, entry.line, reason, severity))

  const has = entry.addenda.length
  if (addendaIndicator === '0' && has > 0)
    wrong('addendaIndicator', `Is 0, but ${has} addenda follow.`)
  if (addendaIndicator === '1' && has === 0)
    wrong('addendaIndicator', 'Is 1, but no addenda follow.')

  const code = transactionCodes.get(entry.transactionCode)
  if (code !== undefined && (code.account === 'advice') !== (header.secCode === 'ADV'))
    wrong(
      'transactionCode',
      `Code ${code.code} is not allowed in a batch of class ${header.secCode}.`,
    )
  if (code?.purpose === 'prenote' && entry.amount !== 0n)
    wrong('amount', `A prenote (code ${code.code}) is of zero, and this is ${shown(entry.amount)}.`)
  if (code?.purpose === 'zero' && entry.amount !== 0n)
    wrong('amount', `Code ${code.code} is for zero dollars, and this is ${shown(entry.amount)}.`)
  if (
    code?.purpose === 'live' &&
    entry.amount === 0n &&
    header.secCode !== 'ADV' &&
    !isAnswer(entry)
  )
    wrong('amount', `An entry with code ${code.code} must be above zero.`)

  if (isInternational(header)) checkInternational(entry, wrong)
  if (!isAnswer(entry)) checkClass(entry, header, wrong)
  if (header.secCode === 'COR') checkChange(entry, header, wrong)
  checkSequences(entry, header, problems)
}

type Wrong = (
  field: 'amount' | 'addendaCount' | 'addendaIndicator' | 'transactionCode',
  reason: string,
  severity?: Problem['severity'],
) => void

/** What the class of the batch allows an entry that is neither a return nor a change. */
function checkClass(entry: Entry, header: BatchHeader, wrong: Wrong): void {
  const sec = secCodes.get(header.secCode)
  const code = transactionCodes.get(entry.transactionCode)
  if (sec === undefined || code === undefined) return
  if (!sec.directions.includes(code.direction) && !isReversal(header))
    wrong('transactionCode', `Code ${code.code} is a ${code.direction}; ${sec.code} has none.`)
  if (sec.limit !== undefined && entry.amount > sec.limit)
    wrong('amount', `${shown(entry.amount)} is above ${shown(sec.limit)}, the most of ${sec.code}.`)
  if (sec.zeroOnly === true && entry.amount !== 0n)
    wrong('amount', `Entries of ${sec.code} are of zero, and this is ${shown(entry.amount)}.`)
  const { type, least, most } = sec.addenda
  if (type === 'iat' || type === '98') return
  const strange = entry.addenda.find((one) => one.type !== type)
  if (strange !== undefined)
    wrong('addendaIndicator', `Entries of ${sec.code} have no addenda of type ${strange.type}.`)
  const has = entry.addenda.length
  if (has < least || has > most) {
    const allowed = least === most ? `${most}` : `${least} to ${most}`
    wrong('addendaIndicator', `Has ${has} addenda; entries of ${sec.code} have ${allowed}.`)
  }
  if (entry.addendaCount !== undefined && entry.addendaCount !== has)
    wrong('addendaCount', `Says ${entry.addendaCount} addenda, and ${has} follow.`)
}

const MANDATORY = ['10', '11', '12', '13', '14', '15', '16']
const MOST_INFORMATION = 2
const MOST_CORRESPONDENTS = 5

/** Seven addenda in their order, up to two with information, up to five with banks on the way, then an answer. */
function checkInternational(entry: Entry, wrong: Wrong): void {
  const types = entry.addenda.map(({ type }) => type)
  const missing = MANDATORY.filter((type) => !types.some((one) => one === type))
  if (missing.length > 0)
    wrong(
      'addendaIndicator',
      `Addenda ${missing.join(', ')} of an international entry are missing.`,
    )
  const strange = types.find((type) => type === '02' || type === '05')
  if (strange !== undefined)
    wrong('addendaIndicator', `International entries have no addenda of type ${strange}.`)
  if (types.some((type, index) => index > 0 && type < types[index - 1]!))
    wrong('addendaIndicator', 'The addenda are out of order: 10 to 16, then 17, 18, and 98 or 99.')
  const repeated = MANDATORY.find((type) => types.filter((one) => one === type).length > 1)
  if (repeated !== undefined) wrong('addendaIndicator', `Addenda ${repeated} occur twice.`)
  const [information, correspondents] = ['17', '18'].map(
    (type) => types.filter((one) => one === type).length,
  )
  if (information! > MOST_INFORMATION || correspondents! > MOST_CORRESPONDENTS)
    wrong(
      'addendaIndicator',
      `Has ${information} addenda 17 and ${correspondents} addenda 18; at most ${MOST_INFORMATION} and ${MOST_CORRESPONDENTS} are allowed.`,
    )
  // Some banks count only the seven mandatory ones, and answers keep the number of the original.
  const isCounted = [MANDATORY.length, types.length].includes(entry.addendaCount ?? 0)
  if (!isCounted && !isAnswer(entry))
    wrong('addendaCount', `Says ${entry.addendaCount} addenda, and ${types.length} follow.`)
}

function checkChange(entry: Entry, header: BatchHeader, wrong: Wrong): void {
  if (!entry.addenda.some(({ type }) => type === '98'))
    wrong('addendaIndicator', 'A notification of change has addenda 98, and there are none.')
  if (entry.amount !== 0n)
    wrong(
      'amount',
      `A notification of change is of zero, and this is ${shown(entry.amount)}.`,
      isInternational(header) ? 'warning' : 'error',
    )
}

/** Addenda are numbered from 1, and name the entry that they belong to. */
function checkSequences(entry: Entry, header: BatchHeader, problems: Problems): void {
  const own = entry.traceNumber.slice(-7)
  const lenient = isAnswer(entry) || isInternational(header)
  const counted = new Map<Addenda['type'], number>()
  for (const one of entry.addenda) {
    const expected = (counted.get(one.type) ?? 0) + 1
    counted.set(one.type, expected)
    if ('sequence' in one && one.sequence !== expected)
      problems.add({
        ...fieldProblem(
          addenda05,
          'sequence',
          one.line,
          `Is ${one.sequence}, and must be ${expected}.`,
        ),
        record: `addenda ${one.type}`,
        severity: lenient ? 'warning' : 'error',
      })
    if ('entrySequence' in one && one.entrySequence !== own)
      problems.add({
        ...fieldProblem(
          addenda05,
          'entrySequence',
          one.line,
          `Is ${one.entrySequence}, and the trace number of its entry ends in ${own}.`,
        ),
        record: `addenda ${one.type}`,
        severity: isAnswer(entry) ? 'warning' : 'error',
      })
    if (one.type === '02' && one.traceNumber !== entry.traceNumber)
      problems.add(
        fieldProblem(
          addenda02,
          'traceNumber',
          one.line,
          `Is ${one.traceNumber}, and that of its entry is ${entry.traceNumber}.`,
          isAnswer(entry) ? 'warning' : 'error',
        ),
      )
  }
}

/** The figures of a control that must be those of what it closes. */
const FIGURES = ['entryAddendaCount', 'entryHash', 'totalDebit', 'totalCredit'] as const
const isMoney = (figure: string): boolean => figure.startsWith('total')
const shownFigure = (figure: string, value: number | bigint): string =>
  isMoney(figure) ? shown(BigInt(value)) : String(value)

/** Checks a batch while its entries are read, so that none of them is kept. */
export class BatchRules {
  readonly #header: BatchHeader
  readonly #line: number
  readonly #problems: Problems
  readonly #totals = new RunningTotals()
  #traceBefore = ''

  constructor(header: BatchHeader, line: number, problems: Problems) {
    this.#header = header
    this.#line = line
    this.#problems = problems
  }

  checkEntry(entry: Entry, addendaIndicator: string): void {
    checkEntry(entry, addendaIndicator, this.#header, this.#problems)
    checkDirection(entry, this.#header, this.#problems)
    this.#checkTrace(entry)
    this.#totals.addEntry(entry)
  }

  /** Compares the batch with its control, and returns its totals. */
  end(control: BatchControl, line: number): Totals {
    const header = this.#header
    const table = header.secCode === 'ADV' ? adviceBatchControl : batchControl
    const wrong = (field: keyof typeof table.fields, reason: string): void =>
      this.#problems.add(fieldProblem(table, field, line, reason))

    for (const figure of FIGURES) {
      if (control[figure] !== this.#totals[figure])
        wrong(
          figure,
          `Is ${shownFigure(figure, control[figure])}, but the entries of the batch come to ${shownFigure(figure, this.#totals[figure])}.`,
        )
    }
    const repeated = ['serviceClass', 'odfi', 'batchNumber'] as const
    for (const field of repeated) {
      if (control[field] !== header[field])
        wrong(field, `Is ${control[field]}, but the header of the batch has ${header[field]}.`)
    }
    if (control.companyId !== undefined) {
      const [here, there] = [control.companyId.trim(), header.companyId.trim()]
      const isLeftOut = here === '' && isInternational(header)
      if (here !== there && !isLeftOut)
        wrong('companyId', `Is "${here}", but the header of the batch has "${there}".`)
    }
    this.#checkHeader()
    return this.#totals
  }

  #checkHeader(): void {
    const { serviceClass, secCode, odfi } = this.#header
    const wrong = (field: keyof typeof batchHeader.fields, reason: string): void =>
      this.#problems.add(fieldProblem(batchHeader, field, this.#line, reason))
    if ((serviceClass === '280') !== (secCode === 'ADV'))
      wrong('serviceClass', `Class ${serviceClass} cannot be that of ${secCode} entries.`)
    if (odfi === '00000000') wrong('odfi', 'Is not a bank.')
    if (this.#totals.entryAddendaCount === 0)
      this.#problems.add({
        severity: 'error',
        line: this.#line,
        record: 'batch header',
        reason: 'The batch has no entries.',
      })
  }

  /** Trace numbers begin with the bank that originates the batch, and ascend. */
  #checkTrace({ line, traceNumber }: Entry): void {
    const header = this.#header
    const before = this.#traceBefore
    const wrong = (reason: string): void =>
      this.#problems.add(fieldProblem(entryTableOf(header), 'traceNumber', line, reason))
    if (header.secCode !== 'ADV' && !traceNumber.startsWith(header.odfi))
      wrong(`Is ${traceNumber}; it must begin with ${header.odfi}, the bank of the batch.`)
    else if (before !== '' && traceNumber <= before)
      wrong(`Is ${traceNumber}; it must be above ${before}, that of the entry before.`)
    this.#traceBefore = traceNumber
  }
}

/** Class 220 has credits only, class 225 debits only. */
function checkDirection(entry: Entry, header: BatchHeader, problems: Problems): void {
  const only = { '220': 'credit', '225': 'debit' }[header.serviceClass]
  const code = transactionCodes.get(entry.transactionCode)
  if (only === undefined || code === undefined || code.direction === only) return
  problems.add(
    fieldProblem(
      entryTableOf(header),
      'transactionCode',
      entry.line,
      `Code ${code.code} is a ${code.direction}; a batch of service class ${header.serviceClass} has ${only}s only.`,
      isInternational(header) ? 'warning' : 'error',
    ),
  )
}

export function checkBatchOrder(
  first: BatchHeader | undefined,
  second: BatchHeader,
  line: number,
  problems: Problems,
): void {
  if (first === undefined) return
  if (second.batchNumber <= first.batchNumber)
    problems.add(
      fieldProblem(
        batchHeader,
        'batchNumber',
        line,
        `Is ${second.batchNumber}; it must be above ${first.batchNumber}, that of the batch before.`,
      ),
    )
  if ((first.secCode === 'ADV') !== (second.secCode === 'ADV'))
    problems.add(
      fieldProblem(
        batchHeader,
        'secCode',
        line,
        'Accounting advices and other entries cannot be in one file.',
      ),
    )
}

/** Files of one day are distinguished by a letter or digit; only files without batches leave it blank. */
export function checkFileHeader(
  header: FileHeader,
  line: number,
  hasBatches: boolean,
  problems: Problems,
): void {
  const { fileIdModifier } = header
  const isBlank = fileIdModifier === '' && !hasBatches
  if (!isBlank && !/^[A-Za-z0-9]$/.test(fileIdModifier))
    problems.add(
      fieldProblem(
        fileHeader,
        'fileIdModifier',
        line,
        `Must be a letter or a digit, and is "${fileIdModifier}".`,
      ),
    )
}

/** What the control of a file is compared with. */
export interface BatchesRead {
  readonly count: number
  readonly isAdvice: boolean
  readonly last: BatchHeader | undefined
  readonly totals: Totals
}

export function checkFileControl(
  control: FileControl,
  batches: BatchesRead,
  { line, records }: { readonly line: number; readonly records: number },
  problems: Problems,
): void {
  const table = batches.isAdvice ? adviceFileControl : fileControl
  const wrong = (
    field: keyof typeof table.fields,
    reason: string,
    severity?: Problem['severity'],
  ): void => problems.add(fieldProblem(table, field, line, reason, severity))

  const { totals } = batches
  for (const figure of FIGURES) {
    if (control[figure] !== totals[figure])
      wrong(
        figure,
        `Is ${shownFigure(figure, control[figure])}, but the batches come to ${shownFigure(figure, totals[figure])}.`,
      )
  }
  if (control.batchCount !== batches.count) {
    const isLastNumber = control.batchCount === batches.last?.batchNumber
    wrong(
      'batchCount',
      `Is ${control.batchCount}, but the file has ${batches.count} batches.`,
      isLastNumber ? 'warning' : 'error',
    )
  }
  if (control.blockCount !== blocksOf(records))
    wrong(
      'blockCount',
      `Is ${control.blockCount}, but ${records} records fill ${blocksOf(records)} blocks of ten.`,
    )
}

export function checkPadding(
  records: number,
  padding: number,
  line: number,
  problems: Problems,
): void {
  const wanted = blocksOf(records) * 10 - records
  if (padding !== wanted)
    problems.add({
      severity: 'warning',
      line,
      record: 'file',
      reason: `${padding} lines of nines follow the file control; ${wanted} would fill the last block of ten.`,
    })
}

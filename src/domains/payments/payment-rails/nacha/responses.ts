// Answers of a receiving bank to a file: returns of entries, and notifications of change. Each goes back to the bank
// that sent the entry, in a file of its own.
import { isInternational } from './batch-records.ts'
import { type Correction, isRefusal, writeCorrection } from './change-codes.ts'
import type {
  AchFile,
  AchFileInput,
  Addenda,
  AddendaInput,
  Batch,
  BatchInput,
  Entry,
  EntryInput,
  InternationalAddenda,
} from './file.ts'
import { NachaError } from './problem.ts'
import { isContested, isDishonored, returnCodes } from './return-codes.ts'
import { checkDigitOf } from './routing.ts'
import { returnCodeOfTransaction, transactionCodes } from './transaction-codes.ts'

/** When the answer is made, and which number its first entry has: a bank assigns each number once a day. */
export interface AnswerStamp {
  /** YYYY-MM-DD. */
  readonly fileDate: string
  /** HH:MM. */
  readonly fileTime: string
  readonly fileIdModifier?: string
  readonly firstSequence?: number
}

export interface ReturnedEntry {
  readonly entry: Entry
  readonly returnCode: string
  readonly information?: string
  /** Required by R14 and R15. */
  readonly dateOfDeath?: string
}

export interface ChangedEntry {
  readonly entry: Entry
  readonly changeCode: string
  readonly correction: Correction
}

const refuse = (entry: Entry, field: string, reason: string): never => {
  throw new NachaError({ severity: 'error', line: entry.line, record: 'entry', field, reason })
}

/** The answers of one file, a batch for every batch and bank that has any. */
function answer(
  file: AchFile,
  answers: readonly { readonly entry: Entry; readonly addenda: (batch: Batch) => AddendaInput }[],
  stamp: AnswerStamp,
  headerOf: (batch: Batch, bank: string) => BatchInput['header'],
  amountOf: (entry: Entry) => bigint,
): AchFileInput {
  let sequence = stamp.firstSequence ?? 1
  const left = new Map(answers.map((one) => [one.entry, one]))
  const twice = answers.find((one) => left.get(one.entry) !== one)
  if (twice !== undefined) refuse(twice.entry, 'traceNumber', 'The entry is answered twice.')
  const batches: BatchInput[] = []
  for (const batch of file.batches) {
    // Trace numbers begin with the answering bank: entries of several banks need several batches.
    const byBank = new Map<string, EntryInput[]>()
    for (const entry of batch.entries) {
      const one = left.get(entry)
      if (one === undefined) continue
      left.delete(entry)
      const bank = entry.routingNumber.slice(0, 8)
      const number = String(sequence).padStart(7, '0')
      const { addendaCount, ...original } = inAscii(entry)
      const back = {
        ...original,
        // Entries of companies keep the number of the original; answers to IAT state the number of addenda in the answer.
        ...(addendaCount === undefined || isInternational(batch.header) ? {} : { addendaCount }),
        transactionCode: returnTransactionCode(entry),
        routingNumber: batch.header.odfi + checkDigitOf(batch.header.odfi),
        amount: amountOf(entry),
        traceNumber: bank + number,
        addenda: [...returnedAddenda(entry, number), one.addenda(batch)],
      }
      sequence += 1
      const together = byBank.get(bank) ?? []
      together.push(back)
      byBank.set(bank, together)
    }
    for (const [bank, entries] of byBank)
      batches.push({ header: inAscii(headerOf(batch, bank)), entries })
  }
  const [foreignEntry] = left.keys()
  if (foreignEntry !== undefined)
    refuse(foreignEntry, 'traceNumber', 'The entry is not of this file.')
  const { immediateDestination, immediateOrigin, destinationName, originName } = inAscii(
    file.header,
  )
  return {
    header: {
      immediateDestination: immediateOrigin,
      immediateOrigin: immediateDestination,
      destinationName: originName,
      originName: destinationName,
      fileDate: stamp.fileDate,
      fileTime: stamp.fileTime,
      fileIdModifier: stamp.fileIdModifier ?? 'A',
    },
    batches,
  }
}

/** Letters beyond ASCII are accepted when read, but not written; one of them must not block a file. */
const inAscii = <Record extends object>(record: Record): Record =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e]/g, '?') : value,
    ]),
  ) as Record

const isMandatory = (one: Addenda): one is Addenda & InternationalAddenda =>
  one.type >= '10' && one.type <= '16'

/** International entries are returned with their seven mandatory addenda, others without any. */
const returnedAddenda = (entry: Entry, entrySequence: string): AddendaInput[] =>
  entry.addenda.filter(isMandatory).map((one) => ({ ...inAscii(one), entrySequence }))

function returnTransactionCode(entry: Entry): string {
  const code = returnCodeOfTransaction(entry.transactionCode)
  if (code === undefined || transactionCodes.get(entry.transactionCode)?.purpose === 'return')
    return refuse(
      entry,
      'transactionCode',
      `An entry with code ${entry.transactionCode} cannot be returned.`,
    )
  return code
}

/** A file with returns of entries, in the order of the original. */
export function makeReturns(
  file: AchFile,
  returned: readonly ReturnedEntry[],
  stamp: AnswerStamp,
): AchFileInput {
  const answers = returned.map(({ entry, returnCode, information = '', dateOfDeath }) => {
    if (!returnCodes.has(returnCode) || isDishonored(returnCode) || isContested(returnCode))
      refuse(entry, 'returnCode', `${returnCode} is not a return code.`)
    if ((returnCode === 'R14' || returnCode === 'R15') && dateOfDeath === undefined)
      refuse(entry, 'dateOfDeath', `A return with ${returnCode} must have the date of death.`)
    const addenda = (batch: Batch): AddendaInput => ({
      type: '99',
      returnCode,
      originalTraceNumber: entry.traceNumber,
      originalRdfi: entry.routingNumber.slice(0, 8),
      dateOfDeath: dateOfDeath ?? null,
      information,
      ...(isInternational(batch.header) ? { originalAmount: entry.amount } : {}),
    })
    return { entry, addenda }
  })
  const headerOf = ({ header }: Batch, bank: string): BatchInput['header'] => {
    const { serviceClass: _class, batchNumber: _number, ...rest } = header
    return { ...rest, settlementDay: '', odfi: bank }
  }
  return answer(file, answers, stamp, headerOf, ({ amount }) => amount)
}

/** A file with the return of one entry. */
export const makeReturn = (
  file: AchFile,
  entry: Entry,
  returnCode: string,
  stamp: AnswerStamp,
): AchFileInput => makeReturns(file, [{ entry, returnCode }], stamp)

/** A file with notifications of change, in the order of the original. They move no money. */
export function makeChanges(
  file: AchFile,
  changed: readonly ChangedEntry[],
  stamp: AnswerStamp,
): AchFileInput {
  const answers = changed.map(({ entry, changeCode, correction }) => {
    if (isRefusal(changeCode)) refuse(entry, 'changeCode', `${changeCode} is for refusals.`)
    const correctedData =
      writeCorrection(changeCode, correction) ??
      refuse(entry, 'correction', `The values that ${changeCode} corrects are missing or too long.`)
    const addenda = (): AddendaInput => ({
      type: '98',
      changeCode,
      originalTraceNumber: entry.traceNumber,
      originalRdfi: entry.routingNumber.slice(0, 8),
      correctedData,
    })
    return { entry, addenda }
  })
  const headerOf = (batch: Batch, bank: string): BatchInput['header'] => {
    const { serviceClass: _class, batchNumber: _number, ...rest } = batch.header
    const companyName = isInternational(batch.header) ? 'IATCOR' : rest.companyName
    return { ...rest, companyName, secCode: 'COR', settlementDay: '', odfi: bank }
  }
  return answer(file, answers, stamp, headerOf, () => 0n)
}

/** A file with one notification of change. */
export const makeChange = (
  file: AchFile,
  entry: Entry,
  changeCode: string,
  correction: Correction,
  stamp: AnswerStamp,
): AchFileInput => makeChanges(file, [{ entry, changeCode, correction }], stamp)

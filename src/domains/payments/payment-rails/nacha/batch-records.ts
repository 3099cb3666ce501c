// Layouts of the records around entries: the header and control of a file, and of its batches. Each is stated once as
// a table; which one is read is decided by the first column of a line and by the class of its batch.
import { cents, count, day, dayOfYear, digits, fixed, party, text, timeOfDay } from './fields.ts'
import { defineRecord, type Field, type RecordTable, type Values } from './layout.ts'
import { secCodeNames } from './sec-codes.ts'

type Text = Field<string>

// The file

export const fileHeader = defineRecord('file header', '1', {
  priorityCode: fixed(2, 3, '01'),
  immediateDestination: party(4, 13),
  immediateOrigin: party(14, 23),
  fileDate: day(24, 29, { required: true }),
  fileTime: timeOfDay(30, 33),
  /** Distinguishes files of one day: A to Z, then 0 to 9. Empty return files of processors leave it blank. */
  fileIdModifier: text(34, 34),
  recordSize: fixed(35, 37, '094'),
  blockingFactor: fixed(38, 39, '10'),
  formatCode: fixed(40, 40, '1'),
  destinationName: text(41, 63),
  originName: text(64, 86),
  referenceCode: text(87, 94),
})

const counts = {
  batchCount: count(2, 7),
  blockCount: count(8, 13),
  entryAddendaCount: count(14, 21),
  entryHash: count(22, 31),
}
export const fileControl = defineRecord('file control', '9', {
  ...counts,
  totalDebit: cents(32, 43),
  totalCredit: cents(44, 55),
})
/** Files of accounting advices have totals of twenty digits. */
export const adviceFileControl = defineRecord('file control', '9', {
  ...counts,
  totalDebit: cents(32, 51),
  totalCredit: cents(52, 71),
})

// Batches

type HeaderColumns = {
  readonly serviceClass: Text
  readonly companyName: Text
  readonly companyId: Text
  readonly secCode: Text
  readonly description: Text
  readonly effectiveDate: Field<string | null>
  readonly settlementDay: Text
  readonly originatorStatusCode: Text
  readonly odfi: Text
  readonly batchNumber: Field<number>
  readonly companyData?: Text
  readonly descriptiveDate?: Text
  readonly foreignExchange?: Text
  readonly foreignExchangeReferenceKind?: Text
  readonly foreignExchangeReference?: Text
  readonly destinationCountry?: Text
  readonly originCurrency?: Text
  readonly destinationCurrency?: Text
}

const serviceClass = digits(2, 4, { oneOf: ['200', '220', '225', '280'] })
const companyId = text(41, 50, { required: true })
const description = text(54, 63, { required: true })
const endOfHeader = {
  effectiveDate: day(70, 75),
  settlementDay: dayOfYear(76, 78),
  originatorStatusCode: digits(79, 79, { oneOf: ['0', '1', '2'] }),
  odfi: digits(80, 87),
  batchNumber: count(88, 94),
}

export const batchHeader: RecordTable<HeaderColumns> = defineRecord('batch header', '5', {
  serviceClass,
  companyName: text(5, 20, { required: true }),
  companyData: text(21, 40),
  companyId,
  secCode: text(51, 53, { oneOf: secCodeNames }),
  description,
  descriptiveDate: text(64, 69),
  ...endOfHeader,
})

export const internationalBatchHeader: RecordTable<HeaderColumns> = defineRecord(
  'batch header',
  '5',
  {
    serviceClass,
    /** Blank, or IATCOR in a notification of change. */
    companyName: text(5, 20),
    /** From a fixed to a variable amount, from a variable to a fixed one, or from a fixed to a fixed one. */
    foreignExchange: text(21, 22, { oneOf: ['FV', 'VF', 'FF'] }),
    foreignExchangeReferenceKind: text(23, 23, { oneOf: ['1', '2', '3'] }),
    foreignExchangeReference: text(24, 38),
    destinationCountry: text(39, 40, { required: true }),
    companyId,
    secCode: text(51, 53, { oneOf: ['IAT', 'COR'] }),
    description,
    originCurrency: text(64, 66, { required: true }),
    destinationCurrency: text(67, 69, { required: true }),
    ...endOfHeader,
  },
)

type ControlColumns = {
  readonly serviceClass: Text
  readonly entryAddendaCount: Field<number>
  readonly entryHash: Field<number>
  readonly totalDebit: Field<bigint>
  readonly totalCredit: Field<bigint>
  readonly odfi: Text
  readonly batchNumber: Field<number>
  readonly companyId?: Text
  readonly messageAuthentication?: Text
  readonly operatorData?: Text
}

const beginOfControl = {
  serviceClass,
  entryAddendaCount: count(5, 10),
  entryHash: count(11, 20),
}
const endOfControl = { odfi: digits(80, 87), batchNumber: count(88, 94) }

export const batchControl: RecordTable<ControlColumns> = defineRecord('batch control', '8', {
  ...beginOfControl,
  totalDebit: cents(21, 32),
  totalCredit: cents(33, 44),
  companyId: text(45, 54),
  messageAuthentication: text(55, 73),
  ...endOfControl,
})

const totalColumns = batchControl.fields.totalCredit
/** The maximum total, in cents, of the entries of one file. */
export const TOTAL_MAX = 10n ** BigInt(totalColumns.to - totalColumns.from + 1) - 1n

export const adviceBatchControl: RecordTable<ControlColumns> = defineRecord('batch control', '8', {
  ...beginOfControl,
  totalDebit: cents(21, 40),
  totalCredit: cents(41, 60),
  operatorData: text(61, 79),
  ...endOfControl,
})

export type FileHeader = Values<typeof fileHeader.fields>
export type FileControl = Values<typeof fileControl.fields>
export type BatchHeader = Values<HeaderColumns>
export type BatchControl = Values<ControlColumns>

/** An international batch: its header names currencies, and its entries come with seven addenda each. */
export const isInternational = (header: Pick<BatchHeader, 'secCode' | 'companyName'>): boolean =>
  header.secCode === 'IAT' || (header.secCode === 'COR' && header.companyName === 'IATCOR')

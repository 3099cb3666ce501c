// Layouts of entries by the class of their batch. Their beginning and their end agree in nearly all classes; columns 40
// to 78 differ.
import { type BatchHeader, isInternational } from './batch-records.ts'
import { cents, count, digits, routing, text } from './fields.ts'
import { defineRecord, type Field, type RecordTable, type Values } from './layout.ts'
import { transactionCodeNames } from './transaction-codes.ts'

type Text = Field<string>

type EntryColumns = {
  readonly transactionCode: Text
  readonly routingNumber: Text
  readonly accountNumber: Text
  readonly amount: Field<bigint>
  readonly addendaIndicator: Text
  readonly traceNumber: Text
  readonly identification?: Text
  readonly name?: Text
  readonly discretionaryData?: Text
  readonly addendaCount?: Field<number>
  readonly checkSerialNumber?: Text
  readonly terminalCity?: Text
  readonly terminalState?: Text
  readonly cardExpiration?: Text
  readonly documentReference?: Text
  readonly cardAccount?: Text
  readonly processControl?: Text
  readonly itemResearch?: Text
  readonly adviceRouting?: Text
  readonly fileIdentification?: Text
  readonly operatorData?: Text
  readonly ofacScreening?: Text
  readonly secondaryOfacScreening?: Text
}

const transactionCode = digits(2, 3, { oneOf: transactionCodeNames })
const routingNumber = routing(4, 12)
const beginOfEntry = {
  transactionCode,
  routingNumber,
  accountNumber: text(13, 29, { required: true }),
  amount: cents(30, 39),
}
const endOfEntry = {
  addendaIndicator: digits(79, 79, { oneOf: ['0', '1'] }),
  traceNumber: digits(80, 94),
}
/** Free for the bank, and in some classes the kind of payment or card. */
const discretionaryData = text(77, 78)
const name = text(55, 76)

const entryTable = (columns: EntryColumns): RecordTable<EntryColumns> =>
  defineRecord('entry', '6', columns)

const standardEntry = entryTable({
  ...beginOfEntry,
  identification: text(40, 54),
  name,
  discretionaryData,
  ...endOfEntry,
})
/** ATX, CTX, ENR, TRX: the number of addenda precedes a name of 16 characters. */
const corporateEntry = entryTable({
  ...beginOfEntry,
  identification: text(40, 54),
  addendaCount: count(55, 58),
  name: text(59, 74),
  discretionaryData,
  ...endOfEntry,
})
/** The customer starts the payment: a short name comes first, and a long identification after it. */
const customerInitiatedEntry = entryTable({
  ...beginOfEntry,
  name: text(40, 54),
  identification: text(55, 76),
  discretionaryData,
  ...endOfEntry,
})
const convertedCheckEntry = entryTable({
  ...beginOfEntry,
  checkSerialNumber: text(40, 54),
  name,
  discretionaryData,
  ...endOfEntry,
})
const pointOfPurchaseEntry = entryTable({
  ...beginOfEntry,
  checkSerialNumber: text(40, 48),
  terminalCity: text(49, 52),
  terminalState: text(53, 54),
  name,
  discretionaryData,
  ...endOfEntry,
})
const sharedNetworkEntry = entryTable({
  ...beginOfEntry,
  cardExpiration: text(40, 43),
  documentReference: text(44, 54),
  cardAccount: text(55, 76),
  discretionaryData,
  ...endOfEntry,
})
const truncatedCheckEntry = entryTable({
  ...beginOfEntry,
  checkSerialNumber: text(40, 54),
  processControl: text(55, 60),
  itemResearch: text(61, 76),
  discretionaryData,
  ...endOfEntry,
})
const internationalEntry = entryTable({
  transactionCode,
  routingNumber,
  addendaCount: count(13, 16),
  amount: cents(30, 39),
  accountNumber: text(40, 74, { required: true }),
  ofacScreening: text(77, 77),
  secondaryOfacScreening: text(78, 78),
  ...endOfEntry,
})
const adviceEntry = entryTable({
  transactionCode,
  routingNumber,
  accountNumber: text(13, 27, { required: true }),
  amount: cents(28, 39),
  adviceRouting: digits(40, 48),
  fileIdentification: text(49, 53),
  operatorData: text(54, 54),
  name,
  discretionaryData,
  // The operator's bank, the day of the year and a number: together as wide as a trace number, and used as one.
  ...endOfEntry,
})

const entryTables = new Map<string, RecordTable<EntryColumns>>([
  ['ADV', adviceEntry],
  ['ARC', convertedCheckEntry],
  ['ATX', corporateEntry],
  ['BOC', convertedCheckEntry],
  ['CIE', customerInitiatedEntry],
  ['CTX', corporateEntry],
  ['ENR', corporateEntry],
  ['IAT', internationalEntry],
  ['POP', pointOfPurchaseEntry],
  ['RCK', convertedCheckEntry],
  ['SHR', sharedNetworkEntry],
  ['TRC', truncatedCheckEntry],
  ['TRX', corporateEntry],
  ['XCK', truncatedCheckEntry],
])

/** The layout of entries in a batch. */
export const entryTableOf = (
  batch: Pick<BatchHeader, 'secCode' | 'companyName'>,
): RecordTable<EntryColumns> =>
  isInternational(batch) ? internationalEntry : (entryTables.get(batch.secCode) ?? standardEntry)

export type EntryValues = Values<EntryColumns>

/** Every layout of entries there is. */
export const allEntryTables = [standardEntry, ...new Set(entryTables.values())]

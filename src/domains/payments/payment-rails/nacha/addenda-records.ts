// Layouts of addenda by their type: terminals (02), information (05), payments across a border (10 to 18), notifications
// of change (98) and returns (99).
import { changeCodeNames, isRefusal } from './change-codes.ts'
import { cents, count, day, dayOfYear, digits, text } from './fields.ts'
import { defineRecord, type Field, type RecordTable, type Values } from './layout.ts'
import { isContested, isDishonored, returnCodeNames } from './return-codes.ts'

type Text = Field<string>

const entrySequence = digits(88, 94)
const sequence = count(84, 87)
const traceNumber = digits(80, 94)

/** Terminals and cards: MTE, POS, SHR. */
export const addenda02 = defineRecord('addenda 02', '702', {
  referenceOne: text(4, 10),
  referenceTwo: text(11, 13),
  terminalId: text(14, 19),
  serialNumber: text(20, 25),
  transactionDay: text(26, 29),
  authorization: text(30, 35),
  terminalLocation: text(36, 62),
  terminalCity: text(63, 77),
  terminalState: text(78, 79),
  traceNumber,
})
/** Information about the payment. */
export const addenda05 = defineRecord('addenda 05', '705', {
  information: text(4, 83),
  sequence,
  entrySequence,
})

/** What a payment across a border is for, or how it was agreed. */
const IAT_KINDS =
  'ANN BUS DEP LOA MIS MOR PEN REM RLS SAL TAX ARC BOC MTE POP POS RCK SHR TEL WEB'.split(' ')
export const addenda10 = defineRecord('addenda 10', '710', {
  paymentKind: text(4, 6, { oneOf: IAT_KINDS }),
  foreignAmount: cents(7, 24),
  foreignTraceNumber: text(25, 46),
  receiverName: text(47, 81, { required: true }),
  entrySequence,
})
export const addenda11 = defineRecord('addenda 11', '711', {
  originatorName: text(4, 38, { required: true }),
  originatorStreet: text(39, 73),
  entrySequence,
})
export const addenda12 = defineRecord('addenda 12', '712', {
  originatorCity: text(4, 38),
  originatorCountry: text(39, 73),
  entrySequence,
})
const foreignBank = {
  bankName: text(4, 38, { required: true }),
  /** 01: national clearing number, 02: BIC, 03: IBAN. */
  bankIdKind: text(39, 40, { oneOf: ['01', '02', '03'] }),
  bankId: text(41, 74),
  bankCountry: text(75, 77),
}
/** The originator's bank. */
export const addenda13 = defineRecord('addenda 13', '713', { ...foreignBank, entrySequence })
/** The receiver's bank. */
export const addenda14 = defineRecord('addenda 14', '714', { ...foreignBank, entrySequence })
export const addenda15 = defineRecord('addenda 15', '715', {
  receiverId: text(4, 18),
  receiverStreet: text(19, 53),
  entrySequence,
})
export const addenda16 = defineRecord('addenda 16', '716', {
  receiverCity: text(4, 38),
  receiverCountry: text(39, 73),
  entrySequence,
})
/** Information about an international payment. */
export const addenda17 = defineRecord('addenda 17', '717', {
  information: text(4, 83),
  sequence,
  entrySequence,
})
/** A correspondent bank on the way. */
export const addenda18 = defineRecord('addenda 18', '718', {
  ...foreignBank,
  sequence,
  entrySequence,
})

type ChangeColumns = {
  readonly changeCode: Text
  readonly originalTraceNumber: Text
  readonly originalRdfi: Text
  readonly correctedData: Text
  readonly traceNumber: Text
  readonly refusedChangeCode?: Text
  readonly refusedTraceSequence?: Text
}
const changeColumns = {
  changeCode: text(4, 6, { oneOf: changeCodeNames }),
  originalTraceNumber: digits(7, 21),
  originalRdfi: digits(28, 35),
  correctedData: text(36, 64),
  traceNumber,
}
/** A notification of change. */
const addenda98: RecordTable<ChangeColumns> = defineRecord('addenda 98', '798', changeColumns)
/** The refusal of one. */
const refusal98: RecordTable<ChangeColumns> = defineRecord('addenda 98', '798', {
  ...changeColumns,
  refusedChangeCode: text(65, 67),
  refusedTraceSequence: digits(68, 74, { optional: true }),
})
export const changeTableOf = (changeCode: string): RecordTable<ChangeColumns> =>
  isRefusal(changeCode) ? refusal98 : addenda98

type ReturnColumns = {
  readonly returnCode: Text
  readonly originalTraceNumber: Text
  readonly originalRdfi: Text
  readonly traceNumber: Text
  readonly information?: Text
  readonly dateOfDeath?: Field<string | null>
  readonly originalAmount?: Field<bigint>
  readonly dateReturned?: Text
  readonly originalSettlementDay?: Text
  readonly returnTraceNumber?: Text
  readonly returnSettlementDay?: Text
  readonly returnReason?: Text
  readonly dishonoredTraceNumber?: Text
  readonly dishonoredSettlementDay?: Text
  readonly dishonoredReason?: Text
}
const returnColumns = {
  returnCode: text(4, 6, { oneOf: returnCodeNames }),
  originalTraceNumber: digits(7, 21),
  originalRdfi: digits(28, 35),
  traceNumber,
}
const returnedBefore = {
  returnTraceNumber: digits(39, 53, { optional: true }),
  returnSettlementDay: dayOfYear(54, 56),
  /** The two digits of the code of the first return. */
  returnReason: digits(57, 58, { optional: true }),
}
/** A return. */
const addenda99: RecordTable<ReturnColumns> = defineRecord('addenda 99', '799', {
  ...returnColumns,
  dateOfDeath: day(22, 27),
  information: text(36, 79),
})
const international99: RecordTable<ReturnColumns> = defineRecord('addenda 99', '799', {
  ...returnColumns,
  dateOfDeath: day(22, 27),
  originalAmount: cents(36, 45),
  information: text(46, 79),
})
/** The originator's bank refuses a return. */
const dishonored99: RecordTable<ReturnColumns> = defineRecord('addenda 99', '799', {
  ...returnColumns,
  ...returnedBefore,
  information: text(59, 79),
})
/** The receiver's bank refuses that refusal. */
const contested99: RecordTable<ReturnColumns> = defineRecord('addenda 99', '799', {
  ...returnColumns,
  /** As the bank wrote it: most give the date, some the day of the year. */
  dateReturned: text(22, 27),
  originalSettlementDay: dayOfYear(36, 38),
  ...returnedBefore,
  dishonoredTraceNumber: digits(59, 73, { optional: true }),
  dishonoredSettlementDay: dayOfYear(74, 76),
  dishonoredReason: digits(77, 78, { optional: true }),
})
export function returnTableOf(
  returnCode: string,
  international: boolean,
): RecordTable<ReturnColumns> {
  if (isDishonored(returnCode)) return dishonored99
  if (isContested(returnCode)) return contested99
  return international ? international99 : addenda99
}

export type ChangeValues = Values<ChangeColumns>
export type ReturnValues = Values<ReturnColumns>

/** Every layout of addenda there is. */
export const allAddendaTables = [
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
  addenda98,
  refusal98,
  addenda99,
  international99,
  dishonored99,
  contested99,
]

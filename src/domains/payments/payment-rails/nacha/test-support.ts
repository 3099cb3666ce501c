// For tests: files of our own in every class, arbitrary ones, and those of third parties.
import fc from 'fast-check'
import { outsideFiles } from '../../../../../test/harness/outside.ts'
import type { AchFileInput, AddendaInput, BatchInput, EntryInput } from './file.ts'
import { checkDigitOf } from './routing.ts'

const realFiles = outsideFiles('ach')
/** Invalid files of third parties are marked in their names. */
export const validFiles = realFiles.filter(({ name }) => !name.includes('invalid'))
export const invalidFiles = realFiles.filter(({ name }) => name.includes('invalid'))

export const fileHeader: AchFileInput['header'] = {
  immediateDestination: '231380104',
  immediateOrigin: '121042882',
  fileDate: '2026-03-02',
  fileTime: '09:30',
  destinationName: 'FEDERAL RESERVE',
  originName: 'FLORIN BANK',
}

export const batchHeader = (secCode: string): BatchInput['header'] => ({
  companyName: 'ACME CORP',
  companyId: '1234567890',
  secCode,
  description: 'PAYROLL',
  effectiveDate: '2026-03-03',
  odfi: '12104288',
})

export const entry = (changes: Partial<EntryInput> = {}): EntryInput => ({
  transactionCode: '22',
  routingNumber: '231380104',
  accountNumber: '12345678',
  amount: 12_345n,
  identification: 'EMP-1',
  name: 'JANE DOE',
  ...changes,
})

const information = (text: string): AddendaInput => ({ type: '05', information: text })
const bank = { bankName: 'CITADEL BANK', bankIdKind: '01', bankId: '121042882', bankCountry: 'US' }
const terminal: AddendaInput = {
  type: '02',
  referenceOne: 'REFONE1',
  referenceTwo: 'REF',
  terminalId: 'TERM02',
  serialNumber: '100049',
  transactionDay: '0614',
  authorization: '123456',
  terminalLocation: 'TARGET STORE 0049',
  terminalCity: 'PHILADELPHIA',
  terminalState: 'PA',
}
const international: readonly AddendaInput[] = [
  {
    type: '10',
    paymentKind: 'ANN',
    foreignAmount: 100_000n,
    foreignTraceNumber: '928383-23938',
    receiverName: 'BEK ENTERPRISES',
  },
  { type: '11', originatorName: 'BEK SOLUTIONS', originatorStreet: '15 WEST PLACE STREET' },
  { type: '12', originatorCity: 'JACOBSTOWN*PA\\', originatorCountry: 'US*19305\\' },
  { type: '13', ...bank },
  { type: '14', ...bank },
  { type: '15', receiverId: '987465493213987', receiverStreet: '2121 FRONT STREET' },
  { type: '16', receiverCity: 'LETTERTOWN*AB\\', receiverCountry: 'CA*80014\\' },
  { type: '17', information: 'INVOICE 7' },
  { type: '18', ...bank },
]

const debit = { transactionCode: '27' }
const zero = { amount: 0n }
/** Without what a class has no columns for. */
const { identification: _identification, name: _name, ...bare } = entry(debit)
const check = (secCode: string, changes: Partial<EntryInput>): BatchInput => ({
  header: batchHeader(secCode),
  entries: [{ ...bare, ...changes }],
})

/** One batch in every class there is. */
export const samples: Readonly<Record<string, BatchInput>> = {
  ACK: one('ACK', { transactionCode: '24', ...zero, identification: '031300010000001' }),
  ADV: {
    header: { ...batchHeader('ADV'), description: 'ACCOUNTING' },
    entries: ['81', '82'].map((transactionCode, index) => ({
      transactionCode,
      routingNumber: '231380104',
      accountNumber: '744-5678-99',
      amount: 123_456_789_012n,
      adviceRouting: '121042882',
      fileIdentification: '11131',
      operatorData: '',
      name: 'NAME',
      traceNumber: `01100001050000${index + 1}`,
    })),
    control: { operatorData: 'COMPANY NAME, INC' },
  },
  ARC: check('ARC', { name: 'ABC COMPANY', checkSerialNumber: '123879654' }),
  ATX: one('ATX', {
    transactionCode: '24',
    ...zero,
    addenda: [information('FIRST'), information('SECOND')],
  }),
  BOC: check('BOC', { name: 'ABC COMPANY', checkSerialNumber: '123879654' }),
  CCD: one('CCD', { addenda: [information('INVOICE 7')] }),
  CIE: one('CIE', { name: 'JANE DOE', identification: '1234567890123456789012' }),
  COR: one('COR', {
    transactionCode: '21',
    ...zero,
    addenda: [
      {
        type: '98',
        changeCode: 'C01',
        originalTraceNumber: '231380100000001',
        originalRdfi: '12104288',
        correctedData: '1918171614',
      },
    ],
  }),
  CTX: one('CTX', { ...debit, addenda: [information('FIRST'), information('SECOND')] }),
  DNE: one('DNE', {
    transactionCode: '23',
    ...zero,
    addenda: [information('    DATE OF DEATH*010218*CUSTOMERSSN*#########*AMOUNT*$$$$.cc\\')],
  }),
  ENR: one('ENR', {
    transactionCode: '23',
    ...zero,
    addenda: [information('22*12200004*3*123987654321*777777777*DOE*JOHN*1\\')],
  }),
  IAT: {
    header: {
      ...batchHeader('IAT'),
      companyName: '',
      foreignExchange: 'FF',
      foreignExchangeReferenceKind: '3',
      destinationCountry: 'US',
      originCurrency: 'CAD',
      destinationCurrency: 'USD',
    },
    entries: [
      {
        transactionCode: '22',
        routingNumber: '231380104',
        accountNumber: 'FOREIGN ACCOUNT OF UP TO 35 LETTERS',
        amount: 100_000n,
        addenda: international,
      },
    ],
  },
  MTE: one('MTE', { ...debit, addenda: [terminal] }),
  POP: check('POP', {
    name: 'ABC COMPANY',
    checkSerialNumber: '123456789',
    terminalCity: 'PHIL',
    terminalState: 'PA',
  }),
  POS: one('POS', { ...debit, discretionaryData: '01', addenda: [terminal] }),
  PPD: one('PPD', {}),
  RCK: check('RCK', { name: 'ABC COMPANY', checkSerialNumber: '123123123' }),
  SHR: check('SHR', {
    cardExpiration: '0722',
    documentReference: '12345678910',
    cardAccount: '0001234567891123456789',
    discretionaryData: '01',
    addenda: [terminal],
  }),
  TEL: one('TEL', debit),
  TRC: check('TRC', {
    checkSerialNumber: '123456789012345',
    processControl: 'CHECK1',
    itemResearch: '1234567890123456',
    discretionaryData: '01',
  }),
  TRX: one('TRX', { ...debit, addenda: [information('FIRST')] }),
  WEB: one('WEB', { discretionaryData: 'S', addenda: [information('PAYMENT\\')] }),
  XCK: check('XCK', {
    checkSerialNumber: '123456789012345',
    processControl: 'CHECK1',
    itemResearch: '1234567890123456',
  }),
}

function one(secCode: string, changes: Partial<EntryInput>): BatchInput {
  return { header: batchHeader(secCode), entries: [entry(changes)] }
}

const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'))
const routing = digits(8).map((eight) => eight + checkDigitOf(eight))
const text = (length: number) =>
  fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: length })
    .map((value) => value.trimEnd())
const filled = (length: number) => text(length).filter((value) => value.trim() !== '')

const anyEntry = (secCode: string) =>
  fc.record({
    transactionCode: fc.constantFrom('22', '27', '32', '37', '42', '47', '52'),
    routingNumber: routing,
    accountNumber: filled(17),
    amount: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
    identification: text(15),
    name: filled(secCode === 'CTX' ? 16 : 22),
    discretionaryData: text(2),
    addenda: fc.array(
      text(80).map((value) => information(value)),
      { maxLength: secCode === 'CTX' ? 5 : 1 },
    ),
  })

const anyBatch = fc.constantFrom('PPD', 'CCD', 'CTX', 'WEB').chain((secCode) =>
  fc.record({
    header: fc.record({
      companyName: filled(16),
      companyData: text(20),
      companyId: filled(10),
      secCode: fc.constant(secCode),
      description: filled(10),
      descriptiveDate: text(6),
      effectiveDate: fc.constantFrom('2026-03-03', '2000-02-29', null),
      settlementDay: fc.constantFrom('', '001', '366'),
      odfi: digits(8).filter((bankDigits) => bankDigits !== '00000000'),
    }),
    entries: fc.array(anyEntry(secCode), { minLength: 1, maxLength: 4 }),
  }),
)

/** Files of ordinary payments, with everything that may vary in them. */
export const anyFile: fc.Arbitrary<AchFileInput> = fc.record({
  header: fc.record({
    immediateDestination: routing,
    immediateOrigin: digits(10),
    fileDate: fc.constantFrom('2026-03-02', '2024-02-29', '2099-12-31'),
    fileTime: fc.constantFrom('00:00', '23:59', null),
    fileIdModifier: fc.constantFrom('A', 'Z', '0', '9'),
    destinationName: text(23),
    originName: text(23),
    referenceCode: text(8),
  }),
  batches: fc.array(anyBatch, { maxLength: 4 }),
})

// The rules of validation: one change to a valid message, and the expected problem, with its line.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromUnits, toUnits } from './codec/formats.ts'
import { checkMessage, writeMessage } from './message.ts'
import { type ProblemCode, problemCodes } from './problem.ts'

const party = { debtor_name: 'Anna', debtor_iban: 'DE89370400440532013000', debtor_bic: 'DEUTDEFF' }
const payment = (id: string, amount: string, currency = 'EUR') => ({
  end_to_end_id: id,
  uetr: '8a562c67-ca16-48ba-b074-65581be6f011',
  amount,
  currency,
  creditor_name: 'Ben',
  creditor_iban: 'CH9300762011623852957',
  creditor_bic: 'POFICHBE',
})
const order = writeMessage('pain.001', undefined, {
  message_id: 'M1',
  creation_date_time: '2026-03-01T12:00:00Z',
  initiating_party_name: 'Anna',
  payments: [
    {
      payment_information_id: 'P1',
      payment_method: 'TRF',
      number_of_transactions: 2,
      control_sum: '3.00',
      requested_execution_date: '2026-03-02',
      ...party,
      transactions: [payment('E1', '1.00'), payment('E2', '2.00')],
    },
    {
      payment_information_id: 'P2',
      payment_method: 'TRF',
      requested_execution_date: '2026-03-02',
      ...party,
      transactions: [payment('E3', '0.10')],
    },
  ],
})
const statement = writeMessage('camt.053', undefined, {
  message_id: 'M2',
  creation_date_time: '2026-03-01T12:00:00Z',
  statement_id: 'S1',
  account_iban: 'DE89370400440532013000',
  currency: 'EUR',
  from_date: '2026-03-01',
  to_date: '2026-03-01',
  opening_balance: '-10.00',
  closing_balance: '5.00',
  total_entries: 3,
  total_credit_entries: 2,
  total_credit_sum: '25.00',
  total_debit_sum: '5.00',
  entries: [
    { amount: '20.00', credit_debit: 'CRDT', booking_date: '2026-03-01' },
    { amount: '5.00', credit_debit: 'DBIT', description: 'Rent' },
    { amount: '5.00', credit_debit: 'CRDT', status: 'PDNG' },
  ],
})
const status = writeMessage('pacs.002', undefined, {
  message_id: 'M3',
  creation_date_time: '2026-03-01T12:00:00Z',
  transaction_statuses: [{ original_end_to_end_id: 'E1', status: 'RJCT', reason_code: 'AC04' }],
})

const errorsOf = (xml: string) => checkMessage(xml).errors
const lineOf = (xml: string, part: string) => xml.slice(0, xml.indexOf(part)).split('\n').length

describe('a valid message', () => {
  it.each([
    ['an order', order],
    ['a statement', statement],
    ['a status', status],
  ])('has no problems: %s', (_name, xml) => {
    expect(checkMessage(xml)).toMatchObject({ valid: true, errors: [] })
  })
})

describe('one change', () => {
  const cases: readonly (readonly [string, string, string, string, ProblemCode])[] = [
    ['another number of transactions', order, '<NbOfTxs>3<', '<NbOfTxs>4<', 'COUNT'],
    ['another number in a batch', order, '<NbOfTxs>2<', '<NbOfTxs>1<', 'COUNT'],
    ['another sum', order, '<CtrlSum>3.10<', '<CtrlSum>3.11<', 'SUM'],
    ['another sum of a batch', order, '<CtrlSum>3.00<', '<CtrlSum>3.000000001<', 'SUM'],
    ['an unknown currency', order, 'Ccy="EUR">1.00', 'Ccy="EUX">1.00', 'CURRENCY'],
    ['a currency in small letters', order, 'Ccy="EUR">1.00', 'Ccy="eur">1.00', 'CURRENCY'],
    ['no currency', order, ' Ccy="EUR">1.00', '>1.00', 'CURRENCY'],
    ['decimals that yen do not have', order, 'Ccy="EUR">1.00', 'Ccy="JPY">1.00', 'DECIMALS'],
    ['four decimals of a dinar', order, 'Ccy="EUR">1.00', 'Ccy="KWD">1.0000', 'DECIMALS'],
    ['three decimals of a euro', order, '>1.00<', '>1.000<', 'DECIMALS'],
    ['a comma', order, '>1.00<', '>1,00<', 'AMOUNT'],
    ['a sign', order, '>1.00<', '>-1.00<', 'AMOUNT'],
    ['an exponent', order, '>1.00<', '>1e0<', 'AMOUNT'],
    ['nothing to pay', order, '>1.00<', '>0.00<', 'AMOUNT'],
    ['a wrong check digit', order, 'DE89370400440532013000', 'DE88370400440532013000', 'IBAN'],
    ['a short IBAN', order, 'DE89370400440532013000', 'DE8937040044053201300', 'IBAN'],
    ['an IBAN of no country', order, 'DE89370400440532013000', 'ZZ89370400440532013000', 'IBAN'],
    ['a short BIC', order, 'DEUTDEF', 'DEUTDE', 'BIC'],
    ['a UETR that is no version 4', order, '-48ba-', '-18ba-', 'UETR'],
    ['a day that does not exist', order, '2026-03-02<', '2026-02-29<', 'DATE'],
    ['a time without a day', order, '2026-03-01T12:00:00Z', '12:00:00', 'DATE'],
    ['an unknown method', order, '>TRF<', '>DD<', 'CODE'],
    ['no message id', order, '<MsgId>M1</MsgId>', '', 'MISSING'],
    ['an empty message id', order, '<MsgId>M1</MsgId>', '<MsgId/>', 'MISSING'],
    ['a long message id', order, '>M1<', `>${'M'.repeat(36)}<`, 'LENGTH'],
    [
      'a second message id',
      order,
      '<MsgId>M1</MsgId>',
      '<MsgId>M1</MsgId><MsgId>M1</MsgId>',
      'REPEATED',
    ],
    ['an element too early', order, '<PmtMtd>TRF</PmtMtd>', '', 'MISSING'],
    ['text between elements', order, '<GrpHdr>', '<GrpHdr>text', 'FORMAT'],
    ['a number that is none', order, '<NbOfTxs>3<', '<NbOfTxs>three<', 'FORMAT'],
    [
      'a foreign namespace',
      order,
      'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
      'urn:x',
      'UNKNOWN_NAMESPACE',
    ],
    ['another number of entries', statement, '<NbOfNtries>3<', '<NbOfNtries>2<', 'COUNT'],
    ['another sum of credits', statement, '<Sum>25.00<', '<Sum>20.00<', 'SUM'],
    [
      'another closing balance',
      statement,
      '>5.00</Amt>\n        <CdtDbtInd>CRDT',
      '>6.00</Amt>\n        <CdtDbtInd>CRDT',
      'BALANCE',
    ],
    ['a balance on the wrong side', statement, 'DBIT', 'CRDT', 'BALANCE'],
    ['an unknown status of an entry', statement, 'PDNG', 'WAIT', 'CODE'],
    ['an unknown status', status, 'RJCT', 'NOPE', 'CODE'],
    ['a reason that is no code', status, 'AC04', 'because', 'CODE'],
    ['a cut', order, '</Document>', '', 'NOT_WELL_FORMED'],
    ['a DOCTYPE', order, '<Document', '<!DOCTYPE a>\n<Document', 'DOCTYPE'],
  ]
  it.each(cases)('to %s is found', (_name, xml, from, to, code) => {
    expect(xml).toContain(from)
    const changed = xml.replace(from, to)
    const verdict = checkMessage(changed)
    expect(verdict.valid).toBe(false)
    expect(verdict.errors.map((error) => error.code)).toContain(code)
    for (const { line, path, message } of verdict.errors) {
      expect(line).toBeGreaterThan(0)
      expect(line).toBeLessThanOrEqual(changed.split('\n').length)
      expect(message).toMatch(/[.]$/)
      if (!['DOCTYPE', 'NOT_WELL_FORMED'].includes(code)) expect(path).not.toBe('')
    }
  })

  it('is found at its line and path', () => {
    const changed = order.replace('>0.10<', '>0.1234<')
    expect(errorsOf(changed)).toContainEqual({
      line: lineOf(changed, '>0.1234<'),
      path: 'CstmrCdtTrfInitn/PmtInf[2]/CdtTrfTxInf[1]/Amt/InstdAmt',
      code: 'DECIMALS',
      message: 'EUR has 2 decimals; 0.1234 has 4.',
    })
  })

  it('of the order of elements is found', () => {
    const moved = order.replace(/(<PmtInfId>P1<\/PmtInfId>)\s*(<PmtMtd>TRF<\/PmtMtd>)/, '$2$1')
    expect(moved).not.toBe(order)
    expect(errorsOf(moved)).toMatchObject([{ code: 'ORDER' }])
  })

  it('repeated a thousand times gives a hundred problems, and those of the message first', () => {
    const many = { ...payment('E', '1.00'), creditor_iban: 'CH9300762011623852950' }
    const xml = writeMessage('pain.001', undefined, {
      message_id: 'M1',
      creation_date_time: '2026-03-01T12:00:00Z',
      number_of_transactions: 7,
      payment_information_id: 'P1',
      requested_execution_date: '2026-03-02',
      ...party,
      transactions: Array.from({ length: 1000 }, () => many),
    })
    const { errors } = checkMessage(xml)
    expect(errors).toHaveLength(100)
    expect(errors[0]).toMatchObject({ code: 'COUNT', line: 7 })
  })
})

describe('sums', () => {
  it('are exact for any amounts', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 20 }), (all) => {
        const cents = (one: bigint) => `${one / 100n}.${String(one % 100n).padStart(2, '0')}`
        const xml = writeMessage('pain.001', undefined, {
          message_id: 'M1',
          creation_date_time: '2026-03-01T12:00:00Z',
          payment_information_id: 'P1',
          requested_execution_date: '2026-03-02',
          ...party,
          transactions: all.map((one) => payment('E', cents(one))),
        })
        const sum = cents(all.reduce((a, b) => a + b, 0n))
        expect(xml).toContain(`<CtrlSum>${sum}</CtrlSum>`)
        expect(checkMessage(xml).valid).toBe(true)
        expect(fromUnits(toUnits(sum)!)).toBe(sum)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the documentation', () => {
  const page = readFileSync(new URL('../../../../docs/iso20022.md', import.meta.url), 'utf8')
  it.each(Object.entries(problemCodes))('explains %s', (code, meaning) => {
    expect(page).toContain(`| \`${code}\` | ${meaning} |`)
  })
})

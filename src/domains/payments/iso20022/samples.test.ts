// Messages as banks send them: the samples, other versions, prefixes, envelopes, several batches and statements;
// and everything that must not be read.
import { describe, expect, it } from 'vitest'
import { itWithOutside } from '../../../../test/harness/outside.ts'
import { AppError } from '../../../operation/error.ts'
import { type MessageOf, readMessage } from './message.ts'
import type { MessageType } from './messages/index.ts'
import { readPayments } from './payments.ts'
import { bankSamples, itForEachSample, sampleOf } from './test-support.ts'

const read = <Type extends MessageType>(type: Type, xml: string): MessageOf<Type> => {
  const message = readMessage(xml)
  expect(message.message_type).toBe(type)
  return message as unknown as MessageOf<Type>
}

const refusalOf = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return { code: error.def.code, ...error.details }
    throw error
  }
  return undefined
}

describe('samples of our own, as banks send them', () => {
  itForEachSample('are read', ({ text }) => {
    expect(readMessage(text).message_type).toMatch(/^[a-z]{4}\.\d{3}$/)
  })

  it('include a statement of an older version with ten entries', () => {
    const statement = read('camt.053', sampleOf('statement-older-version'))
    expect(statement).toMatchObject({
      version: 'camt.053.001.02',
      message_id: 'CAMT-20130514-0077',
      statement_id: 'BE-2013-0094',
      account_iban: 'BE68539007547034',
      account_owner_name: 'Drukwerk Peeters BVBA',
      account_servicer_bic: 'GKCCBEBB',
      currency: 'EUR',
      opening_balance: '5200.00',
      closing_balance: '8837.83',
      from_date: '2013-05-14T00:00:00+02:00',
    })
    expect(statement.entries).toHaveLength(10)
    expect(statement.entries[2]).toMatchObject({
      amount: '2310.40',
      credit_debit: 'DBIT',
      status: 'BOOK',
      booking_date: '2013-05-14',
      description: 'Property tax\nsecond instalment\nInvoice 19',
    })
    expect(statement.entries[2]!.details.map((one) => one.structured_reference)).toEqual([
      'RF712348231',
      null,
      null,
    ])
    expect(statement.entries[6]).toMatchObject({
      is_reversal: true,
      details: [{ return_reason: 'AC04', creditor_bic: 'COBADEFF' }],
    })
    expect(statement.entries[9]).toMatchObject({
      status: 'PDNG',
      details: [{ debtor_name: 'Ömer Yıldız', remittance_info: 'Für das Fest' }],
    })
  })

  it('include an order of a national scheme with five batches', () => {
    const order = read('pain.001', sampleOf('order-national-scheme'))
    expect(order.version).toBe('pain.001.001.03')
    expect(order.payments.map((batch) => batch.transactions.length)).toEqual([1, 2, 2, 1, 2])
    expect(order.transactions).toHaveLength(8)
    expect(order).toMatchObject({
      payment_information_id: 'RUN-1',
      requested_execution_date: '2021-03-10',
      debtor_bic: 'RAIFCH22XXX',
    })
    expect(order.transactions[1]).toMatchObject({
      creditor_account: '010000628',
      structured_reference: '210000000003139471430009017',
      local_instrument: 'CH01',
    })
    expect(order.transactions[5]).toMatchObject({
      amount: null,
      equivalent_amount: '500',
      equivalent_currency: 'CHF',
      transfer_currency: 'EUR',
    })
    expect(order.transactions[6]).toMatchObject({ structured_reference_type: 'QRR' })
  })

  it('include a notification, a status of an order and one between banks', () => {
    expect(read('camt.054', sampleOf('notification-older')).entries[0]).toMatchObject({
      amount: '732.15',
      currency: 'CHF',
      status: 'BOOK',
      details: { length: 2 },
    })
    expect(read('pain.002', sampleOf('order-status-national'))).toMatchObject({
      group_status: 'ACTC',
      original_message_type: 'pain.001.001.03.ch.02',
    })
    expect(read('pacs.002', sampleOf('payment-status-bare')).transaction_statuses).toEqual([])
  })

  it('include a payment with a prefix in an envelope, with its business header', () => {
    expect(read('pacs.008', sampleOf('payment-in-envelope'))).toMatchObject({
      business_header: { business_message_id: 'CT-1', from: 'PSSTFRPPMAR', to: 'COBADEFFXXX' },
      total_amount: '310.05',
      creditor_name: 'Werk <Nord> GmbH',
      transactions: { length: 2 },
    })
  })
})

describe('messages of banks', () => {
  itWithOutside(bankSamples, 'FI_camt_053', 'include a Finnish statement', (text) => {
    const statement = read('camt.053', text)
    expect(statement).toMatchObject({
      version: 'camt.053.001.02',
      message_id: 'BANKFILEID00001',
      statement_id: 'BANKSTMTID0972009',
      account_iban: 'FI7433010001222090',
      currency: 'EUR',
      opening_balance: '10000.00',
      closing_balance: '23644.83',
      from_date: '2009-10-29T02:00:00+02:00',
    })
    expect(statement.entries).toHaveLength(10)
    expect(statement.entries[2]).toMatchObject({
      amount: '4230.05',
      credit_debit: 'DBIT',
      status: 'BOOK',
      booking_date: '2009-10-29',
      description: 'Invoices 123 and 321',
    })
    expect(statement.entries[2]!.details.map((one) => one.structured_reference)).toEqual([
      '3900',
      null,
      null,
    ])
  })

  itWithOutside(bankSamples, 'musterfile', 'include a Swiss order with five batches', (text) => {
    const order = read('pain.001', text)
    expect(order.version).toBe('pain.001.001.03')
    expect(order.payments.map((batch) => batch.transactions.length)).toEqual([1, 2, 2, 1, 2])
    expect(order.transactions).toHaveLength(8)
    expect(order).toMatchObject({
      payment_information_id: 'PmtInfId-01',
      requested_execution_date: '2020-07-28',
      debtor_bic: 'POFICHBEXXX',
    })
    expect(order.transactions[1]).toMatchObject({
      creditor_account: '014295803',
      structured_reference: '120000000000234478943216899',
    })
    expect(order.transactions[5]).toMatchObject({
      amount: null,
      equivalent_amount: '1',
      equivalent_currency: 'CHF',
      transfer_currency: 'EUR',
    })
    expect(order.transactions[6]).toMatchObject({ structured_reference_type: 'QRR' })
  })

  itWithOutside(bankSamples, 'camt.054', 'include a Swiss notification', (text) => {
    expect(read('camt.054', text).entries[0]).toMatchObject({
      amount: '1500.00',
      currency: 'CHF',
      status: 'BOOK',
    })
  })

  itWithOutside(bankSamples, 'pain002', 'include the status of an order', (text) => {
    expect(read('pain.002', text)).toMatchObject({
      group_status: 'ACTC',
      original_message_type: 'pain.001.001.03.ch.02',
    })
  })

  itWithOutside(bankSamples, 'pacs_v11', 'include a status between banks', (text) => {
    expect(read('pacs.002', text).transaction_statuses).toEqual([])
  })
})

const pacs008 = (namespace: string, prefix = '') => {
  const p = prefix === '' ? '' : `${prefix}:`
  const declared = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  const e = (name: string, inner: string) => `<${p}${name}>${inner}</${p}${name}>`
  return `<${p}Document ${declared}="${namespace}">${e(
    'FIToFICstmrCdtTrf',
    e(
      'GrpHdr',
      e('MsgId', 'M1') +
        e('CreDtTm', '2026-03-01T12:00:00Z') +
        e('NbOfTxs', '1') +
        e('SttlmInf', e('SttlmMtd', 'CLRG')),
    ) +
      e(
        'CdtTrfTxInf',
        e('PmtId', e('EndToEndId', 'E1')) +
          `<${p}IntrBkSttlmAmt Ccy="EUR">12.50</${p}IntrBkSttlmAmt>` +
          e('ChrgBr', 'SLEV') +
          e('Dbtr', e('Nm', 'Anna')) +
          e('DbtrAcct', e('Id', e('IBAN', 'DE89370400440532013000'))) +
          e('DbtrAgt', e('FinInstnId', e('BICFI', 'DEUTDEFF'))) +
          e('CdtrAgt', e('FinInstnId', e('BICFI', 'POFICHBE'))) +
          e('Cdtr', e('Nm', 'Ben')) +
          e('CdtrAcct', e('Id', e('IBAN', 'CH9300762011623852957'))),
      ),
  )}</${p}Document>`
}
const ISO = 'urn:iso:std:iso:20022:tech:xsd:'

describe('other forms of the same message', () => {
  const plain = { message_id: 'M1', amount: '12.50', currency: 'EUR', debtor_name: 'Anna' }

  it.each([
    ['another version', pacs008(`${ISO}pacs.008.001.02`)],
    ['a prefix', pacs008(`${ISO}pacs.008.001.08`, 'pacs')],
    ['a namespace of a national scheme', pacs008('urn:swift:xsd:pacs.008.001.08.scheme')],
    ['no namespace', pacs008('').replace(' xmlns=""', '')],
    ['a byte order mark', `\uFEFF${pacs008(`${ISO}pacs.008.001.08`)}`],
    ['Windows line ends', pacs008(`${ISO}pacs.008.001.08`).replaceAll('><', '>\r\n  <')],
    [
      'comments and CDATA',
      pacs008(`${ISO}pacs.008.001.08`).replace('Anna', '<!-- who -->A<![CDATA[nn]]>a'),
    ],
  ])('are read: %s', (_name, xml) => {
    expect(read('pacs.008', xml)).toMatchObject(plain)
    expect(read('pacs.008', xml).transactions).toHaveLength(1)
  })

  it('are read from an envelope, with the business application header', () => {
    const header = `<AppHdr xmlns="${ISO}head.001.001.02"><Fr><FIId><FinInstnId><BICFI>DEUTDEFF</BICFI></FinInstnId></FIId></Fr><To><FIId><FinInstnId><BICFI>POFICHBE</BICFI></FinInstnId></FIId></To><BizMsgIdr>B1</BizMsgIdr><MsgDefIdr>pacs.008.001.08</MsgDefIdr><CreDt>2026-03-01T12:00:00Z</CreDt></AppHdr>`
    const xml = `<Envelope><Header>${header}</Header><Body>${pacs008(`${ISO}pacs.008.001.08`)}</Body></Envelope>`
    expect(read('pacs.008', xml)).toMatchObject({
      ...plain,
      business_header: {
        business_message_id: 'B1',
        message_definition_id: 'pacs.008.001.08',
        from: 'DEUTDEFF',
        to: 'POFICHBE',
        creation_date: '2026-03-01T12:00:00Z',
      },
    })
  })

  it('are read around elements of other namespaces', () => {
    const extra = `<SplmtryData><Envlp><x:Own xmlns:x="urn:x"><x:CdtTrfTxInf/><Document/></x:Own></Envlp></SplmtryData>`
    const xml = pacs008(`${ISO}pacs.008.001.08`).replace(
      '</CdtTrfTxInf>',
      `${extra}</CdtTrfTxInf><y:CdtTrfTxInf xmlns:y="urn:y"/>`,
    )
    expect(read('pacs.008', xml).transactions).toHaveLength(1)
  })

  it('are read from the first versions, whose root has the name of the message', () => {
    const xml = `<Document xmlns="${ISO}pain.001.001.02"><pain.001.001.02><GrpHdr><MsgId>M2</MsgId><CreDtTm>2009-01-01T00:00:00</CreDtTm><NbOfTxs>1</NbOfTxs></GrpHdr></pain.001.001.02></Document>`
    expect(read('pain.001', xml)).toMatchObject({
      message_id: 'M2',
      payments: [],
      transactions: [],
    })
  })

  it('are read from Italian files, which have root elements of their own', () => {
    const xml = `<CBIPaymentRequest xmlns="urn:CBI:xsd:CBIPaymentRequest.00.04.00"><GrpHdr><MsgId>M3</MsgId></GrpHdr><PmtInf><ReqdExctnDt><Dt>2026-03-01</Dt></ReqdExctnDt></PmtInf></CBIPaymentRequest>`
    expect(read('pain.001', xml)).toMatchObject({
      message_id: 'M3',
      requested_execution_date: '2026-03-01',
    })
  })

  it('are read with several statements of several accounts', () => {
    const statement = (id: string, iban: string) =>
      `<Stmt><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Anna</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>one</Ustrd><Ustrd>two</Ustrd></RmtInf></TxDtls></NtryDtls><NtryDtls><TxDtls><RmtInf><Ustrd>three</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt>`
    const xml = `<Document xmlns="${ISO}camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M4</MsgId></GrpHdr>${statement('S1', 'DE89370400440532013000')}${statement('S2', 'CH9300762011623852957')}</BkToCstmrStmt></Document>`
    const message = read('camt.053', xml)
    expect(message.statements.map((one) => one.account_iban)).toEqual([
      'DE89370400440532013000',
      'CH9300762011623852957',
    ])
    expect(message).toMatchObject({ statement_id: 'S1', opening_balance: null })
    expect(message.entries).toHaveLength(2)
    expect(message.entries[0]).toMatchObject({ description: 'one\ntwo\nthree' })
    expect(message.entries[0]!.details[0]).toMatchObject({ debtor_name: 'Anna' })
  })
})

describe('a text that is refused', () => {
  const good = pacs008(`${ISO}pacs.008.001.08`)
  const problem = (xml: string) => refusalOf(() => readMessage(xml))

  it.each([
    ['empty', '', 'NOT_WELL_FORMED'],
    ['cut in the middle', good.slice(0, 400), 'NOT_WELL_FORMED'],
    ['not XML', 'hello', 'NOT_WELL_FORMED'],
    ['wrongly closed', good.replace('</MsgId>', '</MsgID>'), 'NOT_WELL_FORMED'],
    [
      'with an undeclared prefix',
      good.replace('<MsgId>M1', '<x:MsgId/><MsgId>M1'),
      'NOT_WELL_FORMED',
    ],
    ['with a DOCTYPE', `<!DOCTYPE Document>${good}`, 'DOCTYPE'],
    [
      'with entities of its own',
      `<!DOCTYPE a [<!ENTITY b "c">]>${good.replace('Anna', '&b;')}`,
      'DOCTYPE',
    ],
    ['with an unknown entity', good.replace('Anna', '&b;'), 'NOT_WELL_FORMED'],
    ['nested too deeply', '<a>'.repeat(65) + '</a>'.repeat(65), 'TOO_DEEP'],
    ['with an endless text', good.replace('Anna', 'A'.repeat(200_000)), 'TOO_LONG'],
    [
      'with an endless comment',
      good.replace('<GrpHdr>', `<!--${'-x'.repeat(100_000)}--><GrpHdr>`),
      'TOO_LONG',
    ],
    [
      'with an endless attribute',
      good.replace('Ccy="EUR"', `Ccy="${'E'.repeat(200_000)}"`),
      'TOO_LONG',
    ],
    [
      'with many attributes',
      good.replace(
        '<GrpHdr>',
        `<GrpHdr ${Array.from({ length: 40 }, (_, i) => `a${i}="1"`).join(' ')}>`,
      ),
      'TOO_LONG',
    ],
    ['without a message', '<a/>', 'UNKNOWN_TYPE'],
    [
      'of another type',
      `<Document xmlns="${ISO}pain.008.001.08"><CstmrDrctDbtInitn/></Document>`,
      'UNKNOWN_TYPE',
    ],
    [
      'with the namespace of another type',
      good.replace('pacs.008.001.08', 'pain.001.001.09'),
      'UNKNOWN_TYPE',
    ],
    ['with two messages', `<All>${good}${good}</All>`, 'SECOND_MESSAGE'],
  ])('is %s', (_name, xml, code) => {
    expect(problem(xml)).toMatchObject({
      code,
      line: expect.any(Number),
      message: expect.any(String),
    })
  })

  it('names the line', () => {
    expect(problem(good.replaceAll('><', '>\n<').replace('</NbOfTxs>', '</Nb>'))).toMatchObject({
      line: 6,
      code: 'NOT_WELL_FORMED',
    })
  })

  it('is not one with many long gaps, which cost no more than other characters', () => {
    const gap = good
      .replace('Anna', `A${' '.repeat(60_000)}a`)
      .replace('Ben', `B${'\n'.repeat(60_000)}n`)
    const [start, transaction, end] = [
      gap.slice(0, gap.indexOf('<CdtTrfTxInf>')),
      gap.slice(gap.indexOf('<CdtTrfTxInf>'), gap.indexOf('</FIToFICstmrCdtTrf>')),
      gap.slice(gap.indexOf('</FIToFICstmrCdtTrf>')),
    ]
    const message = read('pacs.008', start + transaction.repeat(60) + end)
    expect(message.transactions).toHaveLength(60)
    expect(message.creditor_name).toBe('B n')
  })

  it('keeps the five entities and character references', () => {
    const xml = good.replace('Anna', '&lt;&amp;&gt;&quot;&apos;&#65;&#x42;')
    expect(read('pacs.008', xml).debtor_name).toBe('<&>"\'AB')
  })

  it('is longer than allowed', () => {
    expect(refusalOf(() => readMessage(good, { lengthMax: 100 }))).toMatchObject({
      code: 'TOO_LARGE',
    })
  })
})

describe('payments for execution', () => {
  const good = pacs008(`${ISO}pacs.008.001.08`)

  it('come from a pacs.008 as one batch, each with its line and its debtor', () => {
    const { batches, ...head } = readPayments(good.replaceAll('><', '>\n<'))
    expect(head).toMatchObject({
      message_id: 'M1',
      number_of_transactions: 1,
      control_sum: null,
      problems: [],
    })
    expect(batches[0]!.transactions[0]).toMatchObject({
      line: 11,
      end_to_end_id: 'E1',
      amount: '12.50',
      currency: 'EUR',
      charge_bearer: 'SLEV',
      debtor: { name: 'Anna', iban: 'DE89370400440532013000', bic: 'DEUTDEFF', account: null },
      creditor: { name: 'Ben', iban: 'CH9300762011623852957' },
      problems: [],
    })
  })

  it('are the same when the text comes in pieces of any size', async () => {
    const text = sampleOf('order-national-scheme')
    async function* pieces(size: number) {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
    }
    const whole = readPayments(text)
    for (const size of [1, 7, 1000]) expect(await readPayments(pieces(size))).toEqual(whole)
  })

  it('have their own problems, separate from those of the message', () => {
    const { problems, batches } = readPayments(sampleOf('order-national-scheme'))
    expect(problems).toMatchObject([{ code: 'COUNT', line: 7 }])
    expect(batches[2]!.transactions.map((one) => one.problems.length)).toEqual([0, 1])
  })

  it.each([
    [
      'a second amount',
      '<ChrgBr>',
      '<IntrBkSttlmAmt Ccy="EUR">99.00</IntrBkSttlmAmt><ChrgBr>',
      'REPEATED',
    ],
    ['two accounts', '<IBAN>CH', '<Othr><Id>1</Id></Othr><IBAN>CH', 'REPEATED'],
    ['no end-to-end id', '<EndToEndId>E1</EndToEndId>', '', 'MISSING'],
    ['an empty end-to-end id', '<EndToEndId>E1<', '<EndToEndId> <', 'MISSING'],
    ['no message id', '<MsgId>M1</MsgId>', '', 'MISSING'],
    ['no namespace', ` xmlns="${ISO}pacs.008.001.08"`, '', 'UNKNOWN_NAMESPACE'],
  ])('are refused with %s', (_name, from, to, code) => {
    expect(refusalOf(() => readPayments(good.replace(from, to)))).toMatchObject({ code })
  })

  it('are not in a statement', () => {
    expect(refusalOf(() => readPayments(sampleOf('statement-older')))).toMatchObject({
      code: 'UNKNOWN_TYPE',
    })
  })
})

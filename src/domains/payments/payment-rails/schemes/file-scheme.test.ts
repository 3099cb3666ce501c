// The real networks by files: payments are written to a folder, answers are read from another, each once.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank, TestClock } from '../../../../../test/harness/bank.ts'
import { checkMessage, readMessage, writeMessage } from '../../iso20022/index.ts'
import * as nacha from '../nacha/index.ts'
import {
  after,
  CREDITOR_ID,
  customer,
  numbersOf,
  OUTSIDE_IBAN,
  paid,
  pay,
  read,
  unitsOf,
} from '../test-support.ts'

let bank: Bank
let folder: string
let outbox: string
let inbox: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-rails-'))
  outbox = join(folder, 'out')
  inbox = join(folder, 'in')
  bank = await startBank({
    clock: new TestClock('2026-03-02T15:00:00.000Z'),
    env: {
      PAYMENT_RAILS_SCHEME: 'files',
      PAYMENT_RAILS_OUTBOX: outbox,
      PAYMENT_RAILS_INBOX: inbox,
    },
  })
  await readInbox()
})
afterAll(async () => {
  await bank.stop()
  await rm(folder, { recursive: true, force: true })
})

const readInbox = () => bank.runJob('payment_rails.read_inbox')
const names = async (of: string) => (await readdir(of).catch(() => [])).toSorted()
let files = 0
/** Puts a file into the inbox, and runs the job that reads it. */
async function bring(content: string, name = `file-${++files}.xml`): Promise<string> {
  await writeFile(join(inbox, name), content)
  await readInbox()
  return name
}

const report = (original: string, status: string, change: object = {}) =>
  writeMessage('pacs.002', undefined, {
    message_id: `R-${++files}`,
    creation_date_time: '2026-03-02T15:00:10Z',
    original_message_id: original,
    original_message_type: 'pacs.008.001.08',
    transaction_statuses: [{ original_transaction_id: original, status, ...change }],
  })

describe('a payment', () => {
  it('is written as a valid pacs.008 and settled by a pacs.002, once', async () => {
    const ada = await customer(bank, { EUR: '500.00' })
    const payment = await paid(bank, ada, {
      currency: 'EUR',
      creditor_account: { name: 'Ben & <Söhne>', iban: OUTSIDE_IBAN },
      memo: 'Invoice 7',
    })
    expect(payment).toMatchObject({ rail: 'sct_inst', status: 'processing', simulated: false })
    await after(bank, 1)
    const xml = await readFile(join(outbox, `sct_inst-${payment.external_id}.xml`), 'utf8')
    expect(checkMessage(xml)).toMatchObject({ valid: true, message_type: 'pacs.008' })
    expect(readMessage(xml)).toMatchObject({
      message_id: payment.external_id,
      transactions: [
        {
          amount: '100.00',
          currency: 'EUR',
          creditor_iban: OUTSIDE_IBAN,
          creditor_name: 'Ben & <Söhne>',
          debtor_name: 'Ada Lovelace',
          remittance_info: 'Invoice 7',
        },
      ],
    })
    expect((await names(outbox)).filter((name) => name.startsWith('.'))).toEqual([])
    expect(await unitsOf(bank, 'clearing:sct-inst', 'EUR')).toBe(10_000n)
    const answer = report(payment.external_id, 'ACSC')
    const name = await bring(answer)
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, 'clearing:sct-inst', 'EUR')).toBe(0n)
    expect(await names(inbox)).not.toContain(name)
    expect(await names(join(inbox, 'processed'))).toContain(name)
    // The same file again, and a late rejection, change nothing.
    const again = await bring(answer)
    expect(await names(join(inbox, 'repeated'))).toContain(again)
    await bring(report(payment.external_id, 'RJCT', { reason_code: 'AC04' }))
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(40_000n)
  })

  it('is refused by a pacs.002, and left open by one that is pending or about another amount', async () => {
    const ada = await customer(bank)
    const payment = await paid(bank, ada)
    await after(bank, 1)
    await bring(report(payment.external_id, 'PDNG'))
    const other = { original_amount: '1.00', original_currency: 'USD' }
    await bring(report(payment.external_id, 'RJCT', other))
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'processing' })
    await bring(report(payment.external_id, 'RJCT', { reason_code: 'AC04' }))
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({
      status: 'failed',
      code: 'AC04',
      reason: 'The account is closed.',
    })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })

  it('that does not fit into a message is refused, and fails if it was accepted before', async () => {
    const ada = await customer(bank)
    const memo = 'Rent \u0007'
    for (const rail of ['fednow', 'swift']) {
      const { status, body } = await pay(bank, ada, { rail, memo })
      expect(status, JSON.stringify(body)).toBe(422)
      expect(body.errors.memo[0]).toContain('control characters')
    }
    const bad = await paid(bank, ada)
    const good = await paid(bank, ada)
    await bank.sql('update payment_rails.payments set memo = $2 where id = $1', [
      bad.payment_id,
      memo,
    ])
    await after(bank, 1)
    expect(await names(outbox)).toContain(`fednow-${good.external_id}.xml`)
    expect(await read(bank, ada, bad.payment_id)).toMatchObject({ status: 'failed', code: 'FF01' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(90_000n)
    await bring(report(good.external_id, 'ACSC'))
  })

  it('of the sandbox never reaches the folder, and no answer of a network reaches it', async () => {
    const ada = await customer(bank)
    const key = await bank.sandboxKey({ token: ada.login })
    await bank.call('POST /api/v2/accounts', { name: 'Play', initial_balance: 50_000 }, key)
    const payment = await paid(bank, key)
    expect(payment.simulated).toBe(true)
    await bring(report(payment.external_id, 'RJCT', { reason_code: 'AC04' }))
    await after(bank, 2)
    expect(await read(bank, key, payment.payment_id)).toMatchObject({ status: 'completed' })
    expect((await names(outbox)).join()).not.toContain(payment.external_id)
  })

  it('is returned by a notification of its booking', async () => {
    const ada = await customer(bank)
    const payment = await paid(bank, ada, { rail: 'fedwire', amount: '50.00' })
    await after(bank, 1)
    await bring(report(payment.external_id, 'ACSC'))
    const booking = {
      amount: '50.00',
      currency: 'USD',
      credit_debit: 'CRDT',
      status: 'BOOK',
      details: [{ transaction_id: payment.external_id, return_reason: 'AC04' }],
    } as const
    await bring(
      writeMessage('camt.054', undefined, {
        message_id: 'N-1',
        creation_date_time: '2026-03-02T15:10:00Z',
        notifications: [{ notification_id: 'N-1', account_iban: OUTSIDE_IBAN, entries: [booking] }],
      }),
    )
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({
      status: 'returned',
      code: 'AC04',
    })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })
})

/** A return, as another bank writes it. */
const back = (original: string, sent: string, returned: string) => `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09"><PmtRtr>
  <GrpHdr><MsgId>RT-${++files}</MsgId><CreDtTm>2026-03-02T16:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs>
    <SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr>
  <TxInf><RtrId>RT-1</RtrId><OrgnlEndToEndId>E</OrgnlEndToEndId><OrgnlTxId>${original}</OrgnlTxId>
    <OrgnlIntrBkSttlmAmt Ccy="USD">${sent}</OrgnlIntrBkSttlmAmt>
    <RtrdIntrBkSttlmAmt Ccy="USD">${returned}</RtrdIntrBkSttlmAmt>
    <RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></TxInf>
</PmtRtr></Document>`

describe('the answers of a network', () => {
  it.each(['fednow', 'rtp', 'fedwire', 'sct_inst', 'swift'])(
    'on %s end nothing before they are final, and a refusal returns the money',
    async (rail) => {
      const isEuro = rail === 'sct_inst'
      const currency = isEuro ? 'EUR' : 'USD'
      const ada = await customer(bank, { [currency]: '1000.00' })
      const order = { rail, currency, ...(isEuro && { creditor_account: OUTSIDE_IBAN }) }
      const payment = await paid(bank, ada, order)
      await after(bank, 1)
      for (const status of ['ACTC', 'ACCP', 'ACSP', 'PDNG'])
        await bring(report(payment.external_id, status))
      expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'processing' })
      await bring(report(payment.external_id, 'RJCT', { reason_code: 'AC04' }))
      expect(await read(bank, ada, payment.payment_id)).toMatchObject({
        status: 'failed',
        code: 'AC04',
      })
      expect(await unitsOf(bank, ada.account, currency)).toBe(100_000n)
    },
  )

  it('that complete a payment provisionally let a refusal return it, until it is final', async () => {
    const ada = await customer(bank)
    const [first, second] = [await paid(bank, ada), await paid(bank, ada)]
    await after(bank, 1)
    for (const { external_id } of [first, second]) await bring(report(external_id, 'ACWP'))
    expect(await read(bank, ada, first.payment_id)).toMatchObject({
      status: 'completed',
      code: 'ACWP',
    })
    await bring(report(second.external_id, 'ACCC'))
    for (const { external_id } of [first, second])
      await bring(report(external_id, 'RJCT', { reason_code: 'AC06' }))
    expect(await read(bank, ada, first.payment_id)).toMatchObject({ status: 'returned' })
    expect(await read(bank, ada, second.payment_id)).toMatchObject({
      status: 'completed',
      code: null,
    })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(90_000n)
    expect(await unitsOf(bank, 'clearing:fednow', 'USD')).toBe(0n)
  })

  it('return a payment by a pacs.004, before and after it settled, less the charges of other banks', async () => {
    const ada = await customer(bank)
    const wire = { rail: 'fedwire', amount: '50.00' }
    const [first, second, third] = [
      await paid(bank, ada, wire),
      await paid(bank, ada, wire),
      await paid(bank, ada, wire),
    ]
    await after(bank, 1)
    await bring(report(first.external_id, 'ACSC'))
    await bring(report(third.external_id, 'ACSC'))
    await bring(back(first.external_id, '50.00', '50.00'))
    await bring(back(second.external_id, '50.00', '48.50'))
    // Another amount than was sent, and more than was sent.
    await bring(back(third.external_id, '51.00', '50.00'))
    await bring(back(third.external_id, '50.00', '50.01'))
    expect(await read(bank, ada, first.payment_id)).toMatchObject({
      status: 'returned',
      code: 'AC04',
    })
    const less = await read(bank, ada, second.payment_id)
    expect(less).toMatchObject({ status: 'returned', code: 'AC04' })
    expect(less.reason).toContain('charges of 1.50 USD')
    expect(await read(bank, ada, third.payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(94_850n)
    expect(await unitsOf(bank, 'clearing:fedwire', 'USD')).toBe(0n)
    // The second return changes nothing.
    await bring(back(first.external_id, '50.00', '50.00'))
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(94_850n)
  })

  /** A booking of 50 dollars, as the network notifies it. */
  const notice = (
    credit_debit: 'CRDT' | 'DBIT',
    detail: { readonly transaction_id: string; readonly end_to_end_id?: string },
  ) =>
    writeMessage('camt.054', undefined, {
      message_id: `N-${++files}`,
      creation_date_time: '2026-03-02T15:10:00Z',
      notifications: [
        {
          notification_id: `N-${files}`,
          account_iban: OUTSIDE_IBAN,
          entries: [
            { amount: '50.00', currency: 'USD', credit_debit, status: 'BOOK', details: [detail] },
          ],
        },
      ],
    })

  it('return a payment by a booking that credits what was sent', async () => {
    const ada = await customer(bank)
    const payment = await paid(bank, ada, { rail: 'fedwire', amount: '50.00' })
    await after(bank, 1)
    for (const credit_debit of ['DBIT', 'CRDT'] as const)
      await bring(notice(credit_debit, { transaction_id: payment.external_id }))
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'returned' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })

  it('do not return a payment because of an incoming one with its end-to-end id', async () => {
    const ada = await customer(bank)
    const payment = await paid(bank, ada, { rail: 'fedwire', amount: '50.00' })
    await after(bank, 1)
    await bring(notice('DBIT', { transaction_id: payment.external_id }))
    const end_to_end_id = payment.external_id
    await bring(notice('CRDT', { transaction_id: 'THEIRS-1', end_to_end_id }))
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(95_000n)
  })
})

describe('the statistics of a day', () => {
  it('count failures of the network, not mistakes of senders, and affect routing', async () => {
    const ada = await customer(bank)
    const figures = async () =>
      (
        await bank.sql<{ succeeded: number; failed: number; counted: number }>(
          `select succeeded::int, failed::int, (select sum(n)::int from unnest(latencies) n) as counted
           from payment_rails.days where rail = 'fednow' and environment = 'live'`,
        )
      )[0] ?? { succeeded: 0, failed: 0, counted: 0 }
    const end = async (status: string, reason_code?: string) => {
      const { external_id } = await paid(bank, ada, { rail: 'fednow', amount: '1.00' })
      await after(bank, 1)
      await bring(report(external_id, status, { reason_code }))
    }
    await end('ACSC')
    const before = await figures()
    await end('ACSC')
    await end('RJCT', 'AC04')
    expect(await figures()).toEqual({
      succeeded: before.succeeded + 1,
      failed: before.failed,
      counted: before.counted + 1,
    })
    const choose = async () => (await paid(bank, ada, { amount: '1.00' })).rail
    expect(await choose()).toBe('fednow')
    for (let time = 0; time < 20; time++) await end('RJCT', 'AB05')
    expect((await figures()).failed).toBe(before.failed + 20)
    expect(await choose()).toBe('rtp')
    // After a week the statistics no longer count.
    bank.clock.advance(8 * 86_400)
    expect(await choose()).toBe('fednow')
  })
})

describe('a collection', () => {
  it('is written as a pain.008 and credited by a pain.002', async () => {
    const ada = await customer(bank, {})
    const mandate = await bank.call(
      'POST /api/v1/payment-rails/mandates',
      {
        mandate_id: 'M-1',
        creditor_id: CREDITOR_ID,
        creditor_name: 'Gym & Co',
        debtor_name: 'Ben',
        debtor_iban: OUTSIDE_IBAN,
      },
      ada,
    )
    const { body } = await bank.call(
      'POST /api/v1/payment-rails/collections',
      { mandate: mandate.body.data.id, amount: '40.00' },
      ada,
    )
    // The cut-off of the day was at 16:00 in Frankfurt.
    await after(bank, 12 * 3_600)
    const { external_id, payment_id } = body.data
    const xml = await readFile(join(outbox, `sepa_direct_debit-${external_id}.xml`), 'utf8')
    expect(xml).toContain('<InstdAmt Ccy="EUR">40.00</InstdAmt>')
    expect(xml).toMatch(/<MndtId>M-1<\/MndtId><DtOfSgntr>2026-03-\d\d<\/DtOfSgntr>/)
    expect(xml).toContain('Gym &amp; Co')
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(0n)
    await bring(
      writeMessage('pain.002', undefined, {
        message_id: 'P-1',
        creation_date_time: '2026-03-03T15:00:10Z',
        original_message_id: external_id,
        original_message_type: 'pain.008.001.08',
        payment_statuses: [{ original_payment_information_id: external_id, status: 'ACSC' }],
      }),
    )
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(4_000n)
  })
})

describe('an answer', () => {
  it('is stored while the account is frozen, and applied afterwards', async () => {
    const ada = await customer(bank, {})
    const mandate = await bank.call(
      'POST /api/v1/payment-rails/mandates',
      {
        mandate_id: 'M-2',
        creditor_id: 'DE41ZZZ00000000007',
        creditor_name: 'Gym',
        debtor_name: 'Ben',
        debtor_iban: OUTSIDE_IBAN,
      },
      ada,
    )
    expect(mandate.status, JSON.stringify(mandate.body)).toBe(201)
    const { body } = await bank.call(
      'POST /api/v1/payment-rails/collections',
      { mandate: mandate.body.data.id, amount: '40.00' },
      ada,
    )
    await after(bank, 4 * 86_400)
    await bank.call(`POST /api/accounts/${ada.account}/freeze`, { reason: 'Lost card' }, ada)
    await bring(report(body.data.external_id, 'ACSC'))
    const waiting = await read(bank, ada, body.data.payment_id)
    expect(waiting).toMatchObject({ status: 'processing' })
    expect(waiting.reason).toContain('The payment waits')
    await bank.call(`POST /api/accounts/${ada.account}/unfreeze`, { reason: 'Found' }, ada)
    await after(bank, 60)
    expect(await read(bank, ada, body.data.payment_id)).toMatchObject({
      status: 'completed',
      reason: null,
    })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(4_000n)
  })
})

describe('an incoming payment', () => {
  const incoming = (iban: string, change: object = {}) =>
    writeMessage('pacs.008', undefined, {
      message_id: `IN-${++files}`,
      creation_date_time: '2026-03-02T15:00:10Z',
      settlement_method: 'CLRG',
      transactions: [
        {
          end_to_end_id: 'E2E-1',
          uetr: '6b3f4b8e-3c56-4f0c-9c1c-0e3a5f8c7d21',
          amount: '12.34',
          currency: 'EUR',
          charge_bearer: 'SLEV',
          debtor_name: 'Employer',
          debtor_iban: OUTSIDE_IBAN,
          creditor_name: 'Ada',
          creditor_iban: iban,
          remittance_info: 'Salary',
          ...change,
        },
      ],
    })

  it('is credited once, also when it is in two files', async () => {
    const ada = await customer(bank, {})
    const { iban } = await numbersOf(bank, ada)
    await bring(incoming(iban), 'sct_inst-1.xml')
    await bring(incoming(iban), 'sct_inst-2.xml')
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(1_234n)
    const { body } = await bank.call('GET /api/v1/payment-rails/payments', undefined, ada)
    expect(body.data).toMatchObject([
      {
        direction: 'incoming',
        rail: 'sct_inst',
        memo: 'Salary',
        counterparty: { name: 'Employer' },
      },
    ])
  })

  it('is credited only if it is for this bank, whatever its number', async () => {
    const ada = await customer(bank, {})
    const { routing_number, account_number } = await numbersOf(bank, ada)
    const to = (name: string, agent: object) =>
      bring(
        incoming('', {
          creditor_iban: null,
          creditor_account: account_number,
          currency: 'USD',
          end_to_end_id: name,
          uetr: null,
          ...agent,
        }),
      )
    await to('A', { creditor_bic: 'DEUTDEFF' })
    await to('B', { creditor_clearing_member: '021000021' })
    await to('C', { creditor_clearing_member: '560036' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(0n)
    await to('D', { creditor_bic: 'FLORLT21XXX' })
    await to('E', { creditor_clearing_member: routing_number })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(2_468n)
  })

  it('by ACH is credited, or returned in a file', async () => {
    const ada = await customer(bank, {})
    const { routing_number, account_number } = await numbersOf(bank, ada)
    const entry = (accountNumber: string, transactionCode: string) => ({
      transactionCode,
      routingNumber: routing_number,
      accountNumber,
      amount: 2_500n,
      identification: 'X',
      name: 'Ada',
      discretionaryData: '',
    })
    const content = nacha.writeFile({
      header: {
        immediateDestination: routing_number,
        immediateOrigin: '021000021',
        fileDate: '2026-03-02',
      },
      batches: [
        {
          header: {
            companyName: 'EMPLOYER',
            companyId: '1234567890',
            secCode: 'PPD',
            description: 'SALARY',
            odfi: '02100002',
          },
          entries: [
            entry(account_number.slice(-17), '22'),
            entry('000000000000001', '22'),
            entry(account_number.slice(-17), '27'),
          ],
        },
      ],
    })
    // Letters beyond ASCII are tolerated in files of other banks.
    await bring(content.replaceAll('Ada', 'Äda').replace('EMPLOYER', 'EMPLOYÉR'), 'in.ach')
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(2_500n)
    const returns = (await names(outbox)).find((name) => name.startsWith('ach-returns-'))!
    const file = nacha.readFile(await readFile(join(outbox, returns), 'utf8'))
    const codes = file.batches.flatMap(({ entries }) =>
      entries.flatMap(({ addenda }) =>
        addenda.map((one) => (one.type === '99' ? one.returnCode : '')),
      ),
    )
    expect(codes).toEqual(['R03', 'R10'])
  })
})

describe('an ACH payment', () => {
  it('is in a file after the cut-off, settles on its day, and may be returned', async () => {
    const ada = await customer(bank)
    const payment = await paid(bank, ada, { rail: 'ach' })
    // Long enough for any weekend and holiday.
    await after(bank, 4 * 86_400)
    const name = (await names(outbox)).find((one) => one.startsWith('batch-'))!
    const file = nacha.readFile(await readFile(join(outbox, name), 'utf8'))
    await after(bank, 4 * 86_400)
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'completed' })
    const entry = file.batches[0]!.entries[0]!
    const stamp = { fileDate: '2026-03-05', fileTime: '09:00' }
    await bring(nacha.writeFile(nacha.makeReturn(file, entry, 'R02', stamp)), 'returns.ach')
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({
      status: 'returned',
      code: 'R02',
    })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
    expect(await unitsOf(bank, 'clearing:ach', 'USD')).toBe(0n)
  })
})

describe('a bad file', () => {
  it.each([
    ['nonsense', 'this is nothing', 'bad-1.txt'],
    ['XML with a DOCTYPE', '<!DOCTYPE a><Document/>', 'bad-2.xml'],
    ['XML that is cut', report('X', 'ACSC').slice(0, 200), 'bad-3.xml'],
    ['another kind of message', '<Document xmlns="urn:x"/>', 'bad-4.xml'],
  ])('is moved aside with the reason: %s', async (_title, content, name) => {
    await bring(content, name)
    expect(await names(join(inbox, 'refused'))).toContain(name)
    const reason = await readFile(join(inbox, 'refused', `${name}.error.txt`), 'utf8')
    expect(reason.length).toBeGreaterThan(10)
    expect(await names(inbox)).not.toContain(name)
  })

  it('does not block the other files, and incomplete files are ignored', async () => {
    await writeFile(join(inbox, 'a-bad.txt'), 'nothing')
    await writeFile(join(inbox, 'b-good.xml'), report('UNKNOWN', 'ACSC'))
    await writeFile(join(inbox, 'c.xml.part'), 'half a fi')
    await readInbox()
    expect(await names(join(inbox, 'processed'))).toContain('b-good.xml')
    expect(await names(inbox)).toContain('c.xml.part')
  })
})

describe('settings', () => {
  it('require two different folders', async () => {
    const env = { PAYMENT_RAILS_SCHEME: 'files', PAYMENT_RAILS_OUTBOX: outbox }
    await expect(startBank({ env })).rejects.toThrow('PAYMENT_RAILS_INBOX must be set')
    const same = { ...env, PAYMENT_RAILS_INBOX: outbox }
    await expect(startBank({ env: same })).rejects.toThrow('different folders')
  })
})

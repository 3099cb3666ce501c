// Tests of payment files with creditors at other banks: each payment goes over a rail once, and the report follows it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { findBrokenRules } from '../../../../test/simulation/invariants.ts'
import {
  balanceOf,
  countMoves,
  execute,
  openAccount,
  pain001,
  type TestAccount,
} from '../payment-files/test-support.ts'
import { after, ibanEnding, OUTSIDE, OUTSIDE_IBAN, unitsOf } from '../payment-rails/test-support.ts'

let bank: Bank
let ada: Person
let from: TestAccount
let grace: TestAccount
let graceHerself: Person
beforeAll(async () => {
  bank = await startBank({ env: { PAYMENT_RAILS_FEES: 'cost' } })
  const login = await bank.person()
  // A key lasts while a test lets days pass; a login would not.
  const key = { name: 'Key', permissions: ['read', 'write', 'delete'] }
  const made = await bank.call('POST /api/v2/api-keys', key, login)
  ada = { ...login, token: made.body.data.api_key }
  from = await openAccount(bank, ada, '10000', 'EUR')
  graceHerself = await bank.person()
  grace = await openAccount(bank, graceHerself)
})
afterAll(() => bank.stop())

interface Order {
  readonly to: string
  readonly amount?: string
  readonly currency?: string
  readonly id?: string
  readonly agent?: string
}

const write = (payments: readonly Order[], id?: string, account: TestAccount = from): string =>
  pain001(
    [{ from: account.iban, payments: payments.map((one) => ({ currency: 'EUR', ...one })) }],
    id === undefined ? {} : { id },
  )

async function send(payments: readonly Order[], id?: string) {
  const { status, body } = await execute(bank, write(payments, id), ada)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

async function readFile(id: string) {
  const path = `GET /api/v1/iso20022/messages/${id}`
  const { data } = (await bank.call(path, undefined, ada)).body
  const { body } = await bank.call(`${path}/payments`, undefined, ada)
  return { ...data, payments: body.data }
}

/** The states of the file and of its payments, as the reports call them. */
async function states(id: string): Promise<string[]> {
  const { group_status, payments } = await readFile(id)
  return [group_status, ...payments.map((one: { iso_status: string }) => one.iso_status)]
}

const railPayment = async (id: string) =>
  (await bank.call(`GET /api/v1/payment-rails/payments/${id}`, undefined, ada)).body.data

const clearing = () => unitsOf(bank, 'clearing:sct-inst', 'EUR')

const eventsOf = async (id: string): Promise<string[]> =>
  (
    await bank.sql<{ type: string }>(
      `select type from platform.events where data->>'id' = $1 order by position`,
      [id],
    )
  ).map(({ type }) => type)

describe('a file with creditors at this and at other banks', () => {
  it('pays at once within the bank, and others when the rail has settled', async () => {
    const before = await balanceOf(bank, from, 'EUR')
    const file = await send([
      { to: grace.iban, amount: '10.00' },
      { to: OUTSIDE_IBAN, amount: '20.00', id: 'ROOF-7' },
    ])
    expect(file).toMatchObject({ status: 'scheduled', group_status: 'PART', settled: 1, sent: 1 })
    const [, outside] = file.payments
    expect(outside).toMatchObject({ status: 'sent', iso_status: 'ACSP' })
    expect(file.xml).toContain('<TxSts>ACSP</TxSts>')
    expect(await railPayment(outside.outside_id)).toMatchObject({
      rail: 'sct_inst',
      amount: '20.00',
      fee: '0.20',
      creditor_account: OUTSIDE_IBAN,
      counterparty: { name: 'Grace Hopper' },
      end_to_end_id: 'ROOF-7',
      routing_decision: { recommended_rail: 'sct_inst' },
    })
    expect(before - (await balanceOf(bank, from, 'EUR'))).toBe(3_020n)
    expect(await clearing()).toBe(2_000n)
    await after(bank, 3)
    expect(await states(file.id)).toEqual(['ACSC', 'ACSC', 'ACSC'])
    expect(await clearing()).toBe(0n)
    expect(await eventsOf(outside.id)).toEqual(['file_payment.sent', 'file_payment.settled'])
    expect(await eventsOf(file.id)).toEqual([
      'payment_file.received',
      'payment_file.scheduled',
      'payment_file.completed',
    ])
  })

  it('sends one to a US account, or to an account at the bank with a BIC', async () => {
    await bank.call(
      `POST /api/v2/accounts/${from.uuid}/deposit`,
      { amount: '100.00', asset_code: 'USD' },
      ada,
    )
    const file = await send([
      { to: OUTSIDE, amount: '5.00', currency: 'USD' },
      { to: '0123456789', amount: '5.00', currency: 'USD' },
    ])
    expect(await railPayment(file.payments[0].outside_id)).toMatchObject({
      rail: 'fednow',
      creditor_account: OUTSIDE,
    })
    expect(file.payments[1]).toMatchObject({ iso_status: 'RJCT', reason_code: 'AC03' })
    await after(bank, 3)
  })

  it('goes to the bank that it names, although a customer here has the same number', async () => {
    const numbers = `GET /api/v2/accounts/${grace.uuid}/identifiers`
    const { account_number: to } = (await bank.call(numbers, undefined, graceHerself)).body.data
    const usd = { to, amount: '5.00', currency: 'USD' }
    const file = await send([
      { ...usd, agent: '<BICFI>DEUTDEFF</BICFI>' },
      { ...usd, agent: '<ClrSysMmbId><MmbId>021000021</MmbId></ClrSysMmbId>' },
      { ...usd, agent: '<ClrSysMmbId><MmbId>560036</MmbId></ClrSysMmbId>' },
      { to: grace.iban, amount: '5.00', agent: '<BICFI>DEUTDEFF</BICFI>' },
      { ...usd, agent: '<BICFI>FLORLT21</BICFI>' },
    ])
    expect(file.payments.map((one: { status: string }) => one.status)).toEqual([
      'sent',
      'sent',
      'rejected',
      'rejected',
      'settled',
    ])
    expect(await railPayment(file.payments[0].outside_id)).toMatchObject({
      counterparty: { bic: 'DEUTDEFF', account_number: to },
    })
    expect(await railPayment(file.payments[1].outside_id)).toMatchObject({
      creditor_account: `021000021:${to}`,
    })
    await after(bank, 3)
    expect(await balanceOf(bank, grace, 'USD')).toBe(500n)
  })

  it('knows its own accounts by routing number and account number', async () => {
    const numbersOf = async ({ uuid }: TestAccount, by: Person) =>
      (await bank.call(`GET /api/v2/accounts/${uuid}/identifiers`, undefined, by)).body.data
    const [mine, hers] = [await numbersOf(from, ada), await numbersOf(grace, graceHerself)]
    const agent = `<ClrSysMmbId><MmbId>${mine.routing_number}</MmbId></ClrSysMmbId>`
    const payments = [{ to: hers.account_number, agent, amount: '5.00', currency: 'EUR' }]
    const xml = pain001([{ from: mine.account_number, agent, payments }])
    const { status, body } = await execute(bank, xml, ada)
    expect([status, body.data.payments?.[0]]).toMatchObject([200, { status: 'settled' }])
  })

  it('is rejected by the rail with its code; amount and fee are refunded, and it may be sent again', async () => {
    const before = await balanceOf(bank, from, 'EUR')
    const orders = [{ to: ibanEnding('9904'), amount: '30.00', id: 'CLOSED-1' }]
    const file = await send(orders)
    await after(bank, 3)
    const [payment] = (await readFile(file.id)).payments
    expect(payment).toMatchObject({
      status: 'rejected',
      iso_status: 'RJCT',
      reason_code: 'AC04',
      reason: 'The account is closed.',
    })
    expect(await balanceOf(bank, from, 'EUR')).toBe(before)
    expect(await states(file.id)).toEqual(['RJCT', 'RJCT'])
    const path = `GET /api/v1/iso20022/messages/${file.id}/status-report`
    const report = await bank.call(path, undefined, ada)
    expect(JSON.stringify(report.body)).toContain('<Cd>AC04</Cd>')
    const again = await send(orders)
    expect(again.payments[0]).toMatchObject({ status: 'sent' })
    await after(bank, 3)
  })

  it('that is returned after it settled is reported as rejected, and refunded', async () => {
    const before = await balanceOf(bank, from, 'EUR')
    const file = await send([
      { to: ibanEnding('9804'), amount: '40.00' },
      { to: grace.iban, amount: '1.00' },
    ])
    await after(bank, 3)
    expect(await states(file.id)).toEqual(['ACSC', 'ACSC', 'ACSC'])
    await after(bank, 3)
    expect(await states(file.id)).toEqual(['PART', 'RJCT', 'ACSC'])
    const [payment] = (await readFile(file.id)).payments
    expect(payment).toMatchObject({
      reason_code: 'AC04',
      reason: 'The payment was returned: The account is closed.',
    })
    // The fee of a payment that was made is kept.
    expect(before - (await balanceOf(bank, from, 'EUR'))).toBe(120n)
    expect(await clearing()).toBe(0n)
    expect(await eventsOf(file.payments[0].id)).toEqual([
      'file_payment.sent',
      'file_payment.settled',
      'file_payment.rejected',
    ])
  })

  it('is rejected without funds, and the payments after it are executed', async () => {
    const poor = await openAccount(bank, ada, '25', 'EUR')
    const orders = ['10.00', '20.00', '5.00', '9.20'].map((amount) => ({
      to: OUTSIDE_IBAN,
      amount,
    }))
    const { body } = await execute(bank, write(orders, undefined, poor), ada)
    const { payments, id } = body.data
    const codes = payments.map((one: { reason_code: string | null }) => one.reason_code)
    expect(codes).toEqual([null, 'AM04', null, null])
    // 10.00 + 5.00 + 9.20 and three fees of 0.20.
    expect(await balanceOf(bank, poor, 'EUR')).toBe(20n)
    const made = await bank.sql<{ n: number }>(
      `select count(*)::int as n from payment_rails.payments where account_id = $1`,
      [poor.uuid],
    )
    expect(made[0]!.n).toBe(3)
    await after(bank, 3)
    expect(await states(id)).toEqual(['PART', 'ACSC', 'RJCT', 'ACSC', 'ACSC'])
  })

  it('never reaches an account of the bank itself', async () => {
    const [fees] = await bank.sql<{ id: string }>(
      `select id from ledger.accounts where code = 'fees' and environment = 'live'`,
    )
    const file = await send([{ to: fees!.id.replaceAll('-', ''), amount: '1.00' }])
    expect(file.payments[0]).toMatchObject({ status: 'rejected', reason_code: 'AC03' })
  })
})

describe('a payment is sent once', () => {
  const sentOf = async (end_to_end_id: string): Promise<number> => {
    const [row] = await bank.sql<{ n: number }>(
      'select count(*)::int as n from payment_rails.payments where end_to_end_id = $1',
      [end_to_end_id],
    )
    return row!.n
  }

  it('when the same file is sent concurrently, and when another file has the same payment', async () => {
    const orders = [{ to: OUTSIDE_IBAN, amount: '3.00', id: 'ONCE-1' }]
    const xml = write(orders, 'ONCE-FILE')
    const answers = await Promise.all([1, 2, 3].map(() => execute(bank, xml, ada)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.payments[0].outside_id)).size).toBe(1)
    expect(await sentOf('ONCE-1')).toBe(1)
    const other = await send(orders)
    expect(other.payments[0]).toMatchObject({ status: 'rejected', reason_code: 'AM05' })
    await after(bank, 3)
    // After settlement it still counts as a duplicate.
    expect((await send(orders)).payments[0]).toMatchObject({ reason_code: 'AM05' })
    expect(await sentOf('ONCE-1')).toBe(1)
  })

  it('and settled once, however often and concurrently the job runs', async () => {
    const file = await send([{ to: OUTSIDE_IBAN, amount: '3.00', id: 'ONCE-2' }])
    bank.clock.advance(3)
    const run = () => bank.runJob('payment_rails.settle')
    await Promise.all([run(), run(), run()])
    await run()
    expect(await states(file.id)).toEqual(['ACSC', 'ACSC'])
    expect(await eventsOf(file.payments[0].id)).toEqual([
      'file_payment.sent',
      'file_payment.settled',
    ])
    expect(await clearing()).toBe(0n)
  })

  it('also when the bank fails while it records what the rail answered', async () => {
    const file = await send([{ to: ibanEnding('9904'), amount: '3.00', id: 'CRASH-1' }])
    const before = await balanceOf(bank, from, 'EUR')
    await bank.sql(`create function payment_files.fail() returns trigger language plpgsql as
      $$ begin raise exception 'the node ends here'; end $$`)
    await bank.sql(`create trigger fail before update on payment_files.payments
      for each row execute function payment_files.fail()`)
    await after(bank, 3)
    // Neither half happened: the money is still with the rail, and the report says so.
    expect(await states(file.id)).toEqual(['ACSP', 'ACSP'])
    expect(await balanceOf(bank, from, 'EUR')).toBe(before)
    await bank.sql('drop trigger fail on payment_files.payments')
    await after(bank, 1)
    await after(bank, 1)
    expect(await states(file.id)).toEqual(['RJCT', 'RJCT'])
    expect((await balanceOf(bank, from, 'EUR')) - before).toBe(320n)
  })

  it('also when the bank fails between the ledger and the record of a file', async () => {
    const before = await balanceOf(bank, from, 'EUR')
    const moves = await countMoves(bank, from)
    const orders = [
      { to: grace.iban, amount: '1.00' },
      { to: OUTSIDE_IBAN, amount: '3.00', id: 'CRASH-2' },
    ]
    await bank.sql(`create trigger fail before insert on payment_files.payments
      for each row execute function payment_files.fail()`)
    const failed = await execute(bank, write(orders, 'CRASH-FILE'), ada)
    expect(failed.status).toBe(500)
    expect(await sentOf('CRASH-2')).toBe(0)
    await bank.sql('drop trigger fail on payment_files.payments')
    bank.clock.advance(60)
    await Promise.all([
      bank.runJob('payment_files.resume'),
      execute(bank, write(orders, 'CRASH-FILE'), ada),
    ])
    expect(await sentOf('CRASH-2')).toBe(1)
    expect(before - (await balanceOf(bank, from, 'EUR'))).toBe(420n)
    // The transfer, the amount and the fee.
    expect((await countMoves(bank, from)) - moves).toBe(3)
    await after(bank, 3)
  })
})

describe('many payments to other banks in one file', { timeout: 120_000 }, () => {
  it('are sent in short transactions, all of them and each once', async () => {
    const orders = Array.from({ length: 58 }, (_, index) => ({
      to: OUTSIDE_IBAN,
      amount: '1.00',
      id: `MANY-${index}`,
    }))
    const file = await send(orders)
    expect(file).toMatchObject({ status: 'scheduled', sent: 50, scheduled: 8 })
    const due = () => bank.runJob('payment_files.execute_due')
    await Promise.all([due(), due()])
    expect(await readFile(file.id)).toMatchObject({ sent: 58, scheduled: 0, group_status: 'ACSP' })
    await after(bank, 3)
    expect(await readFile(file.id)).toMatchObject({ settled: 58, group_status: 'ACSC' })
    const [row] = await bank.sql<{ n: number }>(
      `select count(*)::int as n from payment_rails.payments where end_to_end_id like 'MANY-%'`,
    )
    expect(row!.n).toBe(58)
    expect(await clearing()).toBe(0n)
  })
})

describe('a payment that waits for its rail', () => {
  /** The instant rails carry half a million; ACH is closed on the Sunday of this test. */
  async function waiting() {
    await bank.call(
      `POST /api/v2/accounts/${from.uuid}/deposit`,
      { amount: '2000100.00', asset_code: 'USD' },
      ada,
    )
    const file = await send([{ to: OUTSIDE, amount: '2000000.00', currency: 'USD' }])
    const rail = await railPayment(file.payments[0].outside_id)
    expect(rail).toMatchObject({ rail: 'ach', status: 'pending' })
    return { file, rail }
  }
  const cancel = (id: string) =>
    bank.call(`POST /api/v1/payment-rails/payments/${id}/cancel`, {}, ada)

  it('is cancelled at the rail, once, and the file reports it', async () => {
    const before = await balanceOf(bank, from)
    const { file, rail } = await waiting()
    const answers = await Promise.all([cancel(rail.payment_id), cancel(rail.payment_id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await states(file.id)).toEqual(['CANC', 'CANC'])
    expect((await balanceOf(bank, from)) - before).toBe(200_010_000n)
    expect(await unitsOf(bank, 'clearing:ach', 'USD')).toBe(0n)
  })

  it('is either cancelled or sent, when both happen concurrently', async () => {
    const before = await balanceOf(bank, from)
    const { file, rail } = await waiting()
    bank.clock.advance(2 * 86_400)
    const [cancelled] = await Promise.all([
      cancel(rail.payment_id),
      bank.runJob('payment_rails.settle'),
    ])
    await after(bank, 3)
    const isCancelled = cancelled.status === 200
    expect(await states(file.id)).toEqual(isCancelled ? ['CANC', 'CANC'] : ['ACSC', 'ACSC'])
    const left = (await balanceOf(bank, from)) - before
    expect(left).toBe(isCancelled ? 200_010_000n : 9_975n)
    expect(await unitsOf(bank, 'clearing:ach', 'USD')).toBe(0n)
  })
})

describe('the sandbox', () => {
  it('sends its own payments, which are not visible in the live environment', async () => {
    const grown = await bank.person()
    const key = { ...grown, ...(await bank.sandboxKey(grown)) }
    const played = await openAccount(bank, key, '50', 'EUR')
    const { body } = await execute(
      bank,
      write([{ to: OUTSIDE_IBAN, amount: '5.00' }], undefined, played),
      key,
    )
    const [payment] = body.data.payments
    expect(payment.status).toBe('sent')
    const path = `GET /api/v1/payment-rails/payments/${payment.outside_id}`
    expect((await bank.call(path, undefined, grown)).status).toBe(404)
    expect((await bank.call(path, undefined, key)).body.data.simulated).toBe(true)
    expect(await clearing()).toBe(0n)
    expect(await unitsOf(bank, 'clearing:sct-inst', 'EUR', 'sandbox')).toBe(500n)
  })
})

it('the books add up', async () => {
  expect(await findBrokenRules((query, values) => bank.sql(query, values))).toEqual({})
})

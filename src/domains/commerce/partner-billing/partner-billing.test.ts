// Invoices to partners: each period is billed once, and each invoice is paid once.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import type { Bank as OpenBank } from '../../../operation/bank.ts'
import { systemCaller } from '../../../operation/caller.ts'
import { runAsSystem } from '../../../operation/system-work.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { partnerBilling } from '../../people/partners/billing.ts'
import {
  callAs,
  callInSandbox,
  onboard,
  type TestPartner,
} from '../../people/partners/test-support.ts'
import { systemAccount } from '../../core/ledger/index.ts'
import { issueDue, markOverdue } from './service.ts'

let bank: Bank
let database: Database
beforeAll(async () => {
  bank = await startBank()
  database = openDatabase(bank.address, { connectionsMax: 4, onError: () => undefined })
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

const billing = '/api/partner/v1/billing'

/** Runs the bank's job at another time than that of the clock. */
const at = (now: string): Pick<OpenBank, 'clock' | 'log' | 'work'> => ({
  clock: { now: () => new Date(now) },
  log: pino({ level: 'silent' }),
  work: (environment, operation, work) =>
    runAsSystem(
      {
        db: database.write,
        now: new Date(now),
        caller: systemCaller(environment),
        operation,
        invalidate: () => undefined,
      },
      work,
    ),
})
const issueAt = (now: string) => issueDue(database.write, at(now), partnerBilling)

/** A partner since that day, with calls on some days. */
async function since(
  day: string,
  terms: object = {},
  calls: Readonly<Record<string, number>> = {},
): Promise<TestPartner> {
  const partner = await onboard(bank, { ...terms })
  await bank.sql(`update partners.partners set created_at = $2 where uuid = $1`, [partner.id, day])
  for (const [on, count] of Object.entries(calls))
    await bank.sql(
      `insert into partners.usage (partner_uuid, environment, day, calls, billable)
       values ($1, 'live', $2, $3, $3)`,
      [partner.id, on, count],
    )
  return partner
}

const invoicesOf = async (partner: TestPartner) =>
  (await callAs(bank, partner, `GET ${billing}/invoices`)).body.data

async function fund(person: Person, cents: number): Promise<string> {
  const { body } = await bank.call(
    'POST /api/v2/accounts',
    { name: 'Company', initial_balance: cents },
    person,
  )
  return body.data.uuid
}

const unitsOf = async (account: string): Promise<bigint> => {
  const rows = await bank.sql<{ units: string }>(
    `select units from ledger.balances where account_id = $1 and asset = 'USD'`,
    [account],
  )
  return BigInt(rows[0]?.units ?? 0)
}

describe('issuing', () => {
  it('bills each month after it is over, once, with what was used beyond the allowance', async () => {
    const partner = await since('2026-01-01', {}, { '2026-01-31': 112_500, '2026-02-01': 7 })
    await Promise.all([issueAt('2026-02-01T00:04:00Z'), issueAt('2026-02-01T00:04:00Z')])
    expect(await invoicesOf(partner)).toEqual([])
    await Promise.all([
      issueAt('2026-02-01T00:11:00Z'),
      issueAt('2026-02-01T00:11:00Z'),
      issueAt('2026-02-02T00:11:00Z'),
    ])
    const [invoice, ...others] = await invoicesOf(partner)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      invoice_number: expect.stringMatching(/^INV-202602-\d{5}$/),
      status: 'pending',
      period_start: '2026-01-01',
      period_end: '2026-01-31',
      included_calls: 100_000,
      calls: 112_500,
      overage_calls: 12_500,
      base_amount: '499.00',
      overage_amount: '6.25',
      total_amount: '505.25',
    })
    const due = new Date(invoice.due_at).getTime() - new Date(invoice.issued_at).getTime()
    expect(due).toBe(30 * 86_400_000)
    await issueAt('2026-03-01T00:11:00Z')
    expect(await invoicesOf(partner)).toMatchObject([
      { period_start: '2026-02-01', period_end: '2026-02-28', calls: 7 },
      { period_start: '2026-01-01' },
    ])
  })

  it('numbers the invoices of a month without gaps', async () => {
    for (const day of ['2026-05-01', '2026-05-02', '2026-05-03']) await since(day)
    await Promise.all([issueAt('2026-06-01T00:11:00Z'), issueAt('2026-06-01T00:12:00Z')])
    const rows = await bank.sql<{ number: string }>(
      `select number from partner_billing.invoices where number like 'INV-202606-%' order by number`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(3)
    expect(rows.map(({ number }) => number)).toEqual(
      rows.map((_, index) => `INV-202606-${String(index + 1).padStart(5, '0')}`),
    )
  })

  it('bills a quarter with five percent off, and a terminated partner up to its end', async () => {
    const quarterly = await since('2026-01-01', { billing_cycle: 'quarterly' })
    const ended = await since('2026-01-01')
    await bank.sql(
      `update partners.partners set status = 'terminated', updated_at = '2026-02-14T10:00:00Z'
       where uuid = $1`,
      [ended.id],
    )
    await issueAt('2026-04-01T00:11:00Z')
    expect(await invoicesOf(quarterly)).toMatchObject([
      { period_end: '2026-03-31', discount_amount: '74.85', total_amount: '1422.15' },
    ])
    const rows = await bank.sql(
      `select period_start::text, period_end::text from partner_billing.invoices
       where partner_uuid = $1 order by 1`,
      [ended.id],
    )
    expect(rows).toEqual([
      { period_start: '2026-01-01', period_end: '2026-01-31' },
      { period_start: '2026-02-01', period_end: '2026-02-14' },
    ])
  })

  it('is done early by an operator, up to yesterday', async () => {
    const partner = await since('2026-02-20')
    const operator = await bank.operator()
    const issue = () => bank.call(`POST /api/v1/partners/${partner.id}/invoices`, {}, operator)
    const first = await issue()
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({ period_start: '2026-02-20', period_end: '2026-02-28' })
    const again = await issue()
    expect(again.status).toBe(409)
    expect(again.body.error.code).toBe('NOTHING_TO_BILL')
  })
})

describe('paying', () => {
  const make = async (terms: object = {}) => {
    const partner = await since('2026-02-01', terms)
    const { body } = await bank.call(
      `POST /api/v1/partners/${partner.id}/invoices`,
      {},
      await bank.operator(),
    )
    return { partner, invoice: body.data }
  }
  const pay = (partner: TestPartner, id: string, account_id?: string) =>
    callAs(bank, partner, `POST ${billing}/invoices/${id}/pay`, { account_id })

  it('takes the total from the account once under concurrent requests', async () => {
    const { partner, invoice } = await make()
    const account = await fund(partner.person, 200_000)
    const fees = await unitsOf(systemAccount('live', 'fees'))
    const owed = await callAs(bank, partner, `GET ${billing}/outstanding`)
    expect(owed.body.data).toMatchObject({ total_outstanding: '499.00', invoices: 1 })
    const answers = await Promise.all([1, 2, 3].map(() => pay(partner, invoice.id, account)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const paid = answers.find(({ status }) => status === 200)!
    expect(paid.body.data).toMatchObject({ status: 'paid', account_id: account })
    expect(await unitsOf(account)).toBe(150_100n)
    expect((await unitsOf(systemAccount('live', 'fees'))) - fees).toBe(49_900n)
    const after = await callAs(bank, partner, `GET ${billing}/outstanding`)
    expect(after.body.data).toMatchObject({ total_outstanding: '0.00', invoices: 0 })
  })

  it('refuses too little money, another’s account, another’s invoice and the sandbox', async () => {
    const { partner, invoice } = await make()
    const poor = await fund(partner.person, 49_899)
    const short = await pay(partner, invoice.id, poor)
    expect(short.status).toBe(422)
    expect(short.body.error.code).toBe('INSUFFICIENT_FUNDS')
    const other = await onboard(bank)
    const theirs = await fund(other.person, 200_000)
    const stolen = await pay(partner, invoice.id, theirs)
    const unknown = await pay(partner, invoice.id, '0197a000-0000-7000-8000-000000000000')
    expect([stolen.status, unknown.status]).toEqual([422, 422])
    expect((await pay(other, invoice.id, theirs)).status).toBe(404)
    const path = `${billing}/invoices/${invoice.id}`
    expect((await callAs(bank, other, `GET ${path}`)).status).toBe(404)
    expect((await callInSandbox(bank, partner, `GET ${path}`)).status).toBe(404)
    expect((await callInSandbox(bank, partner, `POST ${path}/pay`, {})).status).toBe(404)
    expect((await callAs(bank, partner, `GET ${path}`)).body.data.status).toBe('pending')
  })

  it('is refunded once, to the account that paid', async () => {
    const { partner, invoice } = await make()
    const account = await fund(partner.person, 50_000)
    await pay(partner, invoice.id, account)
    const operator = await bank.operator()
    const refund = () =>
      bank.call(`POST /api/v1/partner-invoices/${invoice.id}/refund`, {}, operator)
    const answers = await Promise.all([refund(), refund()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await unitsOf(account)).toBe(50_000n)
    expect((await pay(partner, invoice.id, account)).status).toBe(409)
  })

  it('is refused after a cancellation, and the period is not billed again', async () => {
    const { partner, invoice } = await make()
    const operator = await bank.operator()
    const cancelled = await bank.call(
      `POST /api/v1/partner-invoices/${invoice.id}/cancel`,
      { reason: 'Agreed' },
      operator,
    )
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', reason: 'Agreed' })
    expect((await pay(partner, invoice.id)).status).toBe(409)
    await issueAt('2026-03-02T00:11:00Z')
    expect(await invoicesOf(partner)).toHaveLength(1)
  })

  it('is overdue a week after it was due, and can still be paid', async () => {
    const { partner, invoice } = await make()
    const account = await fund(partner.person, 50_000)
    const due = new Date(invoice.due_at).getTime()
    const mark = (ms: number) =>
      markOverdue(database.write, at(new Date(due + ms).toISOString()), partnerBilling)
    await mark(7 * 86_400_000 - 1)
    const status = async () => (await invoicesOf(partner))[0].status
    expect(await status()).toBe('pending')
    await mark(7 * 86_400_000)
    expect(await status()).toBe('overdue')
    const owed = await callAs(bank, partner, `GET ${billing}/outstanding`)
    expect(owed.body.data).toMatchObject({ overdue_amount: '499.00', overdue_invoices: 1 })
    expect((await pay(partner, invoice.id, account)).status).toBe(200)
  })
})

describe('partner_billing.breakdown', () => {
  it('shows the current period as the next invoice would', async () => {
    const partner = await since('2026-03-01', { billing_cycle: 'annually' }, { '2026-03-01': 5 })
    const { body } = await callAs(bank, partner, `GET ${billing}/breakdown`)
    expect(body.data).toMatchObject({
      period_start: '2026-03-01',
      period_end: '2027-02-28',
      discount_percent: 15,
      included_calls: 1_200_000,
      base_amount: '5988.00',
      discount_amount: '898.20',
      total_amount: '5089.80',
      is_estimate: true,
    })
  })
})

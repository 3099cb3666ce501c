// Tests of payments that a third party initiates to other banks: authorization, fee and outcome.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { findBrokenRules } from '../../../../test/simulation/invariants.ts'
import { Browser } from '../../people/oauth/test-support.ts'
import { eventsOf, give, keyOf, OB } from '../open-banking/test-support.ts'
import { after, ibanEnding, OUTSIDE_IBAN, unitsOf } from '../payment-rails/test-support.ts'

let bank: Bank
let tpp: Person
let psu: Person
let from: string
beforeAll(async () => {
  bank = await startBank({ env: { PAYMENT_RAILS_FEES: 'cost' } })
  tpp = await bank.person({ name: 'Checkout' })
  psu = await bank.person({ name: 'Ada Lovelace' })
  from = await openEuros(psu, '1000.00')
})
afterAll(() => bank.stop())

async function openEuros(person: Pick<Person, 'token'>, amount: string): Promise<string> {
  const opened = await bank.call('POST /api/v2/accounts', { name: 'Euros' }, person)
  const { uuid } = opened.body.data
  const cash = { amount, asset_code: 'EUR' }
  await bank.call(`POST /api/v2/accounts/${uuid}/deposit`, cash, person)
  return uuid
}

const start = (by: Person, change: object = {}, headers: Record<string, string> = {}) =>
  bank.call(
    `POST ${OB}/payments`,
    {
      creditor_iban: OUTSIDE_IBAN,
      creditor_name: 'Roofers',
      amount: '25.00',
      currency: 'EUR',
      debtor_account: from,
      reference: 'Order 7',
      ...change,
    },
    { token: by.token, headers },
  )

async function started(change: object = {}, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await start(tpp, change, headers)
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data.status_code).toBe('RCVD')
  return body.data.payment_id
}

const decide = (id: string, decision = 'authorize', by: Person = psu) =>
  bank.call(`POST ${OB}/payments/${id}/${decision}`, {}, { token: by.token })
const show = async (id: string) =>
  (await bank.call(`GET ${OB}/payments/${id}`, undefined, { token: tpp.token })).body.data
const statusOf = async (id: string) => (await show(id)).status_code
const euros = (account = from) => unitsOf(bank, account, 'EUR')
const clearing = () => unitsOf(bank, 'clearing:sct-inst', 'EUR')

const railPaymentsOf = (end_to_end_id: string) =>
  bank.sql<{ id: string; status: string; rail: string; fee_units: string; memo: string }>(
    'select id, status, rail, fee_units::text, memo from payment_rails.payments where end_to_end_id = $1',
    [end_to_end_id],
  )

describe('a payment to another bank', () => {
  it('shows its fee before it is approved, and takes exactly that, once', async () => {
    const before = await euros()
    const id = await started({ end_to_end_id: 'ROOF-1' })
    const path = `GET ${OB}/payments/${id}/authorization`
    const review = (await bank.call(path, undefined, { token: psu.token })).body.data
    expect(review).toMatchObject({ fee: '0.20', is_open: true })
    expect(await euros()).toBe(before)
    const answers = await Promise.all([decide(id), decide(id), decide(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await statusOf(id)).toBe('ACSP')
    expect(before - (await euros())).toBe(2_520n)
    expect(await railPaymentsOf('ROOF-1')).toEqual([
      {
        id: expect.any(String),
        status: 'processing',
        rail: 'sct_inst',
        fee_units: '20',
        memo: 'Order 7',
      },
    ])
    await after(bank, 3)
    expect(await show(id)).toMatchObject({ status_code: 'ACSC', completed_at: expect.any(String) })
    expect(await clearing()).toBe(0n)
    // The job that polls payments finds nothing left to do.
    await bank.runJob('open_banking.follow_payments')
    const types = (await eventsOf(bank, id)).filter(({ user }) => user === tpp.uuid)
    expect(types.map(({ type }) => type)).toEqual([
      'payment_initiation.received',
      'payment_initiation.authorized',
      'payment_initiation.executed',
      'payment_initiation.completed',
    ])
  })

  it('is approved on the page, which shows the fee', async () => {
    const id = await started({ end_to_end_id: 'PAGE-1' })
    const browser = new Browser(bank.url)
    const first = await browser.open(`${bank.url}/open-banking/payments/${id}/authorize`)
    const page = await browser.submit(first, { ...psu })
    expect(page.text).toContain('0.20 EUR')
    expect(page.text).toContain(OUTSIDE_IBAN)
    const done = await browser.submit(page, { decision: 'approve' })
    expect(done.text).toContain('The payment is in progress')
    expect(await statusOf(id)).toBe('ACSP')
    await after(bank, 3)
    expect(await statusOf(id)).toBe('ACSC')
  })

  it('keeps the fee that was shown, whatever the rail costs when it is approved', async () => {
    const id = await started({ end_to_end_id: 'FEE-1' })
    await bank.sql('update open_banking.payments set fee_units = 7 where id = $1', [id])
    const before = await euros()
    await decide(id)
    expect(before - (await euros())).toBe(2_507n)
    await after(bank, 3)
  })

  it('is made at once from an account of the caller', async () => {
    const { status, body } = await start(psu)
    expect([status, body.data.status_code]).toEqual([201, 'ACSP'])
    await after(bank, 3)
    expect(await unitsOf(bank, 'clearing:sct-inst', 'EUR')).toBe(0n)
  })

  it('is rejected by the rail with the reason, and refunded in full', async () => {
    const before = await euros()
    const id = await started({ creditor_iban: ibanEnding('9906') })
    await decide(id)
    await after(bank, 3)
    expect(await show(id)).toMatchObject({
      status_code: 'RJCT',
      reason: 'The account is blocked. (AC06)',
    })
    expect(await euros()).toBe(before)
  })

  it('that is returned after its completion is reported as rejected, and refunded', async () => {
    const before = await euros()
    const id = await started({ creditor_iban: ibanEnding('9804') })
    await decide(id)
    await after(bank, 3)
    expect(await statusOf(id)).toBe('ACSC')
    await after(bank, 3)
    expect(await show(id)).toMatchObject({
      status_code: 'RJCT',
      reason: 'The payment was returned: The account is closed. (AC04)',
      completed_at: null,
    })
    // The fee of a payment that was made is kept.
    expect(before - (await euros())).toBe(20n)
    const notified = (await eventsOf(bank, id)).filter(({ user }) => user === psu.uuid)
    expect(notified.at(-1)!.type).toBe('payment_initiation.rejected')
  })

  it('is completed by the job if the rail could not report', async () => {
    const id = await started({ end_to_end_id: 'CLOCK-1' })
    await decide(id)
    await bank.sql(`update payment_rails.payments set origin = 'nobody' where end_to_end_id = $1`, [
      'CLOCK-1',
    ])
    await after(bank, 3)
    await bank.runJob('open_banking.follow_payments')
    const [row] = await bank.sql<{ status: string }>(
      'select status from open_banking.payments where id = $1',
      [id],
    )
    expect(row!.status).toBe('ACSC')
  })
})

describe('refusals', () => {
  it('name the field that has to change, before the account holder is asked', async () => {
    const small = await start(tpp, { amount: '0.50', currency: 'USD' })
    expect([small.status, Object.keys(small.body.errors)]).toEqual([422, ['amount']])
    const odd = await start(tpp, { currency: 'BTC', amount: '1' })
    expect([odd.status, Object.keys(odd.body.errors)]).toEqual([422, ['currency']])
  })

  it('leave the payment pending while the balance does not cover amount and fee', async () => {
    const poor = await openEuros(psu, '25.10')
    const id = await started({ debtor_account: poor, end_to_end_id: 'POOR-1' })
    const refused = await decide(id)
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('Insufficient EUR')
    expect(await statusOf(id)).toBe('RCVD')
    expect(await railPaymentsOf('POOR-1')).toEqual([])
    const more = { amount: '0.10', asset_code: 'EUR' }
    await bank.call(`POST /api/v2/accounts/${poor}/deposit`, more, psu)
    expect((await decide(id)).status).toBe(200)
    expect(await euros(poor)).toBe(0n)
    await after(bank, 3)
  })

  it('apply to all users but the account holder', async () => {
    const id = await started()
    const key = await keyOf(bank, psu, 'live')
    expect((await decide(id, 'authorize', tpp)).status).toBe(403)
    expect((await decide(id, 'authorize', key)).status).toBe(403)
    expect(await statusOf(id)).toBe('RCVD')
  })

  it('apply to a third party whose consent was revoked meanwhile', async () => {
    const consent = await give(bank, tpp, psu, { access: { accounts: [from] } })
    const headers = { 'X-Consent-ID': consent }
    const id = await started({ debtor_account: undefined, end_to_end_id: 'REVOKED-1' }, headers)
    await bank.call(`DELETE ${OB}/consents/${consent}`, undefined, { token: psu.token })
    expect((await start(tpp, {}, headers)).status).toBe(403)
    // The consent only named the account; the account holder may still authorize the payment.
    expect((await decide(id)).status).toBe(200)
    await after(bank, 3)
    expect(await statusOf(id)).toBe('ACSC')
  })
})

describe('a cancellation at the same time', () => {
  it.each([1, 2, 3])('is won by one side, and the money agrees (%i)', async (n) => {
    const before = await euros()
    const id = await started({ end_to_end_id: `RACE-${n}` })
    const [cancelled, authorized] = await Promise.all([
      bank.call(`DELETE ${OB}/payments/${id}`, undefined, { token: tpp.token }),
      decide(id),
    ])
    expect([cancelled.status, authorized.status].toSorted()).toEqual([200, 409])
    await after(bank, 3)
    const isPaid = authorized.status === 200
    expect(await statusOf(id)).toBe(isPaid ? 'ACSC' : 'CANC')
    expect(before - (await euros())).toBe(isPaid ? 2_520n : 0n)
    expect(await railPaymentsOf(`RACE-${n}`)).toHaveLength(isPaid ? 1 : 0)
  })
})

it('the sandbox sends its own payments only', async () => {
  const played = await keyOf(bank, psu, 'sandbox')
  const account = await openEuros(played, '50.00')
  const across = await start(played, { debtor_account: from })
  expect(across.status).toBe(422)
  const { status, body } = await start(played, {
    debtor_account: account,
    end_to_end_id: 'SANDBOX-1',
  })
  expect([status, body.data.status_code]).toEqual([201, 'ACSP'])
  const [row] = await bank.sql<{ environment: string }>(
    'select environment from payment_rails.payments where end_to_end_id = $1',
    ['SANDBOX-1'],
  )
  expect(row!.environment).toBe('sandbox')
})

it('the books add up, and nothing is left on the way', async () => {
  expect(await findBrokenRules((query, values) => bank.sql(query, values))).toEqual({})
  expect(await clearing()).toBe(0n)
})

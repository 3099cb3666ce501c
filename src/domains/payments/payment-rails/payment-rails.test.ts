// Payments over rails through HTTP, with the simulated networks: life cycle, postings and permissions.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank, TestClock } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import {
  after,
  type Customer,
  customer,
  eventsOf,
  ibanEnding,
  leaveTenant,
  numbersOf,
  OUTSIDE,
  OUTSIDE_IBAN,
  paid,
  pay,
  read,
  unitsOf,
} from './test-support.ts'
import { makeSchemes } from './schemes/scheme.ts'
import { simulatedScheme } from './schemes/simulated-scheme.ts'

let bank: Bank
beforeAll(async () => {
  // A Monday, 10:00 in New York.
  bank = await startBank({
    clock: new TestClock('2026-03-02T15:00:00.000Z'),
    env: { PAYMENT_RAILS_FEES: 'cost' },
  })
})
afterAll(() => bank.stop())

const counterpartiesOf = async (who: Customer) =>
  (await bank.call('GET /api/v2/transactions', undefined, who)).body.data.map(
    (row: { counterparty_name: string | null }) => row.counterparty_name,
  )

/** What the timeline of the customer's newest payment over a rail says, and who did it. */
async function timelineOf(who: Customer): Promise<string[]> {
  const list = await bank.call('GET /api/v2/transactions', undefined, who)
  const { transaction_group_uuid: uuid } = list.body.data.find(
    ({ subtype }: { subtype: string | null }) => subtype === 'rail_payment',
  )
  const { body } = await bank.call(`GET /api/v2/payments/${uuid}`, undefined, who)
  return body.data.timeline.map(
    ({ step, summary, by }: Record<string, string>) => `${step}: ${summary} (${by})`,
  )
}

const us = (account: string) => `021000021:${account}`

describe('rail.list and rail.get', () => {
  it('show hours, limits, costs and whether the rail is open', async () => {
    const person = await bank.person()
    const list = await bank.call('GET /api/v1/payment-rails/rails', undefined, person)
    expect(list.status).toBe(200)
    expect(list.body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([
      'ach',
      'fednow',
      'fedwire',
      'rtp',
      'sct_inst',
      'sepa_direct_debit',
      'swift',
    ])
    const { body } = await bank.call('GET /api/v1/payment-rails/rails/ach', undefined, person)
    expect(body.data).toMatchObject({
      available: true,
      cutoff_time: '16:30',
      time_zone: 'America/New_York',
      next_cutoff: '2026-03-02T21:30:00.000Z',
      min_amount: '0.01',
      max_amount: '25000000',
      cost: '0.25',
      fee: '0.25',
      holidays: expect.arrayContaining([{ date: '2026-05-25', name: 'Memorial Day' }]),
      simulated: true,
    })
  })
})

describe('rail_payment.create', () => {
  it('debits the amount and the fee at once, and settles through the clearing account', async () => {
    const ada = await customer(bank)
    const fees = await unitsOf(bank, 'fees', 'USD')
    const outside = await unitsOf(bank, 'external:settlement', 'USD')
    const payment = await paid(bank, ada, { memo: 'Rent' })
    expect(payment).toMatchObject({
      rail: 'fednow',
      status: 'processing',
      amount: '100.00',
      fee: '0.05',
      currency: 'USD',
      creditor_account: OUTSIDE,
      external_id: expect.stringMatching(/^FN-[0-9A-Z]{25}$/),
      estimated_settlement: expect.any(String),
      routing_decision: { recommended_rail: 'fednow', score: 0.9148 },
    })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(89_995n)
    expect(await unitsOf(bank, 'clearing:fednow', 'USD')).toBe(10_000n)
    expect((await unitsOf(bank, 'fees', 'USD')) - fees).toBe(5n)
    await after(bank, 2)
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, 'clearing:fednow', 'USD')).toBe(0n)
    expect((await unitsOf(bank, 'external:settlement', 'USD')) - outside).toBe(10_000n)
    expect(await eventsOf(bank, payment.payment_id)).toEqual([
      'rail_payment.submitted',
      'rail_payment.completed',
    ])
    expect(await timelineOf(ada)).toEqual([
      'requested: Requested (payer)',
      'completed: Booked (null)',
      'sent: Sent over FedNow (bank)',
      'settled: Settled by FedNow (network)',
    ])
  })

  it.each([
    ['an unknown rail', { rail: 'pigeon' }, 'rail'],
    ['a currency that the rail does not carry', { rail: 'fednow', currency: 'EUR' }, 'currency'],
    ['a currency that no rail carries', { currency: 'XAU', amount: '1' }, 'currency'],
    ['more than the rail carries', { rail: 'fednow', amount: '500000.01' }, 'amount'],
    ['less than the rail carries', { rail: 'fedwire', amount: '0.99' }, 'amount'],
    ['more than any rail carries', { amount: '10000000000' }, 'amount'],
    ['parts of a cent', { amount: '1.001' }, 'amount'],
    ['nothing', { amount: '0' }, 'amount'],
    ['a negative amount', { amount: '-5' }, 'amount'],
    ['a wrong IBAN', { creditor_account: 'DE88370400440532013000' }, 'creditor_account'],
    [
      'a wrong routing number',
      { creditor_account: '021000022:1' },
      'creditor_account.routing_number',
    ],
    ['an IBAN over a US rail', { rail: 'rtp', creditor_account: OUTSIDE_IBAN }, 'creditor_account'],
    ['a text that is no account', { creditor_account: 'somebody' }, 'creditor_account'],
  ])('refuses %s, and nothing moves', async (_title, change, field) => {
    const ada = await customer(bank)
    const { status, body } = await pay(bank, ada, change)
    expect(status, JSON.stringify(body)).toBe(422)
    expect(body.errors).toHaveProperty([field])
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })

  it('names the limits', async () => {
    const { body } = await pay(bank, await customer(bank), { rail: 'fednow', amount: '600000' })
    expect(body.error.message).toBe('FedNow carries 0.01 to 500,000.00 USD.')
  })

  it('refuses what the account does not cover, with the fee', async () => {
    const ada = await customer(bank, { USD: '100.04' })
    const { status, body } = await pay(bank, ada)
    expect(status).toBe(422)
    expect(body.error.code).toBe('INSUFFICIENT_FUNDS')
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(10_004n)
  })

  it('is executed once, however often it is sent with one key', async () => {
    const ada = await customer(bank)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => pay(bank, { ...ada, key: 'one-rail-payment' })),
    )
    const ids = new Set(
      answers.filter(({ status }) => status === 201).map(({ body }) => body.data.payment_id),
    )
    expect(ids.size).toBe(1)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(89_995n)
  })

  it('never spends the same money twice under concurrency', async () => {
    const ada = await customer(bank, { USD: '250.00' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(bank, ada)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(4_990n)
  })

  it('does not pay from an account of another user, nor of the other environment', async () => {
    const [ada, eve] = [await customer(bank), await customer(bank)]
    expect((await pay(bank, eve, { from_account: ada.account })).status).toBe(403)
    const key = await bank.sandboxKey({ token: ada.login })
    expect((await pay(bank, key, { from_account: ada.account })).status).toBe(404)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })

  it('schedules a payment over a closed rail for its next hours', async () => {
    const ada = await customer(bank)
    bank.clock.advance(12 * 3_600)
    const payment = await paid(bank, ada, { rail: 'fedwire', amount: '10.00' })
    expect(payment).toMatchObject({
      status: 'pending',
      scheduled_for: '2026-03-03T14:00:00.000Z',
      estimated_settlement: '2026-03-03T15:00:00.000Z',
      fee: '25.00',
    })
    await after(bank, 60)
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'pending' })
    await after(bank, 11 * 3_600)
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'processing' })
    await after(bank, 2)
    expect(await read(bank, ada, payment.payment_id)).toMatchObject({ status: 'completed' })
  })

  it('carries euros over SCT Inst, and a direct debit when it is named', async () => {
    const ada = await customer(bank, { EUR: '500.00' })
    const euros = { currency: 'EUR', creditor_account: OUTSIDE_IBAN, amount: '10.00' }
    expect(await paid(bank, ada, euros)).toMatchObject({ rail: 'sct_inst', fee: '0.20' })
    expect(await paid(bank, ada, { ...euros, rail: 'sepa' })).toMatchObject({
      rail: 'sepa_direct_debit',
      type: 'direct_debit',
      routing_decision: null,
    })
  })
})

describe('the simulated networks', () => {
  it.each([
    ['fednow', us('1239901'), 'failed', 'AC01'],
    ['rtp', us('1239904'), 'failed', 'AC04'],
    ['fedwire', us('1239906'), 'failed', 'AC06'],
    ['fednow', us('1239905'), 'failed', 'AB05'],
    ['fednow', us('1239999'), 'completed', null],
  ])('%s to %s: %s', async (rail, creditor_account, status, code) => {
    const ada = await customer(bank)
    // Fedwire is open from nine to nine.
    const { payment_id } = await paid(bank, ada, { rail, creditor_account })
    await after(bank, 24 * 3_600)
    await after(bank, 60)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status, code })
    // A refusal gives the fee back as well.
    if (status === 'failed') expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
    expect(await unitsOf(bank, `clearing:${rail}`, 'USD')).toBe(0n)
  })

  it('return a settled payment later; the fee is kept', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, { creditor_account: us('1239804') })
    const outside = await unitsOf(bank, 'external:settlement', 'USD')
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'completed' })
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({
      status: 'returned',
      code: 'AC04',
      reason: 'The account is closed.',
    })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(99_995n)
    expect(await unitsOf(bank, 'external:settlement', 'USD')).toBe(outside)
    expect(await eventsOf(bank, payment_id)).toEqual([
      'rail_payment.submitted',
      'rail_payment.completed',
      'rail_payment.returned',
    ])
  })

  it('may never answer', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, {
      creditor_account: us('1239600'),
      amount: '1.00',
    })
    for (let hour = 0; hour < 3; hour++) await after(bank, 3_600)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'processing' })
    expect(await unitsOf(bank, 'clearing:fednow', 'USD')).toBe(100n)
    // Ends it, so that the other tests find an empty clearing account.
    await bank.sql(
      `update payment_rails.payments set party = jsonb_set(party, '{account_number}', '"1"') where id = $1`,
      [payment_id],
    )
    await after(bank, 60)
  })

  it('are asked once, although two nodes settle at the same time', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, { creditor_account: us('1239901') })
    bank.clock.advance(2)
    const due = { uuid: payment_id, environment: 'live' }
    await Promise.all([1, 2, 3, 4].map(() => bank.runJob('payment_rails.settle_one', due)))
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
    expect(await eventsOf(bank, payment_id)).toHaveLength(2)
  })
})

describe('a refund', () => {
  it('reaches a frozen account, and the oldest open one if the account is closed', async () => {
    const ada = await customer(bank, { USD: '100.05' })
    const first = await paid(bank, ada, { creditor_account: us('1239901') })
    await bank.call(`POST /api/accounts/${ada.account}/freeze`, { reason: 'Lost card' }, ada)
    await after(bank, 2)
    expect(await read(bank, ada, first.payment_id)).toMatchObject({ status: 'failed' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(10_005n)
  })

  it('waits while the customer has no open account', async () => {
    const ada = await customer(bank, { USD: '100.05' })
    const { payment_id } = await paid(bank, ada, { creditor_account: us('1239901') })
    await bank.sql(`update ledger.accounts set status = 'closed' where id = $1`, [ada.account])
    await after(bank, 2)
    const waiting = await read(bank, ada, payment_id)
    expect(waiting).toMatchObject({ status: 'processing', code: 'AC01' })
    expect(waiting.reason).toContain('you have no open account')
    const { body } = await bank.call('POST /api/v2/accounts', { name: 'New' }, ada)
    await after(bank, 60)
    expect(await read(bank, ada, payment_id)).toMatchObject({
      status: 'failed',
      account_uuid: body.data.uuid,
    })
    expect(await unitsOf(bank, body.data.uuid, 'USD')).toBe(10_005n)
  })
})

describe('rail_payment.cancel', () => {
  const cancel = (id: string, caller: Customer) =>
    bank.call(`POST /api/v1/payment-rails/payments/${id}/cancel`, {}, caller)

  it('refunds amount and fee while the payment is not submitted', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, { rail: 'ach' })
    const { status, body } = await cancel(payment_id, ada)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'cancelled' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
    expect(await unitsOf(bank, 'clearing:ach', 'USD')).toBe(0n)
    expect((await cancel(payment_id, ada)).body.error.code).toBe('PAYMENT_NOT_CANCELLABLE')
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
    expect((await timelineOf(ada)).at(-1)).toBe('cancelled: Cancelled before it was sent (payer)')
  })

  it('is refused after submission, and to other users', async () => {
    const [ada, eve] = [await customer(bank), await customer(bank)]
    const { payment_id } = await paid(bank, ada)
    const late = await cancel(payment_id, ada)
    expect(late.status).toBe(409)
    expect(late.body.error.code).toBe('PAYMENT_NOT_CANCELLABLE')
    const { payment_id: pending } = await paid(bank, ada, { rail: 'ach' })
    expect((await cancel(pending, eve)).status).toBe(404)
    await after(bank, 2)
    await cancel(pending, ada)
  })

  it('refunds once under concurrent requests', async () => {
    const ada = await customer(bank)
    const { payment_id } = await paid(bank, ada, { rail: 'ach' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => cancel(payment_id, ada)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })
})

describe('a payment to another customer of this bank', () => {
  it('is credited, and both parties see it', async () => {
    const [ada, ben] = [await customer(bank), await customer(bank)]
    const { routing_number, account_number } = await numbersOf(bank, ben)
    const outside = await unitsOf(bank, 'external:settlement', 'USD')
    const { payment_id } = await paid(bank, ada, {
      creditor_account: { name: 'Ben', routing_number, account_number },
    })
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, ben.account, 'USD')).toBe(110_000n)
    expect(await unitsOf(bank, 'clearing:fednow', 'USD')).toBe(0n)
    expect(await unitsOf(bank, 'external:settlement', 'USD')).toBe(outside)
    const { body } = await bank.call('GET /api/v1/payment-rails/payments', undefined, ben)
    expect(body.data).toMatchObject([
      { direction: 'incoming', status: 'completed', amount: '100.00', fee: '0.00' },
    ])
    // Each sees the other: the payer as they wrote it, the payee as the bank knows the payer.
    expect(await counterpartiesOf(ada)).toContain('Ben')
    expect(await counterpartiesOf(ben)).toContain('Ada Lovelace')
  })

  it('goes to the bank that it names, although a customer here has the same number', async () => {
    const [ada, ben] = [await customer(bank, { EUR: '500.00' }), await customer(bank, {})]
    const { iban, routing_number, account_number } = await numbersOf(bank, ben)
    const euros = { currency: 'EUR', amount: '20.00', rail: 'swift' }
    const elsewhere = { name: 'Eve', bic: 'DEUTDEFF', account_number }
    const sent = await paid(bank, ada, { ...euros, creditor_account: elsewhere })
    expect(sent.counterparty).toMatchObject({ bic: 'DEUTDEFF' })
    await after(bank, 2)
    expect(await read(bank, ada, sent.payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, ben.account, 'EUR')).toBe(0n)
    // Two banks in one address.
    for (const creditor_account of [
      { iban, bic: 'DEUTDEFF' },
      { iban: OUTSIDE_IBAN, bic: 'FLORLT21XXX' },
      { routing_number, account_number, bic: 'DEUTDEFF' },
      { routing_number: '021000021', iban },
    ]) {
      const { status, body } = await pay(bank, ada, { ...euros, creditor_account })
      expect(status, JSON.stringify(creditor_account)).toBe(422)
      expect(Object.keys(body.errors)[0]).toContain('creditor_account')
    }
    await paid(bank, ada, { ...euros, creditor_account: { bic: 'FLORLT21', account_number } })
    await after(bank, 2)
    expect(await unitsOf(bank, ben.account, 'EUR')).toBe(2_000n)
  })

  it.each(['swift', 'sct_inst'])(
    'of another tenant is refused on %s, now and later',
    async (rail) => {
      const [ada, ben] = [await customer(bank, { EUR: '500.00' }), await customer(bank, {})]
      const { iban, bic, account_number } = await numbersOf(bank, ben)
      const euros = { currency: 'EUR', amount: '20.00', rail, creditor_account: iban }
      const { payment_id } = await paid(bank, ada, euros)
      await leaveTenant(bank, ben)
      await after(bank, 2)
      expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'failed', code: 'AC01' })
      for (const creditor_account of [iban, account_number, { bic, account_number }, ben.account])
        expect((await pay(bank, ada, { ...euros, creditor_account })).status).toBe(422)
      const operator = await bank.operator()
      const asOperator = { ...euros, from_account: ada.account }
      expect((await pay(bank, operator, asOperator)).status).toBe(422)
      expect(await unitsOf(bank, ben.account, 'EUR')).toBe(0n)
      expect(await unitsOf(bank, ada.account, 'EUR')).toBe(50_000n)
    },
  )

  it('fails when the account is frozen, and is refunded in full', async () => {
    const [ada, ben] = [await customer(bank, { EUR: '50.00' }), await customer(bank)]
    const { iban } = await numbersOf(bank, ben)
    const euros = { currency: 'EUR', amount: '20.00', creditor_account: iban }
    const { payment_id } = await paid(bank, ada, euros)
    await bank.call(`POST /api/accounts/${ben.account}/freeze`, { reason: 'Lost card' }, ben)
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'failed', code: 'AC06' })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(5_000n)
  })

  it('is refused to the account itself, to one that does not exist, and across environments', async () => {
    const [ada, ben] = [await customer(bank, { EUR: '50.00' }), await customer(bank)]
    const own = await numbersOf(bank, ada)
    const euros = { currency: 'EUR', amount: '20.00' }
    expect((await pay(bank, ada, { ...euros, creditor_account: own.iban })).status).toBe(422)
    const unknown = { ...euros, creditor_account: `${own.routing_number}:000000000000000001` }
    expect((await pay(bank, ada, unknown)).status).toBe(422)
    // The sandbox cannot credit a live account.
    const key = await bank.sandboxKey({ token: ada.login })
    const made = await bank.call(
      'POST /api/v2/accounts',
      { name: 'Play', initial_balance: 10_000 },
      key,
    )
    expect(made.status).toBe(201)
    const theirs = await numbersOf(bank, ben)
    const crossing = {
      amount: '50.00',
      creditor_account: `${theirs.routing_number}:${theirs.account_number}`,
    }
    const crossed = await pay(bank, key, crossing)
    expect(crossed.status).toBe(422)
    expect(crossed.body.errors).toHaveProperty('creditor_account')
    expect(await unitsOf(bank, ben.account, 'USD')).toBe(100_000n)
  })
})

describe('rail_payment.receive', () => {
  const incoming = (change: object) =>
    bank.operator().then((operator) =>
      bank.call(
        'POST /api/v1/payment-rails/incoming',
        {
          rail: 'fednow',
          amount: '75.00',
          currency: 'USD',
          counterparty: { name: 'Employer' },
          external_id: 'NET-1',
          ...change,
        },
        operator,
      ),
    )

  it('credits the customer once', async () => {
    const ada = await customer(bank)
    const { routing_number, account_number } = await numbersOf(bank, ada)
    const account = `${routing_number}:${account_number}`
    const answers = await Promise.all(
      [1, 2, 3].map(() => incoming({ account, external_id: 'NET-A' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.data.payment_id)).size).toBe(1)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(107_500n)
    expect(await unitsOf(bank, 'clearing:fednow', 'USD')).toBe(0n)
    const other = await incoming({ account, external_id: 'NET-A', amount: '76.00' })
    expect(other.body.error).toMatchObject({
      code: 'INCOMING_PAYMENT_REJECTED',
      details: { network_code: 'AM05' },
    })
  })

  it('refuses an account that is not there, with the code for the network', async () => {
    const { body } = await incoming({ account: OUTSIDE })
    expect(body.error).toMatchObject({ details: { network_code: 'AC01' } })
  })

  it('is for operators', async () => {
    const ada = await customer(bank)
    const answer = await bank.call('POST /api/v1/payment-rails/incoming', {}, ada)
    expect(answer.status).toBe(403)
  })
})

describe('rail.route', () => {
  it('shows the choice without moving money', async () => {
    const ada = await customer(bank)
    const request = { amount: '2000000', currency: 'USD' }
    const { status, body } = await bank.call('POST /api/v1/payment-rails/route', request, ada)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ rail: 'ach', fee: '0.25', total: '2000000.25' })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(100_000n)
  })
})

describe('rail_payment.send', () => {
  it('chooses among the rails of the country', async () => {
    const ada = await customer(bank, { EUR: '100.00' })
    const order = {
      amount: '10.00',
      currency: 'EUR',
      country: 'DE',
      beneficiary: { name: 'Ben', iban: OUTSIDE_IBAN },
    }
    const { status, body } = await bank.call('POST /api/v1/payment-rails/send', order, ada)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ rail: 'sct_inst', counterparty: { name: 'Ben' } })
    expect(body.data.routing_decision.alternatives).toHaveLength(2)
  })
})

describe('the clearing accounts', () => {
  it('hold exactly the open payments at every moment, and nothing when all have ended', async () => {
    const ada = await customer(bank, { USD: '100000.00', EUR: '100000.00' })
    const openRows = () =>
      bank.sql<{ rail: string; asset: string; units: string }>(
        `select rail, asset, sum(units)::text as units from payment_rails.payments
         where direction = 'outgoing' and status in ('pending', 'processing') group by 1, 2`,
      )
    const clearing = () =>
      bank.sql<{ code: string; asset: string; units: string }>(
        `select a.code, b.asset, b.units::text from ledger.balances b join ledger.accounts a
         on a.id = b.account_id where a.code like 'clearing:%' and b.units <> 0`,
      )
    const codeOf: Record<string, string> = {
      sct_inst: 'clearing:sct-inst',
      sepa_direct_debit: 'clearing:sepa',
    }
    const agree = async () => {
      const wanted = (await openRows()).map(
        ({ rail, asset, units }) => `${codeOf[rail] ?? `clearing:${rail}`} ${asset} ${units}`,
      )
      const found = (await clearing()).map(({ code, asset, units }) => `${code} ${asset} ${units}`)
      expect(found.toSorted()).toEqual(wanted.toSorted())
    }
    const ends = ['1', '9901', '9904', '9801', '9804', '9905', '9701']
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('pay' as const),
        rail: fc.constantFrom('fednow', 'rtp', 'fedwire', 'ach', 'swift', 'sct_inst', 'auto'),
        end: fc.constantFrom(...ends),
        cents: fc.integer({ min: 100, max: 5_000 }),
      }),
      fc.record({
        kind: fc.constant('wait' as const),
        seconds: fc.constantFrom(1, 2, 60, 7_200, 40_000),
      }),
      fc.record({ kind: fc.constant('cancel' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        let last: string | undefined
        for (const one of steps) {
          if (one.kind === 'wait') await after(bank, one.seconds)
          else if (one.kind === 'cancel') {
            if (last) await bank.call(`POST /api/v1/payment-rails/payments/${last}/cancel`, {}, ada)
          } else {
            const isEuro = one.rail === 'sct_inst'
            const { payment_id } = await paid(bank, ada, {
              rail: one.rail,
              amount: (one.cents / 100).toFixed(2),
              currency: isEuro ? 'EUR' : 'USD',
              creditor_account: isEuro ? ibanEnding(one.end) : us(`5${one.end.padStart(4, '0')}`),
            })
            last = payment_id
          }
          await agree()
        }
      }),
      { numRuns: rounds(2, 6) },
    )
    // A long weekend later everything has been answered.
    for (const seconds of [4 * 86_400, 60, 60, 86_400, 60]) await after(bank, seconds)
    await agree()
    const left = await bank.sql(
      `select id from payment_rails.payments where status in ('pending', 'processing', 'recovering')`,
    )
    expect(left).toEqual([])
    expect(await clearing()).toEqual([])
  })
})

describe('a production bank without a network', () => {
  it('answers 503 and takes nothing', () => {
    const simulated = simulatedScheme(0)
    const off = makeSchemes({ simulated, real: undefined, production: true })
    for (const environment of ['live', 'sandbox'] as const) {
      expect(() => off.choose(environment)).toThrow('no payment network is configured')
      expect(off.find({ scheme: 'simulated', environment })).toBeUndefined()
    }
    const real = { ...simulated, name: 'files', simulated: false } as const
    const on = makeSchemes({ simulated, real, production: true })
    expect(on.choose('live').name).toBe('files')
    expect(on.choose('sandbox').name).toBe('simulated')
    expect(on.find({ scheme: 'files', environment: 'sandbox' })).toBeUndefined()
    expect(on.find({ scheme: 'simulated', environment: 'live' })).toBeUndefined()
  })
})

// Cards that customers order, and what is paid with them: limits, holds, captures, reversals and refunds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank, TestClock } from '../../../../../test/harness/bank.ts'
import { type Customer, customer, unitsOf } from '../../../payments/payment-rails/test-support.ts'
import { chooseIssuer } from './issuer.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank({ clock: new TestClock('2026-03-31T12:00:00.000Z') })
})
afterAll(() => bank.stop())

const call = (as: Customer, route: string, body: object = {}): Promise<Answer> =>
  bank.call(route, body, as)

const order = (as: Customer, change: object = {}) =>
  call(as, 'POST /api/v1/issued-cards', {
    account_uuid: as.account,
    currency: 'USD',
    ...change,
  })

async function ordered(as: Customer, change: object = {}): Promise<string> {
  const { status, body } = await order(as, change)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

const pay = async (as: Customer, id: string, amount: string) =>
  (await call(as, `POST /api/v1/issued-cards/${id}/payments`, { amount, merchant: 'Café' })).body
    .data

const step = (as: Customer, id: string, action: string) =>
  call(as, `POST /api/v1/card-payments/${id}/${action}`)

async function logIn({ email, password }: Customer): Promise<string> {
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  return body.data.access_token
}

const available = async (as: Customer): Promise<string> => {
  const { body } = await bank.call(`GET /api/v2/accounts/${as.account}/balances`, undefined, as)
  const usd = body.data.balances.find((one: { asset_code: string }) => one.asset_code === 'USD')
  return String(usd.available_balance)
}

describe('issued_card.create', () => {
  it('gives a card with limits, and no more than five', async () => {
    const ada = await customer(bank)
    const { body } = await order(ada, { label: 'Online', payment_limit: '50.00' })
    expect(body.data).toMatchObject({
      account_uuid: ada.account,
      cardholder_name: 'Ada Lovelace',
      label: 'Online',
      last4: expect.stringMatching(/^\d{4}$/),
      expires_on: '2029-03-31',
      status: 'active',
      payment_limit: '50.00',
      daily_limit: '5000.00',
      monthly_limit: '20000.00',
      simulated: true,
    })
    // Sent at once, they are still counted one by one.
    const more = await Promise.all(Array.from({ length: 6 }, () => order(ada)))
    expect(more.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(more.find(({ status }) => status !== 201)!.body.error.code).toBe('TOO_MANY_CARDS')
    await bank.call(`DELETE /api/v1/issued-cards/${body.data.id}`, undefined, ada)
    expect((await order(ada)).status).toBe(201)
  })

  it('is refused for accounts of others, also to an operator, and for what is no currency', async () => {
    const [ada, ben] = [await customer(bank), await customer(bank)]
    expect((await order(ben, { account_uuid: ada.account })).status).toBe(403)
    const operator = { ...(await bank.operator()), account: ada.account, login: '' }
    expect((await order(operator)).status).toBe(403)
    expect((await order(ada, { currency: 'BTC' })).status).toBe(422)
    expect((await order(ada, { payment_limit: '0' })).status).toBe(422)
  })

  it('has no issuer for live cards in production', () => {
    expect(() => chooseIssuer(true)('live')).toThrow(/issues no live cards/)
    expect(chooseIssuer(true)('sandbox').name).toBe('simulated')
    expect(chooseIssuer(false)('live').name).toBe('simulated')
  })
})

describe('card_payment.authorize', () => {
  it('holds the amount, which is captured, refunded or reversed once', async () => {
    const ada = await customer(bank, { USD: '100.00' })
    const card = await ordered(ada)
    const payment = await pay(ada, card, '30.00')
    expect(payment).toMatchObject({ status: 'authorized', decision: 'approved', reason: null })
    expect(await available(ada)).toBe('70.00')
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(10_000n)
    const [first, second] = await Promise.all([
      step(ada, payment.id, 'capture'),
      step(ada, payment.id, 'capture'),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(7_000n)
    expect((await step(ada, payment.id, 'reverse')).status).toBe(409)
    const refunds = await Promise.all([
      step(ada, payment.id, 'refund'),
      step(ada, payment.id, 'refund'),
    ])
    expect(refunds.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(10_000n)

    const other = await pay(ada, card, '100.00')
    expect((await pay(ada, card, '0.01')).decision).toBe('declined_insufficient_funds')
    expect((await step(ada, other.id, 'reverse')).body.data.status).toBe('reversed')
    expect(await available(ada)).toBe('100.00')
    expect((await step(ada, other.id, 'capture')).body.error.code).toBe(
      'CARD_PAYMENT_STATE_CONFLICT',
    )
  })

  it('declines above the limits of a payment, a day and a month', async () => {
    const ada = await customer(bank, { USD: '1000.00' })
    const card = await ordered(ada, {
      payment_limit: '40.00',
      daily_limit: '60.00',
      monthly_limit: '90.00',
    })
    expect(await pay(ada, card, '40.01')).toMatchObject({
      status: 'declined',
      decision: 'declined_limit_exceeded',
      reason: expect.stringContaining('40.00 USD a payment'),
    })
    const first = await pay(ada, card, '40.00')
    expect((await pay(ada, card, '20.01')).reason).toContain('60.00 USD a day')
    // What is reversed is not used up; what is captured is.
    await step(ada, first.id, 'reverse')
    await step(ada, (await pay(ada, card, '40.00')).id, 'capture')
    expect((await pay(ada, card, '20.00')).status).toBe('authorized')
    const { body } = await bank.call(`GET /api/v1/issued-cards/${card}`, undefined, ada)
    expect(body.data).toMatchObject({ spent_today: '60.00', spent_this_month: '60.00' })
    await call(ada, `PATCH /api/v1/issued-cards/${card}`, { daily_limit: '500.00' })
    expect((await pay(ada, card, '30.01')).reason).toContain('90.00 USD a month')
    // The next day is in the next month.
    bank.clock.advance(86_400)
    expect((await pay(ada, card, '40.00')).status).toBe('authorized')
  })

  it('declines of a frozen and a cancelled card, an account that cannot pay, and too many attempts', async () => {
    const ada = await customer(bank, { USD: '100.00' })
    const card = await ordered(ada)
    await call(ada, `POST /api/v1/issued-cards/${card}/freeze`)
    expect((await pay(ada, card, '1.00')).decision).toBe('declined_card_frozen')
    expect((await call(ada, `POST /api/v1/issued-cards/${card}/freeze`)).status).toBe(409)
    await call(ada, `POST /api/v1/issued-cards/${card}/unfreeze`)
    for (let count = 0; count < 9; count++)
      expect((await pay(ada, card, '1.00')).status).toBe('authorized')
    expect((await pay(ada, card, '1.00')).decision).toBe('declined_fraud_suspected')
    bank.clock.advance(61)
    const operator = await bank.operator()
    await bank.call(`POST /api/accounts/${ada.account}/freeze`, { reason: 'Test' }, operator)
    expect((await pay(ada, card, '1.00')).decision).toBe('declined_account_unavailable')
    await bank.call(`DELETE /api/v1/issued-cards/${card}`, undefined, ada)
    expect((await pay(ada, card, '1.00')).decision).toBe('declined_card_cancelled')
    const { body } = await bank.call(`GET /api/v1/issued-cards/${card}/payments`, undefined, ada)
    expect(body.meta.total).toBe(13)
    expect(body.data[0]).toMatchObject({ reason: 'The card is cancelled.' })
  })

  it('declines when the key that ordered the card is revoked, until its owner allows it again', async () => {
    const ada = await customer(bank, { USD: '100.00' })
    const signedIn = { ...ada, token: ada.login }
    const made = await call(signedIn, 'POST /api/v2/api-keys', {
      name: 'Cards',
      permissions: ['read', 'write'],
    })
    const key = { ...ada, token: made.body.data.api_key }
    const card = await ordered(key)
    expect((await pay(ada, card, '1.00')).decision).toBe('approved')
    const revoked = await bank.call(`DELETE /api/v2/api-keys/${made.body.data.uuid}`, {}, signedIn)
    expect(revoked.status).toBe(200)
    expect(await pay(ada, card, '1.00')).toMatchObject({
      decision: 'declined_not_allowed',
      reason: 'The key with which it was allowed has been revoked.',
    })
    await call(ada, `PATCH /api/v1/issued-cards/${card}`, { label: 'Mine' })
    expect((await pay(ada, card, '1.00')).decision).toBe('approved')
  })

  it('declines after its owner has ended everything, until they unfreeze the card', async () => {
    const ada = await customer(bank, { USD: '100.00' })
    const [card, other] = [await ordered(ada), await ordered(ada)]
    await call(ada, `POST /api/v1/issued-cards/${other}/freeze`)
    const signedIn = { ...ada, token: ada.login }
    const counted = await call(signedIn, 'POST /api/auth/logout-all')
    expect(counted.body.data.still_active.cards, JSON.stringify(counted.body)).toBe(1)
    const again = { ...ada, token: await logIn(ada) }
    const ended = await call(again, 'POST /api/auth/logout-all', { end_everything: true })
    expect(ended.body.data.still_active.cards).toBe(0)
    const back = { ...ada, token: await logIn(ada) }
    expect((await pay(back, card, '1.00')).decision).toBe('declined_card_frozen')
    await call(back, `POST /api/v1/issued-cards/${card}/unfreeze`)
    expect((await pay(back, card, '1.00')).decision).toBe('approved')
  })

  it('is found by its owner only', async () => {
    const [ada, ben] = [await customer(bank), await customer(bank)]
    const card = await ordered(ada)
    const { id } = await pay(ada, card, '1.00')
    const ways = [
      call(ben, `POST /api/v1/issued-cards/${card}/payments`, { amount: '1', merchant: 'X' }),
      call(ben, `POST /api/v1/issued-cards/${card}/freeze`),
      bank.call(`DELETE /api/v1/issued-cards/${card}`, undefined, ben),
      bank.call(`GET /api/v1/issued-cards/${card}/payments`, undefined, ben),
      step(ben, id, 'capture'),
      step(ben, id, 'refund'),
    ]
    expect((await Promise.all(ways)).map(({ status }) => status)).toEqual(ways.map(() => 404))
  })

  it('pays once when it is sent twice at once, within the limit of the day', async () => {
    const ada = await customer(bank, { USD: '1000.00' })
    const card = await ordered(ada, { daily_limit: '100.00' })
    const paid = await Promise.all(Array.from({ length: 5 }, () => pay(ada, card, '60.00')))
    expect(paid.filter(({ status }) => status === 'authorized')).toHaveLength(1)
  })
})

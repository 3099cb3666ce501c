// Payments that third parties initiate: who decides, what money moves, and which attacks fail.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { findBrokenRules } from '../../../../../test/simulation/invariants.ts'
import { eventsOf, give, keyOf, OB, openAccount, signIn } from '../test-support.ts'

let bank: Bank
let tpp: Person
let psu: Person
let shop: Person
let from: { uuid: string; iban: string }
let to: { uuid: string; iban: string }
beforeAll(async () => {
  bank = await startBank()
  tpp = await bank.person({ name: 'Checkout' })
  psu = await bank.person({ name: 'Ada Lovelace' })
  shop = await bank.person({ name: 'Shop' })
  from = await openAccount(bank, psu, 100_000)
  to = await openAccount(bank, shop, 0)
})
afterAll(() => bank.stop())

const start = (by: Person, change: object = {}, headers: Record<string, string> = {}) =>
  bank.call(
    `POST ${OB}/payments`,
    { creditor_iban: to.iban, amount: '25.00', currency: 'USD', ...change },
    { token: by.token, headers },
  )
const decide = (by: Person, id: string, decision = 'authorize') =>
  bank.call(`POST ${OB}/payments/${id}/${decision}`, {}, { token: by.token })
const show = async (by: Person, id: string) =>
  (await bank.call(`GET ${OB}/payments/${id}`, undefined, { token: by.token })).body.data
const cancel = (by: Person, id: string) =>
  bank.call(`DELETE ${OB}/payments/${id}`, undefined, { token: by.token })

async function startFor(by: Person, change: object = {}): Promise<string> {
  const { status, body } = await start(by, { debtor_account: from.iban, ...change })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.payment_id
}

const unitsOf = async (account: string): Promise<{ units: number; held: number }> => {
  const [row] = await bank.sql<{ units: string; held: string }>(
    `select units, held from ledger.balances where account_id = $1 and asset = 'USD'`,
    [account],
  )
  return { units: Number(row?.units ?? 0), held: Number(row?.held ?? 0) }
}

/** Lets the bank complete the payments in progress. */
async function settle(id: string): Promise<void> {
  bank.clock.advance(2)
  await expect
    .poll(async () => {
      const [row] = await bank.sql<{ status: string }>(
        `select h.status from open_banking.payments p join ledger.holds h on h.id = p.carrier_id
         where p.id = $1`,
        [id],
      )
      return row?.status
    })
    .not.toBe('open')
  await bank.runJob('open_banking.follow_payments')
}

describe('payment_initiation.create', () => {
  it('pays at once from an account of the caller, and completes soon', async () => {
    const before = await unitsOf(to.uuid)
    const { status, body } = await start(psu, { debtor_account: from.uuid, reference: 'Rent' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      status: 'AcceptedSettlementInProcess',
      status_code: 'ACSP',
      transactionStatus: 'ACSP',
      amount: '25.00',
      currency: 'USD',
      debtor_iban: from.iban,
      creditor_iban: to.iban,
      reference: 'Rent',
      end_to_end_id: expect.stringMatching(/^[0-9A-Z]{16}$/),
    })
    const { payment_id } = body.data
    await settle(payment_id)
    expect(await show(psu, payment_id)).toMatchObject({
      status: 'AcceptedSettlementCompleted',
      status_code: 'ACSC',
      completed_at: expect.any(String),
    })
    expect((await unitsOf(to.uuid)).units - before.units).toBe(2_500)
    expect((await eventsOf(bank, payment_id)).map(({ type }) => type)).toEqual([
      'payment_initiation.received',
      'payment_initiation.authorized',
      'payment_initiation.executed',
      'payment_initiation.completed',
    ])
  })

  it('waits for the account holder where the account is not the caller’s', async () => {
    const before = await unitsOf(from.uuid)
    const { body } = await start(tpp, { debtor_account: from.iban, end_to_end_id: 'ORDER-7' })
    const { payment_id, _links } = body.data
    expect(body.data).toMatchObject({
      status: 'Received',
      status_code: 'RCVD',
      end_to_end_id: 'ORDER-7',
    })
    expect(_links.scaRedirect.href).toBe(
      `${bank.url}/open-banking/payments/${payment_id}/authorize`,
    )
    expect(await unitsOf(from.uuid)).toEqual(before)
    // The account holder gets no event before they decide.
    expect(await eventsOf(bank, payment_id)).toEqual([
      { type: 'payment_initiation.received', user: tpp.uuid },
    ])
  })

  it('debits the only account of the consent, or the one that is named of several', async () => {
    const second = await openAccount(bank, psu)
    const one = await give(bank, tpp, psu, { access: { accounts: [second.uuid] } })
    const payment = await start(tpp, {}, { 'X-Consent-ID': one })
    expect(payment.body.data).toMatchObject({ debtor_account: second.uuid, consentId: one })
    const both = await give(bank, tpp, psu, { access: { accounts: [second.uuid, from.uuid] } })
    const vague = await start(tpp, {}, { 'X-Consent-ID': both })
    expect([vague.status, Object.keys(vague.body.errors)]).toEqual([422, ['debtor_account']])
    const named = await start(tpp, { debtor_account: from.iban }, { 'X-Consent-ID': both })
    expect(named.body.data.status_code).toBe('RCVD')
    const outside = await start(tpp, { debtor_account: from.iban }, { 'X-Consent-ID': one })
    expect(outside.status).toBe(422)
    for (const consent of ['nonsense', '0197a000-0000-7000-8000-000000000000'])
      expect((await start(tpp, {}, { 'X-Consent-ID': consent })).body.error.code).toBe(
        'CONSENT_INVALID',
      )
    expect((await start(shop, {}, { 'X-Consent-ID': one })).body.error.code).toBe('CONSENT_INVALID')
  })

  it.each([
    ['creditor_iban', { creditor_iban: 'LT000000000000000000' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '-5.00' }],
    ['amount', { amount: '1.001' }],
    ['amount', { amount: '1e3' }],
    ['currency', { currency: 'ZZZ' }],
    ['currency', { currency: 'usd' }],
    ['debtor_account', { debtor_account: 'nonsense' }],
    ['debtor_account', { debtor_account: '0197a000-0000-7000-8000-000000000000' }],
    ['end_to_end_id', { end_to_end_id: 'x'.repeat(36) }],
  ])('refuses a wrong %s and changes nothing', async (field, change) => {
    const { status, body } = await start(psu, { debtor_account: from.uuid, ...change })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    const [row] = await bank.sql<{ n: number }>(
      `select count(*)::int as n from open_banking.payments p join platform.audit a
       on a.request_id = $1`,
      [body.request_id],
    )
    expect(row!.n).toBe(0)
  })

  it('says of an account at another bank that no rail reaches it with this amount', async () => {
    const outside = { creditor_iban: 'DE89370400440532013000', amount: '0.50' }
    const { status, body } = await start(psu, { debtor_account: from.uuid, ...outside })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['amount']])
    expect(body.message).toContain('No rail carries this amount')
  })

  it('refuses the debited account itself, and more than the available balance', async () => {
    const same = await start(psu, { debtor_account: from.uuid, creditor_iban: from.iban })
    expect(same.body.errors).toHaveProperty('creditor_iban')
    const much = await start(psu, { debtor_account: from.uuid, amount: '999999.00' })
    expect(much.status).toBe(422)
    expect(await unitsOf(from.uuid)).toMatchObject({ held: 0 })
  })

  it('happens once for each Idempotency-Key, however often it is sent', async () => {
    const payer = await bank.person()
    const { uuid } = await openAccount(bank, payer, 10_000)
    const send = () =>
      bank.call(
        `POST ${OB}/payments`,
        { creditor_iban: to.iban, amount: '10.00', currency: 'USD', debtor_account: uuid },
        { token: payer.token, key: 'only-once' },
      )
    const answers = await Promise.all([send(), send(), send(), send()])
    const ids = answers.flatMap(({ body }) => body.data?.payment_id ?? [])
    expect(new Set(ids).size).toBe(1)
    await settle(ids[0])
    expect(await unitsOf(uuid)).toEqual({ units: 9_000, held: 0 })
  })

  it('needs the permission to write', async () => {
    const reader = await keyOf(bank, psu, 'live', ['read'])
    expect((await start(reader, { debtor_account: from.uuid })).status).toBe(403)
    const writer = await keyOf(bank, psu, 'live', ['read', 'write'])
    const { body } = await start(writer, { debtor_account: from.uuid, amount: '1.00' })
    expect(body.data.status_code).toBe('ACSP')
    await settle(body.data.payment_id)
  })
})

describe('payment_initiation.authorize', () => {
  it('reserves the money, pays once, and notifies both parties', async () => {
    const id = await startFor(tpp)
    const before = { from: await unitsOf(from.uuid), to: await unitsOf(to.uuid) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => decide(psu, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    await settle(id)
    expect((await unitsOf(from.uuid)).units).toBe(before.from.units - 2_500)
    expect((await unitsOf(to.uuid)).units).toBe(before.to.units + 2_500)
    expect((await show(tpp, id)).status_code).toBe('ACSC')
    expect((await show(psu, id)).status_code).toBe('ACSC')
    expect((await eventsOf(bank, id)).filter(({ user }) => user === psu.uuid)).toHaveLength(3)
    expect(await eventsOf(bank, id)).toHaveLength(7)
  })

  it('is for the owner of the account alone, with a login', async () => {
    const id = await startFor(tpp)
    const key = await keyOf(bank, psu, 'live')
    for (const by of [tpp, shop, await bank.operator(), key])
      for (const decision of ['authorize', 'reject'])
        expect((await decide(by, id, decision)).status).toBe(403)
    expect((await show(tpp, id)).status_code).toBe('RCVD')
    expect(await show(shop, id)).toBeUndefined()
    const review = await bank.call(`GET ${OB}/payments/${id}/authorization`, undefined, {
      token: psu.token,
    })
    expect(review.body.data).toMatchObject({
      is_open: true,
      fee: '0.00',
      payment: { tpp_name: 'Checkout', amount: '25.00' },
    })
  })

  it('leaves the payment waiting while the money is missing', async () => {
    const poor = await bank.person()
    const { uuid } = await openAccount(bank, poor, 1_000)
    const id = await startFor(tpp, { debtor_account: uuid })
    const refused = await decide(poor, id)
    expect(refused.status).toBe(422)
    expect(refused.body.message).toMatch(/10\.00.*25\.00/)
    expect((await show(tpp, id)).status_code).toBe('RCVD')
    await bank.call(
      `POST /api/v2/accounts/${uuid}/deposit`,
      { amount: '20.00', asset_code: 'USD' },
      { token: poor.token },
    )
    expect((await decide(poor, id)).body.data.status_code).toBe('ACSP')
  })

  it('is rejected at last when the creditor’s account was frozen meanwhile', async () => {
    const other = await bank.person()
    const target = await openAccount(bank, other, 0)
    const id = await startFor(tpp, { creditor_iban: target.iban })
    const before = await unitsOf(from.uuid)
    await decide(psu, id)
    await bank.call(
      `POST /api/v2/accounts/${target.uuid}/freeze`,
      { reason: 'Lost' },
      { token: other.token },
    )
    await settle(id)
    expect(await show(tpp, id)).toMatchObject({
      status: 'Rejected',
      status_code: 'RJCT',
      reason: expect.stringContaining('frozen'),
    })
    expect(await unitsOf(from.uuid)).toEqual(before)
  })
})

describe('the end of a payment without money', () => {
  it('is a rejection by the account holder or a cancellation by the third party', async () => {
    const rejected = await startFor(tpp)
    expect((await decide(psu, rejected, 'reject')).body.data).toMatchObject({
      status_code: 'RJCT',
      reason: 'The account holder rejected the payment.',
    })
    const cancelled = await startFor(tpp)
    expect((await cancel(shop, cancelled)).status).toBe(404)
    expect((await cancel(tpp, cancelled)).body.data.status_code).toBe('CANC')
    for (const id of [rejected, cancelled]) {
      const { status, body } = await decide(psu, id)
      expect([status, body.error.code]).toEqual([409, 'STATUS_INVALID'])
      expect((await cancel(tpp, id)).status).toBe(409)
    }
  })

  it('comes by itself after a day', async () => {
    const id = await startFor(tpp)
    bank.clock.advance(86_400)
    ;[tpp, psu, shop] = [await signIn(bank, tpp), await signIn(bank, psu), await signIn(bank, shop)]
    expect((await show(tpp, id)).status_code).toBe('CANC')
    expect((await decide(psu, id)).status).toBe(409)
    await bank.runJob('open_banking.follow_payments')
    expect(await eventsOf(bank, id)).toContainEqual({
      type: 'payment_initiation.cancelled',
      user: tpp.uuid,
    })
  })
})

describe('payment_initiation.list', () => {
  it('shows initiated payments and decided ones', async () => {
    const [app, holder] = [await bank.person(), await bank.person()]
    const { uuid } = await openAccount(bank, holder)
    const waiting = await startFor(app, { debtor_account: uuid })
    const paid = await startFor(app, { debtor_account: uuid })
    await decide(holder, paid)
    const list = async (by: Person, query: string) =>
      (await bank.call(`GET ${OB}/payments${query}`, undefined, { token: by.token })).body.data.map(
        (one: { payment_id: string }) => one.payment_id,
      )
    expect(await list(app, '')).toEqual([paid, waiting])
    expect(await list(holder, '?role=psu')).toEqual([paid])
    expect(await list(holder, '')).toEqual([])
  })
})

describe('the two environments', () => {
  it('do not mix: no payment crosses, and none is decided from the other side', async () => {
    const player = await keyOf(bank, psu, 'sandbox')
    const play = await openAccount(bank, player)
    const toLive = await start(player, { debtor_account: play.uuid })
    expect(toLive.body.errors).toHaveProperty('creditor_iban')
    const fromLive = await start(player, { debtor_account: from.uuid, creditor_iban: play.iban })
    expect(fromLive.body.errors).toHaveProperty('debtor_account')
    const live = await startFor(tpp)
    expect((await decide(player, live)).status).toBe(404)
    const playTpp = await keyOf(bank, tpp, 'sandbox')
    const second = await openAccount(bank, player, 0)
    const { body } = await start(playTpp, {
      debtor_account: play.iban,
      creditor_iban: second.iban,
    })
    expect(body.data).not.toHaveProperty('_links.scaRedirect')
    const { payment_id } = body.data
    expect((await decide(psu, payment_id)).status).toBe(404)
    expect((await decide(player, payment_id)).body.data.status_code).toBe('ACSP')
  })
})

it('the books add up', async () => {
  expect(await findBrokenRules((text) => bank.sql(text))).toEqual({})
})

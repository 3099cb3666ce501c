// Tests of standing orders: who may set them up, that each date is paid once with the balance and the permissions of that
// day, and what happens when it cannot be.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../test/harness/bank.ts'

const AT = '/api/v2/standing-orders'
const DAY = 86_400

let bank: Bank
let ada: Person
let grace: Person
let from: string
let to: string

beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())
beforeEach(async () => {
  ;[ada, grace] = [await bank.person(), await bank.person()]
  from = await openAccount(ada)
  to = await openAccount(grace)
  await deposit('100.00')
})

async function openAccount(person: Person): Promise<string> {
  const { body } = await bank.call(
    'POST /api/accounts',
    { name: 'Main', user_uuid: person.uuid },
    person,
  )
  return body.data.uuid
}

const deposit = (amount: string) =>
  bank.call(`POST /api/v2/accounts/${from}/deposit`, { amount, asset_code: 'USD' }, ada)

const today = (): string => bank.clock.now().toISOString().slice(0, 10)
const dayAhead = (days: number): string =>
  new Date(bank.clock.now().getTime() + days * DAY * 1000).toISOString().slice(0, 10)

const create = (change: Record<string, unknown> = {}, by: CallOptions = ada): Promise<Answer> =>
  bank.call(
    `POST ${AT}`,
    {
      from_account: from,
      to_account: to,
      amount: '30.00',
      asset_code: 'USD',
      reference: 'Rent',
      frequency: 'weekly',
      first_on: dayAhead(1),
      ...change,
    },
    by,
  )
const make = async (change?: Record<string, unknown>): Promise<string> =>
  (await create(change)).body.data.uuid

/** A login lasts a day. */
async function signInAgain(): Promise<void> {
  const { body } = await bank.call('POST /api/auth/login', {
    email: ada.email,
    password: ada.password,
  })
  ada = { ...ada, token: body.data.access_token }
}

/** The days pass, each with its run. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    bank.clock.advance(DAY)
    await run()
  }
  await signInAgain()
}
const run = () => bank.runJob('standing_orders.execute')

const read = async (uuid: string) =>
  (await bank.call(`GET ${AT}/${uuid}`, undefined, ada)).body.data
const paymentsOf = async (uuid: string) =>
  (await bank.call(`GET ${AT}/${uuid}/payments`, undefined, ada)).body.data
const act = (action: 'pause' | 'resume', uuid: string, by: CallOptions = ada) =>
  bank.call(`POST ${AT}/${uuid}/${action}`, undefined, by)

async function balanceOf(account: string): Promise<string> {
  const [row] = await bank.sql<{ units: string }>(
    `select units::text as units from ledger.balances where account_id = $1 and asset = 'USD'`,
    [account],
  )
  return row?.units ?? '0'
}

describe('standing_order.create', () => {
  it('answers with the order, and tells its events', async () => {
    const { status, body } = await create({ recipient_name: 'Landlord' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      from_account: from,
      to_account: to,
      recipient_name: 'Landlord',
      amount: '30.00',
      status: 'active',
      next_on: dayAhead(1),
      last_on: null,
      payments_made: 0,
    })
    expect(await read(body.data.uuid)).toEqual(body.data)
    const list = await bank.call(`GET ${AT}?status=active`, undefined, ada)
    expect(list.body.data).toEqual([body.data])
    const events = await bank.call(
      'GET /api/v2/events?types=standing_order.created',
      undefined,
      ada,
    )
    expect(events.body.data).toMatchObject([{ data: { uuid: body.data.uuid, amount: '30.00' } }])
  })

  it.each([
    ['the past', () => ({ first_on: dayAhead(-1) }), 'first_on'],
    ['a day too far ahead', () => ({ first_on: dayAhead(367) }), 'first_on'],
    ['a last day before the first', () => ({ last_on: today() }), 'last_on'],
    ['the same account', () => ({ to_account: from }), 'to_account'],
    ['an account that does not exist', () => ({ to_account: crypto.randomUUID() }), 'to_account'],
    ['nothing', () => ({ amount: '0' }), 'amount'],
    ['more digits than the asset has', () => ({ amount: '1.001' }), 'amount'],
  ])('refuses %s', async (_what, change, field) => {
    const { status, body } = await create(change())
    expect([status, Object.keys(body.error.details?.errors ?? body.errors ?? {})]).toEqual([
      422,
      [field],
    ])
  })

  it('refuses the account of somebody else, also to an operator', async () => {
    expect((await create({}, grace)).status).toBe(403)
    expect((await create({}, await bank.operator())).status).toBe(403)
  })

  it('is refused beyond a hundred', async () => {
    await bank.sql(
      `insert into standing_orders.orders
         select gen_random_uuid(), environment, user_uuid, allowed_by, allowed_with, allowed_at, from_account, to_account,
           recipient_name, asset, units, reference, frequency, first_on, last_on, 'paused', dates_passed, next_on,
           payments_made, failed_in_a_row, attempts, try_at, request_id, created_at, updated_at
         from standing_orders.orders, generate_series(1, 99) where id = $1`,
      [await make()],
    )
    const { status, body } = await create()
    expect([status, body.error.code]).toEqual([422, 'STANDING_ORDER_LIMIT_EXCEEDED'])
  })
})

describe('a payment that is due', () => {
  it('is made once on each day, until the last', async () => {
    const uuid = await make({ last_on: dayAhead(8) })
    await run()
    expect(await balanceOf(to)).toBe('0')
    await pass(1)
    await run()
    expect(await balanceOf(to)).toBe('3000')
    expect(await read(uuid)).toMatchObject({ payments_made: 1, next_on: dayAhead(7) })
    await pass(7)
    expect(await balanceOf(to)).toBe('6000')
    expect(await read(uuid)).toMatchObject({ status: 'ended', payments_made: 2, next_on: null })
    await pass(7)
    expect(await balanceOf(to)).toBe('6000')
    const payments = await paymentsOf(uuid)
    expect(payments.map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid'])
    const transfer = await bank.call(
      `GET /api/v2/transfers/${payments[0].transfer_uuid}`,
      undefined,
      ada,
    )
    expect(transfer.body.data).toMatchObject({ reference: 'Rent', amount: '30.00' })
  })

  it('is made once when two runs meet', async () => {
    await make()
    bank.clock.advance(DAY)
    await Promise.all([run(), run(), run()])
    expect(await balanceOf(to)).toBe('3000')
  })

  it('is tried on three days, and the next date is kept', async () => {
    const uuid = await make({ amount: '250.00' })
    const first = dayAhead(1)
    await pass(2)
    await signInAgain()
    expect(await read(uuid)).toMatchObject({ next_on: first, failed_in_a_row: 0 })
    await deposit('200.00')
    await pass(1)
    expect(await balanceOf(to)).toBe('25000')
    expect(await read(uuid)).toMatchObject({ payments_made: 1, next_on: dayAhead(5) })
    await pass(8)
    const [failed] = await paymentsOf(uuid)
    expect(failed).toMatchObject({ status: 'failed', transfer_uuid: null, amount: '250.00' })
    expect(failed.reason).toContain('50.00')
  })

  it('pauses the order after three in a row that could not be made', async () => {
    const uuid = await make()
    await bank.call(`POST /api/v2/accounts/${from}/freeze`, { reason: 'Lost card' }, ada)
    await pass(1 + 7 + 7)
    expect(await read(uuid)).toMatchObject({ status: 'paused', failed_in_a_row: 3 })
    await bank.call(`POST /api/v2/accounts/${from}/unfreeze`, undefined, ada)
    const { body } = await act('resume', uuid)
    expect(body.data).toMatchObject({ status: 'active', failed_in_a_row: 0, next_on: dayAhead(7) })
  })

  it('is not made for those who may no longer pay', async () => {
    const key = await bank.apiKey(ada)
    const byKey = (await create({ reference: 'By a key' }, key)).body.data.uuid
    const [{ uuid: id }] = (await bank.call('GET /api/v2/api-keys', undefined, ada)).body.data
    expect((await bank.call(`DELETE /api/v2/api-keys/${id}`, undefined, ada)).status).toBe(200)
    const suspended = await make()
    await pass(1)
    expect((await paymentsOf(byKey))[0].reason).toContain('revoked')
    expect(await balanceOf(to)).toBe('3000')
    await bank.sql(`update identity.users set status = 'suspended' where uuid = $1`, [ada.uuid])
    bank.clock.advance(7 * DAY)
    await run()
    expect(await balanceOf(to)).toBe('3000')
    await bank.sql(`update identity.users set status = 'active' where uuid = $1`, [ada.uuid])
    await signInAgain()
    expect((await paymentsOf(suspended))[0].reason).toContain('suspended')
  })
})

describe('standing_order.change', () => {
  it('pays the new amount, and takes over who allows it', async () => {
    const uuid = await make()
    const { body } = await bank.call(
      `PATCH ${AT}/${uuid}`,
      { amount: '45.00', reference: null, last_on: dayAhead(3) },
      ada,
    )
    expect(body.data).toMatchObject({ amount: '45.00', reference: null, last_on: dayAhead(3) })
    await pass(1)
    expect(await balanceOf(to)).toBe('4500')
    expect(await read(uuid)).toMatchObject({ status: 'ended' })
    const again = await bank.call(`PATCH ${AT}/${uuid}`, { amount: '1.00' }, ada)
    expect([again.status, again.body.error.code]).toEqual([409, 'STANDING_ORDER_STATE_CONFLICT'])
  })

  it('refuses a last day before the next payment', async () => {
    const uuid = await make({ first_on: dayAhead(3) })
    const { status } = await bank.call(`PATCH ${AT}/${uuid}`, { last_on: dayAhead(2) }, ada)
    expect(status).toBe(422)
  })

  it('is not for others', async () => {
    const uuid = await make()
    const answer = await bank.call(`PATCH ${AT}/${uuid}`, { amount: '1.00' }, grace)
    expect(answer.status).toBe(404)
  })
})

describe('standing_order.pause', () => {
  it('leaves out the days of the pause', async () => {
    const uuid = await make()
    expect((await act('pause', uuid)).body.data.status).toBe('paused')
    await pass(10)
    expect(await balanceOf(to)).toBe('0')
    expect((await act('resume', uuid)).body.data).toMatchObject({ next_on: dayAhead(5) })
    await pass(5)
    expect(await balanceOf(to)).toBe('3000')
    expect((await act('resume', uuid)).status).toBe(409)
  })

  it('ends an order whose last day passed meanwhile', async () => {
    const uuid = await make({ last_on: dayAhead(2) })
    await act('pause', uuid)
    await pass(3)
    expect((await act('resume', uuid)).body.data).toMatchObject({ status: 'ended', next_on: null })
  })
})

describe('standing_order.cancel', () => {
  it('is final', async () => {
    const uuid = await make()
    const { body } = await bank.call(`DELETE ${AT}/${uuid}`, undefined, ada)
    expect(body.data).toMatchObject({ status: 'cancelled', next_on: null })
    await pass(1)
    expect(await balanceOf(to)).toBe('0')
    expect((await act('resume', uuid)).status).toBe(409)
  })

  it('is part of ending everything', async () => {
    const uuid = await make()
    const out = await bank.call('POST /api/auth/logout-all', { end_everything: true }, ada)
    expect(out.status).toBe(200)
    await signInAgain()
    expect(await read(uuid)).toMatchObject({ status: 'cancelled' })
  })
})

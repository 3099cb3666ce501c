// Direct debit mandates and collections: what they allow, how they settle, and how they are returned.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank, TestClock } from '../../../../../test/harness/bank.ts'
import {
  after,
  CREDITOR_ID,
  type Customer,
  customer,
  eventsOf,
  ibanEnding,
  leaveTenant,
  numbersOf,
  OUTSIDE_IBAN,
  read,
  unitsOf,
} from '../test-support.ts'

let bank: Bank
beforeAll(async () => {
  // A Tuesday morning in Frankfurt.
  bank = await startBank({ clock: new TestClock('2026-03-03T08:00:00.000Z') })
})
afterAll(() => bank.stop())

let count = 0

/** Unique identifiers: ISO 7064 check digits over the national part and the country. */
function creditorId(): string {
  const national = String(++count).padStart(11, '0')
  const check = 98n - (BigInt(`${national}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}ZZZ${national}`
}

const ask = (caller: Customer, change: object = {}) =>
  bank.call(
    'POST /api/v1/payment-rails/mandates',
    {
      mandate_id: `M-${++count}`,
      creditor_id: creditorId(),
      creditor_name: 'Gym',
      debtor_name: 'Ben',
      debtor_iban: OUTSIDE_IBAN,
      ...change,
    },
    caller,
  )

async function give(caller: Customer, change: object = {}) {
  const { status, body } = await ask(caller, change)
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

const collect = (caller: Customer, mandate: string, change: object = {}) =>
  bank.call(
    'POST /api/v1/payment-rails/collections',
    { mandate, amount: '40.00', ...change },
    caller,
  )

const act = (caller: Customer, id: string, action: string) =>
  bank.call(`POST /api/v1/payment-rails/mandates/${id}/${action}`, {}, caller)

const again = async (person: Customer): Promise<Customer> => {
  const { email, password } = person
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  return { ...person, token: body.access_token }
}

const clearing = () => unitsOf(bank, 'clearing:sepa', 'EUR')

describe('direct_debit_mandate.create', () => {
  it.each([
    ['a wrong creditor identifier', { creditor_id: 'DE97ZZZ09999999999' }, 'creditor_id'],
    ['a wrong IBAN', { debtor_iban: 'DE88370400440532013000' }, 'debtor_iban'],
    ['an IBAN outside SEPA', { debtor_iban: 'SA0380000000608010167519' }, 'debtor_iban'],
    ['no debtor', { debtor_iban: undefined }, 'debtor_iban'],
    ['another own IBAN', { creditor_iban: OUTSIDE_IBAN }, 'creditor_iban'],
    ['a signature in the future', { signed_at: '2026-03-04' }, 'signed_at'],
    ['a signature of long ago', { signed_at: '2022-01-01' }, 'signed_at'],
    ['a wrong limit', { max_amount: '-1' }, 'max_amount'],
  ])('refuses %s', async (_title, change, field) => {
    const { status, body } = await ask(await customer(bank, {}), change)
    expect(status, JSON.stringify(body)).toBe(422)
    expect(body.errors).toHaveProperty(field)
  })

  it('refuses a reference that is in use, and an identifier of another customer', async () => {
    const [ada, eve] = [await customer(bank, {}), await customer(bank, {})]
    const one = { mandate_id: 'SAME', creditor_id: CREDITOR_ID }
    const { id } = await give(ada, one)
    expect((await ask(ada, one)).body.error.code).toBe('MANDATE_EXISTS')
    expect((await ask(eve, { creditor_id: CREDITOR_ID })).status).toBe(422)
    await act(ada, id, 'cancel')
    expect((await ask(ada, one)).status).toBe(201)
  })
})

describe('direct_debit.collect', () => {
  it('credits the amount when it settles', async () => {
    const ada = await customer(bank, {})
    const mandate = await give(ada)
    const { status, body } = await collect(ada, mandate.id, { memo: 'March' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      direction: 'incoming',
      type: 'direct_debit',
      status: 'processing',
      // A business day later.
      estimated_settlement: '2026-03-04T08:00:00.000Z',
    })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(0n)
    await after(bank, 2)
    expect(await read(bank, ada, body.data.payment_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(4_000n)
    expect(await clearing()).toBe(0n)
  })

  it('keeps within the mandate: its state, its limit and its period', async () => {
    const ada = await customer(bank, {})
    const { id } = await give(ada, { max_amount: '50.00', frequency: 'monthly' })
    const refused = async (change: object = {}) => (await collect(ada, id, change)).body.error
    expect(await refused({ amount: '50.01' })).toMatchObject({
      code: 'COLLECTION_NOT_ALLOWED',
      message: 'The mandate allows at most 50.00 EUR a collection, and this is 50.01 EUR.',
    })
    await act(ada, id, 'suspend')
    expect(await refused()).toMatchObject({ code: 'COLLECTION_NOT_ALLOWED' })
    await act(ada, id, 'resume')
    const answers = await Promise.all([1, 2, 3].map(() => collect(ada, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    await act(ada, id, 'cancel')
    expect(await refused()).toMatchObject({ code: 'COLLECTION_NOT_ALLOWED' })
    expect((await act(ada, id, 'resume')).body.error.code).toBe('DEBIT_MANDATE_STATE_CONFLICT')
    await after(bank, 2)
  })

  it('is refused to others, and to the debtor', async () => {
    const [ada, eve] = [await customer(bank, {}), await customer(bank, {})]
    const { id } = await give(ada)
    expect((await collect(eve, id)).status).toBe(404)
    const given = await give(eve, {
      role: 'debtor',
      debtor_iban: undefined,
      creditor_iban: OUTSIDE_IBAN,
    })
    expect((await collect(eve, given.id)).body.error.code).toBe('COLLECTION_NOT_ALLOWED')
  })

  it('fails where the debtor’s bank refuses', async () => {
    const ada = await customer(bank, {})
    const { id } = await give(ada, { debtor_iban: ibanEnding('9951') })
    const { payment_id } = (await collect(ada, id)).body.data
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'failed', code: 'MD01' })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(0n)
  })

  it('debits a returned collection from the account', async () => {
    const ada = await customer(bank, { EUR: '10.00' })
    const { id } = await give(ada, { debtor_iban: ibanEnding('9824') })
    const { payment_id } = (await collect(ada, id)).body.data
    await after(bank, 2)
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(5_000n)
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'returned', code: 'AM04' })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(1_000n)
    expect(await clearing()).toBe(0n)
  })

  it('recovers a returned collection later if the money was spent', async () => {
    const [ada, ben] = [await customer(bank, {}), await customer(bank, {})]
    const { id } = await give(ada, { debtor_iban: ibanEnding('9824') })
    const { payment_id } = (await collect(ada, id)).body.data
    await after(bank, 2)
    const away = { from_account: ada.account, to_account: ben.account, amount: '40.00' }
    const moved = await bank.call(
      'POST /api/v2/transfers',
      { ...away, asset_code: 'EUR', workflow_enabled: false },
      ada,
    )
    expect(moved.status).toBe(201)
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'recovering' })
    // The network has its money back; the bank waits for the recovery.
    expect(await clearing()).toBe(-4_000n)
    await bank.call(
      `POST /api/v2/accounts/${ada.account}/deposit`,
      { amount: '100.00', asset_code: 'EUR' },
      ada,
    )
    await after(bank, 60)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'returned' })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(6_000n)
    expect(await clearing()).toBe(0n)
    expect(await eventsOf(bank, payment_id)).toEqual([
      'rail_payment.submitted',
      'rail_payment.completed',
      'rail_payment.recovering',
      'rail_payment.returned',
    ])
  })
})

describe('a returned collection', () => {
  const euros = { asset_code: 'EUR', workflow_enabled: false }
  const openSecond = async (ada: Customer) =>
    (await bank.call('POST /api/accounts', { name: 'Second', user_uuid: ada.uuid }, ada)).body.data
      .uuid as string
  const transfer = (ada: Customer, from_account: string, to_account: string, amount: string) =>
    bank.call('POST /api/v2/transfers', { from_account, to_account, amount, ...euros }, ada)
  const deposit = (ada: Customer, account: string, amount: string, asset_code = 'EUR') =>
    bank.call(`POST /api/v2/accounts/${account}/deposit`, { amount, asset_code }, ada)

  async function start(ada: Customer): Promise<string> {
    const { id } = await give(ada, { debtor_iban: ibanEnding('9824') })
    return (await collect(ada, id)).body.data.payment_id
  }

  it('is taken from any account of its owner', async () => {
    const ada = await customer(bank, {})
    const second = await openSecond(ada)
    const payment_id = await start(ada)
    await after(bank, 2)
    expect((await transfer(ada, ada.account, second, '40.00')).status).toBe(201)
    await bank.call(`POST /api/accounts/${second}/freeze`, { reason: 'Hide' }, ada)
    await after(bank, 2)
    expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'returned' })
    expect(await unitsOf(bank, second, 'EUR')).toBe(0n)
    expect(await clearing()).toBe(0n)
  })

  it('takes incoming money until it is repaid, and nothing leaves or is closed meanwhile', async () => {
    const [ada, ben] = [await customer(bank, { USD: '50.00' }), await customer(bank, {})]
    const second = await openSecond(ada)
    const [first, other] = [await start(ada), await start(ada)]
    await after(bank, 2)
    expect((await transfer(ada, ada.account, ben.account, '75.00')).status).toBe(201)
    await after(bank, 2)
    expect(await read(bank, ada, first)).toMatchObject({ status: 'recovering' })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(0n)
    // 80.00 came back, and 5.00 were there: 75.00 are owed.
    expect(await clearing()).toBe(-7_500n)
    // Incoming money, on any account, stays.
    expect((await deposit(ada, second, '60.00')).status).toBeLessThan(300)
    const third = await openSecond(ada)
    expect((await deposit(ada, third, '1.00')).status).toBeLessThan(300)
    const ways = {
      transfer: await transfer(ada, second, ben.account, '1.00'),
      dollars: await bank.call(
        'POST /api/v2/transfers',
        { from_account: ada.account, to_account: ben.account, amount: '1.00', asset_code: 'USD' },
        ada,
      ),
      own: await transfer(ada, second, ada.account, '1.00'),
      'new account': await transfer(ada, third, ben.account, '1.00'),
      cash: await bank.call(
        `POST /api/v2/accounts/${second}/withdraw`,
        { amount: '1.00', asset_code: 'EUR' },
        ada,
      ),
      rail: await bank.call(
        'POST /api/v1/payment-rails/payments',
        { amount: '1.00', currency: 'EUR', creditor_account: OUTSIDE_IBAN, from_account: second },
        ada,
      ),
      'close an empty account': await bank.call(
        `DELETE /api/accounts/${await openSecond(ada)}`,
        undefined,
        ada,
      ),
    }
    const codes = Object.entries(ways).map(([way, { body }]) => [way, body.error?.code])
    expect(codes.filter(([, code]) => code !== 'DEBT_OUTSTANDING')).toEqual([])
    await after(bank, 60)
    expect(await clearing()).toBe(-1_400n)
    expect(await unitsOf(bank, second, 'EUR')).toBe(0n)
    await deposit(ada, ada.account, '20.00')
    await after(bank, 60)
    for (const id of [first, other])
      expect(await read(bank, ada, id)).toMatchObject({ status: 'returned' })
    expect(await clearing()).toBe(0n)
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(600n)
    expect((await transfer(ada, ada.account, ben.account, '6.00')).status).toBe(201)
  })
})

describe('a collection from another customer of this bank', () => {
  const between = async (money: Record<string, string> = { EUR: '100.00' }) => {
    const [creditor, debtor] = [await customer(bank, {}), await customer(bank, money)]
    const theirs = { creditor_id: creditorId(), mandate_id: `M-${++count}` }
    const { iban: debtor_iban } = await numbersOf(bank, debtor)
    const { iban: creditor_iban } = await numbersOf(bank, creditor)
    const mandate = await give(creditor, { ...theirs, debtor_iban })
    return { creditor, debtor, theirs, creditor_iban, mandate }
  }
  const allow = (debtor: Customer, theirs: object, creditor_iban: string, change: object = {}) =>
    give(debtor, { ...theirs, role: 'debtor', debtor_iban: undefined, creditor_iban, ...change })

  it('debits nothing without the debtor’s own mandate', async () => {
    const { creditor, debtor, mandate } = await between()
    const { payment_id } = (await collect(creditor, mandate.id)).body.data
    await after(bank, 2)
    expect(await read(bank, creditor, payment_id)).toMatchObject({ status: 'failed', code: 'MD01' })
    expect(await unitsOf(bank, debtor.account, 'EUR')).toBe(10_000n)
  })

  it('debits nothing for a creditor whose account the debtor did not name', async () => {
    const { creditor, debtor, theirs, mandate } = await between()
    await allow(debtor, theirs, OUTSIDE_IBAN)
    const { payment_id } = (await collect(creditor, mandate.id)).body.data
    await after(bank, 2)
    expect(await read(bank, creditor, payment_id)).toMatchObject({ status: 'failed', code: 'MD01' })
    expect(await unitsOf(bank, debtor.account, 'EUR')).toBe(10_000n)
  })

  it('is announced to its debtor, until the mandate is suspended or it is settled', async () => {
    const { creditor, debtor, theirs, creditor_iban, mandate } = await between()
    const upcoming = async (caller: Customer) => {
      const route = 'GET /api/v1/payment-rails/collections/upcoming'
      return (await bank.call(route, undefined, caller)).body.data
    }
    const later = { collection_date: '2026-04-15', amount: '7.00', memo: 'April' }
    await collect(creditor, mandate.id, later)
    // A customer who has allowed nothing learns nothing of what others try to collect.
    expect(await upcoming(debtor)).toEqual([])
    const given = await allow(debtor, theirs, creditor_iban)
    await collect(creditor, mandate.id, { amount: '5.00' })
    expect(await upcoming(debtor)).toMatchObject([
      { amount: '5.00', currency: 'EUR', creditor_name: 'Gym', status: 'processing' },
      { amount: '7.00', memo: 'April', mandate: given.id, account_uuid: debtor.account },
    ])
    expect(await upcoming(creditor)).toEqual([])
    const change = (action: string) =>
      bank.call(`POST /api/v1/payment-rails/mandates/${given.id}/${action}`, {}, debtor)
    await change('suspend')
    expect(await upcoming(debtor)).toEqual([])
    await change('resume')
    await after(bank, 2)
    expect(await upcoming(debtor)).toMatchObject([{ amount: '7.00', status: 'pending' }])
  })

  it('moves the money once the debtor has a mandate, within its limits', async () => {
    const { creditor, debtor, theirs, creditor_iban, mandate } = await between()
    await allow(debtor, theirs, creditor_iban, { max_amount: '45.00', frequency: 'one_off' })
    const run = async (amount: string) => {
      const { payment_id } = (await collect(creditor, mandate.id, { amount })).body.data
      await after(bank, 2)
      return read(bank, creditor, payment_id)
    }
    expect(await run('45.01')).toMatchObject({ status: 'failed', code: 'AM02' })
    expect(await run('45.00')).toMatchObject({ status: 'completed' })
    expect(await run('1.00')).toMatchObject({ status: 'failed', code: 'MD02' })
    expect(await unitsOf(bank, debtor.account, 'EUR')).toBe(5_500n)
    expect(await unitsOf(bank, creditor.account, 'EUR')).toBe(4_500n)
    expect(await clearing()).toBe(0n)
  })

  it('never reaches a debtor of another tenant, at the start or when it settles', async () => {
    const { creditor, debtor, theirs, creditor_iban, mandate } = await between()
    await allow(debtor, theirs, creditor_iban)
    const { payment_id } = (await collect(creditor, mandate.id)).body.data
    await leaveTenant(bank, debtor)
    await after(bank, 2)
    expect(await read(bank, creditor, payment_id)).toMatchObject({ status: 'failed', code: 'AC01' })
    expect((await collect(creditor, mandate.id)).body.error.code).toBe('COLLECTION_NOT_ALLOWED')
    const { debtor_iban } = mandate
    expect((await ask(creditor, { debtor_iban })).body.errors).toHaveProperty('debtor_iban')
    expect(await unitsOf(bank, debtor.account, 'EUR')).toBe(10_000n)
  })

  it('debits nothing once the debtor’s key is read-only, expired or revoked, the debtor suspended or everything ended', async () => {
    const { creditor, debtor, theirs, creditor_iban, mandate } = await between()
    const run = async () => {
      const { payment_id } = (await collect(creditor, mandate.id, { amount: '1.00' })).body.data
      await after(bank, 2)
      return read(bank, creditor, payment_id)
    }
    const made = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Stolen', permissions: ['read', 'write'] },
      { token: debtor.login },
    )
    const key = made.body.data
    await allow({ ...debtor, token: key.api_key }, theirs, creditor_iban)
    expect(await run()).toMatchObject({ status: 'completed' })
    const permit = async (permissions: string[]) => {
      const route = `PUT /api/v2/api-keys/${key.uuid}`
      const { status } = await bank.call(route, { permissions }, { token: debtor.login })
      expect(status).toBe(200)
    }
    await permit(['read'])
    expect(await run()).toMatchObject({ status: 'failed', code: 'MD01' })
    await permit(['read', 'write'])
    const expire = (at: Date | null) =>
      bank.sql(`update identity.credentials set expires_at = $2 where id = $1`, [key.uuid, at])
    await expire(bank.clock.now())
    expect(await run()).toMatchObject({ status: 'failed', code: 'MD01' })
    await expire(null)
    await bank.call(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, { token: debtor.login })
    expect(await run()).toMatchObject({ status: 'failed', code: 'MD01' })
    const out = async (body: object) =>
      (await bank.call('POST /api/auth/logout-all', body, await again(debtor))).body.data
    expect((await out({ end_everything: true })).still_active.direct_debit_mandates).toBe(0)
    await allow(await again(debtor), theirs, creditor_iban)
    // Signing out ends no mandate.
    expect((await out({})).still_active.direct_debit_mandates).toBe(1)
    expect(await run()).toMatchObject({ status: 'completed' })
    const judge = async (action: string) =>
      bank.call(
        `POST /api/v2/users/${debtor.uuid}/${action}`,
        { reason: 'Check' },
        await bank.operator(),
      )
    await judge('suspend')
    expect(await run()).toMatchObject({ status: 'failed', code: 'MD01' })
    await judge('reinstate')
    const join = (tenant: string) =>
      bank.sql(`update identity.users set tenant_uuid = ${tenant} where uuid = $1`, [debtor.uuid])
    await join('gen_random_uuid()')
    expect(await run()).toMatchObject({ status: 'failed', code: 'MD01' })
    await join('null')
    expect(await run()).toMatchObject({ status: 'completed' })
    await out({ end_everything: true })
    expect(await run()).toMatchObject({ status: 'failed', code: 'MD01' })
    expect(await unitsOf(bank, debtor.account, 'EUR')).toBe(9_700n)
  })

  it('is checked again after transfers were switched off', async () => {
    const operator = await bank.operator()
    const turn = (on: boolean) =>
      bank.call('PUT /api/v2/features/transfers', { on, reason: 'Incident.' }, operator)
    const wait = async (leave: (debtor: Customer, given: string) => Promise<unknown>) => {
      const { creditor, debtor, theirs, creditor_iban, mandate } = await between({})
      const given = await allow(debtor, theirs, creditor_iban)
      const { payment_id } = (await collect(creditor, mandate.id)).body.data
      await turn(false)
      await after(bank, 2)
      expect(await read(bank, creditor, payment_id)).toMatchObject({ status: 'processing' })
      await leave(debtor, given.id)
      await turn(true)
      await after(bank, 61)
      const { status, code } = await read(bank, creditor, payment_id)
      return { status, code, units: await unitsOf(bank, creditor.account, 'EUR') }
    }
    const close = ({ account, ...debtor }: Customer) =>
      bank.call(`DELETE /api/accounts/${account}`, undefined, debtor)
    expect(await wait(close)).toEqual({ status: 'failed', code: 'AC01', units: 0n })
    const cancel = (debtor: Customer, given: string) => act(debtor, given, 'cancel')
    expect(await wait(cancel)).toEqual({ status: 'failed', code: 'MD01', units: 0n })
  })

  it('fails when the debtor lacks the money', async () => {
    const { creditor, debtor, theirs, creditor_iban, mandate } = await between({ EUR: '39.99' })
    await allow(debtor, theirs, creditor_iban)
    const { payment_id } = (await collect(creditor, mandate.id)).body.data
    await after(bank, 2)
    expect(await read(bank, creditor, payment_id)).toMatchObject({ status: 'failed', code: 'AM04' })
    expect(await unitsOf(bank, debtor.account, 'EUR')).toBe(3_999n)
  })
})

describe('an incoming direct debit', () => {
  const debit = async (account: string, creditor_id: string, change: object = {}) =>
    bank.call(
      'POST /api/v1/payment-rails/incoming',
      {
        rail: 'sepa_direct_debit',
        amount: '30.00',
        currency: 'EUR',
        account,
        counterparty: { name: 'Gym', iban: OUTSIDE_IBAN },
        external_id: `NET-${++count}`,
        direct_debit: { creditor_id, mandate_id: 'GYM-1' },
        ...change,
      },
      await bank.operator(),
    )

  it('is taken only with an active mandate of the customer', async () => {
    const ada = await customer(bank, { EUR: '50.00' })
    const { iban } = await numbersOf(bank, ada)
    const creditor_id = creditorId()
    const codeOf = async () => (await debit(iban, creditor_id)).body.error?.details.network_code
    expect(await codeOf()).toBe('MD01')
    const { id } = await give(ada, {
      role: 'debtor',
      mandate_id: 'GYM-1',
      creditor_id,
      debtor_iban: undefined,
      creditor_iban: OUTSIDE_IBAN,
    })
    await act(ada, id, 'suspend')
    expect(await codeOf()).toBe('MD01')
    await act(ada, id, 'resume')
    const taken = await debit(iban, creditor_id)
    expect(taken.status).toBe(201)
    expect(taken.body.data).toMatchObject({ direction: 'outgoing', mandate: id })
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(2_000n)
    expect(await codeOf()).toBe('AM04')
    await act(ada, id, 'cancel')
    expect(await codeOf()).toBe('MD01')
    expect(await unitsOf(bank, ada.account, 'EUR')).toBe(2_000n)
    expect(await clearing()).toBe(0n)
  })
})

describe('an unused mandate', () => {
  it('expires after 36 months', async () => {
    const ada = await customer(bank, {})
    const { id } = await give(ada, { signed_at: '2023-03-04' })
    await bank.runJob('payment_rails.expire_mandates')
    const state = async () =>
      (await bank.call(`GET /api/v1/payment-rails/mandates/${id}`, undefined, ada)).body.data.status
    expect(await state()).toBe('active')
    bank.clock.advance(2 * 86_400)
    expect((await collect(ada, id)).body.error.message).toContain('expired')
    await bank.runJob('payment_rails.expire_mandates')
    expect(await state()).toBe('expired')
  })
})

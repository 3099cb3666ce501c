// Deposits, withdrawals and transfers, through HTTP against PostgreSQL.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
let ada: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank()
  ada = await bank.person()
  bob = await bank.person({ name: 'Bob Byrne' })
})
afterAll(() => bank.stop())

async function open(person: Person, cents = 0): Promise<string> {
  const { body } = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Test', initial_balance: cents },
    person,
  )
  return body.data.uuid
}

/** Total and reserved; null where the account never had any. */
async function balanceOf(account: string, asset = 'USD') {
  const [row] = await bank.sql<{ units: string; held: string }>(
    'select units, held from ledger.balances where account_id = $1 and asset = $2 and seq > 0',
    [account, asset],
  )
  return row ? [Number(row.units), Number(row.held)] : null
}

const freeze = (account: string, person: Person) =>
  bank.call(`POST /api/accounts/${account}/freeze`, { reason: 'Test' }, person)

const codeOf = ({ status, body }: Answer) => [status, body.error?.code]

const UNKNOWN = '0197a000-0000-7000-8000-00000000abcd'

const badAmounts: readonly unknown[] = [
  '-1.00',
  '0',
  '0.00',
  0,
  -5,
  'NaN',
  'Infinity',
  '1e3',
  1e21,
  1e-7,
  '1.001',
  1.001,
  '1'.repeat(40),
  '1,00',
  ' 1',
  '1.',
  '.5',
  '',
  'ten',
  null,
  true,
  [],
  {},
  1234567890123456,
]

describe('account.deposit', () => {
  const deposit = (account: string, body: object, person = ada, version = '/v2') =>
    bank.call(`POST /api${version}/accounts/${account}/deposit`, body, person)

  it('accepts a small JSON number as written, and requires text where digits may be lost', async () => {
    const account = await open(ada)
    const small = await deposit(account, { amount: 0.0000005, asset_code: 'ETH' })
    expect([small.status, small.body.data.amount]).toEqual([200, '0.000000500000000000'])
    const long = await deposit(account, { amount: 1.1234567890123457, asset_code: 'ETH' })
    expect(long.body.errors.amount).toEqual([
      'A JSON number is exact up to 15 digits; send the amount as text.',
    ])
  })

  it.each(['', '/v2'])('adds money and answers with the transaction (%s)', async (version) => {
    const account = await open(ada)
    const body = { amount: '12.50', asset_code: 'USD', reference: 'Salary' }
    const answer = await deposit(account, body, ada, version)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      account_uuid: account,
      type: 'deposit',
      amount: '12.50',
      asset_code: 'USD',
      status: 'completed',
      reference: 'Salary',
      balance_after: '12.50',
      transaction_type: 'deposit',
      new_balance: 1250,
      amount_deposited: 1250,
    })
    expect(await balanceOf(account)).toEqual([1250, 0])
  })

  it.each(badAmounts)('refuses the amount %j and changes nothing', async (amount) => {
    const account = await open(ada, 100)
    const answer = await deposit(account, { amount, asset_code: 'USD' })
    expect(codeOf(answer)).toEqual([422, 'VALIDATION_ERROR'])
    expect(Object.keys(answer.body.errors)).toEqual(['amount'])
    expect(await balanceOf(account)).toEqual([100, 0])
  })

  it('accepts as many decimals as the asset has', async () => {
    const account = await open(ada)
    const one = async (amount: unknown, asset_code: string) =>
      (await deposit(account, { amount, asset_code })).status
    expect(await one('0.000000000000000001', 'ETH')).toBe(200)
    expect(await one('0.0000000000000000001', 'ETH')).toBe(422)
    expect(await one('1', 'JPY')).toBe(200)
    expect(await one('1.5', 'JPY')).toBe(422)
    expect(await one(0.0001, 'GCU')).toBe(200)
    expect(await one(12.5, 'EUR')).toBe(200)
  })

  it.each(['XXX', 'FCRYPTO', 'usd', 'US', '', 1])('refuses the asset %j', async (asset_code) => {
    const answer = await deposit(await open(ada), { amount: '1', asset_code })
    expect(codeOf(answer)).toEqual([422, 'VALIDATION_ERROR'])
    expect(Object.keys(answer.body.errors)).toEqual(['asset_code'])
  })

  it('is refused on a frozen account, another user’s, and an unknown one', async () => {
    const account = await open(ada, 100)
    const body = { amount: '1.00', asset_code: 'USD' }
    expect(codeOf(await deposit(account, body, bob))).toEqual([403, 'FORBIDDEN'])
    expect(codeOf(await deposit(UNKNOWN, body))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await deposit('acct_1', body))).toEqual([404, 'NOT_FOUND'])
    await freeze(account, ada)
    expect(codeOf(await deposit(account, body))).toEqual([422, 'ACCOUNT_FROZEN'])
    expect(await balanceOf(account)).toEqual([100, 0])
  })
})

describe('account.withdraw', () => {
  const withdraw = (account: string, amount: unknown, asset_code = 'USD', person = ada) =>
    bank.call(`POST /api/v2/accounts/${account}/withdraw`, { amount, asset_code }, person)

  it('takes money out, down to zero and no further', async () => {
    const account = await open(ada, 1000)
    const { status, body } = await withdraw(account, '4.00')
    expect([status, body.data.balance_after, body.data.amount_withdrawn]).toEqual([
      200,
      '6.00',
      400,
    ])
    const refused = await withdraw(account, '6.01')
    expect(codeOf(refused)).toEqual([422, 'INSUFFICIENT_BALANCE'])
    expect(refused.body.errors.amount).toHaveLength(1)
    expect(refused.body.error.details).toEqual({ current_balance: '600', requested_amount: '601' })
    expect((await withdraw(account, '6.00')).status).toBe(200)
    expect(await balanceOf(account)).toEqual([0, 0])
  })

  it('never exceeds the balance, however many requests are concurrent', async () => {
    const account = await open(ada, 1000)
    const answers = await Promise.all(Array.from({ length: 25 }, () => withdraw(account, '1.00')))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 422)).toHaveLength(15)
    expect(await balanceOf(account)).toEqual([0, 0])
  })
})

describe('transfer.create', () => {
  const send = (body: object, options: { token: string; key?: string } = ada) =>
    bank.call('POST /api/v2/transfers', { amount: '10.00', asset_code: 'USD', ...body }, options)
  const direct = (body: object, options: { token: string; key?: string } = ada) =>
    send({ workflow_enabled: false, ...body }, options)
  const get = (uuid: string, person = ada) =>
    bank.call(`GET /api/v2/transfers/${uuid}`, undefined, person)

  it('is pending when made, and completed by its workflow', async () => {
    const [from, to] = [await open(ada, 10_000), await open(bob)]
    const { status, body } = await send({
      from_account: from,
      to_account: to,
      reference: 'Rent',
      metadata: { invoice: { no: 7 } },
    })
    expect(status).toBe(201)
    const { data } = body
    expect(data).toMatchObject({
      from_account: from,
      to_account: to,
      from_name: 'Ada Lovelace',
      // Until the money has arrived, the payee is not named.
      to_name: null,
      amount: '10.00',
      asset_code: 'USD',
      status: 'pending',
      reference: 'Rent',
      workflow_id: expect.stringMatching(/^wf_[0-9a-f]{32}$/),
      completed_at: null,
      metadata: { invoice: { no: 7 } },
      fees: { transfer_fee: '0.00', currency: 'USD' },
    })
    expect(new Date(data.estimated_completion) > new Date(data.created_at)).toBe(true)
    await expect.poll(async () => (await get(data.uuid, bob)).body.data.status).toBe('completed')
    const done = (await get(data.uuid)).body.data
    expect(done).toEqual({
      ...data,
      to_name: 'Bob Byrne',
      status: 'completed',
      completed_at: expect.any(String),
      estimated_completion: null,
    })
    expect(await balanceOf(from)).toEqual([9000, 0])
    expect(await balanceOf(to)).toEqual([1000, 0])
  })

  it('completes in the same call without a workflow', async () => {
    const [from, to] = [await open(ada, 10_000), await open(bob)]
    const { status, body } = await direct({ from_account: from, to_account: to })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      status: 'completed',
      workflow_id: null,
      estimated_completion: null,
    })
    expect((await get(body.data.uuid)).body.data).toEqual(body.data)
    expect(await balanceOf(to)).toEqual([1000, 0])
  })

  it.each([
    ['from_account_uuid', 'to_account_uuid', 'asset_code', 'description'],
    ['from_account_id', 'to_account_id', 'currency', 'reference'],
  ])('understands %s, %s, %s and %s', async (fromName, toName, assetName, textName) => {
    const [from, to] = [await open(ada, 10_000), await open(bob)]
    const body = { [fromName]: from, [toName]: to, [assetName]: 'USD', [textName]: 'Hello' }
    const answer = await bank.call('POST /api/transfers', { amount: 1, ...body }, ada)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({ from_account: from, to_account: to, amount: '1.00' })
    expect(answer.body.data.reference).toBe('Hello')
  })

  it.each(badAmounts)('refuses the amount %j and holds nothing', async (amount) => {
    const [from, to] = [await open(ada, 100), await open(bob)]
    const answer = await send({ from_account: from, to_account: to, amount })
    expect(codeOf(answer)).toEqual([422, 'VALIDATION_ERROR'])
    expect(Object.keys(answer.body.errors)).toEqual(['amount'])
    expect(await balanceOf(from)).toEqual([100, 0])
  })

  it('names the field that is missing or wrong', async () => {
    const account = await open(ada, 100)
    const errorsOf = async (body: object) =>
      Object.keys((await send({ amount: '0.10', ...body })).body.errors)
    expect(await errorsOf({})).toEqual(['from_account', 'to_account'])
    expect(await errorsOf({ from_account: account, to_account: account })).toEqual(['to_account'])
    expect(await errorsOf({ from_account: account, to_account: UNKNOWN })).toEqual(['to_account'])
    expect(await errorsOf({ from_account: 'x', to_account: account })).toEqual(['from_account'])
    expect(
      await errorsOf({ from_account: account, to_account: UNKNOWN, asset_code: 'XXX' }),
    ).toEqual(['asset_code'])
    const system = '00000000-0000-4000-8000-000000000001'
    expect(await errorsOf({ from_account: account, to_account: system })).toEqual(['to_account'])
    const long = { from_account: account, to_account: UNKNOWN, reference: 'x'.repeat(256) }
    expect(await errorsOf(long)).toEqual(['reference'])
  })

  it('refuses in the specified order, and not a cent moves', async () => {
    const [from, to] = [await open(ada, 500), await open(bob, 500)]
    const both = { from_account: from, to_account: to }
    expect(codeOf(await send({ from_account: to, to_account: from }))).toEqual([
      403,
      'UNAUTHORIZED_TRANSFER',
    ])
    const refused = await send(both)
    expect(codeOf(refused)).toEqual([422, 'INSUFFICIENT_FUNDS'])
    expect(refused.body.error.details).toEqual({
      asset_code: 'USD',
      current_balance: '500',
      requested_amount: '1000',
    })
    await freeze(to, bob)
    expect(codeOf(await send(both))).toEqual([422, 'DESTINATION_ACCOUNT_FROZEN'])
    await freeze(from, ada)
    expect(codeOf(await send(both))).toEqual([422, 'SOURCE_ACCOUNT_FROZEN'])
    expect(await balanceOf(from)).toEqual([500, 0])
    expect(await balanceOf(to)).toEqual([500, 0])
    expect(await bank.sql('select 1 from ledger.holds where account_id = $1', [from])).toEqual([])
  })

  it('is made once however often it is retried, also after a restart', async () => {
    const [from, to] = [await open(ada, 10_000), await open(bob)]
    const body = { from_account: from, to_account: to }
    const first = await direct(body, { ...ada, key: 'once' })
    const again = await direct(body, { ...ada, key: 'once' })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    const other = await startBank({ address: bank.address, clock: bank.clock })
    const elsewhere = await other.call(
      'POST /api/v2/transfers',
      { amount: '10.00', asset_code: 'USD', workflow_enabled: false, ...body },
      { ...ada, key: 'once' },
    )
    expect([elsewhere.status, elsewhere.body]).toEqual([201, first.body])
    const conflict = await other.call(
      'POST /api/v2/transfers',
      { amount: '11.00', asset_code: 'USD', workflow_enabled: false, ...body },
      { ...ada, key: 'once' },
    )
    expect(codeOf(conflict)).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    await other.stop()
    expect(await balanceOf(to)).toEqual([1000, 0])
  })

  it('reports what would happen when simulated, and changes nothing', async () => {
    const [from, to] = [await open(ada, 1500), await open(bob, 100)]
    const answer = await send({ from_account: from, to_account: to, simulate: true })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      simulated: true,
      from_balance_after: '5.00',
      // A simulation discloses nothing about another user's account.
      to_balance_after: null,
    })
    const own = await open(ada, 100)
    const within = await send({ from_account: from, to_account: own, simulate: true })
    expect(within.body.data).toMatchObject({
      from_balance_after: '5.00',
      to_balance_after: '11.00',
    })
    const refused = await send({
      from_account: from,
      to_account: to,
      amount: '15.01',
      simulate: true,
    })
    expect(codeOf(refused)).toEqual([422, 'INSUFFICIENT_FUNDS'])
    expect(await balanceOf(from)).toEqual([1500, 0])
    expect((await get(answer.body.data.uuid)).status).toBe(404)
  })

  it('is seen by the owners of both accounts only', async () => {
    const [from, to] = [await open(ada, 10_000), await open(bob)]
    const { body } = await direct({ from_account: from, to_account: to })
    const eve = await bank.person()
    expect(codeOf(await get(body.data.uuid, eve))).toEqual([403, 'FORBIDDEN'])
    expect((await get(body.data.uuid, bob)).status).toBe(200)
    const list = async (account: string, person: Person) =>
      (await bank.call(`GET /api/v2/accounts/${account}/transfers`, undefined, person)).body
    expect((await list(from, ada)).data).toEqual([{ ...body.data, direction: 'outgoing' }])
    expect((await list(to, bob)).data).toEqual([{ ...body.data, direction: 'incoming' }])
  })

  it('are listed newest first, page by page', async () => {
    const [from, to] = [await open(ada, 10_000), await open(bob)]
    const uuids: string[] = []
    for (let n = 1; n <= 5; n++) {
      bank.clock.advance(1)
      const { body } = await direct({ from_account: from, to_account: to, amount: `0.0${n}` })
      uuids.unshift(body.data.uuid)
    }
    const page = async (query: string) =>
      (await bank.call(`GET /api/v2/accounts/${from}/transfers?${query}`, undefined, ada)).body
    const second = await page('per_page=2&page=2')
    expect(second.data.map((row: { uuid: string }) => row.uuid)).toEqual(uuids.slice(2, 4))
    expect(second.meta).toEqual({
      current_page: 2,
      last_page: 3,
      per_page: 2,
      total: 5,
      from: 3,
      to: 4,
    })
    const empty = await page('page=9')
    expect([empty.data, empty.meta.from, empty.meta.to]).toEqual([[], null, null])
  })
})

describe('a transfer that cannot be completed', () => {
  it('releases the money, states the reason, and emits events', async () => {
    const [from, to] = [await open(ada, 10_000), await open(bob)]
    // The destination is frozen between the reservation and the completion.
    const id = '0197b000-0000-7000-8000-000000000000'
    await freeze(to, bob)
    await bank.sql(
      `with held as (update ledger.balances set held = held + 700, version = version + 1
         where account_id = $2 and asset = 'USD')
       insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units,
         user_uuid, request_id, created_at)
       values ($1, 'live', 'transfer', $2, $3, 'USD', 700, $4, 'req-1', $5)`,
      [id, from, to, ada.uuid, bank.clock.now()],
    )
    bank.clock.advance(1)
    const get = async () => (await bank.call(`GET /api/transfers/${id}`, undefined, ada)).body.data
    await expect.poll(async () => (await get()).status).toBe('failed')
    expect((await get()).failure_reason).toMatch(/frozen/)
    expect(await balanceOf(from)).toEqual([10_000, 0])
    expect(await balanceOf(to)).toBeNull()
    const events = await bank.sql<{ type: string; data: { error?: string } }>(
      "select type, data from platform.events where request_id = 'req-1' order by position",
    )
    expect(events.map((event) => event.type)).toEqual([
      'transfer.failed',
      'workflow.failed',
      'workflow.compensation_executed',
    ])
    expect(events[1]!.data.error).toMatch(/frozen/)
  })
})

describe('transfer.bulk', () => {
  const bulk = (body: object, options: { token: string; key?: string } = ada) =>
    bank.call('POST /api/v2/transfers/bulk', body, options)
  const item = (from: string, to: string, amount: unknown) => ({
    from_account: from,
    to_account: to,
    amount,
    asset_code: 'USD',
  })

  it('makes all of them, in order, each after the effects of the previous ones', async () => {
    const [a, b] = [await open(ada, 1000), await open(ada)]
    const transfers = [item(a, b, '10.00'), item(b, a, '4.00'), item(b, a, '6.00')]
    const { status, body } = await bulk({ transfers }, { ...ada, key: 'bulk-1' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ total: 3, completed: 3, refused: 0, simulated: false })
    expect(body.data.results[1]).toMatchObject({
      status: 'completed',
      from_balance_after: '6.00',
      to_balance_after: '4.00',
    })
    const again = await bulk({ transfers }, { ...ada, key: 'bulk-1' })
    expect(again.body).toEqual(body)
    expect(await balanceOf(a)).toEqual([1000, 0])
    expect(await balanceOf(b)).toEqual([0, 0])
  })

  it('makes none when one is refused, and names it', async () => {
    const [a, b] = [await open(ada, 1000), await open(ada)]
    const answer = await bulk({ transfers: [item(a, b, '10.00'), item(a, b, '0.01')] })
    expect(codeOf(answer)).toEqual([422, 'BULK_TRANSFER_REJECTED'])
    expect(answer.body.error.details).toMatchObject({ index: 1, code: 'INSUFFICIENT_FUNDS' })
    expect(await balanceOf(a)).toEqual([1000, 0])
    expect(await balanceOf(b)).toBeNull()
  })

  it('makes those that can be made when each is decided independently', async () => {
    const [a, b] = [await open(ada, 1000), await open(bob)]
    const transfers = [
      item(a, b, '10.00'),
      item(a, b, '0.01'),
      item(b, a, '1.00'),
      item(a, UNKNOWN, '1.00'),
      item(a, b, '-1'),
    ]
    const { status, body } = await bulk({ mode: 'each', transfers })
    expect(status).toBe(201)
    expect(
      body.data.results.map((one: { error: { code: string } | null }) => one.error?.code),
    ).toEqual([
      undefined,
      'INSUFFICIENT_FUNDS',
      'UNAUTHORIZED_TRANSFER',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
    ])
    expect(body.data).toMatchObject({ completed: 1, refused: 4 })
    expect(await balanceOf(a)).toEqual([0, 0])
    expect(await balanceOf(b)).toEqual([1000, 0])
  })

  it('can be simulated', async () => {
    const [a, b] = [await open(ada, 1000), await open(ada)]
    const { status, body } = await bulk({
      simulate: true,
      transfers: [item(a, b, '10.00'), item(a, b, '0.01')],
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ simulated: true, completed: 1, refused: 1 })
    expect(await balanceOf(a)).toEqual([1000, 0])
  })

  it('accepts a thousand and no more', async () => {
    const [a, b] = [await open(ada, 1000), await open(ada)]
    const many = (count: number) => Array.from({ length: count }, () => item(a, b, '0.01'))
    expect((await bulk({ transfers: many(1001) })).status).toBe(422)
    expect((await bulk({ transfers: [] })).status).toBe(422)
    const { status, body } = await bulk({ transfers: many(1000) })
    expect([status, body.data.completed]).toEqual([201, 1000])
    expect(await balanceOf(b)).toEqual([1000, 0])
  })
})

describe('fees', () => {
  it('are taken from the sender on top, as a move of their own', async () => {
    const dear = await startBank({
      address: bank.address,
      clock: bank.clock,
      env: { TRANSFER_FEE_BASIS_POINTS: '50' },
    })
    const [from, to] = [await open(ada, 10_050), await open(bob)]
    const transfer = { from_account: from, to_account: to, amount: '100.00', asset_code: 'USD' }
    const direct = await dear.call(
      'POST /api/v2/transfers',
      { ...transfer, amount: '60.00', workflow_enabled: false },
      ada,
    )
    expect(direct.body.data.fees).toEqual({ transfer_fee: '0.30', currency: 'USD' })
    const short = await dear.call('POST /api/v2/transfers', { ...transfer, amount: '40.20' }, ada)
    expect(codeOf(short)).toEqual([422, 'INSUFFICIENT_FUNDS'])
    const pending = await dear.call('POST /api/v2/transfers', { ...transfer, amount: '40.00' }, ada)
    const get = async () =>
      (await dear.call(`GET /api/v2/transfers/${pending.body.data.uuid}`, undefined, ada)).body.data
    await expect.poll(async () => (await get()).status).toBe('completed')
    expect((await get()).fees.transfer_fee).toBe('0.20')
    expect(await balanceOf(from)).toEqual([0, 0])
    expect(await balanceOf(to)).toEqual([10_000, 0])
    const fees = await bank.sql(
      `select units from ledger.moves where from_account = $1 and subtype = 'fee' order by position`,
      [from],
    )
    expect(fees).toEqual([{ units: '30' }, { units: '20' }])
    await dear.stop()
  })
})

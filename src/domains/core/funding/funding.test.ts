// Tests who may deposit and withdraw cash, in every possible way, on two nodes of a production bank.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { readAllSettings } from '../../../../test/harness/settings.ts'
import { callTool, everyScope } from '../../assistant/agent-tools/test-support.ts'
import { authorize } from '../../people/oauth/test-support.ts'
import { funding } from './index.ts'

const production = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }
const cash = (amount = '10.00', asset_code = 'USD') => ({ amount, asset_code })

let bank: Bank
let node: Bank
let operator: Person
let ada: Person

beforeAll(async () => {
  bank = await startBank({ env: production })
  node = await startBank({ env: production, address: bank.address, clock: bank.clock })
  operator = await bank.operator()
  ada = await bank.person()
})
afterAll(async () => {
  await node.stop()
  await bank.stop()
})

async function ok<T = Record<string, string>>(calling: Promise<Answer>): Promise<T> {
  const { status, body } = await calling
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body.data as T
}

const openAccount = async (person: Person, at = bank): Promise<string> =>
  (await ok(at.call('POST /api/v2/accounts', { name: 'Test' }, person))).uuid!

const deposit = (account: string, who: { token: string }, at = bank, amount = '10.00') =>
  at.call(`POST /api/v2/accounts/${account}/deposit`, cash(amount), who)

const withdraw = (account: string, who: { token: string }, at = bank, amount = '1.00') =>
  at.call(`POST /api/v2/accounts/${account}/withdraw`, cash(amount), who)

const reverse = (transaction_id: string, who: { token: string }, more = {}) =>
  bank.call(
    'POST /api/v2/transactions/reverse',
    { transaction_id, reason: 'A mistake', ...more },
    who,
  )

async function makeKey(person: Person, more: object): Promise<{ token: string }> {
  const made = await ok(bank.call('POST /api/v2/api-keys', { name: 'Key', ...more }, person))
  return { token: made.api_key! }
}

const unitsOf = async (account: string): Promise<string> => {
  const [row] = await bank.sql<{ units: string }>(
    `select coalesce(sum(units), 0) as units from ledger.balances where account_id = $1`,
    [account],
  )
  return row!.units
}

function expectRefused(answer: Answer): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(403)
  expect(answer.body.error.code).toBe('FUNDING_NOT_ALLOWED')
}

describe('a customer of a production bank', () => {
  it('deposits and withdraws no cash, by any route', async () => {
    const account = await openAccount(ada)
    await ok(deposit(account, operator))
    for (const prefix of ['/api', '/api/v2'])
      for (const way of ['deposit', 'withdraw'])
        expectRefused(await bank.call(`POST ${prefix}/accounts/${account}/${way}`, cash(), ada))
    expect(await unitsOf(account)).toBe('1000')
  })

  it('opens an account only without money, and a refused opening leaves no account', async () => {
    const body = { user_uuid: ada.uuid, name: 'Minted', initial_balance: 1 }
    expectRefused(await bank.call('POST /api/accounts', body, ada))
    expectRefused(await bank.call('POST /api/v2/accounts', body, ada))
    expect(await bank.sql(`select 1 from accounts.accounts where name = 'Minted'`)).toEqual([])
    await ok(bank.call('POST /api/accounts', { ...body, initial_balance: 0 }, ada))
  })

  it('reverses neither a withdrawal, which would bring cash in, nor a deposit', async () => {
    const account = await openAccount(ada)
    const put = await ok(deposit(account, operator))
    const taken = await ok(withdraw(account, operator))
    const here = { original_transaction_id: taken.uuid, reversal_reason: 'A mistake' }
    for (const prefix of ['/api', '/api/v2']) {
      const route = `POST ${prefix}/accounts/${account}/transactions/reverse`
      expectRefused(await bank.call(route, here, ada))
    }
    expectRefused(await reverse(put.uuid!, ada))
    expectRefused(await reverse(taken.uuid!, ada, { amount: '0.01' }))
    expect(await unitsOf(account)).toBe('900')
    // An operator may, in parts, and not more than was taken.
    await ok(reverse(taken.uuid!, operator, { amount: '0.40' }))
    expectRefused(await reverse(taken.uuid!, ada))
    await ok(reverse(taken.uuid!, operator))
    expect((await reverse(taken.uuid!, operator)).body.error.code).toBe('ALREADY_REVERSED')
    expect(await unitsOf(account)).toBe('1000')
  })

  it('still returns a received transfer, which is not cash', async () => {
    const bob = await bank.person()
    const [from, to] = [await openAccount(ada), await openAccount(bob)]
    await ok(deposit(from, operator))
    const body = { ...cash('4.00'), from_account: from, to_account: to, workflow_enabled: false }
    await ok(bank.call('POST /api/v2/transfers', body, ada))
    const { body: history } = await bank.call(
      `GET /api/v2/accounts/${to}/transactions`,
      undefined,
      bob,
    )
    await ok(reverse(history.data[0].uuid, bob))
    expect(await unitsOf(from)).toBe('1000')
  })

  it('has no OAuth client that deposits either, and a refusal leaves no empty account', async () => {
    const { access_token } = await authorize(bank, ada, { scopes: everyScope })
    const input = { name: 'By a program', currency: 'USD' }
    const key = (n: number) => `0197a000-0000-7000-8000-00000000000${n}`
    const call = (given: object) => callTool(bank, access_token, 'account.create', given)
    const minted = await call({ ...input, initial_deposit: 5_000, idempotency_key: key(1) })
    expect(JSON.stringify(minted.body)).toContain('only operators and tellers')
    const named = `select 1 from accounts.accounts where name = 'By a program'`
    expect(await bank.sql(named)).toEqual([])
    const empty = await call({ ...input, idempotency_key: key(2) })
    expect(empty.body.result.structuredContent).toMatchObject({ balance: 0 })
  })

  it('deposits and withdraws sandbox money', async () => {
    const key = await makeKey(ada, { environment: 'sandbox', permissions: ['read', 'write'] })
    const body = { user_uuid: ada.uuid, name: 'Play', initial_balance: 500 }
    const { uuid } = await ok(bank.call('POST /api/accounts', body, key))
    await ok(deposit(uuid!, key))
    const taken = await ok(withdraw(uuid!, key))
    await ok(reverse(taken.uuid!, key))
    expect(await unitsOf(uuid!)).toBe('1500')
  })

  it('can read may_fund beforehand', async () => {
    const ask = async (who: { token: string }) =>
      (await bank.call('GET /api/v2/funding', undefined, who)).body.data
    expect(await ask(ada)).toEqual({ mode: 'operators', may_fund: false })
    expect(await ask(operator)).toEqual({ mode: 'operators', may_fund: true })
  })
})

describe('tellers', () => {
  const add = (user_uuid: string, who = operator) =>
    bank.call('POST /api/v2/tellers', { user_uuid }, who)
  const remove = (user_uuid: string, who = operator) =>
    bank.call(`DELETE /api/v2/tellers/${user_uuid}`, undefined, who)

  it('move cash of every customer on all nodes, until the moment they are removed', async () => {
    const [teller, account] = [await bank.person(), await openAccount(ada)]
    expectRefused(await deposit(account, teller))
    await ok(add(teller.uuid))
    await ok(deposit(account, teller, node))
    const { uuid } = await ok(withdraw(account, teller))
    const [move] = await bank.sql<{ user_uuid: string }>(
      `select user_uuid from ledger.moves where type = 'withdrawal' and from_account = $1`,
      [account],
    )
    expect(move!.user_uuid, uuid).toBe(teller.uuid)
    const own = { user_uuid: teller.uuid, name: 'Own', initial_balance: 100 }
    await ok(bank.call('POST /api/accounts', own, teller))
    await ok(remove(teller.uuid))
    for (const at of [node, bank]) {
      expectRefused(await deposit(account, teller, at))
      expectRefused(await withdraw(account, teller, at))
      expectRefused(await at.call('POST /api/accounts', own, teller))
    }
    expect(await unitsOf(account)).toBe('900')
  })

  it('may move cash, and nothing else of an account that is not theirs', async () => {
    const [teller, account] = [await bank.person(), await openAccount(ada)]
    await ok(add(teller.uuid))
    await ok(deposit(account, teller))
    const theirs = await openAccount(teller)
    const body = { ...cash('1.00'), from_account: account, to_account: theirs }
    expect((await bank.call('POST /api/v2/transfers', body, teller)).status).toBe(403)
    expect((await bank.call(`GET /api/v2/accounts/${account}`, undefined, teller)).status).toBe(403)
    const nowhere = '0197a000-0000-7000-8000-000000000000'
    expect((await deposit(nowhere, teller)).status).toBe(404)
    const outside = '00000000-0000-4000-8000-000000000001'
    expect((await deposit(outside, teller)).status).toBe(404)
    await ok(bank.call(`POST /api/accounts/${account}/freeze`, { reason: 'Looked at' }, operator))
    expect((await deposit(account, teller)).body.error.code).toBe('ACCOUNT_FROZEN')
    await ok(remove(teller.uuid))
  })

  it('need the permission to write, and do not pass theirs on to OAuth clients', async () => {
    const [teller, account] = [await bank.person(), await openAccount(ada)]
    await ok(add(teller.uuid))
    const reading = await makeKey(teller, { permissions: ['read'] })
    expect((await deposit(account, reading)).body.error.code).toBe('INSUFFICIENT_SCOPE')
    await ok(deposit(account, await makeKey(teller, { permissions: ['write'] })))
    const { access_token } = await authorize(bank, teller, { scopes: everyScope })
    const given = {
      name: 'Of a teller',
      initial_deposit: 100,
      idempotency_key: '0197a000-0000-7000-8000-000000000009',
    }
    const { body } = await callTool(bank, access_token, 'account.create', given)
    expect(JSON.stringify(body)).toContain('only operators and tellers')
    await ok(remove(teller.uuid))
  })

  it('are named, listed and removed by operators only, with events', async () => {
    const teller = await bank.person()
    for (const refused of [
      await add(ada.uuid, ada),
      await remove(ada.uuid, ada),
      await bank.call('GET /api/v2/tellers', undefined, ada),
    ])
      expect(refused.body.error.code).toBe('INSUFFICIENT_SCOPE')
    const unknown = await add('0197a000-0000-7000-8000-000000000000')
    expect(unknown.status).toBe(422)
    expect(unknown.body.errors).toHaveProperty('user_uuid')
    await ok(add(teller.uuid.toUpperCase()))
    expect((await add(teller.uuid)).body.error.code).toBe('TELLER_EXISTS')
    const list = () => bank.call('GET /api/v2/tellers', undefined, operator)
    expect((await list()).body).toMatchObject({
      data: [{ user_uuid: teller.uuid, added_by: operator.uuid }],
      meta: { total: 1 },
    })
    await ok(remove(teller.uuid))
    expect((await remove(teller.uuid)).status).toBe(404)
    expect((await list()).body.data).toEqual([])
    // Naming a teller again adds a row; the earlier one is kept.
    await ok(add(teller.uuid))
    await ok(remove(teller.uuid))
    const [row] = await bank.sql<{ n: number }>(
      `select (select count(*) from funding.tellers where user_uuid = $1 and removed_by = $2)::int
         * (select count(*) from platform.events where type = 'teller.removed'
            and data->>'user_uuid' = $1::text)::int as n`,
      [teller.uuid, operator.uuid],
    )
    expect(row!.n).toBe(4)
  })
})

describe('FUNDING', () => {
  const modeOf = (isProduction: boolean, FUNDING: '' | 'open' | 'operators') =>
    funding.setUp({ production: isProduction, database: {} } as never, { FUNDING }, { ledger: {} })
      .exports!.rule.mode

  it('is open in the sandbox and not in production, unless set', () => {
    expect([modeOf(false, ''), modeOf(true, '')]).toEqual(['open', 'operators'])
    for (const isProduction of [false, true])
      for (const set of ['open', 'operators'] as const) expect(modeOf(isProduction, set)).toBe(set)
  })

  it('set to open lets customers of a production bank fund themselves', async () => {
    const opened = await startBank({ env: { ...production, FUNDING: 'open' } })
    const person = await opened.person()
    await ok(deposit(await openAccount(person, opened), person, opened))
    await opened.stop()
  })

  it('must be one of the two', () => {
    expect(() => readAllSettings({ FUNDING: 'everybody' })).toThrow(/FUNDING must be/)
  })
})

describe('one amount', () => {
  const most = 10n ** 15n

  it('is at most 10^15 whole units for every caller, as the message says', async () => {
    const [from, to] = [await openAccount(ada), await openAccount(ada)]
    const huge = { amount: `${most}.01`, asset_code: 'USD' }
    const between = { from_account: from, to_account: to }
    const answers = [
      await bank.call(`POST /api/v2/accounts/${from}/deposit`, huge, operator),
      await bank.call(`POST /api/v2/accounts/${from}/withdraw`, huge, operator),
      await bank.call('POST /api/v2/transfers', { ...huge, ...between }, ada),
      await bank.call(
        `POST /api/v2/accounts/${from}/deposit`,
        { ...huge, amount: '9'.repeat(36) },
        operator,
      ),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(body.errors.amount[0]).toContain('at most 1,000,000,000,000,000.00 USD')
    }
    await ok(deposit(from, operator, bank, `${most}.00`))
  })

  it('is less where the asset has a limit, also for an initial balance', async () => {
    const coin = { code: 'SCARCE', name: 'Scarce', type: 'crypto', precision: 3, max_amount: 21 }
    expect(await ok(bank.call('POST /api/v2/assets', coin, operator))).toMatchObject({
      max_amount: 21,
    })
    const account = await openAccount(ada)
    const put = (amount: string) =>
      bank.call(`POST /api/v2/accounts/${account}/deposit`, cash(amount, 'SCARCE'), operator)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20_990, max: 21_010 }), async (units) => {
        const { status } = await put((units / 1000).toFixed(3))
        expect(status).toBe(units <= 21_000 ? 200 : 422)
      }),
      { numRuns: rounds(4, 15), examples: [[21_000], [21_001]] },
    )
    await ok(bank.call('PATCH /api/v2/assets/SCARCE', { max_amount: 22 }, operator))
    await expect.poll(async () => (await put('22.000')).status).toBe(200)
    const fine = { code: 'FINE', name: 'Fine', type: 'crypto', precision: 18 }
    const tooMuch = await bank.call('POST /api/v2/assets', { ...fine, max_amount: 1e15 }, operator)
    expect(tooMuch.body.errors.max_amount[0]).toContain('at most 1000000000000')
    expect(await ok(bank.call('POST /api/v2/assets', fine, operator))).toMatchObject({
      max_amount: 1e12,
    })
    await ok(bank.call('PATCH /api/v2/assets/USD', { max_amount: 1_000 }, operator))
    await expect
      .poll(async () => (await deposit(account, operator, bank, '1000.01')).status)
      .toBe(422)
    const body = { user_uuid: ada.uuid, name: 'Rich', initial_balance: 100_001 }
    const opened = await bank.call('POST /api/accounts', body, operator)
    expect(opened.body.errors.initial_balance[0]).toContain('at most 1,000.00 USD')
    await ok(bank.call('PATCH /api/v2/assets/USD', { max_amount: 1e15 }, operator))
  })
})

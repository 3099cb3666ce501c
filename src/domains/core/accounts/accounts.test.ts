// Accounts through HTTP against PostgreSQL: their owners, their balances, and the steps of their
// life cycle.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
let ada: Person
let bob: Person
let operator: { token: string }
beforeAll(async () => {
  bank = await startBank()
  ada = await bank.person()
  bob = await bank.person()
  const { body } = await bank.call('POST /api/auth/login', {
    email: bank.env.ADMIN_EMAIL!,
    password: bank.env.ADMIN_PASSWORD!,
  })
  operator = { token: body.access_token }
})
afterAll(() => bank.stop())

const create = (body: object, as: { token: string } = ada) =>
  bank.call('POST /api/accounts', body, as)

async function open(person: Person, cents = 0): Promise<string> {
  const { body } = await create(
    { user_uuid: person.uuid, name: 'Test', initial_balance: cents },
    person,
  )
  return body.data.uuid
}

const codeOf = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.error?.code]

const UNKNOWN = '0197a000-0000-7000-8000-00000000abcd'

describe('registration', () => {
  it('opens a main account, empty, so that money can be received at once', async () => {
    const person = await bank.person()
    const { body } = await bank.call('GET /api/accounts', undefined, person)
    expect(body.data).toEqual([
      expect.objectContaining({
        name: 'Main account',
        balance: 0,
        status: 'active',
        frozen: false,
      }),
    ])
  })
})

describe('account.create', () => {
  it('opens an account with money in it, as an ordinary deposit', async () => {
    const { status, body } = await create({
      user_uuid: ada.uuid,
      name: 'Savings',
      initial_balance: 12_345,
      type: 'savings',
      metadata: { goal: 'boat' },
    })
    expect(status).toBe(201)
    expect(body.message).toEqual(expect.any(String))
    expect(body.data).toMatchObject({
      user_uuid: ada.uuid,
      name: 'Savings',
      balance: 12_345,
      type: 'savings',
      status: 'active',
      metadata: { goal: 'boat' },
    })
    const moves = await bank.sql(
      'select type, units, to_after from ledger.moves where to_account = $1',
      [body.data.uuid],
    )
    expect(moves).toEqual([{ type: 'deposit', units: '12345', to_after: '12345' }])
    const events = await bank.sql(
      "select data from platform.events where type = 'account.created' and account_uuid = $1",
      [body.data.uuid],
    )
    expect(events).toHaveLength(1)
  })

  it('makes the caller the manager of a customer whom the bank does not know', async () => {
    const customer = crypto.randomUUID()
    const { status, body } = await create({ user_uuid: customer, name: 'Customer' })
    expect([status, body.data.user_uuid]).toEqual([201, customer])
    const own = await bank.call('GET /api/accounts', undefined, ada)
    expect(own.body.data.map((account: { uuid: string }) => account.uuid)).toContain(body.data.uuid)
    const others = await bank.call(`GET /api/accounts/${body.data.uuid}`, undefined, bob)
    expect(codeOf(others)).toEqual([403, 'FORBIDDEN'])
  })

  it('is refused for another registered user, except to an operator', async () => {
    const forBob = { user_uuid: bob.uuid, name: 'For Bob' }
    expect(codeOf(await create(forBob))).toEqual([403, 'FORBIDDEN'])
    expect((await create(forBob, operator)).status).toBe(201)
  })

  it.each([
    ['user_uuid', { name: 'x' }],
    ['user_uuid', { user_uuid: 'me', name: 'x' }],
    ['name', { user_uuid: UNKNOWN }],
    ['name', { user_uuid: UNKNOWN, name: 'x'.repeat(256) }],
    ['name', { user_uuid: UNKNOWN, name: 'zero\u200bwidth' }],
    ['initial_balance', { user_uuid: UNKNOWN, name: 'x', initial_balance: -1 }],
    ['initial_balance', { user_uuid: UNKNOWN, name: 'x', initial_balance: 1.5 }],
    ['type', { user_uuid: UNKNOWN, name: 'x', type: 'secret' }],
  ])('names %s when it is wrong', async (field, body) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toContain(field)
  })

  it('defaults to the caller under v2', async () => {
    const { body } = await bank.call('POST /api/v2/accounts', { name: 'Mine' }, ada)
    expect(body.data.user_uuid).toBe(ada.uuid)
  })
})

describe('account.update', () => {
  it('changes the name and the metadata, and emits an event', async () => {
    const uuid = await open(ada)
    const { status, body } = await bank.call(
      `PUT /api/v2/accounts/${uuid}`,
      { name: 'New', metadata: { a: [1] } },
      ada,
    )
    expect([status, body.data.name, body.data.metadata]).toEqual([200, 'New', { a: [1] }])
    expect((await bank.call(`PUT /api/v2/accounts/${uuid}`, {}, ada)).status).toBe(422)
    const events = await bank.sql(
      "select data from platform.events where type = 'account.updated' and account_uuid = $1",
      [uuid],
    )
    expect(events).toEqual([{ data: { account_uuid: uuid, name: 'New', metadata: { a: [1] } } }])
  })
})

describe('the state table', () => {
  const act = (uuid: string, action: 'freeze' | 'unfreeze', body: object = { reason: 'Why' }) =>
    bank.call(`POST /api/accounts/${uuid}/${action}`, body, ada)
  const remove = (uuid: string) => bank.call(`DELETE /api/accounts/${uuid}`, undefined, ada)
  const statusOf = async (uuid: string) =>
    (await bank.call(`GET /api/accounts/${uuid}`, undefined, ada)).body.data?.status

  it('active → frozen → active, with the reason and who authorized it kept', async () => {
    const uuid = await open(ada)
    expect((await act(uuid, 'freeze', { reason: 'Lost', authorized_by: 'Eve' })).status).toBe(200)
    expect(await statusOf(uuid)).toBe('frozen')
    expect(codeOf(await act(uuid, 'freeze'))).toEqual([422, 'ACCOUNT_ALREADY_FROZEN'])
    bank.clock.advance(1)
    expect((await act(uuid, 'unfreeze', { reason: 'Found' })).status).toBe(200)
    expect(await statusOf(uuid)).toBe('active')
    expect(codeOf(await act(uuid, 'unfreeze'))).toEqual([422, 'ACCOUNT_NOT_FROZEN'])
    const changes = await bank.sql(
      `select status, reason, authorized_by from accounts.status_changes
       where account_uuid = $1 order by id`,
      [uuid],
    )
    expect(changes).toEqual([
      { status: 'frozen', reason: 'Lost', authorized_by: 'Eve' },
      { status: 'active', reason: 'Found', authorized_by: null },
    ])
  })

  it('needs a reason of at most 255 characters', async () => {
    const uuid = await open(ada)
    for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(256) }])
      expect((await act(uuid, 'freeze', body)).status).toBe(422)
    expect((await act(uuid, 'freeze', { reason: 'x'.repeat(255) })).status).toBe(200)
  })

  it('does not find an account that is closed while it is read', async () => {
    const uuid = await open(ada)
    // As between its two reads: the ledger still has it open.
    await bank.sql('update accounts.accounts set closed_at = now() where uuid = $1', [uuid])
    expect((await bank.call(`GET /api/accounts/${uuid}`, undefined, ada)).status).toBe(404)
  })

  it('closes an empty account, which can no longer be found', async () => {
    const uuid = await open(ada)
    expect((await remove(uuid)).status).toBe(200)
    expect((await bank.call(`GET /api/accounts/${uuid}`, undefined, ada)).status).toBe(404)
    expect((await remove(uuid)).status).toBe(404)
    const deposit = { amount: '1.00', asset_code: 'USD' }
    expect((await bank.call(`POST /api/accounts/${uuid}/deposit`, deposit, ada)).status).toBe(404)
  })

  describe('a freeze by', () => {
    const actAs = (
      who: { token: string },
      uuid: string,
      action: 'freeze' | 'unfreeze',
      more = {},
    ) => bank.call(`POST /api/v2/accounts/${uuid}/${action}`, { reason: 'Why', ...more }, who)
    const keyOf = async (person: Person) => {
      return bank.apiKey(person, { permissions: ['read', 'write'] })
    }

    it('an operator is lifted by no owner, whatever authorized_by says and whichever key is used', async () => {
      const uuid = await open(ada)
      expect((await actAs(operator, uuid, 'freeze')).status).toBe(200)
      for (const who of [ada, await keyOf(ada)])
        for (const prefix of ['/api', '/api/v2']) {
          const body = { reason: 'Mine', authorized_by: 'The operator' }
          const answer = await bank.call(`POST ${prefix}/accounts/${uuid}/unfreeze`, body, who)
          expect(answer.status).toBe(403)
          expect(answer.body.error.message).toContain('only an operator can unfreeze it')
        }
      expect(codeOf(await actAs(ada, uuid, 'freeze'))).toEqual([422, 'ACCOUNT_ALREADY_FROZEN'])
      expect(codeOf(await remove(uuid))).toEqual([422, 'ACCOUNT_FROZEN'])
      expect(await statusOf(uuid)).toBe('frozen')
      expect((await actAs(operator, uuid, 'unfreeze')).status).toBe(200)
      // The next one is the owner's own.
      expect((await actAs(ada, uuid, 'freeze')).status).toBe(200)
      expect((await actAs(await keyOf(ada), uuid, 'unfreeze')).status).toBe(200)
    })

    it('the owner may be lifted or taken over by an operator', async () => {
      const uuid = await open(ada)
      expect((await actAs(ada, uuid, 'freeze')).status).toBe(200)
      expect((await actAs(operator, uuid, 'unfreeze')).status).toBe(200)
      expect((await actAs(ada, uuid, 'freeze')).status).toBe(200)
      expect((await actAs(operator, uuid, 'freeze')).status).toBe(200)
      expect((await actAs(operator, uuid, 'freeze')).body.error.code).toBe('ACCOUNT_ALREADY_FROZEN')
      expect((await actAs(ada, uuid, 'unfreeze')).status).toBe(403)
      expect((await actAs(operator, uuid, 'unfreeze')).status).toBe(200)
    })

    it('the manager is not lifted by the owner, nor the other way round', async () => {
      // A customer of a manager does not sign in; for this test one becomes a user who does.
      const [manager, owner] = [await bank.person(), await bank.person()]
      const opened = await bank.call(
        'POST /api/accounts',
        { user_uuid: '0197a000-0000-7000-8000-00000000abcd', name: 'Managed' },
        manager,
      )
      const uuid: string = opened.body.data.uuid
      await bank.sql(`set session_replication_role = replica;
        update ledger.openings set user_uuid = '${owner.uuid}' where account_id = '${uuid}';
        update ledger.accounts set user_uuid = '${owner.uuid}' where id = '${uuid}';
        update accounts.accounts set user_uuid = '${owner.uuid}' where uuid = '${uuid}';
        set session_replication_role = default`)
      for (const [first, second] of [
        [manager, owner],
        [owner, manager],
      ] as const) {
        expect((await actAs(first, uuid, 'freeze')).status).toBe(200)
        const refused = await actAs(second, uuid, 'unfreeze')
        expect(refused.status).toBe(403)
        expect(refused.body.error.message).toContain('only they or an operator')
        expect((await actAs(first, uuid, 'unfreeze')).status).toBe(200)
      }
      expect((await actAs(manager, uuid, 'freeze')).status).toBe(200)
      expect((await actAs(operator, uuid, 'unfreeze')).status).toBe(200)
    })

    it('an operator prevails over one by an owner at the same time', async () => {
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), async (order) => {
          const uuid = await open(ada)
          expect((await actAs(ada, uuid, 'freeze')).status).toBe(200)
          const acts = [
            () => actAs(operator, uuid, 'freeze'),
            () => actAs(ada, uuid, 'unfreeze'),
            () => actAs(ada, uuid, 'freeze'),
          ]
          const answers = await Promise.all(order.map((n) => acts[n]!()))
          expect(answers[order.indexOf(0)]!.status).toBe(200)
          expect(await statusOf(uuid)).toBe('frozen')
          expect((await actAs(ada, uuid, 'unfreeze')).status).toBe(403)
        }),
        { numRuns: 6 },
      )
    })
  })

  it('does not close an account with a balance, nor a frozen one; the balance is checked first', async () => {
    const rich = await open(ada, 1)
    const refused = await remove(rich)
    expect(codeOf(refused)).toEqual([422, 'ACCOUNT_HAS_BALANCE'])
    expect(refused.body.message).toContain('0.01 USD')
    await act(rich, 'freeze')
    expect(codeOf(await remove(rich))).toEqual([422, 'ACCOUNT_HAS_BALANCE'])
    const frozen = await open(ada)
    await act(frozen, 'freeze')
    expect(codeOf(await remove(frozen))).toEqual([422, 'ACCOUNT_FROZEN'])
    expect(await statusOf(frozen)).toBe('frozen')
  })
})

describe('balances', () => {
  it('are in smallest units with their asset, and are valued in dollars at the rates', async () => {
    const uuid = await open(ada, 150_000)
    const deposit = (amount: string, asset_code: string) =>
      bank.call(`POST /api/v2/accounts/${uuid}/deposit`, { amount, asset_code }, ada)
    await deposit('1000.00', 'EUR')
    await deposit('2.000000000000000001', 'ETH')
    await deposit('10000', 'JPY')
    const { body } = await bank.call(`GET /api/accounts/${uuid}/balances`, undefined, ada)
    expect(body.data.account_uuid).toBe(uuid)
    expect(body.data.balances.map((b: { formatted: string }) => b.formatted)).toEqual([
      '2.000000000000000001 ETH',
      '1000.00 EUR',
      '10000 JPY',
      '1500.00 USD',
    ])
    expect(body.data.balances[3]).toEqual({
      asset_code: 'USD',
      balance: 150_000,
      formatted: '1500.00 USD',
      asset: { code: 'USD', name: 'US Dollar', type: 'fiat', symbol: '$', precision: 2 },
    })
    // 1500 + 1000 × 1.085 + 2.000000000000000001 × 2500 + 10000 × 0.0067
    expect(body.data.summary).toEqual({ total_assets: 4, total_usd_equivalent: '7,652.00' })
    const text = await fetch(`${bank.url}/api/accounts/${uuid}/balances?asset=eth`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    }).then((response) => response.text())
    expect(text).toContain('"balance":2000000000000000001,')
  })

  it('are filtered by asset and by being positive', async () => {
    const uuid = await open(ada, 100)
    const move = { amount: '1.00', asset_code: 'USD' }
    await bank.call(`POST /api/accounts/${uuid}/withdraw`, move, ada)
    const all = await bank.call(`GET /api/accounts/${uuid}/balances`, undefined, ada)
    expect(all.body.data.balances).toHaveLength(1)
    expect(all.body.data.summary.total_assets).toBe(0)
    const positive = await bank.call(
      `GET /api/accounts/${uuid}/balances?positive=true`,
      undefined,
      ada,
    )
    expect(positive.body.data.balances).toEqual([])
    const refused = await bank.call(
      `POST /api/accounts/${uuid}/withdraw`,
      { amount: '1.00', asset_code: 'EUR' },
      ada,
    )
    expect(refused.status).toBe(422)
    const after = await bank.call(`GET /api/accounts/${uuid}/balances?asset=EUR`, undefined, ada)
    expect(after.body.data.balances).toEqual([])
  })

  it('show the reserved amount under v2', async () => {
    const uuid = await open(ada, 10_000)
    await bank.sql(
      `with held as (update ledger.balances set held = 2500, version = version + 1
         where account_id = $1 and asset = 'USD')
       insert into ledger.holds (id, environment, purpose, account_id, asset, units, created_at)
       values (gen_random_uuid(), 'live', 'test', $1, 'USD', 2500, now())`,
      [uuid],
    )
    const { body } = await bank.call(`GET /api/v2/accounts/${uuid}/balances`, undefined, ada)
    expect(body.data.balances[0]).toMatchObject({
      asset_code: 'USD',
      available_balance: '75.00',
      reserved_balance: '25.00',
      total_balance: '100.00',
    })
  })

  it('are listed over all accounts of the caller, the largest first, with totals', async () => {
    const person = await bank.person()
    const small = await open(person, 100)
    const large = await open(person, 900)
    const list = (query: string, as: { token: string } = person) =>
      bank.call(`GET /api/balances${query}`, undefined, as)
    const { body } = await list('')
    expect(body.data.map((row: { account_uuid: string }) => row.account_uuid)).toEqual([
      large,
      small,
    ])
    expect(body.data[0]).toEqual({
      account_uuid: large,
      asset_code: 'USD',
      balance: 900,
      formatted: '9.00 USD',
      account: { uuid: large, user_uuid: person.uuid },
    })
    expect(body.meta).toEqual({
      total_accounts: 2,
      total_balances: 2,
      asset_totals: { USD: '10.00' },
    })
    expect((await list('?min_balance=500')).body.data).toHaveLength(1)
    expect((await list('?limit=1')).body.data).toHaveLength(1)
    expect((await list('?asset=eur')).body.data).toEqual([])
    expect((await list(`?user_uuid=${bob.uuid}`)).body.data).toEqual([])
    expect((await list(`?user_uuid=${person.uuid}`, operator)).body.data).toHaveLength(2)
    for (const wrong of ['?limit=0', '?limit=101', '?min_balance=x', '?user_uuid=1', '?asset=U'])
      expect((await list(wrong)).status, wrong).toBe(422)
  })
})

describe('environments', () => {
  it('never mix: a sandbox key sees and moves sandbox money only', async () => {
    const live = await open(ada, 100)
    const sandbox = await bank.sandboxKey(ada)
    const account = await bank.call('POST /api/v2/accounts', { name: 'Play' }, sandbox)
    expect(account.status).toBe(201)
    const play = account.body.data.uuid
    expect((await bank.call(`GET /api/accounts/${live}`, undefined, sandbox)).status).toBe(404)
    expect((await bank.call(`GET /api/accounts/${play}`, undefined, ada)).status).toBe(404)
    const across = await bank.call(
      'POST /api/v2/transfers',
      { from_account: live, to_account: play, amount: '1.00', asset_code: 'USD' },
      ada,
    )
    expect(across.status).toBe(422)
    expect(Object.keys(across.body.errors)).toEqual(['to_account'])
    const list = await bank.call('GET /api/accounts', undefined, sandbox)
    expect(list.body.data.map((one: { uuid: string }) => one.uuid)).toEqual([play])
  })
})

describe('account.list of an owner with many accounts', () => {
  it('shows twenty at once, newest first, and never more than a hundred', async () => {
    const owner = await bank.person()
    for (let number = 0; number < 24; number++)
      await bank.call('POST /api/v2/accounts', { name: `Account ${number}` }, owner)
    for (const path of ['/api/accounts', '/api/v1/accounts', '/api/v2/accounts']) {
      const { status, body } = await bank.call(`GET ${path}`, undefined, owner)
      expect(status).toBe(200)
      expect(body.data).toHaveLength(20)
      expect(body.data[0].name).toBe('Account 23')
      // The account that came with the registration is among them.
      expect(body.meta).toMatchObject({ total: 25, last_page: 2, per_page: 20, from: 1, to: 20 })
      const rest = await bank.call(`GET ${path}?page=2`, undefined, owner)
      expect(rest.body.data.at(-1).name).toBe('Main account')
      expect(rest.body.data).toHaveLength(5)
      const all = await bank.call(`GET ${path}?per_page=100`, undefined, owner)
      expect(all.body.data).toEqual([...body.data, ...rest.body.data])
      expect((await bank.call(`GET ${path}?per_page=101`, undefined, owner)).status).toBe(422)
    }
  })

  it('counts accounts that are opened, managed and closed, also concurrently', async () => {
    const owner = await bank.person()
    const customer = '0197a000-0000-7000-8000-0000000c0de5'
    const names = Array.from({ length: 12 }, (_, number) => `At once ${number}`)
    const opened = await Promise.all(
      names.map((name, number) =>
        create({ user_uuid: number % 3 === 0 ? customer : owner.uuid, name }, owner),
      ),
    )
    const list = async (query = '') =>
      (await bank.call(`GET /api/accounts?per_page=100${query}`, undefined, owner)).body
    const look = () =>
      bank.sql<{ uuid: string }>(
        `select uuid from accounts.accounts
         where closed_at is null and environment = 'live' and $1 in (user_uuid, manager_uuid)
         order by created_at desc, uuid desc`,
        [owner.uuid],
      )
    const check = async (total: number): Promise<void> => {
      const { data, meta } = await list()
      expect(meta.total).toBe(total)
      const shown: { uuid: string }[] = data
      expect(shown.map(({ uuid }) => ({ uuid }))).toEqual(await look())
    }
    await check(13)
    for (const { body } of opened.slice(0, 5))
      expect(
        (await bank.call(`DELETE /api/accounts/${body.data.uuid}`, undefined, owner)).status,
      ).toBe(200)
    await check(8)
    expect((await list('&page=2')).data).toEqual([])
    // The count that is kept of the customer, who owns some of them, is right too.
    const wrong = await bank.sql(
      `select person, kept, counted
       from unnest($1::uuid[]) as person
       cross join lateral (
         select coalesce(sum(accounts), 0) as kept from accounts.counts where user_uuid = person) c
       cross join lateral (
         select count(*) as counted from accounts.accounts
         where closed_at is null and person in (user_uuid, manager_uuid)) o
       where kept <> counted`,
      [[owner.uuid, customer]],
    )
    expect(wrong).toEqual([])
  })
})

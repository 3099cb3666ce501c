// GraphQL over HTTP as a client meets it: names, pages, lookups, relations, writes, errors and limits.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { ask, connect, follow, get } from './support.ts'

let bank: Bank
let person: Person
let other: Person
beforeAll(async () => {
  bank = await startBank()
  person = await bank.person()
  other = await bank.person()
})
afterAll(() => bank.stop())

const OPEN = 'mutation ($name: String!) { createAccount(input: { name: $name }) { id uuid name } }'

async function open(name: string, cents = 0, owner = person): Promise<string> {
  const { createAccount } = await get(bank, owner, OPEN, { name })
  if (cents > 0)
    await get(bank, owner, 'mutation ($i: DepositInput!) { deposit(input: $i) { amount } }', {
      i: { uuid: createAccount.uuid, amount: String(cents / 100), asset_code: 'USD' },
    })
  return createAccount.id
}

const INTROSPECTION = '{ __schema { queryType { name fields { name } } } }'

/** The follower of the log and other work of the bank also send statements; those of a query read these tables. */
const isRead = (sent: unknown): boolean => {
  const text = typeof sent === 'string' ? sent : String((sent as { text?: unknown }).text)
  return /ledger\.(accounts|balances|moves)|accounts\.accounts/.test(text)
}

describe('a query', () => {
  it('finds an account by id or by uuid, and nothing of others', async () => {
    const id = await open('Purse', 1250)
    const query = 'query ($id: ID!) { account(id: $id) { id uuid name balance frozen status } }'
    expect(await get(bank, person, query, { id })).toEqual({
      account: { id, uuid: id, name: 'Purse', balance: 1250, frozen: false, status: 'active' },
    })
    const byUuid = 'query ($uuid: String!) { accountByUuid(uuid: $uuid) { name } }'
    expect(await get(bank, person, byUuid, { uuid: id })).toEqual({
      accountByUuid: { name: 'Purse' },
    })
    const foreign = await ask(bank, other, query, { id })
    const unknown = await ask(bank, other, query, { id: '0199d3a2-7c00-7000-8000-00000000ffff' })
    expect(unknown.data).toEqual({ account: null })
    expect(foreign.data).toEqual({ account: null })
  })

  it('lists in pages of 15, or as many as asked for up to 100', async () => {
    const list =
      'query ($first: Int, $page: Int) { accounts(first: $first, page: $page) { data { name } paginatorInfo { count currentPage firstItem hasMorePages lastItem lastPage perPage total } } }'
    const owner = await bank.person()
    for (let index = 0; index < 4; index++) await open(`Pot ${index}`, 0, owner)
    const { accounts } = await get(bank, owner, list, { first: 2, page: 2 })
    expect(accounts.data).toHaveLength(2)
    expect(accounts.paginatorInfo).toEqual({
      count: 2,
      currentPage: 2,
      firstItem: 3,
      hasMorePages: true,
      lastItem: 4,
      lastPage: 3,
      perPage: 2,
      total: 5,
    })
    expect((await get(bank, owner, list)).accounts.paginatorInfo.perPage).toBe(15)
    const { errors } = await ask(bank, owner, list, { first: 101 })
    expect(errors[0]).toMatchObject({
      message: 'The first field must be 1 to 100.',
      extensions: { category: 'validation', code: 'VALIDATION_ERROR', status: 422 },
    })
  })

  it('reads accounts with balances and transactions by a constant number of statements', async () => {
    const owner = await bank.person()
    const ids: string[] = []
    for (let index = 0; index < 6; index++) ids.push(await open(`Pot ${index}`, 100 + index, owner))
    const query = `query ($first: Int) { accounts(first: $first) { data { id
      balances { asset_code available_balance }
      transactions(first: 2) { type amount account { id name } } } } }`
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    const count = async (first: number): Promise<number> => {
      sent.mockClear()
      await get(bank, owner, query, { first })
      return sent.mock.calls.filter(([text]) => isRead(text)).length
    }
    // Other work of the bank reads these tables too, until it has seen the deposits: it can only add to a count.
    for (const first of [1, 7])
      await vi.waitFor(async () => expect(await count(first)).toBe(6), { timeout: 120_000 })
    sent.mockRestore()
    const { accounts } = await get(bank, owner, query, { first: 10 })
    const pot = accounts.data.find(({ id }: { id: string }) => id === ids[3])
    expect(pot.balances).toEqual([{ asset_code: 'USD', available_balance: '1.03' }])
    expect(pot.transactions).toEqual([
      { type: 'deposit', amount: '1.03', account: { id: ids[3], name: 'Pot 3' } },
    ])
  })
})

describe('a mutation', () => {
  it('transfers, once for each key', async () => {
    const [from, to] = [await open('From', 10_000), await open('To')]
    const query = `mutation ($input: CreateTransferInput!) { createTransfer(input: $input) {
      uuid amount asset_code from { name } to { name } } }`
    const input = { from_account: from, to_account: to, amount: '12.50', asset_code: 'USD' }
    const headers = { 'Idempotency-Key': 'graph-1' }
    const first = await get(bank, person, query, { input }, { headers })
    expect(first.createTransfer).toMatchObject({ amount: '12.50', asset_code: 'USD' })
    expect(first.createTransfer).toMatchObject({ from: { name: 'From' }, to: { name: 'To' } })
    const again = await get(bank, person, query, { input }, { headers })
    expect(again.createTransfer.uuid).toBe(first.createTransfer.uuid)
    const balance = 'query ($id: ID!) { account(id: $id) { balance } }'
    await expect
      .poll(async () => (await get(bank, person, balance, { id: from })).account.balance)
      .toBe(8750)
  })

  it('keeps several writes of one request apart', async () => {
    const query =
      'mutation { a: createAccount(input: { name: "A" }) { id } b: createAccount(input: { name: "B" }) { id } }'
    const headers = { 'Idempotency-Key': 'graph-2' }
    const first = await get(bank, person, query, {}, { headers })
    expect(first.a.id).not.toBe(first.b.id)
    expect(await get(bank, person, query, {}, { headers })).toEqual(first)
  })

  it('answers with the record, and says what is wrong', async () => {
    const id = await open('Ice')
    const freeze = 'mutation ($id: ID!) { freezeAccount(input: { id: $id }) { id frozen status } }'
    expect(await get(bank, person, freeze, { id })).toEqual({
      freezeAccount: { id, frozen: true, status: 'frozen' },
    })
    const twice = await ask(bank, person, freeze, { id })
    expect(twice.status).toBe(200)
    expect(twice.errors[0].extensions).toMatchObject({ code: 'ACCOUNT_ALREADY_FROZEN' })
    expect(
      await get(bank, person, 'mutation ($id: ID!) { unfreezeAccount(id: $id) { frozen } }', {
        id,
      }),
    ).toEqual({ unfreezeAccount: { frozen: false } })
    const poor = await ask(
      bank,
      person,
      'mutation ($i: CreateTransferInput!) { createTransfer(input: $i) { uuid } }',
      { i: { from_account: id, to_account: await open('Rich'), amount: '5', asset_code: 'USD' } },
    )
    expect(poor.errors[0].extensions.category).toBe('validation')
    expect(poor.data).toBeNull()
  })
})

describe('what is refused', () => {
  const codes = async (query: string, who: Person | null = person) => {
    const { status, errors } = await ask(bank, who ?? undefined, query)
    return [status, errors?.[0]?.extensions.code, errors?.[0]?.extensions.category]
  }

  it('needs a credential, field by field', async () => {
    expect(await codes('{ accounts { data { id } } }', null)).toEqual([
      200,
      'UNAUTHORIZED',
      'authentication',
    ])
    expect(
      (await ask(bank, undefined, '{ x402ProtocolStatus { __typename } smsInfo { __typename } }'))
        .errors,
    ).toBeUndefined()
    const bad = await ask(bank, { token: 'wrong' }, '{ user { __typename } }')
    expect(bad.errors[0].extensions.category).toBe('authentication')
  })

  it('is too deep, too wide, too costly or has too many names', async () => {
    const nested = `{ account(id: "x") { ${'transactions { account { '.repeat(6)} id ${'} }'.repeat(6)} } }`
    expect(await codes(nested)).toEqual([400, 'QUERY_TOO_LARGE', 'validation'])
    const wide = `{ account(id: "x") { ${'id '.repeat(250)} } }`
    expect(await codes(wide)).toEqual([400, 'QUERY_TOO_LARGE', 'validation'])
    const aliases = `{ ${Array.from({ length: 30 }, (_, i) => `a${i}: user { uuid }`).join(' ')} }`
    expect(await codes(aliases)).toEqual([400, 'QUERY_TOO_LARGE', 'validation'])
    const roots = `{ ${'user { uuid } '.repeat(11)} }`
    expect(await codes(roots)).toEqual([400, 'QUERY_TOO_LARGE', 'validation'])
    const cyclic = '{ user { ...a } } fragment a on User { ...b } fragment b on User { ...a }'
    expect(await codes(cyclic)).toEqual([400, 'QUERY_TOO_LARGE', 'validation'])
    const bomb = `{ account(id: "x") { ...f0 } } ${Array.from({ length: 20 }, (_, i) => `fragment f${i} on Account { ${i < 19 ? `...f${i + 1} ...f${i + 1}` : 'id name'} }`).join(' ')}`
    expect(await codes(bomb)).toEqual([400, 'QUERY_TOO_LARGE', 'validation'])
    // Unfolded, it would have 2^60 parts, none of them a field.
    const hollow = `{ account(id: "x") { ...f0 } } ${Array.from({ length: 60 }, (_, i) => `fragment f${i} on Account { ...f${i + 1} ...f${i + 1} }`).join(' ')}`
    expect(await codes(hollow)).toEqual([200, 'GRAPHQL_VALIDATION_FAILED', 'validation'])
    // What is not run is validated too, and fragments that are not used.
    const aside = `{ user { uuid } } fragment f on Account { ${'id '.repeat(250)} }`
    expect(await codes(aside)).toEqual([400, 'QUERY_TOO_LARGE', 'validation'])
    const circle = `{ user { uuid } } ${Array.from({ length: 300 }, (_, i) => `fragment f${i} on User { ...f${(i + 1) % 300} ...f${(i + 2) % 300} }`).join(' ')}`
    expect(await codes(circle)).toEqual([400, 'QUERY_TOO_LARGE', 'validation'])
    expect(await codes(`{ ${'a'.repeat(21_000)} }`)).toEqual([
      200,
      'GRAPHQL_VALIDATION_FAILED',
      'validation',
    ])
  })

  it('could bring back more than it says', async () => {
    const nested = (first: string, head = '') =>
      `query ${head} { accounts(first: ${first}) { data { transactions(first: 20) { account { transactions(first: 20) { id } } } } } }`
    expect(await codes(nested('100'))).toEqual([400, 'QUERY_COST_EXCEEDED', 'query_cost'])
    const named = await ask(bank, person, nested('$first', '($first: Int)'), { first: 100 })
    expect([named.status, named.errors[0].extensions]).toEqual([
      400,
      { category: 'query_cost', code: 'QUERY_COST_EXCEEDED', cost: 851, max_cost: 500 },
    ])
    const few = await ask(bank, person, nested('$first', '($first: Int)'), { first: 10 })
    expect([few.status, few.errors, few.headers.get('X-GraphQL-Cost')]).toEqual([
      200,
      undefined,
      '93',
    ])
    const plain = await ask(bank, person, '{ accounts(first: 15) { data { id name } } }')
    expect(plain.headers.get('X-GraphQL-Cost')).toBe('5')
  })

  it('has an answer that is too large to be made', async () => {
    const uuid = await open('Busy')
    for (let index = 0; index < 20; index++)
      await bank.call(
        `POST /api/accounts/${uuid}/deposit`,
        { amount: 1, asset_code: 'USD' },
        person,
      )
    const long = 'a'.repeat(9_000)
    /** Two accounts show 400 transactions each, with names of 18,000 characters. */
    const twice = async (field: string, second = 'two: account(id: $id) { ...rows }') => {
      const { data, errors } = await ask(
        bank,
        person,
        `query ($id: ID!) { account(id: $id) { ...rows } ${second} } fragment rows on Account {
           transactions(first: 20) { account { transactions(first: 20) { ${long}: ${field} b${long}: ${field} } } } }`,
        { id: uuid },
      )
      return [data === undefined ? 0 : Object.keys(data).length, errors?.[0].extensions.code]
    }
    expect(await twice('amount', '')).toEqual([1, undefined])
    // A field of the record, a field that is made from another one, and a relation.
    for (const field of ['amount', 'account_uuid', 'account { id }'])
      expect([field, await twice(field)]).toEqual([field, [0, 'ANSWER_TOO_LARGE']])
  })

  it('is no query at all', async () => {
    for (const body of [[{ query: '{ user { uuid } }' }], 'text', 5])
      expect((await bank.call('POST /api/graphql', body, person)).status).toBe(400)
    expect(await codes('{ nonsense }')).toEqual([200, 'GRAPHQL_VALIDATION_FAILED', 'validation'])
    expect(await codes('{ user {')).toEqual([200, 'GRAPHQL_VALIDATION_FAILED', 'validation'])
    const strict = await ask(bank, person, '{ nonsense }', undefined, {
      headers: { Accept: 'application/graphql-response+json' },
    })
    expect(strict.status).toBe(400)
    expect(strict.headers.get('content-type')).toContain('application/graphql-response+json')
    expect(
      (
        await bank.call(
          'GET /api/graphql?query=mutation{createAccount(input:{name:"x"}){id}}',
          undefined,
          person,
        )
      ).status,
    ).toBe(400)
    expect(
      (await bank.call('GET /api/graphql?query={user{email}}', undefined, person)).body.data.user
        .email,
    ).toBe(person.email)
  })
})

describe('a query that was sent before', () => {
  it('can be named by its hash', async () => {
    const query = '{ user { email } }'
    const sha256Hash = createHash('sha256').update(query).digest('hex')
    const named = { extensions: { persistedQuery: { version: 1, sha256Hash } } }
    const unknown = await bank.call('POST /api/graphql', named, person)
    expect(unknown.body.errors[0]).toMatchObject({
      message: 'PersistedQueryNotFound',
      extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
    })
    expect((await bank.call('POST /api/graphql', { query, ...named }, person)).status).toBe(200)
    expect((await bank.call('POST /api/graphql', named, person)).body.data.user.email).toBe(
      person.email,
    )
    const wrong = await bank.call(
      'POST /api/graphql',
      { query: '{ user { uuid } }', ...named },
      person,
    )
    expect(wrong.body.errors[0].message).toContain('hash')
  })

  it('is not refused because another client sent it with a name that it does not have', async () => {
    const query = 'query Mine {\n  user { email }\n}'
    for (const body of [
      { query, operationName: '' },
      { query: '  user { email }\n}', operationName: '\nquery Mine {' },
      { query: '  user { email }\n}', operationName: 'Mine\nquery Mine {' },
    ])
      expect((await bank.call('POST /api/graphql', body)).body.errors).toHaveLength(1)
    for (const operationName of [undefined, 'Mine'])
      expect(await get(bank, person, query, undefined, { body: { operationName } })).toEqual({
        user: { email: person.email },
      })
  })
})

describe('the schema', () => {
  it('can be asked for', async () => {
    const { __schema } = await get(bank, undefined, INTROSPECTION)
    expect(__schema.queryType.fields.length).toBeGreaterThan(200)
  })

  it('is asked for by itself, and once', async () => {
    const mixed = await ask(bank, person, '{ user { uuid } __schema { queryType { name } } }')
    expect([mixed.status, mixed.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_LARGE'])
    const fields = Array.from(
      { length: 18 },
      (_, index) => `f${index}: fields { name description }`,
    )
    const many = await ask(bank, undefined, `{ __schema { types { ${fields.join(' ')} } } }`)
    expect([many.data, many.errors[0].extensions.code]).toEqual([undefined, 'ANSWER_TOO_LARGE'])
  })

  it('is asked for by each operation of a text', async () => {
    const query =
      'query A { __schema { queryType { name } } } query B { __schema { mutationType { name } } }'
    const of = (operationName: string) =>
      get(bank, undefined, query, undefined, { body: { operationName } })
    expect(await of('A')).toEqual({ __schema: { queryType: { name: 'Query' } } })
    expect(await of('B')).toEqual({ __schema: { mutationType: { name: 'Mutation' } } })
  })

  it('is refused for a variable that is null where a value is needed', async () => {
    for (const [query, variables] of [
      ['query ($n: String = "Query") { __type(name: $n) { name } }', { n: null }],
      ['query ($b: Boolean = true) { __schema { queryType { name @skip(if: $b) } } }', { b: null }],
    ] as const) {
      const { status, errors } = await ask(bank, undefined, query, variables)
      expect([status, errors[0].extensions.code]).toEqual([200, 'GRAPHQL_VALIDATION_FAILED'])
    }
  })

  it('has a playground of its own', async () => {
    const page = await fetch(`${bank.url}/api/graphql-playground`)
    const policy = page.headers.get('content-security-policy')!.split('; ')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "connect-src 'self'"]))
    const html = await page.text()
    for (const [, name] of html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) {
      const file = await fetch(new URL(name!, `${bank.url}/api/graphql-playground/`))
      expect([name, file.status]).toEqual([name, 200])
      await file.arrayBuffer()
    }
    expect((await fetch(`${bank.url}/api/graphql-playground/../../package.json`)).status).toBe(404)
    expect(
      (await fetch(`${bank.url}/api/graphql-playground/%2e%2e%2f%2e%2e%2fpackage.json`)).status,
    ).toBe(404)
  })
})

describe('the playground', () => {
  // A server cannot see a browser's confirmation, so it asks for the names of all mutations in a header.
  const send = async (query: string, headers: Record<string, string>) => {
    const response = await fetch(`${bank.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
    return { status: response.status, body: (await response.json()) as Answer }
  }
  interface Answer {
    readonly data?: Record<string, unknown>
    readonly errors?: { extensions: { code: string; mutations?: string[] } }[]
  }

  it('runs mutations only with the names of all of them, also those in fragments', async () => {
    const writer = await bank.person()
    const playground = {
      authorization: `Bearer ${writer.token}`,
      'x-florin-playground': '1',
    }
    const query = `mutation { ...More ... on Mutation { accounts: createAccount(input: { name: "A" }) { id } } }
      fragment More on Mutation { user: createAccount(input: { name: "B" }) { id } createPortfolio: createApiKey(input: { name: "C" }) { id } }`
    const refused = await send(query, playground)
    expect(refused.status).toBe(403)
    const mutations = ['createAccount', 'createApiKey']
    expect(refused.body.errors![0]!.extensions).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      mutations,
    })
    const some = await send(query, { ...playground, 'x-florin-confirmed': 'createAccount' })
    expect(some.status).toBe(403)
    const all = await send(query, { ...playground, 'x-florin-confirmed': mutations.join(',') })
    expect([all.status, Object.keys(all.body.data!)]).toEqual([
      200,
      expect.arrayContaining(['accounts', 'user']),
    ])
    expect((await send('{ user { uuid } }', playground)).status).toBe(200)
  })
})

describe('a bank that limits GraphQL', () => {
  let limited: Bank
  beforeAll(async () => {
    limited = await startBank({
      env: {
        GRAPHQL_RATE_LIMIT_USER: '6',
        GRAPHQL_RATE_LIMIT_GUEST: '2',
        GRAPHQL_INTROSPECTION: 'false',
      },
    })
  })
  afterAll(() => limited.stop())

  it('refuses more calls than it allows', async () => {
    const user = await limited.person()
    for (let index = 0; index < 2; index++)
      expect(
        (await ask(limited, user, '{ user { uuid } funding { __typename } }')).errors,
      ).toBeUndefined()
    const last = await ask(limited, user, '{ user { uuid } a: user { uuid } b: user { uuid } }')
    expect(last.status).toBe(429)
    expect(last.errors[0].extensions).toMatchObject({
      category: 'rate_limit',
      code: 'RATE_LIMIT_EXCEEDED',
    })
    expect(Number(last.errors[0].extensions.retry_after)).toBeGreaterThan(0)
    expect(last.headers.get('x-ratelimit-limit')).toBe('6')
    expect(last.headers.get('retry-after')).not.toBeNull()
    for (const status of [200, 200, 429])
      expect((await ask(limited, undefined, '{ smsInfo { __typename } }')).status).toBe(status)
  })

  it('counts the calls on a socket, also those that are wrong', async () => {
    const { token } = await limited.person()
    const client = connect(limited, token, { lazy: false })
    const codes: string[] = []
    for (let number = 0; number < 7; number++) {
      const end = await follow(client, `{ wrong${number} }`, {}).ended
      codes.push((end as { extensions: { code: string } }[])[0]!.extensions.code)
    }
    const wrong = Array.from({ length: 6 }, () => 'GRAPHQL_VALIDATION_FAILED')
    expect(codes).toEqual([...wrong, 'RATE_LIMIT_EXCEEDED'])
    await client.dispose()
  })

  it('does not show its schema where introspection is switched off', async () => {
    const { errors } = await ask(limited, await limited.person(), INTROSPECTION)
    expect(errors[0].message).toContain('introspection')
  })
})

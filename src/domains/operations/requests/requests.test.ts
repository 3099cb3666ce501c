// Tests of the request log: the caller's own calls with their ids, up to a rate.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import { anonymousCaller } from '../../../operation/caller.ts'
import { describeForTests } from '../../../../test/harness/describe.ts'
import type { FinishedCall } from '../../../operation/finished-call.ts'
import { isSecretField } from '../../../operation/secret-fields.ts'
import type { Db } from '../../../platform/database.ts'
import { type EventStream, openStreamAt } from '../events/test-support.ts'
import { makeSealer } from '../../../platform/key-ring.ts'
import { Allowance } from './allowance.ts'
import { BodyKeeper } from './body-keeper.ts'
import { toBodyText, toUrlText } from './body-text.ts'
import { Recorder } from './recorder.ts'

const declared = describeForTests()

let bank: Bank
let ada: Person

beforeAll(async () => {
  bank = await startBank()
  ada = await bank.person()
})
afterAll(() => bank.stop())

const list = async (query: string, who: { token: string } = ada) =>
  (await bank.call(`GET /api/v2/requests?${query}`, undefined, who)).body

const listed = (query: string, who?: { token: string }) =>
  expect.poll(async () => (await list(query, who)).data, { timeout: 120_000 })

it('shows the answer of a call by its id, with the reason of a refusal', async () => {
  const refused = await bank.call('POST /api/v2/transfers', { amount: 'much' }, ada)
  const id = refused.headers.get('x-request-id')
  await listed(`request_id=${id}`).toMatchObject([
    {
      request_id: id,
      operation: 'transfer.create',
      method: 'POST',
      path: '/api/v2/transfers',
      status: refused.status,
      error_code: refused.body.error.code,
      credential_kind: 'login',
      omitted: 0,
    },
  ])
  await listed(`failed=true`).toHaveLength(1)
  expect(
    (await list('failed=false')).data.some((row: { status: number }) => row.status >= 400),
  ).toBe(false)
})

it('names the key, and hides the calls of other users and of the other environment', async () => {
  const key = await bank.apiKey(ada, { environment: 'sandbox', permissions: ['read'] })
  const asked = await bank.call('GET /api/v2/accounts', undefined, key)
  const id = asked.headers.get('x-request-id')
  await listed(`request_id=${id}`, key).toMatchObject([{ credential_kind: 'api_key' }])
  expect((await list(`request_id=${id}`)).data).toEqual([])
  expect((await list(`request_id=${id}`, await bank.person())).data).toEqual([])
})

it('shows a key its own calls only, whatever it asks for', async () => {
  const key = await bank.apiKey(ada, { permissions: ['read'] })
  await bank.call('GET /api/v2/accounts', undefined, key)
  await listed('credential_kind=api_key').toHaveLength(1)
  const [own] = (await list('credential_kind=api_key')).data
  const login = (await list('credential_kind=login')).data[0].credential_id
  for (const query of ['', 'credential_kind=login', `credential_id=${login}`]) {
    const { data } = await list(query, key)
    expect(
      data.every((row: { credential_id: string }) => row.credential_id === own.credential_id),
    ).toBe(true)
  }
  expect((await list('', key)).data).toHaveLength(1)
})

it('is read in pages, newest first, and old calls are deleted', async () => {
  const eve = await bank.person()
  for (let n = 0; n < 5; n++) await bank.call('GET /api/v2/accounts', undefined, eve)
  await listed('limit=100', eve).toHaveLength(5)
  expect((await list('credential_kind=api_key', eve)).data).toEqual([])
  const first = await list('limit=3', eve)
  const second = await list(`limit=100&before=${first.next}`, eve)
  const ids = [...first.data, ...second.data].map((row: { id: string }) => row.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted().toReversed())

  bank.clock.advance(3 * 86_400 - 60)
  await deleteOldRows(bank)
  expect(await countOf(eve)).toBe(5)
  bank.clock.advance(120)
  await deleteOldRows(bank)
  expect(await countOf(eve)).toBe(0)
})

async function countOf({ uuid }: Person): Promise<number> {
  const text = 'select count(*)::int as n from requests.calls where user_uuid = $1'
  const [row] = await bank.sql<{ n: number }>(text, [uuid])
  return row!.n
}

/** Fields whose names sound like secrets and whose values are none, such as ids and flags. */
const SHOWN: readonly string[] = [
  'allow_credentials',
  'api_credentials',
  'credential',
  'credential_id',
  'credential_kind',
  'credential_name',
  'excludeCredentials',
  'idempotencyKey',
  'idempotency_key',
  'public_key',
  'signatureMethod',
  'token_in',
  'token_out',
  'token_type',
]

function collectNames(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties } = schema as { readonly properties?: object }
  for (const name of Object.keys(properties ?? {})) names.add(name)
  for (const inner of Object.values(schema)) collectNames(inner, names)
}

describe('request.list', () => {
  it('is filtered by path, method, class of status and period', async () => {
    const eve = await bank.person()
    await bank.call('GET /api/v2/accounts', undefined, eve)
    await bank.call('POST /api/v2/transfers', { amount: 'much' }, eve)
    await bank.call('GET /api/v2/webhooks', undefined, eve)
    await listed('limit=100', eve).toHaveLength(3)
    const paths = async (query: string) =>
      (await list(query, eve)).data.map((row: { path: string }) => row.path)
    expect(await paths('path=/webhooks')).toEqual(['/api/v2/webhooks'])
    expect(await paths('method=POST')).toEqual(['/api/v2/transfers'])
    expect(await paths('status=4xx')).toEqual(['/api/v2/transfers'])
    expect(await paths('status=2xx')).toEqual(['/api/v2/webhooks', '/api/v2/accounts'])
    expect(await paths('status=5xx')).toEqual([])
    expect(await paths('operation=account.list')).toEqual(['/api/v2/accounts'])
    const later = new Date(bank.clock.now().getTime() + 1_000).toISOString()
    expect(await paths(`since=${later}`)).toEqual([])
    expect(await paths(`until=${later}`)).toHaveLength(3)
    const sooner = new Date(bank.clock.now().getTime() - 3_600_000).toISOString()
    expect(await paths(`until=${sooner}`)).toEqual([])
  })
})

describe('request.get', () => {
  it('shows what a key sent and was answered, to its owner and to itself', async () => {
    const eve = await bank.person()
    const key = await bank.apiKey(eve, { permissions: ['read', 'write'] })
    const other = await bank.apiKey(eve, { permissions: ['read'] })
    const sent = { name: 'Savings', password: 'Corr3ct-horse' }
    await bank.call('POST /api/v2/accounts?token=abc123', sent, key)
    await listed('credential_kind=api_key', eve).toHaveLength(1)
    const [{ id }] = (await list('credential_kind=api_key', eve)).data
    const get = (who: { token: string }) => bank.call(`GET /api/v2/requests/${id}`, undefined, who)
    const { data } = (await get(eve)).body
    expect(data).toMatchObject({ id, operation: 'account.open', method: 'POST' })
    expect(data.exchange).toMatchObject({
      url: '/api/v2/accounts?token=[redacted]',
      request_body: '{"name":"Savings","password":"[redacted]"}',
      left_out: null,
      is_cut: false,
    })
    expect(JSON.parse(data.exchange.response_body).data.name).toBe('Savings')
    expect((await get(key)).body.data).toEqual(data)
    for (const stranger of [other, await bank.person()])
      expect((await get(stranger)).status).toBe(404)
    const sql = 'select content from requests.bodies where id = $1'
    const [row] = await bank.sql<{ content: Buffer }>(sql, [id])
    expect(row!.content.toString('latin1')).not.toContain('Savings')
  })

  it('keeps no bodies of a login, and deletes those of keys with their entries', async () => {
    const eve = await bank.person()
    const key = await bank.apiKey(eve, { permissions: ['read'] })
    await bank.call('GET /api/v2/accounts', undefined, eve)
    await bank.call('GET /api/v2/accounts', undefined, key)
    await listed('path=/accounts', eve).toHaveLength(2)
    const { data } = await list('path=/accounts', eve)
    const byKind = (kind: string) =>
      data.find((row: { credential_kind: string }) => row.credential_kind === kind).id
    const get = async (kind: string) =>
      (await bank.call(`GET /api/v2/requests/${byKind(kind)}`, undefined, eve)).body.data
    expect((await get('login')).exchange).toBeNull()
    expect((await get('api_key')).exchange).not.toBeNull()
    bank.clock.advance(3 * 86_400 + 60)
    await deleteOldRows(bank)
    const count = 'select count(*)::int as n from requests.bodies where id = $1'
    expect(await bank.sql(count, [byKind('api_key')])).toEqual([{ n: 0 }])
  })
})

describe('request.stream', () => {
  it('sends calls as they are answered, each once, to their user and to their key', async () => {
    const eve = await bank.person()
    const [key, other] = [await bank.apiKey(eve), await bank.apiKey(eve)]
    const path = '/api/v2/requests/stream'
    const byUser = await openStreamAt(bank, `${path}?credential_kind=api_key`, eve.token)
    const byKey = await openStreamAt(bank, path, key.token)
    const byStranger = await openStreamAt(bank, path, (await bank.person()).token)
    await bank.call('GET /api/v2/accounts', undefined, key)
    await bank.call('GET /api/v2/webhooks', undefined, other)
    await bank.call('GET /api/v2/webhooks', undefined, eve)
    const pathsOf = ({ events }: EventStream) => events.map(({ data }) => data.path).toSorted()
    await expect
      .poll(() => pathsOf(byUser), { timeout: 120_000 })
      .toEqual(['/api/v2/accounts', '/api/v2/webhooks'])
    await bank.call('GET /api/v2/accounts', undefined, key)
    await expect.poll(() => byUser.events.length, { timeout: 120_000 }).toBe(3)
    await expect
      .poll(() => pathsOf(byKey), { timeout: 120_000 })
      .toEqual(['/api/v2/accounts', '/api/v2/accounts'])
    expect(byStranger.events).toEqual([])
    for (const stream of [byUser, byKey, byStranger]) stream.close()
  })

  it('is opened a few times by one user, and ends with its key', async () => {
    const eve = await bank.person()
    const key = await bank.apiKey(eve)
    const open = () => openStreamAt(bank, '/api/v2/requests/stream', key.token)
    const streams = await Promise.all(Array.from({ length: 5 }, open))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await open()).status).toBe(429)
    const { body } = await bank.call('GET /api/v2/api-keys', undefined, eve)
    await bank.call(`DELETE /api/v2/api-keys/${body.data[0].uuid}`, undefined, eve)
    await Promise.all(streams.map(({ ended }) => ended))
    const again = await openStreamAt(bank, '/api/v2/requests/stream', eve.token)
    expect(again.status).toBe(200)
    again.close()
  })
})

describe('request.statistics', () => {
  it('counts calls over time, with how long they took, for a user and for a key', async () => {
    const eve = await bank.person()
    const key = await bank.apiKey(eve, { permissions: ['read'] })
    await bank.call('GET /api/v2/accounts', undefined, key)
    await bank.call('GET /api/v2/transfers/none', undefined, key)
    await listed('credential_kind=api_key', eve).toHaveLength(2)
    const read = async (query: string, who: { token: string }) =>
      (await bank.call(`GET /api/v2/requests/statistics?${query}`, undefined, who)).body
    for (const [query, who] of [
      ['period=hour&credential_kind=api_key', eve],
      ['credential_kind=api_key', eve],
      // The last, as its own calls are logged too.
      ['period=hour', key],
    ] as const) {
      const { data, stretch_seconds, is_whole } = await read(query, who)
      expect(is_whole).toBe(true)
      const hours = query.includes('hour') ? 1 : 24
      expect(data.length * stretch_seconds).toBe(hours * 3_600)
      const last = data.at(-1)
      expect(last).toMatchObject({ calls: 2, refused: 1, failed: 0 })
      expect(last.latency.p50_ms).toBeGreaterThan(0)
      expect(last.latency.p99_ms).toBeGreaterThanOrEqual(last.latency.p50_ms)
      expect(data[0]).toMatchObject({ calls: 0, latency: null })
    }
    const other = await bank.apiKey(eve, { permissions: ['read'] })
    expect((await read('period=day', other)).data.at(-1)).toMatchObject({ calls: 0 })
    const stranger = await read('period=three_days', await bank.person())
    expect(stranger.data.every((one: { calls: number }) => one.calls === 0)).toBe(true)
  })
})

describe('request.statistics of a burst', () => {
  it('counts the calls beyond the rate of the log, and is whole all the same', async () => {
    const eve = await bank.person()
    await bank.call('GET /api/v2/accounts', undefined, eve)
    await listed('operation=account.list', eve).toHaveLength(1)
    const sql = 'update requests.calls set omitted = 60000 where id = $1'
    await bank.sql(sql, [(await list('operation=account.list', eve)).data[0].id])
    const { body } = await bank.call('GET /api/v2/requests/statistics', undefined, eve)
    expect(body.is_whole).toBe(true)
    expect(body.data.at(-1).calls).toBeGreaterThan(60_000)
  })
})

describe('the recorder', () => {
  const kept: { omitted: number }[] = []
  const db = {
    insertInto: () => ({
      values: (rows: { omitted: number }[]) => {
        kept.push(...rows)
        return { onConflict: () => ({ execute: async () => undefined }) }
      },
    }),
  } as unknown as Db
  const sealer = makeSealer('a secret of this test')
  const call = (user: string | undefined) => ({
    requestId: 'r',
    operation: 'account.list',
    method: 'GET',
    path: '/api/v2/accounts',
    status: 200,
    durationMs: 1,
    caller: { ...anonymousCaller('192.0.2.1'), ...(user !== undefined && { user }) },
    userAgent: 'x'.repeat(5_000),
  })

  it('keeps a burst and then a few a second, counts the others, and keeps no anonymous calls', async () => {
    const keeper = { keep: () => undefined }
    const recorder = new Recorder({ db, clock: bank.clock, sealer, keeper })
    for (let n = 0; n < 1_000; n++) recorder.record(call('a'))
    recorder.record(call(undefined))
    bank.clock.advance(1)
    for (let n = 0; n < 10; n++) recorder.record(call('a'))
    recorder.record(call('b'))
    await recorder.flush()
    expect(kept).toHaveLength(100 + 5 + 1)
    expect(kept[100]!.omitted).toBe(900)
    expect(kept.every((row) => JSON.stringify(row).length < 1_000)).toBe(true)
  })
})

describe('the keeper of bodies', () => {
  const key = { id: 'c', kind: 'api_key', user: 'a' } as const
  const sent = (body: unknown, change: Partial<FinishedCall> = {}): FinishedCall => ({
    requestId: 'r',
    operation: 'transfer.create',
    method: 'POST',
    path: '/api/v2/transfers/:id',
    status: 200,
    durationMs: 1,
    caller: { ...anonymousCaller('192.0.2.1'), user: 'a', credential: key },
    userAgent: undefined,
    exchange: {
      request: { url: '/api/v2/transfers/7?page=2', headers: { 'idempotency-key': 'k1' }, body },
      answer: { body: { data: { ok: true } } },
    },
    ...change,
  })
  const plenty = () => new Allowance({ burst: 1e9, perSecond: 0 }, 0)
  const keeper = (environments: readonly ('live' | 'sandbox')[] = ['live']) =>
    new BodyKeeper({ environments, operations: () => declared.operations })

  it('keeps what a program sent and was answered', () => {
    expect(keeper().keep(sent({ amount: '5.00' }), plenty(), 0)).toEqual({
      url: '/api/v2/transfers/7?page=2',
      idempotency_key: 'k1',
      request: '{"amount":"5.00"}',
      response: '{"data":{"ok":true}}',
      is_cut: false,
      left_out: null,
    })
  })

  it('keeps nothing of logins, of operators, of the other environment, and where it is off', () => {
    const { caller } = sent({})
    const login = { ...caller, credential: { ...key, kind: 'login' } as const }
    const operator = { ...caller, scopes: new Set(['admin']) }
    for (const change of [{ caller: login }, { caller: operator }])
      expect(keeper().keep(sent({}, change), plenty(), 0)).toBeUndefined()
    expect(keeper(['sandbox']).keep(sent({}), plenty(), 0)).toBeUndefined()
    expect(keeper([]).keep(sent({}), plenty(), 0)).toBeUndefined()
  })

  it('leaves out every answer that holds a secret', () => {
    for (const { name, issues } of declared.operations) {
      if (issues === undefined || issues === 'access') continue
      const kept = keeper().keep(sent({}, { operation: name }), plenty(), 0)
      expect(kept, name).toMatchObject({ response: null, left_out: 'secret' })
    }
  })

  it('parses an answer that came as text, to find its secrets', () => {
    const { request } = sent({}).exchange!
    const answer = { body: '{"token":"abc123abc123","amount":5}' }
    const kept = keeper().keep(sent({}, { exchange: { request, answer } }), plenty(), 0)
    expect(kept!.response).toBe('{"token":"[redacted]","amount":5}')
  })

  it('stops when a user has used what a user may keep, and goes on as time passes', () => {
    const ofUser = new Allowance({ burst: 1_000, perSecond: 10 }, 0)
    const one = keeper()
    const long = sent({ note: 'x'.repeat(1_500) })
    expect(one.keep(long, ofUser, 0)).toBeDefined()
    expect(one.keep(long, ofUser, 10_000)).toBeUndefined()
    expect(one.keep(long, ofUser, 100_000)).toBeDefined()
  })

  it('stops when all users together have used what a node may keep', () => {
    const one = keeper()
    const long = sent(Array.from({ length: 200 }, () => 'x'.repeat(200)))
    let kept = 0
    while (one.keep(long, plenty(), 0)) kept++
    expect(kept).toBeGreaterThan(200)
    expect(kept).toBeLessThan(300)
  })
})

describe('the text of a body', () => {
  const textOf = (value: unknown, max = 1_000) => toBodyText(value, max)

  it('has no secret, whatever the field is called and wherever the credential stands', () => {
    const secret = 'sk_live_0123456789abcdefghijABCDEFGHIJ0123456789'
    const body = {
      password: 'Corr3ct-horse',
      newPassword: 'Corr3ct-horse',
      password_confirmation: 'Corr3ct-horse',
      recovery_codes: ['Corr3ct-horse', 'Corr3ct-horse'],
      code: '123456',
      nested: [{ session_token: 'Corr3ct-horse', cvv: '123456' }],
      note: `my key is ${secret}, keep it`,
      [secret]: 1,
      header: `Bearer Corr3ct-horse`,
    }
    const { text } = textOf(body)
    for (const word of ['Corr3ct-horse', '123456', secret.slice(0, 20)])
      expect(text).not.toContain(word)
    expect(JSON.parse(text)).toMatchObject({ note: 'my key is [redacted], keep it' })
  })

  it('shows what is no secret', () => {
    const body = {
      asset_code: 'USD',
      error: { code: 'INSUFFICIENT_FUNDS' },
      from_token: 'ETH',
      key_id: 'ak_1',
      public_key: 'abc',
      amount: 5.5,
      isLast: false,
      nothing: null,
    }
    expect(JSON.parse(textOf(body).text)).toEqual(body)
  })

  it('strikes out a credential that a cut would take apart', () => {
    const secret = `sk_live_${'a1'.repeat(20)}`
    for (let before = 1_950; before <= 2_000; before++) {
      const { text } = textOf(`${'x '.repeat(before / 2)}${secret} and more`.padEnd(9_000), 9_000)
      expect(text).not.toContain('a1a1a1a1')
    }
  })

  it('is cut at a size and stays JSON that says what is missing', () => {
    const many = { rows: Array.from({ length: 5_000 }, (_, n) => ({ n, name: 'some name' })), z: 1 }
    const { text, isCut } = textOf(many)
    expect(isCut).toBe(true)
    expect(text.length).toBeLessThan(1_500)
    expect(JSON.parse(text).rows.at(-1)).toMatch(/^… \d+ more$/)
  })

  it('leaves secrets out of an address', () => {
    expect(
      toUrlText('/api/v1/receipts/abcDEF123?token=abc&page=2', '/api/v1/receipts/:token'),
    ).toBe('/api/v1/receipts/[redacted]?token=[redacted]&page=2')
  })

  it('has none of the secrets that the operations declare', () => {
    const names = new Set<string>()
    for (const { input, output } of declared.operations)
      for (const schema of [input, output]) collectNames(schema, names)
    const shown = [...names].filter(
      (name) =>
        /password|secret|token|private|credential|cvv|otp|pin$|signature|key$/i.test(name) &&
        !isSecretField(name, 'abc123abc123'),
    )
    expect(shown.toSorted()).toEqual(SHOWN)
  })
})

// The REST transport itself: errors, limits and headers on every answer, and hostile requests.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorize } from '../../src/domains/people/oauth/test-support.ts'
import { toAppError } from '../../src/transport/rest/errors.ts'
import { type Bank, startBank } from '../harness/bank.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const login = 'POST /api/auth/login'
const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${bank.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })

/** The envelope of every refusal. */
async function expectEnvelope(response: Response, status: number, code: string): Promise<void> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  for (const header of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    expect(response.headers.get(header)).toMatch(/^\d+$/)
  const body = (await response.json()) as { error: { code: string }; message: string }
  expect(body).toMatchObject({
    success: false,
    error: { code, message: body.message },
    request_id: response.headers.get('x-request-id'),
  })
  expect(JSON.stringify(body)).not.toMatch(/node_modules|at .*\.ts|Fastify/)
}

const lost = (message: string) => Object.assign(new Error(message), { code: 'ECONNRESET' })

/** Raw bytes over a socket; resolves to all that came back. */
const exchange = (...parts: (string | Buffer)[]): Promise<string> => exchangeWith(bank, ...parts)

function exchangeWith({ url }: Bank, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
    for (const part of parts) socket.write(part)
  })
}

describe('refusals of the transport', () => {
  it('404 for an unknown route', async () => {
    await expectEnvelope(await fetch(`${bank.url}/api/nothing/here`), 404, 'NOT_FOUND')
    await expectEnvelope(await fetch(`${bank.url}/nothing`), 404, 'NOT_FOUND')
  })

  it('405 with Allow for another method', async () => {
    const response = await fetch(`${bank.url}/api/auth/login`, { method: 'DELETE' })
    expect(response.headers.get('allow')).toBe('POST')
    await expectEnvelope(response, 405, 'METHOD_NOT_ALLOWED')
    const byId = await fetch(`${bank.url}/api/v2/api-keys/x`, { method: 'PATCH' })
    expect(byId.headers.get('allow')!.split(', ').toSorted()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'PUT',
    ])
  })

  it.each([
    ['an open brace', '{'],
    ['text', 'hello'],
    ['a trailing comma', '{"a":1,}'],
    ['two values', '{} {}'],
    ['a raw NUL', '{"email":"a\0b"}'],
    ['an escaped NUL', '{"email":"a\\u0000b","password":"x"}'],
    ['half a surrogate pair', '{"email":"\\ud83d","password":"x"}'],
    ['half a surrogate pair in a key', '{"\\udc00":1}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['a nested __proto__', '{"a":{"__proto__":{"admin":true}}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
    ['10,000 arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['10,000 objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ])('400 for %s', async (_what, body) => {
    await expectEnvelope(await send(body), 400, 'INVALID_REQUEST')
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('400 for bytes that are not UTF-8', async () => {
    await expectEnvelope(await send(Buffer.from([0x22, 0xff, 0xfe, 0x22])), 400, 'INVALID_REQUEST')
  })

  it('400 for an address that cannot be decoded, and for NUL in it', async () => {
    await expectEnvelope(
      await fetch(`${bank.url}/api/v2/api-keys/%E0%A4%A`),
      400,
      'INVALID_REQUEST',
    )
    const { token } = await bank.person()
    const headers = { Authorization: `Bearer ${token}` }
    const nul = await fetch(`${bank.url}/api/v2/api-keys/a%00b`, { headers })
    await expectEnvelope(nul, 400, 'INVALID_REQUEST')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'nonsense'])(
    '415 for the content type %s',
    async (type) => {
      await expectEnvelope(
        await send('{}', { 'Content-Type': type }),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      )
    },
  )

  it('413 for a body of 10 MB', async () => {
    await expectEnvelope(await send(`"${'x'.repeat(10_000_000)}"`), 413, 'PAYLOAD_TOO_LARGE')
  })

  it('422 for a body that is no object', async () => {
    for (const body of ['[]', '"text"', '12', 'null', 'true'])
      await expectEnvelope(await send(body), 422, 'VALIDATION_ERROR')
  })

  it('431 for a flood of headers', async () => {
    const flood = Array.from({ length: 2000 }, (_, i) => `X-Flood-${i}: ${'y'.repeat(50)}\r\n`)
    const answer = await exchange(`GET /api/health HTTP/1.1\r\nHost: x\r\n${flood.join('')}\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 431/)
    expect(answer).toMatch(/x-ratelimit-limit: \d+/i)
    expect(answer).toContain('"code":"HEADERS_TOO_LARGE"')
  })

  it('400 for what is not HTTP, in the same envelope', async () => {
    const answer = await exchange('\x16\x03\x01 hello\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400/)
    expect(answer).toContain('"code":"INVALID_REQUEST"')
  })

  it('400 for two Host headers, of which a proxy may have read the other', async () => {
    for (const path of ['/api/health', '/api/health?x=1']) {
      const answer = await exchange(
        `GET ${path} HTTP/1.1\r\nHost: one\r\nhOST: two\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 400/)
      expect(answer).toContain('one Host header')
    }
  })

  it('no database error when a client disconnects in the middle of a body', async () => {
    // Chunked, so that it goes through the framework.
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const { hostname, port } = new URL(bank.url)
    const socket = connect(Number(port), hostname)
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`, () => socket.destroy())
    const counted = async (): Promise<string[]> => {
      const metrics = await (await fetch(`${bank.url}/metrics`)).text()
      return metrics.split('\n').filter((line) => /requests_total|_count/.test(line))
    }
    await expect.poll(counted).toContainEqual(expect.stringMatching(/status="400"/))
    expect(await counted()).not.toContainEqual(expect.stringMatching(/status="503"/))
    expect(toAppError(lost('aborted')).def.code).toBe('REQUEST_CUT_OFF')
    expect(toAppError(lost('read ECONNRESET')).def.code).toBe('SERVICE_UNAVAILABLE')
  })

  it('408 for a body that never ends', async () => {
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const impatient = await startBank({ timeouts: { requestMs: 600, checkEveryMs: 100 } })
    const answer = await exchangeWith(impatient, `${head}Content-Length: 100\r\n\r\n{"email":`)
    await impatient.stop()
    expect(answer).toMatch(/^HTTP\/1.1 408/)
    expect(answer).toContain('"code":"REQUEST_TIMEOUT"')
  })

  it('keeps serving after all of it', async () => {
    expect((await bank.call('GET /api/health')).status).toBe(200)
    expect((await bank.call('GET /health/ready')).status).toBe(200)
  })
})

describe('headers', () => {
  it('echo a request id that is fit for a log, and make one otherwise', async () => {
    const given = await bank.call('GET /api/health', undefined, {
      headers: { 'X-Request-ID': 'abc-1' },
    })
    expect(given.headers.get('x-request-id')).toBe('abc-1')
    const unfit = await bank.call('GET /api/health', undefined, {
      headers: { 'X-Request-ID': 'x'.repeat(200) },
    })
    expect(unfit.headers.get('x-request-id')).toMatch(/^\w{10}-\w+$/)
  })

  it('keep users’ data out of every cache, and prevent content sniffing', async () => {
    const person = await bank.person()
    for (const [route, who] of [
      ['GET /api/v2/accounts', person],
      ['GET /api/v2/accounts/nothing?x=1', person],
      ['POST /api/graphql', person],
    ] as const) {
      const { headers } = await bank.call(route, route.startsWith('POST') ? {} : undefined, who)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const signedIn = await bank.call('POST /api/auth/login', person)
    expect([signedIn.status, signedIn.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { headers } = await bank.call('GET /api/v2/assets')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('name the version of the API', async () => {
    expect((await bank.call('GET /api/health')).headers.get('x-api-version')).toBe('v1')
    expect((await bank.call('GET /api/v2')).headers.get('x-api-version')).toBe('v2')
  })

  it('treat a trailing slash as the same route', async () => {
    expect((await bank.call('GET /api/health/')).status).toBe(200)
  })

  it('take the path before the body when both name an id', async () => {
    const person = await bank.person()
    const mine = (await bank.call('POST /api/v2/api-keys', { name: 'A' }, person)).body.data
    const other = (await bank.call('POST /api/v2/api-keys', { name: 'B' }, person)).body.data
    const update = { id: other.uuid, name: 'Renamed' }
    const { body } = await bank.call(`PUT /api/v2/api-keys/${mine.uuid}`, update, person)
    expect(body.data).toMatchObject({ uuid: mine.uuid, name: 'Renamed' })
  })

  it('never take text in a body for a number, and ignore what is not declared', async () => {
    const person = await bank.person()
    const text = await bank.call('POST /api/v2/api-keys', { name: 'A', expires_in: '30' }, person)
    expect(text.status).toBe(422)
    const extra = await bank.call('POST /api/v2/api-keys', { name: 'A', user_uuid: 'x' }, person)
    expect(extra.body.data.user_uuid).toBe(person.uuid)
  })
})

describe('limits', () => {
  let limited: Bank
  beforeAll(async () => {
    limited = await startBank({
      env: { RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_PER_HOUR: '150' },
    })
  })
  afterAll(() => limited.stop())

  it('slide: 100 in any minute, 150 in any hour, per credential, and say when to retry', async () => {
    const { token } = await limited.person()
    const ask = () => limited.call('GET /api/auth/user', undefined, { token })
    const start = limited.clock.now().getTime() / 1000
    for (let i = 1; i <= 60; i++) {
      const answer = await ask()
      expect(answer.headers.get('x-ratelimit-limit')).toBe('100')
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(100 - i))
      expect(answer.headers.get('x-ratelimit-reset')).toBe(String(start + 60))
    }
    limited.clock.advance(30)
    for (let i = 0; i < 40; i++) expect((await ask()).status).toBe(200)
    const full = await ask()
    expect(full.status).toBe(429)
    expect(full.body.error.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(full.headers.get('retry-after')).toBe('30')
    expect(full.headers.get('x-ratelimit-remaining')).toBe('0')
    // A fixed window would open fully here; a sliding one still holds the second forty.
    limited.clock.advance(30)
    for (let i = 0; i < 50; i++) expect((await ask()).status).toBe(200)
    const hour = await ask()
    expect(hour.status).toBe(429)
    expect(hour.headers.get('x-ratelimit-limit')).toBe('150')
    expect(hour.headers.get('retry-after')).toBe(String(3600 - 60))
    const other = await limited.person()
    expect((await limited.call('GET /api/auth/user', undefined, other)).status).toBe(200)
  })

  it('count anonymous callers by address, a thousand a minute', async () => {
    limited.clock.advance(3600)
    const first = await limited.call('GET /api/health')
    expect(first.headers.get('x-ratelimit-limit')).toBe('1000')
    expect(first.headers.get('x-ratelimit-remaining')).toBe('999')
    const missing = await limited.call('GET /nowhere', undefined, { token: 'fat_unknown' })
    expect(missing.headers.get('x-ratelimit-remaining')).toBe('998')
  })
})

describe('limits of a user with many credentials', () => {
  let limited: Bank
  beforeAll(async () => {
    limited = await startBank({
      env: { RATE_LIMIT_PER_MINUTE: '10', RATE_LIMIT_PER_HOUR: '0', RATE_LIMIT_KEYS_PER_USER: '2' },
    })
  })
  afterAll(() => limited.stop())

  it('has the room of some keys, not of as many as it makes', async () => {
    const person = await limited.person()
    const tokens = [person.token]
    for (let i = 0; i < 3; i++) {
      const made = await limited.call('POST /api/v2/api-keys', { name: 'Key' }, person)
      tokens.push(made.body.data.api_key)
    }
    limited.clock.advance(60)
    const served = tokens.map(() => 0)
    for (let i = 0; i < 8; i++)
      for (const [index, token] of tokens.entries()) {
        const { status } = await limited.call('GET /api/auth/user', undefined, { token })
        if (status === 200) served[index]!++
        else expect(status).toBe(429)
      }
    // Each is below its own ten, all together have two times ten.
    expect(served.reduce((sum, count) => sum + count)).toBe(20)
    expect((await limited.call('GET /api/auth/user', undefined, person)).status).toBe(429)
    const other = await limited.person()
    expect((await limited.call('GET /api/auth/user', undefined, other)).status).toBe(200)
  })
})

describe('the MCP endpoint, however its address is written', () => {
  const ask = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  it.each(['/mcp', '/mcp/', '/%6dcp', '/%6D%63p/', '/mcp?x=1'])(
    '%s accepts bearers of OAuth clients and no others',
    async (path) => {
      const person = await bank.person()
      for (const token of [person.token, 'nobody']) {
        const answer = await bank.call(`POST ${path}`, ask, { token })
        expect(answer.status).toBe(401)
        expect(answer.body.error).toMatchObject({
          code: -32001,
          data: { error_code: 'UNAUTHENTICATED' },
        })
      }
      const { access_token } = await authorize(bank, person)
      const served = await bank.call(`POST ${path}`, ask, { token: access_token })
      expect(served.status).toBe(200)
      expect(served.body.result.tools.length).toBeGreaterThan(0)
    },
  )

  it.each(['/api/auth/user', '/api/auth/user/', '/api/%61uth/user', '/api/v2/accounts'])(
    'and an OAuth client’s bearer does not open %s',
    async (path) => {
      const { access_token } = await authorize(bank, await bank.person())
      const answer = await bank.call(`GET ${path}`, undefined, { token: access_token })
      expect(answer.status).toBe(401)
    },
  )
})

describe('idempotency under concurrency', () => {
  it('does the work once: the others replay it or get the error that it is running', async () => {
    const person = await bank.person()
    const create = () =>
      bank.call('POST /api/v2/api-keys', { name: 'Once' }, { ...person, key: 'same' })
    const answers = await Promise.all(Array.from({ length: 12 }, create))
    const created = answers.filter((answer) => answer.status === 201)
    const running = answers.filter((answer) => answer.status === 409)
    expect(created.length + running.length).toBe(12)
    expect(running.every((a) => a.body.error.code === 'REQUEST_IN_PROGRESS')).toBe(true)
    expect(new Set(created.map((answer) => answer.body.data.uuid)).size).toBe(1)
    const list = await bank.call('GET /api/v2/api-keys', undefined, person)
    expect(list.body.meta.total).toBe(1)
  })

  it('keeps keys of different users apart', async () => {
    const [one, two] = [await bank.person(), await bank.person()]
    const create = (person: { token: string }) =>
      bank.call('POST /api/v2/api-keys', { name: 'Same' }, { ...person, key: 'shared' })
    const [first, second] = [await create(one), await create(two)]
    expect(first.body.data.uuid).not.toBe(second.body.data.uuid)
    expect(second.headers.get('x-idempotency-replayed')).toBe('false')
  })

  it('reads the key by either name of its header', async () => {
    const person = await bank.person()
    const create = (name: string) =>
      bank.call(
        'POST /api/v2/api-keys',
        { name },
        { ...person, headers: { 'X-Idempotency-Key': 'other-name' } },
      )
    const [first, again] = [await create('One'), await create('One')]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    expect((await create('Two')).body.error.code).toBe('IDEMPOTENCY_CONFLICT')
  })

  it('stores nothing for a refusal: the key can be used again', async () => {
    const email = 'nobody@example.com'
    expect((await bank.call(login, { email, password: 'x' }, { key: 'k' })).status).toBe(401)
    expect((await bank.call(login, { email, password: 'y' }, { key: 'k' })).status).toBe(401)
  })
})

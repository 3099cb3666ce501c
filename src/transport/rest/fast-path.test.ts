// The fast path and the framework answer the same bytes. The same request is sent over bare sockets to the bank and
// to a second server in front of it that uses only the framework.
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../../test/harness/bank.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { PathPaywall } from '../../domains/commerce/machine-payments/paywall/path-paywall.ts'
import { FastPathReply } from './fast-path-request.ts'

let bank: Bank
let longWay: Server
let ports: { readonly short: number; readonly long: number }
let ada: Person
let account: string
let other: string
const sent = vi.spyOn(FastPathReply.prototype, 'send')

const portOf = (server: Server): number => (server.address() as AddressInfo).port

beforeAll(async () => {
  bank = await startBank({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } })
  ada = await bank.person()
  const open = async (name: string): Promise<string> => {
    const wish = { user_uuid: ada.uuid, name, initial_balance: 100_000 }
    return (await bank.call('POST /api/accounts', wish, { token: ada.token })).body.data.uuid
  }
  account = await open('One')
  other = await open('Two')
  const { server } = bank.app.server
  longWay = createServer(
    {
      keepAliveTimeout: server.keepAliveTimeout,
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => bank.app.server.routing(request, response),
  )
  for (const listener of server.listeners('clientError'))
    longWay.on('clientError', listener as (error: Error) => void)
  await new Promise<void>((resolve) => longWay.listen(0, '127.0.0.1', resolve))
  ports = { short: portOf(server), long: portOf(longWay) }
})

afterAll(async () => {
  // Other files of this process use these classes, too.
  vi.restoreAllMocks()
  await new Promise((resolve) => longWay.close(resolve))
  await bank.stop()
})

/** Sends bytes in chunks and returns what came back until the other side closed the connection. */
const exchange = (port: number, pieces: readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const answer: Buffer[] = []
    const text = (): string => Buffer.concat(answer).toString('latin1')
    socket.on('data', (bytes: Buffer) => answer.push(bytes))
    socket.on('error', (cause) =>
      reject(new Error(`the connection broke after ${JSON.stringify(text())}`, { cause })),
    )
    socket.on('close', () => resolve(text()))
    socket.setNoDelay(true)
    const [first, ...rest] = pieces
    socket.write(first!)
    const send = (): void => {
      const piece = rest.shift()
      if (piece !== undefined) socket.write(piece, () => setImmediate(send))
    }
    send()
  })

/** The parts that depend only on the moment. */
const mask = (answer: string): string => answer.replace(/^date: .*$/gim, 'date: masked')

async function both(...pieces: (string | Buffer)[]) {
  const before = sent.mock.calls.length
  const short = mask(await exchange(ports.short, pieces))
  const wasShort = sent.mock.calls.length > before
  const long = mask(await exchange(ports.long, pieces))
  expect(short).toBe(long)
  return { answer: short, wasShort }
}

interface Wish {
  readonly route: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly version?: string
}

function write({ route, headers = {}, body, version = '1.1' }: Wish): Buffer {
  const lines = Object.entries({
    Host: 'bank.example',
    'X-Request-ID': 'same-for-both',
    Connection: 'close',
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${route} HTTP/${version}\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body ?? '')])
}

const signedIn = (): Record<string, string> => ({ Authorization: `Bearer ${ada.token}` })
const transfer = (fields: object = {}): string =>
  JSON.stringify({
    from_account: account,
    to_account: other,
    amount: '1.00',
    asset_code: 'USD',
    workflow_enabled: false,
    ...fields,
  })
const POST = 'POST /api/v2/transfers'

it('the fast path is taken while nothing has a price', async () => {
  const isTaken = async (): Promise<boolean> =>
    (await both(write({ route: 'GET /api/auth/user', headers: signedIn() }))).wasShort
  await expect.poll(isTaken).toBe(true)
})

describe('the fast path', () => {
  // A bank whose listener reconnects, which happens on a busy machine, drops the prices it has cached. Its next request is
  // left to the framework, which reads them again; here every request finds them known.
  beforeAll(() => void vi.spyOn(PathPaywall.prototype, 'isIdle', 'get').mockReturnValue(true))

  it('makes a transfer, and both repeat it', async () => {
    const headers = { ...signedIn(), 'Idempotency-Key': 'once' }
    const made = await exchange(ports.short, [write({ route: POST, headers, body: transfer() })])
    expect(made).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
    const { answer, wasShort } = await both(write({ route: POST, headers, body: transfer() }))
    expect(answer).toMatch(/x-idempotency-replayed: true/)
    expect(wasShort).toBe(true)
  })

  it.each([
    ['balances', () => `GET /api/accounts/${account}/balances`],
    ['an account', () => `GET /api/accounts/${account}`],
    ['a list with links', () => `GET /api/accounts/${account}/transfers`],
    ['a history', () => `GET /api/accounts/${account}/transactions`],
    ['who is signed in', () => 'GET /api/auth/user'],
  ])('reads %s', async (_name, route) => {
    const { answer, wasShort } = await both(write({ route: route(), headers: signedIn() }))
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(wasShort).toBe(true)
  })

  it.each<[string, number, () => Wish]>([
    ['an anonymous caller', 401, () => ({ route: POST, body: transfer() })],
    [
      'a bad bearer',
      401,
      () => ({ route: POST, body: transfer(), headers: { Authorization: 'Bearer x' } }),
    ],
    ['a missing field', 422, () => ({ route: POST, body: '{}', headers: signedIn() })],
    ['a list as body', 422, () => ({ route: POST, body: '[]', headers: signedIn() })],
    ['a text as body', 422, () => ({ route: POST, body: '"x"', headers: signedIn() })],
    ['null', 422, () => ({ route: POST, body: 'null', headers: signedIn() })],
    ['broken JSON', 400, () => ({ route: POST, body: '{"a":', headers: signedIn() })],
    ['a byte order mark', 400, () => ({ route: POST, body: '\uFEFF{}', headers: signedIn() })],
    [
      'text that is not UTF-8',
      400,
      () => ({ route: POST, body: Buffer.from([0x22, 0xff, 0x22]), headers: signedIn() }),
    ],
    [
      'deep nesting',
      400,
      () => ({ route: POST, body: '['.repeat(70) + ']'.repeat(70), headers: signedIn() }),
    ],
    ['__proto__', 400, () => ({ route: POST, body: '{"__proto__":{}}', headers: signedIn() })],
    [
      'an escaped __proto__',
      400,
      () => ({ route: POST, body: '{"\\u005f_proto__":{}}', headers: signedIn() }),
    ],
    [
      'constructor.prototype',
      400,
      () => ({ route: POST, body: '{"constructor":{"prototype":{}}}', headers: signedIn() }),
    ],
    ['NUL', 400, () => ({ route: POST, body: '{"a":"\\u0000"}', headers: signedIn() })],
    [
      'too much money',
      422,
      () => ({ route: POST, body: transfer({ amount: '9999999.00' }), headers: signedIn() }),
    ],
    [
      'an account that is not there',
      404,
      () => ({ route: `GET /api/accounts/${ada.uuid}`, headers: signedIn() }),
    ],
    [
      'a tenant that is not there',
      404,
      () => ({ route: POST, body: '{}', headers: { ...signedIn(), 'X-Tenant-ID': 'x' } }),
    ],
    [
      'a long key',
      422,
      () => ({
        route: POST,
        body: transfer(),
        headers: { ...signedIn(), 'Idempotency-Key': 'k'.repeat(256) },
      }),
    ],
  ])('refuses %s', async (_name, status, wish) => {
    const { answer, wasShort } = await both(write(wish()))
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(wasShort).toBe(true)
  })

  it('accepts a body in chunks, and several requests in one', async () => {
    const whole = write({ route: POST, body: '{}', headers: signedIn() })
    const { wasShort } = await both(whole.subarray(0, -1), whole.subarray(-1))
    expect(wasShort).toBe(true)
    const open = write({
      route: POST,
      body: '{}',
      headers: { ...signedIn(), Connection: 'keep-alive' },
    })
    const { answer } = await both(Buffer.concat([open, open, whole]))
    expect(answer.match(/HTTP\/1\.1 422 /g)).toHaveLength(3)
  })

  it('is not disturbed by clients that disconnect in the middle', async () => {
    const whole = write({ route: POST, body: transfer(), headers: signedIn() })
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const socket = connect(ports.short, '127.0.0.1')
        return new Promise<void>((resolve) => {
          socket.on('error', () => {})
          socket.on('close', () => resolve())
          socket.write(whole.subarray(0, whole.length - 1 - at * 20), () => socket.destroy())
        })
      }),
    )
    const { answer } = await both(write({ route: 'GET /api/auth/user', headers: signedIn() }))
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
    const [made] = await bank.sql<{ n: number }>('select count(*)::int as n from ledger.moves')
    // Two openings and one transfer: nothing came of the others.
    expect(made!.n).toBe(3)
  })

  it('answers 500 when an answer cannot be written, and disconnects when that cannot either', async () => {
    const ask = () =>
      exchange(ports.short, [write({ route: 'GET /api/auth/user', headers: signedIn() })])
    const fail = (): never => {
      throw new TypeError('BigInt is not JSON')
    }
    sent.mockImplementationOnce(fail)
    expect(await ask()).toMatch(/^HTTP\/1\.1 500 .*SERVER_ERROR/s)
    sent.mockImplementationOnce(fail).mockImplementationOnce(fail)
    expect(await ask()).toBe('')
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('does not trust an unknown proxy about the address of the client', async () => {
    const headers = {
      ...signedIn(),
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Host': 'a.example, b.example',
    }
    const { wasShort } = await both(write({ route: `GET /api/accounts/${account}`, headers }))
    expect(wasShort).toBe(true)
  })

  it.each<[string, () => Wish]>([
    ['a query', () => ({ route: 'GET /api/v2/transfers?per_page=1', headers: signedIn() })],
    ['an encoded path', () => ({ route: 'GET /%61pi/accounts', headers: signedIn() })],
    [
      'another type',
      () => ({ route: POST, body: '{}', headers: { 'Content-Type': 'text/plain' } }),
    ],
    [
      'a compressed body',
      () => ({ route: POST, body: '{}', headers: { ...signedIn(), 'Content-Encoding': 'gzip' } }),
    ],
    [
      'a body in chunks',
      () => ({
        route: POST,
        body: '2\r\n{}\r\n0\r\n\r\n',
        headers: { ...signedIn(), 'Content-Length': '', 'Transfer-Encoding': 'chunked' },
      }),
    ],
    ['HEAD', () => ({ route: `HEAD /api/accounts/${account}`, headers: signedIn() })],
    ['a method that is not allowed', () => ({ route: 'PUT /api/v2/transfers', body: '{}' })],
    ['an unknown path', () => ({ route: 'GET /api/nowhere', headers: signedIn() })],
    ['no body', () => ({ route: POST, headers: signedIn() })],
    ['a GET with a body', () => ({ route: 'GET /api/accounts', body: '{}', headers: signedIn() })],
    [
      'a long body',
      () => ({ route: POST, body: `{"a":"${'x'.repeat(70_000)}"}`, headers: signedIn() }),
    ],
  ])('leaves %s to the framework', async (_name, wish) => {
    const { headers = {}, ...rest } = wish()
    const named = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    const bytes =
      headers['Content-Length'] === ''
        ? Buffer.from(
            write({ ...rest, headers: named })
              .toString()
              .replace(/Content-Length.*\r\n/, ''),
          )
        : write({ ...rest, headers: named })
    expect((await both(bytes)).wasShort).toBe(false)
  })

  it('answers any request like the framework', async () => {
    const path = fc.constantFrom(
      '/api/v2/transfers',
      '/api/v2/transfers/',
      '//api/v2/transfers',
      '/api/accounts',
      `/api/accounts/${account}`,
      '/api/accounts/x',
      '/api/accounts/:uuid',
      '/api/accounts/../auth/user',
      '/api/auth/user',
      '/api/accounts#x',
      'http://bank.example/api/auth/user',
      '/',
    )
    const header = fc.constantFrom<readonly [string, string]>(
      ['Authorization', 'bearer nothing'],
      ['Authorization', `BEARER ${ada.token}`],
      ['Authorization', `Bearer  ${ada.token}`],
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Type', 'application/json;charset=latin1'],
      ['Content-Type', 'application/problem+json'],
      ['Idempotency-Key', 'two words'],
      ['Idempotency-Key', ''],
      ['X-Request-ID', 'not fit !'.repeat(20)],
      ['X-Agent-Session', 'x'],
      ['X-Partner-Key', 'x'],
      ['Expect', '100-continue'],
      ['Upgrade', 'h2c'],
      ['Host', '[::1]:80'],
      ['Accept-Version', '1'],
    )
    const body = fc.option(
      fc.oneof(
        fc.json({ maxDepth: 2 }),
        fc.constantFrom('', ' ', '{}', '{"amount":"1"}', '{"a":1,"a":2}', 'nul', '1e400'),
      ),
      { nil: undefined },
    )
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        fc.array(header, { maxLength: 4 }),
        body,
        async (m, p, h, b) => {
          const headers = { 'X-Request-ID': 'same-for-both', ...Object.fromEntries(h) }
          // A request id that is not fit is replaced by a new one.
          if (headers['X-Request-ID'] !== 'same-for-both') headers['X-Request-ID'] = 'same'
          await both(
            write({ route: `${m} ${p}`, headers, ...(b === undefined ? {} : { body: b }) }),
          )
        },
      ),
      { numRuns: rounds(60, 300) },
    )
  })
})

// A bank with a peer that this test implements: packets by ILP over HTTP, receivers behind payment pointers, and a
// peer that rejects, fails or loses its answers.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { readAllSettings } from '../../../../../test/harness/settings.ts'
import type { Database } from '../../../../platform/database.ts'
import { type OutboundAnswer, makeOutbound } from '../../../../platform/outbound-http.ts'
import { readPointer } from '../addresses.ts'
import { httpConnector, readSpsp } from './http-connector.ts'
import { readPrepare, writeFulfill, writeReject } from '../ilp.ts'
import { fulfillmentOf, openPacket, readSecret } from '../stream.ts'
import {
  expectCleared,
  finish,
  makePacket,
  makePayer,
  openDb,
  outside,
  type Payer,
  pay,
  quoteOf,
  sendPacket,
  unitsOf,
} from '../test-support.ts'

interface Asked {
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

interface Peer {
  readonly url: string
  readonly asked: Asked[]
  /** Bytes, a status, or undefined to drop the connection. */
  answer: (asked: Asked) => Buffer | number | undefined
  close(): Promise<void>
}

async function startPeer(): Promise<Peer> {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const asked = { path: request.url!, headers: request.headers, body: Buffer.concat(parts) }
      peer.asked.push(asked)
      const answer = peer.answer(asked)
      if (answer === undefined) return request.socket.destroy()
      response.writeHead(typeof answer === 'number' ? answer : 200, {
        'Content-Type': 'application/octet-stream',
      })
      return response.end(typeof answer === 'number' ? '' : answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const peer: Peer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: () => undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return peer
}

const SECRET = 'cd'.repeat(32)
const TOKEN = 'what the bank says to its peer'

let peer: Peer
let bank: Bank
let database: Database
beforeAll(async () => {
  peer = await startPeer()
  bank = await startBank({
    env: {
      INTERLEDGER_CONNECTOR: 'http',
      INTERLEDGER_PEER_URL: `${peer.url}/accounts/{asset}/ilp`,
      INTERLEDGER_PEER_TOKEN: TOKEN,
      INTERLEDGER_PEER_ASSETS: 'EUR,USD',
    },
  })
  database = openDb(bank)
})
afterEach(() => {
  peer.asked.length = 0
})
afterAll(async () => {
  await expectCleared(bank, database)
  await database.close()
  await bank.stop()
  await peer.close()
})

const fulfil = ({ body }: Asked): Buffer =>
  writeFulfill(fulfillmentOf(readSecret(SECRET), readPrepare(body)!.data))

async function start(payer: Payer): Promise<string> {
  const opened = await bank.call(
    'POST /api/v1/interledger/connections',
    { destination_address: 'g.peer.bob', shared_secret: SECRET, wallet_address: payer.account },
    payer,
  )
  expect(opened.status).toBe(201)
  const { body } = await quoteOf(bank, payer, { receiver: 'g.peer.bob' })
  const made = await pay(bank, payer, body.data.quote_id)
  expect(made.status).toBe(201)
  return made.body.data.payment_id
}

describe('a payment through the peer', () => {
  it('is a packet with a token, an id, a condition and a minimum amount, and is paid when it is fulfilled', async () => {
    peer.answer = fulfil
    const payer = await makePayer(bank)
    const before = await unitsOf(bank, outside, 'EUR')
    const ended = await finish(bank, payer, await start(payer))
    expect(ended).toMatchObject({ status: 'completed', simulated: false, packets: 1 })
    const [asked] = peer.asked
    expect(peer.asked).toHaveLength(1)
    expect(asked!.path).toBe('/accounts/eur/ilp')
    expect(asked!.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/octet-stream',
      'request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const prepare = readPrepare(asked!.body)!
    expect(prepare).toMatchObject({ amount: '9207', destination: 'g.peer.bob' })
    expect(openPacket(readSecret(SECRET), prepare.data)).toEqual({
      type: 12,
      sequence: 1n,
      amount: 9_115n,
      frames: [{ kind: 'money', stream: 1n, shares: 1n }],
    })
    expect((await unitsOf(bank, outside, 'EUR')) - before).toBe(9_207n)
  })

  it('whose answer is lost is sent again with the same id and the same bytes', async () => {
    peer.answer = (asked) => (peer.asked.length === 1 ? undefined : fulfil(asked))
    const payer = await makePayer(bank)
    const ended = await finish(bank, payer, await start(payer))
    expect(ended).toMatchObject({ status: 'completed', packets: 1 })
    expect(new Set(peer.asked.map(({ headers }) => headers['request-id'])).size).toBe(1)
    expect(peer.asked[1]!.body).toEqual(peer.asked[0]!.body)
  })

  it.each([
    ['rejects', () => writeReject('F02', 'No.', 'g.peer'), 'failed', 'F02'],
    ['refuses the bank', () => 401, 'expired', 'T01'],
    ['answers with nonsense', () => Buffer.from('nonsense'), 'expired', 'R00'],
    ['fails', () => 500, 'expired', 'R00'],
    ['answers without end', () => Buffer.alloc(100_000), 'expired', 'R00'],
    ['fulfils with nonsense', () => writeFulfill(Buffer.alloc(32)), 'failed', 'F05'],
  ])('that %s is returned whole', async (_name, answer, status, error_code) => {
    peer.answer = answer
    const payer = await makePayer(bank)
    const id = await start(payer)
    // An unanswered packet is sent again until long after it has expired.
    const minutes = status === 'expired' ? 15 : 0
    for (let minute = 0; minute < minutes; minute++) {
      await bank.runJob('interledger.sweep')
      bank.clock.advance(61)
    }
    const ended = await finish(bank, payer, id)
    expect(ended).toMatchObject({ status, error_code, returned_amount: '100.00' })
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(100_000n)
  })

  it('needs a shared secret and an asset that the peer has', async () => {
    const payer = await makePayer(bank)
    const unknown = await quoteOf(bank, payer, { receiver: 'g.peer.carol' })
    expect([unknown.status, unknown.body.error.code]).toEqual([422, 'RECEIVER_UNREACHABLE'])
    await bank.call(
      'POST /api/v1/interledger/connections',
      { destination_address: 'g.peer.carol', shared_secret: SECRET, wallet_address: payer.account },
      payer,
    )
    const pounds = await quoteOf(bank, payer, { receiver: 'g.peer.carol', receive_currency: 'GBP' })
    expect(Object.keys(pounds.body.errors)).toEqual(['receive_currency'])
    // The secret of a connection is not used for other users.
    const other = await quoteOf(bank, await makePayer(bank), { receiver: 'g.peer.carol' })
    expect(other.body.error.code).toBe('RECEIVER_UNREACHABLE')
  })

  it('of the sandbox never reaches it', async () => {
    const payer = await makePayer(bank)
    const key = { name: 'Sandbox', environment: 'sandbox', permissions: ['*'] }
    const { body } = await bank.call('POST /api/v2/api-keys', key, payer)
    const player = await makePayer(bank, { USD: '200.00' }, { ...payer, token: body.data.api_key })
    const quote = await quoteOf(bank, player, { receiver: 'g.peer.bob' })
    expect(quote.body.data.simulated).toBe(true)
    const made = await pay(bank, player, quote.body.data.quote_id)
    await finish(bank, player, made.body.data.payment_id)
    expect(peer.asked).toEqual([])
  })
})

describe('packets from the peer', () => {
  it('are of the first asset by default, and only of assets in which the peer has an account', async () => {
    const payee = await makePayer(bank, {})
    const { body } = await bank.call(
      'POST /api/v1/interledger/payments/incoming',
      { wallet_address: payee.account, amount: '5.00', asset_code: 'USD' },
      payee,
    )
    const { ilp_address: destination, shared_secret: secret } = body.data
    const packet = makePacket(bank, { destination, secret, units: 100n })
    expect((await sendPacket(bank, packet)).body.data.code).toBe('F02')
    const pounds = await sendPacket(bank, packet, { asset_code: 'GBP' })
    expect(Object.keys(pounds.body.errors)).toEqual(['asset_code'])
    expect((await sendPacket(bank, packet, { asset_code: 'USD' })).body.data.type).toBe('fulfill')
    expect(await unitsOf(bank, payee.account, 'USD')).toBe(100n)
  })
})

describe('a payment pointer', () => {
  const good = {
    destination_account: 'g.wallet.alice',
    shared_secret: Buffer.alloc(32, 5).toString('base64'),
  }
  const connectorTo = (get: (url: string) => Promise<OutboundAnswer>) => {
    const asked: { url: string; headers: Readonly<Record<string, string>> }[] = []
    const connector = httpConnector({
      url: peer.url,
      token: TOKEN,
      assets: ['USD'],
      outbound: {
        get(request) {
          asked.push(request)
          return get(request.url)
        },
      },
    })
    return { connector, asked }
  }
  const answers = (status: number, body: unknown) => async () => ({
    status,
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

  it('is queried at its own URL', async () => {
    const { connector, asked } = connectorTo(answers(200, good))
    const found = await connector.resolve(readPointer('$wallet.example/alice')!)
    expect(found).toEqual({ address: 'g.wallet.alice', secret: good.shared_secret })
    expect(asked).toMatchObject([
      { url: 'https://wallet.example/alice', headers: { Accept: 'application/spsp4+json' } },
    ])
  })

  it.each([
    ['does not answer', async () => Promise.reject(new Error('refused'))],
    ['redirects', answers(302, '')],
    ['answers with a page', answers(200, '<html>')],
    ['names no address', answers(200, { ...good, destination_account: 'alice' })],
    ['names a private address', answers(200, { ...good, destination_account: 'self.alice' })],
    ['has a short secret', answers(200, { ...good, shared_secret: 'abc' })],
    ['answers with a list', answers(200, [good])],
  ])('whose host %s cannot be paid', async (_name, get) => {
    const { connector } = connectorTo(get)
    const pointer = readPointer('$wallet.example/alice')!
    await expect(connector.resolve(pointer)).rejects.toMatchObject({
      def: { code: 'RECEIVER_UNREACHABLE' },
    })
  })

  it.each([
    '$127.0.0.1/alice',
    '$localhost/alice',
    '$10.0.0.1',
    '$169.254.169.254/latest',
    '$metadata/x',
  ])('%s leads into the bank’s own network, and is not called', async (text) => {
    const outbound = makeOutbound({ allowPrivate: false })
    const options = { url: peer.url, token: TOKEN, assets: ['USD'], outbound }
    const pointer = readPointer(text)!
    await expect(httpConnector(options).resolve(pointer)).rejects.toMatchObject({
      def: { code: 'RECEIVER_UNREACHABLE' },
    })
    outbound.close()
  })

  it('has no port', async () => {
    const { connector, asked } = connectorTo(answers(200, good))
    const pointer = readPointer('$wallet.example:8443/alice')!
    await expect(connector.resolve(pointer)).rejects.toThrow('no port')
    expect(asked).toEqual([])
  })

  it('is refused in a sentence over HTTP', async () => {
    const { status, body } = await quoteOf(bank, await bank.person(), { receiver: '$127.0.0.1/x' })
    expect([status, body.error.code]).toEqual([422, 'RECEIVER_UNREACHABLE'])
    expect(peer.asked).toEqual([])
  })

  it('of nonsense is none', () => {
    for (const text of ['', 'null', '1', '{', '{"destination_account":1}'])
      expect(readSpsp(text)).toBeUndefined()
  })
})

describe('a production bank without a peer', () => {
  it('reaches no external receivers and accepts no packets, but pays within the bank and in the sandbox', async () => {
    const env = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32), FUNDING: 'open' }
    const alone = await startBank({ env })
    const person = await alone.person()
    const quote = (receiver: string, token = person.token) =>
      quoteOf(alone, { token }, { receiver, receive_currency: 'USD' })
    expect((await quote('g.peer.bob')).status).toBe(503)
    expect((await quote('$wallet.example/alice')).status).toBe(503)
    expect((await sendPacket(alone, 'AAAA')).status).toBe(503)
    const { account } = await makePayer(alone, {}, person)
    expect((await quote(`g.florin.user.${account}`)).status).toBe(200)
    const key = { name: 'Sandbox', environment: 'sandbox', permissions: ['*'] }
    const made = await alone.call('POST /api/v2/api-keys', key, person)
    expect((await quote('g.peer.bob', made.body.data.api_key)).body.data.simulated).toBe(true)
    await alone.stop()
  })
})

describe('settings', () => {
  it.each(['INTERLEDGER_PEER_URL', 'INTERLEDGER_PEER_TOKEN', 'INTERLEDGER_PEER_ASSETS'])(
    'need %s for a peer',
    (name) => {
      const env = {
        INTERLEDGER_CONNECTOR: 'http',
        INTERLEDGER_PEER_URL: 'https://peer.example',
        INTERLEDGER_PEER_TOKEN: TOKEN,
        INTERLEDGER_PEER_ASSETS: 'USD',
      }
      expect(() => readAllSettings(env)).not.toThrow()
      expect(() => readAllSettings({ ...env, [name]: '' })).toThrow(`${name} must be set`)
    },
  )
})

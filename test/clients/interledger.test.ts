// Interledger with the packages that connectors and wallets are made of: packets over HTTP, STREAM connections to an
// address that SPSP answers, and payments of the bank's customers to a STREAM server.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { quote } from '@interledger/pay'
import { Int } from '@interledger/pay/dist/src/utils.js'
import fc from 'fast-check'
import {
  deserializeIlpFulfill,
  deserializeIlpPrepare,
  deserializeIlpReject,
  deserializeIlpReply,
  type IlpPrepare,
  isFulfill,
  serializeIlpFulfill,
  serializeIlpPrepare,
  serializeIlpReject,
} from 'ilp-packet'
import { createConnection, createServer, DataAndMoneyStream } from 'ilp-protocol-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  expectCleared,
  finish,
  makePayer,
  openDb,
  outside,
  pay,
  quoteOf,
  unitsOf,
} from '../../src/domains/payments/interledger/test-support.ts'
import type { Database } from '../../src/platform/database.ts'
import { describeClient, versionOf } from './client.ts'
import {
  askPointer,
  connectThrough,
  eurosOf,
  expectPayment,
  makePlugin,
  owedOf,
  packetsUrl,
  type PeeredBank,
  type Receiver,
  startPeeredBank,
} from './interledger-peer.ts'

const OCTETS = 'application/octet-stream'

// The streams of this version have a property that streams of Node have since version 18, too, as a getter; so they can
// only be made where that is hidden. Nothing else of the package is touched, and nothing that it sends or reads.
Object.defineProperty(DataAndMoneyStream.prototype, 'closed', { value: false, writable: true })

let bank: PeeredBank
let database: Database
beforeAll(async () => {
  bank = await startPeeredBank()
  database = openDb(bank)
})
afterAll(async () => {
  await expectCleared(bank, database)
  await database.close()
  await bank.stop()
})

const bearer = () => ({ Authorization: `Bearer ${bank.env.INTERLEDGER_INCOMING_TOKEN}` })

const post = (
  body: Buffer | string,
  headers: Record<string, string> = {},
  url = packetsUrl(bank),
) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': OCTETS, Accept: OCTETS, ...bearer(), ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

/** The bytes of an answer that must be a packet. */
async function send(packet: Buffer, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await post(packet, headers)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, OCTETS])
  return Buffer.from(await response.arrayBuffer())
}

/** Collects what the bank answers from now on. */
function repliesTo(plugin: ReturnType<typeof makePlugin>) {
  const replies: ReturnType<typeof deserializeIlpReply>[] = []
  const sendData = plugin.sendData.bind(plugin)
  plugin.sendData = async (packet) => {
    const reply = await sendData(packet)
    replies.push(deserializeIlpReply(reply))
    return reply
  }
  return replies
}

const soon = () => new Date(Date.now() + 30_000)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const hmac = (key: Buffer, data: Buffer | string) => createHmac('sha256', key).update(data).digest()

/** As RFC 29 says, by nothing of the bank. */
const fulfillmentOf = ({ sharedSecret }: Receiver, data: Buffer) =>
  hmac(hmac(sharedSecret, 'ilp_stream_fulfillment'), data)

const makePrepare = (to: Receiver, change: Partial<IlpPrepare> = {}): IlpPrepare => {
  const data = change.data ?? randomBytes(40)
  return {
    amount: '100',
    destination: to.destinationAccount,
    executionCondition: sha256(fulfillmentOf(to, data)),
    expiresAt: soon(),
    data,
    ...change,
  }
}

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array))

describeClient(
  { client: 'ilp-packet', version: versionOf('ilp-packet'), part: 'Interledger packets' },
  () => {
    it('is answered with the fulfilments that it would write, each credited once', async () => {
      const to = await askPointer(bank)
      let [total, packets] = [0n, 0]
      await fc.assert(
        fc.asyncProperty(
          fc.bigInt({ min: 1n, max: 1_000_000n }),
          bytes(0, 32_763),
          async (amount, start) => {
            const number = Buffer.alloc(4)
            number.writeUInt32BE(++packets)
            const data = Buffer.concat([start, number])
            const packet = serializeIlpPrepare(makePrepare(to, { amount: String(amount), data }))
            const fulfillment = fulfillmentOf(to, data)
            expect(await send(packet)).toEqual(
              serializeIlpFulfill({ fulfillment, data: Buffer.alloc(0) }),
            )
            total += amount
            // The same packet again is rejected, and credited no second time.
            expect(deserializeIlpReject(await send(packet)).code).toBe('F00')
          },
        ),
        { numRuns: 25 },
      )
      expect(await eurosOf(bank, to)).toBe(total)
    })

    it('is answered with the rejections that it would write, and nothing is credited', async () => {
      const to = await askPointer(bank)
      const owed = await owedOf(bank)
      const segment = fc.stringMatching(/^[\w~-]{1,30}$/)
      const address = fc
        .tuple(
          fc.constantFrom('g', 'test', 'private', 'peer', 'self'),
          fc.array(segment, { minLength: 1, maxLength: 20 }),
        )
        .map(([scheme, segments]) => [scheme, ...segments].join('.'))
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            amount: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
            destination: fc.oneof(address, fc.constant(to.destinationAccount)),
            executionCondition: bytes(32, 32),
            expiresAt: fc.date({
              min: new Date('1970-01-01'),
              max: new Date('9999-12-31T23:59:59.999Z'),
              noInvalidDate: true,
            }),
            data: bytes(0, 32_767),
          }),
          async (prepare) => {
            const packet = serializeIlpPrepare(prepare)
            expect(deserializeIlpPrepare(packet)).toEqual(prepare)
            const answer = await send(packet)
            const reject = deserializeIlpReject(answer)
            expect(reject.code).toMatch(/^(R00|F08|F02|F05|F03)$/)
            expect(reject.triggeredBy).toBe('g.florin')
            expect(serializeIlpReject(reject)).toEqual(answer)
            // The JSON form carries the same bytes.
            const json = { packet: packet.toString('base64') }
            const { body } = await bank.call('POST /api/v1/interledger/packets', json, {
              headers: bearer(),
            })
            expect(body.data).toMatchObject({ type: 'reject', packet: answer.toString('base64') })
          },
        ),
        { numRuns: 60 },
      )
      expect([await eurosOf(bank, to), await owedOf(bank)]).toEqual([0n, owed])
    })

    it('reads the limit in a rejection for the size', async () => {
      const to = await askPointer(bank)
      const packet = serializeIlpPrepare(makePrepare(to, { amount: '1000001' }))
      const { code, data } = deserializeIlpReject(await send(packet))
      expect([code, data.readBigUInt64BE(0), data.readBigUInt64BE(8)]).toEqual([
        'F08',
        1_000_001n,
        1_000_000n,
      ])
    })

    it('is refused or rejected when its bytes are cut or changed', async () => {
      const to = await askPointer(bank)
      const packet = serializeIlpPrepare(makePrepare(to))
      /** Without what the peer itself may change: the amount, the time, and letters that are digits of an id. */
      const sealedPart = (some: Buffer) => {
        const { amount: _amount, expiresAt: _expiresAt, ...rest } = deserializeIlpPrepare(some)
        return { ...rest, destination: rest.destination.toLowerCase() }
      }
      await fc.assert(
        fc.asyncProperty(
          fc.nat({ max: packet.length - 1 }),
          fc.integer({ min: 1, max: 255 }),
          fc.boolean(),
          async (at, mask, isCut) => {
            const broken = Buffer.from(isCut ? packet.subarray(0, at) : packet)
            if (!isCut) broken[at]! ^= mask
            const response = await post(broken)
            const answer = Buffer.from(await response.arrayBuffer())
            if (response.status !== 200) expect(response.status).toBe(422)
            else if (isFulfill(deserializeIlpReply(answer)))
              expect(sealedPart(broken)).toEqual(sealedPart(packet))
          },
        ),
        { numRuns: 60 },
      )
    })

    it('rejects what has expired, by the clock of the bank', async () => {
      const to = await askPointer(bank)
      const now = bank.clock.now().getTime()
      const at = async (expiresAt: Date) =>
        deserializeIlpReply(await send(serializeIlpPrepare(makePrepare(to, { expiresAt }))))
      expect(await at(new Date(now))).toMatchObject({ code: 'R00' })
      expect(await eurosOf(bank, to)).toBe(0n)
      expect(isFulfill(await at(new Date(now + 1)))).toBe(true)
      expect(await eurosOf(bank, to)).toBe(100n)
    })

    it('gets the same fulfilment for the same request, and money once', async () => {
      const to = await askPointer(bank)
      const packet = serializeIlpPrepare(makePrepare(to))
      const headers = { 'Request-Id': crypto.randomUUID() }
      const first = await send(packet, headers)
      expect(deserializeIlpFulfill(first).fulfillment).toHaveLength(32)
      expect(await send(packet, headers)).toEqual(first)
      expect(await eurosOf(bank, to)).toBe(100n)
    })

    it('is taken from the peer only, in the types that are spoken, and not above the size of a packet', async () => {
      const to = await askPointer(bank)
      const packet = serializeIlpPrepare(makePrepare(to))
      const status = async (body: Buffer | string, headers?: Record<string, string>) =>
        (await post(body, headers)).status
      for (const Authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${bearer().Authorization}`])
        expect(await status(packet, { Authorization }), Authorization).toBe(401)
      for (const type of [
        'application/xml',
        'text/plain',
        'application/octets',
        'multipart/form-data',
      ])
        expect(await status(packet, { 'Content-Type': type }), type).toBe(415)
      expect(await status(Buffer.alloc(34_001))).toBe(413)
      expect(await status(Buffer.alloc(200_000))).toBe(413)
      expect(await status(Buffer.alloc(0))).toBe(422)
      expect(await eurosOf(bank, to)).toBe(0n)
      expect(await status(packet)).toBe(200)
      expect(await eurosOf(bank, to)).toBe(100n)
    })
  },
)

describeClient(
  {
    client: 'ilp-plugin-http',
    version: versionOf('ilp-plugin-http'),
    part: 'Interledger over HTTP',
  },
  () => {
    const configure = async (secrets: { staticToken?: string; jwtSecret?: string }) => {
      const plugin = makePlugin(bank, secrets)
      try {
        const connection = await createConnection({ plugin, ...(await askPointer(bank)) })
        return [connection.sourceAccount, connection.sourceAssetCode, connection.sourceAssetScale]
      } finally {
        await plugin.disconnect()
      }
    }

    it('is told its address and asset, with the token or with a JWT that is signed with it', async () => {
      const token = bank.env.INTERLEDGER_INCOMING_TOKEN!
      const expected = ['g.florin.peer', 'EUR', 2]
      expect(await configure({ staticToken: token })).toEqual(expected)
      expect(await configure({ jwtSecret: token })).toEqual(expected)
    })

    it('is refused with another token, or a JWT of another secret', async () => {
      await expect(configure({ staticToken: 'wrong' })).rejects.toThrow('code=401')
      await expect(configure({ jwtSecret: 'wrong' })).rejects.toThrow('code=401')
    })
  },
)

describeClient(
  { client: 'ilp-protocol-stream', version: versionOf('ilp-protocol-stream'), part: 'STREAM' },
  () => {
    it('pays an address of SPSP to the unit, in as many packets as it takes', async () => {
      const to = await askPointer(bank)
      const [owed, left] = [await owedOf(bank), await unitsOf(bank, outside, 'EUR')]
      const connection = await createConnection({ plugin: makePlugin(bank), ...to })
      const stream = connection.createStream()
      await stream.sendTotal(3_500_001)
      expect(connection.totalDelivered).toBe('3500001')
      expect([connection.destinationAssetCode, connection.destinationAssetScale]).toEqual([
        'EUR',
        2,
      ])
      await connection.end()
      expect(await eurosOf(bank, to)).toBe(3_500_001n)
      expect((await owedOf(bank)) - owed).toBe(3_500_001n)
      expect((await unitsOf(bank, outside, 'EUR')) - left).toBe(-3_500_001n)
    })

    it('pays in several streams, and sends data along without harm', async () => {
      const to = await askPointer(bank)
      const connection = await createConnection({ plugin: makePlugin(bank), ...to })
      const streams = [1, 2, 3].map(() => connection.createStream())
      for (const stream of streams) stream.write('for the concert')
      await Promise.all(streams.map((stream, at) => stream.sendTotal((at + 1) * 700)))
      await connection.end()
      expect(await eurosOf(bank, to)).toBe(4_200n)
    })

    it('sends no more than is expected, and closes its connection in order', async () => {
      const to = await expectPayment(bank)
      const connection = await createConnection({ plugin: makePlugin(bank), ...to })
      const errors: Error[] = []
      connection.on('error', (error: Error) => errors.push(error))
      const stream = connection.createStream()
      const paid = new Promise<void>((resolve) => {
        stream.on('outgoing_money', () => stream.totalSent === '2500' && resolve())
      })
      stream.setSendMax(9_999)
      await paid
      await connection.end()
      expect(errors).toEqual([])
      expect(connection.totalDelivered).toBe('2500')
      expect(await eurosOf(bank, to)).toBe(2_500n)
      const route = `GET /api/v1/interledger/payments/incoming/${to.id}`
      const { body } = await bank.call(route, undefined, to.payee)
      expect(body.data).toMatchObject({ status: 'completed', received_amount: '25.00' })
      // Another sender is told that nothing is left.
      const plugin = makePlugin(bank)
      const replies = repliesTo(plugin)
      const late = await createConnection({ plugin, ...to })
      const before = replies.length
      late.createStream().setSendMax(1)
      await expect.poll(() => replies.length).toBeGreaterThan(before)
      await late.destroy()
      expect(await eurosOf(bank, to)).toBe(2_500n)
    })

    it('gets through a connector what arrives there, and nothing is fulfilled at a worse rate than it accepts', async () => {
      const to = await askPointer(bank)
      let rate = 0.9
      const arrived: bigint[] = []
      const connector = await connectThrough(bank, (packet) => {
        const prepare = deserializeIlpPrepare(packet)
        const amount = String(Math.floor(Number(prepare.amount) * rate))
        if (rate < 0.9 && amount !== '0') arrived.push(BigInt(amount))
        return serializeIlpPrepare({ ...prepare, amount })
      })
      const connection = await createConnection({ plugin: connector.plugin, ...to, slippage: 0.01 })
      const stream = connection.createStream()
      await stream.sendTotal(10_000)
      expect(connection.totalDelivered).toBe('9000')
      expect(await eurosOf(bank, to)).toBe(9_000n)
      rate = 0.8
      const sending = stream.sendTotal(20_000)
      // Packets come, and each is rejected.
      await expect.poll(() => arrived.length).toBeGreaterThan(1)
      expect(await eurosOf(bank, to)).toBe(9_000n)
      rate = 0.9
      await sending
      await connection.end()
      await connector.close()
      expect(await eurosOf(bank, to)).toBe(18_000n)
      expect(BigInt(connection.totalDelivered)).toBe(18_000n)
    })

    it('waits while the peer owes too much, and goes on when it has settled', async () => {
      const small = await startPeeredBank({ INTERLEDGER_PEER_CREDIT_MAX: '1500' })
      try {
        const to = await askPointer(small)
        const plugin = makePlugin(small)
        const connection = await createConnection({ plugin, ...to })
        const stream = connection.createStream()
        await stream.sendTotal(1_000)
        const replies = repliesTo(plugin)
        const sending = stream.sendTotal(4_000)
        await expect.poll(() => replies.some((reply) => !isFulfill(reply))).toBe(true)
        expect(await eurosOf(small, to)).toBeLessThanOrEqual(1_500n)
        expect(await owedOf(small)).toBeLessThanOrEqual(1_500n)
        const settlement = { asset_code: 'EUR', amount: '40.00', reference: 'A transfer' }
        const settled = await small.call(
          'POST /api/v1/interledger/peer/settlements',
          settlement,
          await small.operator(),
        )
        expect(settled.status).toBe(201)
        await sending
        await connection.end()
        expect([await eurosOf(small, to), await owedOf(small)]).toEqual([4_000n, 0n])
      } finally {
        await small.stop()
      }
    })

    it('is paid by a customer of the bank, behind the peer', async () => {
      const plugin = makePlugin(bank, { port: bank.peerPort })
      const server = await createServer({ plugin })
      const received = new Promise<string>((resolve) => {
        server.on('connection', (connection) =>
          connection.on('stream', (stream: DataAndMoneyStream) => {
            stream.setReceiveMax(1_000_000)
            stream.on('money', () => resolve(stream.totalReceived))
          }),
        )
      })
      const { destinationAccount, sharedSecret } = server.generateAddressAndSecret()
      expect(destinationAccount).toMatch(/^g\.florin\.peer\./)
      const payer = await makePayer(bank, { EUR: '100.00' })
      const opened = await bank.call(
        'POST /api/v1/interledger/connections',
        {
          destination_address: destinationAccount,
          shared_secret: sharedSecret.toString('base64'),
          wallet_address: payer.account,
        },
        payer,
      )
      expect(opened.status).toBe(201)
      const money = { send_amount: '50.00', send_currency: 'EUR', receive_currency: 'EUR' }
      const quoted = await quoteOf(bank, payer, { ...money, receiver: destinationAccount })
      expect(quoted.status).toBe(200)
      const made = await pay(bank, payer, quoted.body.data.quote_id)
      const ended = await finish(bank, payer, made.body.data.payment_id)
      expect(ended).toMatchObject({ status: 'completed', delivered_amount: '49.95' })
      expect(await received).toBe('4995')
      expect(await unitsOf(bank, payer.account, 'EUR')).toBe(5_000n)
      await server.close()
    })
  },
)

describeClient(
  { client: '@interledger/pay', version: versionOf('@interledger/pay'), part: 'SPSP' },
  () => {
    it('quotes and pays a payment pointer, to the unit', async () => {
      const payee = await makePayer(bank, {})
      // It takes the URL that a pointer stands for, which for a pointer itself would be of https.
      const paymentPointer = `${bank.url}/user/${payee.account}`
      const plugin = makePlugin(bank)
      const quoted = await quote({ plugin, paymentPointer, amountToSend: '12345.67' })
      expect(quoted.destinationAccount).toMatchObject({ assetCode: 'EUR', assetScale: 2 })
      expect(String(quoted.estimatedExchangeRate[0])).toBe('1')
      const { error, amountSent, amountDelivered } = await quoted.pay()
      expect([error, String(amountSent), String(amountDelivered)]).toEqual([
        undefined,
        '12345.67',
        '12345.67',
      ])
      expect(await unitsOf(bank, payee.account, 'EUR')).toBe(1_234_567n)
    })

    it('delivers what is expected, and is told when that is less than it would deliver', async () => {
      const {
        destinationAccount: destinationAddress,
        sharedSecret,
        ...to
      } = await expectPayment(bank)
      const deliver = async (units: number) =>
        (
          await quote({
            plugin: makePlugin(bank),
            destinationAddress,
            sharedSecret,
            amountToDeliver: Int.from(units)!,
          })
        ).pay()
      const tooMuch = await deliver(2_501)
      expect([tooMuch.error, String(tooMuch.amountDelivered)]).toEqual([
        'IncompatibleReceiveMax',
        '0',
      ])
      const exact = await deliver(2_500)
      expect([exact.error, String(exact.amountDelivered)]).toEqual([undefined, '25'])
      expect(await unitsOf(bank, to.payee.account, 'EUR')).toBe(2_500n)
    })

    it('finds no account that does not exist', async () => {
      const paymentPointer = `${bank.url}/user/${crypto.randomUUID()}`
      const asked = quote({ plugin: makePlugin(bank), paymentPointer, amountToSend: '1' })
      await expect(asked).rejects.toBe('QueryFailed')
    })
  },
)

// Tests what the bank tells the senders of STREAM connections, and its peer: the amount that is still expected, the
// asset of an account, its own configuration. Packets without money are fulfilled and move nothing.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { readReply } from '../ilp.ts'
import { fulfillmentOf, openPacket, readSecret, sealPacket } from '../stream.ts'
import { FULFILL, type Frame, PREPARE, REJECT, type StreamPacket } from '../stream-packet.ts'
import { makePacket, makePayer, type Payer, sendPacket, unitsOf } from '../test-support.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

interface To {
  readonly payee: Payer
  readonly destination: string
  readonly secret: string
}

async function expectEuros(): Promise<To & { readonly id: string }> {
  const payee = await makePayer(bank, {})
  const { body } = await bank.call(
    'POST /api/v1/interledger/payments/incoming',
    { wallet_address: payee.account, amount: '25.00', asset_code: 'EUR' },
    payee,
  )
  const { ilp_address: destination, shared_secret: secret, incoming_payment_id: id } = body.data
  return { payee, destination, secret, id }
}

async function ask(): Promise<To> {
  const payee = await makePayer(bank, {})
  const { body } = await bank.call(`GET /user/${payee.account}`)
  return { payee, destination: body.destination_account, secret: body.shared_secret }
}

const money: Frame = { kind: 'money', stream: 1n, shares: 1n }
const newAddress: Frame = { kind: 'new_address', address: '' }

/** Sends a STREAM packet; answers with the code or 'fulfill', and the STREAM packet of the reply. */
async function send(
  { destination, secret }: To,
  units: bigint,
  change: Partial<StreamPacket> = {},
  condition?: Buffer,
) {
  const packet = { type: PREPARE, sequence: 9n, amount: 0n, frames: [], ...change }
  const data = sealPacket(readSecret(secret), packet)
  const prepare = makePacket(bank, {
    destination,
    secret,
    units,
    data,
    ...(condition && { condition }),
  })
  const { body } = await sendPacket(bank, prepare, { asset_code: 'EUR' })
  const reply = readReply(Buffer.from(body.data.packet, 'base64'))!
  if (reply.type === 'fulfill')
    expect(reply.fulfillment).toEqual(fulfillmentOf(readSecret(secret), data))
  return {
    code: (body.data.code ?? body.data.type) as string,
    stream: openPacket(readSecret(secret), reply.data),
  }
}

const eurosOf = ({ payee }: To) => unitsOf(bank, payee.account, 'EUR')

describe('a packet without money', () => {
  it('is fulfilled and moves nothing, as often as it comes', async () => {
    const stored = () => bank.sql('select 1 from interledger.received_packets')
    const before = await stored()
    for (const to of [await ask(), await expectEuros()]) {
      const expected = { type: FULFILL, sequence: 9n, amount: 0n, frames: [] }
      for (let round = 0; round < 2; round++)
        expect(await send(to, 0n)).toEqual({ code: 'fulfill', stream: expected })
      expect(await eurosOf(to)).toBe(0n)
    }
    expect(await stored()).toEqual(before)
  })

  it('is rejected if it was created with money, which a connector then kept', async () => {
    const to = await ask()
    for (const change of [{ frames: [money] }, { amount: 1n }])
      expect((await send(to, 0n, change)).code).toBe('F99')
  })

  it('is rejected if it is no request of a sender', async () => {
    const to = await ask()
    for (const type of [FULFILL, REJECT]) expect((await send(to, 0n, { type })).code).toBe('F03')
    const plain = makePacket(bank, { ...to, units: 0n, data: randomBytes(50) })
    expect((await sendPacket(bank, plain, { asset_code: 'EUR' })).body.data.code).toBe('F03')
  })
})

describe('a sender', () => {
  it('is told the asset of the account if it announces itself, also by a probe', async () => {
    const asset = { kind: 'asset', code: 'EUR', scale: 2 }
    for (const to of [await ask(), await expectEuros()]) {
      const probe = await send(to, 5n, { frames: [newAddress] }, Buffer.alloc(32, 1))
      expect(probe).toMatchObject({ code: 'F99', stream: { type: REJECT, frames: [asset] } })
      const { stream } = await send(to, 5n, { frames: [newAddress] })
      expect(stream).toMatchObject({ type: FULFILL, amount: 5n, frames: [asset] })
      expect((await send(to, 5n)).stream!.frames).toEqual([])
    }
  })

  it('is told how much is expected and has arrived, for each of its streams', async () => {
    const to = await expectEuros()
    const told = (received: bigint, stream = 1n) => ({
      kind: 'max_money',
      stream,
      maximum: 2_500n,
      received,
    })
    const tooMuch = await send(to, 2_501n, { frames: [money] })
    expect(tooMuch).toMatchObject({ code: 'F99', stream: { frames: [told(0n)] } })
    const part = await send(to, 1_000n, { frames: [money, { ...money, stream: 3n }, money] })
    expect(part.stream!.frames).toEqual([told(1_000n), told(1_000n, 3n)])
    const rest = await send(to, 1_500n, { frames: [money] })
    expect(rest.stream!.frames).toEqual([told(2_500n)])
    expect(await eurosOf(to)).toBe(2_500n)
  })

  it('can close its connection to what is completed, and can pay nothing more', async () => {
    const to = await expectEuros()
    await send(to, 2_500n, { frames: [money] })
    expect((await send(to, 0n)).code).toBe('fulfill')
    expect((await send(to, 1n, { frames: [money] })).code).toBe('F99')
    bank.clock.advance(3_600)
    expect((await send(to, 0n)).code).toBe('F02')
    expect(await eurosOf(to)).toBe(2_500n)
  })
})

describe('the peer', () => {
  const CONDITION = Buffer.from('Zmh6rfhivXdsj8GLjp+OIAiXFIVu4jOzkCpZHQ1fKSU=', 'base64')
  const request = { destination: 'peer.config', secret: '', units: 0n, data: Buffer.alloc(0) }
  const configure = async (change: object, asset: object) => {
    const packet = makePacket(bank, { ...request, condition: CONDITION, ...change })
    const { body } = await sendPacket(bank, packet, asset)
    return readReply(Buffer.from(body.data.packet, 'base64'))!
  }

  it('is told its address and the asset of its account', async () => {
    const address = Buffer.from('g.florin.peer')
    const scales = { EUR: 2, BTC: 8 }
    for (const [code, scale] of Object.entries(scales))
      expect(await configure({}, { asset_code: code })).toEqual({
        type: 'fulfill',
        fulfillment: Buffer.alloc(32),
        data: Buffer.concat([
          Buffer.from([address.length]),
          address,
          Buffer.from([scale, code.length]),
          Buffer.from(code),
        ]),
      })
  })

  it.each([
    ['pays for it', { units: 1n }, { asset_code: 'EUR' }],
    ['has another condition', { condition: Buffer.alloc(32) }, { asset_code: 'EUR' }],
    ['names no asset at a bank that has set none', {}, {}],
  ])('is told nothing if it %s', async (_name, change, asset) => {
    expect(await configure(change, asset)).toMatchObject({ type: 'reject', code: 'F00' })
  })

  it('has the addresses below its own, which are no customers of the bank', async () => {
    const payer = await makePayer(bank)
    const quote = (receiver: string) =>
      bank.call(
        'POST /api/v1/interledger/quotes',
        { send_amount: '1.00', send_currency: 'USD', receive_currency: 'USD', receiver },
        payer,
      )
    expect((await quote('g.florin.peer.alice')).status).toBe(200)
    expect((await quote('g.florin.peer')).status).toBe(200)
    expect((await quote('g.florin.peers.alice')).status).toBe(422)
  })
})

it('a packet of bytes has its asset in the query', async () => {
  const to = await ask()
  const post = (query: string, data = randomUUID()) =>
    fetch(`${bank.url}/api/v1/interledger/packets${query}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        Authorization: `Bearer ${bank.env.INTERLEDGER_INCOMING_TOKEN}`,
      },
      body: new Uint8Array(
        Buffer.from(makePacket(bank, { ...to, units: 7n, data: Buffer.from(data) }), 'base64'),
      ),
    })
  const read = async (response: Response) => readReply(Buffer.from(await response.arrayBuffer()))
  expect(await read(await post(''))).toMatchObject({ code: 'F02' })
  expect((await post('?asset_code=XYZ')).status).toBe(422)
  expect(await read(await post('?asset_code=GBP'))).toMatchObject({ type: 'fulfill' })
  expect(await unitsOf(bank, to.payee.account, 'GBP')).toBe(7n)
})

// Interledger over HTTP with the simulated network: quotes, payments, grants, incoming payments, connections, and
// packets from the peer.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import type { Database } from '../../../platform/database.ts'
import { readReply } from './ilp.ts'
import { fulfillmentOf, openPacket, readSecret, sealPacket } from './stream.ts'
import { PREPARE } from './stream-packet.ts'
import {
  clearing,
  conversions,
  eventsOf,
  expectCleared,
  fees,
  finish,
  makePacket,
  makePayer,
  openDb,
  outside,
  type Payer,
  pay,
  payQuote,
  payTo,
  quoteId,
  quoteOf,
  readPayment,
  sendPacket,
  unitsOf,
} from './test-support.ts'

let bank: Bank
let database: Database
let anyCustomer: Person
beforeAll(async () => {
  bank = await startBank()
  database = openDb(bank)
  anyCustomer = await bank.person()
  const rate = { from_asset: 'EUR', rate: '1.086956521739130435' }
  const { status } = await bank.call('POST /api/v2/exchange-rates', rate, await bank.operator())
  expect(status).toBeLessThan(300)
})
afterAll(async () => {
  await expectCleared(bank, database)
  await database.close()
  await bank.stop()
})

const call = (route: string, body: unknown, caller: { token?: string | undefined }) =>
  bank.call(route.replace(' ', ' /api/v1/interledger'), body, caller)

const seconds = (count: number) => bank.clock.advance(count)
const after = (count: number) => new Date(bank.clock.now().getTime() + count * 1000).toISOString()

describe('interledger.supported_assets', () => {
  it('lists codes and scales', async () => {
    const { body } = await call('GET /supported-assets', undefined, await bank.person())
    expect(body.data).toEqual([
      { code: 'USD', scale: 2 },
      { code: 'EUR', scale: 2 },
      { code: 'GBP', scale: 2 },
      { code: 'BTC', scale: 8 },
      { code: 'ETH', scale: 18 },
    ])
  })
})

describe('interledger_quote.create', () => {
  it('is the sample at a rate of 0.92', async () => {
    const { status, body } = await quoteOf(bank, await bank.person())
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      send_amount: '100.00',
      send_currency: 'USD',
      receive_amount: '91.91',
      receive_currency: 'EUR',
      exchange_rate: '0.9200000000',
      fee: '0.10',
      receiver: '$wallet.example/alice',
      ilp_address: 'g.wallet.example.alice',
      simulated: true,
      expires_at: after(30),
    })
  })

  it('takes the currencies in lower case, and the amount as a number', async () => {
    const change = { send_amount: 100, send_currency: 'usd', receive_currency: 'eur' }
    const { body } = await quoteOf(bank, await bank.person(), change)
    expect(body.data).toMatchObject({ send_currency: 'USD', receive_amount: '91.91' })
  })

  it.each([
    ['nothing left after the fee', { send_amount: '0.01' }, 'INTERLEDGER_NO_QUOTE'],
    ['too many packets', { send_amount: '100000000' }, 'INTERLEDGER_NO_QUOTE'],
    ['an asset in too small units', { receive_currency: 'ETH' }, 'INTERLEDGER_NO_QUOTE'],
    ['zero', { send_amount: '0' }, 'send_amount'],
    ['less than zero', { send_amount: '-1' }, 'send_amount'],
    ['parts of a cent', { send_amount: '1.001' }, 'send_amount'],
    ['an unknown asset', { send_currency: 'XYZ' }, 'send_currency'],
    ['an asset that is not supported', { receive_currency: 'GCU' }, 'receive_currency'],
    ['no receiver at all', { receiver: 'alice' }, 'receiver'],
    ['a receiver in no public network', { receiver: 'self.alice' }, 'receiver'],
    ['an unknown receiver', { receiver: `g.florin.user.${crypto.randomUUID()}` }, 'receiver'],
    ['an address too long', { receiver: `g.${'a'.repeat(1022)}` }, 'receiver'],
  ])('refuses %s', async (_name, change, what) => {
    const { status, body } = await quoteOf(bank, anyCustomer, change)
    expect(status).toBe(422)
    expect([body.error.code, ...Object.keys(body.errors ?? {})]).toContain(what)
  })

  it('shows a quote to its owner only', async () => {
    const person = await bank.person()
    const id = await quoteId(bank, person)
    expect((await call(`GET /quotes/${id}`, undefined, person)).body.data.quote_id).toBe(id)
    expect((await call(`GET /quotes/${id}`, undefined, await bank.person())).status).toBe(404)
  })
})

describe('interledger_payment.create', () => {
  it('debits the amount at once, and pays when it is fulfilled', async () => {
    const payer = await makePayer(bank)
    const before = {
      fees: await unitsOf(bank, fees, 'USD'),
      outside: await unitsOf(bank, outside, 'EUR'),
      bought: await unitsOf(bank, conversions, 'USD'),
    }
    const quote = await quoteId(bank, payer)
    const { status, body } = await pay(bank, payer, quote)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      quote_id: quote,
      status: 'sending',
      send_amount: '100.00',
      receive_amount: '91.91',
    })
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(90_000n)
    const ended = await finish(bank, payer, body.data.payment_id)
    expect(ended).toMatchObject({
      status: 'completed',
      delivered_amount: '91.91',
      charged_fee: '0.10',
      returned_amount: '0.00',
      packets: 1,
    })
    expect((await unitsOf(bank, fees, 'USD')) - before.fees).toBe(10n)
    expect((await unitsOf(bank, outside, 'EUR')) - before.outside).toBe(9_191n)
    expect((await unitsOf(bank, conversions, 'USD')) - before.bought).toBe(9_990n)
    expect(await eventsOf(bank, 'payment_id', body.data.payment_id)).toEqual([
      'interledger_payment.started',
      'interledger_payment.completed',
    ])
  })

  it('pays from the first account where none is named', async () => {
    const person = await bank.person()
    const accounts = await bank.call('GET /api/accounts', undefined, person)
    const account = accounts.body.data.at(-1).uuid
    await bank.call(
      `POST /api/v2/accounts/${account}/deposit`,
      { amount: '5.00', asset_code: 'USD' },
      person,
    )
    const quote_id = await quoteId(bank, person, { send_amount: '5.00' })
    const { body } = await call('POST /payments', { quote_id }, person)
    expect(body.data).toMatchObject({ account_uuid: account, status: 'sending' })
    await finish(bank, { ...person, account }, body.data.payment_id)
  })

  it.each([
    // 9191 units in packets of 1000
    ['small', 'completed', null, '91.91', '0.00'],
    ['busy', 'completed', null, '91.91', '0.00'],
    ['f02', 'failed', 'F02', '0.00', '100.00'],
    ['f08', 'failed', 'F08', '0.00', '100.00'],
    ['wrong', 'failed', 'F05', '0.00', '100.00'],
    ['t04', 'expired', 'T04', '0.00', '100.00'],
    ['timeout', 'expired', 'R00', '0.00', '100.00'],
  ])('to %s ends as %s', async (rule, status, error_code, delivered_amount, returned_amount) => {
    const payer = await makePayer(bank)
    const id = await payTo(bank, payer, `$sim.example/${rule}`)
    const ended = await finish(bank, payer, id)
    expect(ended).toMatchObject({ status, error_code, delivered_amount, returned_amount })
    const left = status === 'completed' ? 90_000n : 100_000n
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(left)
    expect((await eventsOf(bank, 'payment_id', id)).at(-1)).toBe(`interledger_payment.${status}`)
  })

  it('pays for the part that arrived, and returns the rest', async () => {
    const payer = await makePayer(bank, { USD: '30000.00' })
    const before = await unitsOf(bank, outside, 'EUR')
    const id = await payTo(bank, payer, 'g.sim.partial', { send_amount: '20000.00' })
    const ended = await finish(bank, payer, id)
    // 19,980.00 net are 18,381.60 EUR; one packet of 10,000.00 arrives.
    expect(ended).toMatchObject({
      status: 'failed',
      error_code: 'F02',
      receive_amount: '18381.60',
      delivered_amount: '10000.00',
      charged_fee: '10.89',
      returned_amount: '9119.54',
    })
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(3_000_000n - 2_000_000n + 911_954n)
    expect((await unitsOf(bank, outside, 'EUR')) - before).toBe(1_000_000n)
  })

  it('continues in several jobs when there are many packets', async () => {
    const payer = await makePayer(bank, { USD: '2000.00' })
    // About 55,000 units in packets of 1,000, of which a job sends fifty.
    const id = await payTo(bank, payer, 'g.sim.small', { send_amount: '600.00' })
    const ended = await finish(bank, payer, id)
    expect(ended).toMatchObject({ status: 'completed', delivered_amount: ended.receive_amount })
    expect(ended.packets).toBeGreaterThan(50)
  })

  it('is made once on a quote under concurrent requests', async () => {
    const payer = await makePayer(bank)
    const quote = await quoteId(bank, payer)
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(bank, payer, quote)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, 422, 422, 422, 422, 422])
    const refused = answers.find(({ status }) => status === 422)!
    expect(refused.body.error.code).toBe('INTERLEDGER_QUOTE_USED')
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(90_000n)
    const { payment_id } = answers.find(({ status }) => status === 201)!.body.data
    await finish(bank, payer, payment_id)
  })

  it('is refused after thirty seconds', async () => {
    const payer = await makePayer(bank)
    const late = await quoteId(bank, payer)
    seconds(29)
    const current = await quoteId(bank, payer)
    seconds(1)
    const { status, body } = await pay(bank, payer, late)
    expect([status, body.error.code]).toEqual([422, 'INTERLEDGER_QUOTE_EXPIRED'])
    const { body: made } = await pay(bank, payer, current)
    await finish(bank, payer, made.data.payment_id)
  })

  it('is refused on another user’s quote, from another user’s account, and in the other environment', async () => {
    const payer = await makePayer(bank)
    const thief = await makePayer(bank)
    const quote = await quoteId(bank, payer)
    const stolen = await pay(bank, thief, quote)
    expect([stolen.status, Object.keys(stolen.body.errors)]).toEqual([422, ['quote_id']])
    const own = await quoteId(bank, thief)
    const foreign = await call(
      'POST /payments',
      { quote_id: own, wallet_address: payer.account },
      thief,
    )
    expect(foreign.status).toBe(403)
    const key = await bank.sandboxKey(payer)
    const played = await call('POST /payments', { quote_id: quote }, key)
    expect([played.status, Object.keys(played.body.errors)]).toEqual([422, ['quote_id']])
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(100_000n)
  })

  it('is refused without funds, and the quote stays valid', async () => {
    const payer = await makePayer(bank, { USD: '99.99' })
    const quote = await quoteId(bank, payer)
    const { status, body } = await pay(bank, payer, quote)
    expect([status, body.error.code]).toEqual([422, 'INSUFFICIENT_FUNDS'])
    await bank.call(
      `POST /api/v2/accounts/${payer.account}/deposit`,
      { amount: '0.01', asset_code: 'USD' },
      payer,
    )
    const again = await pay(bank, payer, quote)
    expect(again.status).toBe(201)
    await finish(bank, payer, again.body.data.payment_id)
  })

  it('returns money to a frozen account, and to another account of the owner when that is closed', async () => {
    const payer = await makePayer(bank, { USD: '100.00' })
    const accounts = await bank.call('GET /api/accounts', undefined, payer)
    const first = accounts.body.data.at(-1).uuid
    const frozen = await makePayer(bank)
    const one = await payTo(bank, frozen, 'g.sim.timeout')
    await bank.call(`POST /api/accounts/${frozen.account}/freeze`, { reason: 'Lost' }, frozen)
    await finish(bank, frozen, one)
    expect(await unitsOf(bank, frozen.account, 'USD')).toBe(100_000n)
    const two = await payTo(bank, payer, 'g.sim.timeout')
    const closed = await bank.call(`DELETE /api/accounts/${payer.account}`, undefined, payer)
    expect(closed.status).toBe(200)
    const ended = await finish(bank, payer, two)
    expect(ended.status).toBe('expired')
    expect(await unitsOf(bank, first, 'USD')).toBe(10_000n)
  })
})

describe('interledger_payment.get and list', () => {
  it('show the caller’s own, newest first, by status', async () => {
    const payer = await makePayer(bank)
    const done = await payTo(bank, payer, 'g.sim.alice')
    await finish(bank, payer, done)
    const lost = await payTo(bank, payer, 'g.sim.f02')
    await finish(bank, payer, lost)
    const list = async (query: string, by = payer) =>
      (await call(`GET /payments${query}`, undefined, by)).body
    expect((await list('')).data.map((one: { payment_id: string }) => one.payment_id)).toEqual([
      lost,
      done,
    ])
    expect((await list('?status=failed')).meta.total).toBe(1)
    expect((await list('?per_page=1')).meta.last_page).toBe(2)
    expect((await list('', await makePayer(bank))).meta.total).toBe(0)
    expect(await readPayment(bank, payer, done)).toMatchObject({
      payment_id: done,
      checked_at: bank.clock.now().toISOString(),
    })
    const foreign = await call(`GET /payments/${done}`, undefined, await bank.person())
    expect(foreign.status).toBe(404)
  })
})

describe('a payment to a customer of this bank', () => {
  it.each([
    ['address', (account: string) => `g.florin.user.${account}`],
    ['pointer with the operator’s name', (account: string) => `$florin/user/${account}`],
    ['pointer with the bank’s host', (account: string) => `$${new URL(bank.url).host}/${account}`],
    [
      'pointer as a dotted address',
      (account: string) => `g.florin.user.${account.replaceAll('-', '.')}`,
    ],
  ])('by %s is credited in the asset that was asked for', async (_name, receiverOf) => {
    const [payer, payee] = [await makePayer(bank), await makePayer(bank, {})]
    const id = await payTo(bank, payer, receiverOf(payee.account))
    const ended = await finish(bank, payer, id)
    expect(ended).toMatchObject({ status: 'completed', simulated: false, charged_fee: '0.10' })
    expect(await unitsOf(bank, payee.account, 'EUR')).toBe(9_191n)
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(90_000n)
  })

  it('in one asset costs the fee only', async () => {
    const [payer, payee] = [await makePayer(bank), await makePayer(bank, {})]
    const id = await payTo(bank, payer, `g.florin.user.${payee.account}`, {
      receive_currency: 'USD',
    })
    await finish(bank, payer, id)
    expect(await unitsOf(bank, payee.account, 'USD')).toBe(9_990n)
  })

  it('whose account was frozen meanwhile is returned', async () => {
    const [payer, payee] = [await makePayer(bank), await makePayer(bank, {})]
    const quote = await quoteId(bank, payer, { receiver: `g.florin.user.${payee.account}` })
    await bank.call(`POST /api/accounts/${payee.account}/freeze`, { reason: 'Lost' }, payee)
    const { body } = await pay(bank, payer, quote)
    const ended = await finish(bank, payer, body.data.payment_id)
    expect(ended).toMatchObject({
      status: 'failed',
      error_code: 'F07',
      delivered_amount: '0.00',
      returned_amount: '100.00',
    })
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(100_000n)
  })

  it('is found in its own environment only', async () => {
    const [payer, payee] = [await makePayer(bank), await makePayer(bank, {})]
    const key = await bank.sandboxKey(payer)
    for (const receiver of [`test.florin.user.${payee.account}`, `$florin/${payee.account}`]) {
      const { status, body } = await quoteOf(bank, key, { receiver })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['receiver']])
    }
  })
})

describe('grants', () => {
  const giveGrant = async (
    owner: Payer,
    change: object = {},
    by: { token?: string | undefined } = owner,
  ) =>
    (
      await call(
        'POST /grants',
        { wallet_address: owner.account, limit_amount: '150.00', currency: 'USD', ...change },
        by,
      )
    ).body.data

  const spend = async (
    payee: Payer,
    wallet_address: string,
    grant_token: string,
    change: object = {},
  ) => {
    const quote_id = await quoteId(bank, payee, change)
    return call('POST /payments/outgoing', { wallet_address, quote_id, grant_token }, payee)
  }

  it('let another user pay up to the limit, and not above', async () => {
    const [owner, other] = [await makePayer(bank), await makePayer(bank, {})]
    const { grant_token, expires_at } = await giveGrant(owner)
    expect(expires_at).toBe(after(3600))
    const { status, body } = await spend(other, owner.account, grant_token)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ status: 'sending', account_uuid: owner.account })
    expect(body.data.outgoing_payment_id).toBe(body.data.payment_id)
    const above = await spend(other, owner.account, grant_token, { send_amount: '50.01' })
    expect([above.status, above.body.error.code]).toEqual([422, 'GRANT_LIMIT_EXCEEDED'])
    expect(above.body.message).toContain('50.00 USD left, 50.01 USD needed')
    await finish(bank, other, body.data.payment_id)
    expect(await unitsOf(bank, owner.account, 'USD')).toBe(90_000n)
    const list = (await call('GET /grants', undefined, owner)).body.data
    expect(list[0]).toMatchObject({ used_amount: '100.00', status: 'active' })
    expect(JSON.stringify(list)).not.toContain(grant_token)
  })

  it('are not overdrawn by payments at the same time', async () => {
    const [owner, other] = [await makePayer(bank), await makePayer(bank, {})]
    const { grant_token } = await giveGrant(owner)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => spend(other, owner.account, grant_token)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
    const { payment_id } = answers.find(({ status }) => status === 201)!.body.data
    await finish(bank, other, payment_id)
    expect(await unitsOf(bank, owner.account, 'USD')).toBe(90_000n)
  })

  it.each([
    ['an unknown token', async () => 'gnt_unknown'],
    [
      'a revoked grant',
      async (owner: Payer) => {
        const { grant_id, grant_token } = await giveGrant(owner)
        expect((await call(`DELETE /grants/${grant_id}`, undefined, owner)).status).toBe(204)
        expect((await call(`DELETE /grants/${grant_id}`, undefined, owner)).status).toBe(204)
        return grant_token
      },
    ],
    [
      'an expired grant',
      async (owner: Payer) => {
        const { grant_token } = await giveGrant(owner)
        seconds(3600)
        return grant_token
      },
    ],
    [
      'a grant for another wallet',
      async (owner: Payer) =>
        (await giveGrant({ ...(await makePayer(bank, {}, owner)) })).grant_token,
    ],
    [
      'a grant in another asset',
      async (owner: Payer) => (await giveGrant(owner, { currency: 'EUR' })).grant_token,
    ],
    [
      'a grant for another receiver',
      async (owner: Payer) =>
        (await giveGrant(owner, { receiver: '$wallet.example/bob' })).grant_token,
    ],
    [
      'a grant whose owner is suspended',
      async (owner: Payer) => {
        const { grant_token } = await giveGrant(owner)
        const by = await bank.operator()
        await bank.call(`POST /api/v2/users/${owner.uuid}/suspend`, { reason: 'Check' }, by)
        return grant_token
      },
    ],
    [
      'a grant whose key was revoked',
      async (owner: Payer) => {
        const key = { name: 'Key', permissions: ['read', 'write'] }
        const made = (await bank.call('POST /api/v2/api-keys', key, owner)).body.data
        const { grant_token } = await giveGrant(owner, {}, { token: made.api_key })
        const gone = await bank.call(`DELETE /api/v2/api-keys/${made.uuid}`, undefined, owner)
        expect(gone.status).toBeLessThan(300)
        return grant_token
      },
    ],
  ])('refuse %s', async (_name, tokenFor) => {
    const [owner, other] = [await makePayer(bank), await makePayer(bank, {})]
    const grant_token = await tokenFor(owner)
    const { status, body } = await spend(other, owner.account, grant_token)
    expect([status, body.error?.code]).toEqual([403, 'GRANT_NOT_VALID'])
    expect(await unitsOf(bank, owner.account, 'USD')).toBe(100_000n)
  })

  it('are for the receiver they name', async () => {
    const [owner, other] = [await makePayer(bank), await makePayer(bank, {})]
    const { grant_token } = await giveGrant(owner, { receiver: '$wallet.example/alice' })
    const { status, body } = await spend(other, owner.account, grant_token)
    expect(status).toBe(201)
    await finish(bank, other, body.data.payment_id)
  })

  it('cannot be created for another user’s account, nor revoked by other users', async () => {
    const [owner, thief] = [await makePayer(bank), await makePayer(bank)]
    const { grant_id } = await giveGrant(owner)
    const input = { wallet_address: owner.account, limit_amount: '1.00', currency: 'USD' }
    expect((await call('POST /grants', input, thief)).status).toBe(403)
    expect((await call(`DELETE /grants/${grant_id}`, undefined, thief)).status).toBe(404)
  })

  it('expire by themselves', async () => {
    const owner = await makePayer(bank)
    const { grant_id } = await giveGrant(owner)
    seconds(3601)
    await bank.runJob('interledger.expire')
    expect((await call('GET /grants', undefined, owner)).body.data[0].status).toBe('expired')
    expect(await eventsOf(bank, 'grant_id', grant_id)).toEqual([
      'interledger_grant.created',
      'interledger_grant.expired',
    ])
  })
})

const expectIncoming = async (payee: Payer, amount = '25.00', asset_code = 'EUR') =>
  (
    await call(
      'POST /payments/incoming',
      { wallet_address: payee.account, amount, asset_code },
      payee,
    )
  ).body.data

describe('incoming payments', () => {
  it('have an address and a secret that are valid for an hour', async () => {
    const payee = await makePayer(bank, {})
    const made = await expectIncoming(payee)
    expect(made).toMatchObject({
      wallet_address: payee.account,
      amount: '25.00',
      asset_code: 'EUR',
      status: 'pending',
      expires_at: after(3600),
    })
    expect(made.shared_secret).toMatch(/^[0-9a-f]{64}$/)
    expect(made.ilp_address).toMatch(
      new RegExp(`^g\\.florin\\.user\\.${payee.account}\\.[0-9a-f]{32}$`),
    )
    const shown = await call(`GET /payments/incoming/${made.incoming_payment_id}`, undefined, payee)
    expect(JSON.stringify(shown.body)).not.toContain(made.shared_secret)
  })

  it('are paid by packets of the peer, to the cent', async () => {
    const payee = await makePayer(bank, {})
    const made = await expectIncoming(payee)
    const before = await unitsOf(bank, outside, 'EUR')
    for (const units of [1_000n, 1_500n]) {
      const packet = makePacket(bank, {
        destination: made.ilp_address,
        secret: made.shared_secret,
        units,
        data: randomBytes(20),
      })
      const { status, body } = await sendPacket(bank, packet, { asset_code: 'EUR' })
      expect([status, body.data.type]).toEqual([200, 'fulfill'])
    }
    expect(await unitsOf(bank, payee.account, 'EUR')).toBe(2_500n)
    expect((await unitsOf(bank, outside, 'EUR')) - before).toBe(-2_500n)
    const shown = await call(`GET /payments/incoming/${made.incoming_payment_id}`, undefined, payee)
    expect(shown.body.data).toMatchObject({ status: 'completed', received_amount: '25.00' })
    expect(await eventsOf(bank, 'incoming_payment_id', made.incoming_payment_id)).toEqual([
      'interledger_incoming.created',
      'interledger_incoming.received',
      'interledger_incoming.completed',
    ])
  })

  it('are paid from this bank, too, and never with more than was expected', async () => {
    const [payer, payee] = [await makePayer(bank), await makePayer(bank, {})]
    const made = await expectIncoming(payee, '91.91')
    // Both are quoted before the first is paid, which completes what is expected.
    const receiver = made.ilp_address
    const quotes = [
      await quoteId(bank, payer, { receiver }),
      await quoteId(bank, payer, { receiver }),
    ]
    const [one, two] = [
      await payQuote(bank, payer, quotes[0]!),
      await payQuote(bank, payer, quotes[1]!),
    ]
    expect((await finish(bank, payer, one)).status).toBe('completed')
    expect(await finish(bank, payer, two)).toMatchObject({
      status: 'failed',
      error_code: 'F02',
    })
    expect(await unitsOf(bank, payee.account, 'EUR')).toBe(9_191n)
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(90_000n)
    const small = await expectIncoming(payee, '91.90')
    const three = await payTo(bank, payer, small.ilp_address)
    expect(await finish(bank, payer, three)).toMatchObject({
      status: 'failed',
      error_code: 'F99',
    })
    const other = await quoteOf(bank, payer, {
      receiver: small.ilp_address,
      receive_currency: 'GBP',
    })
    expect(Object.keys(other.body.errors)).toEqual(['receive_currency'])
  })

  it('expire, and then accept nothing', async () => {
    const payee = await makePayer(bank, {})
    const made = await expectIncoming(payee)
    seconds(3600)
    const packet = makePacket(bank, {
      destination: made.ilp_address,
      secret: made.shared_secret,
      units: 1n,
    })
    expect((await sendPacket(bank, packet)).body.data.code).toBe('F02')
    await bank.runJob('interledger.expire')
    const list = await call('GET /payments/incoming', undefined, payee)
    expect(list.body.data[0]).toMatchObject({ status: 'expired', received_amount: '0.00' })
  })

  it('are for own accounts only', async () => {
    const [payee, thief] = [await makePayer(bank, {}), await makePayer(bank, {})]
    const input = { wallet_address: payee.account, amount: '1.00', asset_code: 'EUR' }
    expect((await call('POST /payments/incoming', input, thief)).status).toBe(403)
    const outsider = { ...input, wallet_address: '$wallet.example/alice' }
    expect(
      Object.keys((await call('POST /payments/incoming', outsider, thief)).body.errors),
    ).toEqual(['wallet_address'])
  })
})

describe('interledger_packet.receive', () => {
  const open = async () => {
    const payee = await makePayer(bank, {})
    const made = await expectIncoming(payee)
    const options = {
      destination: made.ilp_address as string,
      secret: made.shared_secret as string,
    }
    return { payee, options }
  }

  it('fulfils with what only the receiver can know, and reports the received amount to a STREAM sender', async () => {
    const { options } = await open()
    const secret = readSecret(options.secret)
    const data = sealPacket(secret, { type: PREPARE, sequence: 7n, amount: 90n, frames: [] })
    const { body } = await sendPacket(bank, makePacket(bank, { ...options, units: 100n, data }))
    const reply = readReply(Buffer.from(body.data.packet, 'base64'))
    expect(reply).toMatchObject({ type: 'fulfill', fulfillment: fulfillmentOf(secret, data) })
    expect(openPacket(secret, reply!.data)).toEqual({
      type: 13,
      sequence: 7n,
      amount: 100n,
      frames: [],
    })
  })

  it('credits a packet once, however often and concurrently it is sent', async () => {
    const { payee, options } = await open()
    const packet = makePacket(bank, { ...options, units: 100n })
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendPacket(bank, packet)))
    const types = answers.map(({ body }) => body.data.code ?? body.data.type).toSorted()
    expect(types).toEqual(['F00', 'F00', 'F00', 'F00', 'fulfill'])
    expect(await unitsOf(bank, payee.account, 'EUR')).toBe(100n)
  })

  it('repeats its answer to the same request, and credits it once', async () => {
    const { payee, options } = await open()
    const packet = makePacket(bank, { ...options, units: 100n })
    const headers = { 'Request-Id': 'a1' }
    const first = await sendPacket(bank, packet, {}, headers)
    const again = await sendPacket(bank, packet, {}, headers)
    expect(again.body).toEqual(first.body)
    expect(again.body.data.type).toBe('fulfill')
    const other = makePacket(bank, { ...options, units: 200n })
    expect((await sendPacket(bank, other, {}, headers)).body.data.code).toBe('F00')
    expect(await unitsOf(bank, payee.account, 'EUR')).toBe(100n)
  })

  it.each([
    ['more than fits into a packet', { units: 1_000_001n }, 'F08'],
    ['more than is expected', { units: 2_501n }, 'F99'],
    ['nothing', { units: 0n }, 'F03'],
    ['a wrong condition', { units: 1n, condition: Buffer.alloc(32, 9) }, 'F05'],
    ['a wrong secret', { units: 1n, secret: '00'.repeat(32) }, 'F05'],
    ['what has expired', { units: 1n, expiresAt: new Date('2026-03-01T11:00:00Z') }, 'R00'],
    ['an unknown connection', { units: 1n, destination: `g.florin.conn.${'0'.repeat(32)}` }, 'F02'],
    ['another bank’s address', { units: 1n, destination: 'g.other.alice' }, 'F02'],
    ['the sandbox', { units: 1n, destination: `test.florin.conn.${'0'.repeat(32)}` }, 'F02'],
  ])('rejects %s', async (_name, change, code) => {
    const { payee, options } = await open()
    const { status, body } = await sendPacket(bank, makePacket(bank, { ...options, ...change }))
    expect([status, body.data.type, body.data.code]).toEqual([200, 'reject', code])
    expect(readReply(Buffer.from(body.data.packet, 'base64'))).toMatchObject({
      type: 'reject',
      code,
    })
    expect(await unitsOf(bank, payee.account, 'EUR')).toBe(0n)
  })

  it('rejects less than the sender’s minimum amount, and answers probes that cannot be fulfilled', async () => {
    const { options } = await open()
    const secret = readSecret(options.secret)
    const data = sealPacket(secret, { type: PREPARE, sequence: 1n, amount: 101n, frames: [] })
    for (const change of [{}, { condition: Buffer.alloc(32) }]) {
      const packet = makePacket(bank, { ...options, units: 100n, data, ...change })
      const { body } = await sendPacket(bank, packet)
      expect(body.data.code).toBe('F99')
      const reply = readReply(Buffer.from(body.data.packet, 'base64'))!
      expect(openPacket(secret, reply.data)).toMatchObject({ type: 14, amount: 100n })
    }
  })

  it('rejects an asset that the receiver does not accept', async () => {
    const { payee, options } = await open()
    const packet = makePacket(bank, { ...options, units: 100n })
    expect((await sendPacket(bank, packet, { asset_code: 'BTC' })).body.data.code).toBe('F02')
    expect(await unitsOf(bank, payee.account, 'BTC')).toBe(0n)
  })

  it('rejects packets to a frozen account, and accepts them after it is unfrozen', async () => {
    const { payee, options } = await open()
    const packet = makePacket(bank, { ...options, units: 100n })
    await bank.call(`POST /api/accounts/${payee.account}/freeze`, { reason: 'Lost' }, payee)
    expect((await sendPacket(bank, packet)).body.data.code).toBe('F07')
    await bank.call(`POST /api/accounts/${payee.account}/unfreeze`, { reason: 'Found' }, payee)
    expect((await sendPacket(bank, packet)).body.data.type).toBe('fulfill')
  })

  it.each([
    ['no token', { Authorization: '' }],
    ['a wrong token', { Authorization: 'Bearer wrong' }],
  ])('is refused with %s', async (_name, headers) => {
    const { options } = await open()
    const { status, body } = await sendPacket(
      bank,
      makePacket(bank, { ...options, units: 1n }),
      {},
      headers,
    )
    expect([status, body.error.code]).toEqual([401, 'UNKNOWN_PEER'])
  })

  it.each(['nonsense', 'AAAA', '!!!!'])('refuses %s, which is no packet', async (packet) => {
    const { status, body } = await sendPacket(bank, packet)
    expect([status, body.error.code]).toEqual([422, 'INVALID_PACKET'])
  })
})

describe('connections', () => {
  const SECRET = 'ab'.repeat(32)
  const openTo = async (owner: Payer, change: object = {}) =>
    (
      await call(
        'POST /connections',
        {
          destination_address: 'g.sim.bob',
          shared_secret: SECRET,
          wallet_address: owner.account,
          ...change,
        },
        owner,
      )
    ).body

  it('accept packets until they are closed', async () => {
    const owner = await makePayer(bank, {})
    const { data } = await openTo(owner)
    expect(data.connection_id).toMatch(/^[0-9a-f]{32}$/)
    expect(data).toMatchObject({
      source_address: `g.florin.conn.${data.connection_id}`,
      shared_secret: SECRET,
    })
    const send = async (text: string) =>
      (
        await sendPacket(
          bank,
          makePacket(bank, {
            destination: data.source_address,
            secret: SECRET,
            units: 250n,
            data: Buffer.from(text),
          }),
        )
      ).body.data
    expect((await send('one')).type).toBe('fulfill')
    expect(await unitsOf(bank, owner.account, 'USD')).toBe(250n)
    expect((await call(`DELETE /connections/${data.connection_id}`, undefined, owner)).status).toBe(
      204,
    )
    expect((await send('two')).code).toBe('F02')
    expect(await unitsOf(bank, owner.account, 'USD')).toBe(250n)
  })

  it('time out without packets, and stay open while packets are received', async () => {
    const owner = await makePayer(bank, {})
    const { data } = await openTo(owner)
    const send = async (text: string) =>
      (
        await sendPacket(
          bank,
          makePacket(bank, {
            destination: data.source_address,
            secret: SECRET,
            units: 1n,
            data: Buffer.from(text),
          }),
        )
      ).body.data
    seconds(29)
    expect((await send('one')).type).toBe('fulfill')
    seconds(29)
    expect((await send('two')).type).toBe('fulfill')
    seconds(30)
    expect((await send('three')).code).toBe('F02')
    await bank.runJob('interledger.expire')
    const list = await call('GET /connections', undefined, owner)
    expect(list.body.data[0].status).toBe('timed_out')
    expect(JSON.stringify(list.body)).not.toContain(SECRET)
    expect((await call(`DELETE /connections/${data.connection_id}`, undefined, owner)).status).toBe(
      204,
    )
  })

  it('are paid from this bank, too', async () => {
    const [payer, owner] = [await makePayer(bank), await makePayer(bank, {})]
    const { data } = await openTo(owner)
    const id = await payTo(bank, payer, data.source_address, { receive_currency: 'USD' })
    expect((await finish(bank, payer, id)).status).toBe('completed')
    expect(await unitsOf(bank, owner.account, 'USD')).toBe(9_990n)
  })

  it('are refused with a short secret or to no address', async () => {
    const owner = await makePayer(bank, {})
    expect(Object.keys((await openTo(owner, { shared_secret: 'a'.repeat(31) })).errors)).toEqual([
      'shared_secret',
    ])
    expect(Object.keys((await openTo(owner, { destination_address: 'bob' })).errors)).toEqual([
      'destination_address',
    ])
  })
})

describe('the sandbox', () => {
  it('uses its own money and its own clearing account', async () => {
    const person = await bank.person()
    const key = await bank.sandboxKey(person)
    const payer = await makePayer(bank, { USD: '200.00' }, { ...person, token: key.token })
    const live = await unitsOf(bank, clearing, 'USD')
    const id = await payTo(bank, payer, 'g.sim.alice')
    expect((await finish(bank, payer, id)).status).toBe('completed')
    expect(await unitsOf(bank, payer.account, 'USD')).toBe(10_000n)
    expect(await unitsOf(bank, clearing, 'USD')).toBe(live)
    const [row] = await bank.sql<{ n: number }>(
      `select count(*)::int as n from ledger.moves m join ledger.accounts a on a.id = m.to_account
       where a.code = 'clearing:interledger' and a.environment = 'sandbox'`,
    )
    expect(row!.n).toBeGreaterThan(0)
  })
})

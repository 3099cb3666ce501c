// Buying and selling crypto over HTTP, with the simulated provider: quotes, limits, the life cycle of
// sessions, the money of a sale, webhooks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../test/harness/bank.ts'
import { systemAccount } from '../../core/ledger/index.ts'
import { callWebhook, read, settle, signEvent, start, startId, WALLET } from './test-support.ts'

let bank: Bank
/** The tests advance its clock one after the other. */
let own: Bank
beforeAll(async () => {
  ;[bank, own] = [await startBank(), await startBank()]
})
afterAll(() => Promise.all([bank.stop(), own.stop()]))

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const FAILS = `0x${'dead'.padStart(40, '0')}`
const NEVER_PAID = `0x${'cafe'.padStart(40, '0')}`

const quote = (caller: CallOptions, query: Record<string, string> = {}) => {
  const all = { type: 'on', fiat: 'USD', amount: '100', crypto: 'USDC', ...query }
  const text = new URLSearchParams(all).toString()
  return bank.call(`GET /api/v1/ramp/quotes?${text}`, undefined, caller)
}

const quoteId = async (caller: CallOptions, query: Record<string, string> = {}) =>
  (await quote(caller, query)).body.data.quotes[0].quote_id as string

/** The balances of an account in the ledger, in smallest units. */
async function unitsOf(account: string): Promise<Record<string, string>> {
  const rows = await bank.sql<{ asset: string; units: string }>(
    'select asset, units::text from ledger.balances where account_id = $1 and seq > 0',
    [account],
  )
  return Object.fromEntries(rows.map((row) => [row.asset, row.units]))
}

async function mainAccount(person: CallOptions): Promise<string> {
  const { body } = await bank.call('GET /api/accounts', undefined, person)
  return body.data.at(-1).uuid
}

const freeze = (account: string, person: CallOptions) =>
  bank.call(`POST /api/accounts/${account}/freeze`, { reason: 'Lost card' }, person)

const eventsOf = async (id: string) =>
  (
    await bank.sql<{ type: string }>(
      `select type from platform.events where data->>'session_id' = $1 order by position`,
      [id],
    )
  ).map((row) => row.type)

describe('ramp.supported', () => {
  it('names the provider, the currencies and the limits', async () => {
    const { status, body } = await bank.call(
      'GET /api/v1/ramp/supported',
      undefined,
      await bank.person(),
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      provider: 'mock',
      test_mode: true,
      types: ['on', 'off'],
      fiat_currencies: ['USD', 'EUR', 'GBP'],
      crypto_currencies: ['USDC', 'USDT', 'EURC', 'ETH', 'BTC'],
      limits: { min_amount: 10, max_amount: 10_000, daily_limit: 50_000 },
      fee_percentage: '1.50',
    })
    expect(body.data.cryptos.at(-1)).toEqual({
      code: 'BTC',
      name: 'Bitcoin',
      network: 'bitcoin',
      decimals: 8,
    })
  })
})

describe('ramp.quote', () => {
  it.each([
    // 100.00 − 1.50 − 0.50
    ['on', 'USD', 'USDC', '98.000000', '0.50', '98.00', '1.0000000000'],
    ['on', 'USD', 'USDT', '98.000000', '0.50', '98.00', '1.0000000000'],
    // 98.00 ÷ 1.085, rounded down
    ['on', 'USD', 'EURC', '90.322580', '0.50', '98.00', '0.9216589862'],
    ['on', 'EUR', 'EURC', '98.000000', '0.50', '98.00', '1.0000000000'],
    ['on', 'EUR', 'USDC', '106.330000', '0.50', '98.00', '1.0850000000'],
    ['on', 'GBP', 'ETH', '0.049784000000000000', '0.50', '98.00', '0.0005080000'],
    ['on', 'USD', 'BTC', '0.00215555', '1.50', '97.00', '0.0000222222'],
    // The whole 100.00 are sold, rounded up, and 98.50 are credited.
    ['off', 'USD', 'BTC', '0.00222223', '0.00', '98.50', '0.0000222222'],
    ['off', 'USD', 'EURC', '92.165899', '0.00', '98.50', '0.9216589862'],
  ])('%s: 100 %s and %s', async (type, fiat, crypto, amount, network_fee, net, rate) => {
    const { status, body } = await quote(await bank.person(), { type, fiat, crypto })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      provider: 'mock',
      test_mode: true,
      valid_until: '2026-03-01T12:01:00.000Z',
    })
    expect(body.data.quotes).toHaveLength(1)
    expect(body.data.quotes[0]).toMatchObject({
      provider_name: 'mock',
      quote_id: expect.any(String),
      fiat_amount: '100.00',
      crypto_amount: amount,
      exchange_rate: rate,
      fee: '1.50',
      network_fee,
      fee_currency: fiat,
      net_amount: net,
      payment_methods: ['card', 'bank_transfer'],
    })
  })

  it.each([
    ['less than one', { amount: '0.99' }, 'amount'],
    ['more than a session', { amount: '10000.01' }, 'amount'],
    ['parts of a cent', { amount: '10.001' }, 'amount'],
    ['no number', { amount: '1e2' }, 'amount'],
    ['another type', { type: 'up' }, 'type'],
    ['another currency', { fiat: 'CHF' }, 'fiat'],
    ['another coin', { crypto: 'DOGE' }, 'crypto'],
  ])('refuses %s', async (_what, query, field) => {
    const { status, body } = await quote(await bank.person(), query)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it('is refused when nothing is left after the fees', async () => {
    const { status, body } = await quote(await bank.person(), { amount: '1', crypto: 'BTC' })
    expect(status).toBe(422)
    expect(body.error.code).toBe('QUOTE_ERROR')
    expect((await quote(await bank.person(), { amount: '1' })).status).toBe(200)
  })
})

describe('ramp.start', () => {
  it('has every field of a session and of the tool', async () => {
    const person = await bank.person()
    const { status, body } = await start(bank, person)
    expect(status).toBe(201)
    const { id } = body.data
    expect(body).toEqual({
      success: true,
      data: {
        id,
        session_id: id,
        provider: 'mock',
        test_mode: true,
        type: 'on',
        type_label: 'Buy crypto',
        fiat_currency: 'USD',
        fiat_amount: '100.00',
        fee: '1.50',
        network_fee: '0.50',
        crypto_currency: 'USDC',
        crypto_amount: '98.000000',
        payout_amount: null,
        account_uuid: null,
        wallet_address: WALLET,
        status: 'pending',
        status_label: 'Waiting for payment',
        reason: null,
        checkout_url: expect.stringMatching(`^http.*/api/v1/ramp/checkout/${id}$`),
        expires_at: '2026-03-01T13:00:00.000Z',
        completed_at: null,
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
    })
    expect(await read(bank, person, id)).toEqual(body.data)
    expect(await eventsOf(id)).toEqual(['ramp.started'])
  })

  it('has a public checkout, which shows neither wallet nor user', async () => {
    const { body } = await start(bank, await bank.person())
    const url = new URL(body.data.checkout_url)
    const answer = await bank.call(`GET ${url.pathname}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      session_id: body.data.id,
      test_mode: true,
      status: 'pending',
      fiat_amount: '100.00',
    })
    expect(JSON.stringify(answer.body)).not.toContain(WALLET)
  })

  it.each([
    ['below the minimum', { fiat_amount: '9.99' }, 'fiat_amount'],
    ['above the maximum', { fiat_amount: '10000.01' }, 'fiat_amount'],
    ['with parts of a cent', { fiat_amount: '10.005' }, 'fiat_amount'],
    ['with a negative amount', { fiat_amount: '-10' }, 'fiat_amount'],
    ['with another currency', { fiat_currency: 'CHF' }, 'fiat_currency'],
    ['with another coin', { crypto_currency: 'SOL' }, 'crypto_currency'],
    [
      'without a valid checksum',
      { wallet_address: WALLET.replace('d8dA', 'd8DA') },
      'wallet_address',
    ],
    ['with a Bitcoin wallet for USDC', { wallet_address: BTC }, 'wallet_address'],
    ['with an Ethereum wallet for BTC', { crypto_currency: 'BTC' }, 'wallet_address'],
  ])('refuses a session %s', async (_what, change, field) => {
    const person = await bank.person()
    const { status, body } = await start(bank, person, change)
    expect(status).toBe(422)
    expect(body.error.code).toBe('VALIDATION_ERROR')
    expect(Object.keys(body.errors)).toEqual([field])
    const list = await bank.call('GET /api/v1/ramp/sessions', undefined, person)
    expect(list.body.meta.total).toBe(0)
  })

  it.each([['10'], ['10000.00'], [250.5]])('accepts %s', async (fiat_amount) => {
    const { status } = await start(bank, await bank.person(), { fiat_amount })
    expect(status).toBe(201)
  })

  it('accepts every coin with a wallet of its network', async () => {
    const person = await bank.person()
    for (const crypto_currency of ['USDC', 'USDT', 'EURC', 'ETH'])
      expect((await start(bank, person, { crypto_currency })).status).toBe(201)
    const bitcoin = { crypto_currency: 'BTC', wallet_address: BTC }
    expect((await start(bank, person, bitcoin)).body.data.crypto_amount).toBe('0.00215555')
  })

  it('is one session for one Idempotency-Key', async () => {
    const person = await bank.person()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => start(bank, { ...person, key: 'once' })),
    )
    // Requests that arrive while the first is in progress get a conflict.
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5 - made.length)
    const list = await bank.call('GET /api/v1/ramp/sessions', undefined, person)
    expect(list.body.meta.total).toBe(1)
  })
})

describe('a quote', () => {
  const refusal = (answer: { status: number; body: { error: { details?: object } } }) => ({
    status: answer.status,
    ...answer.body.error.details,
  })

  it('guarantees its terms while the price moves, for a minute and one session', async () => {
    const person = await own.person()
    const asked = await own.call(
      'GET /api/v1/ramp/quotes?type=on&fiat=USD&amount=100&crypto=ETH',
      undefined,
      person,
    )
    const { quote_id, crypto_amount } = asked.body.data.quotes[0]
    own.clock.advance(30)
    const dear = { from_asset: 'ETH', rate: '5000' }
    await own.call('POST /api/v2/exchange-rates', dear, await own.operator())
    own.clock.advance(29)
    const ether = { crypto_currency: 'ETH' }
    const now = await start(own, person, ether)
    expect(now.body.data.crypto_amount).toBe('0.019600000000000000')
    const promised = await start(own, person, { ...ether, quote_id })
    expect(promised.body.data.crypto_amount).toBe(crypto_amount)
    expect(crypto_amount).toBe('0.039200000000000000')
    const again = await start(own, person, { ...ether, quote_id })
    expect(refusal(again)).toEqual({ status: 422, reason: 'QUOTE_USED' })
  })

  it('expires after sixty seconds', async () => {
    const person = await own.person()
    const { body } = await own.call(
      'GET /api/v1/ramp/quotes?type=on&fiat=USD&amount=100&crypto=USDC',
      undefined,
      person,
    )
    const { quote_id } = body.data.quotes[0]
    own.clock.advance(60)
    const late = await start(own, person, { quote_id })
    expect(refusal(late)).toEqual({ status: 422, reason: 'QUOTE_EXPIRED' })
  })

  it.each([
    ['type', { type: 'off' }],
    ['currency', { fiat_currency: 'EUR' }],
    ['amount', { fiat_amount: '100.01' }],
    ['coin', { crypto_currency: 'USDT' }],
  ])('is valid for one %s', async (_what, change) => {
    const person = await bank.person()
    const quote_id = await quoteId(person)
    const other = await start(bank, person, { ...change, quote_id })
    expect(other.body.error.code).toBe('SESSION_ERROR')
    expect(refusal(other)).toEqual({ status: 422, reason: 'QUOTE_MISMATCH' })
    // The refused request did not use the quote.
    expect((await start(bank, person, { quote_id })).status).toBe(201)
  })

  it('is valid for one user, in one environment, and cannot be forged', async () => {
    const person = await bank.person()
    const quote_id = await quoteId(person)
    const sandbox = await bank.sandboxKey(person)
    for (const [caller, id] of [
      [await bank.person(), quote_id],
      [sandbox, quote_id],
      [person, 'made-up'],
      [person, `${quote_id.slice(0, -4)}AAAA`],
    ] as const) {
      const { status, body } = await start(bank, caller, { quote_id: id })
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual(['quote_id'])
    }
  })

  it('is used once, also by ten concurrent requests', async () => {
    const person = await bank.person()
    const quote_id = await quoteId(person)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => start(bank, person, { quote_id })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(422)])
  })
})

describe('a price that is too old', () => {
  it('is not quoted, and is computed anew for a session where a rule defines it', async () => {
    const { email, password } = await own.person()
    own.clock.advance(2 * 86_400)
    const login = await own.call('POST /api/auth/login', { email, password })
    const person = { token: login.body.data.access_token }
    const asked = await own.call(
      'GET /api/v1/ramp/quotes?type=on&fiat=USD&amount=100&crypto=BTC',
      undefined,
      person,
    )
    expect([asked.status, asked.body.error.code]).toEqual([422, 'QUOTE_ERROR'])
    // One euro is one euro, but the limit is counted in dollars.
    const euros = { fiat_currency: 'EUR', crypto_currency: 'EURC' }
    const { status, body } = await start(own, person, euros)
    expect(status).toBe(201)
    expect(body.data.crypto_amount).toBe('98.000000')
    const [row] = await own.sql<{ cents: string }>(
      'select dollar_cents::text as cents from ramp.sessions where id = $1',
      [body.data.session_id],
    )
    const [rate] = await own.sql<{ cents: string }>(
      `select ceil(rate * 10000)::text as cents from assets.rates
       where from_asset = 'EUR' and is_active order by valid_at desc limit 1`,
    )
    expect(row).toEqual(rate)
  })
})

describe('the limit of a day', () => {
  it('is 50,000 dollars over all currencies', async () => {
    const person = await bank.person()
    for (let n = 0; n < 4; n++)
      expect((await start(bank, person, { fiat_amount: '10000' })).status).toBe(201)
    // 9,216.60 EUR are 10,000.011 USD, 9,216.58 EUR are 9,999.9893.
    const euros = (fiat_amount: string) =>
      start(bank, person, { fiat_amount, fiat_currency: 'EUR' })
    const over = await euros('9216.60')
    expect(over.body.error).toMatchObject({
      code: 'SESSION_ERROR',
      details: { reason: 'DAILY_LIMIT' },
      message:
        'The daily limit of 50000.00 USD would be exceeded: 40000.00 USD used, 10000.02 USD asked for; ask for less, or wait for the next day (UTC).',
    })
    expect((await euros('9216.58')).status).toBe(201)
    expect((await start(bank, person, { fiat_amount: '10' })).status).toBe(422)
    // Another user, and the same user in the sandbox, have their own limits.
    expect((await start(bank, await bank.person())).status).toBe(201)
    expect((await start(bank, await bank.sandboxKey(person))).status).toBe(201)
  })

  it('holds for twelve concurrent requests', async () => {
    const person = await bank.person()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => start(bank, person, { fiat_amount: '10000' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7)
  })

  it('resets at midnight, and failed sessions do not count', async () => {
    const person = await own.person()
    const large = { fiat_amount: '10000', wallet_address: FAILS }
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await startId(own, person, large))
    expect((await start(own, person, large)).status).toBe(422)
    own.clock.advance(5)
    await settle(own, ids[0]!)
    expect((await start(own, person, large)).status).toBe(201)
    expect((await start(own, person, large)).status).toBe(422)
    const day = 86_400
    own.clock.advance(day - 1 - ((own.clock.now().getTime() / 1000) % day))
    expect((await start(own, person, large)).status).toBe(422)
    own.clock.advance(1)
    expect((await start(own, person, large)).status).toBe(201)
  })
})

describe('ramp.status and ramp.list', () => {
  it('show only the caller’s sessions, in one environment', async () => {
    const person = await bank.person()
    const sandbox = await bank.sandboxKey(person)
    const [live, tried] = [await startId(bank, person), await startId(bank, sandbox)]
    const list = async (caller: CallOptions) =>
      (await bank.call('GET /api/v1/ramp/sessions', undefined, caller)).body.data.map(
        (session: { id: string }) => session.id,
      )
    expect(await list(person)).toEqual([live])
    expect(await list(sandbox)).toEqual([tried])
    const outsider = await bank.person()
    expect(await list(outsider)).toEqual([])
    for (const [caller, id] of [
      [outsider, live],
      [sandbox, live],
      [person, tried],
      [await bank.operator(), live],
    ] as const) {
      const { status, body } = await bank.call(`GET /api/v1/ramp/session/${id}`, undefined, caller)
      expect(status).toBe(404)
      expect(body.error.code).toBe('NOT_FOUND')
    }
  })

  it('list the newest first, in pages', async () => {
    const person = await bank.person()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(await startId(bank, person))
    const { body } = await bank.call(
      'GET /api/v1/ramp/sessions?page=2&per_page=2',
      undefined,
      person,
    )
    expect(body.data.map((session: { id: string }) => session.id)).toEqual([ids[0]])
    expect(body.meta).toMatchObject({ current_page: 2, last_page: 2, total: 3 })
  })
})

describe('the life of a session', () => {
  let person: Person
  beforeAll(async () => {
    person = await own.person()
  })

  const eventsThere = async (id: string) =>
    (
      await own.sql<{ type: string }>(
        `select type from platform.events where data->>'session_id' = $1 order by position`,
        [id],
      )
    ).map((row) => row.type)

  it('is pending for five seconds, then completed, and no bank money moves for a purchase', async () => {
    const [before] = await own.sql<{ n: string }>('select count(*) as n from ledger.moves')
    const id = await startId(own, person)
    own.clock.advance(4.999)
    await settle(own, id)
    expect(await read(own, person, id)).toMatchObject({ status: 'pending' })
    own.clock.advance(0.001)
    await settle(own, id)
    const done = await read(own, person, id)
    expect(done).toMatchObject({
      status: 'completed',
      status_label: 'Completed',
      reason: null,
      crypto_amount: '98.000000',
      completed_at: own.clock.now().toISOString(),
      updated_at: own.clock.now().toISOString(),
    })
    expect(await eventsThere(id)).toEqual(['ramp.started', 'ramp.processing', 'ramp.completed'])
    expect(await own.sql('select count(*) as n from ledger.moves')).toEqual([before])
    await settle(own, id)
    expect(await read(own, person, id)).toEqual(done)
  })

  it('fails for the wallet that fails', async () => {
    const id = await startId(own, person, { wallet_address: FAILS })
    own.clock.advance(5)
    await settle(own, id)
    expect(await read(own, person, id)).toMatchObject({
      status: 'failed',
      reason: 'The payment failed.',
      completed_at: null,
    })
    expect(await eventsThere(id)).toEqual(['ramp.started', 'ramp.failed'])
  })

  it('expires after an hour without payment, by the sweep', async () => {
    const id = await startId(own, person, { wallet_address: NEVER_PAID })
    own.clock.advance(3_599)
    await own.runJob('ramp.sweep')
    expect(await read(own, person, id)).toMatchObject({ status: 'pending' })
    own.clock.advance(1)
    // It was polled a second ago: it is due again after a minute.
    await own.runJob('ramp.sweep')
    expect(await read(own, person, id)).toMatchObject({ status: 'pending' })
    own.clock.advance(59)
    await own.runJob('ramp.sweep')
    expect(await read(own, person, id)).toMatchObject({
      status: 'expired',
      reason: 'The session was not paid in time.',
    })
    expect(await eventsThere(id)).toEqual(['ramp.started', 'ramp.expired'])
  })

  it('does not expire if it was paid in time and only the poll was late', async () => {
    const id = await startId(own, person)
    own.clock.advance(7_200)
    await own.runJob('ramp.sweep')
    expect(await read(own, person, id)).toMatchObject({ status: 'completed' })
  })
})

describe('a bank whose provider completes at once, and that has no secret for webhooks', () => {
  let fast: Bank
  beforeAll(async () => {
    fast = await startBank({ env: { RAMP_SIMULATED_SECONDS: '0', RAMP_WEBHOOK_SECRET: '' } })
  })
  afterAll(() => fast.stop())

  it('settles sessions by its own jobs', async () => {
    const user = await fast.person()
    const id = await startId(fast, user)
    await expect
      .poll(async () => (await read(fast, user, id)).status, { timeout: 120_000 })
      .toBe('completed')
  })

  it('refuses every webhook', async () => {
    const reply = await callWebhook(fast, { id: 'x', status: 'fulfilled' }, { secret: '' })
    expect([reply.status, reply.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  })
})

describe('the money of a sale', () => {
  const sale = { type: 'off', fiat_amount: '200.00', crypto_currency: 'USDC' }

  it('is credited to the main account once, under concurrent polls', async () => {
    const person = await bank.person()
    const account = await mainAccount(person)
    const deposits = systemAccount('live', 'external:deposits')
    const outside = BigInt((await unitsOf(deposits)).USD ?? 0)
    const { body } = await start(bank, person, sale)
    expect(body.data).toMatchObject({
      type_label: 'Sell crypto',
      crypto_amount: '200.000000',
      fee: '3.00',
      network_fee: '0.00',
      payout_amount: '197.00',
      account_uuid: account,
    })
    const { id } = body.data
    expect(await unitsOf(account)).toEqual({})
    await Promise.all([
      ...Array.from({ length: 6 }, () => callWebhook(bank, { id, status: 'fulfilled' })),
      settle(bank, id),
    ])
    expect(await unitsOf(account)).toEqual({ USD: '19700' })
    expect(BigInt((await unitsOf(deposits)).USD!)).toBe(outside - 19_700n)
    expect(await read(bank, person, id)).toMatchObject({ status: 'completed' })
    const history = await bank.call('GET /api/v2/transactions', undefined, person)
    expect(history.body.data).toEqual([
      expect.objectContaining({
        type: 'deposit',
        subtype: 'ramp',
        amount: '197.00',
        reference: 'Sale of 200.000000 USDC',
        metadata: { ramp_session: id, provider: 'mock' },
      }),
    ])
    expect(await eventsOf(id)).toEqual(['ramp.started', 'ramp.processing', 'ramp.completed'])
  })

  it('waits while the account is frozen, and is credited afterwards', async () => {
    const person = await bank.person()
    const account = await mainAccount(person)
    const id = await startId(bank, person, sale)
    await freeze(account, person)
    const reply = await callWebhook(bank, { id, status: 'fulfilled' })
    expect(reply.body.data).toEqual({ received: true, session_id: id, status: 'processing' })
    expect(await read(bank, person, id)).toMatchObject({
      status: 'processing',
      reason: expect.stringContaining('The payout is pending'),
      completed_at: null,
    })
    expect(await unitsOf(account)).toEqual({})
    await bank.call(`POST /api/accounts/${account}/unfreeze`, { reason: 'Found' }, person)
    await callWebhook(bank, { id, status: 'fulfilled' })
    expect(await unitsOf(account)).toEqual({ USD: '19700' })
    expect(await read(bank, person, id)).toMatchObject({ status: 'completed', reason: null })
  })

  it('goes to the next account when the first is closed, and waits when there is none', async () => {
    const person = await bank.person()
    const first = await mainAccount(person)
    const id = await startId(bank, person, sale)
    await bank.call(`DELETE /api/accounts/${first}`, undefined, person)
    await callWebhook(bank, { id, status: 'fulfilled' })
    expect(await read(bank, person, id)).toMatchObject({
      status: 'processing',
      reason: 'You have no account to credit; open one, and the payout follows.',
    })
    expect((await start(bank, person, sale)).body.error).toMatchObject({
      code: 'SESSION_ERROR',
      details: { reason: 'NO_ACCOUNT' },
    })
    const next = await bank.call('POST /api/v2/accounts', { name: 'Next' }, person)
    const { uuid } = next.body.data
    await callWebhook(bank, { id, status: 'fulfilled' })
    expect(await unitsOf(uuid)).toEqual({ USD: '19700' })
    expect(await read(bank, person, id)).toMatchObject({ status: 'completed', account_uuid: uuid })
  })

  it('stays in the sandbox for a sale there', async () => {
    const person = await bank.person()
    const sandbox = await bank.sandboxKey(person)
    const opened = await bank.call('POST /api/v2/accounts', { name: 'Play' }, sandbox)
    const id = await startId(bank, sandbox, { ...sale, fiat_currency: 'EUR' })
    // Webhooks concern live sessions: that of the sandbox is not found.
    const reply = await callWebhook(bank, { id, status: 'fulfilled' })
    expect(reply.body.data).toEqual({ received: true, session_id: null, status: null })
    await bank.sql(
      `update ramp.sessions set created_at = created_at - interval '5 s' where id = $1`,
      [id],
    )
    await settle(bank, id)
    expect(await unitsOf(opened.body.data.uuid)).toEqual({ EUR: '19700' })
    expect(await unitsOf(await mainAccount(person))).toEqual({})
    const [event] = await bank.sql<{ environment: string }>(
      `select environment from platform.events where type = 'ramp.completed' and data->>'session_id' = $1`,
      [id],
    )
    expect(event!.environment).toBe('sandbox')
  })

  it('leaves balanced books', async () => {
    const sums = await bank.sql(
      'select asset from ledger.balances group by asset having sum(units) <> 0',
    )
    expect(sums).toEqual([])
  })
})

describe('ramp.webhook', () => {
  it('moves a session forward, never back, also if events are repeated or out of order', async () => {
    const person = await bank.person()
    const id = await startId(bank, person)
    const send = async (said: string) =>
      (await callWebhook(bank, { id, status: said })).body.data.status
    expect(await send('initialized')).toBe('pending')
    expect(await send('payment_complete')).toBe('processing')
    expect(await send('payment_complete')).toBe('processing')
    expect(await send('initialized')).toBe('processing')
    expect(await send('fulfilled')).toBe('completed')
    for (const said of ['fulfilled', 'payment_pending', 'payment_failed', 'expired', 'initialized'])
      expect(await send(said)).toBe('completed')
    expect(await eventsOf(id)).toEqual(['ramp.started', 'ramp.processing', 'ramp.completed'])
    // The provider's last status is stored for operators.
    const [row] = await bank.sql(
      'select provider_status, status from ramp.sessions where id = $1',
      [id],
    )
    expect(row).toEqual({ provider_status: 'initialized', status: 'completed' })
  })

  it.each([
    ['payment_failed', 'failed'],
    ['expired', 'expired'],
  ])('%s is the end', async (said, status) => {
    const person = await bank.person()
    const id = await startId(bank, person)
    for (const word of [said, 'fulfilled', 'payment_pending'])
      expect((await callWebhook(bank, { id, status: word })).body.data.status).toBe(status)
    expect(await read(bank, person, id)).toMatchObject({ status, completed_at: null })
  })

  it.each([
    ['another secret', { secret: 'wrong' }],
    ['too old', { secondsAgo: 301 }],
    ['too far ahead', { secondsAgo: -301 }],
  ])('refuses a signature: %s', async (_why, how) => {
    const person = await bank.person()
    const id = await startId(bank, person)
    const { status, body } = await callWebhook(bank, { id, status: 'fulfilled' }, how)
    expect(status).toBe(400)
    expect(body.error.code).toBe('INVALID_SIGNATURE')
    expect(await read(bank, person, id)).toMatchObject({ status: 'pending' })
  })

  it('refuses an unsigned call, and one whose bytes were changed in transit', async () => {
    const id = await startId(bank, await bank.person())
    const bare = { data: { object: { id, status: 'fulfilled' } } }
    const unsigned = await bank.call('POST /api/v1/ramp/webhook/mock', bare)
    expect([unsigned.status, unsigned.body.error.code]).toEqual([400, 'INVALID_SIGNATURE'])
    const { headers, body } = signEvent(bank, { id, status: 'fulfilled' })
    const send = (text: string) =>
      bank.call('POST /api/v1/ramp/webhook/mock', text, { raw: true, headers })
    // The same JSON, but not the same bytes.
    expect((await send(`${body} `)).body.error.code).toBe('INVALID_SIGNATURE')
    expect((await send(body)).body.data.status).toBe('completed')
  })

  it('accepts a signature of the greatest allowed age', async () => {
    const id = await startId(bank, await bank.person())
    const reply = await callWebhook(bank, { id, status: 'fulfilled' }, { secondsAgo: 300 })
    expect(reply.body.data.status).toBe('completed')
  })

  it.each([
    ['no session', undefined],
    ['no id', { status: 'fulfilled' }],
    ['no status', { id: 'x' }],
    ['a list', []],
    ['unstorable text', { id: 'x\u0000', status: 'fulfilled' }],
  ])('refuses a body with %s', async (_what, object) => {
    const { status, body } = await callWebhook(bank, object)
    expect([status, body.error.code]).toEqual([400, 'INVALID_WEBHOOK'])
  })

  it('refuses other providers, and acknowledges unknown sessions', async () => {
    for (const provider of ['onramper', 'stripe_bridge', 'constructor']) {
      const { status, body } = await callWebhook(bank, { id: 'x', status: 'y' }, { provider })
      expect([status, body.error.code]).toEqual([404, 'UNKNOWN_PROVIDER'])
    }
    const other = await callWebhook(bank, { id: 'cos_unknown', status: 'fulfilled' })
    expect(other.status).toBe(200)
    expect(other.body.data).toEqual({ received: true, session_id: null, status: null })
  })
})

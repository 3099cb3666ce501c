// Exchange rates over HTTP: history from the first start, pairs, conversions, feeds.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  createDatabase,
  type Person,
  startBank,
  TEST_SECRET,
} from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { makeSealer } from '../../../platform/key-ring.ts'
import { readRate, showRate } from '../assets/index.ts'
import { convertUnits, type DollarRate, rateAt, listRatesBetween, recordQuotes } from './index.ts'
import { simulatedFeed } from './simulated-feed.ts'
import { HISTORY_DAYS } from './updater.ts'

const DAY = 86_400
const START = new Date('2026-03-01T12:00:00Z')
const days = (n: number): Date => new Date(Date.parse('2026-03-01T00:00:00Z') + n * DAY * 1000)

const open = (bank: Bank): Database =>
  openDatabase(bank.address, { connectionsMax: 2, onError: () => {} })

async function openAccount(bank: Bank, person: Person, cents = 100_000): Promise<string> {
  const { body } = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Money', initial_balance: cents },
    person,
  )
  return body.data.uuid
}

/** Tokens last a day. */
async function signIn(bank: Bank, { email, password }: Person): Promise<{ token: string }> {
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  return { token: body.data.access_token }
}

async function balancesOf(bank: Bank, person: Person, account: string) {
  const { body } = await bank.call(`GET /api/accounts/${account}/balances`, undefined, person)
  return Object.fromEntries(
    body.data.balances.map((row: { asset_code: string; balance: number }) => [
      row.asset_code,
      row.balance,
    ]),
  )
}

// Two nodes that started at once. What follows runs on the first of them, until a part that moves the clock by days.
let bank: Bank
let neighbour: Bank
let database: Database
let stopAll: () => Promise<void>
beforeAll(async () => {
  const created = await createDatabase()
  const { address } = created
  ;[bank, neighbour] = await Promise.all([startBank({ address }), startBank({ address })])
  database = open(bank)
  stopAll = async () => {
    await database.close()
    await Promise.all([bank.stop(), neighbour.stop()])
    await created.drop()
  }
})
afterAll(() => stopAll())

describe('a fresh bank', () => {
  it('knows the rates of the last 90 days and of today, by the rule and marked as such', async () => {
    const rows = await bank.sql<{ from_asset: string; n: number; first: string; last: string }>(
      `select from_asset, count(*)::int as n, min(valid_at)::date::text as first,
         max(valid_at)::date::text as last
       from assets.rates where is_active and from_asset <> 'GCU' group by from_asset order by from_asset`,
    )
    expect(rows.map(({ from_asset }) => from_asset)).toEqual([
      'BNB',
      'BTC',
      'CHF',
      'DAI',
      'ETH',
      'EUR',
      'FEUR',
      'FGOLD',
      'FUSD',
      'GBP',
      'JPY',
      'MATIC',
      'SOL',
      'STETH',
      'TRX',
      'USDC',
      'USDT',
      'WBTC',
      'WETH',
      'XAU',
    ])
    for (const row of rows)
      expect(row).toMatchObject({ n: HISTORY_DAYS + 1, first: '2025-12-01', last: '2026-03-01' })
    const stored = await bank.sql<{ asset: string; rate: string; valid_at: Date }>(
      `select from_asset as asset, rate::text, valid_at from assets.rates
       where is_active and from_asset <> 'GCU' and metadata @> '{"generated": true}'
       order by valid_at, from_asset`,
    )
    const quotes = simulatedFeed.daily(days(-HISTORY_DAYS), days(0), START)
    expect(stored.map((row) => ({ ...row, rate: readRate(row.rate) }))).toEqual(
      quotes
        .map(({ asset, rate, valid_at }) => ({ asset, rate, valid_at }))
        .toSorted((a, b) => +a.valid_at - +b.valid_at || (a.asset < b.asset ? -1 : 1)),
    )
    // Found by its time: every asset on one day, one asset on every day.
    for (const { asset, rate, valid_at } of quotes.filter(
      (quote) => quote.asset === 'EUR' || +quote.valid_at === +days(-45),
    )) {
      const found = await rateAt(database.read, asset, 'USD', new Date(valid_at.getTime() + 1))
      expect(found).toMatchObject({ rate, valid_at, metadata: { generated: true } })
    }
  })

  it('has no gap and no overlap: each rate ends where the next begins', async () => {
    const wrong = await bank.sql(
      `select * from (
         select from_asset, valid_at, expires_at,
           lead(valid_at) over (partition by from_asset order by valid_at) as next
         from assets.rates where is_active) r
       where next is distinct from expires_at`,
    )
    expect(wrong).toEqual([])
  })

  it('reads series oldest first, and what is unknown as nothing', async () => {
    const series: DollarRate[] = await listRatesBetween(database.read, 'EUR', days(-3), days(-1))
    expect(series.map(({ valid_at }) => valid_at)).toEqual([days(-3), days(-2), days(-1)])
    expect(series[0]).toMatchObject({ source: 'api', provider: 'internal' })
    const [quote] = simulatedFeed.daily(days(-3), days(-3), START)
    expect(series[0]!.rate).toBe(quote!.rate)
    expect(await listRatesBetween(database.read, 'USD', days(-3), days(0))).toHaveLength(1)
    expect(await listRatesBetween(database.read, 'EUR', days(-300), days(-200))).toEqual([])
    expect(await rateAt(database.read, 'EUR', 'USD', days(-91))).toBeUndefined()
    expect(await rateAt(database.read, 'FCRYPTO', 'USD', START)).toBeUndefined()
    expect((await rateAt(database.read, 'EUR', 'EUR', START))!.rate).toBe(10n ** 18n)
  })

  it('fills its history once, despite a second start, a second node and the schedule', async () => {
    const count = async () =>
      (await bank.sql<{ n: number }>('select count(*)::int as n from assets.rates'))[0]!.n
    const before = await count()
    const second = await startBank({ address: bank.address, clock: bank.clock })
    await second.stop()
    await bank.runJob('rates.refresh')
    expect(await count()).toBe(before)
  })
})

describe('two nodes that start at once', () => {
  it('fill the history once', async () => {
    const [row] = await bank.sql<{ n: number; pairs: number }>(
      `select count(*)::int as n, count(distinct (from_asset, valid_at))::int as pairs
       from assets.rates where provider = 'internal'`,
    )
    expect(row).toEqual({ n: 20 * (HISTORY_DAYS + 1), pairs: 20 * (HISTORY_DAYS + 1) })
  })
})

describe('reading', () => {
  let person: Person
  beforeAll(async () => {
    person = await bank.person()
  })

  describe('rate.list', () => {
    it('shows the newest first, and counts what is valid', async () => {
      const { body } = await bank.call('GET /api/exchange-rates?from=eur&limit=2')
      expect(body.data).toHaveLength(2)
      expect(body.data[0]).toMatchObject({
        from_asset: 'EUR',
        to_asset: 'USD',
        rate: '1.0850000000',
        inverse_rate: '0.9216589862',
        bid: '1.0844575000',
        ask: '1.0855425000',
        source: 'api',
        valid_at: '2026-03-01T00:00:00.000Z',
        expires_at: null,
        is_active: true,
        age_minutes: 720,
        metadata: { generated: true, provider: 'internal' },
      })
      expect(body.data[1]).toMatchObject({
        valid_at: '2026-02-28T00:00:00.000Z',
        expires_at: '2026-03-01T00:00:00.000Z',
      })
      // One of them is the price from the migration, which is no longer valid.
      expect(body.meta).toEqual({ total: HISTORY_DAYS + 2, valid: 1, stale: 0 })
    })

    it('filters', async () => {
      const meta = async (query: string) =>
        (await bank.call(`GET /api/v2/exchange-rates?${query}`, undefined, person)).body.meta
      expect(await meta('valid=true')).toEqual({ total: 21, valid: 21, stale: 0 })
      expect(await meta('valid=true&asset=usd')).toMatchObject({ total: 21 })
      expect(await meta('valid=true&asset=JPY')).toMatchObject({ total: 1 })
      expect(await meta('active=false')).toEqual({ total: 11, valid: 0, stale: 0 })
      expect(await meta('source=manual')).toEqual({ total: 12, valid: 0, stale: 0 })
      expect(await meta('to=EUR')).toEqual({ total: 0, valid: 0, stale: 0 })
    })

    it.each([
      'limit=0',
      'limit=101',
      'limit=x',
      'source=rumour',
      'active=perhaps',
      'from=E1',
      'to=TOOLONGACODE',
    ])('refuses %s', async (query) => {
      const { status, body } = await bank.call(`GET /api/v1/exchange-rates?${query}`)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]])
    })
  })

  describe('rate.get', () => {
    it('answers any pair in any case, through the dollar where needed', async () => {
      const rate = async (path: string) =>
        (await bank.call(`GET /api/v1/exchange-rates/${path}`)).body.data
      expect(await rate('EUR/USD')).toMatchObject({ rate: '1.0850000000', age_minutes: 720 })
      expect(await rate('usd/eur')).toMatchObject({
        from_asset: 'USD',
        rate: '0.9216589862',
        inverse_rate: '1.0850000000',
      })
      expect(await rate('EUR/GBP')).toMatchObject({
        rate: '0.8543307087',
        metadata: { chained: true, via: 'USD', generated: true },
      })
      expect(await rate('JPY/BTC')).toMatchObject({ inverse_rate: '6716417.9104477612' })
      expect(await rate('EUR/EUR')).toMatchObject({ rate: '1.0000000000', bid: '1.0000000000' })
    })

    it.each(['EUR/XYZ', 'XYZ/XYZ', 'FCRYPTO/USD'])('does not know %s', async (path) => {
      for (const options of [{}, person]) {
        const root = 'token' in options ? '/api/v2' : '/api'
        const { status, body } = await bank.call(
          `GET ${root}/exchange-rates/${path}`,
          undefined,
          options,
        )
        expect(status).toBe(404)
        expect(body).toEqual({ message: `There is no exchange rate ${path}.`, error: 'Not found' })
      }
    })
  })

  describe('rate.convert', () => {
    const convert = (path: string, amount: string) =>
      bank.call(`GET /api/exchange-rates/${path}/convert?amount=${amount}`)

    it('scales by precision and says how it rounds', async () => {
      expect((await convert('eur/jpy', '10000')).body.data).toEqual({
        from_asset: 'EUR',
        to_asset: 'JPY',
        from_amount: 10_000,
        to_amount: 16_194,
        from_formatted: '100.00 EUR',
        to_formatted: '16194 JPY',
        rate: '161.9402985075',
        rate_age_minutes: 720,
        rounding: 'half-up',
      })
      expect((await convert('EUR/USD', '100')).body.data.to_amount).toBe(109)
      expect((await convert('USD/BTC', '4500000')).body.data.to_formatted).toBe('1.00000000 BTC')
      expect((await convert('USD/JPY', '0')).body.data.to_amount).toBe(0)
      const ether = await fetch(`${bank.url}/api/exchange-rates/BTC/ETH/convert?amount=100000000`)
      expect(await ether.text()).toContain('"to_amount":18000000000000000000,')
    })

    it.each(['-1', '1.5', 'ten', '', '1e3', '9'.repeat(39)])('refuses %j', async (amount) => {
      const { status, body } = await convert('EUR/USD', amount)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual(['amount'])
    })

    it('does not know assets that are not there', async () => {
      expect((await convert('EUR/XYZ', '1')).status).toBe(404)
    })
  })

  describe('the providers', () => {
    const get = (path: string) => bank.call(`GET /api/v1/exchange-providers${path}`)

    it('are listed, and said to be simulated', async () => {
      expect((await get('')).body.data).toEqual([
        {
          name: 'internal',
          title: 'Florin table of prices',
          source: 'api',
          simulated: true,
          assets: [
            'BNB',
            'BTC',
            'CHF',
            'DAI',
            'ETH',
            'EUR',
            'FEUR',
            'FGOLD',
            'FUSD',
            'GBP',
            'JPY',
            'MATIC',
            'SOL',
            'STETH',
            'TRX',
            'USDC',
            'USDT',
            'WBTC',
            'WETH',
            'XAU',
          ],
          last_update: '2026-03-01T00:00:00.000Z',
        },
      ])
    })

    it('are asked, compared and averaged', async () => {
      const rate = { from_asset: 'EUR', to_asset: 'GBP', rate: '0.8543307087' }
      expect((await get('/internal/rate?from=EUR&to=GBP')).body.data).toMatchObject({
        provider: 'internal',
        ...rate,
      })
      expect((await get('/compare?from=EUR&to=GBP')).body.data).toMatchObject({
        rates: [{ provider: 'internal', ...rate }],
        best_bid: 'internal',
        best_ask: 'internal',
      })
      expect((await get('/aggregated?from=EUR&to=GBP')).body.data).toEqual({
        ...rate,
        lowest: rate.rate,
        highest: rate.rate,
        spread_percent: '0.00',
        providers: ['internal'],
      })
    })

    it('refuse unknown and equal assets, and know only themselves', async () => {
      expect((await get('/compare?from=EUR&to=XYZ')).body.errors).toEqual({
        to: ['There is no asset XYZ.'],
      })
      expect((await get('/aggregated?from=EUR&to=EUR')).status).toBe(422)
      expect((await get('/internal/rate?from=GCU&to=USD')).status).toBe(404)
      expect((await get('/ecb/rate?from=EUR&to=USD')).status).toBe(404)
    })

    it('remember every day', async () => {
      const query = 'from=EUR&to=GBP&start_date=2025-11-20&end_date=2026-03-20'
      const { body } = await get(`/historical?${query}`)
      expect(body.data.rates).toHaveLength(HISTORY_DAYS + 1)
      expect(body.data.rates[0].date).toBe('2025-12-01')
      expect(body.data.rates.at(-1)).toEqual({
        date: '2026-03-01',
        rate: '0.8543307087',
        inverse_rate: '1.1705069124',
        generated: true,
      })
      const [eur, gbp] = simulatedFeed.daily(days(-30), days(-30), START)
      const there = body.data.rates.at(-31)
      const exact = (eur!.rate * 10n ** 18n) / gbp!.rate
      expect(readRate(there.rate) - exact).toBeLessThan(10n ** 8n)
      expect(there.date).toBe('2026-01-30')
    })

    it.each([
      ['from=EUR&to=USD&start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
      ['from=EUR&to=USD&start_date=2024-02-02&end_date=2026-02-01', 'end_date'],
      ['from=EUR&to=USD&start_date=2026-02-30&end_date=2026-03-01', 'start_date'],
      ['from=EUR&to=USD&start_date=yesterday&end_date=2026-03-01', 'start_date'],
      ['from=EUR&to=XYZ&start_date=2026-02-01&end_date=2026-03-01', 'to'],
    ])('refuse the history %s', async (query, field) => {
      const { status, body } = await get(`/historical?${query}`)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([field])
    })

    it('judge a quote', async () => {
      const judge = async (quote: object) =>
        (
          await bank.call(
            'POST /api/v1/exchange-providers/validate',
            { from: 'EUR', to: 'USD', ...quote },
            person,
          )
        ).body.data
      expect(
        await judge({
          rate: '1.09',
          bid: '1.089',
          ask: '1.091',
          timestamp: '2026-03-01T11:58:00Z',
        }),
      ).toEqual({
        from_asset: 'EUR',
        to_asset: 'USD',
        rate: '1.0900000000',
        reference_rate: '1.0850000000',
        deviation_percent: '0.46',
        spread_percent: '0.18',
        age_seconds: 120,
        is_valid: true,
        problems: [],
      })
      const bad = await judge({
        rate: '1.2',
        bid: '1.3',
        ask: '1.1',
        timestamp: '2026-03-01T11:54:59Z',
      })
      expect(bad).toMatchObject({ is_valid: false, age_seconds: 301 })
      expect(bad.problems).toHaveLength(5)
      expect(await judge({ rate: '1.1935' })).toMatchObject({ is_valid: true, age_seconds: null })
      expect(await judge({ rate: '1.1936' })).toMatchObject({ is_valid: false })
    })

    it('judge a side without the other, and refuse zero', async () => {
      const judge = (quote: object) =>
        bank.call(
          'POST /api/v1/exchange-providers/validate',
          { from: 'EUR', to: 'USD', rate: '1.09', ...quote },
          person,
        )
      const apart = { is_valid: false, spread_percent: null, problems: [expect.any(String)] }
      for (const quote of [{ bid: '1.07' }, { ask: '1.11' }])
        expect((await judge(quote)).body.data).toMatchObject(apart)
      for (const quote of [{ bid: '1.089' }, { ask: '1.091' }])
        expect((await judge(quote)).body.data).toMatchObject({ is_valid: true, problems: [] })
      for (const field of ['rate', 'bid', 'ask']) {
        const { status, body } = await judge({ ask: '1000', [field]: '0' })
        expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
      }
    })
  })
})

describe('exchange.convert', () => {
  let person: Person
  beforeAll(async () => {
    person = await bank.person()
  })

  const convert = (body: object, who: Person = person) =>
    bank.call('POST /api/exchange/convert', body, who)

  it('moves money both ways through the bank, rounded down', async () => {
    const account_uuid = await openAccount(bank, person)
    const { status, body } = await convert({
      account_uuid,
      from_currency: 'usd',
      to_currency: 'JPY',
      amount: '100.01',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: '100.01 USD converted to 14926 JPY.',
      data: {
        account_uuid,
        from_amount: '100.01',
        to_amount: '14926',
        from_currency: 'USD',
        to_currency: 'JPY',
        exchange_rate: '149.2537313433',
        rounding: 'down',
        from_balance_after: '899.99',
        to_balance_after: '14926',
      },
    })
    expect(await balancesOf(bank, person, account_uuid)).toEqual({ USD: 89_999, JPY: 14_926 })
    const house = await bank.sql(
      `select asset, units from ledger.balances b join ledger.accounts a on a.id = b.account_id
       where a.code = 'conversions' and a.environment = 'live' and asset in ('USD', 'JPY') order by asset`,
    )
    expect(house).toEqual([
      { asset: 'JPY', units: '-14926' },
      { asset: 'USD', units: '10001' },
    ])
    const shown = await bank.call(
      `GET /api/v2/transactions/${body.data.transaction_id}`,
      undefined,
      person,
    )
    expect(shown.body.data).toMatchObject({
      subtype: 'conversion',
      amount: '100.01',
      asset_code: 'USD',
    })
    const both = await bank.call(
      `GET /api/v2/accounts/${account_uuid}/transactions`,
      undefined,
      person,
    )
    expect(
      both.body.data.filter((row: { subtype: string }) => row.subtype === 'conversion'),
    ).toHaveLength(2)
  })

  it('makes no money on any round trip', async () => {
    const account_uuid = await openAccount(bank, person, 10_000_000)
    const codes = ['EUR', 'GBP', 'JPY', 'BTC', 'ETH', 'XAU'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...codes),
        fc.integer({ min: 6, max: 100_000 }),
        async (code, cents) => {
          const before = (await balancesOf(bank, person, account_uuid)).USD
          const there = await convert({
            account_uuid,
            from_currency: 'USD',
            to_currency: code,
            amount: (cents / 100).toFixed(2),
          })
          expect(there.status).toBe(200)
          const back = await convert({
            account_uuid,
            from_currency: code,
            to_currency: 'USD',
            amount: there.body.data.to_amount,
          })
          // The result of a few cents may be worth less than one cent.
          expect([200, 422]).toContain(back.status)
          expect((await balancesOf(bank, person, account_uuid)).USD).toBeLessThanOrEqual(before)
        },
      ),
      // Rounded to the nearest, the first two would come back as seven and eight.
      {
        numRuns: rounds(8, 25),
        examples: [
          ['EUR', 6],
          ['GBP', 7],
        ],
      },
    )
    const [sum] = await bank.sql<{ off: number }>(
      `select count(*)::int as off from (
         select asset from ledger.balances group by asset having sum(units) <> 0) broken`,
    )
    expect(sum).toEqual({ off: 0 })
  })

  it('refuses invalid conversions, and changes nothing', async () => {
    const account_uuid = await openAccount(bank, person, 1_000)
    const good = { account_uuid, from_currency: 'USD', to_currency: 'EUR', amount: '1.00' }
    for (const [change, field] of [
      [{ amount: '-1' }, 'amount'],
      [{ amount: '0' }, 'amount'],
      [{ amount: '1.001' }, 'amount'],
      [{ from_currency: 'XYZ' }, 'from_currency'],
      [{ to_currency: 'XYZ' }, 'to_currency'],
      [{ to_currency: 'FCRYPTO' }, 'to_currency'],
      [{ to_currency: 'usd' }, 'to_currency'],
      [{ to_currency: 'GCU' }, 'to_currency'],
      [{ to_currency: 'FGOLD', amount: '1.00' }, 'amount'],
    ] as const) {
      const { status, body } = await convert({ ...good, ...change })
      expect([status, Object.keys(body.errors), body.error.code]).toEqual([
        422,
        [field],
        'VALIDATION_ERROR',
      ])
    }
    const poor = await convert({ ...good, amount: '10.01' })
    expect(poor.status).toBe(422)
    expect(poor.body).toMatchObject({
      error: { code: 'CONVERSION_FAILED', details: { reason: 'INSUFFICIENT_FUNDS' } },
      errors: { amount: [expect.any(String)] },
    })
    expect((await convert(good, await bank.person())).status).toBe(403)
    expect((await convert({ ...good, account_uuid: 'nobody' })).status).toBe(404)
    await bank.call(`POST /api/accounts/${account_uuid}/freeze`, { reason: 'Lost' }, person)
    expect((await convert(good)).body.error.code).toBe('ACCOUNT_FROZEN')
    expect(await balancesOf(bank, person, account_uuid)).toEqual({ USD: 1_000 })
  })

  it('repeats a reply that an earlier version of Florin sealed, and moves nothing', async () => {
    const account_uuid = await openAccount(bank, person)
    const order = { account_uuid, from_currency: 'USD', to_currency: 'EUR', amount: '10.00' }
    const options = { token: person.token, key: 'before the upgrade' }
    const first = await bank.call('POST /api/exchange/convert', order, options)
    await bank.sql('update platform.replies set text = null, reply = $1 where key = $2', [
      makeSealer(TEST_SECRET).seal(JSON.stringify(first.body)),
      options.key,
    ])
    // The other node has not seen the reply: it reads the stored one.
    const again = await neighbour.call('POST /api/exchange/convert', order, options)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('X-Idempotency-Replayed')).toBe('true')
    expect(await balancesOf(bank, person, account_uuid)).toMatchObject({ USD: 99_000 })
  })

  it('does not wait for the job at midnight, and uses the price of the new day', async () => {
    const account_uuid = await openAccount(bank, person, 0)
    const operator = await bank.operator()
    await bank.call(
      `POST /api/accounts/${account_uuid}/deposit`,
      { amount: '1000.00', asset_code: 'EUR' },
      person,
    )
    const created = { code: 'NEWCOIN', name: 'New coin', type: 'crypto', precision: 4 }
    await bank.call('POST /api/v2/assets', created, operator)
    const order = { account_uuid, from_currency: 'EUR', to_currency: 'USD', amount: '100.00' }
    await expect
      .poll(async () => (await convert({ ...order, to_currency: 'NEWCOIN' })).body)
      .toMatchObject({
        error: { code: 'CONVERSION_FAILED', details: { reason: 'RATE_NOT_AVAILABLE' } },
      })
    // A caller without access to the account gets only that error.
    const refused = await convert({ ...order, to_currency: 'NEWCOIN' }, await bank.person())
    expect(refused.status).toBe(403)
    await bank.call('POST /api/v2/exchange-rates', { from_asset: 'NEWCOIN', rate: '2.5' }, operator)
    expect((await convert({ ...order, to_currency: 'NEWCOIN' })).body.data).toMatchObject({
      to_amount: '43.4000',
      exchange_rate: '0.4340000000',
    })
    bank.clock.advance(2 * DAY)
    const [expected] = simulatedFeed.daily(days(2), days(2), START)
    const { token } = await signIn(bank, person)
    const { body } = await bank.call('POST /api/exchange/convert', order, { token })
    expect(body.data.exchange_rate).toBe(showRate(expected!.rate))
    // The rate that only an operator set is two days old.
    const stale = await bank.call(
      'POST /api/exchange/convert',
      { ...order, to_currency: 'NEWCOIN' },
      { token },
    )
    expect(stale.body.error).toMatchObject({
      code: 'CONVERSION_FAILED',
      message: expect.stringContaining('more than a day ago'),
    })
    const listed = await bank.call('GET /api/exchange-rates?valid=true&from=NEWCOIN')
    expect(listed.body.meta).toEqual({ total: 1, valid: 1, stale: 1 })
  })
})

describe('as time goes by', () => {
  // The tests share the clock of one bank: each begins at the time at which the previous one ended, with an asset whose
  // rate no operator has set.
  let later: Bank
  let itsDatabase: Database
  beforeAll(async () => {
    later = await startBank()
    itsDatabase = open(later)
  })
  afterAll(async () => {
    await itsDatabase.close()
    await later.stop()
  })
  /** The feed's quote of an asset today. */
  const priceOf = (asset: string): string => {
    const today = simulatedFeed.daily(later.clock.now(), later.clock.now(), START)
    return showRate(today.find((quote) => quote.asset === asset)!.rate)
  }
  const rateOf = async (pair: string) =>
    (await later.call(`GET /api/exchange-rates/${pair}`)).body.data
  const listEvents = (type: string) =>
    later.sql<{ environment: string; data: { from_asset: string; rate: string } }>(
      'select environment, data from platform.events where type = $1 order by position',
      [type],
    )

  it('the schedule adds each new day, announces it once, and every node values by it', async () => {
    const person = await later.person()
    const account = await openAccount(later, person, 0)
    await later.call(
      `POST /api/accounts/${account}/deposit`,
      { amount: '1000.00', asset_code: 'EUR' },
      person,
    )
    expect(await listEvents('rate.updated')).toEqual([])
    later.clock.advance(3 * DAY)
    await later.runJob('rates.refresh')
    await later.runJob('rates.refresh')
    const rate = await rateOf('EUR/USD')
    const [expected] = simulatedFeed.daily(days(3), days(3), START)
    expect(rate).toMatchObject({
      rate: showRate(expected!.rate),
      valid_at: '2026-03-04T00:00:00.000Z',
      expires_at: null,
    })
    expect(rate.rate).not.toBe('1.0850000000')
    expect(await listRatesBetween(itsDatabase.read, 'EUR', days(0), days(3))).toHaveLength(4)
    const events = await listEvents('rate.updated')
    expect(events).toHaveLength(2 * 20)
    expect(events.filter(({ data }) => data.from_asset === 'EUR')).toEqual(
      ['live', 'sandbox'].map((environment) => ({
        environment,
        data: {
          from_asset: 'EUR',
          to_asset: 'USD',
          rate: rate.rate,
          source: 'api',
          provider: 'internal',
          valid_at: '2026-03-04T00:00:00.000Z',
        },
      })),
    )
    const signedIn = await signIn(later, person)
    await expect
      .poll(async () => {
        const { body } = await later.call(
          `GET /api/accounts/${account}/balances`,
          undefined,
          signedIn,
        )
        return body.data.summary.total_usd_equivalent.replace(',', '')
      })
      .toBe(
        formatDecimal({
          units: convertUnits(100_000n, expected!.rate, usd, usd, 'half-even'),
          asset: usd,
        }),
      )
  })

  it('rate.refresh appends the current quotes, but not twice in a minute', async () => {
    const operator = await later.operator()
    const refresh = (body: object = {}) =>
      later.call('POST /api/v2/exchange-rates/refresh', body, operator)
    const { body } = await refresh({ pairs: ['eur/gbp'] })
    expect(body).toMatchObject({ message: '2 rates were updated.', updated_count: 2 })
    expect(body.data.map((row: { from_asset: string }) => row.from_asset).toSorted()).toEqual([
      'EUR',
      'GBP',
    ])
    expect(await rateOf('EUR/USD')).toMatchObject({ rate: priceOf('EUR'), age_minutes: 0 })
    expect((await refresh()).body.updated_count).toBe(18)
    expect((await refresh()).body).toEqual({
      message: 'All rates are up to date.',
      updated_count: 0,
      data: [],
    })
    later.clock.advance(61)
    expect((await refresh()).body.updated_count).toBe(20)
    for (const pairs of [['EUR/XYZ'], ['EURUSD'], [], 'EUR/USD', ['']]) {
      const refused = await refresh({ pairs })
      expect(refused.status).toBe(422)
    }
  })

  it('late history is inserted between the existing rates, once', async () => {
    // No feed quotes it.
    const asset = 'FCRYPTO'
    const toQuote = (n: number) => ({
      asset,
      rate: 10n ** 18n + BigInt(n),
      bid: null,
      ask: null,
      valid_at: days(n),
      metadata: {},
    })
    const record = (on: readonly number[]) =>
      itsDatabase.write
        .transaction()
        .execute((tx) =>
          recordQuotes(
            { tx, now: START, invalidate: () => {} },
            on.map(toQuote),
            { provider: 'late', source: 'oracle' },
            { isHistory: true },
          ),
        )
    await record([-9, -1])
    expect((await record([-3, -5])).map(({ valid_at }) => new Date(valid_at))).toEqual(
      [-5, -3].map(days),
    )
    expect(await record([-3, -5])).toEqual([])
    const valueOn = async (n: number) =>
      (await rateAt(itsDatabase.read, asset, 'USD', days(n)))?.rate
    expect(await valueOn(-10)).toBeUndefined()
    for (const [day, from] of [
      [-6, -9],
      [-5, -5],
      [-4, -5],
      [-3, -3],
      [-2, -3],
      [0, -1],
    ] as const)
      expect(await valueOn(day)).toBe(10n ** 18n + BigInt(from))
    const updated = await listEvents('rate.updated')
    expect(updated.filter(({ data }) => data.from_asset === asset)).toEqual([])
  })

  const refreshRoutes = [
    'POST /api/v2/exchange-rates/refresh',
    'POST /api/v1/exchange-providers/refresh',
  ]
  const countRates = async (): Promise<number> =>
    (await later.sql<{ n: number }>('select count(*)::int as n from assets.rates'))[0]!.n
  const playerKey = (person: Person) =>
    later.apiKey(person, { environment: 'sandbox', permissions: ['read', 'write', 'delete'] })

  it('only an operator refreshes, by either route; other callers change nothing', async () => {
    const person = await later.person()
    const before = await countRates()
    later.clock.advance(120)
    for (const route of refreshRoutes) {
      const refused = await later.call(route, {}, person)
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect(await countRates()).toBe(before)
  })

  it('the sandbox shows the live rates and writes none, for any holder of a key', async () => {
    const operator = await later.operator()
    const set = { from_asset: 'CHF', rate: '1.2' }
    expect((await later.call('POST /api/v2/exchange-rates', set, operator)).status).toBe(201)
    later.clock.advance(120)
    const before = await countRates()
    const keys = [await playerKey(await later.person()), await playerKey(operator)]
    for (const key of keys)
      for (const route of refreshRoutes) {
        const { status, body } = await later.call(route, { pairs: ['CHF/GBP'] }, key)
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body).toMatchObject({ message: expect.any(String), updated_count: 0 })
        expect(
          body.data.map((row: { from_asset: string; rate: string }) => [row.from_asset, row.rate]),
        ).toEqual([
          ['CHF', '1.2000000000'],
          ['GBP', priceOf('GBP')],
        ])
        expect((await later.call(route, {}, key)).body.data.length).toBeGreaterThan(5)
      }
    for (const key of keys) {
      const refused = await later.call('POST /api/v2/exchange-rates', set, key)
      expect(refused.status).toBe(403)
    }
    expect(await countRates()).toBe(before)
  })

  it('rate.set is permanent: no feed, schedule or refresh replaces it, only an operator', async () => {
    let operator = await later.operator()
    const set = (body: object) => later.call('POST /api/v2/exchange-rates', body, operator)
    await set({ from_asset: 'JPY', rate: '1.2' })
    later.clock.advance(3 * DAY)
    operator = await later.operator()
    await later.runJob('rates.refresh')
    const refreshed = await later.call(refreshRoutes[0]!, {}, operator)
    expect(refreshed.body.data.map((row: { from_asset: string }) => row.from_asset)).not.toContain(
      'JPY',
    )
    expect(await rateOf('JPY/USD')).toMatchObject({ rate: '1.2000000000', expires_at: null })
    // Other rates still come from the feed.
    expect((await rateOf('GBP/USD')).metadata.provider).toBe('internal')
    await set({ from_asset: 'JPY', rate: '1.3' })
    expect((await rateOf('JPY/USD')).rate).toBe('1.3000000000')
    const nav = await set({ from_asset: 'GCU', rate: '2' })
    expect([nav.status, Object.keys(nav.body.errors)]).toEqual([422, ['from_asset']])
  })

  it('rate.set with valid_until: it stays until then, and the feed replaces it afterwards', async () => {
    const operator = await later.operator()
    later.clock.advance(1)
    const now = later.clock.now()
    const set = (body: object) => later.call('POST /api/v2/exchange-rates', body, operator)
    const past = await set({ from_asset: 'EUR', rate: '1.2', valid_until: now.toISOString() })
    expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['valid_until']])
    const valid_until = new Date(now.getTime() + 3600_000).toISOString()
    const { body } = await set({ from_asset: 'EUR', rate: '1.2', valid_until })
    expect(body.data.metadata).toMatchObject({ valid_until, set_by: operator.uuid })
    later.clock.advance(3599)
    await later.runJob('rates.refresh')
    expect((await rateOf('EUR/USD')).rate).toBe('1.2000000000')
    later.clock.advance(1)
    await later.runJob('rates.refresh')
    expect(await rateOf('EUR/USD')).toMatchObject({
      rate: priceOf('EUR'),
      valid_at: valid_until,
      metadata: { provider: 'internal' },
    })
    // Once: the next hour adds nothing.
    const before = await countRates()
    await later.runJob('rates.refresh')
    expect(await countRates()).toBe(before)
  })

  it('rate.set: an operator may do it too', async () => {
    const operator = await later.operator()
    later.clock.advance(1)
    const set = (body: object) => later.call('POST /api/v2/exchange-rates', body, operator)
    const { status, body } = await set({ from_asset: 'eur', rate: '1.2', bid: '1.19', ask: '1.21' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ source: 'manual', rate: '1.2000000000', bid: '1.1900000000' })
    expect(await rateOf('EUR/USD')).toMatchObject({
      rate: '1.2000000000',
      metadata: { provider: 'operator', set_by: operator.uuid },
    })
    expect((await set({ from_asset: 'EUR', rate: '1.3' })).body.error.code).toBe('RATE_EXISTS')
    const feed = await later.call('GET /api/v1/exchange-providers/internal/rate?from=EUR&to=USD')
    expect(feed.body.data.rate).toBe(priceOf('EUR'))
    for (const [wrong, field] of [
      [{ from_asset: 'USD', rate: '1' }, 'from_asset'],
      [{ from_asset: 'XYZ', rate: '1' }, 'from_asset'],
      [{ from_asset: 'EUR', rate: '0' }, 'rate'],
      [{ from_asset: 'EUR', rate: '-1' }, 'rate'],
      [{ from_asset: 'EUR', rate: '1', bid: '1.1' }, 'bid'],
      [{ from_asset: 'EUR', rate: '1', ask: '0.9' }, 'ask'],
    ] as const) {
      const refused = await set(wrong)
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.errors)).toEqual([field])
    }
  })
})

const usd = { code: 'USD', precision: 2 }

describe('a feed of reference rates', () => {
  let server: Server
  let reply: { status: number; body: string }
  const document = (usdPerEuro: string) =>
    `<Cube time='2026-02-27'><Cube currency='USD' rate='${usdPerEuro}'/>
     <Cube currency='GBP' rate='0.9'/><Cube currency='SEK' rate='11'/></Cube>`
  let url: string
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(reply.status).end(reply.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`
  })
  afterAll(() => server.close())

  const rateOf = async (at: Bank, pair: string) =>
    (await at.call(`GET /api/exchange-rates/${pair}`)).body.data

  it('precedes the table for currencies, is reported when it stops, and is never replaced by it', async () => {
    reply = { status: 200, body: document('1.17') }
    const fed = await startBank({ env: { RATE_FEED_URL: url } })
    expect(await rateOf(fed, 'EUR/USD')).toMatchObject({ rate: '1.0850000000' })
    await fed.runJob('rates.refresh')
    expect(await rateOf(fed, 'EUR/USD')).toMatchObject({
      rate: '1.1700000000',
      bid: null,
      age_minutes: 0,
      metadata: { provider: 'ecb', published: '2026-02-27' },
    })
    expect(await rateOf(fed, 'GBP/EUR')).toMatchObject({ rate: '1.1111111111' })
    expect(await rateOf(fed, 'BTC/USD')).toMatchObject({ rate: '45000.0000000000' })
    const both = await fed.call('GET /api/v1/exchange-providers/compare?from=EUR&to=USD')
    expect(both.body.data).toMatchObject({
      rates: [
        { provider: 'ecb', rate: '1.1700000000' },
        { provider: 'internal', rate: '1.0850000000' },
      ],
      best_bid: 'internal',
    })
    const mean = await fed.call('GET /api/v1/exchange-providers/aggregated?from=EUR&to=USD')
    expect(mean.body.data).toMatchObject({ rate: '1.1275000000', providers: ['ecb', 'internal'] })

    reply = { status: 500, body: 'Sorry' }
    fed.clock.advance(DAY + 1)
    await fed.runJob('rates.refresh')
    await fed.runJob('rates.refresh')
    expect(await rateOf(fed, 'EUR/USD')).toMatchObject({ rate: '1.1700000000', age_minutes: 1440 })
    const stale = await fed.sql<{ environment: string; asset: string }>(
      `select environment, data->>'from_asset' as asset from platform.events
       where type = 'rate.stale' order by environment, asset`,
    )
    // Each once in both environments; assets in no document still have a new rate from the table.
    expect(stale.map(({ environment, asset }) => `${environment} ${asset}`)).toEqual([
      'live EUR',
      'live GBP',
      'sandbox EUR',
      'sandbox GBP',
    ])
    expect(await rateOf(fed, 'CHF/USD')).toMatchObject({ age_minutes: 720 })
    const operator = await fed.operator()
    const refused = await fed.call(
      'POST /api/v2/exchange-rates/refresh',
      { pairs: ['EUR/USD'] },
      operator,
    )
    expect(refused.status).toBe(503)

    reply = { status: 200, body: document('1.2') }
    const refreshed = await fed.call(
      'POST /api/v1/exchange-providers/refresh',
      { pairs: ['EUR/USD'] },
      operator,
    )
    expect(refreshed.body).toMatchObject({ updated_count: 1, data: [{ rate: '1.2000000000' }] })
    await fed.stop()
  })

  it('is the only feed of a production bank, which simulates no price', async () => {
    reply = { status: 200, body: document('1.17') }
    const env = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }
    const fed = await startBank({ env: { ...env, RATE_FEED_URL: url } })
    expect((await fed.call('GET /api/exchange-rates/EUR/USD')).status).toBe(404)
    await fed.runJob('rates.refresh')
    expect(await rateOf(fed, 'EUR/USD')).toMatchObject({ rate: '1.1700000000' })
    expect((await fed.call('GET /api/exchange-rates/BTC/USD')).status).toBe(404)
    const [row] = await fed.sql<{ n: number }>(
      `select count(*)::int as n from assets.rates where is_active and metadata ? 'generated'`,
    )
    expect(row).toEqual({ n: 0 })
    await fed.stop()
  })
})

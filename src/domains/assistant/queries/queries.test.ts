// Questions about transactions through HTTP, against money that really moved; every sum is computed here
// a second time, from a list of what was done.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from '../../core/transactions/test-support.ts'

// Only in this thread: a worker searches and adds up, and is not affected.
vi.mock('./store.ts', () => {
  throw new Error('it was searched on the serving thread')
})

let bank: Bank
let teller: Teller
/** The user whose books are read; a user she pays; and what was done, in its order. */
let ada: Person
let bob: Person
let checking: string
let savings: string
let bobs: string
const done: Done[] = []

/** One side of a movement on one of Ada's accounts, in the smallest unit. */
interface Done {
  readonly day: string
  readonly account: () => string
  readonly units: number
  readonly asset: 'USD' | 'EUR' | 'JPY'
  readonly category: string
  readonly merchant: string
  readonly description: string | null
  readonly kind: 'counted' | 'own' | 'exchange'
}

const DAY = 86_400
const places = { USD: 2, EUR: 2, JPY: 0 } as const
const today = () => bank.clock.now().toISOString().slice(0, 10)

const ask = (input: object, as: { token: string } = ada) =>
  bank.call('POST /api/ai/query/transactions', input, as)
const analyse = (input: object, as: { token: string } = ada) =>
  bank.call('POST /api/ai/query/spending-analysis', input, as)

function dataOf(answer: Answer) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.success).toBe(true)
  return answer.body.data
}

const write = (units: number, asset: Done['asset'] = 'USD') => units / 10 ** places[asset]
const sum = (list: readonly Done[]) => list.reduce((all, { units }) => all + units, 0)
const out = (list: readonly Done[]) => list.filter(({ units }) => units < 0)
const into = (list: readonly Done[]) => list.filter(({ units }) => units > 0)

async function act(route: string, body: object, as: Person = ada) {
  const answer = await bank.call(route, body, as)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

const note = (one: Partial<Done> & Pick<Done, 'units'>) =>
  done.push({
    day: today(),
    account: () => checking,
    asset: 'USD',
    category: 'uncategorized',
    merchant: 'other',
    description: null,
    kind: 'counted',
    ...one,
  })

async function cash(way: 'deposit' | 'withdraw', units: number, more: Partial<Done> = {}) {
  const asset = more.asset ?? 'USD'
  const amount = write(units, asset).toFixed(places[asset])
  const account = more.account?.() ?? checking
  const body = { amount, asset_code: asset, description: more.description ?? 'By hand' }
  await act(`POST /api/v2/accounts/${account}/${way}`, body)
  note({ description: 'By hand', ...more, units: way === 'deposit' ? units : -units })
}

async function pay(units: number, more: Partial<Done> = {}, metadata: object = {}) {
  const asset = more.asset ?? 'USD'
  await act('POST /api/v2/transfers', {
    from_account: checking,
    to_account: bobs,
    amount: write(units, asset).toFixed(places[asset]),
    asset_code: asset,
    ...(more.description && { description: more.description }),
    metadata,
    workflow_enabled: false,
  })
  note({ ...more, units: -units })
}

beforeAll(async () => {
  bank = await startBank()
  teller = tellerOf(bank)
  ada = await teller.person()
  bob = await teller.person()
  const open = async (person: Person, name: string, type: string) => {
    const body = { user_uuid: person.uuid, name, type }
    return (await act('POST /api/accounts', body, person)).data.uuid
  }
  checking = await open(ada, 'Everyday', 'checking')
  savings = await open(ada, 'Rainy days', 'savings')
  bobs = await open(bob, 'Bob', 'checking')
  // Bob's transactions are hidden from others, except where they pay him.
  await teller.deposit(bob, bobs, '777.77')
  await teller.withdraw(bob, bobs, '7.77')

  await cash('deposit', 500_000, { description: 'Salary for February', category: 'income' })
  await pay(2_050, { description: 'Groceries at Lidl', category: 'groceries', merchant: 'Lidl' })
  await pay(120_000, { description: 'Rent', category: 'housing' })
  bank.clock.advance(DAY)
  await pay(
    1_575,
    { category: 'dining', merchant: 'Chez Bob' },
    { category: 'Restaurants', merchant: 'Chez Bob' },
  )
  await pay(999, {
    description: 'NETFLIX.COM 4711',
    category: 'subscriptions',
    merchant: 'Netflix',
  })
  await cash('withdraw', 6_000, { description: 'ATM' })
  bank.clock.advance(DAY)
  await act('POST /api/v2/transfers', {
    from_account: checking,
    to_account: savings,
    amount: '250.00',
    asset_code: 'USD',
    description: 'Groceries budget',
    workflow_enabled: false,
  })
  const own = { description: 'Groceries budget', category: 'own_transfers', kind: 'own' } as const
  note({ ...own, units: -25_000 })
  note({ ...own, units: 25_000, account: () => savings })
  await pay(4_999, {
    description: 'uber eats for the team',
    category: 'dining',
    merchant: 'Uber Eats',
  })
  bank.clock.advance(DAY)
  const converted = await act('POST /api/exchange/convert', {
    account_uuid: checking,
    from_currency: 'USD',
    to_currency: 'EUR',
    amount: '108.50',
  })
  const exchanged = { category: 'exchange', kind: 'exchange' } as const
  const [moved] = (await bank.call(`GET /api/transactions?per_page=1`, undefined, ada)).body.data
  note({ ...exchanged, units: -10_850, description: moved.description })
  const euros = Math.round(Number(converted.data.to_amount) * 100)
  note({ ...exchanged, units: euros, asset: 'EUR', description: moved.description })
  await pay(3_000, { asset: 'EUR', description: 'Shoes', category: 'shopping' })
  bank.clock.advance(DAY)
  await cash('deposit', 100_000, { asset: 'JPY', description: 'Gift from aunt', category: 'gifts' })
  await pay(5_000, { asset: 'JPY', description: 'Taxi to the hotel', category: 'transportation' })
  await pay(
    2_999,
    { description: 'pet food', category: 'pets', merchant: 'Zoo' },
    { category: ' Pets ', merchant_name: 'Zoo' },
  )
  await cash('deposit', 50_000, {
    description: 'Interest free loan from mum',
    category: 'interest',
    account: () => savings,
  })
})
afterAll(() => bank.stop())

/** What one of it is worth now: a million of it is shown in dollars. */
async function dollarsFor(asset_code: string): Promise<number> {
  const rich = await teller.person()
  const account = await teller.open(rich)
  await act(`POST /api/v2/accounts/${account}/deposit`, { amount: '1000000', asset_code }, rich)
  const { body } = await bank.call(`GET /api/accounts/${account}/balances`, undefined, rich)
  return Number(body.data.summary.total_usd_equivalent.replaceAll(',', '')) / 1_000_000
}

describe('transaction.query', () => {
  it('finds everything without a word, the newest first, each with its side of the books', async () => {
    const data = dataOf(await ask({ limit: 100 }))
    expect(data.query_parsed).toBeNull()
    expect(data.filters_used).toEqual({})
    expect(data.total_count).toBe(done.length)
    expect(data.transactions).toHaveLength(done.length)
    const shown = data.transactions.map((one: Record<string, unknown>) => ({
      date: String(one.date).slice(0, 10),
      account_uuid: one.account_uuid,
      amount: one.amount,
      asset: one.asset,
      category: one.category,
      merchant: one.merchant,
      type: one.type,
      description: one.description,
    }))
    const expected = done.map((one) => ({
      date: one.day,
      account_uuid: one.account(),
      amount: write(one.units, one.asset),
      asset: one.asset,
      category: one.category,
      merchant: one.merchant,
      type: one.units < 0 ? 'debit' : 'credit',
      description: one.description,
    }))
    expect(shown).toEqual(expect.arrayContaining(expected))
    const dates = shown.map((one: { date: string }) => one.date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    // The same ids as everywhere.
    const [first] = data.transactions
    const { body } = await bank.call(`GET /api/transactions/${first.uuid}`, undefined, ada)
    expect(body.data).toMatchObject({
      uuid: first.id,
      account_uuid: first.account_uuid,
      asset_code: first.asset_code,
      created_at: first.created_at,
      completed_at: first.date,
      status: first.status,
      description: first.description,
    })
  })

  it('adds up all that matches, not only what is shown', async () => {
    const list = done.filter(({ asset }) => asset === 'USD')
    const data = dataOf(await ask({ asset_code: 'USD', limit: 1 }))
    expect(data.transactions).toHaveLength(1)
    const sizes = list.map(({ units }) => Math.abs(units))
    expect(data.summary).toMatchObject({
      currency: 'USD',
      total_inflow: write(sum(into(list))),
      total_outflow: write(0 - sum(out(list))),
      net_change: write(sum(list)),
      transaction_count: list.length,
      average_transaction: write(Math.round(sizes.reduce((a, b) => a + b, 0) / list.length)),
      largest_transaction: write(Math.max(...sizes)),
      smallest_transaction: write(Math.min(...sizes)),
      period: 'of all time',
      unconverted: [],
    })
    expect(data.summary.by_asset).toHaveLength(1)
    expect(data.total_count).toBe(list.length)
    expect(data.nl_summary).toMatch(
      /^\d+ transactions of all time: [\d,]+\.\d\d USD spent, 6?[\d,]+\.\d\d USD received, [\d,]+\.\d\d USD on average\.$/,
    )
  })

  it('gives several assets each for itself, and together in dollars', async () => {
    const { summary, nl_summary } = dataOf(await ask({}))
    expect(summary.currency).toBe('USD')
    for (const asset of ['USD', 'EUR', 'JPY'] as const) {
      const list = done.filter((one) => one.asset === asset)
      expect(summary.by_asset).toContainEqual(
        expect.objectContaining({
          asset_code: asset,
          total_inflow: write(sum(into(list)), asset),
          total_outflow: write(0 - sum(out(list)), asset),
          transaction_count: list.length,
        }),
      )
    }
    const rates = { USD: 1, EUR: await dollarsFor('EUR'), JPY: await dollarsFor('JPY') }
    const dollars = (list: readonly Done[]) =>
      list.reduce((all, { units, asset }) => all + Math.abs(write(units, asset)) * rates[asset], 0)
    expect(summary.total_outflow).toBeCloseTo(dollars(out(done)), 1)
    expect(summary.total_inflow).toBeCloseTo(dollars(into(done)), 1)
    expect(Math.round((summary.total_inflow - summary.total_outflow) * 100)).toBe(
      Math.round(summary.net_change * 100),
    )
    expect(nl_summary).toContain('at current exchange rates')
  })

  it.each<[string, (one: Done) => boolean, object]>([
    [
      'groceries of all time',
      ({ category }) => category === 'groceries',
      { category: 'groceries' },
    ],
    [
      'what did I spend on restaurants',
      ({ category, units }) => category === 'dining' && units < 0,
      { category: 'dining', direction: 'debit' },
    ],
    [
      'payments over $20 and under $50',
      ({ units, asset }) => asset === 'USD' && Math.abs(units) >= 2_000 && Math.abs(units) <= 5_000,
      { amount_min: 20, amount_max: 50, asset_code: 'USD' },
    ],
    [
      'exactly 15.75',
      ({ units, asset }) => Math.abs(write(units, asset)) === 15.75,
      { amount_min: 15.75, amount_max: 15.75 },
    ],
    [
      'over 4000',
      ({ units, asset }) => Math.abs(write(units, asset)) >= 4_000,
      { amount_min: 4_000 },
    ],
    [
      'paid to chez bob',
      ({ merchant, units }) => merchant === 'Chez Bob' && units < 0,
      { recipient: 'chez bob', direction: 'debit' },
    ],
    ['netflix', ({ merchant }) => merchant === 'Netflix', { recipient: 'netflix' }],
    // Also what an account of one's own is called.
    ['moved to rainy', ({ kind, units }) => kind === 'own' && units < 0, { recipient: 'rainy' }],
    ['income', ({ units }) => units > 0, { direction: 'credit' }],
    ['on my savings account', ({ account }) => account() === savings, { account_type: 'savings' }],
    ['on my business account', () => false, { account_type: 'business' }],
    ['in yen', ({ asset }) => asset === 'JPY', { asset_code: 'JPY' }],
    [
      'my own transfers',
      ({ category }) => category === 'own_transfers',
      { category: 'own_transfers' },
    ],
    [
      'today',
      ({ day }) => day === '2026-03-05',
      { date_from: '2026-03-05', date_to: '2026-03-05' },
    ],
    ['since yesterday', ({ day }) => day >= '2026-03-04', { date_from: '2026-03-04' }],
    ['before march 2', ({ day }) => day < '2026-03-02', { date_to: '2026-03-01' }],
    ['last month', () => false, { date_from: '2026-02-01', date_to: '2026-02-28' }],
  ])('understands "%s"', async (query, matches, used) => {
    const data = dataOf(await ask({ query, limit: 100 }))
    const list = done.filter(matches)
    expect(data.total_count).toBe(list.length)
    expect(data.transactions).toHaveLength(list.length)
    const amounts = data.transactions.map((one: { amount: number }) => one.amount).toSorted()
    expect(amounts).toEqual(list.map(({ units, asset }) => write(units, asset)).toSorted())
    const hasDate = Object.keys(used).some((name) => name.startsWith('date_'))
    const dates = query.includes('all time')
      ? { date_to: '2026-03-05' }
      : { date_from: '2026-02-04', date_to: '2026-03-05' }
    expect(data.filters_used).toEqual({ ...(!hasDate && dates), ...used })
    expect(data.query_parsed).toEqual({
      intent: expect.any(String),
      confidence: expect.any(Number),
      explanation: expect.stringMatching(/^Taken for .*\.$/),
      not_understood: expect.any(Array),
    })
    if (list.length === 0) expect(data.nl_summary).toMatch(/^No transactions were found .*\.$/)
  })

  it('prefers fields to the sentence', async () => {
    const used = async (input: object) => dataOf(await ask(input)).filters_used
    const query = 'groceries over $20 last month'
    expect(
      await used({
        query,
        date_from: '2026-03-01',
        amount_max: 10,
        category: 'Hotels',
        asset_code: 'EUR',
        account_uuid: savings.toUpperCase(),
      }),
    ).toEqual({
      // Last month ends before it begins, and twenty is more than ten: only what was sent counts.
      date_from: '2026-03-01',
      amount_max: 10,
      category: 'travel',
      asset_code: 'EUR',
      account_uuid: savings,
    })
    expect(await used({ query, date_from: '2026-02-10', amount_max: 30 })).toEqual({
      date_from: '2026-02-10',
      date_to: '2026-02-28',
      amount_min: 20,
      amount_max: 30,
      category: 'groceries',
      asset_code: 'USD',
    })
    expect(await used({ query: 'on my savings account today', account_uuid: checking })).toEqual({
      account_uuid: checking,
      date_from: '2026-03-05',
      date_to: '2026-03-05',
    })
    expect(await used({ query: '  ', category: ' ' })).toEqual({})
  })

  it('takes nulls for what is not sent', async () => {
    const fields =
      'query account_uuid date_from date_to amount_min amount_max category asset_code limit'
    const nothing = Object.fromEntries(fields.split(' ').map((name) => [name, null]))
    expect(dataOf(await ask(nothing))).toEqual(dataOf(await ask({})))
    const { limit: _limit, amount_min: _min, amount_max: _max, ...others } = nothing
    expect(dataOf(await analyse(others))).toEqual(dataOf(await analyse({})))
  })

  it('shows 25 by default', async () => {
    const carol = await teller.person()
    const account = await teller.open(carol)
    for (let count = 0; count < 27; count++) await teller.deposit(carol, account, '1.00')
    const data = dataOf(await ask({}, carol))
    expect([data.transactions.length, data.total_count]).toEqual([25, 27])
    expect(data.summary.total_inflow).toBe(27)
  })

  it('is exact beyond what a float can hold', async () => {
    const carol = await teller.person()
    await teller.deposit(carol, await teller.open(carol), '2.000000000000000001', 'ETH')
    const response = await fetch(`${bank.url}/api/ai/query/transactions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${carol.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount_min: 2, amount_max: 2.5 }),
    })
    const text = await response.text()
    expect(text).toContain('"amount":2.000000000000000001,')
    expect(text).toContain('"total_inflow":2.000000000000000001,')
  })

  it.each<[string, object]>([
    ['query', { query: 'x'.repeat(501) }],
    ['account_uuid', { account_uuid: 'mine' }],
    ['account_uuid', { account_uuid: '0197a000-0000-7000-8000-00000000abcd' }],
    ['date_from', { date_from: 'yesterday' }],
    ['date_to', { date_to: '2026-02-30' }],
    ['date_to', { date_from: '2026-03-02', date_to: '2026-03-01' }],
    ['amount_min', { amount_min: '5' }],
    ['amount_min', { amount_min: -1 }],
    ['amount_max', { amount_min: 5, amount_max: 4.99 }],
    ['category', { category: 'x'.repeat(51) }],
    ['asset_code', { asset_code: 'usd' }],
    ['asset_code', { asset_code: 'US' }],
    ['asset_code', { asset_code: 'ABCDEFGHIJK' }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 101 }],
    ['limit', { limit: 1.5 }],
  ])('refuses a wrong %s: %j', async (field, input) => {
    const answers = [await ask(input)]
    if (!/amount|limit/.test(field)) answers.push(await analyse(input))
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([field])
    }
  })

  it('accepts the edges', async () => {
    const edges = {
      query: 'x'.repeat(500),
      date_from: '0001-01-01',
      date_to: '9999-12-31',
      amount_min: 0,
      amount_max: 0,
      category: 'x'.repeat(50),
      asset_code: 'ABCDEFGHIJ',
      limit: 100,
    }
    expect(dataOf(await ask(edges)).total_count).toBe(0)
    expect(dataOf(await ask({ amount_min: 1e-7, amount_max: 1e21 })).total_count).toBe(done.length)
    expect(dataOf(await ask({ amount_max: -1 })).total_count).toBe(0)
    expect(
      dataOf(await analyse({ date_from: '0001-01-01', date_to: '9999-12-31' })).by_day,
    ).toEqual(expect.objectContaining({ '2026-03-05': expect.anything() }))
  })
})

describe('whose transactions', () => {
  it('are only those of the accounts that the caller owns or manages', async () => {
    const of = async (person: { token: string }, input = {}) =>
      dataOf(await ask({ limit: 100, ...input }, person)).transactions.map(
        (one: { account_uuid: string }) => one.account_uuid,
      )
    expect(new Set(await of(ada))).toEqual(new Set([checking, savings]))
    expect(new Set(await of(bob))).toEqual(new Set([bobs]))
    for (const call of [ask, analyse]) {
      const { status, body } = await call({ account_uuid: bobs })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['account_uuid']])
    }
    const other = await bank.person()
    expect(await of(other)).toEqual([])
    expect(dataOf(await analyse({}, other))).toMatchObject({ total_spent: 0, total_earned: 0 })
    // An operator asks about what is theirs, too.
    expect(await of(await bank.operator())).toEqual([])
  })

  it('are those of customers for their manager', async () => {
    const manager = await teller.person()
    const open = async () => {
      const body = { user_uuid: crypto.randomUUID(), name: 'Customer' }
      return (await act('POST /api/accounts', body, manager)).data.uuid as string
    }
    const [one, other] = [await open(), await open()]
    await teller.deposit(manager, one, '100.00')
    await teller.transfer(manager, one, other, '30.00')
    await teller.withdraw(manager, other, '5.00')
    expect(dataOf(await ask({}, manager)).total_count).toBe(4)
    // Two customers: what one pays the other is spent.
    expect(dataOf(await analyse({}, manager))).toMatchObject({ total_spent: 35, total_earned: 130 })
  })

  it('are those of the environment', async () => {
    const sandbox = await bank.sandboxKey({ token: (await login(ada)).token })
    expect(dataOf(await ask({}, sandbox)).total_count).toBe(0)
    expect((await ask({ account_uuid: checking }, sandbox)).status).toBe(422)
  })

  async function login({ email, password }: Person) {
    const { body } = await bank.call('POST /api/auth/login', { email, password })
    return { token: body.data.access_token as string }
  }
})

describe('spending.analysis', () => {
  const counted = (asset?: Done['asset']) =>
    done.filter((one) => one.kind === 'counted' && (asset === undefined || one.asset === asset))

  it('says what was spent on what, when and with whom', async () => {
    const list = counted('USD')
    const spent = out(list)
    const data = dataOf(
      await analyse({ asset_code: 'USD', date_from: '2026-02-28', date_to: '2026-03-07' }),
    )
    expect(data).toMatchObject({
      period: { from: '2026-02-28', to: '2026-03-07' },
      currency: 'USD',
      total_spent: write(0 - sum(spent)),
      total_earned: write(sum(into(list))),
      transaction_count: spent.length,
      not_counted: {
        own_transfers: { total: 250, count: 1 },
        exchanges: { total: 108.5, count: 1 },
      },
      filters_used: { asset_code: 'USD', date_from: '2026-02-28', date_to: '2026-03-07' },
      query_parsed: null,
    })
    const groups = (by: 'category' | 'day' | 'merchant') =>
      Object.fromEntries(
        [...Map.groupBy(spent, (one) => one[by])].map(([name, own]) => [
          name,
          { total: write(0 - sum(own)), count: own.length },
        ]),
      )
    expect(data.by_category).toEqual(groups('category'))
    const none = { total: 0, count: 0 }
    // Every day that has come, also those without anything.
    expect(data.by_day).toEqual({ '2026-02-28': none, '2026-03-04': none, ...groups('day') })
    expect(Object.keys(data.by_day)).toEqual(Object.keys(data.by_day).toSorted())
    const merchants = Object.entries(groups('merchant'))
      .map(([merchant, numbers]) => ({ merchant, ...numbers }))
      .toSorted((a, b) => b.total - a.total)
    expect(data.top_merchants).toEqual(merchants.slice(0, 5))
    const share = ((1_200 / data.total_spent) * 100).toFixed(2)
    expect(data.insights).toEqual([
      `The largest category is housing with 1,200.00 USD, ${share} % of all that was spent.`,
      'Nothing was spent in the 6 days before.',
      'The biggest single payment was 1,200.00 USD on 2026-03-01 (Rent).',
      '1 transfer between own accounts and 1 exchange of assets are not counted: nothing was spent by that.',
    ])
  })

  it('compares the halves of the period, a day on average', async () => {
    const spent = out(counted('USD'))
    const trendsOf = async (date_from: string, date_to: string, asset_code = 'USD') =>
      dataOf(await analyse({ asset_code, date_from, date_to })).trends
    const between = (from: string, to: string) =>
      -sum(spent.filter(({ day }) => day >= from && day <= to))
    // Five days: the second half has three of them.
    const first = Math.round(between('2026-03-01', '2026-03-02') / 2)
    const second = Math.round(between('2026-03-03', '2026-03-05') / 3)
    const trends = await trendsOf('2026-03-01', '2026-03-31')
    expect(trends).toMatchObject({
      direction: 'decreasing',
      first_half_avg: write(first),
      second_half_avg: write(second),
    })
    expect(trends.change_percent).toBeCloseTo((second / first - 1) * 100, 1)
    expect(await trendsOf('2026-03-04', '2026-03-05')).toEqual({
      direction: 'increasing',
      change_percent: null,
      first_half_avg: 0,
      second_half_avg: write(between('2026-03-05', '2026-03-05')),
    })
    const day = write(between('2026-03-02', '2026-03-02'))
    expect(await trendsOf('2026-03-02', '2026-03-02')).toEqual({
      direction: 'stable',
      change_percent: 0,
      first_half_avg: day,
      second_half_avg: day,
    })
    expect(await trendsOf('2025-01-01', '2025-01-31')).toEqual({
      direction: 'stable',
      change_percent: 0,
      first_half_avg: 0,
      second_half_avg: 0,
    })
  })

  it('compares with as many days before', async () => {
    const spent = (day: string) => -sum(out(counted('USD')).filter((one) => one.day === day))
    const { insights } = dataOf(await analyse({ query: 'spending on march 2 in usd' }))
    const [then, now] = [spent('2026-03-01'), spent('2026-03-02')]
    const change = ((1 - now / then) * 100).toFixed(2)
    expect(insights).toContain(
      `Spending fell by ${change} % against the 1 day before: 1,220.50 USD then, ${write(now).toFixed(2)} USD now.`,
    )
  })

  it('of one account counts what leaves it, wherever it goes', async () => {
    const own = done.filter(
      (one) => one.account() === checking && one.kind !== 'exchange' && one.asset === 'USD',
    )
    const data = dataOf(await analyse({ account_uuid: checking, asset_code: 'USD' }))
    expect(data.total_spent).toBe(write(0 - sum(out(own))))
    expect(data.by_category.own_transfers).toEqual({ total: 250, count: 1 })
    expect(data.not_counted.own_transfers).toEqual({ total: 0, count: 0 })
  })

  it('counts exchanges and own transfers when asked for them', async () => {
    const of = async (category: string) =>
      dataOf(await analyse({ category, asset_code: 'USD' })).total_spent
    expect(await of('exchange')).toBe(108.5)
    expect(await of('own_transfers')).toBe(250)
    expect(await of('Restaurants')).toBe(write(1_575 + 4_999))
    expect(await of('nothing of the kind')).toBe(0)
  })

  it('begins with the first transaction when nothing is said of time', async () => {
    const data = dataOf(await analyse({}))
    expect(data.period).toEqual({ from: '2026-03-01', to: '2026-03-05' })
    expect(data.filters_used).toEqual({})
    const said = dataOf(await analyse({ query: 'analyse my expenses' }))
    expect(said.period).toEqual({ from: '2026-02-04', to: '2026-03-05' })
    // Which way money went is no filter here: both are shown.
    expect(said.filters_used).toEqual({ date_from: '2026-02-04', date_to: '2026-03-05' })
    expect(said.query_parsed.intent).toBe('transaction_query')
    expect(said.total_earned).toBeGreaterThan(0)
    expect(dataOf(await analyse({ date_to: '2020-01-01' }))).toMatchObject({
      period: { from: '2020-01-01', to: '2020-01-01' },
      total_spent: 0,
      insights: ['Nothing was spent on 2020-01-01.'],
    })
  })

  it('takes what was reversed for what it is: money that came back', async () => {
    const carol = await teller.person()
    const account = await teller.open(carol)
    await teller.deposit(carol, account, '50.00')
    const { uuid } = await teller.withdraw(carol, account, '20.00')
    await act('POST /api/transactions/reverse', { transaction_id: uuid, reason: 'Mistake' }, carol)
    expect(dataOf(await analyse({}, carol))).toMatchObject({ total_spent: 20, total_earned: 70 })
    const refunds = dataOf(await ask({ category: 'refunds' }, carol))
    expect(refunds.transactions.map((one: { amount: number }) => one.amount)).toEqual([20])
  })

  it('keeps no more than fifty categories apart', async () => {
    const carol = await teller.person()
    const account = await teller.open(carol)
    await teller.deposit(carol, account, '2000.00')
    for (let number = 1; number <= 53; number++)
      await teller.transfer(carol, account, bobs, `${number}.00`, {
        metadata: { category: number === 53 ? '__proto__' : `Category ${number}` },
      })
    const data = dataOf(await analyse({}, carol))
    expect(Object.keys(data.by_category)).toHaveLength(50)
    expect(data.by_category.other).toEqual({ total: 1 + 2 + 3 + 4, count: 4 })
    expect(Object.hasOwn(data.by_category, '__proto__')).toBe(true)
    expect(data.total_spent).toBe((53 * 54) / 2)
  })

  it('is the sum of its parts, and the same as what is found, whatever is asked', async () => {
    const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
    const day = fc.constantFrom(
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
    )
    const question = fc
      .record({
        days: maybe(fc.tuple(day, day).map((pair) => pair.toSorted())),
        account_uuid: maybe(fc.constantFrom('checking', 'savings')),
        asset_code: maybe(fc.constantFrom('USD', 'EUR', 'JPY', 'GBP')),
        category: maybe(fc.constantFrom('dining', 'housing', 'pets', 'uncategorized', 'exchange')),
      })
      .map(({ days, account_uuid, ...others }) => ({
        ...others,
        account_uuid: account_uuid && { checking, savings }[account_uuid],
        date_from: days?.[0],
        date_to: days?.[1],
      }))
    const cents = (value: number) => Math.round(value * 100)
    const total = (parts: Record<string, { total: number }>) =>
      Object.values(parts).reduce((all, part) => all + cents(part.total), 0)
    const count = (parts: Record<string, { count: number }>) =>
      Object.values(parts).reduce((all, part) => all + part.count, 0)
    await fc.assert(
      fc.asyncProperty(question, async (input) => {
        const data = dataOf(await analyse(input))
        const found = dataOf(await ask(input))
        expect(total(data.by_category)).toBe(cents(data.total_spent))
        expect(total(data.by_day)).toBe(cents(data.total_spent))
        expect(count(data.by_category)).toBe(data.transaction_count)
        expect(count(data.by_day)).toBe(data.transaction_count)
        const top = data.top_merchants.reduce(
          (all: number, one: { total: number }) => all + cents(one.total),
          0,
        )
        expect(top).toBeLessThanOrEqual(cents(data.total_spent))
        const matching = done.filter(
          (one) =>
            (input.account_uuid ?? one.account()) === one.account() &&
            (input.asset_code ?? one.asset) === one.asset &&
            (input.category ?? one.category) === one.category &&
            (input.date_from ?? one.day) <= one.day &&
            (input.date_to ?? one.day) >= one.day,
        )
        expect(found.total_count).toBe(matching.length)
        for (const asset of ['USD', 'EUR', 'JPY'] as const) {
          const list = matching.filter((one) => one.asset === asset)
          const shown = found.summary.by_asset.find(
            (one: { asset_code: string }) => one.asset_code === asset,
          )
          expect(shown?.net_change ?? 0).toBe(write(sum(list), asset))
        }
        const spent = out(matching).filter(
          ({ kind }) =>
            kind === 'counted' ||
            input.category === 'exchange' ||
            (kind === 'own' && input.account_uuid !== undefined),
        )
        expect(data.transaction_count).toBe(spent.length)
        if (new Set(matching.map(({ asset }) => asset)).size === 1)
          expect(data.total_spent).toBe(write(0 - sum(spent), matching[0]!.asset))
      }),
      { numRuns: 60 },
    )
  })
})

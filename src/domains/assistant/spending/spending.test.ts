// Rules, budgets and recurring payments, over real HTTP; the jobs and the reader of the log run as they do in a bank.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from '../../core/transactions/test-support.ts'
import { BUDGETS_MAX } from './budgets/service.ts'
import { AGGREGATE_MIN } from './sums/aggregation.ts'
import { RULES_MAX } from './rules/service.ts'

let bank: Bank
let teller: Teller

const DAY = 86_400
const RULES = '/api/v2/spending/categories/rules'
const BUDGETS = '/api/v2/spending/budgets'

beforeAll(async () => {
  bank = await startBank()
  teller = tellerOf(bank)
})
afterAll(() => bank.stop())

/** A user with money, and a shop of another user. */
async function customer(cents = 100_000) {
  const who = await teller.person()
  const account = await teller.open(who, cents)
  const shop = await teller.open(await teller.person())
  const pay = (amount: string, description: string, more: object = {}) =>
    teller.transfer(who, account, shop, amount, { description, ...more })
  return { who, account, shop, pay }
}

async function send(who: Person, route: string, body?: object, status = 200) {
  const answer = await bank.call(route, body, who)
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body
}

const addRule = async (who: Person, body: object) =>
  (await send(who, `POST ${RULES}`, body, 201)).data

async function analyse(who: Person, body: object = {}) {
  return (await send(who, 'POST /api/ai/query/spending-analysis', body)).data
}

const categoriesOf = async (who: Person) =>
  Object.fromEntries(
    Object.entries((await analyse(who)).by_category).map(([name, sum]) => [
      name,
      (sum as { total: number }).total,
    ]),
  )

describe('spending_rule', () => {
  it('gives old and new transactions a category and a merchant at once', async () => {
    const { who, pay } = await customer()
    await pay('10.00', 'REWE Markt 17')
    expect(await categoriesOf(who)).toEqual({ uncategorized: 10 })
    const rule = await addRule(who, { reference: 'rewe', category: 'Groceries', merchant: 'REWE' })
    expect(rule).toMatchObject({ reference: 'rewe', category: 'groceries', priority: 100 })
    expect(await categoriesOf(who)).toEqual({ groceries: 10 })
    await pay('2.50', 'Thanks, rewe!')
    await pay('1.00', 'REWEmarkt')
    expect(await categoriesOf(who)).toEqual({ groceries: 12.5, uncategorized: 1 })
    const { data } = await send(who, 'POST /api/ai/query/transactions', { category: 'groceries' })
    expect(data.transactions.map((one: { merchant: string }) => one.merchant)).toEqual([
      'REWE',
      'REWE',
    ])
    expect(data.total_count).toBe(2)
    await send(who, `PATCH ${RULES}/${rule.id}`, { category: 'household' })
    expect(await categoriesOf(who)).toEqual({ household: 12.5, uncategorized: 1 })
    await send(who, `DELETE ${RULES}/${rule.id}`, undefined, 204)
    expect(await categoriesOf(who)).toEqual({ uncategorized: 13.5 })
  })

  it('applies by priority, then the newest first; it wins over metadata and words, not over the bank', async () => {
    const { who, pay, shop } = await customer()
    await pay('1.00', 'Lidl', { metadata: { category: 'gifts', merchant: 'Kiosk' } })
    await addRule(who, { reference: 'lidl', category: 'first' })
    await addRule(who, { reference: 'LIDL', category: 'newest', merchant: 'The corner' })
    expect(await categoriesOf(who)).toEqual({ newest: 1 })
    await addRule(who, { counterparty_account: shop, category: 'by account', priority: 5 })
    expect(await categoriesOf(who)).toEqual({ 'by account': 1 })
    // The category of one rule and the merchant of another.
    expect((await analyse(who)).top_merchants[0].merchant).toBe('The corner')
    const { data } = await send(who, `GET ${RULES}`)
    expect(data.map((rule: { category: string }) => rule.category)).toEqual([
      'by account',
      'newest',
      'first',
    ])
  })

  it('needs all its words, and both words and counterparty if it names both', async () => {
    const { who, pay, shop, account } = await customer()
    await pay('1.00', 'Trip to Rome')
    await pay('2.00', 'Rome trip, hotel')
    await addRule(who, { reference: 'rome hotel', category: 'italy' })
    await addRule(who, { reference: 'rome', counterparty_account: account, category: 'never' })
    expect((await categoriesOf(who)).italy).toBe(2)
    await addRule(who, { reference: 'rome', counterparty_account: shop, category: 'both' })
    expect(await categoriesOf(who)).toEqual({ both: 3 })
  })

  it('refuses what would match everything or give nothing, and changes nothing then', async () => {
    const { who } = await customer()
    for (const [body, field] of [
      [{ category: 'x' }, 'reference'],
      [{ reference: '!!!', category: 'x' }, 'reference'],
      [{ reference: 'a b c d e f', category: 'x' }, 'reference'],
      [{ reference: 'a' }, 'category'],
      [{ reference: 'a', category: 'exchange' }, 'category'],
      [{ reference: 'a', category: 'x', priority: 1_001 }, 'priority'],
      [{ counterparty_account: 'me', category: 'x' }, 'counterparty_account'],
    ] as const) {
      const { errors } = await send(who, `POST ${RULES}`, body, 422)
      expect(Object.keys(errors), JSON.stringify(body)).toEqual([field])
    }
    const rule = await addRule(who, { reference: 'a', category: 'x' })
    await send(who, `PATCH ${RULES}/${rule.id}`, { category: null }, 422)
    expect((await send(who, `GET ${RULES}`)).data).toEqual([rule])
  })

  it('is private to its owner and environment', async () => {
    const [{ who }, eve] = [await customer(), await customer()]
    const rule = await addRule(who, { reference: 'a', category: 'x' })
    await eve.pay('1.00', 'a')
    for (const [route, body] of [
      [`GET ${RULES}/${rule.id}`, undefined],
      [`PATCH ${RULES}/${rule.id}`, { category: 'mine' }],
      [`DELETE ${RULES}/${rule.id}`, undefined],
    ] as const)
      await send(eve.who, route, body, 404)
    expect((await send(eve.who, `GET ${RULES}`)).data).toEqual([])
    expect(await categoriesOf(eve.who)).toEqual({ uncategorized: 1 })
    expect((await send(who, `GET ${RULES}/${rule.id}`)).data).toEqual(rule)
    const key = { name: 'Sandbox', environment: 'sandbox', permissions: ['*'] }
    const person = await bank.person()
    const { body } = await bank.call('POST /api/v2/api-keys', key, person)
    const played = { ...person, token: body.data.api_key }
    await addRule(played, { reference: 'b', category: 'y' })
    expect((await send(person, `GET ${RULES}`)).data).toEqual([])
    expect((await send(played, `GET ${RULES}`)).data).toHaveLength(1)
  })

  it('comes in a bounded number, also when they are sent at the same time', async () => {
    const { who } = await customer()
    const sent = Array.from({ length: RULES_MAX + 5 }, (_, number) =>
      bank.call(`POST ${RULES}`, { reference: `word${number}`, category: 'x' }, who),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(RULES_MAX)
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    const views = await bank.sql(
      'select 1 from spending.views where user_uuid = $1 and is_current',
      [who.uuid],
    )
    expect(views).toHaveLength(1)
  })
})

/** Many small payments in few requests. */
async function payOften(
  { who, account, shop }: Awaited<ReturnType<typeof customer>>,
  times: number,
) {
  for (let sent = 0; sent < times; sent += 50)
    await send(
      who,
      'POST /api/v2/transfers/bulk',
      {
        mode: 'each',
        transfers: Array.from({ length: Math.min(50, times - sent) }, (_, index) => ({
          from_account: account,
          to_account: shop,
          amount: '0.10',
          asset_code: 'USD',
          reference: index % 2 === 0 ? 'Lidl' : `Letter ${sent + index}`,
        })),
      },
      201,
    )
}

const foldedOf = async (account: string) => {
  const rows = await bank.sql<{ seq: string; total: string; view_id: string }>(
    `select b.view_id, b.seq, (select sum(count) from spending.sums s
       where s.view_id = b.view_id and s.account_id = b.account_id) as total
     from spending.books b where account_id = $1 and seq > 0 order by b.view_id`,
    [account],
  )
  return rows.map((row) => ({ seq: Number(row.seq), total: Number(row.total) }))
}

describe('the reader of the log', () => {
  it('folds many moves, loses none, and counts moves that are not folded yet', async () => {
    const payer = await customer()
    const many = Number(AGGREGATE_MIN) + 20
    await payOften(payer, many)
    await vi.waitFor(async () => expect(await foldedOf(payer.account)).toHaveLength(1), 120_000)
    const [{ seq, total }] = (await foldedOf(payer.account)) as [{ seq: number; total: number }]
    expect(total).toBe(seq)
    expect(seq).toBeGreaterThanOrEqual(Number(AGGREGATE_MIN))
    await payer.pay('1.00', 'Lidl')
    const analysis = await analyse(payer.who)
    expect(analysis.transaction_count).toBe(many + 1)
    expect(analysis.by_category.groceries).toEqual({ total: many / 20 + 1, count: many / 2 + 1 })
    // A rule begins anew: at first the moves are read, then they are folded once more.
    await addRule(payer.who, { reference: 'letter', category: 'post' })
    expect((await analyse(payer.who)).by_category.post.count).toBe(many / 2)
    await vi.waitFor(async () => expect(await foldedOf(payer.account)).toHaveLength(2), 120_000)
    const after = await analyse(payer.who)
    expect(after.by_category.post.count).toBe(many / 2)
    expect(after.transaction_count).toBe(many + 1)
    const rules = (await send(payer.who, `GET ${RULES}`)).data
    await send(payer.who, `DELETE ${RULES}/${rules[0].id}`, undefined, 204)
    // The sums of the old view are deleted.
    await vi.waitFor(async () => expect(await foldedOf(payer.account)).toHaveLength(1), 120_000)
    expect((await analyse(payer.who)).by_category.post).toBeUndefined()
  })

  it('can restart from the beginning, and produces the same sums', async () => {
    const payer = await customer()
    await payOften(payer, Number(AGGREGATE_MIN))
    await vi.waitFor(async () => expect(await foldedOf(payer.account)).toHaveLength(1), 120_000)
    const [before] = await foldedOf(payer.account)
    await bank.sql(`update platform.readers set position = 0 where name = 'spending'`)
    await vi.waitFor(async () => {
      const [reader] = await bank.sql<{ is_done: boolean }>(
        `select position > 0 as is_done from platform.readers where name = 'spending'`,
      )
      expect(reader!.is_done).toBe(true)
    }, 120_000)
    expect((await foldedOf(payer.account))[0]).toEqual(before)
  })
})

const eventsOf = (who: Person) =>
  bank.sql<{ type: string; data: Record<string, unknown> }>(
    `select type, data from platform.events where user_uuid = $1 and type like 'spending.%' order by position`,
    [who.uuid],
  )

describe('spending_budget', () => {
  const groceries = { category: 'Supermarket', asset_code: 'USD', period: 'monthly', amount: '100' }

  it('knows what was spent in its period, and alerts once', async () => {
    const { who, pay } = await customer()
    const { data: budget } = await send(who, `POST ${BUDGETS}`, groceries, 201)
    expect(budget).toMatchObject({ category: 'groceries', amount: '100.00', warning_percent: 80 })
    await pay('79.99', 'Lidl')
    const status = async () => (await send(who, `GET ${BUDGETS}/${budget.id}`)).data
    expect(await status()).toMatchObject({
      spent: '79.99',
      remaining: '20.01',
      spent_percent: 79.99,
      status: 'within',
      starts_on: bank.clock.now().toISOString().slice(0, 8) + '01',
    })
    await pay('0.01', 'Lidl')
    await vi.waitFor(async () => expect(await eventsOf(who)).toHaveLength(1), 120_000)
    await pay('5.00', 'Lidl')
    await pay('5.00', 'Cinema')
    await pay('15.01', 'Aldi')
    await vi.waitFor(async () => expect(await eventsOf(who)).toHaveLength(2), 120_000)
    const [warning, exceeded] = await eventsOf(who)
    expect(warning).toMatchObject({
      type: 'spending.budget_warning',
      data: { budget_id: budget.id, spent: '80.00', amount: '100.00', spent_percent: 80 },
    })
    expect(exceeded).toMatchObject({
      type: 'spending.budget_exceeded',
      data: { spent: '100.01', spent_percent: 100.01 },
    })
    expect(await status()).toMatchObject({ status: 'exceeded', remaining: '0.00' })
    // A greater and a smaller limit do not alert again in this period.
    await send(who, `PATCH ${BUDGETS}/${budget.id}`, { amount: '1000', warning_percent: 50 })
    expect((await status()).status).toBe('within')
    await send(who, `PATCH ${BUDGETS}/${budget.id}`, { amount: '50' })
    await pay('1.00', 'Aldi')
    await vi.waitFor(async () => {
      const waiting = await bank.sql('select 1 from spending.checks where user_uuid = $1', [
        who.uuid,
      ])
      expect(waiting).toHaveLength(0)
    }, 120_000)
    expect(await eventsOf(who)).toHaveLength(2)
    // The next month begins with nothing spent, and may be exceeded again.
    bank.clock.advance(32 * DAY)
    expect(await status()).toMatchObject({ spent: '0.00', status: 'within' })
    await pay('60.00', 'Aldi')
    await vi.waitFor(async () => expect(await eventsOf(who)).toHaveLength(3), 120_000)
    expect((await eventsOf(who))[2]!.type).toBe('spending.budget_exceeded')
    await send(who, `DELETE ${BUDGETS}/${budget.id}`, undefined, 204)
    expect((await send(who, `GET ${BUDGETS}`)).data).toEqual([])
  })

  it('alerts at once when it is already spent, and follows the rules of its owner', async () => {
    const { who, pay } = await customer()
    await pay('30.00', 'Pet food, large')
    await send(who, `POST ${BUDGETS}`, { ...groceries, category: 'pets', amount: '20' }, 201)
    await addRule(who, { reference: 'pet', category: 'pets' })
    await vi.waitFor(async () => expect(await eventsOf(who)).toHaveLength(1), 120_000)
    const { data, meta } = await send(who, `GET ${BUDGETS}`)
    expect(data[0]).toMatchObject({ spent: '30.00', status: 'exceeded' })
    expect(meta.total).toBe(1)
  })

  it('does not count transfers between own accounts, income, or another asset', async () => {
    const { who, account, pay } = await customer()
    const savings = await teller.open(who)
    const other = { ...groceries, category: 'uncategorized' }
    const { data } = await send(who, `POST ${BUDGETS}`, other, 201)
    await teller.transfer(who, account, savings, '50.00', { description: 'To the savings' })
    await teller.deposit(who, account, '5.00', 'EUR')
    await teller.withdraw(who, account, '5.00', 'EUR')
    await pay('3.00', 'Something')
    expect((await send(who, `GET ${BUDGETS}/${data.id}`)).data.spent).toBe('3.00')
  })

  it('refuses wrong limits, a second one of its kind, too many, and other users', async () => {
    const [{ who }, eve] = [await customer(), await customer()]
    for (const [body, field] of [
      [{ ...groceries, amount: '0' }, 'amount'],
      [{ ...groceries, amount: '1.001' }, 'amount'],
      [{ ...groceries, asset_code: 'ZZZ' }, 'asset_code'],
      [{ ...groceries, category: 'own transfers' }, 'category'],
      [{ ...groceries, warning_percent: 100 }, 'warning_percent'],
      [{ ...groceries, period: 'daily' }, 'period'],
    ] as const) {
      const { errors } = await send(who, `POST ${BUDGETS}`, body, 422)
      expect(Object.keys(errors), JSON.stringify(body)).toEqual([field])
    }
    const { data } = await send(who, `POST ${BUDGETS}`, groceries, 201)
    expect((await send(who, `POST ${BUDGETS}`, groceries, 409)).error.code).toBe('BUDGET_EXISTS')
    await send(eve.who, `GET ${BUDGETS}/${data.id}`, undefined, 404)
    await send(eve.who, `PATCH ${BUDGETS}/${data.id}`, { amount: '1' }, 404)
    await send(eve.who, `DELETE ${BUDGETS}/${data.id}`, undefined, 404)
    await send(who, `GET ${BUDGETS}/none`, undefined, 404)
    const more = Array.from({ length: BUDGETS_MAX + 2 }, (_, number) =>
      bank.call(`POST ${BUDGETS}`, { ...groceries, category: `c${number}` }, who),
    )
    const statuses = (await Promise.all(more)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(BUDGETS_MAX - 1)
  })
})

describe('spending_recurring.list', () => {
  it('finds weekly and monthly payments to a merchant or an account, and says when the next is due', async () => {
    const { who, pay, account } = await customer()
    const owner = await bank.person({ name: 'Lena Hall' })
    const landlord = await teller.open(owner)
    for (let week = 0; week < 14; week++) {
      await pay('7.00', 'Spotify family')
      if (week % 4 === 0)
        await teller.transfer(who, account, landlord, week === 0 ? '195.00' : '200.00', {})
      // Often, but in no rhythm.
      if (week % 3 === 1) await pay('12.00', 'Cinema')
      bank.clock.advance((week % 2 === 0 ? 7 : 8) * DAY)
    }
    const { recurring } = (await send(who, 'GET /api/v2/spending/recurring')).data
    expect(recurring).toHaveLength(2)
    const weekly = recurring.find((one: { interval: string }) => one.interval === 'weekly')
    expect(weekly).toMatchObject({ merchant: 'Spotify', amount: '7.00', payments: 14 })
    expect(Date.parse(weekly.next_on) - Date.parse(weekly.last_on)).toBe(7 * DAY * 1000)
    const monthly = recurring.find((one: { interval: string }) => one.interval === 'monthly')
    expect(monthly).toMatchObject({
      merchant: null,
      counterparty_account: landlord,
      counterparty_name: 'Lena Hall',
      amount: '200.00',
      payments: 4,
    })
    const { insights } = await analyse(who)
    expect(insights).toContain(
      `7.00 USD weekly to Spotify: 14 payments so far, the next expected on ${weekly.next_on}.`,
    )
    // What has ended is not expected any more.
    bank.clock.advance(60 * DAY)
    expect((await send(who, 'GET /api/v2/spending/recurring')).data.recurring).toEqual([])
  })
})

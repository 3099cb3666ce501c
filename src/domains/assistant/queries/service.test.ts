// Order, number, negation and comparison in sentences, searched among money that really moved; and sentences that try
// to reach the data of others.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { type Teller, tellerOf } from '../../core/transactions/test-support.ts'

let bank: Bank
let teller: Teller
let ada: Person
let eve: Person
let adas: string
let eves: string
/** Something only Eve has seen. */
const SECRET = 'Zanzibar dowry'

const DAY = 86_400

async function ask(query: string, more: object = {}, as: Person = ada) {
  const { status, body } = await bank.call(
    'POST /api/ai/query/transactions',
    { query, ...more },
    as,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const amountsOf = (data: { transactions: { amount: number }[] }) =>
  data.transactions.map(({ amount }) => amount)

beforeAll(async () => {
  bank = await startBank()
  teller = tellerOf(bank)
  ada = await teller.person()
  eve = await teller.person({ name: 'Evelyn Zanzibar' })
  adas = await teller.open(ada, 100_000)
  eves = await teller.open(eve, 77_700)
  const shop = await teller.open(await teller.person())
  const pay = (amount: string, description: string, from = adas, who = ada) =>
    teller.transfer(who, from, shop, amount, { description })
  // The bank opens in early March; these are of the first days, the rest of a month later.
  await pay('300.00', 'Rent March')
  await pay('20.00', 'Lidl')
  await pay('7.77', SECRET, eves, eve)
  bank.clock.advance(31 * DAY)
  await pay('310.00', 'Rent April')
  await pay('45.50', 'Netflix')
  await pay('12.25', 'Lidl')
  await pay('5.00', 'Coffee at the corner')
  await teller.deposit(ada, adas, '2.00', 'EUR')
  await teller.deposit(ada, adas, '4', 'JPY')
})
afterAll(() => bank.stop())

describe('payments in an order of size', () => {
  let cleo: Person
  let checking: string
  let savings: string
  const today = () => bank.clock.now().toISOString().slice(0, 10)
  const find = async (query: string, more: object = {}) => {
    const data = await ask(query, { date_from: today(), limit: 20, ...more }, cleo)
    expect(data.total_count).toBe(data.transactions.length)
    return data
  }
  const send = async (route: string, body: object) => {
    const answer = await bank.call(`POST ${route}`, body, cleo)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data
  }

  beforeAll(async () => {
    bank.clock.advance(DAY)
    cleo = await teller.person()
    checking = await teller.open(cleo, 900_000)
    savings = await teller.open(cleo)
    await teller.deposit(cleo, checking, '4000.00')
    const mistaken = await teller.deposit(cleo, checking, '3500.00')
    await send('/api/v2/transactions/reverse', {
      transaction_id: mistaken.uuid,
      reason: 'Typed twice',
    })
    await teller.withdraw(cleo, checking, '3000.00')
    await teller.transfer(cleo, checking, savings, '2000.00')
    await send('/api/exchange/convert', {
      account_uuid: checking,
      from_currency: 'USD',
      to_currency: 'EUR',
      amount: '1500.00',
    })
    await send('/api/v2/gcu/buy', { amount: 200, currency: 'USD', account_uuid: checking })
    const boss = await teller.person()
    const firm = await teller.open(boss, 10_000)
    await teller.transfer(cleo, checking, firm, '70.00', { description: 'Rent' })
    await teller.transfer(cleo, checking, firm, '8.00', { description: 'Lunch' })
    await teller.transfer(boss, firm, checking, '90.00', { description: 'Salary' })
  })

  it('leaves out what is no payment, in the rows and in the sums', async () => {
    const data = await find('my five largest payments')
    expect(amountsOf(data)).toEqual([90, -70, -8])
    expect(data.summary).toMatchObject({ total_inflow: 90, total_outflow: 78, currency: 'USD' })
    expect(data.filters_used).toMatchObject({ sort: 'largest', payments_only: true })
    expect(data.query_parsed.explanation).toContain('without deposits')
  })

  it('leaves out the fees of trades, which would be the smallest', async () => {
    expect(amountsOf(await find('ten smallest payments'))).toEqual([-8, -70, 90])
    expect(amountsOf(await find('smallest purchases'))).toEqual([-8, -70])
    const [fee] = amountsOf(await find('smallest sent, transactions in dollars'))
    expect(fee).toBe(-2)
  })

  it('finds everything when transactions are asked for', async () => {
    const amounts = amountsOf(await find('largest transactions in dollars'))
    expect(amounts.slice(0, 4)).toEqual([9000, 4000, -3500, 3500])
  })

  it('finds what is named, whatever it is', async () => {
    expect(amountsOf(await find('largest deposit in dollars'))[0]).toBe(9000)
    expect(amountsOf(await find('largest payments between my accounts'))).toEqual([-2000, 2000])
    expect(amountsOf(await find('biggest GCU purchase', { asset_code: 'USD' }))).toContain(-198)
    const own = await find('largest payments', { category: 'own_transfers' })
    expect(amountsOf(own)).toEqual([-2000, 2000])
    expect(own.filters_used).not.toHaveProperty('payments_only')
  })

  it('finds an own account that is named like another counterparty', async () => {
    const body = { user_uuid: cleo.uuid, name: 'Boat money' }
    const { uuid } = await send('/api/accounts', body)
    await teller.transfer(cleo, checking, uuid, '33.00')
    expect(amountsOf(await find('largest payment to Boat money'))).toEqual([-33])
    expect(amountsOf(await find('largest payments'))).toEqual([90, -70, -8])
  })

  it('compares payments with payments', async () => {
    const data = await find('biggest payments today compared to yesterday')
    expect(data.comparison.transaction_count).toBe(0)
  })

  it('is no part of an analysis, which counts spending in any case', async () => {
    const input = { query: 'my largest payments', date_from: today() }
    const { body } = await bank.call('POST /api/ai/query/spending-analysis', input, cleo)
    expect(body.data.filters_used).toEqual({ date_from: today() })
    expect(body.data.not_counted.own_transfers.count).toBeGreaterThan(0)
  })
})

describe('order and number', () => {
  it('shows the largest first, as many as are named, and adds up all', async () => {
    const data = await ask('my two largest payments since march, spent in dollars')
    expect(amountsOf(data)).toEqual([-310, -300])
    expect(data.total_count).toBe(6)
    expect(data.filters_used).toMatchObject({ sort: 'largest', limit: 2 })
  })

  it('shows the smallest and the oldest first', async () => {
    expect(amountsOf(await ask('three smallest sent since march'))).toEqual([-5, -12.25, -20])
    expect(amountsOf(await ask('oldest 2 sent since march'))).toEqual([-300, -20])
  })

  it('sorts amounts of several assets by their value', async () => {
    // Two euros are worth more than four yen.
    expect(amountsOf(await ask('deposits this month, smallest first'))).toEqual([4, 2])
  })

  it('lets the limit that is sent win', async () => {
    const data = await ask('two largest sent since march', { limit: 3 })
    expect(data.transactions).toHaveLength(3)
    expect(data.filters_used.limit).toBeUndefined()
  })
})

describe('negation', () => {
  it('leaves out categories, counterparties and assets', async () => {
    expect(amountsOf(await ask('sent this month except rent'))).toEqual([-5, -12.25, -45.5])
    expect(amountsOf(await ask('sent this month apart from Netflix and rent'))).toEqual([
      -5, -12.25,
    ])
    expect(amountsOf(await ask('sent this month not on coffee and without lidl'))).toEqual([
      -45.5, -310,
    ])
    expect(amountsOf(await ask('deposits this month not in euros'))).toEqual([4])
  })

  it('and the rest make the whole', async () => {
    const all = await ask('sent since march')
    for (const word of ['rent', 'groceries', 'coffee', 'travel']) {
      const [only, others] = [
        await ask(`sent since march on ${word}`),
        await ask(`sent since march except ${word}`),
      ]
      expect(only.total_count + others.total_count, word).toBe(all.total_count)
    }
  })

  it('yields to a category that is sent', async () => {
    const data = await ask('sent this month except rent', { category: 'rent' })
    expect(amountsOf(data)).toEqual([-310])
    expect(data.filters_used.category_not).toBeUndefined()
  })
})

describe('comparison', () => {
  it('gives the sums of both periods and their difference', async () => {
    const data = await ask('did I spend more than last month in dollars')
    expect(data.summary.total_outflow).toBe(372.75)
    expect(data.comparison).toMatchObject({
      total_outflow: 320,
      outflow_change: 52.75,
      currency: 'USD',
      transaction_count: 2,
    })
    expect(data.nl_summary).toContain('52.75 USD more spent')
    expect((await ask('sent this month')).comparison).toBeNull()
  })
})

it('says which words were not understood', async () => {
  const { query_parsed } = await ask('frobnicated groceries this month')
  expect(query_parsed.not_understood).toEqual(['frobnicated'])
  expect(query_parsed.explanation).toMatch(/Not understood: "frobnicated"\.$/)
})

it('never reveals the data of others, however it is worded', async () => {
  const own = new Set((await ask('of all time', { limit: 100 })).transactions.map(idOf))
  expect(own.size).toBeGreaterThan(6)
  const { body } = await bank.call(`GET /api/v2/accounts/${eves}/identifiers`, undefined, eve)
  const { iban } = body.data
  expect(iban).toMatch(/^[A-Z]{2}\d{2}/)
  const ibans = [iban, iban.match(/.{1,4}/g).join(' '), iban.toLowerCase(), iban.slice(4)]
  const theirs = [
    eves,
    eve.uuid,
    eve.email,
    'Evelyn Zanzibar',
    SECRET,
    '7.77',
    'account of Evelyn',
    ...ibans,
  ]
  const piece = fc.constantFrom(
    ...theirs,
    ...theirs.map((one) => `'${one}'`),
    "' or 1=1 --",
    '"; drop table ledger.moves; --',
    "') union select * from ledger.moves --",
    '%',
    '$1',
    '\\',
    '{"account_uuid":"*"}',
    '../../',
    'NULL',
    ...'all everyone everybody users except not my to from at with account accounts of all time since 2020 largest top 100 compared to last month'.split(
      ' ',
    ),
  )
  const wording = fc
    .array(piece, { minLength: 1, maxLength: 12 })
    .map((list) => list.join(' ').slice(0, 500))
  await fc.assert(
    fc.asyncProperty(wording, async (query) => {
      const data = await ask(query, { limit: 100 })
      for (const one of data.transactions) {
        expect(own.has(idOf(one)), query).toBe(true)
        expect(one.account_uuid).toBe(adas)
      }
      expect(data.total_count).toBeLessThanOrEqual(own.size)
      const { query_parsed: _echo, filters_used: _used, ...shown } = data
      // The answer to a sentence repeats its words at most where it says how they were understood.
      for (const secret of [eves, eve.uuid, eve.email, SECRET, ...ibans])
        expect(JSON.stringify(shown)).not.toContain(secret)
      expect(data.summary.total_outflow).toBeLessThanOrEqual(692.75)
    }),
    { numRuns: rounds(25, 150) },
  )
  // Eve's money is where it was, and she alone finds it.
  expect((await ask('dowry to Zanzibar since march', {}, eve)).nl_summary).toBeDefined()
  expect((await ask('sent since march', {}, eve)).total_count).toBe(1)
})

const idOf = ({ id }: { id: string }): string => id

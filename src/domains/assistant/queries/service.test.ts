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

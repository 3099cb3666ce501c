// Questions that are kept, and transactions with risk scores, through HTTP.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from '../../../core/transactions/test-support.ts'
import { QUESTIONS_KEPT } from './service.ts'
import { scoreRisk } from './risk.ts'

let bank: Bank
let teller: Teller
let ada: Person
let bob: Person
let adas: string
let bobs: string

beforeAll(async () => {
  bank = await startBank()
  teller = tellerOf(bank)
  ada = await teller.person()
  bob = await teller.person()
  adas = await teller.open(ada, 5_000_000)
  bobs = await teller.open(bob, 1_000)
  const pay = (amount: string, description: string) =>
    teller.transfer(ada, adas, bobs, amount, { description })
  await pay('12000.00', 'Rent')
  await pay('10.00', 'Lidl')
  await pay('20.00', 'Lidl')
})
afterAll(() => bank.stop())

const insights = (input: object, as = ada) => bank.call('POST /api/v1/ai/transactions', input, as)

describe('ai_query', () => {
  const ask = (input: object, as = ada, route = 'POST /api/v2/ai/query') =>
    bank.call(route, input, as)
  const history = async (as: Person, query = '') =>
    (await bank.call(`GET /api/v2/ai/queries${query}`, undefined, as)).body

  it('answers, keeps the question, and hides it from other users', async () => {
    const { status, body } = await ask({ query: 'two largest sent today' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({
      query_id: expect.stringMatching(/^aiq_[0-9a-f]{32}$/),
      query: 'two largest sent today',
      intent: 'transaction_query',
      filters: { sort: 'largest', limit: 2, direction: 'debit' },
    })
    expect(body.data.results.map((one: { amount: number }) => one.amount)).toEqual([-12000, -20])
    const { data, meta } = await history(ada)
    const { results: _results, ...kept } = body.data
    expect(data).toEqual([kept])
    expect(meta.total).toBe(1)
    expect((await history(bob)).data).toEqual([])
  })

  it('is found under the literal address too', async () => {
    const carol = await teller.person()
    expect((await ask({ query: 'hello' }, carol, 'POST /api/v2/v2/ai/query')).status).toBe(200)
    const { body } = await bank.call('GET /api/v2/v2/ai/queries', undefined, carol)
    expect(body.data).toMatchObject([{ query: 'hello', intent: 'unknown', confidence: 0.2 }])
  })

  it('lets the context win, and refuses the account of another', async () => {
    const { body } = await ask({ query: 'sent today in euros', context: { asset_code: 'USD' } })
    expect(body.data.filters.asset_code).toBe('USD')
    expect((await ask({ query: 'all', context: { account_uuid: bobs } })).status).toBe(422)
    for (const query of ['', 'x'.repeat(501), undefined])
      expect((await ask({ query })).status).toBe(422)
  })

  it('is kept once when it is sent again with the same key', async () => {
    const carol = await teller.person()
    const key = { key: 'one-question' }
    const send = () => bank.call('POST /api/v2/ai/query', { query: 'today' }, { ...carol, ...key })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect((await history(carol)).meta.total).toBe(1)
  })

  it('keeps only the newest questions', async () => {
    const carol = await teller.person()
    await bank.sql(`
      insert into queries.history
        (id, environment, user_uuid, query, intent, confidence, answer, filters, created_at)
      select ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 'live',
        '${carol.uuid}', 'old', 'unknown', 0.2, '', '{}', now()
      from generate_series(1, ${QUESTIONS_KEPT}) as number`)
    await Promise.all([ask({ query: 'new one' }, carol), ask({ query: 'new two' }, carol)])
    // Questions at the same moment do not see each other; the next one clears up after them.
    await ask({ query: 'new three' }, carol)
    const { data, meta } = await history(carol)
    expect(meta.total).toBe(QUESTIONS_KEPT)
    const newest = data.slice(0, 3).map((one: { query: string }) => one.query)
    expect(newest.toSorted()).toEqual(['new one', 'new three', 'new two'])
  })
})

describe('ai_transaction.query', () => {
  it('scores each transaction, and describes all', async () => {
    const { status, body } = await insights({ query: 'sent today' })
    expect(status, JSON.stringify(body)).toBe(200)
    const { data } = body
    expect(data.total_results).toBe(3)
    const of = (amount: string) =>
      data.transactions.find((one: { amount: string }) => one.amount === amount)
    expect(of('12000.00')).toMatchObject({
      risk_score: 0.8,
      compliance_flags: ['high_value_transfer', 'new_destination'],
      type: 'debit',
      source_chain: null,
    })
    expect(of('10.00')).toMatchObject({ risk_score: 0, compliance_flags: [] })
    expect(data.analytics).toMatchObject({
      total_volume: '12030.00',
      avg_amount: '4010.00',
      median_amount: '20.00',
      flagged_count: 1,
      avg_risk_score: 0.27,
    })
    expect(data.interpreted_query).toMatchObject({ type: ['debit'], has_compliance_flags: false })
  })

  it('follows its options', async () => {
    const options = { include_analytics: false, include_risk_scores: false, max_results: 2 }
    const { data } = (await insights({ query: 'sent today', options })).body
    expect(data.transactions).toHaveLength(2)
    expect(data.transactions[0]).not.toHaveProperty('risk_score')
    expect(data.analytics).toBeNull()
    const short = (await insights({ query: 'sent today', options: { format: 'summary' } })).body
    expect(short.data).toMatchObject({ transactions: [], total_results: 3 })
    const flagged = (await insights({ query: 'suspicious payments sent today' })).body.data
    expect(flagged.transactions.map((one: { amount: string }) => one.amount)).toEqual(['12000.00'])
  })

  it('refuses the account of another like an unknown one, and what is out of bounds', async () => {
    const [theirs, unknown] = [
      await insights({ query: 'all', account_id: bobs }),
      await insights({ query: 'all', account_id: crypto.randomUUID() }),
    ]
    expect(theirs.status).toBe(422)
    expect(theirs.body.errors).toEqual(unknown.body.errors)
    for (const max_results of [0, 101])
      expect((await insights({ query: 'all', options: { max_results } })).status).toBe(422)
    expect((await insights({ query: 'all', account_id: adas })).status).toBe(200)
  })

  it('finds nothing for a user without transactions', async () => {
    const { data } = (await insights({ query: 'all time' }, await teller.person())).body
    expect(data).toMatchObject({
      total_results: 0,
      transactions: [],
      analytics: { total_volume: '0.00', avg_risk_score: 0 },
    })
  })
})

it('a risk score grows with the amount and the pace, and stays between 0 and 1', () => {
  const facts = fc.record({
    cents: fc.bigInt({ min: 0n, max: 10n ** 20n }),
    isNew: fc.boolean(),
    onDay: fc.integer({ min: 1, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(facts, (one) => {
      const { risk_score } = scoreRisk(one)
      expect(risk_score).toBeGreaterThanOrEqual(0)
      expect(risk_score).toBeLessThanOrEqual(1)
      expect(scoreRisk({ ...one, cents: one.cents * 2n }).risk_score).toBeGreaterThanOrEqual(
        risk_score,
      )
      expect(scoreRisk({ ...one, onDay: one.onDay + 1 }).risk_score).toBeGreaterThanOrEqual(
        risk_score,
      )
      expect(scoreRisk({ ...one, isNew: true }).risk_score).toBeGreaterThanOrEqual(risk_score)
    }),
  )
})

// Reputation through HTTP and PostgreSQL: who may review whom, the effect on the score, and what is public.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../test/harness/bank.ts'
import { type Beside, serveBeside } from '../../../../test/harness/beside.ts'
import { declare } from '../../../../test/harness/describe.ts'
import { registerAgent, signIn, type TestAgent } from '../agents/test-support.ts'
import type { PastTransaction } from './index.ts'
import { makeOperations } from './operations.ts'

let bank: Bank
let beside: Beside
let shop: TestAgent
let buyer: TestAgent
const dealings = new Map<string, PastTransaction & { readonly between: readonly string[] }>()

beforeAll(async () => {
  bank = await startBank()
  beside = await serveBeside(bank, () => [
    declare({
      name: 'reputation',
      operations: makeOperations((_tx, id, a, b) => {
        const found = dealings.get(id.toLowerCase())
        const fits = found?.between.includes(a) && found.between.includes(b)
        return Promise.resolve(fits ? found : undefined)
      }),
    }),
  ])
  buyer = await registerAgent(bank, await bank.person())
})
afterAll(async () => {
  await beside.stop()
  await bank.stop()
})

/** A shop without transactions. */
const newShop = async (capabilities: string[] = []): Promise<TestAgent> =>
  (shop = await registerAgent(bank, await bank.person(), { capabilities, name: 'Shop' }))

function deal(change: Partial<PastTransaction> = {}, a = shop, b = buyer): string {
  const id = `txn-${randomUUID()}`
  dealings.set(id, {
    transaction_id: id,
    value_cents: 99_900n,
    is_settled: true,
    between: [a.did, b.did],
    ...change,
  })
  return id
}

const review = (
  transaction_id: string,
  outcome: string,
  more: object = {},
  by: object = buyer.owner,
): Promise<Answer> =>
  beside.call(
    `POST /api/agent-protocol/agents/${shop.did}/reputation/feedback`,
    { reviewer_did: buyer.did, transaction_id, outcome, ...more },
    by,
  )
const get = async (agent = shop) =>
  (await beside.call(`GET /api/agent-protocol/agents/${agent.did}/reputation`)).body.data
const trust = (a: TestAgent, b: TestAgent) =>
  beside.call(`GET /api/agent-protocol/agents/${a.did}/trust/${b.did}`, undefined, buyer.owner)

function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
}

describe('reputation.get', () => {
  it('is neutral for an agent without feedback', async () => {
    await newShop()
    expect(await get()).toEqual({
      agent_did: shop.did,
      agent_id: shop.agent_id,
      score: 50,
      trust_level: 'neutral',
      total_transactions: 0,
      successful_transactions: 0,
      failed_transactions: 0,
      cancelled_transactions: 0,
      success_rate: 0,
      average_rating: null,
      dispute_count: 0,
      is_new_agent: true,
    })
  })

  it('counts the feedback, and averages the ratings', async () => {
    await newShop()
    await review(deal(), 'success', { rating: 5 })
    await review(deal(), 'failed', { rating: 2 })
    await review(deal(), 'timeout')
    await review(deal(), 'cancelled', { rating: 4 })
    expect(await get()).toMatchObject({
      // 50 + 1 − 2 − 1 − 0.5
      score: 47.5,
      total_transactions: 4,
      successful_transactions: 1,
      failed_transactions: 2,
      cancelled_transactions: 1,
      success_rate: 25,
      average_rating: 3.66,
      is_new_agent: false,
    })
  })

  it('decays after thirty idle days, and new feedback counts from there', async () => {
    await newShop()
    await review(deal(), 'success')
    bank.clock.advance(40 * 86_400)
    // 51.00 × 0.9
    expect((await get()).score).toBe(45.9)
    const login = { email: buyer.owner.email, password: buyer.owner.password }
    const token = (await bank.call('POST /api/auth/login', login)).body.data.access_token
    const { body } = await review(deal(), 'success', {}, { token })
    expect(body.data).toMatchObject({ previous_score: 45.9, new_score: 46.9, score_change: 1 })
    expect((await get()).score).toBe(46.9)
    // Sessions have expired with the clock, so all agents sign in again.
    buyer = { ...buyer, owner: { ...buyer.owner, token } }
  })
})

describe('reputation.give_feedback', () => {
  it('returns the change, and notifies the owner', async () => {
    await newShop()
    const transaction_id = deal({ value_cents: 900n })
    const { status, body } = await review(transaction_id, 'success', { comment: 'Good tea.' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      agent_did: shop.did,
      previous_score: 50,
      new_score: 50.33,
      score_change: 0.33,
      new_trust_level: 'neutral',
      feedback_recorded: true,
    })
    const emitted = await bank.sql<{ user_uuid: string; data: object }>(
      `select user_uuid, data from platform.events
       where type = 'reputation.reviewed' and data->>'transaction_id' = $1`,
      [transaction_id],
    )
    expect(emitted).toEqual([
      { user_uuid: shop.owner.uuid, data: expect.objectContaining({ new_score: 50.33 }) },
    ])
  })

  it('counts at most the amount of the transaction', async () => {
    await newShop()
    const more = await review(deal({ value_cents: 900n }), 'success', { transaction_value: 1e6 })
    expect(more.body.data.score_change).toBe(0.33)
    const less = await review(deal({ value_cents: 99_900n }), 'success', { transaction_value: 9 })
    expect(less.body.data.score_change).toBe(0.33)
    const none = await review(deal(), 'failed', { transaction_value: 0 })
    expect(none.body.data.score_change).toBe(0)
  })

  it('requires a transaction between the two agents', async () => {
    await newShop()
    const elsewhere = await registerAgent(bank, shop.owner)
    expectRefused(await review('txn-none', 'failed'), 400, 'FEEDBACK_NOT_ALLOWED')
    const other = deal({}, elsewhere)
    expectRefused(await review(other, 'failed'), 400, 'FEEDBACK_NOT_ALLOWED')
    const open = deal({ is_settled: false })
    expectRefused(await review(open, 'success'), 400, 'FEEDBACK_NOT_ALLOWED')
    expect((await review(open, 'cancelled')).status).toBe(200)
  })

  it('is given once by each side of a transaction, under concurrency too', async () => {
    await newShop()
    const id = deal()
    const answers = await Promise.all(Array.from({ length: 5 }, () => review(id, 'success')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expectRefused(await review(id, 'failed'), 409, 'FEEDBACK_ALREADY_GIVEN')
    const spelled = await review(id.toUpperCase(), 'failed')
    expectRefused(spelled, 409, 'FEEDBACK_ALREADY_GIVEN')
    expect(await get()).toMatchObject({ total_transactions: 1, score: 51 })
    const back = await beside.call(
      `POST /api/agent-protocol/agents/${buyer.did}/reputation/feedback`,
      { reviewer_did: shop.did, transaction_id: id, outcome: 'success' },
      shop.owner,
    )
    expect(back.status).toBe(200)
  })

  it('adds up under concurrent requests', async () => {
    await newShop()
    await Promise.all(Array.from({ length: 10 }, () => review(deal(), 'success')))
    expect(await get()).toMatchObject({ total_transactions: 10, score: 60, trust_level: 'high' })
  })

  it('is not for the agent itself nor for another agent of its owner', async () => {
    await newShop()
    const path = `POST /api/agent-protocol/agents/${shop.did}/reputation/feedback`
    const about = { transaction_id: deal({}, shop, shop), outcome: 'success' }
    const self = { ...about, reviewer_did: shop.did }
    expectRefused(await beside.call(path, self, shop.owner), 400, 'FEEDBACK_NOT_ALLOWED')
    const sibling = await registerAgent(bank, shop.owner)
    const own = { ...about, reviewer_did: sibling.did, transaction_id: deal({}, shop, sibling) }
    expectRefused(await beside.call(path, own, shop.owner), 400, 'FEEDBACK_NOT_ALLOWED')
  })

  it('is given by the reviewer only', async () => {
    await newShop()
    expectRefused(await review(deal(), 'failed', {}, shop.owner), 403, 'FORBIDDEN')
    const headers = await signIn(bank, buyer)
    expect((await review(deal(), 'failed', {}, { headers })).status).toBe(200)
  })
})

describe('reputation.penalize', () => {
  const penalize = async (severity: string) =>
    beside.call(
      `POST /api/agent-protocol/agents/${shop.did}/reputation/penalties`,
      { severity, reason: 'Fraud.' },
      await bank.operator(),
    )

  it.each([
    ['minor', 45],
    ['moderate', 40],
    ['major', 30],
    ['critical', 20],
  ])('deducts the points of %s', async (severity, score) => {
    await newShop()
    expect((await penalize(severity)).body.data).toMatchObject({ severity, new_score: score })
  })

  it('stops at zero', async () => {
    await newShop()
    for (const severity of ['critical', 'critical']) await penalize(severity)
    expect(await get()).toMatchObject({ score: 0, trust_level: 'untrusted' })
  })
})

describe('reputation.history', () => {
  it('shows what changed the score, newest first', async () => {
    await newShop()
    const first = deal()
    await review(first, 'success', { rating: 5, comment: 'Fine.' })
    bank.clock.advance(1)
    await review(deal(), 'failed')
    const list = async (limit: number) =>
      (
        await beside.call(
          `GET /api/agent-protocol/agents/${shop.did}/reputation/history?limit=${limit}`,
          undefined,
          buyer.owner,
        )
      ).body.data
    expect((await list(10)).map((one: { new_score: number }) => one.new_score)).toEqual([49, 51])
    expect((await list(10))[1]).toMatchObject({
      kind: 'feedback',
      reviewer_did: buyer.did,
      transaction_id: first,
      outcome: 'success',
      rating: 5,
      comment: 'Fine.',
      previous_score: 50,
      score_change: 1,
    })
    expect(await list(1)).toHaveLength(1)
  })
})

describe('reputation.leaderboard', () => {
  const leaders = async (query = '') =>
    (await beside.call(`GET /api/agent-protocol/reputation/leaderboard${query}`)).body.data as {
      agent_did: string
      rank: number
      score: number
    }[]

  it('orders active agents by today’s scores, filtered by capability', async () => {
    const good = await newShop(['baking'])
    for (let i = 0; i < 3; i++) await review(deal(), 'success')
    const better = await newShop(['baking'])
    for (let i = 0; i < 6; i++) await review(deal(), 'success')
    const inactive = await newShop(['baking'])
    await review(deal(), 'success')
    const off = { status: 'inactive' }
    await bank.call(`PUT /api/agent-protocol/agents/${inactive.did}/status`, off, inactive.owner)
    const bakers = await leaders('?capability=baking')
    expect(bakers.map(({ agent_did, rank }) => [agent_did, rank])).toEqual([
      [better.did, 1],
      [good.did, 2],
    ])
    expect(await leaders('?capability=baking&limit=1')).toHaveLength(1)
    const allScores = (await leaders('?limit=50')).map(({ score }) => score)
    expect(allScores).toEqual(allScores.toSorted((a, b) => b - a))
    // The better one's score decays to 56 × 0.9 = 50.4 while the good one's stays at 53.
    await bank.sql(
      `update reputation.scores set active_at = active_at - interval '40 days' where agent_uuid = $1`,
      [better.agent_id],
    )
    expect((await leaders('?capability=baking')).map(({ agent_did }) => agent_did)).toEqual([
      good.did,
      better.did,
    ])
  })

  it('finds an agent with the capability behind hundreds of better ones without it', async () => {
    const glazier = await newShop(['glazing'])
    await review(deal(), 'success')
    await bank.sql(
      `with others as (
         insert into agents.agents select (jsonb_populate_record(a, jsonb_build_object(
           'uuid', gen_random_uuid(), 'did', a.did || n, 'capabilities', '[]'::jsonb))).*
         from agents.agents a, generate_series(1, 250) n where a.uuid = $1 returning uuid)
       insert into reputation.scores (agent_uuid, environment, score, active_at, updated_at)
       select uuid, 'live', 9000, $2, $2 from others`,
      [glazier.agent_id, bank.clock.now()],
    )
    expect(await leaders('?capability=glazing')).toMatchObject([
      { agent_did: glazier.did, rank: 1 },
    ])
  })
})

describe('reputation.trust', () => {
  it('is the mean of two scores, with advice', async () => {
    const a = await newShop()
    const b = await newShop()
    await bank.sql(
      `insert into reputation.scores (agent_uuid, environment, score, active_at, updated_at)
       values ($1, 'live', 9001, $2, $2)`,
      [a.agent_id, bank.clock.now()],
    )
    expect((await trust(a, b)).body.data).toEqual({
      agent_a: { did: a.did, score: 90.01, trust_level: 'trusted' },
      agent_b: { did: b.did, score: 50, trust_level: 'neutral' },
      combined_trust_score: 70,
      combined_trust_level: 'high',
      escrow_recommended: false,
      instant_settlement_allowed: false,
      max_transaction_value: 10_000,
      recommendations: expect.arrayContaining(['Keep a single transaction within 10000.']),
    })
  })

  it('requires two agents', async () => {
    await newShop()
    expectRefused(await trust(shop, shop), 422, 'VALIDATION_ERROR')
  })
})

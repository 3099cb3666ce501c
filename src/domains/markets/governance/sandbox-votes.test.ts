// The example votes: in both environments of a sandbox bank, created once however often and by however
// many nodes it is started, and never in production.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  createDatabase,
  type Person,
  startBank,
  TestClock,
} from '../../../../test/harness/bank.ts'

const path = '/api/v2/gcu/voting/proposals'
const DAY = 86_400

// Two nodes that start at once on an empty database; then one of them stops.
const clock = new TestClock()
let bank: Bank
let database: Awaited<ReturnType<typeof createDatabase>>
const start = () => startBank({ address: database.address, clock })
beforeAll(async () => {
  database = await createDatabase()
  const nodes = await Promise.all([start(), start()])
  bank = nodes[0]
  await nodes[1].stop()
})
afterAll(async () => {
  await bank.stop()
  await database.drop()
})

/** A user with GCU in the environment, and their credential there. */
async function makeVoter(environment: 'live' | 'sandbox'): Promise<Pick<Person, 'token'>> {
  const person = await bank.person()
  let { token } = person
  if (environment === 'sandbox') {
    const wanted = { name: 'Trying', permissions: ['read', 'write'], environment }
    const { body } = await bank.call('POST /api/v2/api-keys', wanted, person)
    token = body.data.api_key
  }
  const opened = await bank.call('POST /api/v2/accounts', { name: 'GCU' }, { token })
  const deposit = { amount: '25', asset_code: 'GCU' }
  const account = opened.body.data.uuid
  const paid = await bank.call(`POST /api/v2/accounts/${account}/deposit`, deposit, { token })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  return { token }
}

describe.each(['live', 'sandbox'] as const)('in the %s environment', (environment) => {
  it('there is one proposal of each kind, and voting on the open one works at once', async () => {
    const voter = await makeVoter(environment)
    const list = async (status: string) =>
      (await bank.call(`GET ${path}?status=${status}`, undefined, voter)).body.data
    const [active] = await list('active')
    expect(await list('active')).toHaveLength(1)
    expect(await list('upcoming')).toHaveLength(1)
    expect(await list('past')).toMatchObject([{ status: 'implemented' }])
    for (const one of [active, ...(await list('upcoming')), ...(await list('past'))]) {
      const sum = (shares: Record<string, number>) =>
        Object.values(shares).reduce((all, share) => all + share, 0)
      expect(sum(one.proposed_composition)).toBeCloseTo(100, 8)
      expect(sum(one.current_composition)).toBeCloseTo(100, 8)
      expect(one.proposed_composition).not.toEqual(one.current_composition)
    }
    const answer = await bank.call(`POST ${path}/${active.id}/vote`, { vote: 'for' }, voter)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.data).toEqual({ vote: 'for', voting_power: '25.0000' })
    const shown = (await bank.call(`GET ${path}/${active.id}`, undefined, voter)).body.data
    expect(shown).toMatchObject({ votes_for: '25.0000', participation_rate: 100 })
  })

  it('there is one open monthly poll about the basket, and voting in it works at once', async () => {
    const voter = await makeVoter(environment)
    const { body } = await bank.call('GET /api/voting/polls', undefined, voter)
    expect(body.data).toHaveLength(1)
    const [poll] = body.data
    expect(poll).toMatchObject({
      type: 'weighted_choice',
      status: 'active',
      required_participation: 10,
      end_date: '2026-03-31T23:59:59.000Z',
      metadata: { is_gcu_poll: true, template: 'monthly_basket', voting_month: '2026-03' },
      user_context: { can_vote: true },
    })
    const allocations = Object.fromEntries(
      poll.options.map((option: { id: string; metadata: { default: number } }) => [
        option.id,
        option.metadata.default,
      ]),
    )
    const answer = await bank.call(
      `POST /api/voting/polls/${poll.uuid}/vote`,
      { allocations },
      voter,
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.body.voting_power_used).toBe(25)
  })
})

describe('starting again', () => {
  const countIn = (one: Bank) =>
    one.sql<{ environment: string; proposals: number; polls: number }>(
      `select environment, count(*)::int as proposals,
         (select count(*)::int from governance.polls o where o.environment = p.environment) as polls
       from governance.proposals p group by environment order by environment`,
    )
  const both = (proposals: number, polls: number) => [
    { environment: 'live', proposals, polls },
    { environment: 'sandbox', proposals, polls },
  ]

  it('adds nothing, neither with two nodes at once nor after the open votes have changed', async () => {
    expect(await countIn(bank)).toEqual(both(3, 1))
    // After eight days the first vote is over, and the upcoming one takes votes.
    clock.advance(8 * DAY)
    const later = await start()
    expect(await countIn(later)).toEqual(both(3, 1))
    const active = await later.call(`GET ${path}?status=active`)
    expect(active.body.data).toHaveLength(1)
    await later.stop()
    // Weeks later, when nothing is left to vote on, there is something again.
    clock.advance(30 * DAY)
    const fresh = await start()
    expect(await countIn(fresh)).toEqual(both(5, 2))
    for (const status of ['active', 'upcoming'])
      expect((await fresh.call(`GET ${path}?status=${status}`)).body.data).toHaveLength(1)
    await fresh.stop()
  })

  it('creates nothing in production', async () => {
    const env = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }
    const production = await startBank({ env })
    expect(await countIn(production)).toEqual([])
    expect(await production.sql('select 1 from governance.polls')).toEqual([])
    await production.stop()
  })
})

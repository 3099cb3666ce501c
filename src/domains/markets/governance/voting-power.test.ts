// The power that counts: holdings when the vote was cast that are still held when voting ends. Money that
// is passed on votes only for its last holder.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { type Governance, makeGovernance } from './test-support.ts'

let bank: Bank
let g: Governance

beforeAll(async () => {
  bank = await startBank()
  g = await makeGovernance(bank)
})
afterAll(() => g.stop())
beforeEach(() => g.begin())

const path = '/api/v2/gcu/voting/proposals'
const get = async (id: number) => (await bank.call(`GET ${path}/${id}`)).body.data
const vote = (id: number, choice: string, person: Person) =>
  bank.call(`POST ${path}/${id}/vote`, { vote: choice }, person)
const results = async (uuid: string) =>
  (await bank.call(`GET /api/polls/${uuid}/results`, undefined, g.operator)).body.data

const accountOf = async (person: Person): Promise<string> =>
  (await bank.call('GET /api/accounts', undefined, person)).body.data[0].uuid

async function pay(from: Person, to: Person, amount: string, asset_code = 'GCU'): Promise<void> {
  const transfer = {
    from_account: await accountOf(from),
    to_account: await accountOf(to),
    amount,
    asset_code,
    workflow_enabled: false,
  }
  const answer = await bank.call('POST /api/v2/transfers', transfer, from)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
}

/** Past the end of votes opened by `openProposal` and `openPoll`. */
const endVoting = () => bank.clock.advance(3600)

const supply = async (): Promise<bigint> => {
  const [row] = await bank.sql<{ units: string }>(
    `select coalesce(sum(units), 0) as units from ledger.balances b
     join ledger.accounts a on a.id = b.account_id
     where b.asset = 'GCU' and a.code is null and a.environment = 'live'`,
  )
  return BigInt(row!.units)
}

describe('GCU passed from voter to voter', () => {
  it('counts once on a proposal, however many voters hold it in turn, and does not change the basket', async () => {
    // Others hold twice as much and do not vote: the group holds a third, and one vote is not enough.
    await g.voter({ GCU: '495' })
    const gang = await Promise.all([1, 2, 3, 4, 5, 6].map(() => g.voter()))
    const [first] = gang as [Person]
    const deposit = { amount: '247.5', asset_code: 'GCU' }
    await bank.call(`POST /api/v2/accounts/${await accountOf(first)}/deposit`, deposit, first)
    const id = await g.openProposal({ minimum_participation: 50 })
    for (const [index, voter] of gang.entries()) {
      const answer = await vote(id, 'for', voter)
      expect(answer.body.data.voting_power).toBe('247.5000')
      expect(answer.body.message).toContain('when voting ends at')
      const next = gang[index + 1]
      if (next) await pay(voter, next, '247.5')
      // Running totals show what would count now.
      const running = await get(id)
      expect(running.votes_for).toBe(next ? '0.0000' : '247.5000')
      expect(running.votes_counted_at).toBe(bank.clock.now().toISOString())
    }
    endVoting()
    await g.settle()
    const over = await get(id)
    expect(over).toMatchObject({ votes_for: '247.5000', status: 'rejected' })
    expect(over.votes_counted_at).toBe(over.voting_ends_at)
    expect(over.participation_rate).toBeLessThan(50)
    expect(g.basket.applied).toEqual([])
    const mine = await bank.call('GET /api/v2/gcu/voting/my-votes', undefined, first)
    expect(mine.body.data[0]).toMatchObject({ voting_power: '247.5000', counted_power: '0.0000' })
  })

  it('counts once in a poll weighed by GCU, and in one weighed by dollars', async () => {
    const gang = await Promise.all([1, 2, 3].map(() => g.voter()))
    const [first] = gang as [Person]
    for (const [strategy, asset_code] of [
      ['gcu_weighted_vote', 'GCU'],
      ['asset_weighted_vote', 'USD'],
    ] as const) {
      const money = { amount: '500.00', asset_code }
      await bank.call(`POST /api/v2/accounts/${await accountOf(first)}/deposit`, money, first)
      const uuid = await g.openPoll({ voting_power_strategy: strategy })
      for (const [index, voter] of gang.entries()) {
        const option = { selected_options: [index === 0 ? 'gold' : 'silver'] }
        const answer = await bank.call(`POST /api/polls/${uuid}/vote`, option, voter)
        expect(answer.status, JSON.stringify(answer.body)).toBe(201)
        if (gang[index + 1]) await pay(voter, gang[index + 1]!, '500.00', asset_code)
      }
      const power = asset_code === 'GCU' ? 500 : 5
      expect(await results(uuid)).toMatchObject({
        total_votes: 3,
        total_voting_power: power,
        metadata: { counted_at: bank.clock.now().toISOString() },
      })
      endVoting()
      await g.settle()
      const { participation_rate, ...over } = await results(uuid)
      expect(over).toMatchObject({
        total_votes: 3,
        total_voting_power: power,
        option_results: { gold: { votes: 1, power: 0 }, silver: { votes: 2, power } },
        winning_option: 'silver',
      })
      expect(participation_rate).toBeLessThanOrEqual(100)
      const shown = await bank.call(`GET /api/polls/${uuid}`, undefined, first)
      expect(shown.body.data).toMatchObject({ votes_count: 3, total_voting_power: power })
      const mine = await bank.call('GET /api/votes', undefined, first)
      expect(mine.body.data[0]).toMatchObject({ voting_power: power, counted_power: 0 })
    }
  })

  it('does not change the basket by a poll whose voters hold none at its end', async () => {
    const voter = await g.voter({ GCU: '100' })
    const friend = await g.voter()
    const uuid = await g.openPoll({
      type: 'weighted_choice',
      options: undefined,
      metadata: { is_gcu_poll: true },
      execution_workflow: 'UpdateBasketComposition',
    })
    const { body } = await bank.call(`GET /api/polls/${uuid}`, undefined, voter)
    const allocations = Object.fromEntries(
      body.data.options.map((option: { id: string; metadata: { default: number } }) => [
        option.id,
        option.metadata.default,
      ]),
    )
    const answer = await bank.call(`POST /api/voting/polls/${uuid}/vote`, { allocations }, voter)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    await pay(voter, friend, '100')
    endVoting()
    await g.settle()
    expect(g.basket.applied).toEqual([])
    const shown = await bank.call(`GET /api/polls/${uuid}`, undefined, voter)
    expect(shown.body.data).toMatchObject({ status: 'closed', total_voting_power: 0 })
  })
})

describe('the power that counts', () => {
  it('is what was held when voting ended, however late it is counted', async () => {
    const [seller, keeper, buyer] = await Promise.all([
      g.voter({ GCU: '30' }),
      g.voter({ GCU: '20' }),
      g.voter({ GCU: '10' }),
    ])
    const id = await g.openProposal()
    for (const voter of [seller, keeper, buyer]) await vote(id, 'for', voter)
    // Bought back in time: it counts in full.
    await pay(keeper, seller, '20')
    await pay(seller, keeper, '20')
    endVoting()
    // After the end and before the count: later changes have no effect.
    await pay(seller, buyer, '30')
    const whatCounts = { votes_for: '60.0000', total_votes_cast: '60.0000' }
    expect(await get(id)).toMatchObject({ ...whatCounts, status: 'closed' })
    bank.clock.advance(86_400)
    await g.settle()
    expect(await get(id)).toMatchObject(whatCounts)
  })

  it('is not more than was held when the vote was cast', async () => {
    const voter = await g.voter({ GCU: '10' })
    const rich = await g.voter({ GCU: '1000' })
    const id = await g.openProposal()
    await vote(id, 'for', voter)
    await pay(rich, voter, '1000')
    expect((await get(id)).votes_for).toBe('10.0000')
    endVoting()
    await g.settle()
    expect((await get(id)).votes_for).toBe('10.0000')
  })

  it('is what the voter owns: without managed accounts, including reserved money', async () => {
    const manager = await g.voter({ GCU: '10' })
    const order = {
      type: 'buy',
      order_type: 'limit',
      base_currency: 'EUR',
      quote_currency: 'GCU',
      amount: '10',
      price: '0.9',
    }
    const placed = await bank.call('POST /api/exchange/orders', order, manager)
    expect(placed.status, JSON.stringify(placed.body)).toBe(200)
    const [book] = await bank.sql<{ is_reserved: boolean }>(
      `select held > 0 as is_reserved from ledger.balances where account_id = $1 and asset = 'GCU'`,
      [await accountOf(manager)],
    )
    expect(book!.is_reserved).toBe(true)
    const customer = '6f7c2c6e-6d1c-4d0e-9a0c-3f6f0d3f1a77'
    const opened = await bank.call(
      'POST /api/accounts',
      { user_uuid: customer, name: 'Of a customer' },
      manager,
    )
    expect(opened.status, JSON.stringify(opened.body)).toBe(201)
    await bank.call(
      `POST /api/v2/accounts/${opened.body.data.uuid}/deposit`,
      { amount: '90', asset_code: 'GCU' },
      manager,
    )
    const id = await g.openProposal()
    expect((await vote(id, 'for', manager)).body.data.voting_power).toBe('10.0000')
    expect((await get(id)).votes_for).toBe('10.0000')
  })
})

describe('a group that passes GCU around at random', () => {
  type Step = { readonly kind: 'vote' | 'pay' | 'wait'; readonly who: number; readonly to: number }
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('vote', 'vote', 'pay', 'pay', 'pay', 'wait'),
    who: fc.nat(3),
    to: fc.nat(3),
  })

  it('never counts with more than it holds at the end, nor with more than the supply', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(50), { minLength: 4, maxLength: 4 }),
        fc.array(step, { maxLength: 14 }),
        fc.array(step, { maxLength: 4 }),
        async (holdings, during, afterwards) => {
          await g.begin()
          const gang = await Promise.all(
            holdings.map((amount) => g.voter(amount > 0 ? { GCU: String(amount) } : {})),
          )
          const held = [...holdings]
          const cast = new Map<number, number>()
          const id = await g.openProposal()
          const take = async ({ kind, who, to }: Step): Promise<void> => {
            if (kind === 'wait') bank.clock.advance(1)
            if (kind === 'vote') {
              const answer = await vote(id, who % 2 === 0 ? 'for' : 'against', gang[who]!)
              if (answer.status === 200) cast.set(who, held[who]!)
            }
            if (kind === 'pay' && who !== to && held[who]! > 0) {
              const amount = held[who]!
              await pay(gang[who]!, gang[to]!, String(amount))
              held[who] = 0
              held[to]! += amount
            }
          }
          for (const one of during) await take(one)
          const expected = [...cast].reduce((sum, [who, power]) => {
            return sum + Math.min(power, held[who]!)
          }, 0)
          const all = await supply()
          bank.clock.advance(3600)
          for (const one of afterwards) await take(one)
          await g.settle()
          const over = await get(id)
          expect(over.total_votes_cast).toBe(`${expected}.0000`)
          expect(BigInt(expected) * 10_000n).toBeLessThanOrEqual(all)
          expect(over.participation_rate).toBeLessThanOrEqual(100)
          const [row] = await bank.sql<{ units: string }>(
            'select gcu_supply as units from governance.proposals where id = $1',
            [id],
          )
          expect(BigInt(row!.units)).toBe(all)
        },
      ),
      { numRuns: rounds(3, 12) },
    )
  })
})

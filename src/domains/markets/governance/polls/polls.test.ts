// Polls through HTTP and PostgreSQL: ballots of each type, the power of each strategy, that each user
// votes once, and the effects of a result.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askAll } from '../../../../../test/contract/ask-all.ts'
import { type Answer, type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { holdTransaction } from '../../../../../test/harness/held.ts'
import { Invalid, Unavailable } from '../../../../operation/error.ts'
import { type Governance, makeGovernance } from '../test-support.ts'

let bank: Bank
let g: Governance

beforeAll(async () => {
  bank = await startBank()
  g = await makeGovernance(bank)
})
afterAll(() => g.stop())
beforeEach(() => g.begin())

const get = async (uuid: string) =>
  (await bank.call(`GET /api/polls/${uuid}`, undefined, g.operator)).body.data
const results = async (uuid: string) =>
  (await bank.call(`GET /api/polls/${uuid}/results`, undefined, g.operator)).body.data
const vote = (uuid: string, person: Person, selected_options: string[], allocations?: object) =>
  bank.call(`POST /api/polls/${uuid}/vote`, { selected_options, allocations }, person)
const voteOnBasket = (uuid: string, person: Person, allocations: object) =>
  bank.call(`POST /api/voting/polls/${uuid}/vote`, { allocations }, person)
const act = (uuid: string, action: string, body = {}) =>
  bank.call(`POST /api/polls/${uuid}/${action}`, body, g.operator)
const read = async (path: string, person: Person) =>
  (await bank.call(`GET ${path}`, undefined, person)).body

function expectRefused(answer: Answer, status: number, code: string, field?: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
  if (field) expect(Object.keys(answer.body.errors)).toEqual([field])
}

const basketPoll = {
  title: 'Weights of April',
  type: 'weighted_choice',
  options: undefined,
  execution_workflow: 'UpdateBasketComposition',
  metadata: { is_gcu_poll: true, voting_month: '2026-04', template: 'monthly_basket' },
}
const launch = { USD: 40, EUR: 30, GBP: 15, CHF: 10, JPY: 3, XAU: 2 }

describe('poll.create', () => {
  it('creates a draft with all given fields', async () => {
    const { status, body } = await g.createPoll({
      description: 'One of them.',
      required_participation: 12.5,
      execution_workflow: 'AddAsset',
      metadata: { any: ['thing'] },
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      id: expect.any(Number),
      status: 'draft',
      type: 'single_choice',
      options: [
        { id: 'silver', label: 'silver', description: null, metadata: {} },
        { id: 'gold' },
        { id: 'lead' },
      ],
      required_participation: 12.5,
      voting_power_strategy: 'one_user_one_vote',
      execution_workflow: 'AddAsset',
      created_by: g.operator.uuid,
      metadata: { any: ['thing'] },
      votes_count: 0,
      total_voting_power: 0,
    })
    expect(await get(body.data.uuid)).toEqual(body.data)
    expect(await get(String(body.data.id))).toEqual(body.data)
    const events = await g.eventsOf({ poll_uuid: body.data.uuid })
    expect(events.map(({ type }) => type)).toEqual(['poll.created'])
  })

  it('has default options for a yes_no poll and for a poll about the basket', async () => {
    const yesNo = await g.createPoll({ type: 'yes_no', options: undefined })
    expect(yesNo.body.data.options.map((one: { id: string }) => one.id)).toEqual(['yes', 'no'])
    const basket = await g.createPoll(basketPoll)
    expect(basket.body.data).toMatchObject({ voting_power_strategy: 'gcu_weighted_vote' })
    expect(basket.body.data.options[0]).toEqual({
      id: 'USD',
      label: 'US Dollar',
      description: null,
      metadata: { min: 20, max: 50, default: 40 },
    })
    expect(basket.body.data.options).toHaveLength(6)
  })

  const refusals: [what: string, change: object, field: string][] = [
    ['one option', { options: [{ id: 'a', label: 'A' }] }, 'options'],
    ['no options', { options: undefined }, 'options'],
    ['the same id twice', { options: ['a', 'a'].map((id) => ({ id, label: id })) }, 'options'],
    ['other answers than yes and no', { type: 'yes_no' }, 'options'],
    ['an unknown type', { type: 'lottery' }, 'type'],
    ['an unknown strategy', { voting_power_strategy: 'loudest' }, 'voting_power_strategy'],
    ['an unknown workflow', { execution_workflow: 'Dance' }, 'execution_workflow'],
    ['three decimals', { required_participation: 1.001 }, 'required_participation'],
    ['no threshold', { required_participation: 0 }, 'required_participation'],
    [
      'a change of the basket by another poll',
      { execution_workflow: 'UpdateBasketComposition' },
      'execution_workflow',
    ],
    ['a basket poll of another type', { ...basketPoll, type: 'yes_no' }, 'type'],
    [
      'a basket poll of another strategy',
      { ...basketPoll, voting_power_strategy: 'one_user_one_vote' },
      'voting_power_strategy',
    ],
    [
      'a basket of unknown assets',
      { ...basketPoll, options: ['USD', 'ABC'].map((id) => ({ id, label: id })) },
      'options',
    ],
    [
      'a bound that is not a percentage',
      {
        ...basketPoll,
        options: ['USD', 'EUR'].map((id) => ({ id, label: id, metadata: { max: '50' } })),
      },
      'options',
    ],
    [
      'bounds that no allocation satisfies',
      {
        ...basketPoll,
        options: ['USD', 'EUR'].map((id) => ({ id, label: id, metadata: { max: 49 } })),
      },
      'options',
    ],
    [
      'bounds that leave no room',
      {
        ...basketPoll,
        options: ['USD', 'EUR'].map((id) => ({ id, label: id, metadata: { min: 60, max: 50 } })),
      },
      'options',
    ],
  ]
  it('refuses invalid polls, and creates none', async () => {
    const before = await g.count('governance.polls')
    const things = refusals.map(([what, change, field]) => ({ at: what, change, field }))
    await askAll(things, async ({ change, field }) => {
      const answer = await g.createPoll(change)
      expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
      expect(Object.keys(answer.body.errors).map((name) => name.split('.')[0])).toContain(field)
    })
    expect(await g.count('governance.polls')).toBe(before)
  })

  it('refuses a start that is not in the future, and an end that is not after it', async () => {
    const past = await g.createPoll({ start_date: g.at(0) })
    expectRefused(past, 422, 'VALIDATION_ERROR', 'start_date')
    const backwards = await g.createPoll({ start_date: g.at(10), end_date: g.at(9) })
    expectRefused(backwards, 422, 'VALIDATION_ERROR', 'end_date')
  })
})

describe('poll.activate', () => {
  it('opens a draft between its start and its end, once', async () => {
    const { body } = await g.createPoll()
    const { uuid } = body.data
    expectRefused(await act(uuid, 'activate'), 400, 'VOTING_STATE_CONFLICT')
    bank.clock.advance(1)
    const activated = await act(uuid, 'activate')
    expect([activated.status, activated.body.data.status]).toEqual([200, 'active'])
    expectRefused(await act(uuid, 'activate'), 400, 'VOTING_STATE_CONFLICT')
    const late = (await g.createPoll()).body.data.uuid
    bank.clock.advance(3600)
    expectRefused(await act(late, 'activate'), 400, 'VOTING_STATE_CONFLICT')
    expect((await get(late)).status).toBe('draft')
    const events = await g.eventsOf({ poll_uuid: uuid })
    expect(events.map(({ type }) => type)).toEqual(['poll.created', 'poll.activated'])
  })

  it('is done by the clock for a pending poll', async () => {
    const { body } = await g.createPoll({ auto_activate: true })
    const { uuid, status } = body.data
    expect(status).toBe('pending')
    await g.settle()
    expect((await get(uuid)).status).toBe('pending')
    bank.clock.advance(1)
    await Promise.all([g.settle(), g.settle()])
    expect((await get(uuid)).status).toBe('active')
    expect((await vote(uuid, await g.voter(), ['gold'])).status).toBe(201)
    const events = await g.eventsOf({ poll_uuid: uuid })
    expect(events.filter(({ type }) => type === 'poll.activated')).toHaveLength(1)
  })
})

describe('poll.cancel', () => {
  it('cancels a poll that has not ended, and no other', async () => {
    const uuid = await g.openPoll({ metadata: { kept: true } })
    const voter = await g.voter()
    const cancelled = await act(uuid, 'cancel', { reason: 'A mistake' })
    expect(cancelled.body.data).toMatchObject({
      status: 'cancelled',
      metadata: { kept: true, cancel_reason: 'A mistake', cancelled_by: g.operator.uuid },
    })
    expectRefused(await vote(uuid, voter, ['gold']), 422, 'POLL_NOT_ACTIVE')
    expectRefused(await act(uuid, 'cancel'), 400, 'VOTING_STATE_CONFLICT')
    const over = await g.openPoll()
    bank.clock.advance(3600)
    expectRefused(await act(over, 'cancel'), 400, 'VOTING_STATE_CONFLICT')
    await g.settle()
    expectRefused(await act(over, 'cancel'), 400, 'VOTING_STATE_CONFLICT')
  })
})

describe('poll.complete', () => {
  it('counts an ended poll at once, and no other', async () => {
    const uuid = await g.openPoll()
    await vote(uuid, await g.voter(), ['gold'])
    expectRefused(await act(uuid, 'complete'), 400, 'VOTING_STATE_CONFLICT')
    bank.clock.advance(3600)
    const completed = await act(uuid, 'complete')
    expect(completed.body.data).toMatchObject({
      status: 'closed',
      metadata: { results: { winning_option: 'gold' } },
    })
    expectRefused(await act(uuid, 'complete'), 400, 'VOTING_STATE_CONFLICT')
    await g.settle()
    const events = await g.eventsOf({ poll_uuid: uuid })
    expect(events.filter(({ type }) => type === 'poll.completed')).toHaveLength(1)
  })
})

describe('poll.list', () => {
  it('filters by status and type, and pages by fifteen', async () => {
    const choice = await g.openPoll()
    const yesNo = await g.openPoll({ type: 'yes_no', options: undefined })
    const all = await read('/api/polls', g.operator)
    expect(all.meta).toMatchObject({ current_page: 1, per_page: 15 })
    expect(all.links.first).toContain('/api/polls?page=1')
    const uuidsOf = async (query: string): Promise<string[]> =>
      (await read(`/api/polls?${query}`, g.operator)).data
        .filter((poll: { metadata: { template?: string } }) => !isFromStart(poll))
        .map((poll: { uuid: string }) => poll.uuid)
    // One exists from the first start.
    const isFromStart = (poll: { metadata: { template?: string } }) =>
      poll.metadata.template === 'monthly_basket'
    expect(await uuidsOf('status=active')).toEqual([yesNo, choice])
    expect(await uuidsOf('status=active&type=yes_no')).toEqual([yesNo])
    const active = await read('/api/polls/active', g.operator)
    expect([active.count, active.data.length]).toEqual([3, 3])
    bank.clock.advance(3600)
    expect(await uuidsOf('status=active')).toEqual([])
    expect((await uuidsOf('status=closed&per_page=2')).toSorted()).toEqual(
      [choice, yesNo].toSorted(),
    )
    expect((await read('/api/polls/active', g.operator)).count).toBe(1)
    const answer = await bank.call('GET /api/polls?status=open', undefined, g.operator)
    expectRefused(answer, 422, 'VALIDATION_ERROR', 'status')
  })
})

describe('poll.vote', () => {
  it('returns the signed vote, and emits an event without the choice', async () => {
    const uuid = await g.openPoll()
    const voter = await g.voter()
    const { status, body } = await vote(uuid, voter, ['gold'])
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      poll_uuid: uuid,
      user_uuid: voter.uuid,
      selected_options: ['gold'],
      allocations: null,
      voting_power: 1,
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      poll: { uuid, title: 'Which metal?', status: 'active', type: 'single_choice' },
    })
    expect(await get(uuid)).toMatchObject({ votes_count: 1, total_voting_power: 1 })
    const cast = (await g.eventsOf({ poll_uuid: uuid })).find(({ type }) => type === 'vote.cast')
    expect(cast).toEqual({
      type: 'vote.cast',
      user_uuid: voter.uuid,
      data: {
        poll_uuid: uuid,
        title: 'Which metal?',
        voting_power: '1',
        voted_at: body.data.voted_at,
      },
    })
  })

  it('counts once under concurrent requests', async () => {
    const uuid = await g.openPoll()
    const voters = await Promise.all([1, 2, 3].map(() => g.voter()))
    const answers = await Promise.all(
      voters.flatMap((voter) =>
        ['gold', 'lead', 'silver', 'gold'].map((option) => vote(uuid, voter, [option])),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectRefused(answer, 422, 'ALREADY_VOTED')
    const { total_votes, total_voting_power, option_results } = await results(uuid)
    expect([total_votes, total_voting_power]).toEqual([3, 3])
    const counted = Object.values(option_results as Record<string, { votes: number }>)
    expect(counted.reduce((sum, { votes }) => sum + votes, 0)).toBe(3)
  })

  it('waits while the poll is being closed, and is then refused', async () => {
    const uuid = await g.openPoll()
    const voter = await g.voter()
    const closing = await holdTransaction(bank.address)
    await closing.query(`update governance.polls set status = 'closed' where uuid = $1`, [uuid])
    const answer = vote(uuid, voter, ['gold'])
    await closing.untilWaitedFor(answer)
    await closing.commit()
    expectRefused(await answer, 422, 'POLL_NOT_ACTIVE')
    expect(await get(uuid)).toMatchObject({ votes_count: 0, status: 'closed' })
  })

  const ballots: [
    type: string,
    selected: string[],
    allocations: object | undefined,
    field: string,
  ][] = [
    ['single_choice', ['gold', 'lead'], undefined, 'selected_options'],
    ['single_choice', ['tin'], undefined, 'selected_options'],
    ['multiple_choice', ['gold', 'gold'], undefined, 'selected_options'],
    ['ranked_choice', ['gold'], undefined, 'selected_options'],
    ['ranked_choice', ['gold', 'lead', 'gold'], undefined, 'selected_options'],
    ['weighted_choice', ['gold', 'tin'], undefined, 'selected_options'],
    ['single_choice', ['gold'], { gold: 100 }, 'allocations'],
    ['weighted_choice', ['gold', 'lead'], { gold: 50, lead: 49 }, 'allocations'],
    ['weighted_choice', ['gold'], { gold: 50, lead: 50 }, 'allocations'],
    ['weighted_choice', ['gold', 'lead'], { gold: 150, lead: -50 }, 'allocations'],
  ]
  it('refuses a ballot that the type of the poll does not allow, and counts nothing', async () => {
    const polls = new Map<string, string>()
    for (const type of new Set(ballots.map(([name]) => name)))
      polls.set(type, await g.openPoll({ type }))
    const voter = await g.voter()
    const things = ballots.map(([type, selected, allocations, field]) => {
      const at = `${type} ${JSON.stringify(selected)} ${JSON.stringify(allocations)}`
      return { at, uuid: polls.get(type)!, selected, allocations, field }
    })
    await askAll(things, async ({ uuid, selected, allocations, field }) => {
      const answer = await vote(uuid, voter, selected, allocations)
      expectRefused(answer, 422, 'VALIDATION_ERROR', field)
    })
    for (const uuid of polls.values())
      expect(await get(uuid)).toMatchObject({ votes_count: 0, total_voting_power: 0 })
  })

  it('refuses before the start, after the end, and twice', async () => {
    const voter = await g.voter()
    const draft = (await g.createPoll()).body.data.uuid
    expectRefused(await vote(draft, voter, ['gold']), 422, 'POLL_NOT_ACTIVE')
    const uuid = await g.openPoll()
    expect((await vote(uuid, voter, ['gold'])).status).toBe(201)
    expectRefused(await vote(uuid, voter, ['lead']), 422, 'ALREADY_VOTED')
    const late = await g.voter()
    bank.clock.advance(3600)
    expectRefused(await vote(uuid, late, ['lead']), 422, 'POLL_NOT_ACTIVE')
    await g.settle()
    expectRefused(await vote(uuid, late, ['lead']), 422, 'POLL_NOT_ACTIVE')
    expect((await results(uuid)).option_results).toMatchObject({
      gold: { votes: 1, power: 1, percentage: 100 },
      lead: { votes: 0, power: 0, percentage: 0 },
    })
  })
})

describe('voting power', () => {
  const powerIn = (uuid: string, person: Person) => read(`/api/polls/${uuid}/voting-power`, person)

  it('is one for every user', async () => {
    const uuid = await g.openPoll()
    const voter = await g.voter()
    expect(await powerIn(uuid, voter)).toEqual({
      voting_power: 1,
      can_vote: true,
      has_voted: false,
      strategy: 'one_user_one_vote',
    })
    await vote(uuid, voter, ['gold'])
    expect(await powerIn(uuid, voter)).toMatchObject({ can_vote: false, has_voted: true })
  })

  it.each([
    [
      'asset_weighted_vote',
      [
        [{ USD: '0.99' }, 0],
        [{ USD: '1.00' }, 1],
        [{ USD: '299.99', GCU: '500' }, 2],
      ],
    ],
    [
      'gcu_weighted_vote',
      [
        [{ GCU: '0.9999', USD: '500.00' }, 0],
        [{ GCU: '17.9999' }, 17],
      ],
    ],
  ] as const)('by %s is by what is held', async (strategy, cases) => {
    const uuid = await g.openPoll({ voting_power_strategy: strategy })
    let [votes_count, total_voting_power] = [0, 0]
    for (const [holdings, power] of cases) {
      const voter = await g.voter(holdings)
      expect(await powerIn(uuid, voter)).toMatchObject({
        voting_power: power,
        can_vote: power > 0,
        strategy,
      })
      const answer = await vote(uuid, voter, ['gold'])
      if (power === 0) expectRefused(answer, 422, 'NOT_ELIGIBLE_TO_VOTE')
      else expect(answer.body.data.voting_power).toBe(power)
      votes_count += power > 0 ? 1 : 0
      total_voting_power += power
      expect(await get(uuid)).toMatchObject({ votes_count, total_voting_power })
    }
  })
})

describe('poll.results', () => {
  const cast = async (
    uuid: string,
    ...votes: [gcu: string, selected: string[], shares?: object][]
  ) => {
    for (const [gcu, selected, shares] of votes)
      expect((await vote(uuid, await g.voter({ GCU: gcu }), selected, shares)).status).toBe(201)
  }
  const byGcu = { voting_power_strategy: 'gcu_weighted_vote' }

  it('of a single_choice: the most power wins, not the most voters', async () => {
    const uuid = await g.openPoll(byGcu)
    await cast(uuid, ['1', ['gold']], ['1', ['gold']], ['6', ['lead']])
    expect(await results(uuid)).toMatchObject({
      poll_uuid: uuid,
      total_votes: 3,
      total_voting_power: 8,
      option_results: {
        gold: { votes: 2, power: 2, percentage: 25 },
        lead: { votes: 1, power: 6, percentage: 75 },
        silver: { votes: 0, power: 0, percentage: 0 },
      },
      winning_option: 'lead',
    })
  })

  it('of a tie: there is no winner', async () => {
    const uuid = await g.openPoll()
    await cast(uuid, ['1', ['gold']], ['1', ['lead']])
    expect((await results(uuid)).winning_option).toBeNull()
  })

  it('of a multiple_choice: each selected option has the whole power', async () => {
    const uuid = await g.openPoll({ ...byGcu, type: 'multiple_choice' })
    await cast(uuid, ['1', ['gold', 'lead']], ['3', ['lead']])
    expect(await results(uuid)).toMatchObject({
      option_results: { gold: { power: 1, percentage: 25 }, lead: { power: 4, percentage: 100 } },
      winning_option: 'lead',
    })
  })

  it('of a weighted_choice: each option gets its share, by default an equal one', async () => {
    const uuid = await g.openPoll({ ...byGcu, type: 'weighted_choice' })
    await cast(uuid, ['10', ['gold', 'lead'], { gold: 75.5, lead: '24.50' }])
    await cast(uuid, ['1', ['gold', 'lead', 'silver']])
    expect(await results(uuid)).toMatchObject({
      total_voting_power: 11,
      option_results: {
        gold: { votes: 2, power: 7.8834 },
        lead: { votes: 2, power: 2.7833 },
        silver: { votes: 1, power: 0.3333 },
      },
      winning_option: 'gold',
    })
  })

  it('of a ranked_choice: by runoff', async () => {
    const uuid = await g.openPoll({ ...byGcu, type: 'ranked_choice' })
    await cast(uuid, ['4', ['gold', 'lead']], ['3', ['lead', 'gold']], ['2', ['silver', 'lead']])
    expect(await results(uuid)).toMatchObject({
      option_results: { gold: { power: 4 }, lead: { power: 3 }, silver: { power: 2 } },
      winning_option: 'lead',
      metadata: {
        rounds: [{ eliminated: 'silver' }, { powers: { gold: 4, lead: 5 }, eliminated: null }],
      },
    })
  })

  it('of a closed poll are those at its end', async () => {
    const uuid = await g.openPoll(byGcu)
    await cast(uuid, ['5', ['gold']])
    bank.clock.advance(3600)
    await g.settle()
    const ended = await results(uuid)
    expect(ended.winning_option).toBe('gold')
    await g.voter({ GCU: '100000' })
    expect(await results(uuid)).toEqual(ended)
    expect((await get(uuid)).metadata.results).toEqual(ended)
  })

  it('measure participation by users, by holders of dollars, or by GCU', async () => {
    const [people] = await bank.sql<{ n: number }>('select count(*)::int as n from identity.users')
    const uuid = await g.openPoll()
    await cast(uuid, ['1', ['gold']])
    const rate = Math.round((1 / (people!.n + 1)) * 10_000) / 100
    expect((await results(uuid)).participation_rate).toBe(rate)

    const dollars = await g.openPoll({ voting_power_strategy: 'asset_weighted_vote' })
    const [before] = await bank.sql<{ n: number }>(
      `select count(*)::int as n from (select from ledger.balances b
         join ledger.accounts a on a.id = b.account_id where a.code is null and b.asset = 'USD'
         group by a.user_uuid having sum(units) >= 100) t`,
    )
    await vote(dollars, await g.voter({ USD: '5.00' }), ['gold'])
    await g.voter({ USD: '0.50' })
    expect((await results(dollars)).participation_rate).toBe(
      Math.round((1 / (before!.n + 1)) * 10_000) / 100,
    )

    const gcu = await g.openPoll(byGcu)
    await cast(gcu, ['3.5', ['gold']])
    const [supply] = await bank.sql<{ gcu: number }>(
      `select (sum(units) / 10000)::float8 as gcu from ledger.balances b
         join ledger.accounts a on a.id = b.account_id where a.code is null and b.asset = 'GCU'`,
    )
    expect((await results(gcu)).participation_rate).toBeCloseTo((3 / supply!.gcu) * 100, 1)
  })
})

describe('a poll about the basket', () => {
  it('ends with the mean by power, to the last hundredth, and changes the basket', async () => {
    const uuid = await g.openPoll(basketPoll)
    const [ada, bob] = [await g.voter({ GCU: '2' }), await g.voter({ GCU: '1.9999' })]
    const first = await voteOnBasket(uuid, ada, launch)
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      message: expect.any(String),
      vote_id: expect.any(Number),
      voting_power_used: 2,
      timestamp: bank.clock.now().toISOString(),
    })
    // Thirds that sum to 99.99 are close enough, and counted as a whole.
    const thirds = { USD: 33.34, EUR: 33.33, GBP: 13.32, CHF: 20 }
    expect((await voteOnBasket(uuid, bob, thirds)).status).toBe(201)
    const { metadata, winning_option } = await results(uuid)
    expect(winning_option).toBeNull()
    // Rounded they sum to 99.99; the missing hundredth goes to the dollar.
    expect(metadata.composition).toEqual({
      USD: 37.79,
      EUR: 31.11,
      GBP: 14.44,
      CHF: 13.33,
      JPY: 2,
      XAU: 1.33,
    })
    bank.clock.advance(3600)
    await Promise.all([g.settle(), g.settle()])
    expect(g.basket.applied).toEqual([
      { USD: 3779, EUR: 3111, GBP: 1444, CHF: 1333, JPY: 200, XAU: 133 },
    ])
    expect(await get(uuid)).toMatchObject({
      status: 'executed',
      metadata: {
        execution: {
          state: 'done',
          workflow: 'UpdateBasketComposition',
          result: { rebalanced: true },
        },
      },
    })
  })

  it('refuses invalid votes with the specified statuses, and counts nothing', async () => {
    const voter = await g.voter({ GCU: '10' })
    const other = await g.openPoll()
    expectRefused(await voteOnBasket(other, voter, launch), 400, 'NOT_A_BASKET_POLL')
    const draft = (await g.createPoll(basketPoll)).body.data.uuid
    expectRefused(await voteOnBasket(draft, voter, launch), 422, 'POLL_NOT_ACTIVE')
    const uuid = await g.openPoll(basketPoll)
    const wrong = [
      { ...launch, USD: 39.98 },
      { ...launch, USD: 40.02 },
      { ...launch, USD: 55, EUR: 20, GBP: 10 },
      { USD: 50, EUR: 40, GBP: 10 },
      { ...launch, XAU: 0, BTC: 2 },
      { ...launch, USD: 39.995, EUR: 30.005 },
      {},
    ]
    for (const allocations of wrong)
      expectRefused(
        await voteOnBasket(uuid, voter, allocations),
        422,
        'VALIDATION_ERROR',
        'allocations',
      )
    const poor = await g.voter({ GCU: '0.9999' })
    expectRefused(await voteOnBasket(uuid, poor, launch), 403, 'NO_VOTING_POWER')
    expect((await get(uuid)).votes_count).toBe(0)
    expect((await voteOnBasket(uuid, voter, launch)).status).toBe(201)
    expectRefused(await voteOnBasket(uuid, voter, launch), 403, 'BASKET_VOTE_CAST')
    expect((await get(uuid)).votes_count).toBe(1)
  })

  it('states the wrong sum', async () => {
    const uuid = await g.openPoll(basketPoll)
    const { body } = await voteOnBasket(uuid, await g.voter({ GCU: '1' }), { ...launch, XAU: 0 })
    expect(body.errors.allocations).toEqual(['The shares must sum to 100; they sum to 98.'])
  })

  it('without votes keeps the composition', async () => {
    const uuid = await g.openPoll(basketPoll)
    expect((await results(uuid)).metadata.composition).toEqual(launch)
    bank.clock.advance(3600)
    await g.settle()
    expect((await get(uuid)).status).toBe('closed')
    expect(g.basket.applied).toEqual([])
  })

  it('changes nothing when too few took part', async () => {
    await g.voter({ GCU: '1000' })
    const uuid = await g.openPoll({ ...basketPoll, required_participation: 100 })
    await voteOnBasket(uuid, await g.voter({ GCU: '50' }), launch)
    bank.clock.advance(3600)
    await g.settle()
    const poll = await get(uuid)
    expect(poll.status).toBe('closed')
    expect(poll.metadata.results.metadata.participation_met).toBe(false)
    expect(poll.metadata.execution).toBeUndefined()
    expect(g.basket.applied).toEqual([])
  })

  it('fails if the basket refuses finally, and waits while it is unavailable', async () => {
    const uuid = await g.openPoll(basketPoll)
    await voteOnBasket(uuid, await g.voter({ GCU: '50' }), launch)
    bank.clock.advance(3600)
    g.basket.refusal = Unavailable({ reason: 'The basket is being counted.' })
    await g.settle()
    expect(await get(uuid)).toMatchObject({
      status: 'closed',
      metadata: { execution: { state: 'waiting' } },
    })
    g.basket.refusal = Invalid({ errors: { composition: ['Gold must stay.'] } })
    await g.settle()
    expect(await get(uuid)).toMatchObject({
      status: 'failed',
      metadata: { execution: { state: 'failed', error: 'Gold must stay.' } },
    })
    g.basket.refusal = undefined
    await g.settle()
    expect(g.basket.applied).toEqual([])
  })
})

describe('the execution of a result', () => {
  const closeWith = async (change: object, selected: string[]) => {
    const uuid = await g.openPoll(change)
    await vote(uuid, await g.voter(), selected)
    bank.clock.advance(3600)
    await g.settle()
    return get(uuid)
  }

  it.each(['AddAsset', 'FeatureToggle', 'UpdateConfiguration'])(
    'of %s is recorded for an operator',
    async (execution_workflow) => {
      const metadata = { code: 'XAG' }
      const poll = await closeWith({ execution_workflow, metadata }, ['silver'])
      expect(poll.status).toBe('closed')
      expect(poll.metadata.execution).toEqual({
        state: 'recorded',
        workflow: execution_workflow,
        result: { winning_option: 'silver', parameters: metadata },
      })
    },
  )

  it('does not happen if the answer is no', async () => {
    const change = { type: 'yes_no', options: undefined, execution_workflow: 'FeatureToggle' }
    expect((await closeWith(change, ['no'])).metadata.execution).toBeUndefined()
    expect((await closeWith(change, ['yes'])).metadata.execution.state).toBe('recorded')
  })
})

describe('the votes of the caller', () => {
  it('are listed, counted, shown and verified', async () => {
    const voter = await g.voter({ GCU: '7' })
    const first = await g.openPoll({ voting_power_strategy: 'gcu_weighted_vote' })
    const second = await g.openPoll()
    const { body } = await vote(first, voter, ['gold'])
    await vote(second, voter, ['lead'])
    const list = await read('/api/votes', voter)
    expect(list.data.map((one: { poll_uuid: string }) => one.poll_uuid)).toEqual([second, first])
    expect(list.meta).toMatchObject({ total: 2, per_page: 15 })
    expect(list.data[1]).toEqual(body.data)
    expect((await read(`/api/votes/${body.data.id}`, voter)).data).toEqual(body.data)
    const [polls] = await bank.sql<{ n: number }>(
      `select count(*)::int as n from governance.polls
       where environment = 'live' and status not in ('draft', 'pending', 'cancelled')`,
    )
    expect((await read('/api/votes/stats', voter)).data).toEqual({
      total_votes: 2,
      total_voting_power: 8,
      recent_votes: 2,
      avg_voting_power: 4,
      participation_rate: Math.round((2 / polls!.n) * 10_000) / 100,
    })
    const verify = () => bank.call(`POST /api/votes/${body.data.id}/verify`, {}, voter)
    expect((await verify()).body).toMatchObject({ verified: true })
    for (const change of [
      `selected_options = '["lead"]'`,
      'voting_power = voting_power + 1',
      `voted_at = voted_at + interval '1 second'`,
    ]) {
      await bank.sql(`update governance.votes set ${change} where id = $1`, [body.data.id])
      expect((await verify()).body).toMatchObject({ verified: false })
      await bank.sql(
        `update governance.votes set selected_options = '["gold"]', voting_power = 7, voted_at = $2
         where id = $1`,
        [body.data.id, body.data.voted_at],
      )
    }
    expect((await verify()).body).toMatchObject({ verified: true })
    const outsider = await bank.call(`GET /api/votes/${body.data.id}`, undefined, await g.voter())
    expectRefused(outsider, 404, 'NOT_FOUND')
  })

  it('older than 30 days are not recent', async () => {
    const voter = await g.voter()
    await vote(await g.openPoll(), voter, ['gold'])
    bank.clock.advance(31 * 86_400)
    const { body } = await bank.call('POST /api/auth/login', voter)
    const signedIn = { ...voter, token: body.data.access_token }
    const { data } = await read('/api/votes/stats', signedIn)
    expect([data.total_votes, data.recent_votes]).toEqual([1, 0])
  })
})

describe('polls as a voter sees them', () => {
  it('say whether and how they voted', async () => {
    const voter = await g.voter({ GCU: '3.5' })
    const uuid = await g.openPoll(basketPoll)
    const choice = await g.openPoll({ end_date: g.at(7200) })
    const before = await read('/api/voting/polls', voter)
    expect(before.meta).toMatchObject({
      current_page: 1,
      total: 2,
      basket_name: 'Global Currency Unit',
      basket_code: 'GCU',
      basket_symbol: 'Ǥ',
    })
    expect(before.data.map((poll: { uuid: string }) => poll.uuid)).toEqual([uuid, choice])
    expect(before.data[0]).toMatchObject({
      status: 'active',
      user_context: { has_voted: false, voting_power: 3, can_vote: true, vote: null },
      metadata: { is_gcu_poll: true, voting_month: '2026-04', template: 'monthly_basket' },
      results_visible: false,
      time_remaining: { days: 0, hours: 0, human_readable: 'less than an hour' },
    })
    await voteOnBasket(uuid, voter, launch)
    const [after] = (await read('/api/voting/polls', voter)).data
    expect(after.user_context).toEqual({
      has_voted: true,
      voting_power: 3,
      can_vote: false,
      vote: {
        selected_options: Object.keys(launch),
        allocations: launch,
        voted_at: bank.clock.now().toISOString(),
      },
    })
    const dashboard = (await read('/api/voting/dashboard', voter)).data
    expect(dashboard).toMatchObject({
      stats: { active_polls: 2, votes_cast: 1, gcu_balance: '3.5000', voting_power: 3 },
      next_poll: { uuid },
      basket_info: { basket_code: 'GCU' },
    })
    const open = await bank.call('GET /api/v2/gcu/governance/active-polls')
    expect(open.body.data).toMatchObject([
      { uuid, current_results: { total_votes: 1, metadata: { composition: launch } } },
    ])
    bank.clock.advance(3600)
    await g.settle()
    const history = await read('/api/voting/polls/history', voter)
    const [user] = await bank.sql<{ created_at: Date }>(
      'select created_at from identity.users where uuid = $1',
      [voter.uuid],
    )
    expect(history.meta).toMatchObject({
      per_page: 10,
      total: 1,
      total_votes: 1,
      member_since: user!.created_at.toISOString(),
    })
    expect(history.data).toMatchObject([
      { uuid, results_visible: true, time_remaining: null, user_context: { has_voted: true } },
    ])
    expect(history.links.first).toContain('/api/voting/polls/history?page=1')
  })

  it('are upcoming within thirty days', async () => {
    const voter = await g.voter()
    const day = 86_400
    const create = async (from: number, change = {}): Promise<string> =>
      (await g.createPoll({ start_date: g.at(from), end_date: g.at(60 * day), ...change })).body
        .data.uuid
    const far = await create(31 * day)
    const later = await create(20 * day)
    const next = await create(10 * day, { auto_activate: true })
    const { data } = await read('/api/voting/polls/upcoming', voter)
    const uuids: string[] = data.map((poll: { uuid: string }) => poll.uuid)
    expect(uuids.filter((uuid) => [far, later, next].includes(uuid))).toEqual([next, later])
    expect(data[0].user_context.can_vote).toBe(false)
    const dashboard = (await read('/api/voting/dashboard', voter)).data
    expect(dashboard.next_poll.uuid).toBe(uuids[0])
    await act(next, 'cancel')
    await act(later, 'cancel')
    await act(far, 'cancel')
  })
})

describe('the job of the bank', () => {
  it('closes ended polls', async () => {
    const uuid = await g.openPoll()
    const proposal = await g.openProposal()
    bank.clock.advance(3600)
    expect(bank.getJob('governance.settle').cron).toBe('* * * * *')
    await bank.runJob('governance.settle')
    const rows = await bank.sql<{ status: string }>(
      `select status from governance.polls where uuid = $1
       union all select status from governance.proposals where id = $2`,
      [uuid, proposal],
    )
    expect(rows.map(({ status }) => status)).toEqual(['closed', 'rejected'])
  })
})

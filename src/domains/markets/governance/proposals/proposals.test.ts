// Proposals through HTTP and PostgreSQL: voting power, errors, and the effect of an ended vote on the
// basket.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askAll } from '../../../../../test/contract/ask-all.ts'
import { type Answer, type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { Invalid, Unavailable } from '../../../../operation/error.ts'
import { type Governance, makeGovernance } from '../test-support.ts'

let bank: Bank
let g: Governance
/** Exists from the first start, and is not part of these tests. */
let fromStart: number[] = []

beforeAll(async () => {
  bank = await startBank()
  g = await makeGovernance(bank)
  fromStart = await listed()
})
afterAll(() => g.stop())

beforeEach(() => g.begin())

const path = '/api/v2/gcu/voting/proposals'
const get = async (id: number) => (await bank.call(`GET ${path}/${id}`)).body.data
const vote = (id: number, choice: string, person: Person) =>
  bank.call(`POST ${path}/${id}/vote`, { vote: choice }, person)
const listed = async (status?: string): Promise<number[]> => {
  const { body } = await bank.call(`GET ${path}${status ? `?status=${status}` : ''}`)
  const ids: number[] = body.data.map((one: { id: number }) => one.id)
  return ids.filter((id) => !fromStart.includes(id))
}

const passHour = async (): Promise<void> => {
  bank.clock.advance(3600)
  await g.settle()
}

function expectRefused(answer: Answer, status: number, code: string, field?: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
  if (field) expect(Object.keys(answer.body.errors)).toEqual([field])
}

describe('proposal.create', () => {
  it('is upcoming until voting begins, with the composition and the supply at its creation', async () => {
    await g.voter({ GCU: '100.5000' })
    const { status, body } = await g.createProposal({ rationale: 'It is heavy.' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'success',
      message: expect.any(String),
      data: {
        id: expect.any(Number),
        title: 'Less gold',
        rationale: 'It is heavy.',
        status: 'upcoming',
        proposed_composition: { USD: 42, EUR: 30, GBP: 15, CHF: 10, JPY: 3 },
        current_composition: { USD: 40, EUR: 30, GBP: 15, CHF: 10, JPY: 3, XAU: 2 },
        participation_rate: 0,
        approval_rate: 0,
        minimum_participation: 10,
        minimum_approval: 50,
        votes_for: '0.0000',
        total_votes_cast: '0.0000',
        is_voting_active: false,
        time_remaining: null,
        implemented_at: null,
      },
    })
    expect(Number(body.data.total_gcu_supply)).toBeGreaterThanOrEqual(100.5)
    const events = await g.eventsOf({ proposal_id: body.data.id })
    expect(events.map(({ type }) => type)).toEqual(['poll.created', 'poll.activated'])
  })

  const refusals: [what: string, change: object, field: string][] = [
    ['weights below 100', { proposed_composition: { USD: 99.99 } }, 'proposed_composition'],
    [
      'weights above 100',
      { proposed_composition: { USD: 60, EUR: 40.01 } },
      'proposed_composition',
    ],
    ['no weights', { proposed_composition: {} }, 'proposed_composition'],
    ['an unknown code', { proposed_composition: { USD: 50, ABC: 50 } }, 'proposed_composition'],
    ['the basket itself', { proposed_composition: { USD: 50, GCU: 50 } }, 'proposed_composition'],
    [
      'an inactive asset',
      { proposed_composition: { USD: 50, FCRYPTO: 50 } },
      'proposed_composition',
    ],
    [
      'three places',
      { proposed_composition: { USD: 50.005, EUR: 49.995 } },
      'proposed_composition',
    ],
    ['a negative weight', { proposed_composition: { USD: 110, EUR: -10 } }, 'proposed_composition'],
    ['no participation', { minimum_participation: 0 }, 'minimum_participation'],
    ['too much approval', { minimum_approval: 100.5 }, 'minimum_approval'],
    ['an approval with three decimals', { minimum_approval: 50.001 }, 'minimum_approval'],
    ['a title too long', { title: 'x'.repeat(256) }, 'title'],
  ]
  it('refuses invalid proposals, and creates none', async () => {
    const before = await g.count('governance.proposals')
    const things = refusals.map(([what, change, field]) => ({ at: what, change, field }))
    await askAll(things, async ({ change, field }) => {
      expectRefused(await g.createProposal(change), 422, 'VALIDATION_ERROR', field)
    })
    expect(await g.count('governance.proposals')).toBe(before)
  })

  it('refuses a start that is not in the future, and an end that is not after it', async () => {
    const past = await g.createProposal({ voting_starts_at: g.at(0) })
    expectRefused(past, 422, 'VALIDATION_ERROR', 'voting_starts_at')
    const backwards = { voting_starts_at: g.at(10), voting_ends_at: g.at(10) }
    expectRefused(await g.createProposal(backwards), 422, 'VALIDATION_ERROR', 'voting_ends_at')
  })
})

describe('proposal.activate', () => {
  it('opens a draft for votes, once, and not after its end', async () => {
    const voter = await g.voter({ GCU: '1' })
    const id = await g.openProposal({ draft: true })
    expect((await get(id)).status).toBe('draft')
    expectRefused(await vote(id, 'for', voter), 400, 'PROPOSAL_NOT_ACTIVE')
    const activated = await bank.call(`POST ${path}/${id}/activate`, {}, g.operator)
    expect([activated.status, activated.body.data.status]).toEqual([200, 'active'])
    expect((await vote(id, 'for', voter)).status).toBe(200)
    const again = await bank.call(`POST ${path}/${id}/activate`, {}, g.operator)
    expectRefused(again, 400, 'VOTING_STATE_CONFLICT')

    const late = await g.openProposal({ draft: true })
    bank.clock.advance(3600)
    const refused = await bank.call(`POST ${path}/${late}/activate`, {}, g.operator)
    expectRefused(refused, 400, 'VOTING_STATE_CONFLICT')
    expect((await get(late)).status).toBe('draft')
  })
})

describe('proposal.list', () => {
  it('filters by the current time, and needs no credential', async () => {
    const upcoming = (await g.createProposal({ voting_starts_at: g.at(600) })).body.data.id
    const active = await g.openProposal()
    const draft = await g.openProposal({ draft: true })
    expect(await listed('active')).toEqual([active])
    expect(await listed('upcoming')).toEqual([upcoming])
    expect((await get(upcoming)).status).toBe('upcoming')
    expect((await get(active)).status).toBe('active')
    expect((await listed()).slice(0, 3)).toEqual([draft, active, upcoming])
    expect(await listed('past')).not.toContain(active)
    bank.clock.advance(3600)
    // Over, though not closed yet.
    expect((await get(active)).status).toBe('closed')
    expect(await listed('active')).toEqual([])
    expect((await listed('past')).slice(0, 2)).toEqual([active, upcoming])
    await g.settle()
    expect((await listed('past')).slice(0, 2)).toEqual([active, upcoming])
  })

  it('refuses an unknown filter', async () => {
    const answer = await bank.call(`GET ${path}?status=closed`)
    expectRefused(answer, 422, 'VALIDATION_ERROR', 'status')
  })
})

describe('proposal.get', () => {
  it('shows the time left', async () => {
    const { body } = await g.createProposal({ voting_ends_at: g.at(2 * 86_400 + 3600 + 1) })
    bank.clock.advance(1)
    expect(await get(body.data.id)).toMatchObject({
      is_voting_active: true,
      time_remaining: '2 days 1 hour',
    })
  })

  it('does not show proposals of the sandbox', async () => {
    const live = await g.openProposal()
    const created = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Sandbox', environment: 'sandbox', permissions: ['read', 'write'] },
      await bank.person(),
    )
    const token = created.body.data.api_key
    expect(token, JSON.stringify(created.body)).toMatch(/^sk_sandbox_/)
    expectRefused(await bank.call(`GET ${path}/${live}`, undefined, { token }), 404, 'NOT_FOUND')
    expectRefused(
      await bank.call(`POST ${path}/${live}/vote`, { vote: 'for' }, { token }),
      404,
      'NOT_FOUND',
    )
  })
})

describe('proposal.vote', () => {
  it('weighs all GCU over all accounts of the caller at that moment, exactly', async () => {
    const voter = await g.voter({ GCU: '10.0001', USD: '500.00' })
    const { body } = await bank.call('POST /api/v2/accounts', { name: 'Second' }, voter)
    const second = body.data.uuid
    const deposit = { amount: '0.0009', asset_code: 'GCU' }
    await bank.call(`POST /api/v2/accounts/${second}/deposit`, deposit, voter)
    const id = await g.openProposal()
    const answer = await vote(id, 'for', voter)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      status: 'success',
      message: expect.any(String),
      data: { vote: 'for', voting_power: '10.0010' },
    })
    expect(await get(id)).toMatchObject({
      votes_for: '10.0010',
      total_votes_cast: '10.0010',
      approval_rate: 100,
    })
    const cast = (await g.eventsOf({ proposal_id: id })).find(({ type }) => type === 'vote.cast')
    expect(cast).toEqual({
      type: 'vote.cast',
      user_uuid: voter.uuid,
      data: {
        proposal_id: id,
        title: 'Less gold',
        voting_power: '10.0010',
        voted_at: expect.any(String),
      },
    })
  })

  it('is replaced by the next one, with the power at that time', async () => {
    const voter = await g.voter({ GCU: '5' })
    const other = await g.voter({ GCU: '2' })
    const id = await g.openProposal()
    await vote(id, 'for', voter)
    await vote(id, 'abstain', other)
    const { body } = await bank.call('GET /api/accounts', undefined, voter)
    await bank.call(
      `POST /api/v2/accounts/${body.data[0].uuid}/withdraw`,
      { amount: '2', asset_code: 'GCU' },
      voter,
    )
    bank.clock.advance(60)
    expect((await vote(id, 'against', voter)).body.data.voting_power).toBe('3.0000')
    expect(await get(id)).toMatchObject({
      votes_for: '0.0000',
      votes_against: '3.0000',
      votes_abstain: '2.0000',
      total_votes_cast: '5.0000',
    })
    const mine = await bank.call('GET /api/v2/gcu/voting/my-votes', undefined, voter)
    expect(mine.body).toMatchObject({
      status: 'success',
      meta: { total: 1 },
      data: [
        {
          proposal_id: id,
          proposal_title: 'Less gold',
          vote: 'against',
          voting_power: '3.0000',
          counted_power: null,
          voted_at: bank.clock.now().toISOString(),
        },
      ],
    })
  })

  it('counts once under concurrent requests', async () => {
    const voters = await Promise.all([1, 2, 3, 4].map((n) => g.voter({ GCU: String(n) })))
    const id = await g.openProposal()
    const choices = ['for', 'against', 'abstain', 'for', 'against']
    const answers = await Promise.all(
      voters.flatMap((voter) => choices.map((choice) => vote(id, choice, voter))),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const [cast] = await bank.sql<Record<string, string>>(
      `select coalesce(sum(voting_power) filter (where vote = 'for'), 0) as "for",
         coalesce(sum(voting_power) filter (where vote = 'against'), 0) as against,
         coalesce(sum(voting_power) filter (where vote = 'abstain'), 0) as abstain, count(*) as votes
       from governance.proposal_votes where proposal_id = $1`,
      [id],
    )
    expect(cast!.votes).toBe('4')
    await passHour()
    const [sums] = await bank.sql<Record<string, string>>(
      `select votes_for as "for", votes_against as against, votes_abstain as abstain, '4' as votes
       from governance.proposals where id = $1`,
      [id],
    )
    expect(sums).toEqual(cast)
    expect((await get(id)).total_votes_cast).toBe('10.0000')
  })

  it('refuses votes without GCU, before the start, after the end, and unknown choices', async () => {
    const poor = await g.voter({ USD: '1000.00' })
    const rich = await g.voter({ GCU: '1000' })
    const { body } = await g.createProposal({ voting_starts_at: g.at(60) })
    const id = body.data.id
    const before = await g.count('governance.proposal_votes')
    expectRefused(await vote(id, 'for', rich), 400, 'PROPOSAL_NOT_ACTIVE')
    bank.clock.advance(60)
    expectRefused(await vote(id, 'for', poor), 400, 'NO_GCU_BALANCE')
    expectRefused(await vote(id, 'maybe', rich), 422, 'VALIDATION_ERROR', 'vote')
    bank.clock.advance(3600)
    expectRefused(await vote(id, 'for', rich), 400, 'PROPOSAL_NOT_ACTIVE')
    await g.settle()
    expectRefused(await vote(id, 'for', rich), 400, 'PROPOSAL_NOT_ACTIVE')
    expect(await g.count('governance.proposal_votes')).toBe(before)
    expect(await get(id)).toMatchObject({ total_votes_cast: '0.0000', status: 'rejected' })
  })
})

describe('the end of a proposal', () => {
  /** The current supply, so that a test can set the share of it that votes. */
  const supplyShare = async (percent: number): Promise<string> => {
    const [row] = await bank.sql<{ units: string }>(
      `select coalesce(sum(units), 0) as units from ledger.balances b
       join ledger.accounts a on a.id = b.account_id
       where b.asset = 'GCU' and a.code is null and a.environment = 'live'`,
    )
    // The voter's GCU is part of the supply, too.
    const units = Math.ceil((Number(row!.units) * percent) / (100 - percent)) + 1
    return (units / 10_000).toFixed(4)
  }

  it('that passed changes the basket, once, in one transaction with its status', async () => {
    const voter = await g.voter({ GCU: await supplyShare(60) })
    const id = await g.openProposal({ minimum_participation: 50, minimum_approval: 66.67 })
    await vote(id, 'for', voter)
    await g.settle()
    expect((await get(id)).status).toBe('active')
    bank.clock.advance(3600)
    await Promise.all([g.settle(), g.settle(), g.settle()])
    expect(g.basket.applied).toEqual([{ USD: 4200, EUR: 3000, GBP: 1500, CHF: 1000, JPY: 300 }])
    expect(await get(id)).toMatchObject({
      status: 'implemented',
      implemented_at: bank.clock.now().toISOString(),
      approval_rate: 100,
    })
    const [row] = await bank.sql<{ implementation_details: object }>(
      'select implementation_details from governance.proposals where id = $1',
      [id],
    )
    expect(row!.implementation_details).toEqual({ rebalanced: true })
    const events = await g.eventsOf({ proposal_id: id })
    const completed = events.filter(({ type }) => type === 'poll.completed')
    expect(completed).toHaveLength(1)
    expect(completed[0]!.data).toMatchObject({ status: 'implemented', winning_option: 'for' })
    await g.settle()
    expect(g.basket.applied).toHaveLength(1)
  })

  it.each([
    ['too few took part', 30, 'for', 40, 50],
    ['there are no votes', 30, undefined, 10, 50],
  ])('is rejected when %s', async (_why, share, choice, participation, approval) => {
    const voter = await g.voter({ GCU: await supplyShare(share) })
    const id = await g.openProposal({
      minimum_participation: participation,
      minimum_approval: approval,
    })
    if (choice) await vote(id, choice, voter)
    bank.clock.advance(3600)
    await g.settle()
    expect((await get(id)).status).toBe('rejected')
    expect(g.basket.applied).toEqual([])
  })

  it.each([
    ['against', 'rejected'],
    ['abstain', 'rejected'],
    ['for', 'implemented'],
  ])('counts who votes %s among those that must approve', async (choice, status) => {
    const small = await g.voter({ GCU: await supplyShare(20) })
    const large = await g.voter({ GCU: await supplyShare(40) })
    const id = await g.openProposal({ minimum_participation: 50, minimum_approval: 50 })
    await vote(id, 'for', small)
    await vote(id, choice, large)
    bank.clock.advance(3600)
    await g.settle()
    expect((await get(id)).status).toBe(status)
  })

  it('is closed when the basket cannot be changed, and implemented when it can', async () => {
    const voter = await g.voter({ GCU: await supplyShare(60) })
    const id = await g.openProposal()
    await vote(id, 'for', voter)
    bank.clock.advance(3600)
    for (const refusal of [
      Unavailable({ reason: 'The basket is being counted.' }),
      Invalid({ errors: { composition: ['Gold must stay.'] } }),
    ]) {
      g.basket.refusal = refusal
      await g.settle()
      expect((await get(id)).status).toBe('closed')
      expectRefused(await vote(id, 'against', voter), 400, 'PROPOSAL_NOT_ACTIVE')
      const [row] = await bank.sql<{ implementation_details: { error: string } }>(
        'select implementation_details from governance.proposals where id = $1',
        [id],
      )
      expect(row!.implementation_details.error).toBe(refusal.message)
    }
    g.basket.refusal = undefined
    await g.settle()
    expect((await get(id)).status).toBe('implemented')
    expect(g.basket.applied).toHaveLength(1)
  })

  it('does not change the basket if its own transaction fails', async () => {
    const voter = await g.voter({ GCU: await supplyShare(60) })
    const id = await g.openProposal()
    await vote(id, 'for', voter)
    bank.clock.advance(3600)
    g.basket.onApply = async (ctx) => {
      ctx.emit({ type: 'poll.created', version: 1, summary: '', data: {} as never }, {
        proposal_id: -id,
      } as never)
      throw new Error('the basket broke in the middle')
    }
    await g.settle()
    expect(await g.eventsOf({ proposal_id: -id })).toEqual([])
    expect((await get(id)).status).toBe('closed')
    g.basket.onApply = () => Promise.resolve()
    await g.settle()
    expect((await get(id)).status).toBe('implemented')
  })
})

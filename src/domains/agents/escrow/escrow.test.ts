// Escrows over HTTP: who may do what, the error of each refusal, and where each cent goes. The
// states themselves are tested in life-cycle.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../test/harness/bank.ts'
import { proveAll, systemAccount } from '../../core/ledger/index.ts'
import { openWorkbench, type Fixture } from '../../core/ledger/test-support.ts'
import { registerAgent, signIn } from '../agents/test-support.ts'
import {
  callEscrow,
  createEscrow,
  differenceOf,
  type EscrowScene,
  escrowPath,
  findFaults,
  makeSide,
  moneyOf,
  must,
  type Side,
} from './test-support.ts'

let bank: Bank
let bench: Fixture
let buyer: Side
let seller: Side
let resolver: Side
let outsider: Side
let scene: EscrowScene
beforeAll(async () => {
  bank = await startBank()
  bench = openWorkbench(bank)
  buyer = await makeSide(bank, bench, { cents: 10_000_000 })
  seller = await makeSide(bank, bench)
  resolver = await makeSide(bank, bench)
  outsider = await makeSide(bank, bench, { cents: 1_000 })
  scene = { bank, buyer, seller, resolver }
})
afterAll(async () => {
  expect(await findFaults(bank)).toEqual({})
  expect((await proveAll(bench.database.read)).findings).toEqual([])
  await bench.database.close()
  await bank.stop()
})

const post = (path: string, body: object, side: Side) =>
  bank.call(`POST ${escrowPath}${path}`, body, side.as('owner'))
const show = (id: string, side: Side = buyer) =>
  bank.call(`GET ${escrowPath}/${id}`, undefined, side.as('owner'))

const wanted = () => ({
  buyer_did: buyer.did,
  seller_did: seller.did,
  amount: 25.5,
  currency: 'USD',
})

function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.body.error.code).toBe(code)
}

async function funded(change: object = {}): Promise<string> {
  const id = await createEscrow(scene, change)
  await must(callEscrow(scene, id, 'fund', 'owner'))
  return id
}

async function disputed(change: object = {}): Promise<string> {
  const id = await funded(change)
  await must(callEscrow(scene, id, 'dispute', 'agent'))
  return id
}

describe('escrow.create', () => {
  it('answers the whole record and moves nothing', async () => {
    const before = await moneyOf(bank, buyer.account)
    const request = {
      ...wanted(),
      conditions: ['shipped'],
      release_conditions: ['accepted'],
      dispute_resolution_did: resolver.did,
      metadata: { order: 7 },
    }
    const { status, body } = await post('', request, buyer)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      data: {
        status: 'created',
        amount: 25.5,
        currency: 'USD',
        funded_amount: 0,
        conditions: ['shipped'],
        release_conditions: ['accepted'],
        conditions_status: { shipped: false, accepted: false },
        dispute_resolution_did: resolver.did,
        sender_agent_id: buyer.agent.agent_id,
        receiver_agent_id: seller.agent.agent_id,
        metadata: { order: 7 },
        is_disputed: false,
        dispute: null,
        resolution: null,
      },
    })
    expect(body.data.escrow_id).toMatch(/^escrow-[0-9a-f-]{36}$/)
    expect(body.data.transaction_id).toMatch(/^txn-[0-9a-f-]{36}$/)
    const lasts = Date.parse(body.data.expires_at) - Date.parse(body.data.created_at)
    expect(lasts).toBe(86_400_000)
    expect(await moneyOf(bank, buyer.account)).toEqual(before)
    expect((await show(body.data.escrow_id)).body.data).toEqual(body.data)
  })

  it('can be proposed by the seller, not by a third party', async () => {
    expect((await post('', wanted(), seller)).status).toBe(201)
    expectRefusal(await post('', wanted(), outsider), 403, 'FORBIDDEN')
  })

  it.each([
    [{ buyer_did: 'nobody' }, 400, 'INVALID_DID'],
    [{ seller_did: 'did:florin:agent:unknown' }, 404, 'NOT_FOUND'],
    [{ dispute_resolution_did: 'did:florin:agent:unknown' }, 404, 'NOT_FOUND'],
    [{ dispute_resolution_did: 'nobody' }, 400, 'INVALID_DID'],
    [{ amount: 0 }, 422, 'VALIDATION_ERROR'],
    [{ amount: -1 }, 422, 'VALIDATION_ERROR'],
    [{ amount: 0.001 }, 422, 'VALIDATION_ERROR'],
    [{ amount: 0.0099, currency: 'GCU' }, 422, 'VALIDATION_ERROR'],
    [{ amount: 1_000_000.01 }, 422, 'VALIDATION_ERROR'],
    [{ currency: 'JPY' }, 422, 'VALIDATION_ERROR'],
    [{ timeout_seconds: 3599 }, 422, 'VALIDATION_ERROR'],
    [{ timeout_seconds: 2_592_001 }, 422, 'VALIDATION_ERROR'],
  ])('refuses %j with %i %s', async (change, status, code) => {
    expectRefusal(await post('', { ...wanted(), ...change }, buyer), status, code)
  })

  it('refuses a resolver that is a side, or another agent of its owner, whichever side proposes it', async () => {
    const before = await moneyOf(bank, seller.account)
    const otherOf = async (side: Side) => (await registerAgent(bank, side.person)).did
    const partial = [seller.did, buyer.did, await otherOf(seller), await otherOf(buyer)]
    for (const dispute_resolution_did of partial)
      for (const side of [buyer, seller]) {
        const answer = await post('', { ...wanted(), dispute_resolution_did }, side)
        expectRefusal(answer, 400, 'RESOLVER_NOT_NEUTRAL')
        expect(answer.body.error.message).toContain(dispute_resolution_did)
      }
    expect(await moneyOf(bank, seller.account)).toEqual(before)
    // A constraint of the table rejects it too.
    const id = await createEscrow(scene)
    await expect(
      bank.sql('update escrow.escrows set resolver_owner = seller_owner where uuid = $1', [
        id.slice('escrow-'.length),
      ]),
    ).rejects.toThrow(/escrows_resolver_neutral/)
  })

  it('refuses an agent as both sides, and an inactive one', async () => {
    const same = { ...wanted(), seller_did: buyer.did }
    expectRefusal(await post('', same, buyer), 400, 'SAME_AGENT')
    const inactive = await registerAgent(bank, seller.person)
    await must(
      bank.call(
        `PUT /api/agent-protocol/agents/${inactive.did}/status`,
        { status: 'inactive' },
        seller.person,
      ),
    )
    const request = { ...wanted(), seller_did: inactive.did }
    expectRefusal(await post('', request, buyer), 400, 'AGENT_NOT_ACTIVE')
  })

  it.each([0.01, 0.1, 1_000_000, 123_456.78])('keeps the amount %d exactly', async (amount) => {
    const { body } = await post('', { ...wanted(), amount }, buyer)
    expect(body.data.amount).toBe(amount)
    const [row] = await bank.sql<{ units: string }>(
      'select units from escrow.escrows where uuid = $1',
      [body.data.escrow_id.slice(7)],
    )
    expect(row!.units).toBe(String(Math.round(amount * 100)))
  })
})

describe('escrow.get', () => {
  it('is for the parties, their owners and the operator; others get 404', async () => {
    const id = await createEscrow(scene)
    for (const side of [buyer, seller, resolver])
      for (const by of ['owner', 'agent'] as const)
        expect((await bank.call(`GET ${escrowPath}/${id}`, undefined, side.as(by))).status).toBe(
          200,
        )
    expect(
      (await bank.call(`GET ${escrowPath}/${id}`, undefined, await bank.operator())).status,
    ).toBe(200)
    expectRefusal(await show(id, outsider), 404, 'NOT_FOUND')
    const foreign = await bank.call(`GET ${escrowPath}/${id}`, undefined, outsider.as('agent'))
    expectRefusal(foreign, 404, 'NOT_FOUND')
    expectRefusal(await show(id.toUpperCase()), 404, 'NOT_FOUND')
  })
})

describe('escrow.list', () => {
  it('has those of the owner’s agents, or of the agent alone, newest first', async () => {
    const person = await bank.person()
    const [one, two] = [
      await makeSide(bank, bench, { person, cents: 5_000 }),
      await makeSide(bank, bench, { person }),
    ]
    const make = (from: Side, to: Side) =>
      createEscrow({ bank, buyer: from, seller: to, resolver }, { amount: 1 })
    const first = await make(one, two)
    const second = await make(one, seller)
    const third = await make(buyer, two)
    const list = async (side: Side, by: 'owner' | 'agent', query = '') => {
      const { body } = await bank.call(`GET ${escrowPath}${query}`, undefined, side.as(by))
      expect(body).toMatchObject({ success: true, meta: { count: body.data.length } })
      return body.data.map((escrow: { escrow_id: string }) => escrow.escrow_id)
    }
    expect(await list(one, 'owner')).toEqual([third, second, first])
    expect(await list(one, 'agent')).toEqual([second, first])
    expect(await list(two, 'agent', '?limit=1')).toEqual([third])
    expect((await list(resolver, 'agent')).slice(0, 3)).toEqual([third, second, first])
    await must(post(`/${first}/fund`, { funder_did: one.did }, one))
    expect(await list(one, 'owner', '?status=funded')).toEqual([first])
    expect(await list(one, 'owner', '?status=disputed')).toEqual([])
    bank.clock.advance(3601)
    expect(await list(one, 'owner', '?status=funded')).toEqual([])
    expect(await list(one, 'owner', '?status=expired')).toEqual([third, second, first])
  })
})

describe('escrow.fund', () => {
  it('reserves the amount on the buyer’s account', async () => {
    const id = await createEscrow(scene, { amount: 7.5 })
    const before = await moneyOf(bank, buyer.account)
    const answer = await callEscrow(scene, id, 'fund', 'agent')
    expect(answer.body).toEqual({
      success: true,
      data: {
        escrow_id: id,
        status: 'funded',
        funded_amount: 7.5,
        currency: 'USD',
        funded_at: bank.clock.now().toISOString(),
      },
    })
    expect(differenceOf(before, await moneyOf(bank, buyer.account))).toEqual({
      units: 0,
      held: 750,
    })
    expect((await show(id)).body.data).toMatchObject({ funded_amount: 7.5, status: 'funded' })
  })

  it('is for the buyer alone', async () => {
    const id = await createEscrow(scene)
    const fund = (funder_did: string, side: Side) => post(`/${id}/fund`, { funder_did }, side)
    expectRefusal(await fund(seller.did, seller), 400, 'WRONG_PARTY')
    expectRefusal(await fund(outsider.did, outsider), 400, 'WRONG_PARTY')
    expectRefusal(await fund(buyer.did, seller), 403, 'FORBIDDEN')
    expectRefusal(await fund('nobody', buyer), 400, 'INVALID_DID')
    expectRefusal(await fund('did:florin:agent:unknown', buyer), 404, 'NOT_FOUND')
    expect((await show(id)).body.data.status).toBe('created')
  })

  it('is 400 without enough money, and leaves no hold', async () => {
    const poor = await makeSide(bank, bench, { cents: 999 })
    const id = await createEscrow({ ...scene, buyer: poor }, { amount: 10 })
    const answer = await post(`/${id}/fund`, { funder_did: poor.did }, poor)
    expectRefusal(answer, 400, 'ESCROW_NOT_COVERED')
    expect(answer.body.error.message).toBe(
      'Insufficient USD: 9.99 available, 10.00 needed to fund this escrow.',
    )
    expect(await moneyOf(bank, poor.account)).toEqual({ units: 999n, held: 0n })
    const holds = await bank.sql('select 1 from ledger.holds where account_id = $1', [poor.account])
    expect(holds).toEqual([])
    expect((await show(id, poor)).body.data.status).toBe('created')
  })

  it('is 400 while either account is frozen, naming the agent', async () => {
    const other = await makeSide(bank, bench, { cents: 5_000 })
    const id = await createEscrow({ ...scene, seller: other })
    const reverse = await createEscrow({ ...scene, buyer: other })
    const turn = (what: string) =>
      bank.call(`POST /api/accounts/${other.account}/${what}`, { reason: 'Lost' }, other.person)
    await turn('freeze')
    for (const [one, side] of [
      [id, buyer],
      [reverse, other],
    ] as const) {
      const answer = await post(`/${one}/fund`, { funder_did: side.did }, side)
      expectRefusal(answer, 400, 'AGENT_ACCOUNT_NOT_OPEN')
      expect(answer.body.error.message).toContain(`${other.did} is frozen`)
    }
    await turn('unfreeze')
    expect((await post(`/${id}/fund`, { funder_did: buyer.did }, buyer)).status).toBe(200)
  })

  it('happens once for concurrent requests', async () => {
    const id = await createEscrow(scene)
    const before = await moneyOf(bank, buyer.account)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => callEscrow(scene, id, 'fund', 'owner')),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400, 400, 400])
    expect(differenceOf(before, await moneyOf(bank, buyer.account))).toEqual({
      units: 0,
      held: 1_001,
    })
  })
})

describe('escrow.release', () => {
  it('pays the seller by one entry, which the seller cannot reverse', async () => {
    const id = await funded({ amount: 12.34 })
    const before = await moneyOf(bank, seller.account)
    const { body } = await callEscrow(scene, id, 'release', 'agent')
    expect(body.data).toMatchObject({
      escrow_id: id,
      status: 'released',
      amount: 12.34,
      fee: 0,
      released_to: seller.did,
      released_by: buyer.did,
    })
    expect(differenceOf(before, await moneyOf(bank, seller.account)).units).toBe(1_234)
    const [row] = await bank.sql<{ entry_id: string; subtype: string; link: string }>(
      `select m.entry_id, m.subtype, m.link from escrow.escrows e
       join ledger.moves m on m.entry_id = e.entry_id where e.uuid = $1`,
      [id.slice(7)],
    )
    expect(row).toMatchObject({ subtype: 'escrow', link: 'capture_of' })
    const transaction_id = `${row!.entry_id.slice(0, -2)}02`
    const reversal = await bank.call(
      'POST /api/transactions/reverse',
      { transaction_id, reason: 'Mine' },
      seller.person,
    )
    expect(reversal.status).toBe(422)
  })

  it('is for the buyer or the resolver, and needs no body', async () => {
    const [one, two] = [await funded(), await funded()]
    expect(
      (await bank.call(`POST ${escrowPath}/${one}/release`, undefined, buyer.person)).body.data,
    ).toMatchObject({ status: 'released', released_by: buyer.did })
    const byResolver = await bank.call(
      `POST ${escrowPath}/${two}/release`,
      undefined,
      resolver.as('agent'),
    )
    expect(byResolver.body.data).toMatchObject({ status: 'released', released_by: resolver.did })
  })

  it('is not for the seller nor for third parties', async () => {
    const id = await funded()
    expectRefusal(await post(`/${id}/release`, {}, seller), 403, 'FORBIDDEN')
    expectRefusal(await post(`/${id}/release`, {}, outsider), 403, 'FORBIDDEN')
    const named = (side: Side, by: Side) => post(`/${id}/release`, { releaser_did: side.did }, by)
    expectRefusal(await named(seller, seller), 400, 'WRONG_PARTY')
    expectRefusal(await named(buyer, seller), 403, 'FORBIDDEN')
    expect((await show(id)).body.data.status).toBe('funded')
  })

  it('needs every release condition, and says which are missing', async () => {
    const id = await funded({ conditions: ['packed'], release_conditions: ['sent', 'accepted'] })
    const release = (conditions_met: string[]) =>
      callEscrow(scene, id, 'release', 'owner', { conditions_met })
    const none = await bank.call(`POST ${escrowPath}/${id}/release`, undefined, buyer.person)
    expectRefusal(none, 400, 'CONDITIONS_NOT_MET')
    const half = await release(['sent', 'packed'])
    expectRefusal(half, 400, 'CONDITIONS_NOT_MET')
    expect(half.body.error.message).toContain('"accepted"')
    expect(half.body.error.message).not.toContain('"sent"')
    expect((await release(['sent', 'accepted', 'something else'])).status).toBe(200)
    expect((await show(id)).body.data.conditions_status).toEqual({
      packed: false,
      sent: true,
      accepted: true,
    })
  })

  it('is not for a session whose key lacks the scope', async () => {
    const id = await createEscrow(scene)
    const keys = `/api/agent-protocol/agents/${buyer.did}/api-keys`
    const scopes = ['escrow:create', 'escrow:read']
    const { api_key } = await must(
      bank.call(`POST ${keys}`, { name: 'Funds', scopes }, buyer.person),
    )
    const { session_token } = await must(
      bank.call('POST /api/agent-protocol/auth/api-key', { api_key }),
    )
    const headers = { 'X-Agent-Session': session_token }
    const call = (operation: string, body: object) =>
      bank.call(`POST ${escrowPath}/${id}/${operation}`, body, { headers })
    expect((await call('fund', { funder_did: buyer.did })).status).toBe(200)
    expectRefusal(await call('release', {}), 403, 'INSUFFICIENT_SCOPE')
    const dispute = await call('dispute', { disputer_did: buyer.did, reason: 'No' })
    expectRefusal(dispute, 403, 'INSUFFICIENT_SCOPE')
    expect((await bank.call(`GET ${escrowPath}/${id}`, undefined, { headers })).status).toBe(200)
  })

  it('waits while the buyer’s account is frozen', async () => {
    const other = await makeSide(bank, bench, { cents: 5_000 })
    const theirs = { ...scene, buyer: other }
    const id = await createEscrow(theirs)
    await must(callEscrow(theirs, id, 'fund', 'owner'))
    const turn = (what: string) =>
      bank.call(`POST /api/accounts/${other.account}/${what}`, { reason: 'Lost' }, other.person)
    await turn('freeze')
    const answer = await callEscrow(theirs, id, 'release', 'owner')
    expectRefusal(answer, 400, 'AGENT_ACCOUNT_NOT_OPEN')
    await turn('unfreeze')
    expect((await callEscrow(theirs, id, 'release', 'owner')).status).toBe(200)
  })
})

describe('escrow.dispute', () => {
  it('records who disputed, why and when', async () => {
    const id = await funded()
    const evidence = ['A photograph', 'A letter']
    const answer = await callEscrow(scene, id, 'dispute', 'agent', { evidence })
    expect(answer.body.data).toMatchObject({
      escrow_id: id,
      status: 'disputed',
      raised_by: seller.did,
      reason: 'Late',
      resolution_method: 'voting',
    })
    expect(answer.body.data.dispute_id).toMatch(/^dispute-[0-9a-f-]{36}$/)
    const now = bank.clock.now().toISOString()
    expect((await show(id)).body.data).toMatchObject({
      is_disputed: true,
      disputed_by: seller.did,
      dispute_reason: 'Late',
      resolution: null,
      dispute: {
        dispute_id: answer.body.data.dispute_id,
        status: 'open',
        raised_at: now,
        evidence: evidence.map((text) => ({
          evidence: text,
          submitted_by: seller.did,
          submitted_at: now,
        })),
      },
    })
  })

  it.each([
    [{ conditions: ['delivery_confirmed'] }, 'automated'],
    [{ release_conditions: ['time_based:2026-04-01'] }, 'automated'],
    [{ conditions: ['delivery_confirmed_by_post'] }, 'voting'],
    [{ amount: 9_999.99 }, 'voting'],
    [{ amount: 10_000 }, 'arbitration'],
  ])('of %j is settled by %s', async (change, method) => {
    const id = await funded(change)
    const { body } = await callEscrow(scene, id, 'dispute', 'owner')
    expect(body.data.resolution_method).toBe(method)
  })

  it('is for buyer and seller', async () => {
    const id = await funded()
    const raise = (did: string, side: Side) =>
      post(`/${id}/dispute`, { disputer_did: did, reason: 'Late' }, side)
    expectRefusal(await raise(resolver.did, resolver), 400, 'WRONG_PARTY')
    expectRefusal(await raise(outsider.did, outsider), 400, 'WRONG_PARTY')
    expectRefusal(await raise(buyer.did, outsider), 403, 'FORBIDDEN')
    expect((await raise(buyer.did, buyer)).status).toBe(200)
  })
})

describe('escrow.resolve', () => {
  it.each([
    ['release_to_receiver', undefined, 0],
    ['return_to_sender', undefined, 1_001],
    ['split', 0, 0],
    ['split', 100, 1_001],
    ['split', 50, 500],
    ['split', 33.333333, 333],
    ['split', 0.01, 0],
    ['split', 99.99, 1_000],
  ])('%s %s gives the buyer %i of 1001 cents', async (resolution_type, split_percentage, cents) => {
    const id = await disputed()
    const before = [await moneyOf(bank, buyer.account), await moneyOf(bank, seller.account)]
    const { body } = await callEscrow(scene, id, 'resolve', 'agent', {
      resolution_type,
      split_percentage,
      reason: 'So it is',
    })
    const distribution = { to_sender: cents / 100, to_receiver: (1_001 - cents) / 100 }
    expect(body.data).toMatchObject({
      status: 'resolved',
      resolution_type,
      resolved_by: resolver.did,
      distribution,
    })
    const after = [await moneyOf(bank, buyer.account), await moneyOf(bank, seller.account)]
    expect(differenceOf(before[0]!, after[0]!)).toEqual({ units: cents - 1_001, held: -1_001 })
    expect(differenceOf(before[1]!, after[1]!)).toEqual({ units: 1_001 - cents, held: 0 })
    expect((await show(id)).body.data).toMatchObject({
      resolution: { resolution_type, distribution, reason: 'So it is' },
      dispute: { status: 'resolved', resolution_allocation: distribution },
    })
  })

  it('is for the agreed resolver alone', async () => {
    const id = await disputed()
    const resolve = (did: string, side: Side) =>
      post(`/${id}/resolve`, { resolver_did: did, resolution_type: 'return_to_sender' }, side)
    expectRefusal(await resolve(buyer.did, buyer), 400, 'NOT_THE_RESOLVER')
    expectRefusal(await resolve(outsider.did, outsider), 400, 'NOT_THE_RESOLVER')
    expectRefusal(await resolve(resolver.did, buyer), 403, 'FORBIDDEN')
    expectRefusal(await resolve('nobody', resolver), 400, 'INVALID_DID')
    expect((await show(id)).body.data.status).toBe('disputed')
  })

  it('without one lets a side alone only concede', async () => {
    const none = { dispute_resolution_did: null }
    const resolve = (id: string, side: Side, resolution_type: string) =>
      post(`/${id}/resolve`, { resolver_did: side.did, resolution_type }, side)
    const one = await disputed(none)
    for (const type of ['return_to_sender', 'split'])
      expectRefusal(
        await post(
          `/${one}/resolve`,
          { resolver_did: buyer.did, resolution_type: type, split_percentage: 99 },
          buyer,
        ),
        400,
        'UNILATERAL_RESOLUTION_NOT_ALLOWED',
      )
    expectRefusal(
      await resolve(one, seller, 'release_to_receiver'),
      400,
      'UNILATERAL_RESOLUTION_NOT_ALLOWED',
    )
    expectRefusal(await resolve(one, outsider, 'return_to_sender'), 403, 'FORBIDDEN')
    expect((await resolve(one, seller, 'return_to_sender')).status).toBe(200)
    const two = await disputed(none)
    expect((await resolve(two, buyer, 'release_to_receiver')).status).toBe(200)
    const three = await disputed(none)
    const operator = await bank.operator()
    const decided = await bank.call(
      `POST ${escrowPath}/${three}/resolve`,
      { resolver_did: resolver.did, resolution_type: 'split', split_percentage: 20 },
      operator,
    )
    expect(decided.body.data).toMatchObject({ distribution: { to_sender: 2, to_receiver: 8.01 } })
  })

  it('lets a caller who acts for both sides split freely', async () => {
    const person = await bank.person()
    const own = {
      ...scene,
      buyer: await makeSide(bank, bench, { person, cents: 5_000 }),
      seller: await makeSide(bank, bench, { person }),
    }
    const id = await createEscrow(own, { dispute_resolution_did: null })
    await must(callEscrow(own, id, 'fund', 'owner'))
    await must(callEscrow(own, id, 'dispute', 'owner'))
    const answer = await post(
      `/${id}/resolve`,
      { resolver_did: own.buyer.did, resolution_type: 'split', split_percentage: 10 },
      own.buyer,
    )
    expect(answer.body.data.distribution).toEqual({ to_sender: 1, to_receiver: 9.01 })
  })

  it.each([
    [{}, 'required when'],
    [{ split_percentage: -1 }, 'split percentage'],
    [{ split_percentage: 100.01 }, 'split percentage'],
    [{ split_percentage: 0.0000001 }, 'decimal places'],
  ])('refuses a split of %j', async (change, words) => {
    const id = await disputed()
    const { split_percentage } = { split_percentage: undefined, ...change }
    const answer = await callEscrow(scene, id, 'resolve', 'agent', { split_percentage })
    expectRefusal(answer, 422, 'VALIDATION_ERROR')
    expect(answer.body.errors.split_percentage[0]).toContain(words)
  })
})

describe('escrow.cancel', () => {
  it('is for the buyer before it is funded, and for the seller alone afterwards', async () => {
    const [one, two] = [await createEscrow(scene), await funded()]
    expectRefusal(await post(`/${one}/cancel`, {}, seller), 403, 'FORBIDDEN')
    expect((await post(`/${one}/cancel`, {}, buyer)).body.data).toMatchObject({
      status: 'cancelled',
      refunded_amount: 0,
      reason: 'Cancelled by the buyer.',
    })
    // Otherwise a buyer could take what was sold and the money back.
    expectRefusal(await post(`/${two}/cancel`, {}, buyer), 403, 'FORBIDDEN')
    expect((await post(`/${two}/cancel`, { reason: 'Changed' }, seller)).body.data).toMatchObject({
      status: 'cancelled',
      refunded_amount: 10.01,
      reason: 'Changed',
    })
    expect((await show(two)).body.data.cancelled_reason).toBe('Changed')
  })
})

describe('expiry', () => {
  const heldOf = async () => (await moneyOf(bank, buyer.account)).held

  it('is applied by the first request, and refunds the buyer', async () => {
    const before = await heldOf()
    const id = await funded()
    expect(await heldOf()).toBe(before + 1_001n)
    bank.clock.advance(3599)
    expect((await show(id)).body.data.status).toBe('funded')
    bank.clock.advance(1)
    expect((await show(id)).body.data.status).toBe('expired')
    const late = await callEscrow(scene, id, 'release', 'owner')
    expectRefusal(late, 400, 'ESCROW_STATE_CONFLICT')
    expect(late.body.error.message).toContain('is expired')
    expect(await heldOf()).toBeLessThan(before + 1_001n)
    const rows = await bank.sql(
      `select h.status from escrow.escrows e join ledger.holds h on h.id = e.hold_id
       where e.uuid = $1 and e.status = 'expired' and e.expired_at = $2`,
      [id.slice(7), bank.clock.now()],
    )
    expect(rows).toEqual([{ status: 'expired' }])
  })

  it('is applied by the job of the escrow, and not before', async () => {
    const id = await funded()
    const [sent] = await bank.sql<{ data: object; delay: number }>(
      `select data, round(extract(epoch from start_after - created_on))::int as delay
       from jobs.job where name = 'escrow.expire_one' and data ->> 'uuid' = $1`,
      [id.slice(7)],
    )
    expect(sent!.delay).toBe(3601)
    await bank.runJob('escrow.expire_one', sent!.data)
    expect((await show(id)).body.data.status).toBe('funded')
    bank.clock.advance(3600)
    await bank.runJob('escrow.expire_one', sent!.data)
    const [row] = await bank.sql('select status from escrow.escrows where uuid = $1', [id.slice(7)])
    expect(row).toEqual({ status: 'expired' })
    await bank.runJob('escrow.expire_one', sent!.data)
  })

  it('of one escrow does not depend on another that cannot expire', async () => {
    const ill = await makeSide(bank, bench, { cents: 5_000 })
    const theirs = { ...scene, buyer: ill }
    const stuck = await createEscrow(theirs)
    await must(callEscrow(theirs, stuck, 'fund', 'owner'))
    bank.clock.advance(1)
    const id = await funded()
    await bank.sql(`update ledger.accounts set quarantine = 'test' where id = $1`, [ill.account])
    bank.clock.advance(3601)
    await bank.runJob('escrow.expire')
    const statusOf = async (one: string) =>
      (await bank.sql('select status from escrow.escrows where uuid = $1', [one.slice(7)]))[0]
    expect(await statusOf(id)).toEqual({ status: 'expired' })
    expect(await statusOf(stuck)).toEqual({ status: 'funded' })
    await bank.sql('update ledger.accounts set quarantine = null where id = $1', [ill.account])
    await bank.runJob('escrow.expire')
    expect(await statusOf(stuck)).toEqual({ status: 'expired' })
  })

  it('does not come while it is disputed', async () => {
    const id = await disputed()
    bank.clock.advance(7200)
    await bank.runJob('escrow.expire')
    expect((await callEscrow(scene, id, 'resolve', 'owner')).status).toBe(200)
  })
})

describe('two agents with one account behind them', () => {
  it('settle through the bank’s own account', async () => {
    const person = await bank.person()
    const account = await bench.openAccount(person, 5_000)
    const make = async (): Promise<Side> => {
      const agent = await registerAgent(bank, person, { metadata: { account_uuid: account } })
      const headers = await signIn(bank, agent)
      return {
        agent,
        did: agent.did,
        person,
        account,
        as: (by) => (by === 'owner' ? { token: person.token } : { headers }),
      }
    }
    const own = { ...scene, buyer: await make(), seller: await make() }
    const id = await createEscrow(own)
    await must(callEscrow(own, id, 'fund', 'owner'))
    expect(await moneyOf(bank, account)).toEqual({ units: 5_000n, held: 1_001n })
    await must(callEscrow(own, id, 'release', 'owner'))
    expect(await moneyOf(bank, account)).toEqual({ units: 5_000n, held: 0n })
    const between = await moneyOf(bank, systemAccount('live', 'escrow'))
    expect(between).toEqual({ units: 0n, held: 0n })
    const moves = await bank.sql(
      `select 1 from ledger.moves where subtype = 'escrow' and $1 in (from_account, to_account)`,
      [account],
    )
    expect(moves).toHaveLength(2)
  })
})

describe('the events for both owners', () => {
  it('are one for each step, to each owner', async () => {
    const [one, two] = [await makeSide(bank, bench, { cents: 5_000 }), await makeSide(bank, bench)]
    const theirs = { ...scene, buyer: one, seller: two }
    const id = await createEscrow(theirs)
    for (const operation of ['fund', 'dispute', 'resolve'] as const)
      await must(callEscrow(theirs, id, operation, 'owner'))
    const rows = await bank.sql<{ type: string; user_uuid: string; data: object }>(
      `select type, user_uuid, data from platform.events
       where type like 'escrow.%' and data ->> 'escrow_id' = $1 order by position`,
      [id],
    )
    for (const { person } of [one, two])
      expect(rows.filter((row) => row.user_uuid === person.uuid).map((row) => row.type)).toEqual([
        'escrow.created',
        'escrow.funded',
        'escrow.disputed',
        'escrow.resolved',
      ])
    expect(rows).toHaveLength(8)
    expect(rows.at(-1)!.data).toMatchObject({
      amount: '10.01',
      currency: 'USD',
      status: 'resolved',
      to_sender: '5.00',
      to_receiver: '5.01',
    })
  })
})

describe('with a fee', () => {
  it('deducts it from the seller’s money, as a separate leg', async () => {
    const taking = await startBank({
      env: { ESCROW_FEE_BASIS_POINTS: '200', TRANSFER_FEE_BASIS_POINTS: '25' },
    })
    const books = openWorkbench(taking)
    try {
      const there = {
        bank: taking,
        buyer: await makeSide(taking, books, { cents: 100_000 }),
        seller: await makeSide(taking, books),
        resolver: await makeSide(taking, books),
      }
      const start = async (amount: number) => {
        const id = await createEscrow(there, { amount })
        await must(callEscrow(there, id, 'fund', 'owner'))
        return id
      }
      // 2 % of 10.49 is 0.2098: rounded down.
      const released = await callEscrow(there, await start(10.49), 'release', 'owner')
      expect(released.body.data).toMatchObject({ amount: 10.49, fee: 0.2 })
      expect((await moneyOf(taking, there.seller.account)).units).toBe(1_029n)
      expect((await moneyOf(taking, systemAccount('live', 'fees'))).units).toBe(20n)
      const id = await start(10)
      await must(callEscrow(there, id, 'dispute', 'owner'))
      const resolved = await callEscrow(there, id, 'resolve', 'owner')
      expect(resolved.body.data).toMatchObject({
        fee: 0.1,
        distribution: { to_sender: 5, to_receiver: 5 },
      })
      expect((await moneyOf(taking, there.seller.account)).units).toBe(1_029n + 490n)
      expect(await moneyOf(taking, there.buyer.account)).toEqual({
        units: 100_000n - 1_049n - 500n,
        held: 0n,
      })
      // The fee of a transfer is at least a cent, which may be all there is.
      const cent = await callEscrow(there, await start(0.01), 'release', 'owner')
      expect(cent.body.data).toMatchObject({ amount: 0.01, fee: 0.01 })
      const little = await start(0.02)
      await must(callEscrow(there, little, 'dispute', 'owner'))
      const shared = await callEscrow(there, little, 'resolve', 'owner')
      expect(shared.body.data).toMatchObject({ fee: 0.01, distribution: { to_sender: 0.01 } })
      expect((await moneyOf(taking, there.seller.account)).units).toBe(1_029n + 490n)
      expect(await findFaults(taking)).toEqual({})
    } finally {
      await books.database.close()
      await taking.stop()
    }
  })
})

// Mandates through HTTP and PostgreSQL: payloads, every allowed and every forbidden step, who may take it,
// payments that fit and that do not, budgets under load, expiry.
import { sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { registerAgent, signIn } from '../agents/test-support.ts'
import {
  type MandateAction,
  mandateLives,
  mandateStatuses,
  type MandateStatus,
  type MandateType,
  mandateTypes,
  sidesFor,
} from './life-cycle.ts'
import { canonicalize } from './jcs.ts'
import { makeMandates, type MandateBank } from './test-support.ts'

let bank: Bank
let m: MandateBank
beforeAll(async () => {
  bank = await startBank()
  m = await makeMandates(bank)
})
afterAll(async () => {
  await m.stop()
  await bank.stop()
})

function expectRefused(answer: Answer, status: number, code: string, field?: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
  if (field) expect(Object.keys(answer.body.errors)).toEqual([field])
}

const ownerOf = (side: 'issuer' | 'subject'): Person => (side === 'issuer' ? m.ada : m.bob).owner
const bodyOf = (type: MandateType, action: MandateAction): object => {
  if (action === 'execute') return { payment_reference: m.pay(type) }
  return action === 'dispute' ? { reason: 'Not what was agreed.' } : {}
}
const take = (uuid: string, type: MandateType, action: MandateAction, body?: object) =>
  m.act(uuid, action, ownerOf(sidesFor(type, action)[0]!), body ?? bodyOf(type, action))

/** A mandate in this state, reached by the steps of the table. */
async function mandateIn(type: MandateType, status: MandateStatus): Promise<string> {
  const ways: Record<MandateStatus, MandateAction[]> = {
    issued: [],
    accepted: ['accept'],
    executed: ['accept', 'execute'],
    completed: ['accept', 'execute', 'complete'],
    revoked: ['revoke'],
    disputed: ['accept', 'dispute'],
    expired: [],
  }
  const expires_at = new Date(bank.clock.now().getTime() + 60_000).toISOString()
  const uuid = await m.issue(type, status === 'expired' ? { expires_at } : {})
  for (const action of ways[status]) expect((await take(uuid, type, action)).status).toBe(200)
  if (status === 'expired') bank.clock.advance(61)
  return uuid
}

describe('mandate.create', () => {
  it.each(mandateTypes)('issues a %s, and notifies both sides', async (type) => {
    const { status, body } = await m.create(type)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      type,
      status: 'issued',
      issuer_did: m.ada.did,
      subject_did: m.bob.did,
      payload: m.payloadOf(type),
      amount_cents: type === 'intent' ? 1000 : 700,
      currency: 'USD',
      payment_references: [],
      paid_units: '0',
      executed_at: null,
      expires_at: new Date(bank.clock.now().getTime() + 86_400_000).toISOString(),
    })
    expect((await m.get(body.data.uuid, m.bob.owner)).body.data).toEqual(body.data)
    const emitted = await bank.sql<{ user_uuid: string }>(
      `select user_uuid from platform.events
       where type = 'mandate.issued' and data->>'mandate_uuid' = $1`,
      [body.data.uuid],
    )
    const owners = [m.ada.owner.uuid, m.bob.owner.uuid]
    expect(emitted.map((event) => event.user_uuid).toSorted()).toEqual(owners.toSorted())
  })

  it('keeps fields that it does not know, because they may be signed', async () => {
    const { body } = await m.create('cart', { gift_wrap: { paper: 'red' } })
    expect(body.data.payload.gift_wrap).toEqual({ paper: 'red' })
  })

  const wrong: [MandateType, object, string][] = [
    ['cart', { total_cents: 701 }, 'payload.total_cents'],
    ['cart', { total_cents: 7.5 }, 'payload.total_cents'],
    ['cart', { items: [] }, 'payload.items'],
    ['cart', { items: [{ name: 'A' }, { name: 'B', unit_price_cents: 700 }] }, 'payload.items'],
    ['cart', { items: [{ name: 'A', quantity: 0 }] }, 'payload.items.0.quantity'],
    ['cart', { currency: 'ZZZ' }, 'payload.currency'],
    ['cart', { merchant_did: undefined }, 'payload.merchant_did'],
    ['intent', { budget_cents: 0 }, 'payload.budget_cents'],
    ['intent', { budget_cents: '10' }, 'payload.budget_cents'],
    ['intent', { intent: '' }, 'payload.intent'],
    ['intent', { constraints: { max_payment_cents: -1 } }, 'payload.constraints.max_payment_cents'],
    ['payment', { amount_cents: -5 }, 'payload.amount_cents'],
    ['payment', { amount_cents: 150, currency: 'JPY' }, 'payload.currency'],
    ['payment', { expires_at: '2020-01-01T00:00:00Z' }, 'payload.expires_at'],
    ['payment', { expires_at: '2040-01-01T00:00:00Z' }, 'payload.expires_at'],
    ['payment', { expires_at: 'soon' }, 'payload.expires_at'],
  ]
  it.each(wrong)('refuses a %s with %j', async (type, change, field) => {
    expectRefused(await m.create(type, change), 422, 'VALIDATION_ERROR', field)
  })

  it('takes a cart without prices', async () => {
    const { status } = await m.create('cart', { items: [{ name: 'Tea', quantity: 2 }] })
    expect(status).toBe(201)
  })

  it('counts cents as hundredths, whatever the currency counts in', async () => {
    const yen = await m.create('payment', { amount_cents: 700, currency: 'JPY' })
    expect(yen.status).toBe(201)
    const rows = await bank.sql<{ units: string }>(
      'select units from mandates.mandates where uuid = $1',
      [yen.body.data.uuid],
    )
    expect(rows[0]!.units).toBe('7')
  })

  it('requires two registered agents', async () => {
    expectRefused(await m.create('cart', { merchant_did: 'nonsense' }), 400, 'INVALID_DID')
    const unknown = 'did:florin:agent:00000000000000000000000000000000'
    expectRefused(await m.create('cart', { shopping_agent_did: unknown }), 404, 'NOT_FOUND')
    const self = await m.create('cart', { shopping_agent_did: m.ada.did })
    expectRefused(self, 400, 'SELF_MANDATE')
  })

  it('is for the issuer and its owner only', async () => {
    const body = { type: 'cart', payload: m.payloadOf('cart') }
    const path = 'POST /api/agent-protocol/mandates'
    expectRefused(await m.beside.call(path, body, m.bob.owner), 403, 'FORBIDDEN')
    const headers = await signIn(bank, m.ada)
    expect((await m.beside.call(path, body, { headers })).status).toBe(201)
    expectRefused(
      await m.beside.call(path, body, { headers: await signIn(bank, m.bob) }),
      403,
      'FORBIDDEN',
    )
  })

  it('is not for an inactive agent', async () => {
    const tired = await registerAgent(bank, m.ada.owner)
    const rest = { status: 'inactive' }
    await bank.call(`PUT /api/agent-protocol/agents/${tired.did}/status`, rest, m.ada.owner)
    expectRefused(await m.create('cart', { merchant_did: tired.did }), 400, 'AGENT_NOT_ACTIVE')
  })

  it('accepts the issuer’s own signature only', async () => {
    const payload = m.payloadOf('intent', { constraints: { '10': 'a', '9': 'ü', nested: [1, {}] } })
    const bytes = Buffer.from(canonicalize(payload))
    const signature = sign(null, bytes, m.ada.privateKey).toString('base64')
    const given = { constraints: payload.constraints }
    const { status, body } = await m.create('intent', given, { issuer_signature: signature })
    expect(status).toBe(201)
    expect(body.data.credential.issuer_signature).toEqual({
      verificationMethod: `${m.ada.did}#keys-1`,
      publicKeyMultibase: expect.stringMatching(/^z6Mk/),
      value: signature,
    })
    const other = sign(null, bytes, m.bob.privateKey).toString('base64')
    const field = 'issuer_signature'
    const foreign = await m.create('intent', given, { issuer_signature: other })
    expectRefused(foreign, 422, 'VALIDATION_ERROR', field)
    const changed = await m.create('intent', { budget_cents: 999 }, { issuer_signature: signature })
    expectRefused(changed, 422, 'VALIDATION_ERROR', field)
  })
})

describe('the life of a mandate', () => {
  it('has one rule for each type and action', () => {
    for (const { actions, steps } of Object.values(mandateLives))
      expect(actions).toHaveLength(steps.length)
  })

  const actions = ['accept', 'execute', 'complete', 'dispute', 'revoke'] as const
  const pairs = mandateTypes.flatMap((type) =>
    mandateStatuses.flatMap((status) => actions.map((action) => ({ type, status, action }))),
  )
  it.each(pairs)('$type, $status: $action', async ({ type, status, action }) => {
    const uuid = await mandateIn(type, status)
    const answer = await take(uuid, type, action)
    const next = mandateLives[type].next(status, action)
    if (next === undefined) {
      expectRefused(answer, 400, 'MANDATE_STATE_CONFLICT')
      expect(answer.body.error.message).toContain(`is ${status};`)
      expect((await m.get(uuid)).body.data.status).toBe(status)
    } else {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(answer.body.data.status).toBe(next)
      const moment = { execute: 'executed_at', complete: 'completed_at' }[action as string]
      if (moment) expect(answer.body.data[moment]).not.toBeNull()
    }
  })

  const sides = mandateTypes.flatMap((type) =>
    actions.flatMap((action) =>
      (['issuer', 'subject'] as const)
        .filter((side) => !sidesFor(type, action).includes(side))
        .map((side) => ({ type, action, side })),
    ),
  )
  it.each(sides)('$action of a $type is not for its $side', async ({ type, action, side }) => {
    const uuid = await mandateIn(type, 'accepted')
    const answer = await m.act(uuid, action, ownerOf(side), bodyOf(type, action))
    expectRefused(answer, 403, 'FORBIDDEN')
  })

  it('does not exist for others', async () => {
    const uuid = await m.issue('cart')
    expectRefused(await m.get(uuid, m.outsider.owner), 404, 'NOT_FOUND')
    for (const action of actions)
      expectRefused(
        await m.act(uuid, action, m.outsider.owner, bodyOf('cart', action)),
        404,
        'NOT_FOUND',
      )
  })

  it('can be driven by the agents themselves', async () => {
    const uuid = await m.issue('intent')
    const as = async (agent: typeof m.bob, action: string, body = {}) =>
      m.beside.call(`POST /api/agent-protocol/mandates/${uuid}/${action}`, body, {
        headers: await signIn(bank, agent),
      })
    expectRefused(await as(m.ada, 'accept'), 403, 'FORBIDDEN')
    expect((await as(m.bob, 'accept')).status).toBe(200)
    const payment_reference = m.pay('intent')
    expect((await as(m.bob, 'execute', { payment_reference })).status).toBe(200)
    expect((await as(m.ada, 'complete')).body.data.status).toBe('completed')
  })

  it('stores its reasons, and counts a dispute against the other side', async () => {
    const before = await disputes()
    const uuid = await mandateIn('cart', 'accepted')
    const { body } = await m.act(uuid, 'dispute', m.bob.owner, { reason: 'Cold tea.' })
    expect(body.data).toMatchObject({ disputed_by: m.bob.did, reason: 'Cold tea.' })
    expect(await disputes()).toBe(before + 1)
    const revoked = await m.act(uuid, 'revoke', m.ada.owner)
    expect(revoked.body.data).toMatchObject({ status: 'revoked', reason: 'Cold tea.' })
    const own = await m.act(await m.issue('cart'), 'revoke', m.ada.owner, { reason: 'Sold out.' })
    expect(own.body.data).toMatchObject({ status: 'revoked', reason: 'Sold out.' })
  })

  const disputes = async (): Promise<number> => {
    const path = `GET /api/agent-protocol/agents/${m.ada.did}/reputation`
    return (await bank.call(path)).body.data.dispute_count
  }

  it('ends with the key with which it was issued, with its owner’s rights and when all access ends', async () => {
    const owner = await bank.person()
    const issuer = await registerAgent(bank, owner)
    const made = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Stolen', permissions: ['read', 'write'] },
      owner,
    )
    const key = made.body.data
    const issue = async (token = owner.token) => {
      const payload = m.payloadOf('intent', { delegator_did: issuer.did })
      const body = { type: 'intent', payload }
      const answer = await m.beside.call('POST /api/agent-protocol/mandates', body, { token })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body.data
    }
    const verdictOn = async (credential: object) => {
      const route = 'POST /api/agent-protocol/mandates/verify'
      return (await m.beside.call(route, { credential }, m.bob.owner)).body.data.valid
    }
    const accept = (uuid: string) => m.act(uuid, 'accept', m.bob.owner)
    const [first, second] = [await issue(key.api_key), await issue(key.api_key)]
    const own = await issue()
    expect((await accept(first.uuid)).status).toBe(200)
    await bank.call(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, owner)
    const payment_reference = m.pay('intent')
    const spent = await m.act(first.uuid, 'execute', m.bob.owner, { payment_reference })
    expectRefused(spent, 403, 'FORBIDDEN')
    expect(spent.body.error.message).toContain('has been revoked')
    expectRefused(await accept(second.uuid), 403, 'FORBIDDEN')
    expect([await verdictOn(second.credential), await verdictOn(own.credential)]).toEqual([
      false,
      true,
    ])
    const act = async (action: string) =>
      bank.call(
        `POST /api/v2/users/${owner.uuid}/${action}`,
        { reason: 'Check' },
        await bank.operator(),
      )
    await act('suspend')
    expectRefused(await accept(own.uuid), 403, 'FORBIDDEN')
    await act('reinstate')
    const setAgent = (status: string) =>
      bank.sql('update agents.agents set status = $1 where did = $2', [status, issuer.did])
    await setAgent('suspended')
    const route = `POST /api/agent-protocol/mandates/${own.uuid}/accept`
    expectRefused(await bank.call(route, {}, m.bob.owner), 403, 'FORBIDDEN')
    await setAgent('active')
    expect((await accept(own.uuid)).status).toBe(200)
    const out = { end_everything: true }
    const { body } = await bank.call('POST /api/auth/logout-all', out, owner)
    expect(body.data.still_active.agent_mandates).toBe(0)
    for (const { uuid } of [first, second, own])
      expect((await m.get(uuid, m.bob.owner)).body.data.status).toBe('revoked')
  })

  it('is accepted once by concurrent requests', async () => {
    const uuid = await m.issue('cart')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => m.act(uuid, 'accept', m.bob.owner)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
  })
})

describe('mandate.execute', () => {
  const execute = async (type: MandateType, change: Parameters<MandateBank['pay']>[1]) => {
    const uuid = await mandateIn(type, 'accepted')
    return take(uuid, type, 'execute', { payment_reference: m.pay(type, change) })
  }

  it.each(mandateTypes)('puts the payment on a %s', async (type) => {
    const uuid = await mandateIn(type, 'accepted')
    const payment_reference = m.pay(type, { status: 'pending' })
    const { body } = await take(uuid, type, 'execute', { payment_reference })
    expect(body.data).toMatchObject({
      status: 'executed',
      payment_references: [payment_reference],
      paid_units: type === 'intent' ? '300' : '700',
    })
  })

  it.each(['cart', 'payment'] as const)('takes only the right amount for a %s', async (type) => {
    for (const units of [699n, 701n])
      expectRefused(await execute(type, { units }), 400, 'MANDATE_PAYMENT_MISMATCH')
  })

  it.each(mandateTypes)('takes only the currency of a %s', async (type) => {
    expectRefused(await execute(type, { currency: 'EUR' }), 400, 'MANDATE_PAYMENT_MISMATCH')
  })

  it.each(mandateTypes)('rejects a cancelled or failed payment on a %s', async (type) => {
    for (const status of ['cancelled', 'failed'])
      expectRefused(await execute(type, { status }), 400, 'MANDATE_PAYMENT_MISMATCH')
  })

  it.each(mandateTypes)('takes only payments since the issue of a %s', async (type) => {
    const uuid = await mandateIn(type, 'accepted')
    const issued = bank.clock.now()
    const pay = (created_at: Date) => m.pay(type, { created_at: created_at.toISOString() })
    const before = { payment_reference: pay(new Date(issued.getTime() - 1)) }
    expectRefused(await take(uuid, type, 'execute', before), 400, 'MANDATE_PAYMENT_MISMATCH')
    const since = { payment_reference: pay(issued) }
    expect((await take(uuid, type, 'execute', since)).status).toBe(200)
  })

  it('takes only payments between the right two', async () => {
    const { did } = m.outsider
    expectRefused(await execute('cart', { to_agent_did: did }), 400, 'MANDATE_PAYMENT_MISMATCH')
    expectRefused(await execute('cart', { from_agent_did: did }), 400, 'MANDATE_PAYMENT_MISMATCH')
    const reversed = { from_agent_did: m.bob.did, to_agent_did: m.ada.did }
    expectRefused(await execute('payment', reversed), 400, 'MANDATE_PAYMENT_MISMATCH')
    const foreign = { from_agent_did: did, to_agent_did: did }
    expectRefused(await execute('intent', foreign), 404, 'NOT_FOUND')
  })

  it('rejects an unknown payment', async () => {
    const uuid = await mandateIn('cart', 'accepted')
    const answer = await take(uuid, 'cart', 'execute', { payment_reference: 'txn-none' })
    expectRefused(answer, 404, 'NOT_FOUND')
  })

  it('takes a payment once, on one mandate', async () => {
    const payment_reference = m.pay('cart')
    const [first, second] = [
      await mandateIn('cart', 'accepted'),
      await mandateIn('cart', 'accepted'),
    ]
    expect((await take(first, 'cart', 'execute', { payment_reference })).status).toBe(200)
    const again = await take(second, 'cart', 'execute', { payment_reference })
    expectRefused(again, 409, 'PAYMENT_ALREADY_USED')
    const spelled = { payment_reference: payment_reference.toUpperCase() }
    expectRefused(await take(second, 'cart', 'execute', spelled), 409, 'PAYMENT_ALREADY_USED')
    const intent = await mandateIn('intent', 'executed')
    const twice = await take(intent, 'intent', 'execute', { payment_reference: m.pay('intent') })
    const used = { payment_reference: twice.body.data.payment_references[1] }
    expectRefused(await take(intent, 'intent', 'execute', used), 409, 'PAYMENT_ALREADY_USED')
  })

  it('takes payments to any payee for an intent, from either side, within its budget', async () => {
    const uuid = await mandateIn('intent', 'accepted')
    const pay = (change: Parameters<MandateBank['pay']>[1]) =>
      take(uuid, 'intent', 'execute', { payment_reference: m.pay('intent', change) })
    expect((await pay({ to_agent_did: m.outsider.did, units: 600n })).status).toBe(200)
    expectRefused(await pay({ units: 401n }), 400, 'MANDATE_PAYMENT_MISMATCH')
    const own = { from_agent_did: m.ada.did, to_agent_did: m.outsider.did, units: 400n }
    expect((await pay(own)).body.data.paid_units).toBe('1000')
    expectRefused(await pay({ units: 1n }), 400, 'MANDATE_PAYMENT_MISMATCH')
  })

  it('holds an intent to its constraints', async () => {
    const constraints = { payee_dids: [m.ada.did], max_payment_cents: 200, colour: 'green' }
    const uuid = await m.issue('intent', { constraints })
    await take(uuid, 'intent', 'accept')
    const pay = (change: Parameters<MandateBank['pay']>[1]) =>
      take(uuid, 'intent', 'execute', { payment_reference: m.pay('intent', change) })
    expectRefused(await pay({ units: 201n }), 400, 'MANDATE_PAYMENT_MISMATCH')
    const elsewhere = { to_agent_did: m.outsider.did, units: 100n }
    expectRefused(await pay(elsewhere), 400, 'MANDATE_PAYMENT_MISMATCH')
    expect((await pay({ units: 200n })).status).toBe(200)
  })

  it('rounds the maximum of a payment down to whole units', async () => {
    const change = { budget_cents: 1000, currency: 'JPY', constraints: { max_payment_cents: 250 } }
    const uuid = await m.issue('intent', change)
    await take(uuid, 'intent', 'accept')
    const pay = (units: bigint) => {
      const payment_reference = m.pay('intent', { units, currency: 'JPY' })
      return take(uuid, 'intent', 'execute', { payment_reference })
    }
    expectRefused(await pay(3n), 400, 'MANDATE_PAYMENT_MISMATCH')
    expect((await pay(2n)).status).toBe(200)
  })

  it('stays within the budget under concurrent payments', async () => {
    const uuid = await mandateIn('intent', 'accepted')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        take(uuid, 'intent', 'execute', { payment_reference: m.pay('intent', { units: 250n }) }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    expect(statuses.filter((status) => status === 400)).toHaveLength(8)
    const { body } = await m.get(uuid)
    expect(body.data.paid_units).toBe('1000')
    expect(body.data.payment_references).toHaveLength(4)
  })

  it('puts a payment on one mandate only under concurrent requests', async () => {
    const payment_reference = m.pay('cart')
    const uuids = await Promise.all(Array.from({ length: 4 }, () => mandateIn('cart', 'accepted')))
    const answers = await Promise.all(
      uuids.map((uuid) => take(uuid, 'cart', 'execute', { payment_reference })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it('restores the budget when a payment is cancelled or fails', async () => {
    const uuid = await mandateIn('intent', 'accepted')
    const pending = m.pay('intent', { units: 900n, status: 'pending' })
    await take(uuid, 'intent', 'execute', { payment_reference: pending })
    const next = { payment_reference: m.pay('intent', { units: 200n }) }
    expectRefused(await take(uuid, 'intent', 'execute', next), 400, 'MANDATE_PAYMENT_MISMATCH')
    m.payments.set(pending, { ...m.payments.get(pending)!, status: 'cancelled' })
    const { body } = await take(uuid, 'intent', 'execute', next)
    expect(body.data.paid_units).toBe('200')
  })

  it('ends when the intent expires', async () => {
    const expires_at = new Date(bank.clock.now().getTime() + 60_000).toISOString()
    const uuid = await m.issue('intent', { expires_at })
    await take(uuid, 'intent', 'accept')
    await take(uuid, 'intent', 'execute')
    bank.clock.advance(60)
    expectRefused(await take(uuid, 'intent', 'execute'), 400, 'MANDATE_EXPIRED')
    expect((await take(uuid, 'intent', 'complete')).status).toBe(200)
  })
})

describe('mandate.complete', () => {
  it('waits for the payments', async () => {
    const uuid = await mandateIn('cart', 'accepted')
    const payment_reference = m.pay('cart', { status: 'pending' })
    await take(uuid, 'cart', 'execute', { payment_reference })
    expectRefused(await take(uuid, 'cart', 'complete'), 400, 'MANDATE_PAYMENT_MISMATCH')
    m.payments.set(payment_reference, {
      ...m.payments.get(payment_reference)!,
      status: 'completed',
    })
    expect((await take(uuid, 'cart', 'complete')).body.data.status).toBe('completed')
  })

  it('requires a completed payment', async () => {
    const uuid = await mandateIn('cart', 'accepted')
    const payment_reference = m.pay('cart', { status: 'pending' })
    await take(uuid, 'cart', 'execute', { payment_reference })
    m.payments.delete(payment_reference)
    expectRefused(await take(uuid, 'cart', 'complete'), 400, 'MANDATE_PAYMENT_MISMATCH')
  })
})

describe('mandate.list', () => {
  const list = async (query: string, by: Person) =>
    (await m.beside.call(`GET /api/agent-protocol/mandates?${query}`, undefined, by)).body

  it('finds by type, status, side and agent, page by page', async () => {
    const [one, two] = [await bank.person(), await bank.person()]
    const [a, b] = [await registerAgent(bank, one), await registerAgent(bank, two)]
    const make = async (type: MandateType, payload: object, by: Person) => {
      const body = { type, payload: m.payloadOf(type, payload) }
      const made = await m.beside.call('POST /api/agent-protocol/mandates', body, by)
      return made.body.data.uuid as string
    }
    const cart = await make('cart', { merchant_did: a.did, shopping_agent_did: b.did }, one)
    const intent = await make('intent', { delegator_did: b.did, agent_did: a.did }, two)
    const soon = new Date(bank.clock.now().getTime() + 5_000).toISOString()
    const payment = await make(
      'payment',
      { payer_did: a.did, payee_did: b.did, expires_at: soon },
      one,
    )
    await m.act(intent, 'accept', one)
    bank.clock.advance(5)
    const uuids = async (query: string, by = one): Promise<string[]> =>
      (await list(query, by)).data.map((item: { uuid: string }) => item.uuid)
    expect(await uuids('')).toEqual([payment, intent, cart])
    expect(await uuids('', two)).toEqual([payment, intent, cart])
    expect(await uuids('type=intent')).toEqual([intent])
    expect(await uuids('status=expired')).toEqual([payment])
    expect(await uuids('status=issued')).toEqual([cart])
    expect(await uuids('role=issuer')).toEqual([payment, cart])
    expect(await uuids('role=issuer', two)).toEqual([intent])
    expect(await uuids(`agent_did=${a.did}&role=subject`)).toEqual([intent])
    expect(await uuids('per_page=2&page=2')).toEqual([cart])
    expect((await list('per_page=2', one)).meta).toMatchObject({ total: 3, last_page: 2 })
    expect(await uuids('', m.outsider.owner)).toEqual([])
    const bySession = { headers: await signIn(bank, b) }
    const path = 'GET /api/agent-protocol/mandates?role=subject'
    const mine = await m.beside.call(path, undefined, bySession)
    expect(mine.body.data.map((item: { uuid: string }) => item.uuid)).toEqual([payment, cart])
    expectRefused(
      await m.beside.call(`GET /api/agent-protocol/mandates?agent_did=${b.did}`, undefined, one),
      403,
      'FORBIDDEN',
    )
  })
})

describe('the expiry job', () => {
  it('stores what has expired, notifies both sides once, and leaves the rest', async () => {
    const expired = await mandateIn('payment', 'expired')
    const executed = await mandateIn('cart', 'executed')
    const statusOf = async (uuid: string) =>
      (
        await bank.sql<{ status: string }>('select status from mandates.mandates where uuid = $1', [
          uuid,
        ])
      )[0]!.status
    expect(await statusOf(expired)).toBe('issued')
    await Promise.all([m.beside.runJob('mandates.expire'), m.beside.runJob('mandates.expire')])
    expect(await statusOf(expired)).toBe('expired')
    expect(await statusOf(executed)).toBe('executed')
    const sent = await bank.sql(
      `select 1 from platform.events
       where type = 'mandate.expired' and data->>'mandate_uuid' = $1`,
      [expired],
    )
    expect(sent).toHaveLength(2)
  })

  it('stores all expired mandates, in batches, in both environments', async () => {
    const expired = await mandateIn('payment', 'expired')
    await bank.sql(
      `insert into mandates.mandates select (jsonb_populate_record(m, jsonb_build_object(
         'uuid', gen_random_uuid(), 'environment', place))).*
       from mandates.mandates m, unnest('{live,sandbox}'::text[]) place, generate_series(1, 120)
       where m.uuid = $1`,
      [expired],
    )
    await m.beside.runJob('mandates.expire')
    const left = await bank.sql(
      `select 1 from mandates.mandates where status = 'issued' and expires_at <= $1`,
      [bank.clock.now()],
    )
    expect(left).toEqual([])
  })
})

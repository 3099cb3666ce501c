// Payments between agents over HTTP: every pair of state and operation, who may do what, the error of each
// refusal, and where each cent goes.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../test/harness/bank.ts'
import { registerAgent } from '../agents/test-support.ts'
import {
  type By,
  bys,
  callEscrow,
  differenceOf,
  escrowPath,
  findFaults,
  makeSide,
  moneyOf,
  must,
  type Side,
} from '../escrow/test-support.ts'
import { systemAccount } from '../../core/ledger/index.ts'
import { openWorkbench, type Fixture } from '../../core/ledger/test-support.ts'
import { findPayment } from './service.ts'
import { paymentLife, type PaymentOperation, type PaymentStatus } from './life-cycle.ts'

const CENTS = 1_234
const EXPIRY_SECONDS = 600

let bank: Bank
let bench: Fixture
let sender: Side
let receiver: Side
let outsider: Side
beforeAll(async () => {
  bank = await startBank({ env: { AGENT_PAYMENT_EXPIRY_SECONDS: String(EXPIRY_SECONDS) } })
  bench = openWorkbench(bank)
  sender = await makeSide(bank, bench, { cents: 1_000_000 })
  receiver = await makeSide(bank, bench)
  outsider = await makeSide(bank, bench)
})
afterAll(async () => {
  expect(await findFaults(bank)).toEqual({})
  await bench.database.close()
  await bank.stop()
})

const pathOf = ({ did }: Side): string => `/api/agent-protocol/agents/${did}/payments`

const initiate = (change: object = {}, from = sender, by: By = 'owner', to = receiver) =>
  bank.call(
    `POST ${pathOf(from)}`,
    { to_agent_did: to.did, amount: CENTS / 100, currency: 'USD', ...change },
    from.as(by),
  )

const step = (id: string, operation: 'confirm' | 'cancel', side = sender, by: By = 'owner') =>
  bank.call(`POST ${pathOf(side)}/${id}/${operation}`, undefined, side.as(by))

const show = (id: string, side = sender) =>
  bank.call(`GET ${pathOf(side)}/${id}`, undefined, side.as('owner'))

const start = async (change: object = {}): Promise<string> =>
  (await must(initiate(change))).transaction_id

function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.body.error.code).toBe(code)
}

/** What each kind of step does to the two accounts, in cents. */
const effects = {
  none: { sender: { units: 0, held: 0 }, receiver: { units: 0, held: 0 } },
  refund: { sender: { units: 0, held: -CENTS }, receiver: { units: 0, held: 0 } },
  pay: { sender: { units: -CENTS, held: -CENTS }, receiver: { units: CENTS, held: 0 } },
} as const

const ways: Record<PaymentStatus, readonly PaymentOperation[]> = {
  pending: [],
  completed: ['confirm'],
  cancelled: ['cancel'],
  failed: ['expire'],
}

const pairs = paymentLife.states.flatMap((status) =>
  paymentLife.actions.flatMap((operation) =>
    [false, true].map((escrow_required) => {
      const found = paymentLife.find(status, operation)
      const outcome = found ? `→ ${found.to}` : 'is refused'
      const kind = escrow_required ? 'through an escrow' : 'direct'
      return { status, operation, found, outcome, escrow_required, kind }
    }),
  ),
)

/** The status of the escrow for each status of its payment. */
const escrowOf: Record<PaymentStatus, string> = {
  pending: 'created',
  completed: 'released',
  cancelled: 'cancelled',
  failed: 'expired',
}

describe.each(bys)('the life cycle, by the %s', (by) => {
  let from: Side
  let to: Side
  beforeAll(async () => {
    from = await makeSide(bank, bench, { cents: 100_000 })
    to = await makeSide(bank, bench)
  })

  async function expire(): Promise<void> {
    bank.clock.advance(EXPIRY_SECONDS)
    await bank.runJob('agent_payments.expire')
  }

  it.each(pairs)('$kind, $status: $operation $outcome', async (pair) => {
    const { status, operation, found, escrow_required } = pair
    const { transaction_id: id, escrow_id } = await must(
      initiate({ escrow_required }, from, by, to),
    )
    const look = async () => ({
      sender: await moneyOf(bank, from.account),
      receiver: await moneyOf(bank, to.account),
    })
    for (const way of ways[status])
      if (way === 'expire') await expire()
      else await must(step(id, way, from, by))
    const before = await look()
    if (operation === 'expire') await expire()
    else {
      const answer = await step(id, operation, from, by)
      if (found) expect(answer.body.data.status).toBe(found.to)
      else {
        expectRefusal(answer, 400, 'PAYMENT_STATE_CONFLICT')
        expect(answer.body.error.message).toContain(`This payment is ${status}; `)
      }
    }
    const next = found?.to ?? status
    const row = await findPayment(bench.database.read, id)
    expect(row?.status).toBe(next)
    if (escrow_required) {
      const [escrow] = await bank.sql('select status from escrow.escrows where uuid = $1', [
        escrow_id.slice('escrow-'.length),
      ])
      expect(escrow).toEqual({ status: escrowOf[next] })
    } else expect(escrow_id).toBeNull()
    const after = await look()
    const expected = effects[found?.money ?? 'none']
    expect(differenceOf(before.sender, after.sender)).toEqual(expected.sender)
    expect(differenceOf(before.receiver, after.receiver)).toEqual(expected.receiver)
    expect(after.sender.units + after.receiver.units).toBe(100_000n)
    if (next === 'pending') await must(step(id, 'cancel', from, by))
  })
})

describe('the table', () => {
  it('is the one in docs/escrow.md', () => {
    const text = readFileSync(new URL('../../../../docs/escrow.md', import.meta.url), 'utf8')
    expect(text).toContain(paymentLife.toTable())
  })
})

describe('agent_payment.initiate', () => {
  it('reserves the money and answers the payment', async () => {
    const before = await moneyOf(bank, sender.account)
    const request = { description: 'A report', metadata: { order: 7 } }
    const { status, body } = await initiate(request, sender, 'agent')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      data: {
        from_agent_did: sender.did,
        to_agent_did: receiver.did,
        from_agent_id: sender.agent.agent_id,
        to_agent_id: receiver.agent.agent_id,
        amount: 12.34,
        currency: 'USD',
        fees: 0,
        status: 'pending',
        type: 'direct',
        escrow_required: false,
        escrow_id: null,
        initiated_at: bank.clock.now().toISOString(),
        completed_at: null,
        ...request,
      },
    })
    expect(body.data.transaction_id).toMatch(/^txn-[0-9a-f-]{36}$/)
    const after = await moneyOf(bank, sender.account)
    expect(differenceOf(before, after)).toEqual({ units: 0, held: CENTS })
  })

  it('is 422 without enough money, and leaves nothing behind', async () => {
    const poor = await makeSide(bank, bench, { cents: CENTS - 1 })
    for (const escrow_required of [false, true])
      expectRefusal(await initiate({ escrow_required }, poor), 422, 'INSUFFICIENT_BALANCE')
    expect(await moneyOf(bank, poor.account)).toEqual({ units: BigInt(CENTS - 1), held: 0n })
    const left = await bank.sql(
      `select id from ledger.holds where account_id = $1
       union all select uuid from agent_payments.payments where from_did = $2
       union all select uuid from escrow.escrows where buyer_did = $2`,
      [poor.account, poor.did],
    )
    expect(left).toEqual([])
  })

  it.each([
    [{ to_agent_did: 'nobody' }, 400, 'INVALID_DID'],
    [{ to_agent_did: 'did:florin:agent:unknown' }, 404, 'NOT_FOUND'],
    [{ amount: 0 }, 422, 'VALIDATION_ERROR'],
    [{ amount: 0.009 }, 422, 'VALIDATION_ERROR'],
    [{ amount: 1.234 }, 422, 'VALIDATION_ERROR'],
    [{ amount: '1000000000.01' }, 422, 'VALIDATION_ERROR'],
    [{ currency: 'JPY' }, 422, 'VALIDATION_ERROR'],
    [{ description: 'x'.repeat(501) }, 422, 'VALIDATION_ERROR'],
  ])('refuses %j with %i %s', async (change, status, code) => {
    expectRefusal(await initiate(change), status, code)
  })

  it('refuses a payment to oneself, for another agent, and to an inactive agent', async () => {
    expectRefusal(await initiate({ to_agent_did: sender.did }), 400, 'SELF_PAYMENT')
    const request = { to_agent_did: receiver.did, amount: 1, currency: 'USD' }
    const foreign = await bank.call(`POST ${pathOf(sender)}`, request, outsider.as('owner'))
    expectRefusal(foreign, 403, 'FORBIDDEN')
    const session = await bank.call(`POST ${pathOf(sender)}`, request, outsider.as('agent'))
    expectRefusal(session, 403, 'FORBIDDEN')
    const inactive = await registerAgent(bank, receiver.person)
    const status = { status: 'inactive' }
    const path = `/api/agent-protocol/agents/${inactive.did}/status`
    await must(bank.call(`PUT ${path}`, status, receiver.person))
    expectRefusal(await initiate({ to_agent_did: inactive.did }), 400, 'AGENT_NOT_ACTIVE')
  })

  it('refuses while the receiver’s account is frozen', async () => {
    const other = await makeSide(bank, bench)
    const reason = { reason: 'Lost' }
    await bank.call(`POST /api/accounts/${other.account}/freeze`, reason, other.person)
    const answer = await initiate({ to_agent_did: other.did })
    expectRefusal(answer, 400, 'AGENT_ACCOUNT_NOT_OPEN')
    expect(answer.body.error.message).toContain(`${other.did} is frozen`)
  })

  it('is done once for one Idempotency-Key', async () => {
    const before = await moneyOf(bank, sender.account)
    const request = { to_agent_did: receiver.did, amount: 1, currency: 'USD' }
    const send = () =>
      bank.call(`POST ${pathOf(sender)}`, request, { ...sender.as('agent'), key: 'one-payment' })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect(differenceOf(before, await moneyOf(bank, sender.account)).held).toBe(100)
  })
})

describe('agent_payment.confirm', () => {
  it('is for the sender; other agents get 404', async () => {
    const id = await start()
    expectRefusal(await step(id, 'confirm', receiver), 400, 'WRONG_PARTY')
    expectRefusal(await step(id, 'confirm', outsider), 404, 'NOT_FOUND')
    const path = `${pathOf(sender)}/${id}/confirm`
    expectRefusal(
      await bank.call(`POST ${path}`, undefined, receiver.as('owner')),
      403,
      'FORBIDDEN',
    )
    const { body } = await step(id, 'confirm', sender, 'agent')
    const now = bank.clock.now().toISOString()
    expect(body.data).toMatchObject({
      transaction_id: id,
      status: 'completed',
      confirmed_at: now,
      completed_at: now,
    })
  })

  it('completes once under concurrent requests', async () => {
    for (const escrow_required of [false, true]) {
      const id = await start({ escrow_required })
      const before = await moneyOf(bank, receiver.account)
      const answers = await Promise.all(Array.from({ length: 5 }, () => step(id, 'confirm')))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
      const after = await moneyOf(bank, receiver.account)
      expect(differenceOf(before, after)).toEqual({ units: CENTS, held: 0 })
    }
  })

  it('and a concurrent cancel: exactly one of the two succeeds', async () => {
    for (let n = 0; n < 6; n++) {
      const id = await start({ escrow_required: n % 2 === 0 })
      const before = await moneyOf(bank, receiver.account)
      const [confirmed, cancelled] = await Promise.all([step(id, 'confirm'), step(id, 'cancel')])
      expect([confirmed.status, cancelled.status].toSorted()).toEqual([200, 400])
      const { status } = (await show(id)).body.data
      expect(status).toBe(confirmed.status === 200 ? 'completed' : 'cancelled')
      const after = await moneyOf(bank, receiver.account)
      const paid = confirmed.status === 200 ? CENTS : 0
      expect(differenceOf(before, after).units).toBe(paid)
    }
  })

  it('waits while an account is frozen, and can be cancelled meanwhile', async () => {
    const other = await makeSide(bank, bench)
    const first = await start({ to_agent_did: other.did })
    const second = await start({ to_agent_did: other.did })
    const turn = (what: string) =>
      bank.call(`POST /api/accounts/${other.account}/${what}`, { reason: 'Lost' }, other.person)
    await turn('freeze')
    expectRefusal(await step(first, 'confirm'), 400, 'AGENT_ACCOUNT_NOT_OPEN')
    expect((await step(second, 'cancel')).status).toBe(200)
    await turn('unfreeze')
    expect((await step(first, 'confirm')).status).toBe(200)
  })
})

describe('agent_payment.cancel', () => {
  it('records the reason', async () => {
    const id = await start()
    const path = `${pathOf(sender)}/${id}/cancel`
    const { body } = await bank.call(`POST ${path}`, { reason: 'Twice' }, sender.as('agent'))
    expect(body.data).toMatchObject({ status: 'cancelled', reason: 'Twice' })
    expect((await show(id, receiver)).body.data.cancellation_reason).toBe('Twice')
  })

  it('needs a scope of its own', async () => {
    const id = await start()
    const keys = `/api/agent-protocol/agents/${sender.did}/api-keys`
    const scopes = ['payments:create', 'payments:read']
    const { api_key } = await must(
      bank.call(`POST ${keys}`, { name: 'Pays', scopes }, sender.person),
    )
    const { session_token } = await must(
      bank.call('POST /api/agent-protocol/auth/api-key', { api_key }),
    )
    const headers = { 'X-Agent-Session': session_token }
    const call = (operation: string) =>
      bank.call(`POST ${pathOf(sender)}/${id}/${operation}`, undefined, { headers })
    expectRefusal(await call('cancel'), 403, 'INSUFFICIENT_SCOPE')
    expect((await call('confirm')).status).toBe(200)
  })
})

describe('agent_payment.list', () => {
  it('has what was sent and received, newest first', async () => {
    const [one, two] = [
      await makeSide(bank, bench, { cents: 5_000 }),
      await makeSide(bank, bench, { cents: 5_000 }),
    ]
    const pay = async (from: Side, to: Side) =>
      (await must(initiate({ amount: 1 }, from, 'owner', to))).transaction_id
    const first = await pay(one, two)
    const second = await pay(two, one)
    const third = await pay(one, receiver)
    await must(step(first, 'confirm', one))
    const list = async (side: Side, query: string) => {
      const { body } = await bank.call(`GET ${pathOf(side)}${query}`, undefined, side.as('agent'))
      expect(body).toMatchObject({
        success: true,
        meta: { agent_did: side.did, count: body.data.length },
      })
      return body.data.map((payment: { transaction_id: string }) => payment.transaction_id)
    }
    expect(await list(one, '')).toEqual([third, second, first])
    expect(await list(one, '?type=sent')).toEqual([third, first])
    expect(await list(one, '?type=received')).toEqual([second])
    expect(await list(one, '?limit=2')).toEqual([third, second])
    expect(await list(one, '?status=completed')).toEqual([first])
    expect(await list(two, '?status=pending&type=sent')).toEqual([second])
    expect(await list(outsider, '')).toEqual([])
  })
})

describe('agent_payment.get', () => {
  it('is for its two sides', async () => {
    const id = await start()
    expect((await show(id, receiver)).body.data).toEqual((await show(id)).body.data)
    expectRefusal(await show(id, outsider), 404, 'NOT_FOUND')
  })
})

describe('through an escrow', () => {
  it('the payment alone decides about it', async () => {
    const { transaction_id, escrow_id } = await must(initiate({ escrow_required: true }))
    const scene = { bank, buyer: sender, seller: receiver, resolver: outsider }
    const escrow = await must(
      bank.call(`GET ${escrowPath}/${escrow_id}`, undefined, receiver.as('owner')),
    )
    expect(escrow).toMatchObject({ status: 'created', transaction_id, amount: CENTS / 100 })
    for (const operation of ['fund', 'cancel'] as const) {
      const answer = await callEscrow(scene, escrow_id, operation, 'owner')
      expectRefusal(answer, 400, 'ESCROW_OF_PAYMENT')
      expect(answer.body.error.message).toContain(transaction_id)
    }
    expect((await step(transaction_id, 'confirm')).body.data).toMatchObject({
      status: 'completed',
      type: 'escrow',
      escrow_required: true,
      escrow_id,
    })
    expect(
      await must(bank.call(`GET ${escrowPath}/${escrow_id}`, undefined, sender.as('owner'))),
    ).toMatchObject({ status: 'released', funded_amount: CENTS / 100, released_by: sender.did })
  })
})

describe('two agents with one account behind them', () => {
  it('can pay each other', async () => {
    const twin = await registerAgent(bank, sender.person, {
      metadata: { account_uuid: sender.account },
    })
    const before = await moneyOf(bank, sender.account)
    const id = await start({ to_agent_did: twin.did })
    expect((await step(id, 'confirm')).body.data.status).toBe('completed')
    expect(await moneyOf(bank, sender.account)).toEqual(before)
  })
})

describe('the events for both owners', () => {
  it('are one for each step, to each owner', async () => {
    const [one, two] = [await start(), await start()]
    await must(step(one, 'confirm'))
    await must(step(two, 'cancel'))
    const typesOf = async (id: string) => {
      const rows = await bank.sql<{ type: string; user_uuid: string }>(
        `select type, user_uuid from platform.events
         where type like 'agent_payment.%' and data ->> 'transaction_id' = $1 order by position`,
        [id],
      )
      return [sender, receiver].map(({ person }) =>
        rows.filter((row) => row.user_uuid === person.uuid).map((row) => row.type),
      )
    }
    const done = ['agent_payment.initiated', 'agent_payment.completed']
    expect(await typesOf(one)).toEqual([done, done])
    const undone = ['agent_payment.initiated', 'agent_payment.cancelled']
    expect(await typesOf(two)).toEqual([undone, undone])
  })
})

describe('with fees', () => {
  it('charges them to the sender on top, as a separate leg', async () => {
    const taking = await startBank({
      env: {
        AGENT_PAYMENT_FEE_BASIS_POINTS: '250',
        ESCROW_FEE_BASIS_POINTS: '100',
        AGENT_PAYMENT_EXPIRY_SECONDS: '60',
      },
    })
    const books = openWorkbench(taking)
    try {
      const from = await makeSide(taking, books, { cents: 2_050 + 1_025 })
      const to = await makeSide(taking, books)
      const call = (what: string, body?: object) =>
        taking.call(`POST ${pathOf(from)}${what}`, body, from.as('agent'))
      const request = { to_agent_did: to.did, amount: 20, currency: 'USD' }
      expect((await call('', { ...request, amount: 30.01 })).status).toBe(422)
      const direct = await must(call('', request))
      expect(direct).toMatchObject({ amount: 20, fees: 0.5 })
      expect(await moneyOf(taking, from.account)).toEqual({ units: 3_075n, held: 2_050n })
      await must(call(`/${direct.transaction_id}/confirm`))
      expect(await moneyOf(taking, from.account)).toEqual({ units: 1_025n, held: 0n })
      expect((await moneyOf(taking, to.account)).units).toBe(2_000n)
      const fees = systemAccount('live', 'fees')
      expect((await moneyOf(taking, fees)).units).toBe(50n)
      const through = await must(call('', { ...request, amount: 10, escrow_required: true }))
      await must(call(`/${through.transaction_id}/confirm`))
      expect(await moneyOf(taking, from.account)).toEqual({ units: 0n, held: 0n })
      expect((await moneyOf(taking, to.account)).units).toBe(2_000n + 990n)
      expect((await moneyOf(taking, fees)).units).toBe(50n + 25n + 10n)
      const back = { to_agent_did: from.did, amount: 1, currency: 'USD' }
      const late = await must(taking.call(`POST ${pathOf(to)}`, back, to.as('agent')))
      taking.clock.advance(60)
      const answer = await taking.call(
        `POST ${pathOf(to)}/${late.transaction_id}/confirm`,
        undefined,
        to.as('agent'),
      )
      expectRefusal(answer, 400, 'PAYMENT_STATE_CONFLICT')
      expect(answer.body.error.message).toContain('is failed')
      expect(await moneyOf(taking, to.account)).toEqual({ units: 2_990n, held: 0n })
      expect(await findFaults(taking)).toEqual({})
    } finally {
      await books.database.close()
      await taking.stop()
    }
  })
})

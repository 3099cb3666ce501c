// Disputes through HTTP: who may do what, and that a payment goes back to its payer once at most, whoever gives it back
// and in whichever order.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { proveAll, systemAccount } from '../ledger/index.ts'
import { openWorkbench, type Fixture } from '../ledger/test-support.ts'
import { disputeLife, type DisputeStatus } from './life-cycle.ts'
import { MESSAGES_MAX } from './schema.ts'
import { type Court, expectRefused, ok, openCourt, type Side } from './test-support.ts'

const PERIOD_DAYS = 30
const ANSWER_DAYS = 5

let bank: Bank
let court: Court
let bench: Fixture
let ada: Side
let bob: Side
beforeAll(async () => {
  bank = await startBank({
    env: { DISPUTE_PERIOD_DAYS: `${PERIOD_DAYS}`, DISPUTE_ANSWER_DAYS: `${ANSWER_DAYS}` },
  })
  bench = openWorkbench(bank)
  court = openCourt(bank)
  ada = await court.side('Ada Lovelace', 1_000_000)
  bob = await court.side('Bob Byrne')
})
afterAll(async () => {
  expect((await proveAll(bench.database.read)).findings).toEqual([])
  await bench.database.close()
  await bank.stop()
})

const balance = (side: Side) => court.teller.balance(side, side.account)
const decide = async (id: string, step: string, body: object, by?: Side) =>
  court.call(`disputes/${id}/${step}`, body, by ?? (await court.operator()))
const accept = (id: string, body: object) => decide(id, 'accept', body)
const reverse = (payment: string, by: Side, more = {}) =>
  court.call(
    'transactions/reverse',
    { transaction_id: `${payment.slice(0, -2)}02`, reason: 'Back', ...more },
    by,
  )
const actionsOf = async (payment: string, by: Side): Promise<string[]> =>
  ok(await bank.call(`GET /api/v2/payments/${payment}`, undefined, by)).actions

const eventsOf = async (id: string) =>
  (
    await bank.sql<{ type: string; user_uuid: string; data: { role: string } }>(
      `select type, user_uuid, data from platform.events
       where data->>'dispute_uuid' = $1 order by position`,
      [id],
    )
  ).map(({ type, user_uuid, data }) => [type, user_uuid, data.role])

async function losses(): Promise<bigint> {
  const [row] = await bank.sql<{ units: string }>(
    `select coalesce(sum(units), 0) as units from ledger.balances where account_id = $1 and asset = 'USD'`,
    [systemAccount('live', 'dispute-losses')],
  )
  return BigInt(row!.units)
}

describe('dispute.open', () => {
  it('is for the payer alone, once, and leaves the money where it is', async () => {
    const payment = await court.pay(ada, bob, '30.00')
    expect(await actionsOf(payment, ada)).toContain('dispute')
    expect(await actionsOf(payment, bob)).not.toContain('dispute')
    const before = await balance(ada)
    const asked = { payment_uuid: payment, reason: 'wrong_amount', amount: '10.00' }
    const opened = ok(await court.call('disputes', { ...asked, description: 'It was 20.' }, ada))
    expect(opened).toMatchObject({
      payment_uuid: payment,
      role: 'payer',
      status: 'open',
      description: 'It was 20.',
      amount: '10.00',
      payment_amount: '30.00',
      receiver_name: 'Bob Byrne',
      decide_by: '2026-03-31T12:00:00.000Z',
      actions: ['message', 'withdraw'],
      messages: [],
      case: null,
    })
    expect(await balance(ada)).toBe(before)
    expect(await actionsOf(payment, ada)).not.toContain('dispute')
    const { error } = await expectRefused(court.call('disputes', asked, ada), 409, 'DISPUTE_EXISTS')
    expect(error.details).toEqual({ dispute_uuid: opened.uuid, status: 'open' })
    // The receiver is not warned, and strangers learn nothing.
    expect(await eventsOf(opened.uuid)).toEqual([['dispute.opened', ada.uuid, 'payer']])
    for (const stranger of [bob, await court.side('Carol')]) {
      expect((await court.get(opened.uuid, stranger)).status).toBe(404)
      await expectRefused(decide(opened.uuid, 'withdraw', {}, stranger), 404, 'NOT_FOUND')
    }
    await expectRefused(court.call('disputes', asked, bob), 403, 'FORBIDDEN')
    const stranger = await court.side('Dora')
    await expectRefused(court.call('disputes', asked, stranger), 404, 'NOT_FOUND')
  })

  it('takes no more than was paid and has not gone back', async () => {
    const payment = await court.pay(ada, bob, '30.00')
    const ask = (amount?: string) =>
      court.call('disputes', { payment_uuid: payment, reason: 'duplicate', amount }, ada)
    await expectRefused(ask('30.01'), 422, 'VALIDATION_ERROR')
    ok(await reverse(payment, bob, { amount: '12.00' }))
    await expectRefused(ask('18.01'), 422, 'VALIDATION_ERROR')
    expect(ok(await ask()).amount).toBe('18.00')
    const returned = await court.pay(ada, bob, '5.00')
    ok(await reverse(returned, bob))
    expect(await actionsOf(returned, ada)).not.toContain('dispute')
    const asked = { payment_uuid: returned, reason: 'duplicate' }
    await expectRefused(court.call('disputes', asked, ada), 409, 'NOTHING_TO_REFUND')
  })

  it('refuses cash, reversals, own payments, what is too old, and "other" without words', async () => {
    const refused = (payment_uuid: string, by = ada) =>
      expectRefused(
        court.call('disputes', { payment_uuid, reason: 'duplicate' }, by),
        422,
        'PAYMENT_NOT_DISPUTABLE',
      )
    await refused((await court.teller.deposit(ada, ada.account, '5.00')).uuid)
    await refused((await court.teller.withdraw(ada, ada.account, '5.00')).uuid)
    const second = { ...ada, account: await court.teller.open(ada) }
    await refused(await court.pay(ada, second, '5.00'))
    const payment = await court.pay(ada, bob, '5.00')
    const { reversal_id } = ok(await reverse(payment, bob))
    await refused(reversal_id.replace('rev_', ''), bob)
    const late = await court.pay(ada, bob, '5.00')
    const vague = { payment_uuid: late, reason: 'other' }
    const { errors } = await expectRefused(
      court.call('disputes', vague, ada),
      422,
      'VALIDATION_ERROR',
    )
    expect(errors).toHaveProperty('description')
    bank.clock.advance(PERIOD_DAYS * 86_400)
    await refused(late)
    expect(await actionsOf(late, ada)).not.toContain('dispute')
  })

  it('opens one dispute of a payment when asked twice at once', async () => {
    const payment = await court.pay(ada, bob, '5.00')
    const asked = { payment_uuid: payment, reason: 'duplicate' }
    const answers = await Promise.all([1, 2, 3].map(() => court.call('disputes', asked, ada)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('the messages of a dispute', () => {
  it('are between the bank and one party, and the first one tells the receiver', async () => {
    const id = await court.open(ada, await court.pay(ada, bob, '5.00'))
    ok(await court.call(`disputes/${id}/messages`, { text: 'I did not pay this.' }, ada))
    const told = { text: 'What was this for?', to: 'receiver' }
    ok(await court.call(`disputes/${id}/messages`, told, await court.operator()))
    ok(await court.call(`disputes/${id}/messages`, { text: 'For a bicycle.' }, bob))
    expect(ok(await court.get(id, bob))).toMatchObject({
      role: 'receiver',
      description: null,
      actions: ['message'],
      messages: [
        { from: 'bank', text: 'What was this for?' },
        { from: 'receiver', text: 'For a bicycle.' },
      ],
      case: null,
    })
    expect(ok(await court.get(id, ada)).messages).toMatchObject([{ from: 'payer' }])
    expect(ok(await court.get(id, await court.operator()))).toMatchObject({
      role: 'operator',
      actions: ['message', 'ask', 'accept', 'reject'],
      messages: [{ thread: 'payer' }, { thread: 'receiver' }, { thread: 'receiver' }],
      case: { payer_uuid: ada.uuid, receiver_knows: true, refundable: '5.00' },
    })
    const list = await bank.call('GET /api/v2/disputes', undefined, bob)
    expect(list.body.data).toMatchObject([{ uuid: id, role: 'receiver', description: null }])
    await expectRefused(decide(id, 'withdraw', {}, bob), 403, 'NOT_THE_PAYER')
    const wrong = { text: 'To Bob.', to: 'receiver' }
    await expectRefused(court.call(`disputes/${id}/messages`, wrong, ada), 422, 'VALIDATION_ERROR')
  })

  it('are bounded for each side, so that a customer cannot silence the bank', async () => {
    const id = await court.open(ada, await court.pay(ada, bob, '5.00'))
    await bank.sql(
      `insert into disputes.messages (id, dispute_id, thread, is_from_bank, author_uuid, text, created_at)
       select gen_random_uuid(), $1, 'payer', false, $2, 'Please.', $3 from generate_series(1, $4::int)`,
      [id, ada.uuid, bank.clock.now(), MESSAGES_MAX.payer],
    )
    const more = court.call(`disputes/${id}/messages`, { text: 'Please!' }, ada)
    await expectRefused(more, 422, 'DISPUTE_MESSAGE_LIMIT')
    ok(await decide(id, 'ask', { question: 'When was it?' }))
  })
})

describe('dispute.accept', () => {
  it('reverses the payment out of the receiver’s account, and never twice', async () => {
    const [before, payment] = [await balance(ada), await court.pay(ada, bob, '30.00')]
    const id = await court.open(ada, payment)
    const decided = ok(await accept(id, { refund_from: 'receiver', reason: 'It was paid twice.' }))
    expect(decided).toMatchObject({
      status: 'accepted',
      refund: { amount: '30.00', from: 'receiver' },
      actions: [],
    })
    expect(await balance(ada)).toBe(before)
    const { timeline } = ok(await bank.call(`GET /api/v2/payments/${payment}`, undefined, ada))
    expect(
      timeline.map((moment: { payment_uuid: string | null }) => moment.payment_uuid),
    ).toContain(decided.refund.payment_uuid)
    await expectRefused(accept(id, { refund_from: 'bank' }), 409, 'DISPUTE_STATE_CONFLICT')
    await expectRefused(reverse(payment, bob), 409, 'ALREADY_REVERSED')
    const again = { payment_uuid: payment, reason: 'duplicate' }
    await expectRefused(court.call('disputes', again, ada), 409, 'NOTHING_TO_REFUND')
    // The receiver learns why the money is gone, and not what the payer wrote.
    expect(await eventsOf(id)).toEqual([
      ['dispute.opened', ada.uuid, 'payer'],
      ['dispute.accepted', ada.uuid, 'payer'],
      ['dispute.accepted', bob.uuid, 'receiver'],
    ])
    expect(ok(await court.get(id, bob))).toMatchObject({ decision_reason: null, messages: [] })
  })

  it('fails where the receiver has not got the money, and the bank can bear the loss instead', async () => {
    const poor = await court.side('Eve')
    const payment = await court.pay(ada, poor, '30.00')
    await court.teller.withdraw(poor, poor.account, '25.00')
    const id = await court.open(ada, payment)
    expect(ok(await court.get(id, await court.operator())).case).toMatchObject({
      refundable: '30.00',
      receiver_available: '5.00',
    })
    const [before, lost] = [await balance(ada), await losses()]
    await expectRefused(accept(id, { refund_from: 'receiver' }), 422, 'INSUFFICIENT_FUNDS')
    const accepted = ok(await accept(id, { refund_from: 'bank' }))
    expect(accepted.refund).toMatchObject({ amount: '30.00', from: 'bank' })
    expect(Number(await balance(ada)) - Number(before)).toBe(30)
    expect(lost - (await losses())).toBe(3_000n)
    // What the bank paid cannot be fetched from the receiver, nor given back, for the payer a second time.
    await court.teller.deposit(poor, poor.account, '50.00')
    await expectRefused(reverse(payment, poor), 409, 'ALREADY_REVERSED')
    expect(await actionsOf(payment, poor)).not.toContain('reverse')
    expect((await eventsOf(id)).map(([, user]) => user)).toEqual([ada.uuid, ada.uuid])
  })

  it('refunds to a frozen account, and what is left after a reversal', async () => {
    const frozen = await court.side('Fay', 5_000)
    const payment = await court.pay(frozen, bob, '30.00')
    const id = await court.open(frozen, payment)
    ok(await reverse(payment, bob, { amount: '12.00' }))
    ok(await court.call(`accounts/${frozen.account}/freeze`, { reason: 'Stolen' }, frozen))
    await expectRefused(
      accept(id, { refund_from: 'bank', amount: '18.01' }),
      422,
      'VALIDATION_ERROR',
    )
    expect(ok(await accept(id, { refund_from: 'bank' })).refund.amount).toBe('18.00')
    expect(await balance(frozen)).toBe('50.00')
  })

  it('is done once by operators who decide at once, and not beside a reversal', async () => {
    for (const other of ['accept', 'reject', 'withdraw', 'reverse'] as const) {
      const payment = await court.pay(ada, bob, '30.00')
      const before = await balance(ada)
      const id = await court.open(ada, payment)
      const against = {
        accept: () => accept(id, { refund_from: 'receiver' }),
        reject: () => decide(id, 'reject', { reason: 'No.' }),
        withdraw: () => decide(id, 'withdraw', {}, ada),
        reverse: () => reverse(payment, bob),
      }
      const answers = await Promise.all([accept(id, { refund_from: 'bank' }), against[other]()])
      const done = answers.map(({ status }) => status < 300)
      expect(done.filter(Boolean), other).toHaveLength(1)
      const isRefunded = done[0] || other === 'accept' || other === 'reverse'
      expect(Number(await balance(ada)) - Number(before), other).toBe(isRefunded ? 30 : 0)
    }
  })

  it('is not for an operator who is a party, nor for customers', async () => {
    const operator = await court.operator()
    const own = { ...operator, account: await court.teller.open(operator, 5_000) }
    const id = await court.open(own, await court.pay(own, bob, '5.00'))
    for (const [step, body] of [
      ['accept', { refund_from: 'bank' }],
      ['reject', { reason: 'No.' }],
      ['ask', { question: 'Why?' }],
    ] as const) {
      await expectRefused(decide(id, step, body), 403, 'FORBIDDEN')
      await expectRefused(decide(id, step, body, bob), 403, 'INSUFFICIENT_SCOPE')
    }
    expect(ok(await court.get(id, own))).toMatchObject({ role: 'payer', case: null })
    // As a receiver whom nobody told, an operator sees no more than a customer.
    const received = await court.open(ada, await court.pay(ada, own, '5.00'))
    expect((await court.get(received, own)).status).toBe(404)
    await expectRefused(accept(received, { refund_from: 'bank' }), 404, 'NOT_FOUND')
    const queue = await bank.call('GET /api/v2/dispute-queue?per_page=100', undefined, own)
    const listed = queue.body.data.map(({ uuid }: { uuid: string }) => uuid)
    expect(listed).toContain(id)
    expect(listed).not.toContain(received)
  })

  it('stays in its environment', async () => {
    const id = await court.open(ada, await court.pay(ada, bob, '5.00'))
    const erin = await bank.person({ name: 'Erin' })
    const hers = { ...erin, account: await court.teller.open(erin, 5_000) }
    const own = await court.open(hers, await court.pay(hers, bob, '5.00'))
    const key = await bank.sandboxKey(erin)
    for (const known of [id, own]) {
      expect((await court.get(known, key)).status).toBe(404)
      await expectRefused(court.call(`disputes/${known}/withdraw`, {}, key), 404, 'NOT_FOUND')
    }
    expect(ok(await court.get(own, erin)).role).toBe('payer')
  })
})

describe('the timeline of a payment', () => {
  it('has its disputes, for each party what that party knows', async () => {
    const payment = await court.pay(ada, bob, '30.00')
    const first = await court.open(ada, payment, { reason: 'duplicate' })
    ok(await decide(first, 'withdraw', {}, ada))
    const second = await court.open(ada, payment, { reason: 'not_received' })
    const stepsOf = async (by: Side): Promise<string[]> =>
      ok(await bank.call(`GET /api/v2/payments/${payment}`, undefined, by)).timeline.map(
        ({ step, summary, note }: Record<string, string>) => `${step}: ${summary}, ${note}`,
      )
    expect((await stepsOf(bob)).length).toBe(2)
    bank.clock.advance(1)
    ok(await decide(second, 'accept', { refund_from: 'receiver', reason: 'No delivery.' }))
    expect((await stepsOf(ada)).slice(2)).toEqual([
      'disputed: Disputed as paid twice, null',
      'decided: The dispute was withdrawn, null',
      'disputed: Disputed as not received, null',
      'reversed: 30.00 USD went back, Refund of a disputed payment',
      'decided: The dispute was accepted, No delivery.',
    ])
    expect((await stepsOf(bob)).slice(2)).toEqual([
      'disputed: Disputed as not received, null',
      'reversed: 30.00 USD went back, Refund of a disputed payment',
      'decided: The dispute was accepted, null',
    ])
  })
})

describe('the notices', () => {
  it('tell each party what the others did, and nothing that the parties wrote', async () => {
    const withDevice = async (name: string): Promise<Side> => {
      const person = await bank.person({ name })
      const device = { device_id: crypto.randomUUID(), platform: 'ios', app_version: '1.0' }
      ok(await bank.call('POST /api/mobile/devices', device, person))
      return { ...person, account: await court.teller.open(person, 5_000) }
    }
    const [payer, receiver] = [await withDevice('Grace'), await withDevice('Hal')]
    bank.clock.advance(1)
    const id = await court.open(payer, await court.pay(payer, receiver, '5.00'))
    ok(await decide(id, 'ask', { question: 'Which shop?' }))
    ok(await court.call(`disputes/${id}/messages`, { text: 'The corner shop.' }, payer))
    ok(await decide(id, 'accept', { refund_from: 'receiver' }))
    const titles = async ({ token }: Side): Promise<string[]> =>
      ok(await bank.call('GET /api/v1/notifications', undefined, { token })).items.flatMap(
        ({ title, body }: { title: string; body: string }) =>
          title.includes('ispute') ? `${title}: ${body}` : [],
      )
    await expect
      .poll(async () => (await titles(payer)).toSorted(), { timeout: 120_000 })
      .toEqual([
        'Dispute accepted: 5.00 USD: the bank accepted your dispute and refunded this amount.',
        'Question about your dispute: 5.00 USD: the bank has a question about the payment that you dispute. Please answer in time.',
      ])
    await expect
      .poll(() => titles(receiver), { timeout: 120_000 })
      .toEqual([
        'Dispute accepted: 5.00 USD: the bank accepted the dispute of a payment that you received.',
      ])
  })
})

describe('dispute.queue', () => {
  it('has the most urgent first, and by state what was decided', async () => {
    const first = await court.open(ada, await court.pay(ada, bob, '5.00'))
    bank.clock.advance(60)
    const second = await court.open(ada, await court.pay(ada, bob, '5.00'))
    const list = async (query: string) =>
      (
        await bank.call(
          `GET /api/v2/dispute-queue?per_page=100${query}`,
          undefined,
          await court.operator(),
        )
      ).body.data
    const open = (await list('')).map(({ uuid }: { uuid: string }) => uuid)
    expect(open.indexOf(first)).toBeLessThan(open.indexOf(second))
    ok(await decide(first, 'reject', { reason: 'The receiver delivered.' }))
    const [rejected] = await list('&status=rejected')
    expect(rejected).toMatchObject({ uuid: first, decision_reason: 'The receiver delivered.' })
    expect((await list(`&payment_uuid=${crypto.randomUUID()}`)).length).toBe(0)
    await expectRefused(
      bank.call('GET /api/v2/dispute-queue', undefined, ada),
      403,
      'INSUFFICIENT_SCOPE',
    )
  })
})

// What happens to a dispute and its payment, in any order; the model knows what must be refused.
type Move =
  | { readonly do: 'open'; readonly cents: number }
  | { readonly do: 'ask' | 'answer' | 'withdraw' | 'reject' | 'expire' }
  | { readonly do: 'accept'; readonly from: 'receiver' | 'bank'; readonly cents: number | null }
  | { readonly do: 'reverse'; readonly cents: number }

const PAID = 1_000
const cents = fc.integer({ min: 1, max: PAID + 100 })
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), cents }) },
  fc.record({ do: fc.constantFrom('ask', 'answer', 'withdraw', 'reject', 'expire') }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('accept' as const),
      from: fc.constantFrom('receiver' as const, 'bank' as const),
      cents: fc.option(cents),
    }),
  },
  fc.record({ do: fc.constant('reverse' as const), cents }),
)

const decimal = (units: number): string => (units / 100).toFixed(2)

class Model {
  status: DisputeStatus | undefined
  disputed = 0
  back = 0
  fromBank = 0
  days = 0

  get left(): number {
    return PAID - this.back
  }

  /** Whether the step is done. */
  step(action: Parameters<typeof disputeLife.find>[1]): boolean {
    const to = this.status && disputeLife.next(this.status, action)
    if (to !== undefined) this.status = to
    return to !== undefined
  }

  take(step: Move): boolean {
    switch (step.do) {
      case 'open': {
        const isFree = [undefined, 'withdrawn', 'expired'].includes(this.status)
        if (!isFree || step.cents > this.left || this.days >= PERIOD_DAYS) return false
        this.status = 'open'
        this.disputed = step.cents
        return true
      }
      case 'accept': {
        const most = Math.min(this.disputed, this.left)
        const asked = step.cents ?? most
        if (asked > most || most <= 0 || !this.step('accept')) return false
        this.back += asked
        if (step.from === 'bank') this.fromBank += asked
        return true
      }
      case 'reverse':
        if (step.cents > this.left) return false
        this.back += step.cents
        return true
      // A message of the payer is taken in every undecided state.
      case 'answer':
        if (this.status === 'open') return true
        return this.step('answer')
      case 'expire':
        this.days += ANSWER_DAYS
        return this.step('expire')
      default:
        return this.step(step.do)
    }
  }
}

describe('any order of events', () => {
  it('gives the payer back at most what was paid, and the states that the table has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 10 }), async (steps) => {
        const [payer, receiver] = [await court.side('Payer', PAID), await court.side('Receiver')]
        const payment = await court.pay(payer, receiver, decimal(PAID))
        const before = await losses()
        const model = new Model()
        let id = crypto.randomUUID() as string
        const take = async (step: Move): Promise<boolean> => {
          switch (step.do) {
            case 'open': {
              const asked = { payment_uuid: payment, reason: 'duplicate' }
              const body = { ...asked, amount: decimal(step.cents) }
              const answer = await court.call('disputes', body, payer)
              if (answer.status === 201) id = answer.body.data.uuid
              return answer.status === 201
            }
            case 'accept': {
              const amount = step.cents === null ? {} : { amount: decimal(step.cents) }
              return (await accept(id, { refund_from: step.from, ...amount })).status === 200
            }
            case 'reverse':
              return (
                (await reverse(payment, receiver, { amount: decimal(step.cents) })).status === 200
              )
            case 'expire':
              bank.clock.advance(ANSWER_DAYS * 86_400)
              await bank.runJob('disputes.expire')
              return model.status === 'awaiting_payer'
            case 'answer':
              return (
                (await court.call(`disputes/${id}/messages`, { text: 'Yes.' }, payer)).status ===
                201
              )
            case 'withdraw':
              return (await decide(id, 'withdraw', {}, payer)).status === 200
            case 'ask':
              return (await decide(id, 'ask', { question: 'Why?' })).status === 200
            case 'reject':
              return (await decide(id, 'reject', { reason: 'No.' })).status === 200
          }
        }
        for (const step of steps) {
          const isDone = await take(step)
          expect(isDone, JSON.stringify({ step, model })).toBe(model.take(step))
          if (model.status !== undefined)
            expect(ok(await court.get(id, payer)).status).toBe(model.status)
        }
        expect(await balance(payer)).toBe(decimal(model.back))
        expect(await balance(receiver)).toBe(decimal(PAID - model.back + model.fromBank))
        expect(before - (await losses())).toBe(BigInt(model.fromBank))
        expect(model.back).toBeLessThanOrEqual(PAID)
      }),
      { numRuns: rounds(6, 60) },
    )
  })
})

// Two agents, their owners and a resolver at once, in any order: escrows and payments of the same few
// cents, requested in concurrent batches. Whatever was answered, the books must prove, and each
// record must agree with its money. `npm test` makes the same choices each time, `npm run test:long`
// others. SIMULATION_SEED=… repeats the choices, though not the order in which they meet.
import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import {
  type By,
  bys,
  escrowPath,
  findFaults,
  makeSide,
  moneyOf,
  type Side,
} from '../escrow/test-support.ts'
import { escrowLife } from '../escrow/life-cycle.ts'
import { proveAll } from '../../core/ledger/index.ts'
import { openWorkbench, type Fixture } from '../../core/ledger/test-support.ts'
import { paymentLife } from './life-cycle.ts'

const given = process.env.SIMULATION_SEED
const seed = given === undefined ? rounds(1, randomInt(2 ** 31)) : Number(given)
process.stdout.write(`agents seed: ${seed} (SIMULATION_SEED=${seed} runs it again)\n`)

const START = 5_000
const FEES = { ESCROW_FEE_BASIS_POINTS: '150', AGENT_PAYMENT_FEE_BASIS_POINTS: '75' }

let bank: Bank
let bench: Fixture
let resolver: Side
beforeAll(async () => {
  bank = await startBank({ env: { ...FEES, AGENT_PAYMENT_EXPIRY_SECONDS: '3600' } })
  bench = openWorkbench(bank)
  resolver = await makeSide(bank, bench)
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

interface Call {
  readonly kind: 'create' | 'pay' | 'escrow' | 'payment'
  readonly operation: string
  /** Which of the two agents calls, and which of the existing records the call is about. */
  readonly side: 0 | 1
  readonly which: number
  readonly cents: number
  readonly flag: boolean
  readonly percentage: number
  readonly by: By
  /** How often the same request is sent at once, with one Idempotency-Key. */
  readonly times: number
}

const escrowOperations = [
  'fund',
  'fund',
  'fund',
  'release',
  'release',
  'dispute',
  'resolve',
] as const

const call: fc.Arbitrary<Call> = fc.record(
  {
    kind: fc.constantFrom<Call['kind'][]>(
      'create',
      'pay',
      'pay',
      'escrow',
      'escrow',
      'escrow',
      'payment',
      'payment',
    ),
    operation: fc.constantFrom<string[]>(...escrowOperations, 'cancel'),
    side: fc.constantFrom<(0 | 1)[]>(0, 1),
    which: fc.nat(7),
    cents: fc.integer({ min: 1, max: 2_500 }),
    flag: fc.boolean(),
    percentage: fc.integer({ min: 0, max: 100 }),
    by: fc.constantFrom(...bys),
    times: fc.constantFrom(1, 1, 1, 2),
  },
  { noNullPrototype: true },
)

/** Batches run one after the other, the calls of a batch at once; sometimes an hour passes between. */
const story = fc.array(
  fc.record(
    {
      calls: fc.array(call, { minLength: 1, maxLength: 7 }),
      hourAfter: fc.integer({ min: 0, max: 5 }),
    },
    { noNullPrototype: true },
  ),
  { minLength: 3, maxLength: 8 },
)

const usual = { side: 0, which: 0, cents: 500, percentage: 40, by: 'owner', times: 1 } as const
const alone = (kind: Call['kind'], change: Partial<Call> = {}) => {
  const asked: Call = { kind, operation: 'fund', flag: false, ...usual, ...change }
  return { calls: [asked], hourAfter: 1 }
}

/** A fixed sequence in which every kind of step succeeds; random ones may all be refused. */
const plain = [
  alone('create'),
  alone('escrow', { operation: 'fund' }),
  alone('escrow', { operation: 'release' }),
  alone('escrow', { operation: 'fund' }),
  alone('create', { flag: true }),
  alone('escrow', { operation: 'fund' }),
  alone('escrow', { operation: 'dispute', side: 1 }),
  alone('escrow', { operation: 'resolve', flag: true }),
  alone('create'),
  alone('escrow', { operation: 'cancel' }),
  alone('pay'),
  alone('payment', { flag: true }),
  alone('pay'),
  alone('payment'),
  alone('pay', { cents: 2 * START }),
]

interface World {
  readonly sides: readonly [Side, Side]
  readonly escrows: { readonly id: string; readonly buyer: 0 | 1 }[]
  readonly payments: { readonly id: string; readonly sender: 0 | 1 }[]
}

let keys = 0

/** Undefined when there is no record yet that it could be about. */
async function send(world: World, { kind, side, by, ...one }: Call): Promise<Answer | undefined> {
  const [me, other] = [world.sides[side], world.sides[side === 0 ? 1 : 0]]
  const options = { ...me.as(by), key: `together-${++keys}` }
  const repeat = async (route: string, body: object | undefined, how = options) => {
    const sent = Array.from({ length: one.times }, () => bank.call(route, body, how))
    const answers = await Promise.all(sent)
    return answers.find((answer) => answer.status !== 409) ?? answers[0]!
  }
  const money = { amount: one.cents / 100, currency: 'USD' }
  if (kind === 'create')
    return repeat(`POST ${escrowPath}`, {
      ...money,
      buyer_did: me.did,
      seller_did: other.did,
      timeout_seconds: 3600,
      dispute_resolution_did: one.flag ? resolver.did : null,
    })
  if (kind === 'pay')
    return repeat(`POST /api/agent-protocol/agents/${me.did}/payments`, {
      ...money,
      to_agent_did: other.did,
      escrow_required: one.flag,
    })
  if (kind === 'payment') {
    const payment = world.payments.at(-1 - (one.which % 3))
    const operation = one.flag ? 'confirm' : 'cancel'
    return (
      payment &&
      repeat(
        `POST /api/agent-protocol/agents/${me.did}/payments/${payment.id}/${operation}`,
        undefined,
      )
    )
  }
  const escrow = world.escrows.at(-1 - (one.which % 4))
  if (!escrow) return undefined
  const byResolver = one.operation === 'resolve' && one.flag
  const bodies: Record<string, object> = {
    fund: { funder_did: me.did },
    release: {},
    dispute: { disputer_did: me.did, reason: 'Late', evidence: ['A letter'] },
    resolve: {
      resolver_did: byResolver ? resolver.did : me.did,
      resolution_type: one.flag
        ? 'split'
        : escrow.buyer === side
          ? 'release_to_receiver'
          : 'return_to_sender',
      split_percentage: one.percentage,
    },
    cancel: {},
  }
  return repeat(
    `POST ${escrowPath}/${escrow.id}/${one.operation}`,
    bodies[one.operation],
    byResolver ? { ...resolver.as(by), key: options.key } : options,
  )
}

function remember(world: World, { kind, side }: Call, answer: Answer | undefined): void {
  if (answer?.status !== 201) return
  const { escrow_id, transaction_id } = answer.body.data
  if (kind === 'pay') world.payments.push({ id: transaction_id, sender: side })
  if (escrow_id !== null) world.escrows.push({ id: escrow_id, buyer: side })
}

interface EscrowFacts {
  readonly status: string
  readonly of_payment: boolean
  readonly buyer_did: string
  readonly seller_did: string
  readonly units: number
  readonly fee: number
  readonly hold: string | null
  readonly captured: number | null
  readonly to_seller: number | null
}

const listEscrows = (world: World) =>
  bank.sql<EscrowFacts>(
    `select e.status, e.of_payment, e.buyer_did, e.seller_did, e.units::int, e.fee_units::int as fee,
       h.status as hold, h.captured::int as captured, d.receiver_units::int as to_seller
     from escrow.escrows e left join ledger.holds h on h.id = e.hold_id
     left join escrow.disputes d on d.escrow_uuid = e.uuid where e.buyer_did = any($1)`,
    [world.sides.map((side) => side.did)],
  )

interface PaymentFacts {
  readonly status: string
  readonly type: string
  readonly from_did: string
  readonly to_did: string
  readonly units: number
  readonly fee: number
  readonly hold: string
  readonly captured: number
  readonly escrow: string | null
  readonly escrow_fee: number
}

const listPayments = (world: World) =>
  bank.sql<PaymentFacts>(
    `select p.status, p.type, p.from_did, p.to_did, p.units::int, p.fee_units::int as fee,
       h.status as hold, h.captured::int as captured, e.status as escrow,
       coalesce(e.fee_units, 0)::int as escrow_fee
     from agent_payments.payments p join ledger.holds h on h.id = p.hold_id
     left join escrow.escrows e on e.uuid = p.escrow_uuid where p.from_did = any($1)`,
    [world.sides.map((side) => side.did)],
  )

/** What each agent must have, in cents, computed from the records alone. */
class Reckoning {
  private readonly units = new Map<string, number>()
  private readonly held = new Map<string, number>()
  pay(from: string, to: string, cents: number, paidFee: number, keptFee: number): void {
    this.add(this.units, from, -cents - paidFee)
    this.add(this.units, to, cents - keptFee)
  }
  reserve(did: string, cents: number): void {
    this.add(this.held, did, cents)
  }
  of(did: string) {
    return {
      units: BigInt(START + (this.units.get(did) ?? 0)),
      held: BigInt(this.held.get(did) ?? 0),
    }
  }
  private add(map: Map<string, number>, did: string, cents: number): void {
    map.set(did, (map.get(did) ?? 0) + cents)
  }
}

async function checkWorld(world: World): Promise<void> {
  const reckoning = new Reckoning()
  const seen = new Set<string>()
  for (const escrow of await listEscrows(world)) {
    const { status, units, fee, hold, captured } = escrow
    seen.add(status)
    expect(escrowLife.states).toContain(status)
    if (escrow.of_payment) continue
    if (status === 'created') expect(hold).toBeNull()
    if (status === 'funded' || status === 'disputed') {
      expect({ hold, captured }).toEqual({ hold: 'open', captured: 0 })
      reckoning.reserve(escrow.buyer_did, units)
    }
    if (status === 'expired' || status === 'cancelled') {
      expect(hold).not.toBe('open')
      expect(captured ?? 0).toBe(0)
    }
    const paid = status === 'released' ? units : status === 'resolved' ? escrow.to_seller! : 0
    if (status === 'released' || status === 'resolved') {
      expect(captured).toBe(paid)
      expect(hold).toBe(paid === units ? 'captured' : 'released')
      expect(fee).toBe(Math.floor((paid * 150) / 10_000))
    }
    reckoning.pay(escrow.buyer_did, escrow.seller_did, paid, 0, fee)
  }
  const escrowOf: Record<string, string> = {
    pending: 'created',
    completed: 'released',
    cancelled: 'cancelled',
    failed: 'expired',
  }
  for (const payment of await listPayments(world)) {
    const { status, units, fee, hold, captured } = payment
    seen.add(`payment ${status}`)
    expect(paymentLife.states).toContain(status)
    expect(payment.escrow).toBe(payment.type === 'escrow' ? escrowOf[status] : null)
    if (status === 'pending') {
      expect({ hold, captured }).toEqual({ hold: 'open', captured: 0 })
      reckoning.reserve(payment.from_did, units + fee)
    } else if (status === 'completed') {
      expect({ hold, captured }).toEqual({ hold: 'captured', captured: units + fee })
      reckoning.pay(payment.from_did, payment.to_did, units, fee, payment.escrow_fee)
    } else {
      expect(hold).not.toBe('open')
      expect(captured).toBe(0)
    }
  }
  for (const side of world.sides)
    expect(await moneyOf(bank, side.account)).toEqual(reckoning.of(side.did))
  expect(await findFaults(bank)).toEqual({})
  for (const one of seen) reached.add(one)
}

const reached = new Set<string>()

it('keeps the books and the records consistent under concurrency', async () => {
  const answered = new Set<number>()
  await fc.assert(
    fc.asyncProperty(story, async (batches) => {
      const sides = [
        await makeSide(bank, bench, { cents: START }),
        await makeSide(bank, bench, { cents: START }),
      ] as const
      const world: World = { sides, escrows: [], payments: [] }
      // After a day the resolver's session has expired, and disputes need it.
      resolver = await makeSide(bank, bench)
      for (const { calls, hourAfter } of batches) {
        const answers = await Promise.all(calls.map((one) => send(world, one)))
        calls.forEach((one, index) => remember(world, one, answers[index]))
        for (const answer of answers) if (answer) answered.add(answer.status)
        // No call may end in an undeclared error.
        for (const answer of answers)
          expect([undefined, 200, 201, 400, 403, 404, 409, 422]).toContain(answer?.status)
        if (hourAfter === 0) {
          bank.clock.advance(3600)
          await Promise.all([bank.runJob('escrow.expire'), bank.runJob('agent_payments.expire')])
        }
        await checkWorld(world)
      }
    }),
    { seed, numRuns: rounds(3, 21), endOnFailure: true, examples: [[plain]] },
  )
  expect((await proveAll(bench.database.read)).findings).toEqual([])
  // Otherwise the test would prove little.
  expect([...answered].toSorted()).toEqual(expect.arrayContaining([200, 201, 400, 422]))
  expect(reached.size).toBeGreaterThanOrEqual(8)
}, 240_000)

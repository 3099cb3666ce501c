// Tests batches that are decided from the state that an uncommitted batch will leave, when that batch is not
// written in the end. Each test holds two batches of one node at a gate, changes the same accounts from elsewhere,
// and opens the gate.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_WAITING, holdTransaction } from '../../../../../test/harness/held.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Reply } from '../../../../operation/idempotency.ts'
import type { Plan } from '../../../../operation/posting.ts'
import { changeStatus } from '../accounts/service.ts'
import {
  balanceOf,
  cause,
  countMoves,
  database,
  expectSound,
  isAnyWaiting,
  newMark,
  one,
  type Node,
  openAccounts,
  OUTSIDE,
  outcomesOf,
  pay,
  pool,
  run,
  startNode,
  test,
  two,
  useNodes,
  withKey,
} from './executor-test-support.ts'
import { setQuarantine } from '../integrity/store.ts'

useNodes()

interface Gate {
  readonly node: Node
  shut(): void
  open(): void
  /** Resolves once this many batches wait at the closed gate. */
  arrived(count: number): Promise<void>
}

/** A node whose batches wait while the gate is closed, and then continue in their order. */
function startGatedNode(): Gate {
  let opening: PromiseWithResolvers<void> | undefined
  let waiting = 0
  let onArrival = (): void => {}
  const node = startNode((lane) => ({
    ...lane,
    async query(text, values, name) {
      if (opening && name?.startsWith('ledger_write')) {
        waiting++
        onArrival()
        await opening.promise
      }
      return lane.query(text, values, name)
    },
  }))
  return {
    node,
    shut() {
      opening ??= Promise.withResolvers()
      waiting = 0
    },
    open() {
      opening?.resolve()
      opening = undefined
    },
    arrived: (count) =>
      new Promise((resolve) => {
        onArrival = () => waiting >= count && resolve()
        onArrival()
      }),
  }
}

/** A second batch is sent only when there are enough postings for it. */
const FILLERS = 40

interface InFlight {
  readonly first: Promise<Reply>
  readonly second: Promise<Reply>
  readonly fillers: Promise<Reply>[]
}

/** Sends two batches, of which the second depends on the first; they wait at the gate. */
async function sendTwo(gate: Gate, first: Plan, second: Plan): Promise<InFlight> {
  const { executor } = gate.node
  const [from, to] = await openAccounts(2, FILLERS)
  // The node knows the accounts, so that nothing is loaded later on.
  const warmUp = { from: from!, to: to!, units: 1, mark: 'warm-up' }
  await run(gate.node, warmUp)
  gate.shut()
  const flying = executor.run(first, cause, undefined)
  await gate.arrived(1)
  const fillers = Array.from({ length: FILLERS - 1 }, () => run(gate.node, warmUp))
  const next = executor.run(second, cause, undefined)
  for (const reply of [flying, next, ...fillers]) reply.catch(() => {})
  await gate.arrived(2)
  return { first: flying, second: next, fillers }
}

async function finish({ first, second, fillers }: InFlight): Promise<string[]> {
  expect(new Set(await outcomesOf(fillers))).toEqual(new Set(['done']))
  return outcomesOf([first, second])
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a batch in flight', () => {
  it('is not taken for another one that was committed in its place', async () => {
    // If versions counted up, the payment of the other node would leave the very version that the second batch
    // expects of the first, on both accounts, and the second would write balances that never were.
    const [from, to] = (await openAccounts(2, 100)) as [string, string]
    const gate = startGatedNode()
    const mark = newMark()
    await run(gate.node, { from, to, units: 1, mark })
    const flying = await sendTwo(
      gate,
      pay({ from, to, units: 10, mark }),
      pay({ from, to, units: 20, mark }),
    )
    await run(two, { from, to, units: 30, mark })
    gate.open()
    expect(await finish(flying)).toEqual(['done', 'done'])
    expect([await balanceOf(from), await balanceOf(to)]).toEqual([39, 161])
    expect(await countMoves(mark)).toBe(4)
    await expectSound()
  })

  it('is awaited by a refusal that depends on it', async () => {
    const [from, to] = (await openAccounts(2, 100)) as [string, string]
    const gate = startGatedNode()
    const mark = newMark()
    const all = pay({ from, to, units: 100, mark })
    const more = pay({ from, to, units: 1, mark })
    const flying = await sendTwo(gate, all, more)
    let isAnswered = false
    void flying.second.catch(() => (isAnswered = true))
    await settle()
    expect(isAnswered).toBe(false)
    gate.open()
    expect(await finish(flying)).toEqual(['done', 'INSUFFICIENT_FUNDS'])
    expect(await balanceOf(from)).toBe(0)
    await expectSound()
  })

  it('withdraws the refusal that depended on it when it is not written', async () => {
    const [from, to] = (await openAccounts(2, 100)) as [string, string]
    const gate = startGatedNode()
    const mark = newMark()
    const all = pay({ from, to, units: 100, mark })
    const flying = await sendTwo(gate, all, pay({ from, to, units: 1, mark }))
    await run(two, { from: OUTSIDE, to: from, units: 50, mark })
    gate.open()
    expect(await finish(flying)).toEqual(['done', 'done'])
    expect(await balanceOf(from)).toBe(49)
    await expectSound()
  })

  const reserve = (account: string, to: string, hold: string): Plan<string> => ({
    books: [{ account, asset: 'USD' }],
    decide: (ledger) =>
      ledger.reserve({ id: hold, purpose: 'test', account, to, asset: 'USD', units: 60n }).id,
  })
  const capture = (account: string, to: string, hold: string): Plan<string> => ({
    books: [account, to].map((id) => ({ account: id, asset: 'USD' })),
    holds: [hold],
    decide: (ledger) => ledger.capture({ hold, type: 'transfer', credits: 'returned' }).id,
  })

  it.each([
    { other: 1, outcomes: ['done', 'done'], left: 39, holds: ['captured'] },
    { other: 90, outcomes: ['INSUFFICIENT_FUNDS', 'HOLD_NOT_OPEN'], left: 10, holds: [] },
  ])(
    'makes a hold that the next one captures; $other elsewhere, and neither is written',
    async ({ other, outcomes, left, holds }) => {
      const [from, to] = (await openAccounts(2, 100)) as [string, string]
      const gate = startGatedNode()
      const hold = uuidv7(cause.now)
      await run(gate.node, { from, to, units: 1, mark: 'there' })
      await run(gate.node, { from: to, to: from, units: 1, mark: 'and back' })
      const flying = await sendTwo(gate, reserve(from, to, hold), capture(from, to, hold))
      await run(two, { from, to, units: other, mark: newMark() })
      gate.open()
      expect(await finish(flying)).toEqual(outcomes)
      expect(await balanceOf(from)).toBe(left)
      const { rows } = await pool.query('select status from ledger.holds where id = $1', [hold])
      expect(rows.map((row) => row.status)).toEqual(holds)
      await expectSound()
    },
  )

  const stops = {
    ACCOUNT_FROZEN: (id: string) =>
      database.write
        .transaction()
        .execute((tx) => changeStatus({ tx, invalidate: () => {} }, id, () => 'frozen')),
    ACCOUNT_QUARANTINED: (id: string) =>
      database.write.transaction().execute((tx) => setQuarantine(tx, [{ id, reason: 'a test' }])),
  }
  it.each(Object.entries(stops))(
    'moves nothing any more after %s, nor does the next',
    async (code, stop) => {
      const [from, to] = (await openAccounts(2, 100)) as [string, string]
      const gate = startGatedNode()
      const mark = newMark()
      const payment = pay({ from, to, units: 10, mark })
      const flying = await sendTwo(gate, payment, payment)
      await stop(from)
      gate.open()
      expect(await finish(flying)).toEqual([code, code])
      expect(await countMoves(mark)).toBe(0)
      expect(await balanceOf(from)).toBe(100)
      await expectSound()
    },
  )
})

describe('a posting that another node forwarded', () => {
  const makeLink = async (): Promise<string> => {
    const id = randomUUID()
    const link = [id, 'a door', 'this node']
    await pool.query('insert into platform.links (id, door, writer) values ($1, $2, $3)', link)
    return id
  }
  const revoke = (link: string) => pool.query('delete from platform.links where id = $1', [link])

  it('runs while its link is valid, and not after; the other postings of the batch do', async () => {
    const [from, to] = (await openAccounts(2, 100)) as [string, string]
    const [mark, own] = [newMark(), newMark()]
    const links = [await makeLink(), await makeLink()]
    const forwarded = (link: string) =>
      one.executor.run(pay({ from, to, units: 1, mark }), { ...cause, link }, undefined)
    const both = () =>
      outcomesOf([
        forwarded(links[0]!),
        run(one, { from, to, units: 1, mark: own }),
        forwarded(links[1]!),
      ])
    expect(await both()).toEqual(['done', 'done', 'done'])
    await revoke(links[1]!)
    expect(await both()).toEqual(['done', 'done', 'SERVICE_UNAVAILABLE'])
    await revoke(links[0]!)
    expect(await both()).toEqual(['SERVICE_UNAVAILABLE', 'done', 'SERVICE_UNAVAILABLE'])
    expect([await countMoves(mark), await countMoves(own)]).toEqual([3, 3])
    await expectSound()
  })

  it('does not run when its link is revoked in flight', async () => {
    const [from, to] = (await openAccounts(2, 100)) as [string, string]
    const gate = startGatedNode()
    const mark = newMark()
    await run(gate.node, { from, to, units: 1, mark })
    const link = await makeLink()
    gate.shut()
    const flying = gate.node.executor.run(
      pay({ from, to, units: 1, mark }),
      { ...cause, link },
      withKey(newMark()),
    )
    await gate.arrived(1)
    await revoke(link)
    gate.open()
    expect(await outcomesOf([flying])).toEqual(['SERVICE_UNAVAILABLE'])
    expect(await countMoves(mark)).toBe(1)
  })

  it('holds its link while it is being written, so that revoking waits for it', async () => {
    const [from, to] = (await openAccounts(2, 100)) as [string, string]
    const mark = newMark()
    await run(one, { from, to, units: 1, mark })
    const link = await makeLink()
    // Another transaction locks the balance, so that the batch is stuck in the middle of its statement.
    const held = await holdTransaction(test.address)
    await held.query('select 1 from ledger.balances where account_id = $1 for update', [from])
    const flying = one.executor.run(
      pay({ from, to, units: 1, mark }),
      { ...cause, link },
      undefined,
    )
    await expect.poll(isAnyWaiting).toBe(true)
    const revoking = revoke(link).then(() => countMoves(mark))
    await expect.poll(async () => (await pool.query(ANY_WAITING)).rowCount).toBeGreaterThan(1)
    await held.commit()
    // The revoking node sees everything that was done over the link.
    expect(await revoking).toBe(2)
    expect(await outcomesOf([flying])).toEqual(['done'])
  })
})

describe('two nodes with batches in flight', () => {
  it('make every payment once, in any order and whichever connection is cut', async () => {
    const step = fc.record({
      node: fc.nat(1),
      payments: fc.array(
        fc.record({ from: fc.nat(4), to: fc.nat(4), units: fc.integer({ min: 1, max: 60 }) }),
        { minLength: 1, maxLength: 60 },
      ),
      gate: fc.constantFrom('shut', 'open', 'stay'),
      cut: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    })
    let rounds = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const gates = [startGatedNode(), startGatedNode()]
        const ids = await openAccounts(5, 100)
        const mark = newMark()
        const round = `round ${++rounds}`
        const expected = new Map(ids.map((id) => [id, 100]))
        const started: {
          retry: () => Promise<Reply>
          promise: Promise<Reply>
          apply: () => void
        }[] = []
        for (const [index, { node, payments, gate, cut }] of steps.entries()) {
          if (gate === 'shut') gates[node]!.shut()
          if (gate === 'open') gates[node]!.open()
          for (const [number, { from, to, units }] of payments.entries()) {
            if (from === to) continue
            const payment = { from: ids[from]!, to: ids[to]!, units, mark }
            const key = withKey(`${round} ${index} ${number}`, JSON.stringify(payment))
            const promise = run(gates[node]!.node, payment, key)
            promise.catch(() => {})
            started.push({
              promise,
              // Callers without an answer retry, and any node may get the retry.
              retry: () => run(gates[1 - node]!.node, payment, key),
              apply() {
                expected.set(payment.from, expected.get(payment.from)! - units)
                expected.set(payment.to, expected.get(payment.to)! + units)
              },
            })
          }
          await settle()
          if (cut)
            await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'florin ledger' and datname = current_database()`)
        }
        for (const gate of gates) gate.open()
        let done = 0
        for (const { promise, retry, apply } of started) {
          let [outcome] = await outcomesOf([promise])
          while (outcome === 'SERVICE_UNAVAILABLE') [outcome] = await outcomesOf([retry()])
          if (outcome === 'INSUFFICIENT_FUNDS') continue
          expect(['done', 'replayed']).toContain(outcome)
          apply()
          done++
        }
        expect(await countMoves(mark)).toBe(done)
        for (const id of ids) expect(await balanceOf(id)).toBe(expected.get(id))
        for (const { node } of gates) {
          await node.executor.close()
          await node.lane.close()
        }
      }),
      { numRuns: 50 },
    )
    await expectSound()
  })
})

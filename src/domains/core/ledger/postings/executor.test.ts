// Tests the executor against PostgreSQL: one executor under load, and two on one database, as on two nodes.
import { describe, expect, it } from 'vitest'
import { holdTransaction } from '../../../../../test/harness/held.ts'
import type { Reply } from '../../../../operation/idempotency.ts'
import { changeStatus } from '../accounts/service.ts'
import {
  OUTSIDE,
  database,
  pool,
  one,
  test,
  two,
  startNode,
  expectSound,
  countMoves,
  balanceOf,
  run,
  withKey,
  newMark,
  openAccounts,
  outcomesOf,
  count,
  isAnyWaiting,
  pairs,
  useNodes,
} from './executor-test-support.ts'

useNodes()

describe('one executor', () => {
  it('commits many postings together, and none of them overdraws', async () => {
    const ids = await openAccounts(10, 100)
    const mark = newMark()
    const runs = pairs(ids, 600).map(([from, to]) => run(one, { from, to, units: 40, mark }))
    const outcomes = await outcomesOf(runs)
    expect(count(outcomes, 'done') + count(outcomes, 'INSUFFICIENT_FUNDS')).toBe(600)
    expect(count(outcomes, 'INSUFFICIENT_FUNDS')).toBeGreaterThan(0)
    expect(await countMoves(mark)).toBe(count(outcomes, 'done'))
    expect(Math.max(...one.batches.map((batch) => batch.size))).toBeGreaterThan(100)
    const balances = await Promise.all(ids.map(balanceOf))
    expect(balances.reduce((sum, units) => sum + units, 0)).toBe(1_000)
    await expectSound()
  })

  it('does not lose an account that is forgotten while its batch waits for another', async () => {
    const [known, unknown] = await openAccounts(2, 100)
    // What another node announces arrives at any moment: here, between the loads and the decision.
    const node = startNode((lane, executor) => ({
      ...lane,
      async query(text, values, name) {
        const rows = await lane.query<never>(text, values, name)
        if (name === 'ledger_load_accounts') executor().forget(known!)
        return rows
      },
    }))
    const mark = newMark()
    await run(node, { from: OUTSIDE, to: known!, units: 1, mark })
    await run(node, { from: known!, to: OUTSIDE, units: 1, mark })
    const reply = await run(node, { from: known!, to: unknown!, units: 5, mark })
    expect(reply.replayed).toBe(false)
    expect(await countMoves(mark)).toBe(3)
    await expectSound()
  })

  it('commits the other postings of a batch when one cannot be written', async () => {
    const ids = await openAccounts(6, 100)
    const mark = newMark()
    const poison = { text: 'a zero byte, which PostgreSQL cannot store: \u0000' }
    const runs = pairs(ids, 30).map(([from, to], turn) => {
      const metadata = turn === 7 || turn === 20 ? poison : { turn }
      return run(one, { from, to, units: 1, mark, metadata })
    })
    const settled = await Promise.allSettled(runs)
    const failed = settled.flatMap((result, turn) => (result.status === 'rejected' ? [turn] : []))
    expect(failed).toEqual([7, 20])
    expect(await countMoves(mark)).toBe(28)
    await expectSound()
  })

  it('runs a posting with a key once, repeats its reply, and refuses another request with it', async () => {
    const [from, to] = await openAccounts(2, 100)
    const payment = { from: from!, to: to!, units: 1, mark: newMark() }
    const key = newMark()
    const atOnce = await outcomesOf([
      run(one, payment, withKey(key)),
      run(one, payment, withKey(key)),
    ])
    expect(atOnce).toEqual(['done', 'REQUEST_IN_PROGRESS'])
    const first = await run(one, payment, withKey(key))
    expect(first.replayed).toBe(true)
    // A restarted node knows it from the database only.
    const other = await run(startNode(), payment, withKey(key))
    expect(other).toEqual(first)
    for (const node of [one, two, startNode()])
      expect(await outcomesOf([run(node, payment, withKey(key, 'another'))])).toEqual([
        'IDEMPOTENCY_CONFLICT',
      ])
    expect(await countMoves(payment.mark)).toBe(1)
  })
})

describe('two executors on one database', () => {
  it('answer a retry with the first reply, even if the posting would now be refused', async () => {
    const [from, to] = await openAccounts(2, 100)
    const all = { from: from!, to: to!, units: 100, mark: newMark() }
    const key = newMark()
    const first = await run(one, all, withKey(key))
    // One that has never seen the account, and one that knows it to be empty.
    expect(await run(startNode(), all, withKey(key))).toEqual({ ...first, replayed: true })
    const knowing = startNode()
    expect(await outcomesOf([run(knowing, { ...all, units: 1 })])).toEqual(['INSUFFICIENT_FUNDS'])
    expect(await run(knowing, all, withKey(key))).toEqual({ ...first, replayed: true })
    expect(await outcomesOf([run(two, all, withKey(key, 'another'))])).toEqual([
      'IDEMPOTENCY_CONFLICT',
    ])
    expect(await countMoves(all.mark)).toBe(1)
  })

  it('answer alike when both get the request that empties the account', async () => {
    const [from, to, elsewhere] = await openAccounts(3, 100)
    const all = { from: from!, to: to!, units: 100, mark: newMark() }
    const key = newMark()
    // The first one pauses when all is written and nothing is committed.
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const first = startNode((lane) => ({
      ...lane,
      transaction: (work) =>
        lane.transaction(async (tx) => {
          const output = await work(tx)
          written.resolve()
          await mayCommit.promise
          return output
        }),
    }))
    // The second, if it has looked for an earlier reply by then, decides only after that commit.
    const looked = Promise.withResolvers<true>()
    const committed = Promise.withResolvers<void>()
    const second = startNode((lane) => ({
      ...lane,
      transaction: (work) =>
        lane.transaction((tx) =>
          work({
            async query(text, values, name) {
              const rows = await tx.query<never>(text, values, name)
              if (name !== 'find_replies') return rows
              looked.resolve(true)
              await committed.promise
              return rows
            },
          }),
        ),
    }))
    // Both decide under locks: each finds its cached copy stale.
    const before = { to: to!, units: 1, mark: newMark() }
    await run(first, { ...before, from: from! })
    for (const account of [from!, elsewhere!]) await run(second, { ...before, from: account })
    for (const account of [from!, elsewhere!])
      await run(one, { from: OUTSIDE, to: account, units: 2, mark: before.mark })
    await run(second, { ...before, from: elsewhere! })
    const running = run(first, all, withKey(key))
    await written.promise
    const again = run(second, all, withKey(key))
    while (!(await Promise.race([looked.promise, isAnyWaiting()])));
    mayCommit.resolve()
    await running
    committed.resolve()
    expect(await outcomesOf([running, again])).toEqual(['done', 'replayed'])
    expect(await countMoves(all.mark)).toBe(1)
    expect([first, second].map(({ batches }) => batches.at(-1)!.locked)).toEqual([true, true])
    await expectSound()
  })

  it('move the same money at the same time and lose none of it', async () => {
    const ids = await openAccounts(8, 1_000)
    const mark = newMark()
    const outcomes: string[] = []
    for (let wave = 0; wave < 10; wave++) {
      const runs = pairs(ids, 80).map(([from, to], turn) =>
        run(turn % 2 === 0 ? one : two, { from, to, units: 150 + wave, mark }),
      )
      outcomes.push(...(await outcomesOf(runs)))
    }
    expect(count(outcomes, 'done') + count(outcomes, 'INSUFFICIENT_FUNDS')).toBe(800)
    expect(count(outcomes, 'done')).toBeGreaterThan(100)
    expect(await countMoves(mark)).toBe(count(outcomes, 'done'))
    const balances = await Promise.all(ids.map(balanceOf))
    expect(balances.reduce((sum, units) => sum + units, 0)).toBe(8_000)
    const batches = [...one.batches, ...two.batches]
    expect(batches.some((batch) => batch.locked)).toBe(true)
    expect(batches.some((batch) => !batch.locked)).toBe(true)
    await expectSound()
  })

  it('run a request that both get with one key exactly once', async () => {
    const [from, to] = await openAccounts(2, 1_000)
    const mark = newMark()
    const payment = { from: from!, to: to!, units: 1, mark }
    const keys = Array.from({ length: 60 }, newMark)
    const both = await Promise.all(
      keys.map((key) => outcomesOf([one, two].map((node) => run(node, payment, withKey(key))))),
    )
    for (const outcomes of both) {
      expect(count(outcomes, 'done')).toBe(1)
      expect(['replayed', 'REQUEST_IN_PROGRESS']).toContain(
        outcomes.find((outcome) => outcome !== 'done'),
      )
    }
    expect(await countMoves(mark)).toBe(60)
    for (const key of keys)
      for (const node of [one, two])
        expect((await run(node, payment, withKey(key))).replayed).toBe(true)
    expect(await countMoves(mark)).toBe(60)
    await expectSound()
  })

  it('refuse nothing because of a stale copy of an account', async () => {
    const [rich, poor] = await openAccounts(2, 100)
    const mark = newMark()
    // The first now has a copy of an empty account.
    await run(one, { from: poor!, to: rich!, units: 100, mark })
    await run(two, { from: rich!, to: poor!, units: 60, mark })
    expect(await outcomesOf([run(one, { from: poor!, to: rich!, units: 60, mark })])).toEqual([
      'done',
    ])
    expect(await balanceOf(poor!)).toBe(0)
    // And in a batch where others succeed.
    await run(two, { from: rich!, to: poor!, units: 50, mark })
    const [third, fourth] = await openAccounts(2, 100)
    const together = [
      run(one, { from: third!, to: fourth!, units: 1, mark }),
      run(one, { from: poor!, to: rich!, units: 50, mark }),
      run(one, { from: poor!, to: rich!, units: 50, mark }),
    ]
    expect((await outcomesOf(together)).toSorted()).toEqual(['INSUFFICIENT_FUNDS', 'done', 'done'])
    await expectSound()
  })

  it('simulate from the current rows, not from a stale copy', async () => {
    const [from, to] = await openAccounts(2, 100)
    const mark = newMark()
    const payment = { from: from!, to: to!, units: 80, mark }
    await run(one, { ...payment, units: 1 })
    await run(two, { ...payment, units: 50 })
    const simulated = run(one, { ...payment, simulate: true })
    expect(await outcomesOf([simulated])).toEqual(['INSUFFICIENT_FUNDS'])
    expect(await countMoves(mark)).toBe(2)
  })

  it('stop at once when an account is frozen, even without a notification', async () => {
    const ids = await openAccounts(4, 10_000)
    const frozen = ids[0]!
    const mark = newMark()
    const before: Promise<Reply>[] = []
    const after: Promise<Reply>[] = []
    let isFrozen = false
    const freeze = async (): Promise<void> => {
      await database.write
        .transaction()
        .execute((tx) => changeStatus({ tx, invalidate: () => {} }, frozen, () => 'frozen'))
      isFrozen = true
    }
    const freezing = freeze()
    for (let turn = 0; after.length < 40; turn++) {
      const payment = { from: frozen, to: ids[1 + (turn % 3)]!, units: 1, mark }
      const started = run(turn % 2 === 0 ? one : two, payment)
      started.catch(() => {})
      ;(isFrozen ? after : before).push(started)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await freezing
    expect(new Set(await outcomesOf(after))).toEqual(new Set(['ACCOUNT_FROZEN']))
    const done = count(await outcomesOf(before), 'done')
    expect(await countMoves(mark)).toBe(done)
    // And continue when it is unfrozen, although their copies are frozen.
    await database.write
      .transaction()
      .execute((tx) => changeStatus({ tx, invalidate: () => {} }, frozen, () => 'active'))
    const thawed = [one, two].map((node) =>
      run(node, { from: frozen, to: ids[1]!, units: 1, mark }),
    )
    expect(await outcomesOf(thawed)).toEqual(['done', 'done'])
    await expectSound()
  })

  const cutConnections = () =>
    pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'florin ledger' and datname = current_database()`)

  it('reject calls when the connection is lost, and run them on a retry', async () => {
    const [from, to] = await openAccounts(2, 100)
    const payment = { from: from!, to: to!, units: 1, mark: newMark() }
    const key = newMark()
    const held = await holdTransaction(test.address)
    await held.query('select 1 from ledger.balances where account_id = $1 for update', [from])
    const lost = run(one, payment, withKey(key))
    lost.catch(() => {})
    await held.untilWaitedFor(lost)
    await cutConnections()
    expect(await outcomesOf([lost])).toEqual(['SERVICE_UNAVAILABLE'])
    await held.commit()
    expect(await outcomesOf([run(one, payment, withKey(key))])).toEqual(['done'])
    expect(await countMoves(payment.mark)).toBe(1)
  })

  it('make each payment once, however often the connections are cut', async () => {
    const ids = await openAccounts(6, 10_000)
    const mark = newMark()
    const payments = pairs(ids, 400).map(([from, to]) => ({ from, to, units: 1, mark }))
    const keys = payments.map(newMark)
    const seen = new Set<string>()
    // One after the other, so that the cuts meet them at different moments.
    const worker = async (first: number): Promise<void> => {
      for (let turn = first; turn < payments.length; turn += 8) {
        const node = turn % 2 === 0 ? one : two
        const running = outcomesOf([run(node, payments[turn]!, withKey(keys[turn]!))])
        if (turn % 10 === 0) await cutConnections()
        seen.add((await running)[0]!)
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, first) => worker(first)))
    expect(
      [...seen].filter((what) => !['done', 'replayed', 'SERVICE_UNAVAILABLE'].includes(what)),
    ).toEqual([])
    // The last connection cut may only be noticed by the next call.
    await expect
      .poll(async () => {
        const runs = payments.map((payment, turn) =>
          run(turn % 2 === 0 ? two : one, payment, withKey(keys[turn]!)),
        )
        return count(await outcomesOf(runs), 'SERVICE_UNAVAILABLE')
      })
      .toBe(0)
    expect(await countMoves(mark)).toBe(400)
    await expectSound()
  })
})

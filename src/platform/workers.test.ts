// Worker threads: what they take, what they refuse, and what a task can break.
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { createDatabase } from '../../test/harness/databases.ts'
import { type Task, tasksOf, Workers, type WorkersOptions } from './workers.ts'
import type * as tasks from './workers-test-support.ts'

const task = tasksOf<typeof tasks>(new URL('./workers-test-support.ts', import.meta.url))

const opened: { workers: Workers; gates: Int32Array<SharedArrayBuffer>[] }[] = []
afterEach(async () => {
  for (const { workers, gates } of opened.splice(0)) {
    gates.forEach(open)
    await workers.close()
  }
})

function start(options: Partial<WorkersOptions> = {}) {
  const failures: Error[] = []
  const workers = new Workers({
    onError: (error) => failures.push(error),
    ...options,
  })
  const gates: Int32Array<SharedArrayBuffer>[] = []
  opened.push({ workers, gates })
  const { template: _template, ...server } = inject('server')
  const address = { ...server, database: 'postgres' }
  return {
    workers,
    address,
    run: <Input, Output>(order: Task<Input, Output>, input: Input, holder: string) =>
      workers.run(order, input, { holder, address }),
    failures,
    gate: () => {
      const gate = new Int32Array(new SharedArrayBuffer(8))
      gates.push(gate)
      return gate
    },
  }
}

function open(gate: Int32Array<SharedArrayBuffer>): void {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}

/** Until the task at the gate has begun. */
async function reached(gate: Int32Array<SharedArrayBuffer>): Promise<void> {
  const { value } = Atomics.waitAsync(gate, 1, 0)
  await value
}

describe('workers', () => {
  it('run a task in another thread, which they keep for the next one', async () => {
    const { run } = start()
    const first = await run(task('where'), null, 'ada')
    expect(first.isMainThread).toBe(false)
    expect(await run(task('where'), null, 'bob')).toEqual(first)
  })

  it('load the modules of all tasks before the first is asked for, and again after a crash', async () => {
    tasksOf(new URL('./workers-test-support.ts?again', import.meta.url))
    const cold = start()
    expect(await cold.run(task('countCopies'), null, 'ada')).toMatchObject({ copies: 1 })
    const { workers, run, address } = start()
    await workers.warm(address)
    const first = await run(task('countCopies'), null, 'ada')
    expect(first.copies).toBe(2)
    await expect(run(task('exit'), null, 'ada')).rejects.toThrow('in the middle of a task')
    const second = await run(task('countCopies'), null, 'ada')
    expect(second.copies).toBe(2)
    expect(second.threadId).not.toBe(first.threadId)
  })

  it('leave the calling thread free while a task holds its own', async () => {
    const { run, gate } = start()
    const closed = gate()
    const held = run(task('wait'), closed, 'ada')
    await reached(closed)
    // The thread is blocked now; this one goes on, or the gate would never be opened.
    open(closed)
    expect(await held).toBeGreaterThan(0)
  })

  it('refuse a caller more than a few, without effect on other callers', async () => {
    const { run, gate } = start({ perHolder: 3 })
    const closed = gate()
    const own = [1, 2, 3].map(() => run(task('wait'), closed, 'ada'))
    await expect(run(task('where'), null, 'ada')).rejects.toMatchObject({
      refusal: 'share',
    })
    const other = run(task('where'), null, 'bob')
    open(closed)
    await Promise.all(own)
    expect((await other).isMainThread).toBe(false)
    expect((await run(task('where'), null, 'ada')).isMainThread).toBe(false)
  })

  it('give a failed task’s share back', async () => {
    const { run } = start({ perHolder: 1 })
    for (let time = 0; time < 3; time++)
      await expect(run(task('fail'), 'X', 'ada')).rejects.toThrow('it did not work')
  })

  it('let only so many wait', async () => {
    const { run, gate } = start({ waitingMax: 2 })
    const closed = gate()
    const running = run(task('wait'), closed, 'ada')
    const waiting = ['bob', 'carol'].map((who) => run(task('where'), null, who))
    await expect(run(task('where'), null, 'dora')).rejects.toMatchObject({
      refusal: 'queue',
    })
    open(closed)
    await Promise.all([running, ...waiting])
  })

  it('use as many threads as they may', async () => {
    const { run, gate } = start({ threads: 2 })
    const [one, two] = [gate(), gate()]
    const held = [one, two].map((closed) => run(task('wait'), closed, 'ada'))
    await Promise.all([reached(one), reached(two)])
    open(one)
    open(two)
    expect(new Set(await Promise.all(held)).size).toBe(2)
  })

  it('pass on what a task threw, with its code', async () => {
    const { run, failures } = start()
    await expect(run(task('fail'), '57014', 'ada')).rejects.toMatchObject({
      message: 'it did not work',
      code: '57014',
    })
    expect(failures).toEqual([])
  })

  it('refuse what cannot be copied, and go on', async () => {
    const { run } = start()
    const uncopied = { ...task('where') } as unknown as { module: string; name: string }
    await expect(run(uncopied, () => 1, 'ada')).rejects.toThrow('could not be cloned')
    expect((await run(task('where'), null, 'ada')).isMainThread).toBe(false)
  })

  it.each([
    ['ends its thread', 'exit', {}, 'ended in the middle'],
    ['takes too much memory', 'hoard', { memoryMb: 20 }, 'more than 20 MB'],
  ] as const)('fail a task that %s, and no other', async (_what, name, options, message) => {
    const { run, failures } = start(options)
    const before = await run(task('where'), null, 'ada')
    const broken = run(task(name), null, 'ada').catch((error: unknown) => error)
    const after = await run(task('where'), null, 'bob')
    expect(await broken).toMatchObject({ message: expect.stringContaining(message) })
    expect(after.threadId).not.toBe(before.threadId)
    expect(failures).toHaveLength(1)
  })

  it('fail a task that takes too long, and no other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { run, gate } = start({ taskMs: 60_000 })
      const closed = gate()
      const broken = run(task('wait'), closed, 'ada').catch((error: unknown) => error)
      const behind = run(task('where'), null, 'bob')
      await reached(closed)
      vi.advanceTimersByTime(59_999)
      expect(await Promise.race([broken, Promise.resolve('waits')])).toBe('waits')
      vi.advanceTimersByTime(1)
      expect(await broken).toMatchObject({ refusal: 'time' })
      expect((await behind).isMainThread).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('hand bytes over', async () => {
    const { run } = start()
    const { body } = await run(task('bytes'), 3_000_000, 'ada')
    expect(body.byteLength).toBe(3_000_000)
    expect(body[2_999_999]).toBe(7)
  })

  it('return a text as a whole, not character by character', async () => {
    const { run } = start({ memoryMb: 64 })
    expect(await run(task('text'), 10_000_000, 'ada')).toHaveLength(10_000_000)
  })

  it('read by a connection of their own that cannot write, in the database that is named', async () => {
    const { workers, run } = start()
    const ask = await run(task('ask'), null, 'ada')
    expect(ask).toEqual([{ is_read_only: 'on', database: 'postgres' }])
    const other = await createDatabase()
    const { address } = other
    expect(await workers.run(task('ask'), null, { holder: 'ada', address })).toEqual([
      { is_read_only: 'on', database: Reflect.get(address, 'database') },
    ])
    await other.drop()
  })

  it('end with their owner, and pending tasks are rejected', async () => {
    const { workers, run, gate } = start()
    const closed = gate()
    const running = run(task('wait'), closed, 'ada')
    const waiting = run(task('where'), null, 'bob')
    await reached(closed)
    const told = Promise.allSettled([running, waiting])
    await workers.close()
    expect(await told).toMatchObject([
      { status: 'rejected', reason: { message: 'the worker ended in the middle of a task' } },
      { status: 'rejected', reason: { refusal: 'closed' } },
    ])
    await expect(run(task('where'), null, 'ada')).rejects.toMatchObject({
      refusal: 'closed',
    })
  })
})

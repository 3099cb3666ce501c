// The semaphore runs as many tasks as its current width, and every task in the end.
import { describe, expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a gate', () => {
  it('runs no more tasks than its width, also while that changes', async () => {
    let width = 3
    let inside = 0
    const seen: number[] = []
    const gate = new Semaphore(() => width)
    const work = async (): Promise<void> => {
      inside++
      seen.push(inside)
      await turn()
      inside--
    }
    const first = Array.from({ length: 9 }, () => gate.run(work))
    await Promise.all(first)
    expect(Math.max(...seen)).toBe(3)
    seen.length = 0
    width = 1
    const rest = Array.from({ length: 4 }, () => gate.run(work))
    width = 2
    await Promise.all(rest)
    expect(seen).toHaveLength(4)
    expect(Math.max(...seen)).toBeLessThanOrEqual(2)
  })

  it('runs every task after its width was zero, and also after a failure', async () => {
    let width = 1
    const gate = new Semaphore(() => width)
    const failing = gate.run(() => Promise.reject(new Error('no')))
    const waiting = [gate.run(async () => 1), gate.run(async () => 2)]
    width = 0
    await expect(failing).rejects.toThrow('no')
    expect(await Promise.all(waiting)).toEqual([1, 2])
  })
})

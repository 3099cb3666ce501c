// Many calls with the same key at once cost two runs: the one in progress, and the one after it.
import { describe, expect, it } from 'vitest'
import { singleFlight } from './single-flight.ts'

describe('oneAtATime', () => {
  it('does one thing for a key at a time, and shares the next', async () => {
    const gates: PromiseWithResolvers<number>[] = []
    const ask = singleFlight(
      (who: string) => who,
      () => {
        gates.push(Promise.withResolvers<number>())
        return gates.at(-1)!.promise
      },
    )
    const first = ask('ada')
    const later = Array.from({ length: 50 }, () => ask('ada'))
    const other = ask('bob')
    expect(gates).toHaveLength(2)
    gates[0]!.resolve(1)
    gates[1]!.resolve(7)
    expect([await first, await other]).toEqual([1, 7])
    await Promise.resolve()
    expect(gates).toHaveLength(3)
    gates[2]!.resolve(2)
    expect(new Set(await Promise.all(later))).toEqual(new Set([2]))
    const again = ask('ada')
    gates[3]!.resolve(3)
    expect(await again).toBe(3)
  })

  it('goes on after a failure', async () => {
    let tries = 0
    const ask = singleFlight(
      () => 'key',
      () => (++tries === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(tries)),
    )
    const [first, second] = await Promise.allSettled([ask(), ask()])
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
    expect(await ask()).toBe(3)
  })
})

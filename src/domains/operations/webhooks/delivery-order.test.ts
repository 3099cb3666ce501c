// The order of deliveries, as a property: whatever fails and whenever it is tried again, events of one
// account arrive in order, and nothing is lost.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runInOrder, DeliveryOrder } from './delivery-order.ts'

interface Item {
  readonly number: number
  readonly accounts: readonly string[]
  readonly next_retry_at: string | null
}

const start = Date.parse('2026-01-01T00:00:00Z')

/** Sends the log through rounds of a webhook with the given failures; returns the order of arrival. */
async function deliver(
  log: readonly (readonly string[])[],
  fails: readonly boolean[],
  room: number,
): Promise<number[]> {
  const arrived: number[] = []
  let waiting: Item[] = []
  let position = 0
  let calls = 0
  for (let minute = 0; position < log.length || waiting.length > 0; minute++) {
    const now = new Date(start + minute * 60_000)
    const round = new DeliveryOrder<Item, Item>(room)
    for (const item of waiting) round.addWaiting(item, now)
    while (position < log.length && round.hasRoom)
      round.addFresh({ number: position, accounts: log[position++]!, next_retry_at: null })
    const done = new Set<number>()
    const failed = new Set<number>()
    await runInOrder([...round.waiting, ...round.fresh], async ({ number }) => {
      await new Promise((resolve) => setImmediate(resolve))
      const isBad = fails[calls++ % fails.length]!
      if (isBad) failed.add(number)
      else {
        done.add(number)
        arrived.push(number)
      }
      return !isBad
    })
    waiting = [...waiting, ...round.fresh, ...round.parked]
      .filter((item) => !done.has(item.number))
      .map((item) =>
        failed.has(item.number)
          ? { ...item, next_retry_at: new Date(now.getTime() + 90_000).toISOString() }
          : item,
      )
      .toSorted((a, b) => a.number - b.number)
  }
  return arrived
}

describe('a round', () => {
  it('keeps the order of every account and loses nothing', async () => {
    const accounts = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd'), { maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(accounts, { maxLength: 30 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 10 }),
        async (log, fails, room) => {
          const sometimes = fails.includes(false) ? fails : [...fails, false]
          const arrived = await deliver(log, sometimes, room)
          expect(arrived.toSorted((a, b) => a - b)).toEqual(log.map((_, number) => number))
          for (const account of ['a', 'b', 'c', 'd']) {
            const ofAccount = arrived.filter((number) => log[number]!.includes(account))
            expect(ofAccount).toEqual(ofAccount.toSorted((a, b) => a - b))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('lets what is about other accounts pass', () => {
    const round = new DeliveryOrder<Item, Item>(10)
    const item = (number: number, accounts: string[], next_retry_at: string | null = null) => ({
      number,
      accounts,
      next_retry_at,
    })
    const late = new Date(start + 1).toISOString()
    round.addWaiting(item(1, ['a'], late), new Date(start))
    round.addWaiting(item(2, ['a', 'b']), new Date(start))
    round.addWaiting(item(3, []), new Date(start))
    for (const [number, accounts] of [
      [4, ['b']],
      [5, ['c']],
      [6, ['c', 'a']],
      [7, ['c']],
    ] as const)
      round.addFresh(item(number, [...accounts]))
    expect(round.waiting.map(({ number }) => number)).toEqual([3])
    expect(round.fresh.map(({ number }) => number)).toEqual([5])
    expect(round.parked.map(({ number }) => number)).toEqual([4, 6, 7])
  })
})

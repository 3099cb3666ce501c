// One receiver at a time and at most once per node: the effects of a wake, a fault, a lost lease and the end of the
// process. The leases themselves are tested with the stores of webhooks and of messages.
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import type { Db } from '../platform/database.ts'
import { Deliveries, type LeaseStore, type Outcome, type Turn } from './deliveries.ts'

interface Asked {
  readonly outcomes?: readonly (Outcome | Error)[]
  readonly isFree?: boolean
  readonly released?: Awaited<ReturnType<LeaseStore['release']>>
  readonly secondsAfterFault?: number
}

function make({ outcomes = [], isFree = true, released, secondsAfterFault }: Asked) {
  const seen: unknown[] = []
  const left = [...outcomes]
  const turns: Turn[] = []
  let onEach = async (): Promise<void> => {}
  const tx = {} as Db
  const db = {
    transaction: () => ({ execute: (work: (inner: Db) => Promise<void>) => work(tx) }),
  } as unknown as Db
  const deliveries = new Deliveries({
    db,
    outbound: { close: () => void seen.push('closed') },
    clock: systemClock,
    log: pino({ level: 'silent' }),
    jobs: {
      send: async (_tx, name, payload, when) => void seen.push([name, payload, when?.afterSeconds]),
    },
    job: 'deliver',
    field: 'house',
    leaseSeconds: 30,
    atOnce: () => 4,
    ...(secondsAfterFault !== undefined && { secondsAfterFault }),
    store: {
      claim: async () => isFree,
      renew: async () => {},
      async release(_tx, house, lease, waitSeconds) {
        expect(lease).toBe(turns.at(-1)?.lease ?? lease)
        seen.push(`released ${house} ${waitSeconds}`)
        return released ?? { isBehind: false, needsTimer: waitSeconds !== undefined }
      },
    },
    async deliver(house, turn) {
      turns.push(turn)
      seen.push(house)
      await onEach()
      const outcome = left.shift() ?? { waitSeconds: undefined }
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  })
  return { deliveries, seen, turns, onEach: (work: () => Promise<void>) => (onEach = work) }
}

/** Stopping waits for all deliveries in progress. */
async function finish(deliveries: Deliveries): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  await deliveries.stop()
}

describe('deliveries', () => {
  it('go on while there is more, under one lease, and let go', async () => {
    const { deliveries, seen, turns } = make({ outcomes: ['more', 'more'] })
    expect(deliveries.wake('a')).toBe(true)
    await finish(deliveries)
    expect(seen).toEqual(['a', 'a', 'a', 'released a undefined', 'closed'])
    expect(new Set(turns.map(({ lease }) => lease)).size).toBe(1)
  })

  it('leave alone what another node has', async () => {
    const { deliveries, seen } = make({ isFree: false })
    deliveries.wake('a')
    await finish(deliveries)
    expect(seen).toEqual(['closed'])
  })

  it('look once more when woken at work', async () => {
    const { deliveries, seen, onEach } = make({})
    let isFirst = true
    onEach(async () => {
      if (isFirst) for (const _ of [1, 2, 3]) expect(deliveries.wake('a')).toBe(true)
      isFirst = false
    })
    deliveries.wake('a')
    await finish(deliveries)
    expect(seen).toEqual(['a', 'released a undefined', 'a', 'released a undefined', 'closed'])
  })

  it.each<[string, Asked, unknown[]]>([
    [
      'a wait',
      { outcomes: [{ waitSeconds: 7 }] },
      ['released a 7', ['deliver', { house: 'a' }, 7]],
    ],
    [
      'a wait for which a job is set',
      { outcomes: [{ waitSeconds: 7 }], released: { isBehind: false, needsTimer: false } },
      ['released a 7'],
    ],
    [
      'an item that arrived meanwhile',
      { released: { isBehind: true, needsTimer: false } },
      ['released a undefined', ['deliver', { house: 'a' }, undefined]],
    ],
    ['a lost lease', { outcomes: ['gone'] }, ['released a undefined']],
    [
      'a fault',
      { outcomes: [new Error('no database')], secondsAfterFault: 45 },
      ['released a 45', ['deliver', { house: 'a' }, 45]],
    ],
    ['a fault that waits for nothing', { outcomes: [new Error('no')] }, ['released a undefined']],
  ])('after %s schedule the next turn', async (_name, asked, expected) => {
    const { deliveries, seen } = make(asked)
    deliveries.wake('a')
    await finish(deliveries)
    expect(seen).toEqual(['a', ...expected, 'closed'])
  })

  it('hand on at the end of the process, and begin nothing new', async () => {
    const { deliveries, seen, onEach, turns } = make({ outcomes: ['more', 'more'] })
    let stopped: Promise<void> | undefined
    onEach(async () => {
      stopped = deliveries.stop()
    })
    deliveries.wake('a')
    await new Promise((resolve) => setImmediate(resolve))
    await stopped
    expect(turns[0]!.isStopping()).toBe(true)
    expect(seen).toEqual(['a', 'released a 0', ['deliver', { house: 'a' }, 0], 'closed'])
    expect(deliveries.wake('b')).toBe(false)
  })
})

// The sliding window against the definition of one: a list of times, counted each time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from './addresses.ts'
import { MemoryLimiter, type Window } from './limiter.ts'

/** The definition of a sliding window, without any optimization. */
class Definition {
  private passed: number[] = []
  take(windows: readonly Window[], now: number): boolean {
    const allowed = windows.every(
      ({ limit, seconds }) => this.passed.filter((t) => t > now - seconds * 1000).length < limit,
    )
    if (allowed) this.passed.push(now)
    return allowed
  }
  count(window: Window, now: number): number {
    return this.passed.filter((t) => t > now - window.seconds * 1000).length
  }
}

const windows = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 200 }))
  .map(([minute, hour]) => [
    { limit: minute, seconds: 60 },
    { limit: hour, seconds: 3600 },
  ])

describe('MemoryLimiter', () => {
  it('agrees with the definition for any calls at any times', () => {
    fc.assert(
      fc.property(
        windows,
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 400 }),
        (limits, gaps) => {
          const limiter = new MemoryLimiter()
          const definition = new Definition()
          let now = 1_000_000
          for (const gap of gaps) {
            now += gap
            const standing = limiter.take('key', limits, now)
            expect(standing.allowed).toBe(definition.take(limits, now))
            const left = limits.map((window) => window.limit - definition.count(window, now))
            expect(standing.remaining).toBe(Math.min(...left))
            expect(standing.resetsAt * 1000).toBeGreaterThanOrEqual(now)
          }
        },
      ),
    )
  })

  it('agrees with it when the limits change in between', () => {
    const call = fc.record({ gap: fc.integer({ min: 0, max: 5_000 }), windows })
    fc.assert(
      fc.property(
        fc.array(call, { maxLength: 8 }),
        fc.integer({ min: 1, max: 60 }),
        (phases, calls) => {
          const limiter = new MemoryLimiter()
          const definition = new Definition()
          let now = 1_000_000
          let capacity = 0
          for (const phase of phases) {
            const limits = phase.windows
            // Of the time before, only the calls counted under the lower limit are known.
            const known = definition.count({ limit: 0, seconds: 3600 }, now)
            const isRaised = Math.max(...limits.map(({ limit }) => limit)) > capacity
            if (isRaised && known >= capacity && capacity > 0) return
            capacity = Math.max(capacity, ...limits.map(({ limit }) => limit))
            for (let n = 0; n < calls; n++) {
              now += phase.gap
              expect(limiter.take('key', limits, now).allowed).toBe(definition.take(limits, now))
            }
          }
        },
      ),
    )
  })

  it('reaches a limit that was raised', () => {
    const limiter = new MemoryLimiter()
    const pass = (limit: number) => limiter.take('k', [{ limit, seconds: 60 }], 0).allowed
    expect([pass(2), pass(2), pass(2)]).toEqual([true, true, false])
    expect([pass(4), pass(4), pass(4)]).toEqual([true, true, false])
  })

  it('lets the caller pass again at the moment it names', () => {
    const limiter = new MemoryLimiter()
    const limits = [{ limit: 3, seconds: 60 }]
    for (const now of [0, 10_000, 20_000]) expect(limiter.take('k', limits, now).allowed).toBe(true)
    const refused = limiter.take('k', limits, 30_000)
    expect(refused).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfterSeconds: 30,
      resetsAt: 60,
    })
    expect(limiter.take('k', limits, 59_999).allowed).toBe(false)
    expect(limiter.take('k', limits, 60_000).allowed).toBe(true)
    expect(limiter.take('k', limits, 60_000).allowed).toBe(false)
  })

  it('keeps keys apart', () => {
    const limiter = new MemoryLimiter()
    const limits = [{ limit: 1, seconds: 60 }]
    expect(limiter.take('a', limits, 0).allowed).toBe(true)
    expect(limiter.take('b', limits, 0).allowed).toBe(true)
    expect(limiter.take('a', limits, 0).allowed).toBe(false)
  })
})

describe('networkOf', () => {
  it('counts an IPv6 address by its /64, and an IPv4 address by itself', () => {
    const one = networkOf('2001:db8:1:2:aaaa::1')
    expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(one)
    expect(networkOf('2001:0DB8:1:2::')).toBe(one)
    expect(networkOf('2001:db8:1:3::1')).not.toBe(one)
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth1'))
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  })
})

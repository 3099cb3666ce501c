// Rate limits over exact sliding windows: a call passes when fewer than `limit` calls passed in the window that
// ends now. The times of a key's last passes are kept in a ring buffer, so a check is two array reads.
import { HOUR_MS } from '../kernel/durations.ts'

export interface Window {
  readonly limit: number
  readonly seconds: number
}

/** The state of a key after the check, in the window with the least room. */
export interface RateLimitStatus {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the oldest counted call leaves the window. */
  readonly resetsAt: number
  readonly retryAfterSeconds: number
}

export interface Limiter {
  take(
    key: string,
    windows: readonly Window[],
    nowMs: number,
  ): RateLimitStatus | Promise<RateLimitStatus>
}

/** A ring buffer of the times of the last calls that passed; it grows up to `capacity`. */
class Passes {
  private times: Float64Array<ArrayBuffer>
  private next = 0
  private held = 0
  private capacity = 1
  lastUsedMs = 0

  constructor() {
    this.times = new Float64Array(1)
  }

  /** Limits may be raised while the bank runs; with less room than the limit, it would never be reached. */
  hold(capacity: number): void {
    if (capacity > this.capacity) this.capacity = capacity
  }

  /** The time of the n-th last pass (1 is the newest), or -Infinity when there were fewer. */
  nthLast(n: number): number {
    if (n > this.held) return -Infinity
    return this.times[(this.next - n + this.times.length) % this.times.length]!
  }

  /** How many passes are younger than the given time; found by binary search. */
  countSince(timeMs: number): number {
    let low = 0
    let high = this.held
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.nthLast(middle) > timeMs) low = middle
      else high = middle - 1
    }
    return low
  }

  add(timeMs: number): void {
    if (this.held === this.times.length && this.held < this.capacity) this.grow()
    this.times[this.next] = timeMs
    this.next = (this.next + 1) % this.times.length
    this.held = Math.min(this.held + 1, this.times.length)
  }

  private grow(): void {
    const bigger = new Float64Array(Math.min(this.capacity, Math.max(16, this.times.length * 4)))
    for (let n = this.held; n >= 1; n--) bigger[this.held - n] = this.nthLast(n)
    this.times = bigger
    this.next = this.held
  }
}

const IDLE_FORGET_MS = HOUR_MS
const SWEEP_EVERY_CALLS = 10_000

export class MemoryLimiter implements Limiter {
  private readonly keys = new Map<string, Passes>()
  private calls = 0

  take(key: string, windows: readonly Window[], nowMs: number): RateLimitStatus {
    if (++this.calls % SWEEP_EVERY_CALLS === 0) this.sweep(nowMs)
    let passes = this.keys.get(key)
    if (!passes) {
      passes = new Passes()
      this.keys.set(key, passes)
    }
    for (const { limit } of windows) passes.hold(limit)
    passes.lastUsedMs = nowMs
    const full = windows.find((w) => passes.nthLast(w.limit) > nowMs - w.seconds * 1000)
    if (full) return rateLimitStatus(full, full.limit, passes.nthLast(full.limit), nowMs)
    passes.add(nowMs)
    return strictest(
      windows.map((window) => {
        const count = passes.countSince(nowMs - window.seconds * 1000)
        return rateLimitStatus(window, count - 1, passes.nthLast(count), nowMs)
      }),
    )
  }

  /** Removes keys that were not seen for an hour; their windows are empty. */
  private sweep(nowMs: number): void {
    for (const [key, passes] of this.keys)
      if (passes.lastUsedMs < nowMs - IDLE_FORGET_MS) this.keys.delete(key)
  }
}

/** `before` is the number of calls in the window before this one. */
export function rateLimitStatus(
  window: Window,
  before: number,
  oldestMs: number,
  nowMs: number,
): RateLimitStatus {
  const resetsMs = oldestMs + window.seconds * 1000
  return {
    allowed: before < window.limit,
    limit: window.limit,
    remaining: Math.max(0, window.limit - before - 1),
    resetsAt: Math.ceil(resetsMs / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((resetsMs - nowMs) / 1000)),
  }
}

export const strictest = (standings: readonly RateLimitStatus[]): RateLimitStatus =>
  standings.reduce((a, b) => (b.remaining < a.remaining ? b : a), standings[0] ?? unlimited)

/** Shown when limits are off or do not count the call, with enough room that no client slows down. */
export const unlimited: RateLimitStatus = {
  allowed: true,
  limit: 2_147_483_647,
  remaining: 2_147_483_647,
  resetsAt: 0,
  retryAfterSeconds: 0,
}

// Counts the answers of this node in the last hour, and how many of them were server errors (5xx), in total and
// for each user.
import { MINUTE_MS } from '../../../kernel/durations.ts'

const MINUTES = 60

interface Minute {
  minute: number
  answers: number
  errors: Map<string, number>
  /** Errors by user, then by operation. */
  errorsOf: Map<string, Map<string, number>>
}

/** Bounds the memory of one minute when every call fails. */
const USERS_MAX = 10_000

export class ResponseCounts {
  private readonly minutes: Minute[] = []

  record(operation: string, status: number, at: Date, user?: string): void {
    const current = this.minuteOf(at)
    current.answers++
    if (status < 500) return
    add(current.errors, operation, 1)
    if (user === undefined) return
    const own = current.errorsOf.get(user) ?? new Map<string, number>()
    add(own, operation, 1)
    if (current.errorsOf.size < USERS_MAX) current.errorsOf.set(user, own)
  }

  private minuteOf(at: Date): Minute {
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    const last = this.minutes.at(-1)
    if (last && last.minute >= minute) return last
    const begun = { minute, answers: 0, errors: new Map(), errorsOf: new Map() }
    this.minutes.push(begun)
    while (this.minutes[0]!.minute <= minute - MINUTES) this.minutes.shift()
    return begun
  }

  /** The number of answers in the hour before an instant, and the errors by operation. */
  lastHour(now: Date): { readonly answers: number; readonly errors: ReadonlyMap<string, number> } {
    const recent = this.recent(now)
    return {
      answers: recent.reduce((sum, { answers }) => sum + answers, 0),
      errors: addUp(recent.map(({ errors }) => errors)),
    }
  }

  /** The errors that one user got in the hour before an instant, by operation. */
  errorsOf(user: string, now: Date): ReadonlyMap<string, number> {
    return addUp(this.recent(now).flatMap(({ errorsOf }) => errorsOf.get(user) ?? []))
  }

  private recent(now: Date): Minute[] {
    const first = Math.floor(now.getTime() / MINUTE_MS) - MINUTES
    return this.minutes.filter(({ minute }) => minute > first)
  }
}

const add = (sums: Map<string, number>, key: string, count: number): Map<string, number> =>
  sums.set(key, (sums.get(key) ?? 0) + count)

function addUp(parts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const part of parts) for (const [key, count] of part) add(sums, key, count)
  return sums
}

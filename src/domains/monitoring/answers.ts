// How this node's answers went in the last hour: how many there were, and how many were its own fault.

const MINUTE_MS = 60_000
const MINUTES = 60

interface Minute {
  minute: number
  answers: number
  errors: Map<string, number>
}

export class AnswerCounts {
  private readonly minutes: Minute[] = []

  record(operation: string, status: number, at: Date): void {
    const current = this.minuteOf(at)
    current.answers++
    if (status >= 500) current.errors.set(operation, (current.errors.get(operation) ?? 0) + 1)
  }

  private minuteOf(at: Date): Minute {
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    const last = this.minutes.at(-1)
    if (last && last.minute >= minute) return last
    const begun = { minute, answers: 0, errors: new Map<string, number>() }
    this.minutes.push(begun)
    while (this.minutes[0]!.minute <= minute - MINUTES) this.minutes.shift()
    return begun
  }

  /** Of the hour before an instant: all answers, and errors by operation. */
  lastHour(now: Date): { readonly answers: number; readonly errors: ReadonlyMap<string, number> } {
    const first = Math.floor(now.getTime() / MINUTE_MS) - MINUTES
    const recent = this.minutes.filter(({ minute }) => minute > first)
    const errors = new Map<string, number>()
    for (const minute of recent)
      for (const [operation, count] of minute.errors)
        errors.set(operation, (errors.get(operation) ?? 0) + count)
    return { answers: recent.reduce((sum, { answers }) => sum + answers, 0), errors }
  }
}

// Whether the database can be reached and accepts writes, as far as this node knows. While it does not, the node asks
// again every second, logs the outage once, and logs its end.
import type { Logger } from 'pino'
import { within } from './within.ts'

/** A database that hangs must not make a probe wait for long. */
const ANSWER_MS_MAX = 5_000
const FRESH_MS = 1_000

export interface DatabaseHealthOptions {
  /** Writes something, because a database that can be read may still accept no writes. */
  readonly write: () => Promise<void>
  readonly log: Logger
  /** Called when the database accepts writes again. */
  readonly onRecovered: () => void
  readonly elapsedMs?: () => number
  readonly answerMs?: number | undefined
}

export class DatabaseHealth {
  private readonly options: DatabaseHealthOptions
  private readonly elapsedMs: () => number
  private checking: Promise<boolean> | undefined
  private checkedAt = -Infinity
  private isOut = false
  private isClosed = false
  private timer: NodeJS.Timeout | undefined

  constructor(options: DatabaseHealthOptions) {
    this.options = options
    this.elapsedMs = options.elapsedMs ?? (() => performance.now())
  }

  /** Whether the last write failed. */
  get isDown(): boolean {
    return this.isOut
  }

  /** Writes, at most once a second; callers in between share the result. */
  check(): Promise<boolean> {
    if (this.elapsedMs() - this.checkedAt < FRESH_MS) return Promise.resolve(!this.isOut)
    this.checking ??= this.look().finally(() => {
      this.checking = undefined
    })
    return this.checking
  }

  /** A call met what looks like an outage; it may have been its connection alone. */
  report(): void {
    if (!this.isOut && !this.isClosed) void this.check()
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  private async look(): Promise<boolean> {
    const { write, answerMs = ANSWER_MS_MAX } = this.options
    const problem = await within(answerMs, write()).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    this.checkedAt = this.elapsedMs()
    if (this.isClosed) return problem === undefined
    if (problem) this.fail(problem.error)
    else if (this.isOut) this.recover()
    return problem === undefined
  }

  private fail(error: unknown): void {
    if (!this.isOut)
      this.options.log.error({ err: error }, 'the database cannot be reached or accepts no writes')
    this.isOut = true
    // Without calls and probes nothing else would notice the end of the outage.
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.check(), FRESH_MS)
    this.timer.unref()
  }

  private recover(): void {
    this.isOut = false
    clearTimeout(this.timer)
    this.options.log.info('the database accepts writes again')
    this.options.onRecovered()
  }
}

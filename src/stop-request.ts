// The signals that end the process. The first one stops the bank in order: after SIGTERM it drains for a while, so that
// a load balancer stops sending to it before it refuses connections. A second one ends that wait, and one during the
// stop itself ends the process at once.
import type { EventEmitter } from 'node:events'
import type { Logger } from 'pino'

// Under npm one Ctrl-C sends two signals at once, from the terminal and from npm, so another signal counts
// only after this time.
const IMPATIENCE_MS = 1_000

/** What a test replaces. */
interface StopOptions {
  readonly signals?: Pick<EventEmitter, 'on' | 'once'>
  readonly elapsedMs?: () => number
  readonly endAtOnce?: () => void
}

export class StopRequest {
  /** Resolves at the first signal. */
  readonly asked: Promise<void>
  private readonly log: Logger
  private ask!: () => void
  private reason: string | undefined
  private countedAt = -Infinity
  private endDrain: (() => void) | undefined
  private readonly elapsedMs: () => number
  private readonly endAtOnce: () => void

  constructor(log: Logger, { signals = process, ...options }: StopOptions = {}) {
    this.log = log
    this.elapsedMs = options.elapsedMs ?? (() => performance.now())
    this.endAtOnce = options.endAtOnce ?? (() => process.exit(1))
    this.asked = new Promise((resolve) => {
      this.ask = resolve
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      signals.on(signal, () => this.take(signal))
    // The launcher (bin/florin.js) has ended.
    signals.once('disconnect', () => this.take('the launcher has ended'))
  }

  /** Resolves after this time or at a second signal; only SIGTERM comes from where others are told as well. */
  async drain(seconds: number): Promise<void> {
    if (this.reason !== 'SIGTERM' || seconds === 0) return
    this.log.info(`serving on for ${seconds} s, until load balancers send nothing more`)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000)
      this.endDrain = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.endDrain = undefined
  }

  private take(reason: string): void {
    if (this.elapsedMs() - this.countedAt <= IMPATIENCE_MS) return
    this.countedAt = this.elapsedMs()
    if (this.reason === undefined) {
      this.reason = reason
      this.log.info(`${reason}: finishing requests and stopping`)
      this.ask()
    } else if (this.endDrain) this.endDrain()
    else this.endAtOnce()
  }
}

// Keeps a small set of rows in memory that every request needs. PostgreSQL notifies every node of a change; a
// node that cannot be notified trusts its memory for a quarter of a second only.
import type { Clock } from '../kernel/clock.ts'

const TRUST_MS = 60_000
const TRUST_MS_UNNOTIFIED = 250

export interface SnapshotOptions<Value> {
  readonly read: () => Promise<Value>
  readonly clock: Clock
  readonly isListening: () => boolean
  readonly onRead?: () => void
}

export class Snapshot<Value> {
  private readonly options: SnapshotOptions<Value>
  private kept: { readonly value: Value; readonly readAtMs: number } | undefined
  private reading: Promise<Value> | undefined
  /** Grows with every change: a read that began before one must not be kept after it. */
  private changes = 0

  constructor(options: SnapshotOptions<Value>) {
    this.options = options
  }

  /** What is in memory, while it is trusted. */
  get known(): Value | undefined {
    const { kept } = this
    if (!kept) return undefined
    const age = this.options.clock.now().getTime() - kept.readAtMs
    const trusted = this.options.isListening() ? TRUST_MS : TRUST_MS_UNNOTIFIED
    return age < trusted ? kept.value : undefined
  }

  /** At once, unless what is in memory is no longer trusted. The caller handles the failure of the read. */
  get(): Value | Promise<Value> {
    return this.known ?? this.read()
  }

  /** Concurrent requests share one read. */
  read(): Promise<Value> {
    if (this.reading) return this.reading
    const reading = this.readOnce().finally(() => {
      if (this.reading === reading) this.reading = undefined
    })
    this.reading = reading
    return reading
  }

  forget(): void {
    this.changes++
    this.kept = undefined
    this.reading = undefined
  }

  private async readOnce(): Promise<Value> {
    const { changes } = this
    const readAtMs = this.options.clock.now().getTime()
    const value = await this.options.read()
    if (changes === this.changes) {
      this.kept = { value, readAtMs }
      this.options.onRead?.()
    }
    return value
  }
}

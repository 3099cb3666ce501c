// Follows the event log: several times a second it checks whether the log has grown, notifies the streams,
// and runs the readers. A node that misses something does no harm: another node reads it, and after a
// restart each reader continues at its stored place.
import type { Logger } from 'pino'
import type { Pause } from '../platform/pause.ts'
import { createReaders, listReaders, type MaybeIdle, skipIdleReaders } from './log-store.ts'
import { type ReaderDef, type ReaderOptions, type ReaderPlace, readOn } from './reader.ts'

export interface FollowerOptions extends ReaderOptions {
  readonly logger: Logger
  readonly readers: readonly ReaderDef[]
  /** While it is on, the streams are notified but no reader runs. */
  readonly pause: Pause
  /** Whether a stream is open and wants each event soon. */
  readonly isWatched: () => boolean
  /** Called when the log has grown, with its new end. */
  readonly onGrown: (position: number) => void
  /** Milliseconds from any fixed moment; a test passes its own and calls `look` itself. */
  readonly elapsedMs?: () => number
}

/** The pause between two checks, and the shorter pause while a stream is open. */
const QUIET_MS = 50
const OPEN_MS = 10
/** The pause of a node that has no stream open and whose readers are all with other nodes. */
const AWAY_MS = 250
/** The shortest pause between two reads, so that each transaction of a reader has enough to do. */
const READ_EVERY_MS = 100
/** Readers run at least this often, because another node may have stopped in the middle of its work. */
const WAKE_MS = 1_000
/** If the log grows by more rows than this per second, low-priority readers yield, whichever node is busy. */
const BUSY_PER_SECOND = 500
/** A low-priority reader pauses this many times as long as it worked; in a quiet bank, for `WAKE_MS`. */
const REST_TIMES = 19

export class Follower {
  private readonly options: FollowerOptions
  private readonly elapsedMs: () => number
  private timer: NodeJS.Timeout | undefined
  private isStopping = false
  private position = 0
  private read = 0
  private readAt = -Infinity
  private looking: Promise<void> | undefined
  /** The readers at work; one that takes long does not hold up the others. */
  private readonly reading = new Map<ReaderDef, Promise<void>>()
  private readonly restingUntil = new Map<ReaderDef, number>()
  /** Where this node left each reader, or last found it. */
  private readonly left = new Map<ReaderDef, number>()
  /** The readers that this node was the last to move, as far as it knows. */
  private readonly own = new Set<ReaderDef>()
  private isBusy = false
  private hasReaders = false

  constructor(options: FollowerOptions) {
    this.options = options
    this.elapsedMs = options.elapsedMs ?? (() => performance.now())
  }

  start(): void {
    const round = async (): Promise<void> => {
      const waitMs = await this.look()
      if (this.isStopping) return
      this.timer = setTimeout(() => {
        this.looking = round()
      }, waitMs)
      this.timer.unref()
    }
    this.looking = round()
  }

  async stop(): Promise<void> {
    this.isStopping = true
    clearTimeout(this.timer)
    await this.looking
    await this.finishReading()
  }

  /** Resolves when the readers at work have done their part. */
  async finishReading(): Promise<void> {
    await Promise.all(this.reading.values())
  }

  /** One check of the log; returns the pause until the next. */
  async look(): Promise<number> {
    const { horizon, logger, onGrown, pause } = this.options
    try {
      const position = await horizon.advance()
      const hasGrown = position > this.position
      this.position = position
      if (hasGrown) onGrown(position)
      const sinceRead = this.elapsedMs() - this.readAt
      if (pause.isOn) await this.finishReading()
      else if (sinceRead > WAKE_MS || (position > this.read && sinceRead > READ_EVERY_MS))
        await this.wake(position)
      const isWatched = this.options.isWatched()
      if (isWatched && (hasGrown || horizon.isOpen)) return OPEN_MS
      return !isWatched && this.isAway() ? AWAY_MS : QUIET_MS
    } catch (error) {
      if (!this.isStopping) logger.debug({ err: error }, 'the log cannot be read')
      return QUIET_MS
    }
  }

  private isAway(): boolean {
    const now = this.elapsedMs()
    return this.options.readers.every(
      (reader) => !this.own.has(reader) && now < (this.restingUntil.get(reader) ?? 0),
    )
  }

  private async wake(until: number): Promise<void> {
    if (!this.hasReaders) {
      const { db, readers } = this.options
      await createReaders(
        db,
        readers.map(({ name }) => name),
      )
      this.hasReaders = true
    }
    const now = this.elapsedMs()
    this.isBusy = (until - this.read) / (now - this.readAt) > BUSY_PER_SECOND / 1_000
    this.readAt = now
    this.read = until
    const isRested = (reader: ReaderDef) => now >= (this.restingUntil.get(reader) ?? 0)
    const due = this.options.readers.filter((one) => !this.reading.has(one) && isRested(one))
    const isAtEnd = (reader: ReaderDef) => (this.left.get(reader) ?? -1) >= until
    await this.findMoved(due.filter((one) => isAtEnd(one) || !this.own.has(one)))
    const behind = due.filter((reader) => isRested(reader) && !isAtEnd(reader))
    const skipped = await this.skipIdle(behind, until)
    for (const reader of behind) {
      if (skipped.has(reader.name)) continue
      const reading = this.readUntil(reader, until).finally(() => this.reading.delete(reader))
      this.reading.set(reader, reading)
    }
  }

  /** One statement finds the readers that another node has moved since the last check; this node skips those. */
  private async findMoved(readers: readonly ReaderDef[]): Promise<void> {
    if (readers.length === 0) return
    const places = new Map<string, number>()
    for (const { name, position } of await listReaders(this.options.db)) places.set(name, position)
    for (const reader of readers) {
      const left = this.left.get(reader)
      const place = places.get(reader.name)
      if (left !== undefined && place !== undefined && place !== left) this.leave(reader, place)
    }
  }

  /** One statement asks all readers whether they are idle, and moves those that are. */
  private async skipIdle(
    readers: readonly ReaderDef[],
    until: number,
  ): Promise<ReadonlyMap<string, number>> {
    const asked = readers.flatMap((reader): MaybeIdle[] => {
      const { name, isIdle } = reader
      return isIdle ? [{ name, isIdle, expected: this.left.get(reader) }] : []
    })
    if (asked.length === 0) return new Map()
    const { db, clock } = this.options
    const skipped = await skipIdleReaders(db, asked, { until, now: clock.now() })
    for (const reader of readers) {
      const from = skipped.get(reader.name)
      if (from !== undefined) this.restAfter(reader, { from, to: until }, 0)
    }
    return skipped
  }

  private leave(reader: ReaderDef, place: number): void {
    this.own.delete(reader)
    this.left.set(reader, place)
    this.restingUntil.set(reader, this.elapsedMs() + WAKE_MS)
  }

  /** A failing reader does not stop the others, and runs again with them. */
  private async readUntil(reader: ReaderDef, until: number): Promise<void> {
    try {
      for (;;) {
        const from = this.elapsedMs()
        const place = await readOn(reader, this.options, until, this.left.get(reader))
        const restMs = this.restAfter(reader, place, this.elapsedMs() - from)
        if (restMs > 0) this.restingUntil.set(reader, this.elapsedMs() + restMs)
        if (restMs > 0 || this.isStopping || !place || place.to >= until) return
      }
    } catch (error) {
      if (!this.isStopping)
        this.options.logger.warn({ err: error, reader: reader.name }, 'a reader of the log waits')
    }
  }

  /**
   * Where another node has moved the reader, this one leaves it to that node and only checks now and then whether it
   * still does. If all nodes read in turn, each would pay for reading as often as one alone. The node that moved the
   * reader last goes on, also while another only checks, so there is always one that does not pause.
   */
  private restAfter(reader: ReaderDef, place: ReaderPlace | undefined, tookMs: number): number {
    if (!place) return this.own.has(reader) ? 0 : WAKE_MS
    const isElsewhere = place.from !== (this.left.get(reader) ?? place.from)
    this.left.set(reader, place.to)
    if (isElsewhere) {
      this.own.delete(reader)
      return WAKE_MS
    }
    if (place.to > place.from) this.own.add(reader)
    if (!reader.givesWay) return 0
    if (this.isBusy) return tookMs * REST_TIMES
    return place.to >= this.read ? WAKE_MS : 0
  }
}

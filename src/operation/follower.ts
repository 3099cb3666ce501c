// Follows the event log: several times a second it checks whether the log has grown, notifies the streams,
// and runs the readers. A node that misses something does no harm: another node reads it, and after a
// restart each reader continues at its stored place.
import type { Logger } from 'pino'
import { type ReaderDef, type ReaderOptions, readOn } from './reader.ts'

export interface FollowerOptions extends ReaderOptions {
  readonly logger: Logger
  readonly readers: readonly ReaderDef[]
  /** Whether a stream is open and wants each event soon. */
  readonly isWatched: () => boolean
  /** Called when the log has grown, with its new end. */
  readonly onGrown: (position: number) => void
}

/** The pause between two checks, and the shorter pause while a stream is open. */
const QUIET_MS = 50
const OPEN_MS = 10
/** The shortest pause between two reads, so that each transaction of a reader has enough to do. */
const READ_EVERY_MS = 100
/** Readers run at least this often, because another node may have stopped in the middle of its work. */
const WAKE_MS = 1_000

export class Follower {
  private readonly options: FollowerOptions
  private timer: NodeJS.Timeout | undefined
  private isStopping = false
  private position = 0
  private read = 0
  private readAt = -Infinity
  private looking: Promise<void> | undefined
  private reading: Promise<void> | undefined

  constructor(options: FollowerOptions) {
    this.options = options
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
    await this.reading
  }

  private async look(): Promise<number> {
    const { horizon, logger, onGrown } = this.options
    try {
      const position = await horizon.advance()
      const hasGrown = position > this.position
      this.position = position
      if (hasGrown) onGrown(position)
      const sinceRead = performance.now() - this.readAt
      if (sinceRead > WAKE_MS || (position > this.read && sinceRead > READ_EVERY_MS))
        this.wake(position)
      const isUrgent = this.options.isWatched() && (hasGrown || horizon.isOpen)
      return isUrgent ? OPEN_MS : QUIET_MS
    } catch (error) {
      if (!this.isStopping) logger.debug({ err: error }, 'the log cannot be read')
      return QUIET_MS
    }
  }

  private wake(until: number): void {
    if (this.reading) return
    this.readAt = performance.now()
    this.read = until
    this.reading = this.readAll(until).finally(() => {
      this.reading = undefined
    })
  }

  private async readAll(until: number): Promise<void> {
    await Promise.all(this.options.readers.map((reader) => this.readUntil(reader, until)))
  }

  /** A failing reader does not stop the others, and runs again with them. */
  private async readUntil(reader: ReaderDef, until: number): Promise<void> {
    try {
      while (!this.isStopping && (await readOn(reader, this.options, until)) === 'more');
    } catch (error) {
      if (!this.isStopping)
        this.options.logger.warn({ err: error, reader: reader.name }, 'a reader of the log waits')
    }
  }
}

// Keeps a node at the end of the log: looks several times a second whether there is more, tells those
// who stream it, and lets each reader do its part. Nothing here is needed for correctness except that it
// happens: what one node does not read another does, and after a restart reading goes on where it was.
import type { Logger } from 'pino'
import { type ReaderDef, type ReaderOptions, readOn } from './reader.ts'

export interface FollowerOptions extends ReaderOptions {
  readonly logger: Logger
  readonly readers: readonly ReaderDef[]
  /** Whether anybody waits for every event; otherwise there is no hurry. */
  readonly isWatched: () => boolean
  /** The log has grown up to here. */
  readonly onGrown: (position: number) => void
}

/** How long the log is left alone, and how long while somebody watches its end grow. */
const QUIET_MS = 50
const OPEN_MS = 10
/** While much happens, readers wait until there is something worth a transaction. */
const READ_EVERY_MS = 100
/** They are woken this often at least: what another node began may have been left undone. */
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

  /** One that fails keeps no other from reading, and is woken again with the rest. */
  private async readUntil(reader: ReaderDef, until: number): Promise<void> {
    try {
      while (!this.isStopping && (await readOn(reader, this.options, until)) === 'more');
    } catch (error) {
      if (!this.isStopping)
        this.options.logger.warn({ err: error, reader: reader.name }, 'a reader of the log waits')
    }
  }
}

// Keeps a node at the end of the log: looks several times a second whether there is more, tells those
// who stream it, and lets each reader do its part. Nothing here is needed for correctness except that it
// happens: what one node does not read another does, and after a restart reading goes on where it was.
import type { Logger } from 'pino'
import { type ReaderDef, type ReaderOptions, readOn } from './reader.ts'

export interface FollowerOptions extends ReaderOptions {
  readonly logger: Logger
  readonly readers: readonly ReaderDef[]
  /** The log has grown up to here. */
  readonly onGrown: (position: number) => void
}

/** How long a quiet log is left alone, and how long one whose end is still open. */
const QUIET_MS = 50
const OPEN_MS = 5
/** Readers are woken this often at least: what another node began may have been left undone. */
const WAKE_MS = 1_000

export class Follower {
  private readonly options: FollowerOptions
  private timer: NodeJS.Timeout | undefined
  private isStopping = false
  private told = 0
  private wokenAt = -Infinity
  private looking: Promise<void> | undefined
  private readonly reading = new Map<string, Promise<void>>()

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
    await Promise.all(this.reading.values())
  }

  private async look(): Promise<number> {
    const { horizon, logger, onGrown } = this.options
    try {
      const position = await horizon.advance()
      const hasGrown = position > this.told
      if (hasGrown || performance.now() > this.wokenAt + WAKE_MS) this.wakeAll()
      this.told = position
      if (hasGrown) onGrown(position)
      return hasGrown || horizon.isOpen ? OPEN_MS : QUIET_MS
    } catch (error) {
      if (!this.isStopping) logger.debug({ err: error }, 'the log cannot be read')
      return QUIET_MS
    }
  }

  private wakeAll(): void {
    this.wokenAt = performance.now()
    for (const reader of this.options.readers) this.wake(reader)
  }

  /** One at a time per reader; what has grown meanwhile is read in the same go. */
  private wake(reader: ReaderDef): void {
    if (this.reading.has(reader.name)) return
    const work = this.readAll(reader).finally(() => this.reading.delete(reader.name))
    this.reading.set(reader.name, work)
  }

  private async readAll(reader: ReaderDef): Promise<void> {
    try {
      while (!this.isStopping && (await readOn(reader, this.options)) === 'more');
    } catch (error) {
      if (!this.isStopping)
        this.options.logger.warn({ err: error, reader: reader.name }, 'a reader of the log waits')
    }
  }
}

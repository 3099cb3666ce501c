// The standbys that answer queries, and which of them is far enough for a call.
import type { Logger } from 'pino'
import type { Db } from '../../platform/database.ts'
import type { LogPosition } from '../../platform/log-position.ts'
import { Standby } from './standby.ts'
import { hasEpoch, readLogEnd } from './store.ts'
import { within } from '../../platform/within.ts'

/** How often they are asked how far they are. */
const LOOK_EVERY_MS = 100
/** A standby is usually a few milliseconds behind, and one that hangs must not delay a call for long. */
const ASK_MS_MAX = 100
/** A standby that hangs must not delay what is known of the others. */
const ANSWER_MS_MAX = 1_000
/** A standby is used only while it shows all that the primary had this long ago. */
const FRESH_MS = 1_000

export interface StandbysOptions {
  readonly urls: readonly string[]
  /** Reads from the primary. */
  readonly primary: Db
  readonly connectionsMax: number
  readonly log: Logger
  readonly elapsedMs?: () => number
}

/** Who has just written may have seen more than a standby had at the last look, so it is asked again. */
async function hasReached(one: Standby, enough: LogPosition): Promise<boolean> {
  if (one.position === undefined) return false
  if (one.position >= enough) return true
  const position = await within(ASK_MS_MAX, one.readPosition()).catch(() => undefined)
  return position !== undefined && position >= enough
}

/** The log ended here at this moment. */
interface Mark {
  readonly position: LogPosition
  readonly at: number
}

export class Standbys {
  private readonly options: StandbysOptions
  private readonly elapsedMs: () => number
  private readonly all: readonly Standby[]
  /** The newest last. */
  private marks: Mark[] = []
  private turn = 0
  private timer: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(options: StandbysOptions) {
    this.options = options
    this.elapsedMs = options.elapsedMs ?? (() => performance.now())
    this.all = options.urls.map(
      (url) =>
        new Standby({ ...options, url, isOurs: (epoch) => hasEpoch(options.primary, epoch) }),
    )
  }

  start(): void {
    if (this.all.length > 0) void this.lookAgain()
  }

  /** One that has replayed the log up to the position, in turn; undefined if the primary must answer. */
  async find(seen: LogPosition): Promise<Standby | undefined> {
    const needed = this.needed()
    if (needed === undefined) return undefined
    const enough = seen > needed ? seen : needed
    for (let tries = 0; tries < this.all.length; tries++) {
      const one = this.all[this.turn++ % this.all.length]!
      if (await hasReached(one, enough)) return one
    }
    return undefined
  }

  /** Whatever has been committed or read by now is below it. */
  readonly readLogEnd = (): Promise<LogPosition> => readLogEnd(this.options.primary)

  /** Which of them could answer now. */
  usable(): { readonly name: string; readonly isUsable: boolean }[] {
    const needed = this.needed()
    return this.all.map(({ name, position }) => ({
      name,
      isUsable: needed !== undefined && position !== undefined && position >= needed,
    }))
  }

  usage() {
    return this.all.flatMap((one) => one.usage())
  }

  /** Learns how far the primary and each standby are. */
  async look(): Promise<void> {
    const at = this.elapsedMs()
    try {
      const position = await within(ANSWER_MS_MAX, this.readLogEnd())
      this.marks = [...this.marks.filter((mark) => at - mark.at <= FRESH_MS), { position, at }]
    } catch {
      // Without newer marks no standby is recent enough, and the primary answers or refuses.
    }
    await Promise.all(
      this.all.map((one) =>
        within(ANSWER_MS_MAX, one.look()).catch((error: Error) => one.fail(error.message)),
      ),
    )
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await Promise.all(this.all.map((one) => one.close()))
  }

  /** The end of the log at the oldest moment that still counts as recent; undefined if it is not known. */
  private needed(): LogPosition | undefined {
    const now = this.elapsedMs()
    return this.marks.find(({ at }) => now - at <= FRESH_MS)?.position
  }

  private async lookAgain(): Promise<void> {
    await this.look()
    if (this.isClosed) return
    this.timer = setTimeout(() => void this.lookAgain(), LOOK_EVERY_MS)
    this.timer.unref()
  }
}

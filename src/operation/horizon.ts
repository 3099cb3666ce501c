// Finds the position up to which the log can be read without gaps. Positions are assigned before their
// transactions commit, and commits happen in any order, so the newest visible position says nothing about
// earlier ones. A fence solves this: it is a position, and a transaction number taken after it. When every
// transaction with a lower number has ended, no row at or before that position can still appear.
import type { Database } from '../platform/database.ts'
import { type Fence, isPassed, readNewestPosition, takeFence } from './log-store.ts'

const TRY_EVERY_MS = 3

/** How long a caller waits until their own latest events are readable; an older open transaction can delay them. */
export const SETTLE_MS = 500

export class Horizon {
  private readonly database: Pick<Database, 'read' | 'write'>
  private reached = 0
  private fence: Fence | undefined
  private advancing: Promise<number> | undefined

  constructor(database: Pick<Database, 'read' | 'write'>) {
    this.database = database
  }

  /** The position up to which the log was complete at the last check. */
  get position(): number {
    return this.reached
  }

  /** Whether later positions have been assigned already. */
  get isOpen(): boolean {
    return this.fence !== undefined
  }

  /** Checks again; callers during a running check share its result. */
  advance(): Promise<number> {
    this.advancing ??= this.look().finally(() => {
      this.advancing = undefined
    })
    return this.advancing
  }

  /** Waits until everything committed by now can be read, at most `waitMs` when a transaction stays open. */
  async settle(waitMs: number): Promise<number> {
    const newest = await readNewestPosition(this.database.read)
    if (this.reached >= newest) return this.reached
    const giveUpAt = performance.now() + waitMs
    while ((await this.advance()) < newest && performance.now() < giveUpAt)
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS))
    return this.reached
  }

  private async look(): Promise<number> {
    const { read, write } = this.database
    if (this.fence && (await isPassed(read, this.fence))) {
      this.reached = Math.max(this.reached, this.fence.position)
      this.fence = undefined
    }
    if (!this.fence && (await readNewestPosition(read)) > this.reached)
      this.fence = await takeFence(write)
    return this.reached
  }
}

// How far the log can be read. Positions are handed out before their transactions commit, and commits
// happen in any order, so the newest position that can be seen says nothing about those before it. A
// fence does: a position, and a transaction number taken after it. Once every transaction with a lower
// number has ended, nothing up to that position is still to come.
import type { Database } from '../platform/database.ts'
import { type Fence, isPassed, readNewestPosition, takeFence } from './log-store.ts'

const TRY_EVERY_MS = 3

export class Horizon {
  private readonly database: Pick<Database, 'read' | 'write'>
  private reached = 0
  private fence: Fence | undefined
  private advancing: Promise<number> | undefined

  constructor(database: Pick<Database, 'read' | 'write'>) {
    this.database = database
  }

  /** Everything up to this position is there for good, as of the last look. */
  get position(): number {
    return this.reached
  }

  /** Whether something beyond that has been handed out already. */
  get isOpen(): boolean {
    return this.fence !== undefined
  }

  /** Looks again; those who ask while a look is under way share it. */
  advance(): Promise<number> {
    this.advancing ??= this.look().finally(() => {
      this.advancing = undefined
    })
    return this.advancing
  }

  /** Waits until what is committed by now can be read, but not for long when something stays open. */
  async settle(waitMs: number): Promise<number> {
    const newest = await readNewestPosition(this.database.read)
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

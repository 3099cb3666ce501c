// Notices to other nodes that may come a moment after the change. A notice in the transaction itself is never lost, but
// PostgreSQL lets only one transaction with notices commit at a time; so those that only save work are collected and
// sent together afterwards. A node that misses one detects by itself that its copy is stale.
import type { Logger } from 'pino'
import type { Db } from '../platform/database.ts'
import { type Invalidation, notifyNodes } from './store.ts'

/** How long notices are collected. */
const COLLECT_MS = 5

export class DeferredNotifications {
  private readonly db: Db
  private readonly log: Logger
  private waiting = new Map<string, Invalidation>()
  private sending: Promise<void> | undefined
  private isClosed = false

  constructor(db: Db, log: Logger) {
    this.db = db
    this.log = log
  }

  add(invalidations: readonly Invalidation[]): void {
    if (this.isClosed) return
    for (const one of invalidations) this.waiting.set(`${one.topic} ${one.key}`, one)
    if (this.waiting.size > 0) this.sending ??= this.send()
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.sending
  }

  private async send(): Promise<void> {
    while (this.waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, COLLECT_MS))
      const notices = [...this.waiting.values()]
      this.waiting = new Map()
      await notifyNodes(this.db, notices).catch((error: unknown) =>
        this.log.debug({ err: error }, 'the other nodes were not notified of changed accounts'),
      )
    }
    this.sending = undefined
  }
}

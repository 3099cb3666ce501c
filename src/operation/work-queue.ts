// Work that waits for operators. The domain that owns the rows declares its queue, and the first page of operators lists
// the queues of all domains.
import type { Db } from '../platform/database.ts'
import type { Environment } from './caller.ts'

/** More than this is shown as "or more", so that a queue costs little to count however long it is. */
export const QUEUE_COUNTED_MAX = 1_000

export interface WorkQueue {
  /** In the plural and with underscores, such as `overdue_invoices`. */
  readonly name: string
  /** What waits, as the heading of its row. */
  readonly title: string
  /** What the operator does about it, as a sentence. */
  readonly advice: string
  /** The page of the console where it is handled; null if it is handled outside the console. */
  readonly page: string | null
  /** Counts along an index, and no further than `most`. */
  count(tx: Db, which: QueueScope): Promise<number>
}

export interface QueueScope {
  readonly environment: Environment
  readonly now: Date
  readonly most: number
}

// Runs work that the bank does by itself, in jobs and at its start: in one transaction that writes events,
// invalidates caches and is retried, like that of a command.
import { uuidv7 } from '../kernel/uuid.ts'
import { type Db, retrying } from '../platform/database.ts'
import type { JobSpends } from '../platform/jobs.ts'
import type { Caller } from './caller.ts'
import type { Context, Invalidate } from './operation.ts'
import { mayTake } from './spending.ts'
import { type EmittedEvent, insertEvents, notifyNodes, type Invalidation } from './store.ts'

export interface SystemWork {
  readonly db: Db
  readonly now: Date
  readonly caller: Caller
  /** The name of the work in events and ledger entries. */
  readonly operation: string
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
  /** How the work may take customers' money, as its job declares. */
  readonly spends?: JobSpends | undefined
}

export async function runAsSystem<Output>(
  { db, now, caller, operation, invalidate, spends }: SystemWork,
  work: (ctx: Context) => Promise<Output>,
): Promise<Output> {
  const cause = { caller, operation, requestId: uuidv7(now), now }
  const { output, invalidations } = await retrying(async () => {
    const announced: Invalidation[] = []
    const emitted: EmittedEvent[] = []
    const done = await db.transaction().execute(async (tx) => {
      const flush = (): Promise<void> => insertEvents(tx, cause, emitted.splice(0))
      const result = await work({
        ...cause,
        maySpend: mayTake(spends),
        tx,
        flush,
        emit: (event, data, audience = {}) => void emitted.push({ event, data, audience }),
        invalidate: (topic, key) => void announced.push({ topic, key }),
      })
      await flush()
      await notifyNodes(tx, announced)
      return result
    })
    return { output: done, invalidations: announced }
  })
  for (const { topic, key } of invalidations) invalidate(topic, key)
  return output
}

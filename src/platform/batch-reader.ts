// Reads by key that happen at the same time become one statement: while one is under way the next
// collects, so an idle bank reads at once and a busy one reads hundreds for the price of one.

import type { Db } from './database.ts'

type ReadAll<Value> = (tx: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>

/** A read by key that shares its statement with others, unless a transaction asks: what that has
 * changed only it can see. */
export function sharedRead<Value>(readAll: ReadAll<Value>) {
  const readers = new WeakMap<Db, BatchReader<Value>>()
  return async (tx: Db, key: string): Promise<Value | undefined> => {
    if (tx.isTransaction) return (await readAll(tx, [key])).get(key)
    const known = readers.get(tx)
    const reader = known ?? new BatchReader((keys: readonly string[]) => readAll(tx, keys))
    if (!known) readers.set(tx, reader)
    return reader.read(key)
  }
}

class BatchReader<Value> {
  private readonly readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>
  private waiting = new Map<string, Deferred<Value | undefined>>()
  private isReading = false

  constructor(readAll: BatchReader<Value>['readAll']) {
    this.readAll = readAll
  }

  /** As of now: a read that has begun already is too old to be shared. */
  read(key: string): Promise<Value | undefined> {
    const shared = this.waiting.get(key)
    if (shared) return shared.promise
    const deferred = Promise.withResolvers<Value | undefined>()
    this.waiting.set(key, deferred)
    if (!this.isReading) {
      this.isReading = true
      // What is asked for in this turn of the event loop goes into the first statement.
      setImmediate(() => void this.work())
    }
    return deferred.promise
  }

  private async work(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = this.waiting
      this.waiting = new Map()
      try {
        const found = await this.readAll([...batch.keys()])
        for (const [key, { resolve }] of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    this.isReading = false
  }
}

type Deferred<Value> = ReturnType<typeof Promise.withResolvers<Value>>

// Combines reads by key into one statement: while one statement runs, new keys are collected for the next. An
// idle bank reads at once; a busy one reads hundreds of keys for the price of one.

import type { Db } from './database.ts'

type ReadAll<Value> = (tx: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>

/** Shares one statement among reads by key, except in a transaction, which must see its own changes. */
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

  /** Returns the current value; a statement that has already begun is too old to be shared. */
  read(key: string): Promise<Value | undefined> {
    const shared = this.waiting.get(key)
    if (shared) return shared.promise
    const deferred = Promise.withResolvers<Value | undefined>()
    this.waiting.set(key, deferred)
    if (!this.isReading) {
      this.isReading = true
      // All keys of this turn of the event loop go into the first statement.
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

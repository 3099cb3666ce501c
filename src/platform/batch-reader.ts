// Combines reads by key into one statement: while one statement runs, new keys are collected for the next. An
// idle bank reads at once; a busy one reads hundreds of keys for the price of one.

import type { Db } from './database.ts'

type ReadAll<Value> = (tx: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>

/** Shares one statement among reads by key, except in a transaction, which must see its own changes. */
export function batchReads<Value>(readAll: ReadAll<Value>) {
  const readers = new WeakMap<Db, BatchReader<Value>>()
  return async (tx: Db, key: string): Promise<Value | undefined> => {
    if (tx.isTransaction) return (await readAll(tx, [key])).get(key)
    const known = readers.get(tx)
    const reader = known ?? new BatchReader((keys: readonly string[]) => readAll(tx, keys))
    if (!known) readers.set(tx, reader)
    return reader.read(key)
  }
}

type AnswerAll<Request, Answer> = (
  tx: Db,
  requests: readonly Request[],
) => Promise<readonly Answer[]>

/** Requests in one statement: enough to amortize its fixed cost, and few enough for a low latency. */
const REQUESTS_MAX = 32
/** Concurrent statements: more than one, so that a slow statement does not delay the others. */
const STATEMENTS_MAX = 2

/**
 * Batches requests of one kind, in order of arrival. Equal requests are not merged: each gets its own answer. A request
 * in a transaction is not batched, because it must see its own changes.
 */
export function batchRequests<Request, Answer>(answerAll: AnswerAll<Request, Answer>) {
  const desks = new WeakMap<Db, RequestBatcher<Request, Answer>>()
  return async (tx: Db, request: Request): Promise<Answer> => {
    if (tx.isTransaction) return (await answerAll(tx, [request]))[0]!
    const known = desks.get(tx)
    const desk =
      known ?? new RequestBatcher((requests: readonly Request[]) => answerAll(tx, requests))
    if (!known) desks.set(tx, desk)
    return desk.ask(request)
  }
}

class RequestBatcher<Request, Answer> {
  private readonly answerAll: (requests: readonly Request[]) => Promise<readonly Answer[]>
  private readonly waiting: { readonly request: Request; readonly deferred: Deferred<Answer> }[] =
    []
  private underWay = 0

  constructor(answerAll: RequestBatcher<Request, Answer>['answerAll']) {
    this.answerAll = answerAll
  }

  ask(request: Request): Promise<Answer> {
    const deferred = Promise.withResolvers<Answer>()
    this.waiting.push({ request, deferred })
    if (this.underWay < STATEMENTS_MAX) {
      this.underWay++
      // All requests of this turn of the event loop go into the statement.
      setImmediate(() => void this.work())
    }
    return deferred.promise
  }

  private async work(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, REQUESTS_MAX)
      try {
        const answers = await this.answerAll(batch.map(({ request }) => request))
        for (const [index, { deferred }] of batch.entries()) deferred.resolve(answers[index]!)
      } catch (error) {
        for (const { deferred } of batch) deferred.reject(error)
      }
    }
    this.underWay--
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

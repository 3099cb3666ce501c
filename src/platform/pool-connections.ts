// The connections of a pool, so that they can be replaced without an error for whoever uses one.
import type pg from 'pg'

/** Time for what uses a connection to end by itself; a server that says nothing more would keep it busy for ever. */
const BUSY_MS_MAX = 2_000

export class PoolConnections {
  private readonly open = new Set<pg.PoolClient>()
  private readonly busy = new Set<pg.PoolClient>()
  private readonly discarded = new WeakSet<pg.PoolClient>()

  /** Without error listeners, on the pool for idle connections and on each of those in use, a lost one would end the process. */
  constructor(pool: pg.Pool, onError: (error: Error) => void) {
    pool.on('error', (error, client) => this.discarded.has(client) || onError(error))
    pool.on('connect', (client) => {
      this.open.add(client)
      client.on('error', (error) => this.discarded.has(client) || onError(error))
    })
    pool.on('acquire', (client) => this.busy.add(client))
    pool.on('release', (_error, client) => {
      this.busy.delete(client)
      // The pool keeps no connection that is ending.
      if (this.discarded.has(client)) client.end().catch(() => undefined)
    })
    pool.on('remove', (client) => {
      this.open.delete(client)
      this.busy.delete(client)
    })
  }

  /** Closes the connection when what uses it, such as a transaction to roll back, is done with it, or after a while. */
  discard(client: pg.PoolClient): void {
    this.discarded.add(client)
    // The pool removes an idle connection at once when it fails; a socket that is destroyed tells it too late.
    if (!this.busy.has(client)) client.emit('error', new Error('the connection is replaced'))
    else setTimeout(() => this.endIfOpen(client), BUSY_MS_MAX).unref()
  }

  private endIfOpen(client: pg.PoolClient): void {
    if (this.open.has(client)) (client as unknown as pg.Client).end().catch(() => undefined)
  }

  discardAll(): void {
    for (const client of this.open) this.discard(client)
  }
}

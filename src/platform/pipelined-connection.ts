// A lane is a separate connection for work that is done in order. Statements are prepared and planned once, and a
// statement is sent without waiting for the answers to those before it; the database takes them in the order in
// which they came. The connection is opened on first use and replaced when it breaks.
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { type DatabaseAddress, isEnded, isStalePlan } from './database.ts'
import { enterEpoch, type OnEpoch } from './epoch.ts'
import { judgeWriteError, ReadOnlyServer } from './read-only-server.ts'
import { applySettings, type SessionSettings, toStartOptions } from './session-settings.ts'
import { SILENCE_LIMITS } from './silent-server.ts'

/** Runs statements, inside the transaction it was made for. */
export interface Statements {
  /** Statements with a name are prepared once under it. */
  query<Row extends object>(
    text: string,
    values: readonly unknown[],
    name?: string,
  ): Promise<readonly Row[]>
}

export interface PipelinedConnection extends Statements {
  /** One transaction on one connection; rolled back when the work throws. */
  transaction<Output>(work: (statements: Statements) => Promise<Output>): Promise<Output>
  /** The next statement opens a new connection; those in progress get a while to end. */
  reconnect(): void
  close(): Promise<void>
}

const BUSY_MS_MAX = 2_000

/**
 * Always uses the generic plan, a nested loop driven by the arrays. Planning each batch would cost more than
 * running it, and this plan locks rows in the order of the arrays.
 */
const SETTINGS: SessionSettings = {
  timezone: 'UTC',
  statement_timeout: 30_000,
  // A process that was stopped in the middle of a transaction must not hold its locks for long.
  idle_in_transaction_session_timeout: 2_000,
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

export function openPipelinedConnection(
  address: DatabaseAddress,
  options: {
    readonly name: string
    readonly onError: (error: Error) => void
    readonly onEpoch?: OnEpoch | undefined
  },
): PipelinedConnection {
  let isClosing = false
  let connected: Promise<pg.Client> | undefined
  let current: pg.Client | undefined
  const opened = new WeakSet<pg.Client>()
  const replaced = new WeakSet<pg.Client>()
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...address,
      application_name: `florin ${options.name}`,
      connectionTimeoutMillis: 5_000,
      ...SILENCE_LIMITS,
      ...toStartOptions(SETTINGS),
      pipeline: true,
    })
    client.on('error', (error) => {
      forget(client)
      if (!isClosing && !replaced.has(client)) options.onError(error)
    })
    client.on('end', () => forget(client))
    current = client
    await client.connect()
    opened.add(client)
    try {
      await applySettings(client, address, SETTINGS)
      await enterEpoch(client, options.onEpoch)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    return client
  }
  /** The next statement opens a new connection; one that was opened meanwhile stays. */
  const forget = (client: pg.Client): void => {
    if (client === current) connected = undefined
  }
  const getClient = (): Promise<pg.Client> => {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined
      throw error
    })
    return connected
  }
  const statementsOf = (client: pg.Client): Statements => ({
    async query(text, values, name) {
      try {
        const { rows } = await client.query({
          text,
          values: [...values],
          ...(name !== undefined && { name }),
        })
        return rows
      } catch (error) {
        // Statements that were prepared before a newer version of Florin changed the tables are useless, and a
        // server that ends a connection says so before the socket closes: a retry must not meet either.
        const judged = judgeWriteError(error)
        if (isStalePlan(error) || isEnded(error) || judged instanceof ReadOnlyServer) {
          forget(client)
          client.end().catch(() => undefined)
        }
        throw judged
      }
    },
  })
  return {
    async query(text, values, name) {
      return statementsOf(await getClient()).query(text, values, name)
    },
    async transaction(work) {
      const client = await getClient()
      const statements = statementsOf(client)
      await statements.query('begin', [])
      try {
        const output = await work(statements)
        await statements.query('commit', [])
        return output
      } catch (error) {
        // A connection that cannot roll back is closed.
        await client.query('rollback').catch(() => client.end())
        throw error
      }
    },
    reconnect() {
      const client = current
      // A connection that is being opened has a limit of its own; ended now, it would neither open nor fail.
      if (!client || !connected || !opened.has(client)) return
      forget(client)
      replaced.add(client)
      let isOver = false
      client.once('end', () => (isOver = true))
      // Waits for what was sent.
      client.end().catch(() => undefined)
      setTimeout(() => isOver || destroySocket(client), BUSY_MS_MAX).unref()
    },
    async close() {
      isClosing = true
      await connected?.then((client) => client.end()).catch(() => undefined)
    },
  }
}

/** The library ends a pipelined connection only when all its statements are answered. */
const destroySocket = (client: pg.Client): void =>
  void (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()

// A lane is a separate connection for work that is done in order. Statements are prepared and planned once, and a
// statement is sent without waiting for the answers to those before it; the database takes them in the order in
// which they came. The connection is opened on first use and replaced when it breaks.
import pg from 'pg'
import { type DatabaseAddress, isEnded, isStalePlan } from './database.ts'
import { enterEpoch, type OnEpoch } from './epoch.ts'
import { judgeWriteError, ReadOnlyServer } from './read-only-server.ts'

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
  close(): Promise<void>
}

/**
 * Always uses the generic plan, a nested loop driven by the arrays. Planning each batch would cost more than
 * running it, and this plan locks rows in the order of the arrays.
 */
const PLANNING =
  '-c timezone=UTC -c plan_cache_mode=force_generic_plan -c enable_hashjoin=off -c enable_mergejoin=off'

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
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...address,
      application_name: `florin ${options.name}`,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 30_000,
      // A process that was stopped in the middle of a transaction must not hold its locks for long.
      idle_in_transaction_session_timeout: 2_000,
      options: PLANNING,
      pipeline: true,
    })
    client.on('error', (error) => {
      forget(client)
      if (!isClosing) options.onError(error)
    })
    client.on('end', () => forget(client))
    current = client
    await client.connect()
    await enterEpoch(client, options.onEpoch).catch((error: unknown) => {
      client.end().catch(() => undefined)
      throw error
    })
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
    async close() {
      isClosing = true
      await connected?.then((client) => client.end()).catch(() => undefined)
    },
  }
}

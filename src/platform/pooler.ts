// Finds out at the start whether the connections to the database are sessions. A pooler such as PgBouncer may give each
// transaction another one: what the bank holds in sessions (settings, prepared statements, locks, LISTEN) is then lost, or
// lands in those of others.
import pg from 'pg'
import type { DatabaseAddress } from './database.ts'
import { StartError } from './start-error.ts'

/** Told by the pooler itself, which hands the settings of a start to no server. */
const isRefusedOption = (error: unknown): boolean =>
  error instanceof Error && /startup parameter/.test(error.message)

const PROBE = 'florin.startup'

/**
 * Each statement is a transaction of its own. In sessions, two connections have two servers that stay the same. A pooler
 * that gives the server which was used last gives both connections the same one; a pooler that takes them in turn gives
 * another one to the second statement of two in a row.
 */
const ORDER = [0, 0, 1, 1, 0, 1, 1, 0, 0, 1] as const

const CONNECT_MS_MAX = 10_000

/** The address with what is known of the way to it. */
export async function checkSessions(address: DatabaseAddress): Promise<DatabaseAddress> {
  const clients = [connect(address), connect(address)]
  try {
    const open = await Promise.all(clients)
    const servers: [string?, string?] = []
    for (const which of ORDER) {
      const server = await identify(open[which]!)
      const isOther = servers[which] !== undefined && servers[which] !== server
      servers[which] = server
      if (isOther || servers[0] === servers[1])
        throw new StartError(
          'A pooler gives the bank another session for each transaction; set pool_mode = session for this database in PgBouncer, or point DATABASE_URL at PostgreSQL itself.',
        )
    }
    const { rows } = await open[0]!.query<{ value: string | null }>(
      `select current_setting('${PROBE}', true) as value`,
    )
    return rows[0]!.value === 'kept' ? address : { ...address, ignoresStartOptions: true }
  } finally {
    for (const client of clients) client.then((one) => one.end()).catch(() => undefined)
  }
}

async function connect(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({
    ...address,
    application_name: 'florin start',
    connectionTimeoutMillis: CONNECT_MS_MAX,
    options: `-c ${PROBE}=kept`,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    if (!isRefusedOption(error)) throw error
    throw new StartError(
      `The pooler before the database refuses the settings of a session (${(error as Error).message}); add "options" to ignore_startup_parameters of PgBouncer.`,
      { cause: error },
    )
  }
  return client
}

/** Process numbers may be the same on two servers. */
async function identify(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server: string }>(
    `select pg_backend_pid() || ' ' || pg_postmaster_start_time() as server`,
  )
  return rows[0]!.server
}

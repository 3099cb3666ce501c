// Banks that share one database, each a process of its own.
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import type { Sql } from '../simulation/invariants.ts'
import { type Florin, start } from './florin.ts'
import { makeSql } from './ledger-load.ts'
import { atCleanUp, makeFolder } from './support.ts'

export interface SharedDatabase {
  readonly sql: Sql
  /** Starts a bank on the database; one that ended may come again under its name. */
  begin(name: string): Promise<Florin>
}

export async function startSharedDatabase(): Promise<SharedDatabase> {
  const folder = await makeFolder()
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'server') })
  atCleanUp(() => server.stop())
  const { socketDir, port, user } = server
  const env = {
    DATABASE_URL: `postgres:///postgres?host=${socketDir}&port=${port}&user=${user}`,
    FLORIN_SECRET: 'one secret for all nodes of this database',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_HOUR: '0',
    LOG_LEVEL: 'error',
  }
  return {
    sql: makeSql({ host: socketDir, port, user, database: 'postgres' }),
    begin: (name) => start({ dataDir: join(folder, name), env }),
  }
}

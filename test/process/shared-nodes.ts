// Banks that share one database, each a process of its own. The database is one of the test run's server, a copy of
// the migrated template, because these banks are not about starting a server or making its tables.
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import type { Sql } from '../simulation/invariants.ts'
import { type Florin, type Launch, start } from './florin.ts'
import { makeSql } from './ledger-load.ts'
import { atCleanUp, makeFolder } from './support.ts'

export interface SharedDatabase {
  readonly sql: Sql
  /** Starts a bank on the database; one that ended may come again under its name. */
  begin(name: string, options?: Partial<Launch>): Promise<Florin>
  /** How such a bank, or a command beside it, is launched. */
  launchOf(name: string, options?: Partial<Launch>): Launch
}

let databases = 0

/** The address of a database of one's own, a copy of the migrated template or of another one. */
export async function createSharedDatabase(
  template = inject('server').template,
): Promise<pg.ClientConfig & { readonly url: string }> {
  const { template: _template, ...server } = inject('server')
  const admin = makeSql({ ...server, database: 'postgres' })
  const database = `process_${process.pid}_${++databases}`
  await admin(`create database ${database} template ${template}`)
  atCleanUp(() => admin(`drop database if exists ${database} with (force)`))
  const { host, port, user, password } = server
  const url = new URL(`postgres://x/${database}`)
  for (const [name, value] of Object.entries({ host, port: String(port), user, password }))
    if (value !== '') url.searchParams.set(name, value)
  return { ...server, database, url: url.href.replace('postgres://x/', 'postgres:///') }
}

export async function startSharedDatabase(template?: string): Promise<SharedDatabase> {
  const folder = await makeFolder()
  const { url, ...address } = await createSharedDatabase(template)
  const env = {
    DATABASE_URL: url,
    FLORIN_SECRET: 'one secret for all nodes of this database',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_HOUR: '0',
    LOG_LEVEL: 'error',
  }
  const launchOf = (name: string, options: Partial<Launch> = {}): Launch => ({
    dataDir: join(folder, name),
    ...options,
    env: { ...env, ...options.env },
  })
  return {
    sql: makeSql(address),
    begin: (name, options) => start(launchOf(name, options)),
    launchOf,
  }
}

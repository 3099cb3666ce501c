// Migrates the database to the schema of this version: plain SQL files, forward only, in order, each in its own
// transaction. A lock makes sure that only one process migrates at a time.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { DatabaseAddress } from './database.ts'
import { StartError } from './start-error.ts'

const folder = new URL('../../migrations/', import.meta.url)

// An arbitrary lock number, the same in every version of Florin.
const LOCK = 7_160_001

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Applies the missing migrations and returns their names. */
export async function migrate(address: DatabaseAddress): Promise<string[]> {
  return withClient(address, async (client) => {
    await checkVersion(client)
    // Waits for another process that is migrating; the lock is released with the connection.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query('create schema if not exists platform')
    await client.query(`create table if not exists platform.migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const missing = await listMissing(client)
    for (const migration of missing) await apply(client, migration)
    return missing.map((migration) => migration.name)
  })
}

/** Checks the server before anything is created, so that an unsuitable one is left untouched. */
export const checkDatabase = (address: DatabaseAddress): Promise<void> =>
  withClient(address, checkVersion)

/** Checks, for `florin verify`, that the schema is exactly that of this version. */
export async function checkMigrated(address: DatabaseAddress): Promise<void> {
  await withClient(address, async (client) => {
    await checkVersion(client)
    const missing = await listMissing(client)
    if (missing.length > 0)
      throw new StartError(
        `The database lacks ${missing.length} migration(s), from ${missing[0]!.name}; run "florin migrate".`,
      )
  })
}

async function withClient<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the running statement fails with the same error
  try {
    await client.connect()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || String(cause) : String(cause)
    throw new StartError(
      `The database cannot be reached (${reason}); check DATABASE_URL and that the server runs.`,
      { cause },
    )
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]!.server_version
  if (Number.parseInt(version, 10) < 15)
    throw new StartError(
      `The database is PostgreSQL ${version}; Florin needs 15 or newer, so upgrade the server or point DATABASE_URL at another.`,
    )
}

async function listMissing(client: pg.Client): Promise<Migration[]> {
  const known = await readMigrations()
  const applied = await readApplied(client)
  for (const [name, checksum] of applied) {
    const migration = known.find((m) => m.name === name)
    if (!migration)
      throw new StartError(
        `The database was migrated by a newer Florin (it has ${name}); start that version or a later one.`,
      )
    if (migration.checksum !== checksum)
      throw new StartError(
        `The migration ${name} was changed after it had been applied; restore the file and add a new one instead.`,
      )
  }
  return known.filter((migration) => !applied.has(migration.name))
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ table: string | null }>(
    `select to_regclass('platform.migrations')::text as table`,
  )
  if (found[0]!.table === null) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from platform.migrations',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query('insert into platform.migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query(migration.sql)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The migration ${migration.name} failed: ${reason}.`, { cause })
  }
}

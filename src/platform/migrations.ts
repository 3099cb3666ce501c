// Migrates the database to the schema of this version: plain SQL files, forward only, in order, each in its own
// transaction. A lock makes sure that only one process migrates at a time. A version works with a database that a newer
// one has migrated, unless one of the migrations it does not know removed what it uses: nodes of two versions run side by
// side during an upgrade, and an operator may go back.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { SOFTWARE_VERSION } from '../kernel/version.ts'
import { LEDGER_REWRITE_LOCK, MIGRATION_LOCK } from './advisory-locks.ts'
import type { DatabaseAddress } from './database.ts'
import { type MigrationHeader, readHeader, readSince } from './migration-header.ts'
import { LOCK_DEFAULTS, type LockOptions, runWithLocks } from './migration-locks.ts'
import type { Statements } from './pipelined-connection.ts'
import { StartError } from './start-error.ts'

const ownFolder = new URL('../../migrations/', import.meta.url)

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
  readonly header: MigrationHeader
}

/** Which migrations there are, and the version they belong to; only tests have others than this Florin. */
export interface SchemaOptions {
  readonly folder?: URL
  /** The last migration. */
  readonly until?: string
  readonly version?: string
}

export type MigrateOptions = SchemaOptions & Partial<LockOptions>

export interface Migrated {
  readonly applied: readonly string[]
  /** Migrations of a newer version, with which this one works. */
  readonly newer: readonly string[]
}

async function readMigrations(folder: URL, until?: string): Promise<Migration[]> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.sql') && (until === undefined || name <= until))
    .toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, header: readHeader(sql) }
    }),
  )
}

/** Applies the missing migrations. */
export async function migrate(
  address: DatabaseAddress,
  options: MigrateOptions = {},
): Promise<Migrated> {
  return withClient(address, async (client) => {
    await checkVersion(client)
    // The server may have limits for all sessions.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    // Waits for another process that is migrating; the lock is released with the connection.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await createMigrationTable(client)
    await addContractColumn(client)
    const { missing, newer } = await compare(client, options)
    const locks = { ...LOCK_DEFAULTS, ...options }
    for (const migration of missing) await apply(client, address, migration, locks)
    return { applied: missing.map((migration) => migration.name), newer }
  })
}

async function createMigrationTable(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists platform')
  await client.query(`create table if not exists platform.migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(),
    contract text)`)
}

export type AppliedMigration = Pick<Applied, 'name' | 'checksum'>

/** In the order in which they are applied. */
export const listApplied = async (client: pg.Client): Promise<AppliedMigration[]> =>
  (await readApplied(client)).map(({ name, checksum }) => ({ name, checksum }))

/** Refuses migrations that this version does not have, before anything is done with what was made by them. */
export async function checkKnown(
  applied: readonly AppliedMigration[],
  { folder = ownFolder }: SchemaOptions = {},
): Promise<void> {
  const known = new Map((await readMigrations(folder)).map((one) => [one.name, one.checksum]))
  const newer = applied.filter(({ name }) => !known.has(name))
  if (newer.length > 0)
    throw new StartError(
      `The backup was made by a newer Florin (it has ${newer[0]!.name}); restore it with that version or a later one.`,
    )
  const other = applied.find(({ name, checksum }) => known.get(name) !== checksum)
  if (other)
    throw new StartError(
      `The migration ${other.name} of the backup is another than that of this version; restore it with the release that made it.`,
    )
}

/** Makes the schema that these migrations left, in the transaction of the caller and on an empty database. */
export async function createSchema(
  client: pg.Client,
  applied: readonly AppliedMigration[],
  { folder = ownFolder }: SchemaOptions = {},
): Promise<void> {
  await checkKnown(applied, { folder })
  const names = new Set(applied.map(({ name }) => name))
  await createMigrationTable(client)
  for (const { name, sql } of await readMigrations(folder))
    if (names.has(name)) await client.query(sql)
  // What waits for the end of the transaction would keep tables from being changed.
  await client.query('set constraints all immediate')
}

/** Checks the server before anything is created, so that an unsuitable one is left untouched. */
export const checkDatabase = (address: DatabaseAddress): Promise<void> =>
  withClient(address, checkVersion)

/** Checks, for commands beside a bank, that this version works with the schema; returns the newer migrations. */
export async function checkMigrated(
  address: DatabaseAddress,
  options: SchemaOptions = {},
): Promise<readonly string[]> {
  return withClient(address, async (client) => {
    await checkVersion(client)
    const { missing, newer } = await compare(client, options)
    if (missing.length > 0)
      throw new StartError(
        `The database lacks ${missing.length} migration(s), from ${missing[0]!.name}; run "florin migrate".`,
      )
    return newer
  })
}

/** What `migrate` would apply, and what a newer version did; throws for a database that this version cannot work with. */
export const compareMigrations = (
  address: DatabaseAddress,
  options: SchemaOptions = {},
): Promise<{ readonly missing: readonly string[]; readonly newer: readonly string[] }> =>
  withClient(address, async (client) => {
    await checkVersion(client)
    const { missing, newer } = await compare(client, options)
    return { missing: missing.map(({ name }) => name), newer }
  })

/** Undefined if the schema is the one of this version. */
export function describeNewer(newer: readonly string[]): string | undefined {
  if (newer.length === 0) return undefined
  const names = newer.length === 1 ? newer[0] : `${newer.length} migrations up to ${newer.at(-1)}`
  return `the database was migrated by a newer Florin: ${names}; this version works with it`
}

/** A connection of its own for a command, closed at the end. */
export async function withClient<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
  name = 'florin migrations',
): Promise<T> {
  const client = new pg.Client({
    ...address,
    application_name: name,
    connectionTimeoutMillis: 10_000,
  })
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

/** For SQL that runs on connections of all kinds. */
export const statementsOn = (client: pg.Client): Statements => ({
  query: async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await client.query<Row>(text, [...values])).rows,
})

export async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]!.server_version
  if (Number.parseInt(version, 10) < 15)
    throw new StartError(
      `The database is PostgreSQL ${version}; Florin needs 15 or newer, so upgrade the server or point DATABASE_URL at another.`,
    )
}

/** Tables that were made before migrations could contract lack the column. */
async function addContractColumn(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'platform.migrations'::regclass and attname = 'contract'`,
  )
  // Only if it is needed, because the statement waits for every session that reads the table, such as a backup.
  if (rowCount === 0) await client.query('alter table platform.migrations add column contract text')
}

/** Compares the migrations of this version with those of the database, and refuses what it cannot work with. */
async function compare(
  client: pg.Client,
  { folder = ownFolder, until, version = SOFTWARE_VERSION }: SchemaOptions,
): Promise<{ readonly missing: Migration[]; readonly newer: string[] }> {
  const known = new Map((await readMigrations(folder, until)).map((one) => [one.name, one]))
  const applied = await readApplied(client)
  const newer = applied.filter(({ name }) => !known.has(name))
  for (const { name, checksum } of applied)
    if (known.has(name) && known.get(name)!.checksum !== checksum)
      throw new StartError(
        `The migration ${name} was changed after it had been applied; restore the file and add a new one instead.`,
      )
  for (const { name, contract } of newer)
    if (contract !== null && !isSince(contract, version))
      throw new StartError(
        `The database was migrated by a newer Florin, and ${name} removed what version ${version} uses (${contract}); start ${readSince(contract) ?? 'that version'} or a later one.`,
      )
  const names = new Set(applied.map(({ name }) => name))
  const missing = [...known.values()].filter(({ name }) => !names.has(name))
  if (newer.length > 0 && missing.length > 0)
    throw new StartError(
      `The database has ${newer[0]!.name} of another Florin and lacks ${missing[0]!.name} of this one; start a version that has both.`,
    )
  return { missing, newer: newer.map(({ name }) => name) }
}

/** Whether this version is as new as the first one that no longer uses what was removed. */
function isSince(contract: string, version: string): boolean {
  const since = readSince(contract)
  return since !== undefined && since.localeCompare(version, 'en', { numeric: true }) <= 0
}

interface Applied {
  readonly name: string
  readonly checksum: string
  /** What the migration removed, if it did. */
  readonly contract: string | null
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows: found } = await client.query<{ table: string | null }>(
    `select to_regclass('platform.migrations')::text as table`,
  )
  if (found[0]!.table === null) return []
  // As json, because the table of an older version has no column "contract".
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(m) ->> 'contract' as contract from platform.migrations m order by name`,
  )
  return rows
}

async function apply(
  client: pg.Client,
  address: DatabaseAddress,
  { name, sql, checksum, header }: Migration,
  locks: LockOptions,
): Promise<void> {
  const work = async (): Promise<void> => {
    await client.query(
      'insert into platform.migrations (name, checksum, contract) values ($1, $2, $3)',
      [name, checksum, header.contract],
    )
    await client.query(sql)
  }
  const firstLock = header.rewrites.length > 0 ? LEDGER_REWRITE_LOCK : undefined
  try {
    await runWithLocks(client, address, { name, work, firstLock }, locks)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The migration ${name} failed: ${reason}.`, { cause })
  }
}

// Reads a whole database as one stream, from one snapshot, while others write to it. It locks nothing that a bank needs:
// the tables are held as any query holds them, which only changes of the schema wait for.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { SOFTWARE_VERSION } from '../../kernel/version.ts'
import { MIGRATION_LOCK } from '../advisory-locks.ts'
import { listApplied } from '../migrations.ts'
import { StartError } from '../start-error.ts'
import { listSequences, listTables, readJobVersion } from './catalog.ts'
import { copyOut } from './copy.ts'
import { recordFrame, rowsFrame } from './frames.ts'
import type { BackupEnd, BackupHead, BankFacts, TableEnd, TableHead } from './head.ts'

/** Rows look the same wherever they are read, and are read in the order in which they are stored. */
export const TEXT_SETTINGS = [
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  `client_encoding = 'UTF8'`,
  `timezone = 'UTC'`,
  `datestyle = 'ISO, YMD'`,
  `intervalstyle = 'iso_8601'`,
  'extra_float_digits = 3',
  `bytea_output = 'hex'`,
  'synchronize_seqscans = off',
]

export const applySettings = (client: pg.Client): Promise<unknown> =>
  client.query(TEXT_SETTINGS.map((setting) => `set ${setting}`).join('; '))

export interface DumpProgress {
  readonly tables: number
  readonly of: number
  readonly bytes: number
}

export interface DumpOptions {
  readonly describe: (client: pg.Client) => Promise<BankFacts>
  readonly onProgress: (progress: DumpProgress) => void
  readonly onNotice: (sentence: string) => void
}

export interface Dump {
  readonly head: BackupHead
  readonly frames: AsyncGenerator<Buffer>
  /** Known when all frames have been read. */
  readonly end: () => BackupEnd
}

/** The connection serves nothing else until it is closed, which also ends the transaction. */
export const startDump = (client: pg.Client, options: DumpOptions): Promise<Dump> =>
  explaining(() => beginDump(client, options))

/** A standby, for one, ends statements that keep it from following its primary. */
async function explaining<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new StartError(
      `The database did not let the backup be made (${error.message}), so there is none.`,
      { cause: error },
    )
  }
}

async function beginDump(client: pg.Client, options: DumpOptions): Promise<Dump> {
  await applySettings(client)
  await waitForMigrations(client, options.onNotice)
  const isExact = await takeSnapshot(client)
  const migrations = await listApplied(client)
  if (migrations.length === 0)
    throw new StartError('There is no bank in this database, so there is nothing to back up.')
  const tables = await listTables(client)
  await lockTables(client, tables)
  // The schema cannot change any more.
  await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
  const head = {
    ...(await readServer(client)),
    software: SOFTWARE_VERSION,
    bank: await options.describe(client),
    is_exact: isExact,
    migrations,
    jobs: await readJobVersion(client),
    // After the snapshot, so that no row of it has a higher number.
    sequences: await listSequences(client),
    tables: tables.length,
  }
  let rows = 0
  async function* readAll(): AsyncGenerator<Buffer> {
    yield recordFrame(head)
    let bytes = 0
    for (const [index, table] of tables.entries()) {
      options.onProgress({ tables: index, of: tables.length, bytes })
      yield recordFrame(table)
      const hash = createHash('sha256')
      let own = 0
      const copied = copyOut(client, copyText(table, 'to stdout'))
      try {
        for (;;) {
          const { value: piece, done } = await explaining(() => copied.pieces.next())
          if (done) break
          hash.update(piece)
          own += piece.length
          yield rowsFrame(piece)
          options.onProgress({ tables: index, of: tables.length, bytes: bytes + own })
        }
      } finally {
        await copied.pieces.return(undefined)
      }
      const end: TableEnd = { rows: await copied.rows, bytes: own, sha256: hash.digest('hex') }
      yield recordFrame(end)
      rows += end.rows
      bytes += own
    }
    options.onProgress({ tables: tables.length, of: tables.length, bytes })
    yield recordFrame({ tables: tables.length, rows } satisfies BackupEnd)
  }
  return { head, frames: readAll(), end: () => ({ tables: tables.length, rows }) }
}

export const copyText = ({ table, columns }: TableHead, direction: string): string =>
  `copy ${table} (${columns.join(', ')}) ${direction}`

async function waitForMigrations(
  client: pg.Client,
  onNotice: DumpOptions['onNotice'],
): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>(
    'select pg_try_advisory_lock_shared($1) as got',
    [MIGRATION_LOCK],
  )
  if (rows[0]!.got) return
  onNotice('Waiting for a migration of the database to end.')
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
}

const SNAPSHOTS_MAX = 50

/**
 * A position of the event log is assigned before its transaction commits, so while one is in progress, the snapshot may have
 * a later position without an earlier one. Between two transactions it has none or all, and a bank has such moments. A bank
 * without them is backed up as well.
 */
async function takeSnapshot(client: pg.Client): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ quiet: boolean }>(
      `select pg_snapshot_xmin(now_at) = pg_snapshot_xmax(now_at) as quiet
       from pg_current_snapshot() as now_at`,
    )
    const { quiet } = rows[0]!
    if (quiet || tries === SNAPSHOTS_MAX) return quiet
    await client.query('rollback')
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** As `pg_dump` does: nothing but a change of the schema conflicts with it. */
async function lockTables(client: pg.Client, tables: readonly TableHead[]): Promise<void> {
  const names = tables.map(({ table }) => table).join(', ')
  try {
    await client.query(`set local lock_timeout = '60s'; lock table ${names} in access share mode`)
    await client.query('set local lock_timeout = 0')
  } catch (cause) {
    if ((cause as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw cause
    throw new StartError(
      'A session has kept a table locked for a minute, such as a change of the schema; end it and make the backup again.',
      { cause },
    )
  }
}

async function readServer(client: pg.Client): Promise<Pick<BackupHead, 'taken_at' | 'server'>> {
  const { rows } = await client.query<BackupHead['server'] & { taken_at: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at,
       current_setting('server_version') as version, current_database() as database,
       pg_is_in_recovery() as is_standby,
       case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn`,
  )
  const { taken_at, ...server } = rows[0]!
  return { taken_at, server }
}

// Standbys of the embedded server, for tests: copies of its files that replay its log.
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { fast, makeFolder } from './test-support.ts'

type Address = Omit<EmbeddedPostgres, 'stop'>

export async function withClient<Result>(
  { socketDir, port, user }: Address,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ host: socketDir, port, user, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A base backup of the server's files, as `pg_basebackup` makes it, of which a standby starts. */
export const copyFiles = (server: Address, dataDir: string, copy: string): Promise<void> =>
  withClient(server, async (client) => {
    const files = join(dataDir, 'postgres')
    await client.query(`select pg_backup_start('test', true)`)
    await cp(files, copy, { recursive: true })
    await rm(join(copy, 'postmaster.pid'))
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await cp(join(files, 'pg_wal'), join(copy, 'pg_wal'), { recursive: true })
    await writeFile(join(copy, 'backup_label'), rows[0]!.labelfile)
    await writeFile(join(copy, 'standby.signal'), '')
  })

export interface RunningStandby extends EmbeddedPostgres {
  /** After it was stopped. */
  startAgain(): Promise<RunningStandby>
}

/** A standby that follows the server. */
export async function startStandby(server: Address, dataDir: string): Promise<RunningStandby> {
  const folder = join(await makeFolder(), 'standby')
  const { socketDir, port, user } = server
  await copyFiles(server, dataDir, join(folder, 'postgres'))
  const settings = {
    ...fast,
    primary_conninfo: `host=${socketDir} port=${port} user=${user}`,
    wal_retrieve_retry_interval: '20ms',
  }
  const start = async (): Promise<RunningStandby> => ({
    ...(await startEmbeddedPostgres({ dataDir: folder, settings, log: () => {} })),
    startAgain: start,
  })
  return start()
}

// PostgreSQL's own load program, when the machine has one. The embedded PostgreSQL comes without.
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { PostgresServer } from './processes.ts'

const execute = promisify(execFile)

/** Its version line, such as `pgbench (PostgreSQL) 18.4`; undefined when there is none. */
export async function findPgbench(): Promise<string | undefined> {
  try {
    return (await execute('pgbench', ['--version'])).stdout.trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const address = ({ host, port, user }: PostgresServer): string[] => [
  `--host=${host}`,
  `--port=${port}`,
  `--username=${user}`,
]

export async function fillWithPgbench(
  server: PostgresServer,
  database: string,
  scale: number,
): Promise<void> {
  await execute('pgbench', [
    ...address(server),
    '--initialize',
    `--scale=${scale}`,
    '--quiet',
    database,
  ])
}

export interface PgbenchRun {
  readonly database: string
  readonly clients: number
  readonly seconds: number
  /** A file with the transaction; TPC-B unless told. */
  readonly script?: string
}

/** Transactions per second, the time to connect left out. */
export async function runPgbench(
  server: PostgresServer,
  { database, clients, seconds, script }: PgbenchRun,
): Promise<number> {
  const { stdout } = await execute('pgbench', [
    ...address(server),
    '--protocol=prepared',
    `--client=${clients}`,
    `--jobs=${Math.min(clients, availableParallelism())}`,
    `--time=${seconds}`,
    // Before TPC-B it vacuums its own tables, which a script does not use.
    ...(script === undefined ? [] : ['--no-vacuum', `--file=${script}`]),
    database,
  ])
  const rate = /^tps = ([\d.]+) \(without initial connection time\)$/m.exec(stdout)?.[1]
  if (rate === undefined) throw new Error(`pgbench told no rate:\n${stdout}`)
  return Number(rate)
}

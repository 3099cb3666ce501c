// Runs pgbench, PostgreSQL's load program, when the machine has it. The embedded PostgreSQL does not include it.
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
  /** A file with the transaction; TPC-B by default. */
  readonly script?: string
}

/** Transactions per second, without the time to connect. */
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
    // pgbench would vacuum its own tables first, which a custom script does not use.
    ...(script === undefined ? [] : ['--no-vacuum', `--file=${script}`]),
    database,
  ])
  const rate = /^tps = ([\d.]+) \(without initial connection time\)$/m.exec(stdout)?.[1]
  if (rate === undefined) throw new Error(`pgbench told no rate:\n${stdout}`)
  return Number(rate)
}

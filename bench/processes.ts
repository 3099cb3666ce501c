// Starts the child processes of the bench on free ports, and always ends them. Each has an IPC channel, by which
// it notices when the bench has ended, even by a kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SUPERUSER } from '../src/platform/postgres/cluster.ts'
import { nameCluster } from '../src/platform/postgres/data-dir.ts'
import { nameSocketDir, PORT } from '../src/platform/postgres/socket-dir.ts'
import { unwatchCpu, watchCpu } from './cpu.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Running {
  readonly url: string
  stop(): Promise<void>
}

/** The connection options of pg and pgbench, without the name of a database. */
export interface PostgresServer {
  readonly host: string
  readonly port: number
  readonly user: string
}

export interface RunningFlorin extends Running {
  readonly pid: number
  readonly dataDir: string
  /** The PostgreSQL server that Florin started; all other cases use it too, with the same settings. */
  readonly postgres: PostgresServer
  /** Ends the process and keeps its data, which `stop` removes. */
  halt(): Promise<void>
  /** Has something else stopped together with it. */
  stopWith(stop: () => Promise<void>): void
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Two minutes, because a bank with much data may take long on a busy machine. */
const PATIENCE_TRIES = 1_200

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < PATIENCE_TRIES; tries++) {
    if (child.exitCode !== null) throw new Error(`${url}: the process ended (${child.exitCode})`)
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer in time`)
}

const start = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess =>
  spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env })

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

export async function startHello(): Promise<Running> {
  const port = await findFreePort()
  const child = start([join(root, 'bench/hello.ts'), String(port)])
  const url = `http://127.0.0.1:${port}`
  await waitFor(url, child)
  watchCpu(url, { pid: child.pid! })
  return { url, stop: () => end(child) }
}

/** Starts the receiver of webhooks, see receiver.ts. */
export async function startReceiver(): Promise<Running> {
  const port = await findFreePort()
  const child = start([join(root, 'bench/receiver.ts'), String(port)])
  const url = `http://127.0.0.1:${port}`
  await waitFor(`${url}/health`, child)
  return { url, stop: () => end(child) }
}

/** Starts the whole bank as `npm start` does, with its embedded database and logs; only rate limits are off. */
export const startFlorin = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningFlorin> =>
  startFlorinIn(await realpath(await mkdtemp(join(tmpdir(), 'florin-bench-'))), settings)

/** Starts a bank with the data of an earlier one that was halted, or with none. */
export async function startFlorinIn(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningFlorin> {
  const port = await findFreePort()
  const child = start([join(root, 'bin/florin.js'), 'start'], {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_HOUR: '0',
    GRAPHQL_RATE_LIMIT_USER: '0',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // Further nodes join the first one, which has the database.
    NODE_HOST: '127.0.0.1',
    ...settings,
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor(`${url}/health/ready`, child)
  const companions: (() => Promise<void>)[] = []
  watchCpu(url, { pid: child.pid!, clusterDir: join(dataDir, 'postgres') })
  return {
    url,
    pid: child.pid!,
    dataDir,
    postgres: { host: nameSocketDir(nameCluster(dataDir)), port: PORT, user: SUPERUSER },
    halt: () => end(child),
    stopWith: (stop) => void companions.push(stop),
    async stop() {
      await Promise.all([end(child), ...companions.map((stop) => stop())])
      unwatchCpu(url)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a further node of a running bank: another process on the same database, with the same secret. */
export async function startNode({ postgres, dataDir }: RunningFlorin): Promise<RunningFlorin> {
  const { host, port, user } = postgres
  return startFlorin({
    DATABASE_URL: `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`,
    FLORIN_SECRET: (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim(),
  })
}

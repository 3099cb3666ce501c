// What the tests of this folder share: throw-away data folders, servers that are stopped whatever
// happens, and a Florin in a process of its own that can be killed.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { nameCluster } from './data-dir.ts'
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  type Internals,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { NOBODY } from './privilege.ts'
import { removeSocketDir } from './socket-dir.ts'

export const isRoot = process.getuid?.() === 0

/** How to run a program as a user without privileges; undefined when none can read this code. */
export const ordinaryIds = isRoot ? (canRead(NOBODY) ? NOBODY : undefined) : {}

function canRead(ids: { readonly uid: number; readonly gid: number }): boolean {
  const script = 'fs.readFileSync(process.argv[1])'
  const args = ['-e', script, fileURLToPath(import.meta.url)]
  return spawnSync(process.execPath, args, { cwd: '/', ...ids }).status === 0
}

export const fast = { fsync: 'off' }

type Address = Omit<EmbeddedPostgres, 'stop'>

const cleanups: (() => Promise<unknown>)[] = []

/** Tasks run in reverse order. */
export function atCleanUp(task: () => Promise<unknown>): void {
  cleanups.push(task)
}

export async function cleanUp(): Promise<void> {
  for (let task = cleanups.pop(); task !== undefined; task = cleanups.pop()) await task()
}

export async function makeFolder(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'florin-test-')))
  cleanups.push(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

let template: Promise<string> | undefined

/** A data folder with a properly stopped database, for tests that are not about making one. */
export async function makeUsedFolder(): Promise<string> {
  template ??= makeTemplate()
  const path = await makeFolder()
  execFileSync('cp', ['-Rp', `${await template}/.`, path])
  return path
}

async function makeTemplate(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'florin-test-')))
  const server = await startEmbeddedPostgres({ dataDir: path, settings: fast, log: () => {} })
  await server.stop()
  // Files share a process and this module, so that the template is for all of them and goes with the process.
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}

export async function start(
  options: EmbeddedOptions,
  internals?: Internals,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ settings: fast, ...options }, internals)
  cleanups.push(() => server.stop())
  return server
}

export async function query(address: Address, sql: string): Promise<readonly unknown[][]> {
  const { socketDir: host, port, user } = address
  const client = new Client({ host, port, user, database: 'postgres' })
  // A server that is killed under the connection is what some tests are about.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export async function readServerPid(dataDir: string): Promise<number> {
  return Number(
    (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
}

export async function waitFor<T>(probe: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + 60_000; ; await delay(5)) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error('waited in vain')
  }
}

const CHILD_PROGRAM = `
  process.once('SIGTERM', () => process.exit())
  const answer = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
  const { startEmbeddedPostgres } = await import(process.argv[1])
  try {
    const { dataDir, packageDir } = JSON.parse(process.argv[2])
    const options = { dataDir, settings: { fsync: 'off' } }
    const server = await startEmbeddedPostgres(options, packageDir ? { packageDir } : {})
    answer(server)
  } catch (error) {
    answer({ error: error.name + ': ' + error.message })
  }`

export interface Florin {
  readonly process: ChildProcess
  /** Rejects with the words of the StartError when it could not start. */
  readonly started: Promise<Address>
  kill(): Promise<void>
}

export function startFlorin(
  task: { readonly dataDir: string; readonly packageDir?: string },
  ids: typeof ordinaryIds = {},
): Florin {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const args = ['--input-type=module', '-e', CHILD_PROGRAM, module, JSON.stringify(task)]
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, args, { cwd: '/', detached: true, stdio, ...ids })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const kill = async () => {
    // The whole group, as a terminal that goes away would do it.
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 9)
    await ended
  }
  cleanups.push(async () => {
    await kill()
    await stopOrphanedServer(nameCluster(task.dataDir))
    for (const name of await readdir(tmpdir())) {
      if (name.startsWith(nameCluster(task.dataDir))) await removeSocketDir(join(tmpdir(), name))
    }
  })
  return { process: child, kill, started: once(lines, 'line').then(readAnswer) }
}

function readAnswer([line]: unknown[]): Address {
  const answer: Address & { readonly error?: string } = JSON.parse(String(line))
  if (answer.error !== undefined) throw new Error(answer.error)
  return answer
}

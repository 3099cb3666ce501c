// The embedded database as seen from outside: its processes, its files, and whether it rests.
// It lives in a session of its own, so that ending Florin's process group does not end it.
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { nameCluster } from '../../src/platform/postgres/data-dir.ts'
import {
  stopOrphanedServer,
  findServerProcesses,
} from '../../src/platform/postgres/orphaned-server.ts'
import { listRunningCommands } from '../../src/platform/postgres/process-identity.ts'
import { waitFor } from './support.ts'

/** Every process of the server that belongs to a data folder. */
export async function listServerPids(dataDir: string): Promise<number[]> {
  const { mains, helpers } = await findServerProcesses(nameCluster(resolve(dataDir)))
  return [...mains, ...helpers]
}

export async function endDatabase(dataDir: string): Promise<void> {
  const name = nameCluster(resolve(dataDir))
  // A Florin that was killed while it made a cluster leaves initdb at work, which ends by itself.
  const draft = `--pgdata=${join(resolve(dataDir), 'postgres.new-')}`
  await waitFor('initdb to end', async () =>
    (await listRunningCommands()).every(({ command }) => !command.includes(draft)),
  )
  await stopOrphanedServer(name)
  for (const entry of await readdir(tmpdir())) {
    if (entry.startsWith(name)) await rm(join(tmpdir(), entry), { recursive: true, force: true })
  }
}

export function readPostmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** The process that holds a data folder: Florin itself, not its launcher. */
export async function readHolderPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'florin.lock'), 'utf8')).split(' ')[0])
}

const STATE_OFFSET = 16
const SHUT_DOWN = 1

/** No server runs, none of its files are left, and it had the time to write everything down. */
export async function expectDatabaseAtRest(dataDir: string): Promise<void> {
  expect(await listServerPids(dataDir)).toEqual([])
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  expect(existsSync(join(dataDir, 'florin.lock'))).toBe(false)
  const control = await readFile(join(dataDir, 'postgres/global/pg_control'))
  expect(control.readInt32LE(STATE_OFFSET), 'the state in pg_control').toBe(SHUT_DOWN)
  const socketDirs = (await readdir(tmpdir())).filter((name) =>
    name.startsWith(nameCluster(resolve(dataDir))),
  )
  expect(socketDirs).toEqual([])
}

// What the tests of the whole process share: facts about this machine, folders and ports of their
// own, waiting for a condition, and cleaning up whatever happens.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const checkout = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

export interface Ids {
  readonly uid: number
  readonly gid: number
}

export const isRoot = process.getuid?.() === 0
export const nobody: Ids = { uid: 65_534, gid: 65_534 }

// npm puts the project's own programs in front of the path; a user's shell does not.
export const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

export function findOnPath(program: string): string | undefined {
  return machinePath
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const installedNode = join(checkout, 'node_modules/.bin/node')

/** The Node that Florin is written for: the one npm installed, or where there is none, this one. */
export const pinnedNode = existsSync(installedNode) ? installedNode : process.execPath

/** The Node of this machine; an older one hands over to the pinned one. */
export const machineNode = findOnPath('node') ?? pinnedNode
const machineVersion = spawnSync(machineNode, ['--version']).stdout.toString().trim()
export const handsOver = Number(/\d+/.exec(machineVersion)?.[0]) < 24

// Cleaning up

const cleanups: (() => Promise<unknown>)[] = []

export function atCleanUp(task: () => Promise<unknown>): void {
  cleanups.push(task)
}

/** In reverse order; one task that fails does not keep the others from running. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = []
  for (let task = cleanups.pop(); task !== undefined; task = cleanups.pop()) {
    await task().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'cleaning up failed')
}

export async function makeFolder(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'florin-process-')))
  atCleanUp(() => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  return path
}

// Waiting

/** A busy machine is no fault: what works takes far less. */
const PATIENCE_MS = 100_000

/** Asks until the answer is neither undefined nor false. */
export async function waitFor<T>(
  what: string,
  probe: () => T | Promise<T>,
  { patienceMs = PATIENCE_MS, everyMs = 5 } = {},
): Promise<Exclude<T, undefined | false>> {
  for (const deadline = performance.now() + patienceMs; ; await delay(everyMs)) {
    const found = await probe()
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>
    if (performance.now() > deadline) throw new Error(`waited in vain for: ${what}`)
  }
}

export async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  const waiting = new AbortController()
  const late = delay(PATIENCE_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`waited in vain for: ${what}`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    waiting.abort()
    late.catch(() => {})
  }
}

// Ports

// Below the range from which the system takes ports for outgoing connections, and far apart for test
// files that run at the same time.
let nextPort = 10_240 + (process.pid % 220) * 100

export async function findPort(): Promise<number> {
  for (;;) {
    const port = nextPort++
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

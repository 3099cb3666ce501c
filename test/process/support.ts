// What the tests of the whole process share: Florin as a child process, run as a user runs it, that
// is ended whatever happens, together with its database, which lives in a session of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { nameCluster } from '../../src/platform/postgres/data-dir.ts'
import { endLeftoverServer, findServerProcesses } from '../../src/platform/postgres/leftovers.ts'
import { listRunningCommands } from '../../src/platform/postgres/process-identity.ts'

export const checkout = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

export interface Ids {
  readonly uid: number
  readonly gid: number
}

export const isRoot = process.getuid?.() === 0
export const nobody: Ids = { uid: 65_534, gid: 65_534 }

// npm puts the project's own programs in front of the path; a user's shell does not.
const machinePath = (process.env.PATH ?? '')
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

/** The Node of whoever sits at this machine; an older one hands over to the pinned one. */
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

const livePids = new Set<number>()
process.once('exit', () => {
  for (const pid of livePids) killGroup(pid, 'SIGKILL')
})

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It ended by itself.
  }
}

export async function makeFolder(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'florin-process-')))
  atCleanUp(() => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  return path
}

// Waiting

/** Asks until the answer is neither undefined nor false. */
export async function waitFor<T>(
  what: string,
  probe: () => T | Promise<T>,
  { patienceMs = 20_000, everyMs = 5 } = {},
): Promise<Exclude<T, undefined | false>> {
  for (const deadline = performance.now() + patienceMs; ; await delay(everyMs)) {
    const found = await probe()
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>
    if (performance.now() > deadline) throw new Error(`waited in vain for: ${what}`)
  }
}

export async function within<T>(what: string, promise: Promise<T>, patienceMs: number): Promise<T> {
  const waiting = new AbortController()
  const late = delay(patienceMs, undefined, { signal: waiting.signal }).then(() => {
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

// Calls

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are asserted on, field by field
  readonly body: any
}

export interface CallOptions {
  readonly token?: string
  readonly key?: string
}

/** 'POST /api/x' over a connection of its own, so that nothing is left of it. */
export async function call(
  url: string,
  route: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(text === undefined ? {} : { 'Content-Length': Buffer.byteLength(text) }),
    ...nameHeaders(options),
  }
  const [method, path] = route.split(' ') as [string, string]
  const sent = request(url + path, { method, agent: false, timeout: 20_000, headers })
  sent.once('timeout', () => sent.destroy(new Error(`${route} was not answered`)))
  sent.end(text)
  return readAnswer(await waitForResponse(sent))
}

const waitForResponse = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    sent.once('error', fail)
    sent.once('response', done)
  })

const nameHeaders = ({ token, key }: CallOptions) => ({
  'Content-Type': 'application/json',
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  ...(key === undefined ? {} : { 'Idempotency-Key': key }),
})

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const isJson = response.headers['content-type']?.includes('json') ?? false
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}

export interface HeldRequest {
  readonly answer: Promise<Answer>
  /** Sends the rest of the body. */
  finish(): void
}

/** Resolves when the server has begun with the request, which then waits for its body. */
export async function holdRequest(url: string, route: string, body: unknown): Promise<HeldRequest> {
  const text = Buffer.from(JSON.stringify(body))
  const [method, path] = route.split(' ') as [string, string]
  // A browser or a proxy keeps its connection; the bank must not wait for it to be given up.
  const agent = new Agent({ keepAlive: true })
  atCleanUp(async () => agent.destroy())
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': text.length,
    Expect: '100-continue',
  }
  const sent = request(url + path, { method, agent, headers })
  const answer = waitForResponse(sent).then(readAnswer)
  answer.catch(() => {})
  const begun = new Promise<void>((done) => sent.once('continue', done))
  sent.flushHeaders()
  await within('the server to begin with the request', Promise.race([begun, answer]), 10_000)
  sent.write(text.subarray(0, 1))
  return { answer, finish: () => void sent.end(text.subarray(1)) }
}

let people = 0

export const newPerson = () => ({
  name: 'Ada Lovelace',
  email: `person${++people}.${process.pid}@example.com`,
  password: 'Corr3ct-horse',
})

// Florin as a process

export interface Launch {
  readonly dataDir: string
  readonly port?: number
  /** Everything in front of the command; `node bin/florin.js` unless told. */
  readonly program?: readonly string[]
  readonly command?: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly ids?: Ids
}

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Florin {
  /** Of the process that was started, which leads its group. */
  readonly pid: number
  readonly port: number
  readonly url: string
  readonly dataDir: string
  readonly process: ChildProcess
  /** Resolves when nothing of it writes to the terminal any more. */
  readonly ended: Promise<Ending>
  screen(): string
  call(route: string, body?: unknown, options?: CallOptions): Promise<Answer>
  becomeReady(): Promise<void>
  /** The start-up screen, once it is complete. */
  showScreen(): Promise<string>
  signalGroup(signal: NodeJS.Signals): void
}

/** As a shell would: with the user's environment, but none of this test run's. */
const buildEnv = ({ dataDir, port, env }: Launch): Record<string, string> => ({
  PATH: machinePath,
  HOME: process.env.HOME ?? '/',
  ...(process.env.TMPDIR === undefined ? {} : { TMPDIR: process.env.TMPDIR }),
  DATA_DIR: dataDir,
  ...(port === undefined ? {} : { PORT: String(port) }),
  ...env,
})

export function launch(options: Launch & { readonly port: number }): Florin {
  const { dataDir, port, program = [pinnedNode, 'bin/florin.js'], command = ['start'] } = options
  const [file = '', ...args] = [...program, ...command]
  const child = spawn(file, args, {
    cwd: options.cwd ?? checkout,
    env: buildEnv(options),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.ids,
  })
  const url = `http://127.0.0.1:${port}`
  const ended = collectEnding(child)
  let ending: Ending | undefined
  void ended.then((known) => (ending = known))
  if (child.pid !== undefined) livePids.add(child.pid)
  const signalGroup = (signal: NodeJS.Signals) => {
    // After the end the number may belong to somebody else.
    if (!ending && child.pid !== undefined) killGroup(child.pid, signal)
  }
  atCleanUp(async () => {
    signalGroup('SIGKILL')
    await within('the processes to end', ended, 10_000)
    await endDatabase(dataDir)
  })
  const florin: Florin = {
    pid: child.pid ?? 0,
    port,
    url,
    dataDir,
    process: child,
    ended,
    screen: () => readOutput(child).stdout,
    call: (route, body, callOptions) => call(url, route, body, callOptions),
    becomeReady: async () => {
      const isReady = async (): Promise<boolean> => {
        if (ending) throw new Error(`Florin ended instead of starting:\n${describe(ending)}`)
        const answer = await call(url, 'GET /health/ready').catch(() => undefined)
        return answer?.status === 200
      }
      await waitFor(`${url} to be ready`, isReady, { everyMs: 20 })
    },
    showScreen: async () => {
      await waitFor('the start-up screen', () => {
        if (ending) throw new Error(`Florin ended instead of starting:\n${describe(ending)}`)
        return readOutput(child).stdout.includes('Ctrl-C stops it.\n')
      })
      return readOutput(child).stdout
    },
    signalGroup,
  }
  return florin
}

const describe = ({ code, signal, stdout, stderr }: Ending): string =>
  `${code ?? signal}\n${stdout}\n${stderr}`

const outputs = new WeakMap<ChildProcess, { stdout: string; stderr: string }>()
const readOutput = (child: ChildProcess) => outputs.get(child) ?? { stdout: '', stderr: '' }

function collectEnding(child: ChildProcess): Promise<Ending> {
  const output = { stdout: '', stderr: '' }
  outputs.set(child, output)
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text))
  }
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => {
      if (child.pid !== undefined) livePids.delete(child.pid)
      done({ code, signal, ...output })
    })
  })
}

/** One that is up and serves. */
export async function start(options: Omit<Launch, 'port'> & { port?: number }): Promise<Florin> {
  const florin = launch({ ...options, port: options.port ?? (await findPort()) })
  await florin.becomeReady()
  return florin
}

/** A command that is expected to end by itself. */
export async function run(options: Launch): Promise<Ending> {
  const florin = launch({ ...options, port: options.port ?? (await findPort()) })
  return within('the command to end', florin.ended, 25_000)
}

export async function stop(florin: Florin, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
  florin.process.kill(signal)
  return within(`the end after ${signal}`, florin.ended, 15_000)
}

// The embedded database

/** Every process of the server that belongs to a data folder. */
export async function listServerPids(dataDir: string): Promise<number[]> {
  const { mains, helpers } = await findServerProcesses(nameCluster(resolve(dataDir)))
  return [...mains, ...helpers]
}

async function endDatabase(dataDir: string): Promise<void> {
  const name = nameCluster(resolve(dataDir))
  // One that was killed while it made a cluster leaves initdb at work.
  for (const { pid, command } of await listRunningCommands()) {
    if (/\/initdb .*--pgdata=/.test(command) && command.includes(resolve(dataDir)))
      process.kill(pid, 'SIGKILL')
  }
  await endLeftoverServer(name)
  for (const entry of await readdir(tmpdir())) {
    if (entry.startsWith(name)) await rm(join(tmpdir(), entry), { recursive: true, force: true })
  }
}

export function readPostmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** The process that holds a data folder: Florin itself, not whoever handed over to it. */
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

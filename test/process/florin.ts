// Florin as a child process, run as a user runs it: started, asked, signalled, and ended whatever
// happens, together with its database.
import { type ChildProcess, spawn } from 'node:child_process'
import { type Answer, call, type CallOptions } from './calls.ts'
import { endDatabase } from './database.ts'
import {
  atCleanUp,
  checkout,
  findPort,
  type Ids,
  machinePath,
  pinnedNode,
  waitFor,
  within,
} from './support.ts'

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

export interface Launch {
  readonly dataDir: string
  readonly port?: number
  /** Everything in front of the command; `node bin/florin.js` by default. */
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
  /** Throws with its output if it has ended. */
  expectAlive(): void
  /** Resolves when nothing of it writes to the terminal any more. */
  readonly ended: Promise<Ending>
  screen(): string
  call(route: string, body?: unknown, options?: CallOptions): Promise<Answer>
  becomeReady(): Promise<void>
  /** The start-up screen, once it is complete. */
  showScreen(): Promise<string>
  signalGroup(signal: NodeJS.Signals): void
}

const delays = {
  TEST_DELAYS: '1',
  NODE_OPTIONS: `--import=${new URL('../harness/delays.js', import.meta.url).href}`,
}

/** As a shell would: with the user's environment, but none of this test run's. */
const buildEnv = ({ dataDir, port, env }: Launch): Record<string, string> => ({
  PATH: machinePath,
  HOME: process.env.HOME ?? '/',
  ...(process.env.TMPDIR === undefined ? {} : { TMPDIR: process.env.TMPDIR }),
  ...(process.env.TEST_DELAYS === '1' ? delays : {}),
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
  const url = `http://localhost:${port}`
  const output = collectOutput(child)
  const pid = child.pid ?? Number.NaN
  livePids.add(pid)
  let ending: Ending | undefined
  const ended = waitForEnding(child, output).then((known) => {
    // From now on the process id may belong to another process.
    livePids.delete(pid)
    ending = known
    return known
  })
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (livePids.has(pid)) killGroup(pid, signal)
  }
  atCleanUp(async () => {
    signalGroup('SIGKILL')
    const { stdout, stderr } = await within('the processes to end', ended)
    await endDatabase(dataDir)
    expectNoDefect(stdout + stderr)
  })
  const expectAlive = (): void => {
    if (!ending) return
    const { code, signal, stdout, stderr } = ending
    throw new Error(`Florin ended by itself, with ${code ?? signal}:\n${stdout}\n${stderr}`)
  }
  const isReady = async (): Promise<boolean> => {
    expectAlive()
    const answer = await call(url, 'GET /health/ready').catch(() => undefined)
    return answer?.status === 200
  }
  const isScreenComplete = (): boolean => {
    expectAlive()
    return output.stdout.includes('Ctrl-C stops it.\n')
  }
  return {
    pid,
    port,
    url,
    dataDir,
    process: child,
    expectAlive,
    ended,
    screen: () => output.stdout,
    call: (route, body, callOptions) => call(url, route, body, callOptions),
    becomeReady: async () => {
      await waitFor(`${url} to be ready`, isReady, { everyMs: 20 })
    },
    showScreen: async () => {
      await waitFor('the start-up screen', isScreenComplete)
      return output.stdout
    },
    signalGroup,
  }
}

/** The bank survives a promise that was forgotten, but no test may. */
function expectNoDefect(output: string): void {
  const line = output.split('\n').find((one) => one.includes('a rejected promise was not handled'))
  if (line !== undefined) throw new Error(line)
}

interface Output {
  stdout: string
  stderr: string
}

function collectOutput(child: ChildProcess): Output {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text))
  }
  return output
}

const waitForEnding = (child: ChildProcess, output: Output): Promise<Ending> =>
  new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => done({ code, signal, ...output }))
  })

/** One that is up and serves. */
export async function start(options: Launch): Promise<Florin> {
  const florin = launch({ ...options, port: options.port ?? (await findPort()) })
  await florin.becomeReady()
  return florin
}

/** A command that is expected to end by itself. */
export async function run(options: Launch): Promise<Ending> {
  const florin = launch({ ...options, port: options.port ?? (await findPort()) })
  return within('the command to end', florin.ended)
}

export async function stop(florin: Florin, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
  florin.process.kill(signal)
  return within(`the end after ${signal}`, florin.ended)
}

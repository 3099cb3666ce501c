// Starts PostgreSQL's programs in a separate session, so that Ctrl-C in the terminal reaches only Florin, and
// with a clean environment, so that neither Florin's secrets nor PG* variables of the user reach the server.
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** A way of running a program as a user that PostgreSQL accepts. */
export interface Strategy {
  readonly name: string
  /** The owner that the files of the cluster must have, as seen from this process. */
  readonly owner: Owner
  readonly prefix: readonly string[]
  readonly runAs?: Owner
}

export interface Launcher {
  readonly strategy: Strategy
  readonly libraryPath: string | undefined
}

export interface Outcome {
  readonly succeeded: boolean
  readonly output: string
  /** The last line of output, which is where programs say what was wrong, hints apart. */
  readonly complaint: string
}

export function launchProgram(
  { strategy, libraryPath }: Launcher,
  program: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const [command = '', ...args] = [...strategy.prefix, ...program]
  return spawn(command, args, {
    cwd: '/',
    detached: true,
    env: buildEnvironment(libraryPath),
    stdio,
    ...strategy.runAs,
  })
}

export async function runProgram(launcher: Launcher, program: readonly string[]): Promise<Outcome> {
  try {
    return await collectOutcome(launchProgram(launcher, program, ['ignore', 'pipe', 'pipe']))
  } catch (error) {
    return { succeeded: false, output: '', complaint: String(error) }
  }
}

async function collectOutcome(child: ChildProcess): Promise<Outcome> {
  const chunks: Buffer[] = []
  const collect = (chunk: Buffer) => chunks.push(chunk)
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const output = Buffer.concat(chunks).toString('utf8')
      const lines = output.split('\n').filter((line) => line !== '' && !line.includes(' hint: '))
      const complaint = lines.at(-1) ?? `ended with ${code ?? signal}`
      resolve({ succeeded: code === 0, output, complaint })
    })
  })
}

function buildEnvironment(libraryPath: string | undefined): NodeJS.ProcessEnv {
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraryPath === undefined ? {} : { [variable]: libraryPath }),
  }
}

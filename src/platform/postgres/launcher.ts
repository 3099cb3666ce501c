// Starts PostgreSQL's programs: in a session of their own, so that Ctrl-C in the terminal reaches
// only Florin, and with an environment of their own, so that neither Florin's secrets nor PG*
// variables of the user get into the server.
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** A way of running a program as a user that PostgreSQL accepts. */
export interface Strategy {
  readonly name: string
  /** Whom the files of the cluster must belong to, as this process sees them. */
  readonly owner: Owner
  readonly prefix: readonly string[]
  readonly runAs?: Owner
}

export interface Launcher {
  readonly strategy: Strategy
  readonly libraryDir: string | undefined
}

export interface Outcome {
  readonly succeeded: boolean
  readonly output: string
  /** The last line of output, which is where programs say what was wrong, hints apart. */
  readonly complaint: string
}

export function launchProgram(
  { strategy, libraryDir }: Launcher,
  program: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const [command = '', ...args] = [...strategy.prefix, ...program]
  return spawn(command, args, {
    cwd: '/',
    detached: true,
    env: buildEnvironment(libraryDir),
    stdio,
    ...strategy.runAs,
  })
}

export async function runProgram(launcher: Launcher, program: readonly string[]): Promise<Outcome> {
  const child = launchProgram(launcher, program, ['ignore', 'pipe', 'pipe'])
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString('utf8')
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return await new Promise((resolve) => {
    child.once('error', (error) => {
      resolve({ succeeded: false, output, complaint: error.message })
    })
    child.once('close', (code, signal) => {
      const lines = output.split('\n').filter((line) => line !== '' && !line.includes(' hint: '))
      const complaint = lines.at(-1) ?? `ended with ${code ?? signal}`
      resolve({ succeeded: code === 0, output, complaint })
    })
  })
}

function buildEnvironment(libraryDir: string | undefined): NodeJS.ProcessEnv {
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraryDir === undefined ? {} : { [variable]: libraryDir }),
  }
}

// Ends the processes of an earlier server whose Florin died. Call it only with the data lock; it touches only
// processes of this cluster.
import { setTimeout as delay } from 'node:timers/promises'
import { listRunningCommands } from './process-identity.ts'
import { readErrorCode, StartError } from './start-error.ts'

interface ServerProcesses {
  readonly mains: readonly number[]
  readonly helpers: readonly number[]
}

// Every process of the server shows the cluster's name: the main one in its arguments, the others in their
// titles.
export async function findServerProcesses(clusterName: string): Promise<ServerProcesses> {
  const mains: number[] = []
  const helpers: number[] = []
  for (const { pid, command } of await listRunningCommands()) {
    if (command.startsWith(`postgres: ${clusterName}: `)) helpers.push(pid)
    else if (isMainCommand(command, clusterName)) mains.push(pid)
  }
  return { mains, helpers }
}

function isMainCommand(command: string, clusterName: string): boolean {
  // The launching tools replace themselves by the server under the same process id.
  if (!/^(?:\/|unshare |setpriv )/.test(command)) return false
  return command.includes('/postgres -D ') && command.includes(` cluster_name=${clusterName} `)
}

const PATIENCE_MS = { SIGINT: 10_000, SIGQUIT: 6_000, SIGKILL: 5_000 } as const

export async function stopOrphanedServer(clusterName: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const deadline = Date.now() + PATIENCE_MS[signal]
    let signalled = new Set<number>()
    for (;;) {
      const { mains, helpers } = await findServerProcesses(clusterName)
      if (mains.length + helpers.length === 0) return
      // While the main process runs, it ends its helpers itself.
      const targets = mains.length > 0 && signal !== 'SIGKILL' ? mains : [...mains, ...helpers]
      const kind = mains.length === 0 && signal === 'SIGINT' ? 'SIGQUIT' : signal
      for (const pid of targets) if (!signalled.has(pid)) sendSignal(pid, kind)
      signalled = new Set([...signalled, ...targets])
      if (Date.now() > deadline) break
      await delay(20)
    }
  }
  throw new StartError(
    `An earlier PostgreSQL server (${clusterName}) still uses the data folder and cannot be ended; end its processes by hand and start Florin again.`,
  )
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (readErrorCode(error) === 'ESRCH') return
    throw new StartError(
      `An earlier PostgreSQL server (pid ${pid}) of another user still uses the data folder; end it and start Florin again.`,
      { cause: error },
    )
  }
}

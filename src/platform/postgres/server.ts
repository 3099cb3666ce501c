// One run of the server process, from the launch to its exit.
import { setTimeout as delay } from 'node:timers/promises'
import { type Launcher, launchProgram } from './launcher.ts'
import { stopOrphanedServer, findServerProcesses } from './orphaned-server.ts'
import { isReady, removePidFile } from './pid-file.ts'
import { readOwnIds } from './privilege.ts'
import type { ServerLog } from './server-log.ts'
import { clearSocketDir, handOverSocketDir } from './socket-dir.ts'

export interface ServerPlan {
  readonly postgres: string
  readonly launcher: Launcher
  readonly clusterDir: string
  readonly clusterName: string
  readonly socketDir: string
  readonly settings: readonly string[]
  readonly openLog: () => ServerLog
}

export interface Server {
  /** Resolves with the known reason for the exit; never rejects. */
  readonly exited: Promise<string>
  hasExited(): boolean
  signal(signal: NodeJS.Signals): void
  /** False when it ended before it could be connected to. */
  waitUntilReady(): Promise<boolean>
}

export async function removeStaleFiles(plan: ServerPlan): Promise<void> {
  await stopOrphanedServer(plan.clusterName)
  await removePidFile(plan.clusterDir)
  await clearSocketDir(plan.socketDir)
  await handOverSocketDir(plan.socketDir, plan.launcher.strategy.owner)
}

/** Whether another server uses the cluster, launched by a Florin that died meanwhile. */
export async function isOtherServerRunning(plan: ServerPlan): Promise<boolean> {
  return (await findServerProcesses(plan.clusterName)).mains.length > 0
}

export function launchServer(plan: ServerPlan): Server {
  const log = plan.openLog()
  const program = [plan.postgres, '-D', plan.clusterDir, ...plan.settings]
  const child = launchProgram(plan.launcher, program, ['ignore', 'ignore', log.output])
  log.follow(child)

  const isOver = () =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  // Stops the server also when Florin exits without stopping it.
  const stopOnExit = () => child.kill('SIGINT')
  process.once('exit', stopOnExit)

  let wasReady = false
  const exited = new Promise<string>((resolve) => {
    const finish = (how: string) => {
      process.off('exit', stopOnExit)
      const complaint = log.findComplaint(wasReady)
      resolve(complaint === undefined ? how : `${how}, its last complaint was "${complaint}"`)
    }
    child.on('error', (error) => finish(error.message))
    child.once('exit', (code, signal) => {
      const how = code === null ? `it was killed by ${signal}` : `it ended with code ${code}`
      // The last lines may still be in the pipe, and helpers may keep the pipe open.
      const closed = new Promise((done) => child.once('close', done))
      void Promise.race([closed, delay(200)]).then(() => finish(how))
    })
  })

  return {
    exited,
    hasExited: isOver,
    signal: (signal) => {
      if (!isOver()) child.kill(signal)
    },
    waitUntilReady: async () => {
      // There is no timeout, because a server that recovers after a crash must not be interrupted.
      while (!isOver()) {
        if (await isReady(plan.clusterDir, child.pid)) {
          wasReady = true
          // The server no longer needs to write the folder, and other programs of the same user must not
          // reach the socket.
          await handOverSocketDir(plan.socketDir, readOwnIds())
          return true
        }
        await delay(5)
      }
      return false
    },
  }
}

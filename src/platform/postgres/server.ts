// One life of the server process, from the launch to its exit.
import { setTimeout as delay } from 'node:timers/promises'
import { type Launcher, launchProgram } from './launcher.ts'
import { endLeftoverServer, findServerProcesses } from './leftovers.ts'
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
  /** Resolves with what is known about why it ended; never rejects. */
  readonly exited: Promise<string>
  hasExited(): boolean
  signal(signal: NodeJS.Signals): void
  /** False when it ended before it could be connected to. */
  waitUntilReady(): Promise<boolean>
}

export async function clearTheWay(plan: ServerPlan): Promise<void> {
  await endLeftoverServer(plan.clusterName)
  await removePidFile(plan.clusterDir)
  await clearSocketDir(plan.socketDir)
  await handOverSocketDir(plan.socketDir, plan.launcher.strategy.owner)
}

/** A server of an owner who died while launching it can win the race for the cluster. */
export async function isRivalRunning(plan: ServerPlan): Promise<boolean> {
  return (await findServerProcesses(plan.clusterName)).mains.length > 0
}

export function launchServer(plan: ServerPlan): Server {
  const log = plan.openLog()
  const program = [plan.postgres, '-D', plan.clusterDir, ...plan.settings]
  const child = launchProgram(plan.launcher, program, ['ignore', 'ignore', log.output])
  log.follow(child)

  const isOver = () =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  // A Florin that ends without stopping its server should not leave it behind.
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
      // However long it takes: a server that replays its log after a crash must not be interrupted.
      while (!isOver()) {
        if (await isReady(plan.clusterDir, child.pid)) {
          wasReady = true
          // From here on the server needs the folder no more, and other programs that run as the
          // same user shall not reach the socket.
          await handOverSocketDir(plan.socketDir, readOwnIds())
          return true
        }
        await delay(5)
      }
      return false
    },
  }
}

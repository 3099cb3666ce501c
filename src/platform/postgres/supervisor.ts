// Keeps the server running until `stop`: a server that ends by itself is restarted, after a pause that grows
// while restarts keep failing.
import { setTimeout as delay } from 'node:timers/promises'
import { stopOrphanedServer } from './orphaned-server.ts'
import { removeStaleFiles, launchServer, type Server, type ServerPlan } from './server.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const LASTING_MS = 30_000

export interface Supervision {
  stop(): Promise<void>
}

export function superviseServer(
  first: Server,
  plan: ServerPlan,
  onCrash: (reason: string) => void,
  patienceMs: number,
): Supervision {
  const stopping = new AbortController()
  let current = first

  const runReplacement = async (): Promise<string> => {
    try {
      await removeStaleFiles(plan)
      if (stopping.signal.aborted) return 'stopped'
      current = launchServer(plan)
      await current.waitUntilReady()
      return await current.exited
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  const keepRunning = async (): Promise<void> => {
    let reason = await current.exited
    let pauseMs = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      onCrash(reason)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      const since = performance.now()
      reason = await runReplacement()
      const lasted = performance.now() - since > LASTING_MS
      pauseMs = lasted ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }
  const running = keepRunning()

  const stop = async (): Promise<void> => {
    stopping.abort()
    await endServer(current, plan, patienceMs)
    await running
  }
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}

export async function endServer(
  server: Server,
  plan: ServerPlan,
  patienceMs: number,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (server.hasExited()) return
    server.signal(signal)
    const waiting = new AbortController()
    const tooLong = delay(patienceMs, undefined, { signal: waiting.signal }).catch(() => {})
    await Promise.race([server.exited, tooLong])
    waiting.abort()
  }
  await stopOrphanedServer(plan.clusterName)
}

// Writes one log line and updates the metrics for every answered call.
import type { Logger } from 'pino'
import type { FinishedCall } from './operation/finished-call.ts'
import type { Metrics } from './platform/metrics.ts'

export function logRequests(log: Logger, metrics: Metrics): (finished: FinishedCall) => void {
  // Fields that are the same for every call of a route are serialized once, not once per call.
  const logs = new Map<string, Logger>()
  const logOf = ({ operation, method, path }: FinishedCall): Logger => {
    const name = `${operation} ${method} ${path}`
    const known = logs.get(name)
    if (known) return known
    const made = log.child({ operation, method, path })
    logs.set(name, made)
    return made
  }
  return (finished) => {
    const { caller, status, durationMs } = finished
    metrics.countRequest(finished.operation, status, durationMs)
    const ms = Math.round(durationMs * 100) / 100
    logOf(finished).info({ req_id: finished.requestId, status, ms, user: caller.user })
  }
}

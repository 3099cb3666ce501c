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
  const refusals = metrics.counter({
    name: 'florin_refusals_total',
    help: 'Calls that were answered with an error, by its code.',
    labelNames: ['code'],
  })
  return (finished) => {
    const { caller, status, durationMs, errorCode, traceId } = finished
    metrics.countRequest(finished.operation, status, durationMs)
    if (errorCode !== undefined) refusals.inc({ code: errorCode })
    const ms = Math.round(durationMs * 100) / 100
    logOf(finished).info({
      req_id: finished.requestId,
      ...(traceId !== undefined && { trace_id: traceId }),
      status,
      ms,
      user: caller.user,
    })
  }
}

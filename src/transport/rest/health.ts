// Probes for the operating environment (is the process alive, is it ready for traffic), and the metrics.
import type { FastifyInstance } from 'fastify'
import { InsufficientScope, Unauthenticated, Unavailable } from '../../operation/error.ts'
import type { Metrics } from '../../platform/metrics.ts'

export interface ProbeOptions {
  readonly isStarted: () => boolean
  readonly isDraining?: () => boolean
  /** Whether the database accepts writes; resolves to false rather than throwing. */
  readonly isDatabaseUp: () => Promise<boolean>
  readonly metrics: Metrics
  /** In production the metrics are for operators only. */
  readonly metricsNeedAdmin: boolean
}

export function addProbes(app: FastifyInstance, options: ProbeOptions): void {
  const probe = { config: { isProbe: true } }
  // A live process reports so also when the database is gone: restarting it would not bring that back.
  const open = { config: { isProbe: true, bearers: 'none' as const } }
  app.get('/health/live', open, () => ({ status: 'ok' }))
  // Whether this node can serve. What is wrong with accounts or with the books is the same on every node, and an alarm
  // instead (docs/adr/0057-…): taking all nodes out of traffic would stop the accounts that are sound as well.
  app.get('/health/ready', open, async () => {
    if (!options.isStarted())
      throw Unavailable({ reason: 'Florin is starting: the database is being prepared.' })
    if (options.isDraining?.())
      throw Unavailable({ reason: 'Florin is stopping; send new requests to another node.' })
    if (!(await options.isDatabaseUp()))
      throw Unavailable({
        reason: 'The database is not reachable or accepts no writes; waiting for it.',
      })
    return { status: 'ok' }
  })
  app.get('/metrics', probe, async (request, reply) => {
    if (options.metricsNeedAdmin) {
      if (request.caller.user === undefined) throw Unauthenticated({})
      if (!request.caller.scopes.has('admin')) throw InsufficientScope({ required_scope: 'admin' })
    }
    reply.header('Content-Type', options.metrics.contentType)
    return options.metrics.render()
  })
}

// Probes for the operating environment (is the process alive, is it ready for traffic), and the metrics.
import type { FastifyInstance } from 'fastify'
import { InsufficientScope, Unauthenticated, Unavailable } from '../../operation/error.ts'
import type { Metrics } from '../../platform/metrics.ts'

export interface ProbeOptions {
  readonly isStarted: () => boolean
  readonly isDraining?: () => boolean
  /** Whether the database accepts writes; resolves to false rather than throwing. */
  readonly isDatabaseUp: () => Promise<boolean>
  /** Returns why the bank should get no traffic although it runs; throws when the database is unreachable. */
  readonly findProblem: () => Promise<string | undefined>
  readonly metrics: Metrics
  /** In production the metrics are for operators only. */
  readonly metricsNeedAdmin: boolean
}

export function addProbes(app: FastifyInstance, options: ProbeOptions): void {
  const probe = { config: { isProbe: true } }
  // A live process reports so also when the database is gone: restarting it would not bring that back.
  const open = { config: { isProbe: true, bearers: 'none' as const } }
  app.get('/health/live', open, () => ({ status: 'ok' }))
  app.get('/health/ready', open, async () => {
    if (!options.isStarted())
      throw Unavailable({ reason: 'Florin is starting: the database is being prepared.' })
    if (options.isDraining?.())
      throw Unavailable({ reason: 'Florin is stopping; send new requests to another node.' })
    if (!(await options.isDatabaseUp()))
      throw Unavailable({
        reason: 'The database is not reachable or accepts no writes; waiting for it.',
      })
    const problem = await options.findProblem()
    if (problem !== undefined) throw Unavailable({ reason: problem })
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

/** Runs at most one check at a time; callers during a running check share its result. */
export function shareCheck<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | undefined
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

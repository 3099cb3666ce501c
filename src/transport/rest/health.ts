// Probes for the operating environment (is the process alive, is it ready for traffic), and the metrics.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../operation/caller.ts'
import { InsufficientScope, Unauthenticated, Unavailable } from '../../operation/error.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { readHeader } from './request.ts'

export interface ProbeOptions {
  readonly isStarted: () => boolean
  readonly isDraining?: () => boolean
  /** Whether the database accepts writes; resolves to false rather than throwing. */
  readonly isDatabaseUp: () => Promise<boolean>
  readonly metrics: Pick<Metrics, 'render' | 'contentType'>
  /** In production the metrics are for operators, and for whoever has the token. */
  readonly metricsFor: 'all' | { readonly tokens: readonly string[] }
  /** Authenticates the caller of a request. */
  readonly recognize: (request: FastifyRequest) => Promise<Caller | undefined>
}

export function addProbes(app: FastifyInstance, options: ProbeOptions): void {
  // A live process reports so also when the database is gone: restarting it would not bring that back.
  const healthCheck = { config: { isProbe: true, bearers: 'none', isHealthCheck: true } } as const
  app.get('/health/live', healthCheck, () => ({ status: 'ok' }))
  // Whether this node can serve. What is wrong with accounts or with the books is the same on every node, and an alarm
  // instead (docs/adr/0057-…): taking all nodes out of traffic would stop the accounts that are sound as well.
  app.get('/health/ready', healthCheck, async () => {
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
  // The token is checked without the database, so that a scrape is answered while that is down.
  const metrics = { config: { isProbe: true, bearers: 'none' } } as const
  app.get('/metrics', metrics, async (request, reply) => {
    const { metricsFor } = options
    if (metricsFor !== 'all' && !hasToken(request, metricsFor.tokens)) {
      const caller = await options.recognize(request)
      if (caller?.user === undefined) throw Unauthenticated({})
      if (!caller.scopes.has('admin')) throw InsufficientScope({ required_scope: 'admin' })
    }
    reply.header('Content-Type', options.metrics.contentType)
    return options.metrics.render()
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function hasToken(request: FastifyRequest, tokens: readonly string[]): boolean {
  const [scheme = '', given = ''] = (readHeader(request, 'authorization') ?? '').split(/ +/, 2)
  return (
    /^bearer$/i.test(scheme) &&
    tokens.some((token) => timingSafeEqual(digest(given), digest(token)))
  )
}

// Probes for the operating environment (is the process alive, is it ready for traffic), and the metrics.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../operation/caller.ts'
import { InsufficientScope, Unauthenticated, Unavailable } from '../../operation/error.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { readHeader } from './request.ts'

export interface ProbeOptions {
  readonly isStarted: () => boolean
  /** Queries the database; resolves to false rather than throwing. */
  readonly isDatabaseUp: () => Promise<boolean>
  /** Returns why the bank should get no traffic although it runs; throws when the database is unreachable. */
  readonly findProblem: () => Promise<string | undefined>
  readonly metrics: Pick<Metrics, 'render' | 'contentType'>
  /** In production the metrics are for operators, and for whoever has the token. */
  readonly metricsFor: 'all' | { readonly token: string }
  /** Authenticates the caller of a request. */
  readonly recognize: (request: FastifyRequest) => Promise<Caller | undefined>
}

export function addProbes(app: FastifyInstance, options: ProbeOptions): void {
  // A live process reports so also when the database is gone: restarting it would not bring that back.
  const open = { config: { isProbe: true, bearers: 'none' as const } }
  app.get('/health/live', open, () => ({ status: 'ok' }))
  app.get('/health/ready', open, async () => {
    if (!options.isStarted())
      throw Unavailable({ reason: 'Florin is starting: the database is being prepared.' })
    if (!(await options.isDatabaseUp()))
      throw Unavailable({ reason: 'The database is not reachable; waiting for it.' })
    const problem = await options.findProblem()
    if (problem !== undefined) throw Unavailable({ reason: problem })
    return { status: 'ok' }
  })
  // The token is checked without the database, so that a scrape is answered while that is down.
  app.get('/metrics', open, async (request, reply) => {
    const { metricsFor } = options
    if (metricsFor !== 'all' && !hasToken(request, metricsFor.token)) {
      const caller = await options.recognize(request)
      if (caller?.user === undefined) throw Unauthenticated({})
      if (!caller.scopes.has('admin')) throw InsufficientScope({ required_scope: 'admin' })
    }
    reply.header('Content-Type', options.metrics.contentType)
    return options.metrics.render()
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function hasToken(request: FastifyRequest, token: string): boolean {
  const [scheme = '', given = ''] = (readHeader(request, 'authorization') ?? '').split(/ +/, 2)
  return token !== '' && /^bearer$/i.test(scheme) && timingSafeEqual(digest(given), digest(token))
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

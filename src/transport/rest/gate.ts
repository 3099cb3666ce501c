// What happens to every request before its route: it gets an id, its caller is found out, and it is
// counted against a limit. The headers set here are on every response, refusals included.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import { type Caller, strangerAt } from '../../operation/caller.ts'
import { RateLimited, Unavailable } from '../../operation/error.ts'
import { type Limiter, type Standing, unlimited, type Window } from '../../platform/limiter.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** What was asked for, in logs and metrics; set by the route of an operation. */
    operation: string
    pattern: string
    startedAt: number
  }
  interface FastifyContextConfig {
    /** This route's 404 has two texts instead of the envelope. */
    plainNotFound?: boolean
  }
}

/**
 * Finds out who presents this bearer at this address of ours; an unknown one is a stranger, a forbidden
 * one throws.
 */
export type Authenticate = (
  bearer: string,
  address: string,
  path: string,
) => Caller | undefined | Promise<Caller | undefined>

export interface Limits {
  readonly limiter: Limiter
  /** For a known caller, per key; both windows must have room. */
  readonly known: readonly Window[]
  /** For strangers, per address. */
  readonly strangers: readonly Window[]
}

export interface GateOptions {
  readonly authenticate: Authenticate
  readonly limits: Limits
  readonly clock: Clock
  /** Whether calls can be served now; probes are answered regardless. */
  readonly isReady: () => boolean
}

const ALWAYS_SERVED = /^\/(health\/|metrics$)/

export function useGate(app: FastifyInstance, options: GateOptions): void {
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('operation', 'none')
  app.decorateRequest('pattern', '')
  app.decorateRequest('startedAt', 0)
  app.addHook('onRequest', (request, reply, done) => passGate(request, reply, options, done))
}

export function passGate(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GateOptions,
  done: Done,
): void {
  request.startedAt = performance.now()
  request.caller = strangerAt(plainAddress(request.ip))
  reply.header('X-Request-ID', request.id)
  reply.header('X-API-Version', request.url.startsWith('/api/v2') ? 'v2' : 'v1')
  // Most callers are in a cache and most limits in memory: then all of it happens in one tick.
  try {
    const caller = findCaller(request, options.authenticate)
    if (caller instanceof Promise)
      caller.then(
        (found) => countRequest(request, reply, options, found, done),
        (error: Error) => countRequest(request, reply, options, undefined, done, error),
      )
    else countRequest(request, reply, options, caller, done)
  } catch (error) {
    countRequest(request, reply, options, undefined, done, error as Error)
  }
}

type Done = (error?: Error) => void

function findCaller(request: FastifyRequest, authenticate: Authenticate) {
  const { authorization = '', 'x-agent-session': session } = request.headers
  const [scheme = '', secret = ''] = authorization.split(/ +/, 2)
  const isKnown = /^(bearer|agentkey)$/i.test(scheme) && secret !== ''
  const { address } = request.caller
  const path = request.url.split('?', 1)[0]!
  const find: Find = (credential) => authenticate(credential, address, path)
  if (session === undefined) return isKnown ? find(secret) : undefined
  return findAgent(String(session), isKnown ? secret : undefined, find)
}

type Find = (credential: string) => ReturnType<Authenticate>

/** An agent by its session, alone or beside its owner's bearer; of two, both must be good. */
async function findAgent(
  session: string,
  bearer: string | undefined,
  find: Find,
): Promise<Caller | undefined> {
  const agent = await find(session)
  if (agent?.agent === undefined || bearer === undefined)
    return agent?.agent === undefined ? undefined : agent
  const user = await find(bearer)
  if (user?.user === undefined || user.environment !== agent.environment) return undefined
  return { ...user, agent: agent.agent, scopes: user.scopes.union(agent.scopes) }
}

/** Whoever is refused already (`refusal`) is counted all the same. */
function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GateOptions,
  caller: Caller | undefined,
  done: Done,
  refusal?: Error,
): void {
  if (caller) request.caller = caller
  if (!refusal && !options.isReady() && !ALWAYS_SERVED.test(request.url))
    refusal = Unavailable({ reason: 'Florin is starting; retry shortly.' })
  const finish = (standing: Standing): void => {
    reply.headers(limitHeaders(standing))
    if (standing.allowed) done(refusal)
    else done(RateLimited({ retry_after: standing.retryAfterSeconds }))
  }
  const standing = takeTurn(request.caller, options)
  if (standing instanceof Promise) standing.then(finish, done)
  else finish(standing)
}

/** An API key has its own windows; a person's login tokens share theirs. */
export function takeTurn(caller: Caller, options: Pick<GateOptions, 'limits' | 'clock'>) {
  const { limits, clock } = options
  const { user, agent, credential } = caller
  const isStranger = credential === undefined
  const windows = isStranger ? limits.strangers : limits.known
  if (windows.length === 0) return unlimited
  const key =
    credential?.kind === 'api_key'
      ? `key:${credential.id}`
      : isStranger
        ? `address:${caller.address}`
        : user === undefined
          ? `other:${agent ?? credential.id}`
          : `user:${user}`
  return limits.limiter.take(key, windows, clock.now().getTime())
}

export const limitHeaders = (standing: Standing): Record<string, string> => ({
  'X-RateLimit-Limit': String(standing.limit),
  'X-RateLimit-Remaining': String(standing.remaining),
  'X-RateLimit-Reset': String(standing.resetsAt),
})

/** '::ffff:10.0.0.1' is how a dual-stack socket writes 10.0.0.1. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

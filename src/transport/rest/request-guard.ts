// What happens to every request before its route: it gets an id, its caller is found out, and it is
// counted against a limit. The headers set here are on every response, refusals included.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import { type Caller, strangerAt } from '../../operation/caller.ts'
import { RateLimited, Unavailable } from '../../operation/error.ts'
import { networkOf } from '../../platform/addresses.ts'
import {
  type Limiter,
  type Standing,
  tightest,
  unlimited,
  type Window,
} from '../../platform/limiter.ts'

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
    /** Which bearers open this route; those of connected programs open nothing else. */
    bearers?: Bearers
    /** A probe: answered also while the bank starts. */
    isProbe?: boolean
  }
}

export type Bearers = 'customers' | 'programs'

/**
 * Finds out who presents this bearer from this network address, at a route for this kind of bearers;
 * an unknown one is a stranger, a forbidden one throws.
 */
export type Authenticate = (
  bearer: string,
  address: string,
  bearers: Bearers,
) => Caller | undefined | Promise<Caller | undefined>

export interface Limits {
  readonly limiter: Limiter
  /** For a known caller, per key; both windows must have room. */
  readonly known: readonly Window[]
  /** For all credentials of one user together, agents included: many keys are not many users. */
  readonly users: readonly Window[]
  /** For strangers, per address; of IPv6 per /64, which one customer of a network has for itself. */
  readonly strangers: readonly Window[]
}

export interface GuardOptions {
  readonly authenticate: Authenticate
  readonly limits: Limits
  readonly clock: Clock
  /** Whether calls can be served now; probes are answered regardless. */
  readonly isReady: () => boolean
}

export function guardRequests(app: FastifyInstance, options: GuardOptions): void {
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('operation', 'none')
  app.decorateRequest('pattern', '')
  app.decorateRequest('startedAt', 0)
  app.addHook('onRequest', (request, reply, done) => guardRequest(request, reply, options, done))
}

export function guardRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GuardOptions,
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
  // The route that matched decides, not the address as it was written: there are many spellings.
  const { bearers = 'customers' } = request.routeOptions.config
  const find: Find = (credential) => authenticate(credential, address, bearers)
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
  options: GuardOptions,
  caller: Caller | undefined,
  done: Done,
  refusal?: Error,
): void {
  if (caller) request.caller = caller
  if (!refusal && !options.isReady() && !request.routeOptions.config.isProbe)
    refusal = Unavailable({ reason: 'Florin is starting; retry shortly.' })
  const finish = (standing: Standing): void => {
    reply.headers(limitHeaders(standing))
    if (standing.allowed) done(refusal)
    else done(RateLimited({ retry_after: standing.retryAfterSeconds }))
  }
  const standing = takeFromLimits(request.caller, options)
  if (standing instanceof Promise) standing.then(finish, done)
  else finish(standing)
}

/**
 * An API key or an agent has its own windows, a person's login tokens share theirs, and all of them
 * together have the user's.
 */
export function takeFromLimits(
  caller: Caller,
  options: Pick<GuardOptions, 'limits' | 'clock'>,
): Standing | Promise<Standing> {
  const { limits, clock } = options
  const nowMs = clock.now().getTime()
  const { credential } = caller
  if (credential === undefined)
    return take(limits, `address:${networkOf(caller.address)}`, limits.strangers, nowMs)
  const own = take(limits, ownKey(caller, credential), limits.known, nowMs)
  const user = credential.user ?? caller.user
  if (user === undefined || limits.users.length === 0) return own
  const all = take(limits, `all:${user}`, limits.users, nowMs)
  return own instanceof Promise || all instanceof Promise
    ? Promise.all([own, all]).then(worse)
    : worse([own, all])
}

const take = ({ limiter }: Limits, key: string, windows: readonly Window[], nowMs: number) =>
  windows.length === 0 ? unlimited : limiter.take(key, windows, nowMs)

/** A refusal counts more than anything; otherwise the one with less room is shown. */
const worse = ([own, all]: [Standing, Standing]): Standing =>
  own.allowed && all.allowed ? tightest([own, all]) : own.allowed ? all : own

function ownKey({ user, agent }: Caller, credential: NonNullable<Caller['credential']>): string {
  if (credential.kind === 'api_key') return `key:${credential.id}`
  return user === undefined ? `other:${agent ?? credential.id}` : `user:${user}`
}

export const limitHeaders = (standing: Standing): Record<string, string> => ({
  'X-RateLimit-Limit': String(standing.limit),
  'X-RateLimit-Remaining': String(standing.remaining),
  'X-RateLimit-Reset': String(standing.resetsAt),
})

/** '::ffff:10.0.0.1' is how a dual-stack socket writes 10.0.0.1. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

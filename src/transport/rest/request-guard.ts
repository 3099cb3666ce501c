// Guards every request before its route runs: authenticates the caller and checks the rate limits. The headers
// set here are on every response, also on errors.
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
    /** Whoever sits in front of a page, where credentials of the request itself do not count. */
    visitor: Caller
    /** The name of the operation for logs and metrics; set by its route. */
    operation: string
    pattern: string
    startedAt: number
  }
  interface FastifyContextConfig {
    /** The 404 of this route has two texts instead of the envelope. */
    plainNotFound?: boolean
    /** The bearer tokens that this route accepts: those of customers or those of connected programs. */
    bearers?: Bearers
    /** A probe is answered even while the bank starts. */
    isProbe?: boolean
    /** The limits that count requests to this route, instead of those of REST. */
    limits?: 'graphql'
  }
}

export type Bearers = 'customers' | 'programs'

/**
 * Finds the caller of a bearer token that came from a network address, on a route for this kind of tokens.
 * Returns undefined for an unknown token; throws for a forbidden one.
 */
export type Authenticate = (
  bearer: string,
  address: string,
  bearers: Bearers,
) => Caller | undefined | Promise<Caller | undefined>

/** The tenants of partners, each of which has customers of its own. */
export interface Tenants {
  /** The tenant that a request names, or whose host name it was sent to; undefined for the bank itself. */
  find(id: string | undefined, host: string): string | undefined | Promise<string | undefined>
  /** Refuses the customers of a tenant that is not open. */
  check(tenant: string): void | Promise<void>
}

/** Adds to the caller the partner whose key came with the bearer; throws when the key may not be used. */
export type JoinPartner = (
  key: string,
  caller: Caller | undefined,
) => Caller | undefined | Promise<Caller | undefined>

export interface Limits {
  readonly limiter: Limiter
  /** The windows of an authenticated caller, per key; all must have room. */
  readonly known: readonly Window[]
  /** The windows of all credentials of one user together, agents included, so that more keys give no more room. */
  readonly users: readonly Window[]
  /** The windows of anonymous callers, per IPv4 address or IPv6 /64 network. */
  readonly strangers: readonly Window[]
  /** The windows of GraphQL, which are counted apart. */
  readonly graphql?: Pick<Limits, 'known' | 'strangers'>
}

/** What a caller is recognized by. */
type Knock = Pick<FastifyRequest, 'headers' | 'host' | 'hostname' | 'caller' | 'visitor'> & {
  readonly routeOptions: { readonly config: { readonly bearers?: Bearers } }
}

export interface GuardOptions {
  readonly authenticate: Authenticate
  readonly tenants?: Tenants
  /** Without it, keys of partners are not looked at. */
  readonly joinPartner?: JoinPartner
  /** The bearer of a browser in which somebody is signed in to the console; for requests without a credential. */
  readonly findBrowserBearer?: (request: Knock) => string | undefined
  readonly limits: Limits
  readonly clock: Clock
  /** Whether calls can be served now; probes are answered regardless. */
  readonly isReady: () => boolean
}

export function guardRequests(app: FastifyInstance, options: GuardOptions): void {
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('visitor', null as unknown as Caller)
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
  request.caller = request.visitor = strangerAt(plainAddress(request.ip))
  reply.header('X-Request-ID', request.id)
  reply.header('X-API-Version', request.url.startsWith('/api/v2') ? 'v2' : 'v1')
  // With a cached caller and limits in memory all of this happens synchronously.
  try {
    const caller = recognize(request, options)
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

/**
 * Finds the caller of a request again, such as that of a socket which is still open; `authorization` replaces the
 * header.
 */
export async function recognizeAgain(
  request: FastifyRequest,
  authorization: string | undefined,
  options: GuardOptions,
): Promise<Caller | undefined> {
  const { headers, host, hostname, visitor, routeOptions } = request
  const stranger = strangerAt(visitor.address)
  return recognize(
    {
      headers: authorization === undefined ? headers : { ...headers, authorization },
      host,
      hostname,
      caller: stranger,
      visitor: stranger,
      routeOptions,
    },
    options,
  )
}

/** The caller by credential, whose tenant must be open, and must be the one that the request is for. */
function recognize(
  request: Knock,
  options: GuardOptions,
): Caller | undefined | Promise<Caller | undefined> {
  const { tenants } = options
  // Before the bank is ready there may be no tables; only probes are answered then, to anybody.
  if (!options.isReady()) return undefined
  if (!tenants) return findCallerAndPartner(request, options)
  const id = request.headers['x-tenant-id']
  const tenant = tenants.find(id === undefined ? undefined : String(id), request.hostname)
  const caller = findCallerAndPartner(request, options)
  if (tenant === undefined && !(caller instanceof Promise) && caller?.tenant === undefined)
    return caller
  return recognizeWithin(request, tenants, tenant, caller)
}

async function recognizeWithin(
  request: Knock,
  tenants: Tenants,
  named: ReturnType<Tenants['find']>,
  found: Caller | undefined | Promise<Caller | undefined>,
): Promise<Caller | undefined> {
  const [tenant, caller] = await Promise.all([named, found])
  if (tenant !== undefined) {
    await tenants.check(tenant)
    request.caller = request.visitor = strangerAt(request.caller.address, tenant)
  }
  if (caller?.tenant !== undefined && caller.tenant !== tenant) await tenants.check(caller.tenant)
  return tenant === undefined || tenant === caller?.tenant ? caller : undefined
}

/** A key of a partner only ever accompanies the bearer of a customer. */
function findCallerAndPartner(
  request: Knock,
  options: GuardOptions,
): Caller | undefined | Promise<Caller | undefined> {
  const { joinPartner } = options
  const caller = findCaller(request, options)
  const key = request.headers['x-partner-key']
  if (key === undefined || !joinPartner || request.routeOptions.config.bearers === 'programs')
    return caller
  const join = (found: Caller | undefined) => joinPartner(String(key), found)
  return caller instanceof Promise ? caller.then(join) : join(caller)
}

function findCaller(
  request: Knock,
  { authenticate, findBrowserBearer }: GuardOptions,
): ReturnType<Authenticate> {
  const { authorization = '', 'x-agent-session': session } = request.headers
  const [scheme = '', secret = ''] = authorization.split(/ +/, 2)
  const isKnown = /^(bearer|agentkey)$/i.test(scheme) && secret !== ''
  const { address } = request.caller
  // The matched route decides, not the text of the URL, which has many spellings.
  const { bearers = 'customers' } = request.routeOptions.config
  const find: Find = (credential) => authenticate(credential, address, bearers)
  if (session === undefined && authorization === '' && bearers === 'customers') {
    const bearer = findBrowserBearer?.(request)
    return bearer === undefined ? undefined : find(bearer)
  }
  if (session === undefined) return isKnown ? find(secret) : undefined
  return findAgent(String(session), isKnown ? secret : undefined, find)
}

type Find = (credential: string) => ReturnType<Authenticate>

/** Finds an agent by its session, alone or together with its owner's bearer; then both must be valid. */
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

/** Counts the request against the limits, even when it is already refused. */
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
  const standing = takeFromLimits(request.caller, options, limitsOf(request))
  if (standing instanceof Promise) standing.then(finish, done)
  else finish(standing)
}

/** Whoever opens a socket signs in afterwards, and each call on it is counted then. */
const limitsOf = ({ headers, routeOptions }: FastifyRequest): 'graphql' | undefined =>
  headers.upgrade?.toLowerCase() === 'websocket' && /upgrade/i.test(headers.connection ?? '')
    ? undefined
    : routeOptions.config.limits

/**
 * Takes one request from the limits of its caller. All callers with the key of a partner share the windows of
 * the partner. Otherwise an API key or an agent has its own windows, the login tokens
 * of a user share theirs, and all of them together also count against the user's windows.
 */
export function takeFromLimits(
  caller: Caller,
  options: Pick<GuardOptions, 'limits' | 'clock'>,
  kind?: 'graphql',
): Standing | Promise<Standing> {
  const { limits, clock } = options
  const nowMs = clock.now().getTime()
  const { credential } = caller
  if (kind === 'graphql' && limits.graphql) {
    const { known, strangers } = limits.graphql
    return credential === undefined
      ? take(limits, `graphql:address:${networkOf(caller.address)}`, strangers, nowMs)
      : take(limits, `graphql:${credential.user ?? caller.user ?? credential.id}`, known, nowMs)
  }
  if (credential === undefined)
    return take(limits, `address:${networkOf(caller.address)}`, limits.strangers, nowMs)
  // With limits off there are none for partners either.
  if (caller.partner !== undefined && caller.windows && limits.known.length > 0)
    return take(limits, `partner:${caller.environment}:${caller.partner}`, caller.windows, nowMs)
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

/** The one that refuses, if any; otherwise the one with less room. */
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

/** A dual-stack socket writes 10.0.0.1 as '::ffff:10.0.0.1'. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

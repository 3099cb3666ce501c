// Guards every request before its route runs: authenticates the caller and checks the rate limits. The headers
// set here are on every response, also on errors.
import type { IncomingMessage } from 'node:http'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import { type Caller, anonymousCaller } from '../../operation/caller.ts'
import { AppError, RateLimited, Unavailable } from '../../operation/error.ts'
import { BadRequest } from './errors.ts'
import { type Admission, overloaded } from './admission.ts'
import { networkOf } from '../../platform/addresses.ts'
import { isUnavailable } from '../../platform/database.ts'
import {
  type Limiter,
  type RateLimitStatus,
  strictest,
  unlimited,
  type Window,
} from '../../platform/limiter.ts'
import type { RestReply, RestRequest } from './request.ts'
import { isPutOff } from './stream.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The 404 of this route has two texts instead of the envelope. */
    plainNotFound?: boolean
    /**
     * The bearer tokens that this route accepts: those of customers or those of OAuth clients. Where it accepts none,
     * no credential is looked up, so that it answers without the database.
     */
    bearers?: Bearers | 'none'
    /** A probe is answered even while the bank starts. */
    isProbe?: boolean
    /** No call but the question of a load balancer: neither limits nor logs and metrics of calls count it. */
    isHealthCheck?: boolean
    /** Answered even while the bank is overloaded and refuses other calls. */
    alwaysAnswered?: boolean
    /** A script, style or font of the console. A page loads some thirty, so they come without the headers of the API. */
    isFile?: boolean
    /** The limits that count requests to this route, instead of those of REST. */
    limits?: OwnLimits
  }
}

/** GraphQL has limits of its own, and so have sessions: a user without calls left can still sign out. */
type OwnLimits = 'graphql' | 'session'

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
  /** The current windows. */
  readonly current: () => Windows
}

export interface Windows {
  /** The windows of an authenticated caller, per key; all must have room. */
  readonly known: readonly Window[]
  /** The windows of all credentials of one user together, agents included, so that more keys give no more room. */
  readonly users: readonly Window[]
  /** The windows of anonymous callers, per IPv4 address or IPv6 /64 network. */
  readonly strangers: readonly Window[]
  /** The windows of GraphQL, which are counted apart. */
  readonly graphql?: Pick<Windows, 'known' | 'strangers'>
}

/** The parts of a request that authenticate its caller. */
type Knock = Pick<RestRequest, 'headers' | 'host' | 'hostname' | 'url' | 'caller' | 'visitor'>

export interface GuardOptions {
  readonly authenticate: Authenticate
  readonly tenants?: Tenants
  /** Without it, keys of partners are ignored. */
  readonly joinPartner?: JoinPartner
  /** The bearer of a browser in which a user is signed in to the console; for requests without a credential. */
  readonly findBrowserBearer?: (request: Knock) => string | undefined
  readonly limits: Limits
  readonly clock: Clock
  /** Whether calls can be served now; probes are answered regardless. */
  readonly isReady: () => boolean
  /** Whether the bank is about to stop, so that clients are asked to open their next connection elsewhere. */
  readonly isDraining?: () => boolean
  /** What this node knows about its database; without it outages go unnoticed. */
  readonly database?: DatabaseSigns
  /** Without it, no call is rejected for overload. */
  readonly admission?: Admission | undefined
}

export interface DatabaseSigns {
  readonly isDown: boolean
  /** A call met an outage. */
  report(): void
}

export function guardRequests(app: FastifyInstance, options: GuardOptions): void {
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('visitor', null as unknown as Caller)
  app.decorateRequest('operation', 'none')
  app.decorateRequest('pattern', '')
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('traceId', undefined)
  app.addHook('onRequest', (request, reply, done) =>
    guardRequest(request, reply, options, (refusal) =>
      done(refusal ?? (namesOneHost(request.raw) ? undefined : TwoHosts())),
    ),
  )
}

/** A proxy may have used the other one. */
const TwoHosts = () => BadRequest({ reason: 'The request must have one Host header.' })

export function namesOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts <= 1
}

export function guardRequest(
  request: RestRequest,
  reply: RestReply,
  options: GuardOptions,
  done: Done,
): void {
  // The framework makes these options anew whenever they are asked for.
  const { config } = request.routeOptions
  request.startedAt = performance.now()
  request.caller = request.visitor = anonymousCaller(plainAddress(request.ip))
  reply.header('X-Request-ID', request.id)
  reply.header('X-Content-Type-Options', 'nosniff')
  if (options.isDraining?.()) reply.header('Connection', 'close')
  if (!config.isFile) reply.header('X-API-Version', request.url.startsWith('/api/v2') ? 'v2' : 'v1')
  // With a cached caller and limits in memory all of this happens synchronously.
  try {
    if (options.admission?.isSwamped && !isUrgent(config)) throw overloaded
    const caller = recognize(request, config.bearers, options)
    if (caller instanceof Promise) {
      options.admission?.recognizing(caller)
      caller.then(
        (found) => countRequest(request, reply, config, options, found, done),
        (error: Error) => countRequest(request, reply, config, options, undefined, done, error),
      )
    } else countRequest(request, reply, config, options, caller, done)
  } catch (error) {
    countRequest(request, reply, config, options, undefined, done, error as Error)
  }
}

type Done = (error?: Error) => void

/**
 * Authenticates the caller of a request again, such as that of an open socket; `authorization` replaces the header.
 */
export async function recognizeAgain(
  request: RestRequest,
  authorization: string | undefined,
  options: GuardOptions,
  bearers: Bearers | 'none' | undefined = request.routeOptions.config.bearers,
): Promise<Caller | undefined> {
  const { headers, host, hostname, url, visitor } = request
  const anonymous = anonymousCaller(visitor.address)
  return recognize(
    {
      headers: authorization === undefined ? headers : { ...headers, authorization },
      host,
      hostname,
      url,
      caller: anonymous,
      visitor: anonymous,
    },
    bearers,
    options,
  )
}

/** The caller by credential, whose tenant must be open, and must be the one that the request is for. */
function recognize(
  request: Knock,
  bearers: Bearers | 'none' | undefined,
  options: GuardOptions,
): Caller | undefined | Promise<Caller | undefined> {
  const { tenants } = options
  // Before the bank is ready there may be no tables; only probes are answered then, to any caller.
  if (bearers === 'none' || !options.isReady()) return undefined
  if (!tenants) return findCallerAndPartner(request, bearers, options)
  const id = request.headers['x-tenant-id']
  const tenant = tenants.find(id === undefined ? undefined : String(id), request.hostname)
  // Not both at once: if the caller is refused immediately, nothing would wait for the tenant, and the failure of its
  // read would be an unhandled rejection.
  if (tenant instanceof Promise)
    return tenant.then((found) =>
      recognizeWithin(request, tenants, found, findCallerAndPartner(request, bearers, options)),
    )
  const caller = findCallerAndPartner(request, bearers, options)
  if (tenant === undefined && !(caller instanceof Promise) && caller?.tenant === undefined)
    return caller
  return recognizeWithin(request, tenants, tenant, caller)
}

async function recognizeWithin(
  request: Knock,
  tenants: Tenants,
  tenant: Awaited<ReturnType<Tenants['find']>>,
  found: Caller | undefined | Promise<Caller | undefined>,
): Promise<Caller | undefined> {
  const caller = await found
  if (tenant !== undefined) {
    await tenants.check(tenant)
    request.caller = request.visitor = anonymousCaller(request.caller.address, tenant)
  }
  if (caller?.tenant !== undefined && caller.tenant !== tenant) await tenants.check(caller.tenant)
  return tenant === undefined || tenant === caller?.tenant ? caller : undefined
}

/** A key of a partner only ever accompanies the bearer of a customer. */
function findCallerAndPartner(
  request: Knock,
  bearers: Bearers = 'customers',
  options: GuardOptions,
): Caller | undefined | Promise<Caller | undefined> {
  const { joinPartner } = options
  const caller = findCaller(request, bearers, options)
  const key = request.headers['x-partner-key']
  if (key === undefined || !joinPartner || bearers === 'programs') return caller
  const join = (found: Caller | undefined) => joinPartner(String(key), found)
  return caller instanceof Promise ? caller.then(join) : join(caller)
}

function findCaller(
  request: Knock,
  // The matched route decides, not the text of the URL, which has many spellings.
  bearers: Bearers,
  { authenticate, findBrowserBearer }: GuardOptions,
): ReturnType<Authenticate> {
  const { authorization = '', 'x-agent-session': session } = request.headers
  const [scheme = '', secret = ''] = authorization.split(/ +/, 2)
  const isKnown = /^(bearer|agentkey)$/i.test(scheme) && secret !== ''
  const { address } = request.caller
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
  request: RestRequest,
  reply: RestReply,
  config: FastifyContextConfig,
  options: GuardOptions,
  caller: Caller | undefined,
  done: Done,
  refusal?: Error,
): void {
  if (caller) {
    request.caller = caller
    // Users' data must not stay in any cache, also not in that of a shared browser.
    reply.header('Cache-Control', 'no-store')
  }
  if (!refusal && !options.isReady() && !config.isProbe)
    refusal = Unavailable({ reason: 'Florin is starting; retry shortly.' })
  // Rejecting here costs least: the body is not even read.
  if (!refusal && options.admission?.isFull(request.caller) && !isUrgent(config))
    refusal = overloaded
  const finish = (standing: RateLimitStatus): void => {
    if (!config.isFile || !standing.allowed) reply.headers(limitHeaders(standing))
    const error = standing.allowed
      ? refusal
      : RateLimited({ retry_after: standing.retryAfterSeconds })
    if (refusal === overloaded) options.admission?.refuse(() => done(error))
    else done(error)
  }
  if (isUncounted(request, config, options, refusal)) return finish(unlimited)
  const standing = takeFromLimits(request.caller, options, limitsOf(request, config))
  if (standing instanceof Promise) standing.then(finish, done)
  else finish(standing)
}

/** An outage is answered as such: 429 would tell clients that the fault is theirs, and end their streams. */
function isUncounted(
  request: RestRequest,
  config: FastifyContextConfig,
  { isReady }: GuardOptions,
  refusal: Error | undefined,
): boolean {
  if (config.isHealthCheck) return true
  if (!refusal) return false
  if (refusal instanceof AppError && isPutOff(request, refusal)) return true
  return !isReady() || isUnavailable(refusal) || isUnavailable(refusal.cause)
}

/** Monitoring must work above all when the bank is overloaded. */
const isUrgent = (config: FastifyContextConfig): boolean =>
  config.isProbe === true || config.alwaysAnswered === true

/** A socket is authenticated after it is opened, and each call on it is counted then. */
const limitsOf = (
  { headers }: RestRequest,
  { limits }: FastifyContextConfig,
): OwnLimits | undefined =>
  headers.upgrade?.toLowerCase() === 'websocket' && /upgrade/i.test(headers.connection ?? '')
    ? undefined
    : limits

/**
 * Takes one request from the limits of its caller. All callers with the key of a partner share the windows of
 * the partner. Otherwise an API key or an agent has its own windows, the login tokens
 * of a user share theirs, and all of them together also count against the user's windows.
 */
export function takeFromLimits(
  caller: Caller,
  options: Pick<GuardOptions, 'limits' | 'clock' | 'database'>,
  kind?: OwnLimits,
): RateLimitStatus | Promise<RateLimitStatus> {
  const { limits, clock } = options
  const { credential } = caller
  // Callers whose credentials cannot be looked up would share the limit of their address.
  if (credential === undefined && options.database?.isDown) return unlimited
  const windows = limits.current()
  const nowMs = clock.now().getTime()
  if (kind === 'graphql' && windows.graphql) {
    const { known, strangers } = windows.graphql
    return credential === undefined
      ? take(limits, `graphql:address:${networkOf(caller.address)}`, strangers, nowMs)
      : take(limits, `graphql:${credential.user ?? caller.user ?? credential.id}`, known, nowMs)
  }
  if (kind === 'session' && credential !== undefined)
    return take(limits, `session:${credential.user ?? credential.id}`, windows.known, nowMs)
  if (credential === undefined)
    return take(limits, `address:${networkOf(caller.address)}`, windows.strangers, nowMs)
  // With limits off there are none for partners either.
  if (caller.partner !== undefined && caller.windows && windows.known.length > 0)
    return take(limits, `partner:${caller.environment}:${caller.partner}`, caller.windows, nowMs)
  const own = take(limits, ownKey(caller, credential), windows.known, nowMs)
  const user = credential.user ?? caller.user
  if (user === undefined || windows.users.length === 0) return own
  const all = take(limits, `all:${user}`, windows.users, nowMs)
  return own instanceof Promise || all instanceof Promise
    ? Promise.all([own, all]).then(worse)
    : worse([own, all])
}

const take = ({ limiter }: Limits, key: string, windows: readonly Window[], nowMs: number) =>
  windows.length === 0 ? unlimited : limiter.take(key, windows, nowMs)

/** The one that refuses, if any; otherwise the one with less room. */
const worse = ([own, all]: [RateLimitStatus, RateLimitStatus]): RateLimitStatus =>
  own.allowed && all.allowed ? strictest([own, all]) : own.allowed ? all : own

function ownKey({ user, agent }: Caller, credential: NonNullable<Caller['credential']>): string {
  if (credential.kind === 'api_key') return `key:${credential.id}`
  return user === undefined ? `other:${agent ?? credential.id}` : `user:${user}`
}

export const limitHeaders = (standing: RateLimitStatus): Record<string, string> => ({
  'X-RateLimit-Limit': String(standing.limit),
  'X-RateLimit-Remaining': String(standing.remaining),
  'X-RateLimit-Reset': String(standing.resetsAt),
})

/** A dual-stack socket writes 10.0.0.1 as '::ffff:10.0.0.1'. */
export const plainAddress = (address: string): string =>
  address.startsWith('::') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address

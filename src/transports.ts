// Adds the transports through which operations are called. All are on one port:
// REST and its documents, MCP for tools, A2A for agents, the pages of the authorization server, probes and the web
// console.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import type { Bank, RateLimits } from './operation/bank.ts'
import { acceptedSecrets } from './platform/settings.ts'
import { type Caller, anonymousCaller } from './operation/caller.ts'
import type { Assembly } from './operation/domain.ts'
import type { Run } from './operation/pipeline.ts'
import type { ToolServer } from './operation/tool.ts'
import type { DatabaseHealth } from './platform/database-health.ts'
import { type Limiter, MemoryLimiter, type Window } from './platform/limiter.ts'
import { gauge } from './platform/metric.ts'
import { logRequests } from './request-log.ts'
import { addA2a, type RpcServer } from './transport/a2a/routes.ts'
import { addApprovalPages } from './transport/approval/routes.ts'
import { ConsoleCookie } from './transport/console/session-cookie.ts'
import { openFiles, showNotFound } from './transport/console/files.ts'
import { addConsole } from './transport/console/routes.ts'
import { addGraphql } from './transport/graphql/routes.ts'
import { addMcp } from './transport/mcp/routes.ts'
import { addBrandLogos, type LogoImage } from './transport/oauth/brand-logo.ts'
import type { HostBranding } from './transport/oauth/brand-style.ts'
import { addOAuth, type AuthorizationServer } from './transport/oauth/routes.ts'
import { PAGE_HEADERS, problemPage } from './transport/oauth/pages.ts'
import type { SignInOptions } from './transport/oauth/sign-in.ts'
import { useOneAddress } from './transport/one-address.ts'
import { serveReference } from './transport/openapi/docs.ts'
import { Admission } from './transport/rest/admission.ts'
import { addProbes } from './transport/rest/health.ts'
import { joinPaywalls } from './transport/rest/paywall.ts'
import {
  type GuardOptions,
  type JoinPartner,
  type Limits,
  type Windows,
  recognizeAgain,
  takeFromLimits,
  type Tenants,
} from './transport/rest/request-guard.ts'
import { describeFinished, makeServer } from './transport/rest/server.ts'

type Recognize = (
  bearer: string,
  address: string,
) => Caller | undefined | Promise<Caller | undefined>

const HOST_LENGTH_MAX = 253

interface Pages {
  readonly renderProblem: typeof problemPage
  readonly pageHeaders: typeof PAGE_HEADERS
  readonly checkTenant: Tenants['check']
}

export interface TransportsOptions {
  readonly config: Config
  readonly bank: Bank
  readonly assembly: Assembly
  readonly run: Run
  /** Counts for all nodes together; without it each process counts in its own memory. */
  readonly limiter?: Limiter | undefined
  readonly timeouts?: { readonly requestMs: number; readonly checkEveryMs: number } | undefined
  readonly consoleFolder?: string | undefined
  readonly isStarted: () => boolean
  readonly isDraining: () => boolean
  readonly health: DatabaseHealth
  readonly people: { readonly authenticate: Recognize }
  readonly partners: { readonly joinPartner: JoinPartner; readonly directory: Tenants }
  readonly programs: {
    readonly consentOperation: string
    openServer(pages: Pages): {
      readonly server: AuthorizationServer
      readonly recognize: Recognize
    }
  }
  readonly controls: { readonly limits: () => RateLimits }
  readonly tools: { readonly server: ToolServer; readonly allowedOrigins: readonly string[] }
  readonly a2a: { readonly rpc: RpcServer }
}

export function addTransports(options: TransportsOptions): FastifyInstance {
  const { config, bank, assembly, run, people } = options
  const { registry } = assembly
  const { log, metrics, clock, baseUrl } = bank
  const programs = options.programs.openServer({
    renderProblem: problemPage,
    pageHeaders: PAGE_HEADERS,
    checkTenant: (tenant) => options.partners.directory.check(tenant),
  })
  const logRequest = logRequests(log, metrics)
  const onFinished: typeof logRequest = (finished) => {
    logRequest(finished)
    assembly.observe(finished)
  }
  const cookie = new ConsoleCookie({ sealer: bank.sealer, clock, baseUrl })
  const admission = new Admission({ underWayMin: config.CALLS_UNDER_WAY_MIN })
  metrics.add([
    gauge(
      {
        name: 'florin_calls_in_progress',
        help: 'Calls that this process has admitted and not answered.',
      },
      () => admission.underWay,
    ),
    gauge(
      {
        name: 'florin_calls_admitted_max',
        help: 'How many calls may be in progress before further ones are refused; it follows the throughput.',
      },
      () => admission.bound,
    ),
  ])
  const guard: GuardOptions = {
    // MCP has its own bearer tokens, which are valid nowhere else.
    authenticate: (bearer, address, bearers) =>
      (bearers === 'programs' ? programs.recognize : people.authenticate)(bearer, address),
    findBrowserBearer: (request) => cookie.bearerOf(request),
    joinPartner: options.partners.joinPartner,
    tenants: options.partners.directory,
    limits: makeLimits(options),
    clock,
    isReady: options.isStarted,
    isDraining: options.isDraining,
    database: options.health,
    admission,
  }
  const paywall = joinPaywalls(assembly.paywalls)
  const files = options.consoleFolder === undefined ? undefined : openFiles(options.consoleFolder)
  const server = makeServer({
    ...guard,
    registry,
    run,
    log,
    scratch: bank.scratch,
    trustedProxies: config.TRUSTED_PROXIES,
    onFinished,
    baseUrl,
    paywall,
    ...(files && { showLost: showNotFound(files) }),
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
  useOneAddress(server, baseUrl)
  addProbes(server, {
    isStarted: options.isStarted,
    isDraining: options.isDraining,
    isDatabaseUp: () => options.health.check(),
    metrics,
    metricsFor: config.production
      ? { tokens: acceptedSecrets(config.METRICS_TOKEN, config.METRICS_TOKEN_PREVIOUS) }
      : 'all',
    recognize: (request) => recognizeAgain(request, undefined, guard, 'customers'),
  })
  serveReference(server, { registry, baseUrl, files })
  addMcp(server, {
    tools: options.tools.server,
    baseUrl,
    allowedOrigins: options.tools.allowedOrigins,
    onAnswered: (request, reply) => onFinished(describeFinished(request, reply.statusCode)),
    onError: (error, requestId) =>
      log.error({ err: error, req_id: requestId }, 'a tool failed unexpectedly'),
  })
  addA2a(server, {
    rpc: options.a2a.rpc,
    run: admission.count(run),
    recognizeAgain: (request) => recognizeAgain(request, undefined, guard),
    onAnswered: (request, status) => onFinished(describeFinished(request, status)),
    onError: (error, requestId) =>
      log.error({ err: error, req_id: requestId }, 'an A2A call failed unexpectedly'),
  })
  addGraphql(server, {
    registry,
    run: admission.count(run),
    paywall,
    introspection: config.GRAPHQL_INTROSPECTION,
    streams: bank.streams,
    recognize: (request, authorization) => recognizeAgain(request, authorization, guard),
    takeCall: (caller) => takeFromLimits(caller, guard, 'graphql'),
    onAnswered: (request, status) => onFinished(describeFinished(request, status)),
    onUnexpected: (error, requestId) =>
      log.error({ err: error, req_id: requestId }, 'a GraphQL field failed unexpectedly'),
  })
  const operation = (name: string) => registry.operations.find((op) => op.name === name)!
  const signIn: SignInOptions = {
    run,
    authenticate: people.authenticate,
    operations: {
      logIn: operation('auth.login'),
      verifyCode: operation('two_factor.verify'),
      approve: operation(options.programs.consentOperation),
      forgotPassword: operation('auth.forgot_password'),
      resetPassword: operation('auth.reset_password'),
    },
  }
  const onAnswered = (request: FastifyRequest, status: number) =>
    onFinished(describeFinished(request, status))
  const decisionsOn = (kind: string) => ({
    review: operation(`${kind}.review`),
    authorize: operation(`${kind}.authorize`),
    reject: operation(`${kind}.reject`),
  })
  addApprovalPages(server, {
    signIn,
    logOut: operation('auth.logout'),
    whoAmI: operation('user.get'),
    decisions: { consents: decisionsOn('consent'), payments: decisionsOn('payment_initiation') },
    baseUrl,
    clock,
    sealer: bank.sealer,
    onAnswered,
    onError: (error, requestId) =>
      log.error({ err: error, req_id: requestId }, 'an approval page failed unexpectedly'),
  })
  const looksUnder = async (domain: string, requestId: string): Promise<HostBranding> => {
    const input = { domain: domain.slice(0, HOST_LENGTH_MAX) }
    const call = { caller: anonymousCaller('internal'), input, requestId }
    return (await run(operation('branding.get'), call)).output as HostBranding
  }
  addBrandLogos(server, async (hash, requestId) => {
    const call = { caller: anonymousCaller('internal'), input: { hash }, requestId }
    return (await run(operation('partner_logo.image'), call)).output as LogoImage
  })
  addConsole(server, {
    files,
    cookie,
    signIn,
    operations: {
      register: operation('auth.register'),
      verifyPasskey: operation('passkey.verify'),
      logOut: operation('auth.logout'),
      changePassword: operation('auth.change_password'),
      endRenewal: operation('auth_session.end_renewal'),
      whoAmI: operation('user.get'),
    },
    mode: bank.mode,
    looksUnder,
    onAnswered,
  })
  addOAuth(server, {
    looksUnder,
    server: programs.server,
    signIn,
    baseUrl,
    onAnswered,
    onError: (error, requestId) =>
      log.error(
        { err: error, req_id: requestId },
        'a page of the authorization server failed unexpectedly',
      ),
  })
  return server
}

/** The windows follow the current limits, which operators may change. */
function makeLimits({
  limiter = new MemoryLimiter(),
  config,
  controls,
}: TransportsOptions): Limits {
  let from: RateLimits | undefined
  let windows: Windows | undefined
  const current = (): Windows => {
    const now = controls.limits()
    if (windows === undefined || now !== from)
      windows = makeWindows(now, config.RATE_LIMIT_KEYS_PER_USER)
    from = now
    return windows
  }
  return { limiter, current }
}

/** Anonymous callers share 1000 requests a minute per address; with limits off they have none either. */
function makeWindows(limits: RateLimits, keysPerUser: number): Windows {
  const { per_minute, per_hour } = limits
  const windows = (keys: number): Window[] =>
    [
      { limit: per_minute * keys, seconds: 60 },
      { limit: per_hour * keys, seconds: 3600 },
    ].filter((window) => window.limit > 0)
  return {
    known: windows(1),
    users: windows(keysPerUser),
    strangers: per_minute > 0 ? [{ limit: 1000, seconds: 60 }] : [],
    graphql: {
      known: perMinuteOnly(limits.graphql_user),
      strangers: perMinuteOnly(limits.graphql_guest),
    },
  }
}

const perMinuteOnly = (limit: number): Window[] => (limit > 0 ? [{ limit, seconds: 60 }] : [])

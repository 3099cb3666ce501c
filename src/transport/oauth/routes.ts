// Puts the authorization server on the bank's port: its metadata, its registration, its pages, and the
// endpoints whose requests the OAuth library reads and answers itself.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../operation/error.ts'
import { retryAfter, toAppError } from '../rest/errors.ts'
import { addInteractionRoutes, send } from './interaction-routes.ts'
import { problemPage } from './pages.ts'
import { stoppedPage } from './password-pages.ts'
import { addPasswordRoutes } from './password-routes.ts'
import type { SignInOptions } from './sign-in.ts'
import { brandStyle, type HostBranding } from './brand-style.ts'
import { STYLE_PATH, styleSheet } from './style.ts'

/** The state and the steps of a page; the authorization server stores the state. */
export interface PageState {
  readonly uid: string
  readonly step: 'password' | 'second_factor' | 'consent'
  readonly form_token: string
  readonly client: {
    readonly id: string
    readonly name: string
    readonly host: string
    readonly warning: string | undefined
  }
  readonly scopes: readonly string[]
  readonly named_scopes: boolean
  readonly user: { readonly uuid: string; readonly email: string } | undefined
  readonly pending_token: string | undefined
  holdForCode(token: string | undefined): Promise<void>
  signedIn(login: { readonly user_uuid: string; readonly token: string }): Promise<string>
  approved(grant_id: string): Promise<string>
  denied(): Promise<string>
  switchedAccount(): Promise<string>
}

export interface AuthorizationServer {
  readonly scopes: readonly {
    readonly name: string
    readonly words: string
    readonly writes: boolean
  }[]
  serverMetadata(): object
  /** `host` is the Host header of the request. */
  resourceMetadata(host: string | undefined): object
  register(
    body: unknown,
    address: string,
  ): Promise<{ readonly status: number; readonly body: object; readonly retryAfter?: number }>
  ready(): Promise<void>
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  findInteraction(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
  ): Promise<PageState | undefined>
}

export interface OAuthOptions {
  /** The branding of the tenant whose host name a page is opened under. */
  readonly looksUnder?: (host: string, requestId: string) => Promise<HostBranding>
  readonly server: AuthorizationServer
  readonly signIn: SignInOptions
  readonly baseUrl: () => string
  readonly onAnswered: (request: FastifyRequest, status: number) => void
  readonly onError: (error: unknown, requestId: string) => void
}

const FORM_BYTES_MAX = 16_384
/** Several times the size of a usual registration. */
const REGISTRATION_BYTES_MAX = 16_384
const PAGE = /^\/oauth\/(authorize|interaction)/
const PASSWORD_PAGE = /^\/oauth\/password\//

export function addOAuth(app: FastifyInstance, options: OAuthOptions): void {
  const mount = (add: (scope: FastifyInstance, options: OAuthOptions) => void): void => {
    app.register((scope, _none, done) => {
      scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, options))
      scope.addHook('onResponse', (request, reply, finish) => {
        options.onAnswered(request, reply.statusCode)
        finish()
      })
      scope.addHook('onRequest', (request, _reply, go) => {
        request.operation = nameOf(request)
        request.pattern = request.routeOptions.url ?? ''
        go()
      })
      add(scope, options)
      done()
    })
  }
  mount(addDocuments)
  mount(addForms)
  mount(addRaw)
}

/** The name in logs and metrics, such as `oauth.token` or `oauth.authorize`. */
const nameOf = ({ routeOptions: { url = '' } }: FastifyRequest): string =>
  url.startsWith('/oauth/') ? `oauth.${url.split('/')[2]!.replace(/\W.*$/, '')}` : 'oauth.metadata'

/** Clients in browsers call these routes as well. Any origin may, because no cookie is read here. */
const anyOrigin = (reply: FastifyReply): FastifyReply =>
  reply.header('Access-Control-Allow-Origin', '*')

function addDocuments(scope: FastifyInstance, { server, looksUnder }: OAuthOptions): void {
  const publish = (path: string, document: (host: string | undefined) => object): void => {
    scope.get(path, ({ headers }, reply) =>
      anyOrigin(reply).header('Cache-Control', 'public, max-age=3600').send(document(headers.host)),
    )
    allowPreflight(scope, path, 'GET')
  }
  publish('/.well-known/oauth-authorization-server', () => server.serverMetadata())
  publish('/.well-known/oauth-protected-resource', (host) => server.resourceMetadata(host))
  publish('/.well-known/oauth-protected-resource/mcp', (host) => server.resourceMetadata(host))
  scope.post('/oauth/register', { bodyLimit: REGISTRATION_BYTES_MAX }, async (request, reply) => {
    const { address } = request.caller
    const { status, body, retryAfter: seconds } = await server.register(request.body, address)
    if (seconds !== undefined) reply.header('Retry-After', String(seconds))
    return anyOrigin(reply).code(status).header('Cache-Control', 'no-store').send(body)
  })
  allowPreflight(scope, '/oauth/register', 'POST')
  scope.get(STYLE_PATH, async (request, reply) => {
    const branding = await looksUnder?.(request.hostname, request.id)
    // Short for partners, so that a change of their branding is visible soon.
    const seconds = branding?.white_label ? 60 : 3600
    return reply
      .type('text/css; charset=utf-8')
      .header('Cache-Control', `public, max-age=${seconds}`)
      .header('X-Content-Type-Options', 'nosniff')
      .send(styleSheet + (branding ? brandStyle(branding) : ''))
  })
}

function allowPreflight(scope: FastifyInstance, path: string, method: string): void {
  scope.options(path, (_request, reply) =>
    anyOrigin(reply)
      .header('Access-Control-Allow-Methods', method)
      .header('Access-Control-Allow-Headers', 'Content-Type, Authorization, MCP-Protocol-Version')
      .header('Access-Control-Max-Age', '3600')
      .code(204)
      .send(),
  )
}

function addForms(scope: FastifyInstance, options: OAuthOptions): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  // A browser sends no cookies with a form from another site, but does with the redirect that follows.
  scope.post('/oauth/authorize', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    return reply
      .header('Cache-Control', 'no-store')
      .redirect(`${options.baseUrl()}/oauth/authorize?${form.toString()}`, 303)
  })
  addInteractionRoutes(scope, options)
  addPasswordRoutes(scope, options)
}

/** Leaves the bodies unread, because the library reads them itself. */
function addRaw(scope: FastifyInstance, options: OAuthOptions): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    handOver(request, reply, options)
  scope.get('/oauth/authorize', handler)
  scope.get('/oauth/authorize/:uid', handler)
  for (const url of ['/oauth/token', '/oauth/revoke', '/oauth/introspect'])
    scope.route({ method: ['POST', 'OPTIONS'], url, handler })
}

async function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  { server }: OAuthOptions,
): Promise<void> {
  // If the library cannot be loaded, this throws while an error can still be answered.
  await server.ready()
  reply.header('Cache-Control', 'no-store')
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  // The router ignores a slash at the end of the path, but the library does not.
  const [path = '', ...query] = request.raw.url!.split('?')
  request.raw.url = [path.replace(/\/+$/, ''), ...query].join('?')
  reply.hijack()
  await server.handle(request.raw, reply.raw)
}

/** Browsers get a page; other clients get the error format of OAuth. */
function sendError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: OAuthOptions,
): FastifyReply {
  const error = toAppError(thrown, request.routeOptions.bodyLimit)
  if (error.def.status >= 500 && error.cause) options.onError(error.cause, request.id)
  const seconds = retryAfter(error)
  if (seconds !== undefined) reply.header('Retry-After', String(seconds))
  const { status } = error.def
  const problem = { status, error: codeOf(error), description: error.message }
  if (PASSWORD_PAGE.test(request.url)) return send(reply, status, stoppedPage(error.message))
  if (PAGE.test(request.url)) return send(reply, status, problemPage(problem))
  return anyOrigin(reply)
    .code(status)
    .header('Cache-Control', 'no-store')
    .send({ error: problem.error, error_description: problem.description })
}

function codeOf({ def: { status } }: AppError): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

// The REST transport: the HTTP server with the routes of all operations, their errors, limits and logs. The other
// transports add their routes to this server.
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { anonymousCaller } from '../../operation/caller.ts'
import { type AppError, NotFound } from '../../operation/error.ts'
import type { Exchange, FinishedCall } from '../../operation/finished-call.ts'
import type { Run } from '../../operation/pipeline.ts'
import type { Registry } from '../../operation/registry.ts'
import { isUnavailable } from '../../platform/database.ts'
import type { TemporaryFiles } from '../../platform/temporary-files.ts'
import { randomText } from '../../platform/secrets.ts'
import { useJsonBodies } from './json-body.ts'
import {
  BODY_BYTES_MAX,
  helpLink,
  MethodNotAllowed,
  retryAfter,
  toAppError,
  toErrorBody,
  toPlainBody,
} from './errors.ts'
import {
  type GuardOptions,
  limitHeaders,
  plainAddress,
  recognizeAgain,
  guardRequest,
  takeFromLimits,
  guardRequests,
} from './request-guard.ts'
import type { Paywall } from '../../operation/paywall.ts'
import { usePaywall } from './paywall.ts'
import type { RestReply, RestRequest } from './request.ts'
import { RouteTable } from './route-table.ts'
import { useOctetBodies } from './octet-body.ts'
import { addRoutes } from './routes.ts'
import { addFastPath } from './fast-path.ts'
import { isPutOff, sendLater } from './stream.ts'
import { useDocumentBodies } from './document-body.ts'

export interface ServerOptions extends GuardOptions {
  readonly registry: Registry
  readonly run: Run
  readonly log: Logger
  /** Where large bodies are put; without it bodies in XML or text are not taken. */
  readonly scratch?: TemporaryFiles
  readonly trustedProxies: readonly string[]
  readonly onFinished: (finished: FinishedCall) => void
  readonly baseUrl: () => string
  /** Shows a page to browsers that open an unknown address; undefined for other clients, which get the error. */
  readonly showLost?: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Charges for priced paths. */
  readonly paywall?: Paywall
  readonly timeouts?: { readonly requestMs: number; readonly checkEveryMs: number }
}

export function makeServer(options: ServerOptions): FastifyInstance {
  const { timeouts = { requestMs: 30_000, checkEveryMs: 5_000 } } = options
  const app = Fastify({
    // `onFinished` logs requests; the framework's own logger would take a third of the time of a request.
    logger: false,
    genReqId: (request) => readRequestId(request.headers['x-request-id']),
    requestIdHeader: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: timeouts.requestMs,
    // Node times out a slow body only if the timeout for headers is not longer than that for the request.
    http: {
      headersTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // Some clients offer HTTP/2 with every request; they are answered as if they had not.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // During the shutdown, requests on open connections are still answered.
    return503OnClosing: false,
    // A URL that cannot be decoded never reaches the hook of the request guard, so the guard runs here.
    frameworkErrors: (error, request, anyReply) => {
      const reply = anyReply as unknown as FastifyReply
      guardRequest(request, reply, options, (refusal) => {
        void sendError(reply, toAppError(refusal ?? error), options)
      })
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, options),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
  })
  closeUnusedConnections(app)
  const table = new RouteTable(app)
  const readJson = useJsonBodies(app)
  useOctetBodies(app)
  if (options.scratch) useDocumentBodies(app, options.scratch)
  guardRequests(app, options)
  const onAnswered = (request: RestRequest, reply: RestReply, answer?: Exchange['answer']): void =>
    options.onFinished({
      ...describeFinished(request, reply.statusCode),
      exchange: { request, answer },
    })
  if (options.paywall)
    usePaywall(app, options.paywall, (request, reply) => onAnswered(request, reply))
  app.setErrorHandler((error, request, reply) =>
    sendError(reply, toAppError(error, request.routeOptions.bodyLimit), options),
  )
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const allow = table.methodsOf(path)
    if (allow.length === 0)
      return (
        options.showLost?.(request, reply) ??
        sendError(reply, NotFound({ what: 'route', id: `${request.method} ${path}` }), options)
      )
    reply.header('Allow', allow.join(', '))
    return sendError(
      reply,
      MethodNotAllowed({ method: request.method, allow: allow.join(', ') }),
      options,
    )
  })
  addRoutes(app, options.registry.operations, {
    run: options.admission?.limit(options.run) ?? options.run,
    baseUrl: options.baseUrl,
    onAnswered,
    recognizeAgain: (request) => recognizeAgain(request, undefined, options),
  })
  addFastPath(app, {
    table,
    readJson,
    readRequestId,
    trustedProxies: options.trustedProxies,
    isOpen: () => options.paywall?.isIdle !== false && !options.isDraining?.(),
    guard: (request, reply, done) => guardRequest(request, reply, options, done),
    sendError: (reply, error) => void sendError(reply, toAppError(error), options),
  })
  return app
}

/** Closes connections that clients opened in advance and never used, so that they do not delay the shutdown. */
function closeUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', (done) => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}

const processName = randomText(10)
let requests = 0

/** Keeps the caller's request id when it is fit for a log line; otherwise makes a unique one. */
function readRequestId(given: string | string[] | undefined): string {
  if (typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given)) return given
  return `${processName}-${(++requests).toString(36)}`
}

function sendError<Reply extends RestReply>(
  reply: Reply,
  error: AppError,
  options: ServerOptions,
): Reply {
  // Only the cause of a 5xx is logged as an error; declared refusals are normal.
  if (isUnavailable(error.cause)) options.database?.report()
  if (error.def.status >= 500 && error.cause)
    options.log.error({ err: error.cause, req_id: reply.request.id }, error.message)
  const seconds = retryAfter(error)
  if (seconds !== undefined) reply.header('Retry-After', String(seconds))
  reply.header('Link', helpLink(error.def.code))
  if (error.shown.headers) reply.headers(error.shown.headers)
  const putOff = isPutOff(reply.request, error)
  const isPlain =
    error.def.code === NotFound.code && reply.request.routeOptions.config.plainNotFound === true
  const body = isPlain ? toPlainBody(error) : toErrorBody(error, reply.request.id)
  if (!reply.request.routeOptions.config.isHealthCheck)
    options.onFinished({
      ...describeFinished(reply.request, error.def.status),
      errorCode: error.def.code,
      exchange: { request: reply.request, answer: { body } },
    })
  if (putOff) sendLater(reply, error)
  else reply.code(error.def.status).send(body)
  return reply
}

/** Also used by routes outside the operations, which are answered elsewhere. */
export const describeFinished = (request: RestRequest, status: number): FinishedCall => ({
  requestId: request.id,
  operation: request.operation,
  method: request.method,
  // The route pattern is logged instead of the URL, because a URL may hold a secret.
  path: request.pattern || (request.routeOptions.url ?? 'unknown'),
  status,
  durationMs: performance.now() - request.startedAt,
  caller: request.caller,
  userAgent: request.headers['user-agent'],
  traceId: request.traceId,
})

/** Answers a request that is not valid HTTP directly on the socket, with the usual error envelope. */
function answerBrokenRequest(error: Error, socket: Socket, options: ServerOptions): void {
  if (!socket.writable) return
  const refusal = toAppError(error)
  const requestId = readRequestId(undefined)
  const caller = anonymousCaller(plainAddress(socket.remoteAddress ?? ''))
  const body = JSON.stringify(toErrorBody(refusal, requestId))
  const answer = async (): Promise<void> => {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'X-Request-ID': requestId,
      ...limitHeaders(await takeFromLimits(caller, options)),
      Link: helpLink(refusal.def.code),
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${refusal.def.status} ${refusal.def.code}\r\n${lines.join('')}\r\n${body}`)
  }
  answer().catch(() => socket.destroy())
}

/** The port that the server listens on; 0 before it does. */
export function portOf({ server }: FastifyInstance): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

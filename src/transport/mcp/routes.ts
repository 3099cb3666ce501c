// The MCP transport, at one address: checks the host, the origin and the bearer of a request, hands it to
// the MCP library, and sets the status that the protocol asks for. It keeps no state between requests.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTooDeep } from '../../kernel/json.ts'
import { INSUFFICIENT_SCOPE, type ToolRefusal, type ToolServer } from '../../operation/tool.ts'
import { addressFor } from '../../platform/own-address.ts'
import type { Exchange } from './server.ts'

const MCP_PATH = '/mcp'
const METADATA = '/.well-known/oauth-protected-resource'

export interface McpOptions {
  readonly tools: ToolServer
  readonly baseUrl: () => string
  /** Origins, besides the bank's own, whose pages may call. */
  readonly allowedOrigins: readonly string[]
  readonly onAnswered: (request: FastifyRequest, reply: FastifyReply) => void
  readonly onError: (error: unknown, requestId: string) => void
}

interface Refusal {
  readonly status: number
  readonly code: number
  readonly name: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The library is loaded on first use, because loading it is slow. */
const load = () => import('./protocol.ts')

export function addMcp(app: FastifyInstance, options: McpOptions): void {
  app.get('/healthz', { config: { isProbe: true, bearers: 'none', isHealthCheck: true } }, () => ({
    ok: true,
    service: 'mcp',
    protocol_version: '2025-11-25',
  }))
  app.route({
    method: 'POST',
    url: MCP_PATH,
    config: { rawBody: true, bearers: 'programs' },
    async handler(request, reply) {
      request.operation = 'mcp'
      request.pattern = MCP_PATH
      await answer(request, reply, options)
      options.onAnswered(request, reply)
      return reply
    },
  })
}

async function answer(request: FastifyRequest, reply: FastifyReply, options: McpOptions) {
  const message = parse(request.body)
  const id = idOf(message)
  const refusal = judge(request, message, options)
  if (refusal) return sendRefusal(reply, refusal, id)
  const { supportedVersions, serve } = await load()
  const version = request.headers['mcp-protocol-version']
  const isHandshake = (message as { method?: unknown }).method === 'initialize'
  if (version !== undefined && !isHandshake && !supportedVersions.includes(String(version)))
    return reply
      .code(400)
      .send({ error: 'unsupported_protocol_version', supported_versions: supportedVersions })
  let refused: ToolRefusal | undefined
  const exchange: Exchange = {
    tools: options.tools,
    caller: request.caller,
    requestId: request.id,
    userAgent: request.headers['user-agent'],
    onRefused: (error) => {
      refused = error
    },
    onError: (error) => options.onError(error, request.id),
  }
  const response = await serve(toWebRequest(request, options.baseUrl()), message, exchange)
  const needsMore = refused?.code === INSUFFICIENT_SCOPE
  reply.code(needsMore ? 403 : response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  if (needsMore)
    reply.header(
      'WWW-Authenticate',
      challenge(
        addressFor(request.headers.host, options.baseUrl()),
        `error="insufficient_scope", scope="${String(refused!.data.required)}"`,
      ),
    )
  const text = await response.text()
  return reply.send(text === '' ? undefined : withCode(text, refused))
}

/** Restores the error code: the library uses -32002 for something else and would send another code. */
function withCode(text: string, refused: ToolRefusal | undefined): string {
  if (!refused) return text
  const body = JSON.parse(text) as { error?: object }
  return JSON.stringify({ ...body, error: { ...body.error, code: refused.code } })
}

function judge(
  request: FastifyRequest,
  message: unknown,
  options: McpOptions,
): Refusal | undefined {
  const { origin, authorization } = request.headers
  if (!isOurHost(request, options))
    return {
      status: 403,
      code: -32600,
      name: 'HOST_NOT_ALLOWED',
      message: `This server is not reached under the host name "${(request.headers.host ?? '').slice(0, 100)}"; use ${options.baseUrl()}.`,
    }
  if (origin !== undefined && !isAllowedOrigin(origin, options))
    return {
      status: 403,
      code: -32600,
      name: 'ORIGIN_NOT_ALLOWED',
      message: `Pages of the origin ${origin.slice(0, 100)} may not call this server.`,
    }
  if (request.caller.credential === undefined)
    return {
      status: 401,
      code: -32001,
      name: 'UNAUTHENTICATED',
      message: 'A valid bearer token is needed; the resource metadata says where to get one.',
      headers: {
        'WWW-Authenticate': challenge(
          addressFor(request.headers.host, options.baseUrl()),
          authorization === undefined ? undefined : 'error="invalid_token"',
        ),
      },
    }
  if (message === undefined)
    return { status: 400, code: -32700, name: 'PARSE_ERROR', message: 'The body is not JSON.' }
  if (!isMessage(message))
    return {
      status: 400,
      code: -32600,
      name: 'INVALID_REQUEST',
      message: 'The body must be one JSON-RPC 2.0 message.',
    }
  return undefined
}

/** `address` is the one under which the client came: it compares the metadata with it. */
const challenge = (address: string, more?: string): string =>
  `Bearer ${more === undefined ? '' : `${more}, `}resource_metadata="${address}${METADATA}"`

function sendRefusal(reply: FastifyReply, refusal: Refusal, id: string | number | null) {
  const { status, code, name, message, headers = {} } = refusal
  return reply
    .code(status)
    .headers(headers)
    .send({ jsonrpc: '2.0', id, error: { code, message, data: { error_code: name } } })
}

function parse(body: unknown): unknown {
  if (typeof body !== 'string' || isTooDeep(body)) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const isMessage = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  !Array.isArray(message) &&
  (message as { jsonrpc?: unknown }).jsonrpc === '2.0'

function idOf(message: unknown): string | number | null {
  const id = isMessage(message) ? (message as { id?: unknown }).id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** Refuses host names of other domains whose DNS points at this server (DNS rebinding). */
function isOurHost(request: FastifyRequest, options: McpOptions): boolean {
  const host = request.headers.host ?? ''
  return host === new URL(options.baseUrl()).host || isLoopback(`http://${host}`)
}

const isAllowedOrigin = (origin: string, options: McpOptions): boolean =>
  origin === new URL(options.baseUrl()).origin ||
  options.allowedOrigins.includes(origin) ||
  isLoopback(origin)

function isLoopback(address: string): boolean {
  const name = URL.canParse(address) ? new URL(address).hostname : ''
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]'
}

/** Sets the Accept header that the library requires, also for clients that accept only JSON: no answer is a stream. */
function toWebRequest(request: FastifyRequest, baseUrl: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value)
  headers.set('Accept', 'application/json, text/event-stream')
  return new Request(`${baseUrl}${MCP_PATH}`, {
    method: 'POST',
    headers,
    body: request.body as string,
  })
}

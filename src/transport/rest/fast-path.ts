// The fast path: answers plain JSON calls directly on Node's HTTP server. The framework does more for a request than
// they need, which takes a third of the processor time of a transfer. Guard, route and error answers are the same
// functions on both paths, and every byte of the answer is the same; a request with anything unusual about it is left
// to the framework untouched.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { ReadJson } from './json-body.ts'
import { namesOneHost } from './request-guard.ts'
import type { RestReply, RestRequest } from './request.ts'
import type { FoundRoute, RouteTable } from './route-table.ts'
import { FastPathReply, FastPathRequest, type Trust } from './fast-path-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers the requests of this route on the fast path. */
    shortWay?: Answer
  }
}

/** Returns the body of the answer. */
export type Answer = (request: RestRequest, reply: RestReply) => Promise<unknown>

export interface FastPathOptions {
  readonly table: RouteTable
  readonly readJson: ReadJson
  readonly readRequestId: (given: string | string[] | undefined) => string
  readonly trustedProxies: readonly string[]
  /** Whether requests may take the fast path now. */
  readonly isOpen: () => boolean
  readonly guard: (request: RestRequest, reply: RestReply, done: (error?: Error) => void) => void
  readonly sendError: (reply: RestReply, error: unknown) => void
}

/** A longer body is left to the framework. */
const BODY_BYTES_MAX = 65_536
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const JSON_TYPES = new Set(['application/json', 'application/json; charset=utf-8'])
/** A path with any of these may have to be decoded or taken apart. */
const UNUSUAL = /[^\w./~:@-]/

export function addFastPath(app: FastifyInstance, options: FastPathOptions): void {
  const { table, guard, sendError } = options
  const { server } = app
  const [framework] = server.listeners('request') as RequestListener[]
  if (!framework) throw new Error('the framework does not listen to requests')
  const trust = trustOf(options.trustedProxies)
  let isClosing = false
  // While the server closes, the framework asks clients to close their connections.
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })

  function answer(message: IncomingMessage, response: ServerResponse, route: FoundRoute): void {
    const id = options.readRequestId(message.headers['x-request-id'])
    const request = new FastPathRequest(id, message, route, trust)
    const reply = new FastPathReply(request, response)
    const fail = (error: unknown): void => {
      try {
        sendError(reply, error)
      } catch {
        // Not even the error can be written, so there is no answer.
        response.destroy()
      }
    }
    const call = (): void => {
      route.config.shortWay!(request, reply)
        .then((body) => reply.send(body))
        .catch(fail)
    }
    guard(request, reply, (refusal) => {
      if (refusal) return fail(refusal)
      if (message.headers['content-length'] === undefined) return call()
      collect(message, (bytes) => {
        try {
          request.body = options.readJson(bytes)
        } catch (error) {
          // A client that sends such a body may be out of step; the framework closes its connection too.
          reply.header('connection', 'close')
          return fail(error)
        }
        call()
      })
    })
  }

  server.removeListener('request', framework)
  server.on('request', (message, response) => {
    const route =
      isClosing || !isUsual(message) || !options.isOpen()
        ? undefined
        : table.find(message.method!, message.url!)
    if (route?.config.shortWay) answer(message, response, route)
    else framework.call(server, message, response)
  })
}

/** Whether the request is either without a body or with a JSON body of a stated, small length. */
function isUsual(message: IncomingMessage): boolean {
  const { url = '', method, headers } = message
  if (UNUSUAL.test(url)) return false
  if (headers['transfer-encoding'] !== undefined || headers.upgrade !== undefined) return false
  if (!namesOneHost(message)) return false
  const { 'content-type': type, 'content-length': length } = headers
  if (method === 'GET') return length === undefined && type === undefined
  return (
    METHODS_WITH_BODY.has(method!) &&
    type !== undefined &&
    JSON_TYPES.has(type) &&
    headers['content-encoding'] === undefined &&
    Number(length) > 0 &&
    Number(length) <= BODY_BYTES_MAX
  )
}

/** A body usually comes in one chunk. One that is cut off never ends, and its client expects no answer. */
function collect(message: IncomingMessage, done: (bytes: Buffer) => void): void {
  let first: Buffer | undefined
  let all: Buffer[] | undefined
  message.on('data', (piece: Buffer) => {
    if (first === undefined) first = piece
    else (all ??= [first]).push(piece)
  })
  message.on('end', () => done(all ? Buffer.concat(all) : first!))
}

const trustOf = (proxies: readonly string[]): Trust | undefined =>
  proxies.length === 0 ? undefined : proxyAddr.compile([...proxies])

// A request and its reply on the fast path: no more than what the guard, a route and an error answer need.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { type Caller, anonymousCaller } from '../../operation/caller.ts'
import type { RestReply, RestRequest } from './request.ts'
import type { FoundRoute } from './route-table.ts'

/** Whether the proxy with this address is trusted to state the client's address. */
export type Trust = (address: string, index: number) => boolean

/** The caller before authentication. */
const ANONYMOUS: Caller = anonymousCaller('')
const NO_QUERY = {}

export class FastPathRequest implements RestRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly params: FoundRoute['params']
  readonly routeOptions: FoundRoute
  readonly query = NO_QUERY
  readonly attachment = undefined
  readonly sentXml = false
  readonly sentOctets = false
  body: unknown = undefined
  caller = ANONYMOUS
  visitor = ANONYMOUS
  operation = 'none'
  pattern = ''
  startedAt = 0
  traceId: string | undefined
  readonly #message: IncomingMessage
  readonly #trust: Trust | undefined

  constructor(id: string, message: IncomingMessage, route: FoundRoute, trust: Trust | undefined) {
    this.id = id
    this.method = message.method!
    this.url = message.url!
    this.headers = message.headers
    this.params = route.params
    this.routeOptions = route
    this.#message = message
    this.#trust = trust
  }

  get ip(): string {
    return this.#trust
      ? proxyAddr(this.#message, this.#trust)
      : (this.#message.socket.remoteAddress ?? '')
  }

  get host(): string {
    const { host = '', 'x-forwarded-host': forwarded } = this.headers
    if (forwarded === undefined || !this.#trust?.(this.#message.socket.remoteAddress ?? '', 0))
      return host
    // Of several names the last is that of the nearest proxy.
    return String(forwarded).split(',').at(-1)!.trim()
  }

  get hostname(): string {
    const { host } = this
    if (host.startsWith('[')) return host.slice(0, host.indexOf(']') + 1)
    const colon = host.indexOf(':')
    return colon === -1 ? host : host.slice(0, colon)
  }
}

export class FastPathReply implements RestReply {
  readonly request: RestRequest
  statusCode = 200
  readonly #response: ServerResponse
  /** Names and values in turn, as they are written. */
  readonly #fields: string[] = []

  constructor(request: RestRequest, response: ServerResponse) {
    this.request = request
    this.#response = response
  }

  /** No two parts of an answer set the same header, so duplicates are not searched. */
  header(name: string, value: string): void {
    this.#fields.push(name.toLowerCase(), value)
  }

  headers(values: Readonly<Record<string, string>>): void {
    for (const name in values) this.header(name, values[name]!)
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }

  /** A text is sent as it is, because it is JSON already; its route says so in a header. */
  send(body: unknown): void {
    const isText = typeof body === 'string'
    const text = isText ? body : JSON.stringify(body)
    if (!isText) this.#fields.push('content-type', 'application/json; charset=utf-8')
    this.#fields.push('content-length', String(Buffer.byteLength(text)))
    this.#response.writeHead(this.statusCode, this.#fields)
    this.#response.end(text)
  }
}

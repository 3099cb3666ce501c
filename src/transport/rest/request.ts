// What the guard, the routes and the error answers need of a request and of its reply. Those of the framework have
// it, and so have those of the fast path (see fast-path.ts), so that the code is written once for both.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyContextConfig } from 'fastify'
import type { Attachment } from '../../operation/attachment.ts'
import type { Caller } from '../../operation/caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** The user in front of a page, where credentials of the request itself do not count. */
    visitor: Caller
    /** The name of the operation for logs and metrics; set by its route. */
    operation: string
    pattern: string
    startedAt: number
    /** The trace of its call, if traces are exported. */
    traceId?: string | undefined
  }
}

export interface RestRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly ip: string
  readonly host: string
  readonly hostname: string
  readonly headers: IncomingHttpHeaders
  readonly query: unknown
  readonly params: unknown
  readonly body: unknown
  readonly attachment: Attachment | undefined
  readonly sentXml: boolean
  readonly sentOctets: boolean
  readonly routeOptions: {
    readonly url?: string | undefined
    readonly config: FastifyContextConfig
  }
  caller: Caller
  visitor: Caller
  operation: string
  pattern: string
  startedAt: number
  traceId?: string | undefined
}

export interface RestReply {
  readonly request: RestRequest
  readonly statusCode: number
  header(name: string, value: string): unknown
  headers(values: Readonly<Record<string, string>>): unknown
  code(status: number): RestReply
  send(body: unknown): unknown
}

export function readHeader(
  { headers }: Pick<RestRequest, 'headers'>,
  name: string,
): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

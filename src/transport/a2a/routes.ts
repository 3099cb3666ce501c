// The transport of the A2A protocol: JSON-RPC at one address, answered as JSON or as a stream of server-sent events. The
// domain of the protocol answers the methods; here is what is about HTTP.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../operation/caller.ts'
import type { AppError } from '../../operation/error.ts'
import type { Run } from '../../operation/pipeline.ts'
import { retryAfter, toAppError } from '../rest/errors.ts'
import { readHeader } from '../rest/request.ts'
import { sendFrames } from '../rest/stream.ts'

/** Messages are small; files are not taken. */
const BODY_BYTES_MAX = 131_072

type Answer =
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: object
    }
  | { readonly events: AsyncGenerator<object | undefined> }

/** Answers JSON-RPC requests; never throws. */
export interface RpcServer {
  readonly path: string
  answer(
    text: unknown,
    exchange: {
      readonly caller: Caller
      readonly requestId: string
      readonly run: Run
      readonly recognizeAgain: () => Promise<Caller | undefined>
      readonly idempotencyKey: string | undefined
      readonly version: string | undefined
      readonly signal: AbortSignal
      readonly onError: (error: unknown) => void
    },
  ): Promise<Answer>
  /** The answer to a request that was refused before its body was read. */
  refuse(error: AppError): Extract<Answer, { body: object }>
}

export interface A2aOptions {
  readonly rpc: RpcServer
  readonly run: Run
  /** Authenticates the caller of a request again while its answer is streamed. */
  readonly recognizeAgain: (request: FastifyRequest) => Promise<Caller | undefined>
  readonly onAnswered: (request: FastifyRequest, status: number) => void
  readonly onError: (error: unknown, requestId: string) => void
}

export function addA2a(app: FastifyInstance, options: A2aOptions): void {
  const { rpc } = options
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const shown = toAppError(error, request.routeOptions.bodyLimit)
      const seconds = retryAfter(shown)
      if (seconds !== undefined) reply.header('Retry-After', String(seconds))
      return sendJson(request, reply, rpc.refuse(shown), options)
    })
    scope.route({
      method: 'POST',
      url: rpc.path,
      config: { rawBody: true },
      bodyLimit: BODY_BYTES_MAX,
      handler: (request, reply) => answer(request, reply, options),
    })
  })
}

async function answer(request: FastifyRequest, reply: FastifyReply, options: A2aOptions) {
  const { rpc, run, recognizeAgain, onError, onAnswered } = options
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  request.operation = 'a2a'
  request.pattern = rpc.path
  const answered = await rpc.answer(request.body, {
    caller: request.caller,
    requestId: request.id,
    run,
    recognizeAgain: () => recognizeAgain(request),
    idempotencyKey: readHeader(request, 'idempotency-key'),
    version: readHeader(request, 'a2a-version'),
    signal: gone.signal,
    onError: (error) => onError(error, request.id),
  })
  if ('body' in answered) return sendJson(request, reply, answered, options)
  onAnswered(request, 200)
  // The signal ends the stream, wherever it waits.
  return sendFrames(reply, toFrames(answered.events), undefined)
}

function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Extract<Answer, { body: object }>,
  { onAnswered }: A2aOptions,
): FastifyReply {
  onAnswered(request, status)
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  return reply.headers(headers).code(status).send(body)
}

async function* toFrames(events: AsyncIterable<object | undefined>): AsyncGenerator<string> {
  for await (const event of events)
    yield event ? `data: ${JSON.stringify(event)}\n\n` : ': still here\n\n'
}

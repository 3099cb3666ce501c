// The GraphQL transport: queries by POST and GET, live updates as server-sent events, and the playground. Sockets are in
// sockets.ts. Every answer has the form of GraphQL, also that of a request which the guard refuses.
import { type ExecutionResult, Kind, OperationTypeNode } from 'graphql'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { RateLimited } from '../../operation/error.ts'
import { answerSeen, readSeen } from '../position-header.ts'
import { retryAfter, toAppError } from '../rest/errors.ts'
import { readHeader } from '../rest/request.ts'
import { sendFrames } from '../rest/stream.ts'
import type { RateLimitStatus } from '../../platform/limiter.ts'
import { needsConfirmation } from './confirmation.ts'
import type { AskedBy } from './context.ts'
import { type Asked, Documents, type Query, type Read, type Refused } from './documents.ts'
import { Engine, type EngineOptions } from './engine.ts'
import { refuse, refuseFor } from './errors.ts'
import { COST_MAX, type Variables } from './cost.ts'
import { servePlayground } from './playground.ts'
import { addSockets, type SocketOptions } from './sockets.ts'

export const GRAPHQL_PATH = '/api/graphql'

export interface GraphqlOptions extends EngineOptions, Omit<SocketOptions, 'engine' | 'documents'> {
  readonly introspection: boolean
  readonly onAnswered: (request: FastifyRequest, status: number) => void
}

const JSON_TYPE = 'application/json; charset=utf-8'
const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8'
const STREAM_TYPE = 'text/event-stream'
/** Characters, of all kept answers together. */
const KEPT_ABOUT_SCHEMA = 8_000_000

export function addGraphql(app: FastifyInstance, options: GraphqlOptions): void {
  const engine = new Engine(options)
  const documents = new Documents(() => engine.schema, options.introspection)
  const responder = new Responder(engine, documents, options)
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const shown = toAppError(error, request.routeOptions.bodyLimit)
      const seconds = retryAfter(shown)
      if (seconds !== undefined) reply.header('Retry-After', String(seconds))
      options.onAnswered(request, shown.def.status)
      return reply.code(shown.def.status).type(JSON_TYPE).send(refuseFor(shown, request.id))
    })
    scope.route({
      method: 'POST',
      url: GRAPHQL_PATH,
      config: { limits: 'graphql' },
      handler: (request, reply) => responder.answer(request, reply, request.body),
    })
    await addSockets(scope, GRAPHQL_PATH, { ...options, engine, documents }, (request, reply) =>
      responder.answer(request, reply, readUrl(request.query as Record<string, string>)),
    )
    servePlayground(scope, GRAPHQL_PATH)
  })
}

class Responder {
  private readonly engine: Engine
  private readonly documents: Documents
  private readonly options: GraphqlOptions
  /** Answers about the schema itself are always the same, and take long to make. */
  private readonly aboutSchema = new LRUCache<string, string>({
    maxSize: KEPT_ABOUT_SCHEMA,
    sizeCalculation: (text) => text.length,
  })

  constructor(engine: Engine, documents: Documents, options: GraphqlOptions) {
    this.engine = engine
    this.documents = documents
    this.options = options
  }

  async answer(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
    if (!isBody(body))
      return this.refuse(request, reply, 400, [
        invalid(
          'Send one query as a JSON object {query, variables, operationName}; lists are not accepted.',
        ),
      ])
    const read = this.documents.read(body)
    if ('refused' in read) return this.refuse(request, reply, statusOf(read, request), read.refused)
    const { query } = read
    const problem = problemOf(query, request)
    if (problem) return this.refuse(request, reply, 400, [problem])
    const unconfirmed = needsConfirmation(query, request)
    if (unconfirmed) return this.refuse(request, reply, 403, [unconfirmed])
    const standing = await this.takeFurther(query, request)
    if (standing) {
      reply.header('Retry-After', String(standing.retryAfterSeconds))
      throw RateLimited({ retry_after: standing.retryAfterSeconds })
    }
    describe(request, query)
    reply.header('X-GraphQL-Cost', String(query.cost))
    reply.header('X-GraphQL-Max-Cost', String(COST_MAX))
    const variables = (body.variables ?? undefined) as Variables
    const asked = { query, variables, context: contextOf(request, query, this.options) }
    if (query.operation.operation === OperationTypeNode.SUBSCRIPTION)
      return this.stream(request, reply, await this.engine.subscribe(asked))
    reply.type(acceptsResponseType(request) ? RESPONSE_TYPE : JSON_TYPE)
    const text = await this.run(asked)
    if (asked.context.seen) answerSeen(reply, asked.context.seen)
    this.options.onAnswered(request, 200)
    return reply.send(text)
  }

  private async run(asked: Parameters<Engine['execute']>[0]): Promise<string> {
    const { query, variables } = asked
    const isKept = query.size.isIntrospection && variables === undefined
    // A text may have several operations.
    const key = `${query.operation.name?.value ?? ''}\n${query.text}`
    const known = isKept ? this.aboutSchema.get(key) : undefined
    if (known !== undefined) return known
    const text = JSON.stringify(await this.engine.execute(asked))
    if (isKept) this.aboutSchema.set(key, text)
    return text
  }

  /** Every root field is a call; those after the first are counted here, the first was counted by the guard. */
  private async takeFurther(
    query: Query,
    request: FastifyRequest,
  ): Promise<RateLimitStatus | undefined> {
    for (let call = 1; call < query.size.rootFields; call++) {
      const standing = await this.options.takeCall(request.caller)
      if (!standing.allowed) return standing
    }
    return undefined
  }

  private refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    list: readonly Refused[],
  ) {
    this.options.onAnswered(request, status)
    const errors = list.map(({ message, extensions, ...more }) => ({
      ...more,
      ...refuse(message, extensions).errors[0],
    }))
    reply.type(acceptsResponseType(request) ? RESPONSE_TYPE : JSON_TYPE)
    return reply.code(status).send({ errors })
  }

  /** Server-sent events as the usual client libraries read them: `next` for each answer, then `complete`. */
  private stream(
    request: FastifyRequest,
    reply: FastifyReply,
    opened: Awaited<ReturnType<Engine['subscribe']>>,
  ) {
    this.options.onAnswered(request, 200)
    return sendFrames(reply, toFrames(opened), Symbol.asyncIterator in opened ? opened : undefined)
  }
}

async function* toFrames(
  opened: ExecutionResult | AsyncIterable<ExecutionResult | undefined>,
): AsyncGenerator<string> {
  // Something has to be sent at once, so that the client sees that it is connected.
  yield ':\n\n'
  const results = Symbol.asyncIterator in opened ? opened : [opened]
  for await (const result of results) yield result ? toFrame(result) : ':\n\n'
  yield 'event: complete\ndata:\n\n'
}

function toFrame(result: ExecutionResult): string {
  const id = result.extensions?.event_id
  const line = typeof id === 'string' ? `id: ${id}\n` : ''
  return `${line}event: next\ndata: ${JSON.stringify(result)}\n\n`
}

const isBody = (body: unknown): body is Asked =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

const accepts = (request: FastifyRequest, type: string): boolean =>
  (request.headers.accept ?? '').includes(type)

const acceptsResponseType = (request: FastifyRequest): boolean =>
  accepts(request, 'application/graphql-response+json')

const invalid = (message: string): Refused => ({
  message,
  extensions: { category: 'validation', code: 'INVALID_REQUEST' },
})

/** Refusals that are answered 400 whatever the client accepts. */
const always400: readonly unknown[] = ['QUERY_COST_EXCEEDED', 'QUERY_TOO_LARGE', 'INVALID_REQUEST']

/** A query that is wrong is answered 200 to clients of plain JSON, as the protocol asks. */
function statusOf(read: Extract<Read, { refused: unknown }>, request: FastifyRequest): number {
  const code = read.refused[0]?.extensions.code
  const isStrict = acceptsResponseType(request) && code !== 'PERSISTED_QUERY_NOT_FOUND'
  return isStrict || always400.includes(code) ? 400 : 200
}

function problemOf({ operation }: Query, request: FastifyRequest): Refused | undefined {
  if (operation.operation === OperationTypeNode.MUTATION && request.method === 'GET')
    return invalid('A mutation must be sent by POST.')
  if (operation.operation === OperationTypeNode.SUBSCRIPTION && !accepts(request, STREAM_TYPE))
    return invalid(
      'A subscription needs a WebSocket at this address (graphql-transport-ws), or the header Accept: text/event-stream.',
    )
  return undefined
}

/** A query by GET has its parts in the URL, the variables as JSON. */
function readUrl(query: Readonly<Record<string, string>>): unknown {
  const parse = (text: string | undefined): unknown => {
    if (text === undefined) return undefined
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  return {
    query: query.query,
    operationName: query.operationName,
    variables: parse(query.variables),
    extensions: parse(query.extensions),
  }
}

/** Only names of the schema become names in logs and metrics, never those of fragments, which clients choose. */
function describe(request: FastifyRequest, { operation }: Query): void {
  const [first] = operation.selectionSet.selections
  const name = first?.kind === Kind.FIELD ? first.name.value : operation.operation
  request.operation = `graphql.${name}`
}

const contextOf = (
  request: FastifyRequest,
  query: Query,
  { recognize }: GraphqlOptions,
): AskedBy => ({
  caller: request.caller,
  requestId: request.id,
  idempotencyKey: readHeader(request, 'idempotency-key'),
  traceParent: readHeader(request, 'traceparent'),
  traced: request,
  seen: readSeen(request.headers),
  recognizeAgain: () => recognize(request, undefined),
  writes: query.operation.operation === OperationTypeNode.MUTATION ? query.size.rootFields : 0,
})

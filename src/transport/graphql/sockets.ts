// GraphQL over WebSocket, in the protocol graphql-transport-ws. The client sends its credential with the first message
// or in a header of the upgrade, and is authenticated again at every operation, so a revoked credential stops working.
// For a client that does not read, nothing more is buffered; it does not answer pings, and is disconnected.
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql'
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer, type Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { endable } from '../../kernel/cancellable-stream.ts'
import type { Caller } from '../../operation/caller.ts'
import { RateLimited, Unauthenticated } from '../../operation/error.ts'
import type { OpenStreams } from '../../operation/open-streams.ts'
import type { RateLimitStatus } from '../../platform/limiter.ts'
import { randomText } from '../../platform/secrets.ts'
import { toAppError } from '../rest/errors.ts'
import type { Documents, Query } from './documents.ts'
import type { Engine } from './engine.ts'
import { extensionsOf } from './errors.ts'

export interface SocketOptions {
  readonly engine: Engine
  readonly documents: Documents
  readonly streams: OpenStreams
  /** Finds the caller of a socket again, with a bearer that replaces the header of the upgrade. */
  readonly recognize: (
    request: FastifyRequest,
    authorization: string | undefined,
  ) => Promise<Caller | undefined>
  /** Counts one call against the limits of GraphQL. */
  readonly takeCall: (caller: Caller) => RateLimitStatus | Promise<RateLimitStatus>
}

/** Enough for a query and its variables. */
const MESSAGE_BYTES_MAX = 262_144
const SOCKETS_MAX = 2_500
/** One user's share, over all credentials. */
const SOCKETS_PER_USER = 25
const INIT_MS_MAX = 5_000
const PING_MS = 12_000
/** A socket with more than this unsent is closed. */
const UNSENT_BYTES_MAX = 4_194_304
// Closing codes of the WebSocket protocol itself.
const TRY_LATER = 1013
const GOING_AWAY = 1001

type GetHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export async function addSockets(
  app: FastifyInstance,
  url: string,
  options: SocketOptions,
  onGet: GetHandler,
): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: MESSAGE_BYTES_MAX,
      handleProtocols: (protocols: Set<string>) =>
        protocols.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
    },
  })
  const sockets = new Sockets(options)
  app.route({
    method: 'GET',
    url,
    config: { limits: 'graphql' },
    handler: onGet,
    wsHandler: (socket, request) => sockets.open(socket, request),
  })
  app.addHook('preClose', (done) => {
    sockets.close()
    done()
  })
}

interface Extra {
  readonly request: FastifyRequest
  authorization: string | undefined
  user?: string
  /** Closes the connection of a caller who is no longer authenticated. */
  readonly cut: () => void
  isClosed?: true
  /** Called when the socket has closed. */
  onClosed?: () => void
}

interface Asked extends Record<PropertyKey, unknown> {
  readonly request: Parameters<Engine['execute']>[0]
}

class Sockets {
  private readonly options: SocketOptions
  private readonly server: Server<Extra>
  private readonly all = new Map<WebSocket, Extra>()

  constructor(options: SocketOptions) {
    this.options = options
    this.server = makeServer<Record<string, unknown>, Extra>({
      connectionInitWaitTimeout: INIT_MS_MAX,
      onConnect: async ({ extra, connectionParams }) => {
        extra.authorization = readBearer(connectionParams)
        const caller = await this.recognize(extra)
        // A client that disconnected meanwhile would never be removed from the open sockets.
        if (!caller || extra.isClosed) return false
        extra.user = ownerOf(caller)
        if (this.countOf(extra.user) > SOCKETS_PER_USER) return false
        const recognizeAgain = () => this.recognize(extra)
        extra.onClosed = options.streams.add({ caller, recognizeAgain, end: extra.cut })
        return true
      },
      onSubscribe: (ctx, _id, payload) => this.prepare(ctx.extra, payload),
      execute: (args) => options.engine.execute((args as unknown as Asked).request),
      subscribe: async (args) => {
        const opened = await options.engine.subscribe((args as unknown as Asked).request)
        return Symbol.asyncIterator in opened
          ? endable(withoutSilence(opened), () => void opened.return(undefined))
          : opened
      },
    })
  }

  open(socket: WebSocket, request: FastifyRequest): void {
    const cut = () => socket.close(CloseCode.Forbidden, 'Forbidden')
    const extra: Extra = { request, authorization: undefined, cut }
    if (this.all.size >= SOCKETS_MAX) {
      socket.close(TRY_LATER, 'Too many sockets are open; try again later.')
      return
    }
    this.all.set(socket, extra)
    const closed = this.server.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) => {
          socket.on('message', (data: Buffer) => {
            take(data.toString('utf8')).catch(() => socket.close(CloseCode.InternalServerError))
          })
        },
      },
      extra,
    )
    const stopPings = ping(socket)
    socket.on('error', () => socket.terminate())
    socket.once('close', (code, reason) => {
      stopPings()
      this.all.delete(socket)
      extra.isClosed = true
      extra.onClosed?.()
      void closed(code, String(reason))
    })
  }

  close(): void {
    for (const socket of this.all.keys()) socket.close(GOING_AWAY)
  }

  private countOf(user: string): number {
    let count = 0
    for (const extra of this.all.values()) if (extra.user === user) count++
    return count
  }

  private recognize({ request, authorization }: Extra): Promise<Caller | undefined> {
    return this.options.recognize(request, authorization)
  }

  /** Reads one operation; returns the errors if it is refused. */
  private async prepare(
    extra: Extra,
    payload: { readonly query?: unknown; readonly variables?: unknown },
  ) {
    try {
      const caller = await this.recognize(extra)
      if (!caller) throw Unauthenticated({})
      // Counted first: to find that a query is wrong costs time too.
      await this.takeCalls(caller, 1)
      const read = this.options.documents.read(payload)
      if ('refused' in read)
        return read.refused.map(
          ({ message, extensions }) => new GraphQLError(message, { extensions }),
        )
      await this.takeCalls(caller, read.query.size.rootFields - 1)
      return this.toArguments(read.query, payload.variables, caller, extra)
    } catch (error) {
      const shown = toAppError(error)
      return [new GraphQLError(shown.message, { extensions: extensionsOf(shown) })]
    }
  }

  private async takeCalls(caller: Caller, calls: number): Promise<void> {
    for (let call = 0; call < calls; call++) {
      const standing = await this.options.takeCall(caller)
      if (!standing.allowed) throw RateLimited({ retry_after: standing.retryAfterSeconds })
    }
  }

  /** The library requires arguments of its own; the request is passed along. */
  private toArguments(query: Query, variables: unknown, caller: Caller, extra: Extra) {
    const isMutation = query.operation.operation === OperationTypeNode.MUTATION
    const request: Asked['request'] = {
      query,
      variables: (variables ?? undefined) as Record<string, unknown> | undefined,
      context: {
        caller,
        requestId: `ws-${randomText(12)}`,
        idempotencyKey: undefined,
        traceParent: undefined,
        recognizeAgain: () => this.recognize(extra),
        writes: isMutation ? query.size.rootFields : 0,
      },
    }
    const { name } = query.operation
    return {
      schema: this.options.engine.schema,
      document: query.document,
      operationName: name?.value ?? null,
      request,
    }
  }
}

const ownerOf = (caller: Caller): string =>
  caller.user ?? caller.credential?.user ?? caller.agent ?? caller.address

/** Heartbeats are for connections without pings. */
async function* withoutSilence(
  results: AsyncGenerator<ExecutionResult | undefined>,
): AsyncGenerator<ExecutionResult> {
  for await (const result of results) if (result) yield result
}

function readBearer(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const value = params?.Authorization ?? params?.authorization
  return typeof value === 'string' ? value : undefined
}

/** Resolves when the text has left for the network, so that a slow client slows its own subscription down. */
const send = (socket: WebSocket, text: string): Promise<void> => {
  if (socket.bufferedAmount > UNSENT_BYTES_MAX) socket.terminate()
  return new Promise((resolve, reject) => {
    socket.send(text, (error) => (error ? reject(error) : resolve()))
  })
}

/** Cuts the connection when a ping is not answered until the next one is due. */
function ping(socket: WebSocket): () => void {
  let isAlive = true
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, PING_MS)
  timer.unref()
  socket.on('pong', () => {
    isAlive = true
  })
  return () => clearInterval(timer)
}

// Sends subscriptions as server-sent events (text/event-stream), which browsers and every HTTP client can read.
// Each event has its id, so that a client that was cut off can continue by sending `Last-Event-ID`.
import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { KeepAlive } from '../../operation/keep-alive.ts'
import type { AnyOperation } from '../../operation/operation.ts'
import type { AppError } from '../../operation/error.ts'
import { readHeader, type RestReply, type RestRequest } from './request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is a stream of server-sent events. */
    isStream?: boolean
  }
}

interface Frame {
  readonly id: string
  readonly event_type: string
}

/** How long a client waits before it connects again. */
const RETRY_MS = 1_000
/** Clients that are put off return over this time, not all at once. */
const RETURN_MS = 2_000

/**
 * The header replaces the input field `after`, because it is newer than the value in the URL. Clients send it to every
 * stream whose items have ids, also to one that cannot resume.
 */
export function readLastEventId(op: AnyOperation, request: RestRequest, input: unknown): unknown {
  const last = request.headers['last-event-id']
  if (op.kind !== 'subscription' || last === undefined || last === '') return input
  if (!Object.hasOwn(op.input.properties, 'after')) return input
  return { ...(input as object), after: last }
}

/**
 * Whether this refusal is answered with `sendLater`: by its standard an EventSource gives up for good at any status but
 * 200, so that a restart of the bank would end every stream.
 */
export const isPutOff = (request: RestRequest, refusal: Pick<AppError, 'def'>): boolean =>
  refusal.def.status === 503 &&
  request.routeOptions.config.isStream === true &&
  /\btext\/event-stream\b/i.test(readHeader(request, 'accept') ?? '')

/** Answers with a stream that ends at once, after which the client connects again with its `Last-Event-ID`. */
export function sendLater(reply: RestReply, { message }: AppError): void {
  reply.headers(STREAM_HEADERS)
  reply.code(200).send(`retry: ${waitMs()}\n: ${message}\n\n`)
}

const waitMs = (): number => RETRY_MS + randomInt(RETURN_MS)

export const sendStream = (reply: FastifyReply, items: AsyncGenerator): FastifyReply =>
  sendFrames(reply, toFrames(items), items)

/** Sends the frames that are made of `items`, which end with the connection. */
export function sendFrames(
  reply: FastifyReply,
  frames: AsyncIterable<string>,
  items: AsyncGenerator | undefined,
): FastifyReply {
  const end = (): void => void items?.return(undefined)
  if (reply.raw.destroyed) end()
  else reply.raw.once('close', end)
  return reply
    .headers(STREAM_HEADERS)
    .send(Readable.from(frames, { objectMode: false, highWaterMark: 65_536 }))
}

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Keeps proxies from buffering, which would delay events.
  'X-Accel-Buffering': 'no',
}

async function* toFrames(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`
  for await (const item of items) yield toFrame(item)
  // All streams of a node that stops end at once; their clients return one by one.
  yield `retry: ${waitMs()}\n\n`
}

/** A keep-alive has an id and no data: clients keep the id and show no event. */
function toFrame(item: unknown): string {
  if (item === undefined) return ': still here\n\n'
  if (item instanceof KeepAlive) return `: still here\nid: ${item.id}\n\n`
  const { id, event_type } = item as Frame
  return `id: ${id}\nevent: ${event_type}\ndata: ${JSON.stringify(item)}\n\n`
}

// Sends subscriptions as server-sent events (text/event-stream), which browsers and every HTTP client can read.
// Each event has its id, so that a client that was cut off can continue by sending `Last-Event-ID`.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { AnyOperation } from '../../operation/operation.ts'
import type { RestRequest } from './request.ts'

interface Frame {
  readonly id: string
  readonly event_type: string
}

/** How long a client waits before it connects again. */
const RETRY_MS = 1_000

/** The header replaces the input field `after`, because it is newer than the value in the URL. */
export function readLastEventId(op: AnyOperation, request: RestRequest, input: unknown): unknown {
  const last = request.headers['last-event-id']
  if (op.kind !== 'subscription' || last === undefined || last === '') return input
  return { ...(input as object), after: last }
}

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
  return (
    reply
      .header('Content-Type', 'text/event-stream; charset=utf-8')
      .header('Cache-Control', 'no-store')
      // Keeps proxies from buffering, which would delay events.
      .header('X-Accel-Buffering', 'no')
      .send(Readable.from(frames, { objectMode: false, highWaterMark: 65_536 }))
  )
}

async function* toFrames(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`
  for await (const item of items) yield item === undefined ? ': still here\n\n' : toFrame(item)
}

function toFrame(item: unknown): string {
  const { id, event_type } = item as Frame
  return `id: ${id}\nevent: ${event_type}\ndata: ${JSON.stringify(item)}\n\n`
}

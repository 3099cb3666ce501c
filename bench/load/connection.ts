// One kept-alive connection. Answers come in the order of the requests, so each belongs to the
// oldest request that has none yet.
import { connect, type Socket } from 'node:net'
import type { Plan } from './plan.ts'
import type { NextRequest } from './request.ts'
import { makeReader } from './response.ts'
import type { Tally } from './tally.ts'

export interface Connection {
  /** `since` is the time from which the latency is measured. */
  send(since: number): void
  close(): void
}

export interface ConnectionEvents {
  readonly onAnswer: (connection: Connection, since: number, status: number) => void
  readonly onBroken: (error: Error) => void
}

export async function openConnection(
  { url, inFlight = 1 }: Plan,
  nextRequest: NextRequest,
  tally: Tally,
  { onAnswer, onBroken }: ConnectionEvents,
): Promise<Connection> {
  const socket = await openSocket(url)
  const sentSince: number[] = []
  const connection: Connection = {
    send(since) {
      sentSince.push(since)
      socket.write(nextRequest())
    },
    close: () => socket.destroy(),
  }
  const read = makeReader({
    wantsBody: tally.wantsBody,
    onAnswer(status, body, head) {
      const since = sentSince.shift()
      if (since === undefined) throw new Error(`an answer that nobody asked for: ${status}`)
      tally.answer(status, body, head)
      onAnswer(connection, since, status)
    },
  })
  socket.on('data', (chunk: Buffer) => {
    // When several answers arrive together, as many requests are sent in one write.
    if (inFlight > 1) socket.cork()
    try {
      read(chunk)
    } catch (error) {
      onBroken(error as Error)
    }
    if (inFlight > 1) socket.uncork()
  })
  socket.on('error', onBroken)
  socket.on('end', () => onBroken(new Error('the server closed a connection')))
  return connection
}

export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

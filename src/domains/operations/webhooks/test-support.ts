// A webhook receiver as a customer would run it: it keeps the raw bytes, checks signatures with its own code, and
// answers as the test decides.
import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly raw: Buffer
  readonly headers: http.IncomingHttpHeaders
  // oxlint-disable-next-line typescript/no-explicit-any -- asserted on, field by field
  readonly body: any
  readonly answered: number
}

export type Answer = (request: Received, response: http.ServerResponse) => number | undefined

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Returns the status to answer with, or undefined when the function writes the answer itself. */
  answer: Answer
  close(): Promise<void>
}

export async function startReceiver(answer: Answer = () => 200): Promise<Receiver> {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const raw = Buffer.concat(parts)
      const one = { raw, headers: request.headers, body: JSON.parse(raw.toString()), answered: 0 }
      const status = receiver.answer(one, response)
      received.push({ ...one, answered: status ?? 0 })
      if (status !== undefined) response.writeHead(status).end('noted')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

export function isSigned(
  { raw, headers }: Received,
  secret: string,
  header = 'x-florin-signature',
) {
  const given = headers[header]
  if (typeof given !== 'string' || !/^[0-9a-f]{64}$/.test(given)) return false
  const expected = createHmac('sha256', secret).update(raw).digest()
  return timingSafeEqual(Buffer.from(given, 'hex'), expected)
}

// What tests of messages need beside a bank: a way to call operations that have no REST form, and a provider to talk to
// over HTTP.
import { noLedger } from '../../../../test/harness/no-ledger.ts'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Bank } from '../../../../test/harness/bank.ts'
import type { Caller } from '../../../operation/caller.ts'
import { OpenStreams } from '../../../operation/open-streams.ts'
import { makePipeline } from '../../../operation/pipeline.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { makeSealer } from '../../../platform/key-ring.ts'

export interface Inside {
  readonly database: Database
  // oxlint-disable-next-line typescript/no-explicit-any -- asserted on, field by field
  run(operation: string, input: object, caller: Partial<Caller>, key?: string): Promise<any>
  close(): Promise<void>
}

export function openInside(bank: Bank): Inside {
  const database = openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
  const log = pino({ level: 'silent' })
  const run = makePipeline({
    database,
    clock: bank.clock,
    sealer: makeSealer('a secret that is only for tests, always the same'),
    streams: new OpenStreams(),
    invalidate: () => {},
    strict: true,
    notifyLater: () => {},
    complain: (_operation, problem) => log.error(problem),
    ledger: noLedger,
  })
  return {
    database,
    async run(name, input, caller, idempotencyKey) {
      const op = bank.app.registry.operations.find((one) => one.name === name)!
      const { output } = await run(op, {
        caller: {
          scopes: new Set(['read', 'write']),
          environment: 'live',
          address: 'test',
          ...caller,
        },
        input,
        requestId: 'test',
        idempotencyKey,
      })
      return output
    },
    close: () => database.close(),
  }
}

export interface Vertex {
  readonly url: string
  /** Messages by reference: a provider takes one reference once. */
  readonly messages: Map<string, Record<string, unknown>>
  readonly calls: { path: string; headers: http.IncomingHttpHeaders; body: unknown }[]
  /** What happens to the next calls, in order; then they are taken as usual. */
  readonly troubles: ('500' | '422' | 'lost' | 'nonsense')[]
  close(): Promise<void>
}

/** A provider outside the bank. */
export async function startVertex(token: string): Promise<Vertex> {
  const vertex: Omit<Vertex, 'url' | 'close'> = { messages: new Map(), calls: [], troubles: [] }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const body = text === '' ? undefined : (JSON.parse(text) as Record<string, string>)
      vertex.calls.push({ path: request.url!, headers: request.headers, body })
      const answer = (status: number, value: unknown): void => {
        response
          .writeHead(status, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(value))
      }
      if (request.headers['x-vertexsms-token'] !== token) return answer(401, { error: 'token' })
      if (request.url!.startsWith('/rates/'))
        return answer(200, [{ country_code: 'LT', rate: '0.0500' }])
      const trouble = vertex.troubles.shift()
      if (trouble === '500') return answer(500, {})
      if (trouble === '422') return answer(422, { error: 'bad_sender', message: 'Bad sender.' })
      const reference = String(request.headers['idempotency-key'])
      const known = vertex.messages.get(reference)
      const message = known ?? { ...body, id: `v${vertex.messages.size + 1}` }
      vertex.messages.set(reference, message)
      if (trouble === 'lost') return void request.socket.destroy()
      if (trouble === 'nonsense') return answer(200, { ok: true })
      answer(200, [{ id: message.id }])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...vertex,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

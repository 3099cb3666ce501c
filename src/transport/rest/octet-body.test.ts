// Tests bodies of bytes at a server of one operation: they become a field in base64, and the answer is bytes, too.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { declare } from '../../../test/harness/describe.ts'
import { systemClock } from '../../kernel/clock.ts'
import { octetBody } from '../../operation/input-source.ts'
import { defineOperation } from '../../operation/operation.ts'
import type { Call } from '../../operation/pipeline.ts'
import { makeRegistry } from '../../operation/registry.ts'
import { MemoryLimiter } from '../../platform/limiter.ts'
import { makeServer } from './server.ts'

const BYTES_MAX = 1_000
const ANSWER = Buffer.from([0, 255, 128, 10])

const send = defineOperation({
  name: 'packet.send',
  kind: 'query',
  summary: 'Answers a packet.',
  auth: 'public',
  input: Type.Object({
    packet: octetBody({ description: 'The packet.', bytesMax: BYTES_MAX }),
    note: Type.Optional(Type.String({ maxLength: 10 })),
  }),
  output: Type.Object({ packet: Type.String() }),
  errors: [],
  rest: [
    {
      route: 'POST /api/packets',
      envelope: 'success',
      files: {
        packet: {
          content_type: 'application/octet-stream',
          fromOutput: ({ packet }: { readonly packet: string }) => ({
            body: Buffer.from(packet, 'base64'),
          }),
        },
      },
      chooseFile: (_input, { sentOctets }) => (sentOctets ? 'packet' : ''),
    },
  ],
  handler: () => ({ packet: '' }),
})
const other = defineOperation({
  name: 'packet.other',
  kind: 'query',
  summary: 'Reads no packet.',
  auth: 'public',
  input: Type.Object({ text: Type.String({ maxLength: 10 }) }),
  output: Type.Object({}),
  errors: [],
  rest: [{ route: 'POST /api/other', envelope: 'success' }],
  handler: () => ({}),
})

let app: FastifyInstance
let calls: Call[] = []
beforeAll(async () => {
  app = makeServer({
    registry: makeRegistry([
      declare({ name: 'packets', summary: 'Packets.', operations: [send, other] }),
    ]),
    run: async (_op, call) => {
      calls.push(call)
      return { output: { packet: ANSWER.toString('base64') }, replayed: false }
    },
    log: pino({ level: 'silent' }),
    clock: systemClock,
    authenticate: () => undefined,
    limits: {
      limiter: new MemoryLimiter(),
      current: () => ({ known: [], users: [], strangers: [] }),
    },
    trustedProxies: [],
    isReady: () => true,
    onFinished: () => {},
    baseUrl: () => 'https://bank.test',
  })
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => {
  calls = []
})

const post = (payload: string | Buffer, type = 'application/octet-stream', url = '/api/packets') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

/** Every byte there is, so that none is read as text. */
const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at))

describe('a body of bytes', () => {
  it.each([
    'application/octet-stream',
    'Application/Octet-Stream; charset=binary',
    'application/ilp+octet-stream',
  ])('sent as %s is a field of the input, and is answered with bytes', async (type) => {
    const answer = await post(bytes, type)
    expect(answer.statusCode).toBe(200)
    expect(calls[0]!.input).toEqual({ packet: bytes.toString('base64') })
    expect(answer.headers['content-type']).toBe('application/octet-stream')
    expect(answer.rawPayload).toEqual(ANSWER)
  })

  it('is the same as a field of a JSON body, which is answered with JSON', async () => {
    const packet = bytes.toString('base64')
    const answer = await post(JSON.stringify({ packet }), 'application/json')
    expect(calls[0]!.input).toEqual({ packet })
    expect(answer.json()).toEqual({
      success: true,
      data: { packet: ANSWER.toString('base64') },
    })
  })

  it('comes with the other fields in the query', async () => {
    await post(bytes, undefined, '/api/packets?note=hello')
    expect(calls[0]!.input).toEqual({ packet: bytes.toString('base64'), note: 'hello' })
  })

  it('is taken up to the limit of the field, and not above', async () => {
    expect((await post(Buffer.alloc(BYTES_MAX))).statusCode).toBe(200)
    const tooLarge = await post(Buffer.alloc(BYTES_MAX + 1))
    expect([tooLarge.statusCode, tooLarge.json().message]).toEqual([
      413,
      expect.stringContaining(String(BYTES_MAX)),
    ])
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['at a route that takes none', '/api/other', 'application/octet-stream'],
    ['of another type', '/api/packets', 'application/pdf'],
    ['without a type', '/api/packets', ''],
  ])('%s is refused', async (_name, url, type) => {
    expect((await post(bytes, type, url)).statusCode).toBe(415)
    expect(calls).toEqual([])
  })
})
